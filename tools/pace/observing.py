"""Listens to a running Kiu without changing what it does: what its tables come to, and what presses do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.app import App
from bot.messages import Command, Message, PlayerId, Reply
from bot.presenting import table_messages
from engine.table.changes import Notice
from engine.table.state import TableState
from tools.pace.calls import CallCounts
from tools.pace.presses import Press, Presses
from tools.pace.table_watch import TableWatch, Version


def now() -> float:
    return asyncio.get_running_loop().time()


class Seen(NamedTuple):
    """A call as whoever watches the traffic sees it, or the buttons of a public message."""

    at: float
    what: str


class Ping(NamedTuple):
    """Somebody was called in public."""

    at: float
    question: Version
    """The first state in which the question was asked that stood then."""


@dataclass(eq=False)
class Observed:
    """Everything that an evening is measured by."""

    watches: dict[int, TableWatch] = field(default_factory=dict)
    """The tables, by the number of their chat."""

    presses: Presses = field(default_factory=Presses)
    calls: CallCounts = field(default_factory=CallCounts)
    pings: list[Ping] = field(default_factory=list)
    traffic: list[Seen] | None = None
    """Every call, and the buttons of public messages; ``None`` unless somebody compares it."""

    chat_of: Callable[[TableState], int] = lambda state: int(state.place.channel)

    def watch(self, chat: int, name: str) -> TableWatch:
        """Begin to watch the table of a chat."""
        self.watches[chat] = TableWatch(name)
        return self.watches[chat]

    def displayed(self, chat: int, text: str) -> None:
        """A public message of a chat now reads like this."""
        if chat in self.watches:
            self.watches[chat].displayed(text, now())

    def overheard(self, at: float, what: str) -> None:
        """Somebody who watches the traffic has seen something."""
        if self.traffic is not None:
            self.traffic.append(Seen(at, what))

    def pinged(self, chat: int, player: PlayerId) -> None:
        """Somebody was called in a chat; who has answered while the call was on its way was called in time."""
        watch = self.watches.get(chat)
        if watch is not None and watch.standing is not None and player in watch.standing.asked:
            self.pings.append(Ping(now(), watch.standing))

    # --- what Kiu does -----------------------------------------------------------------------------------------

    @contextmanager
    def listening(self, app: App) -> Iterator[None]:
        """Hear of everything that happens meanwhile."""
        messages: list[Message] = []

        def heard(render: Callable[..., Any]) -> Callable[..., Any]:
            def rendered(*args: Any, **named: Any) -> Any:
                draft = render(*args, **named)
                messages.append(draft.message)
                return draft

            return rendered

        show, handle = app.announcer.show, app.dispatcher.handle

        def shown(state: TableState, notices: tuple[Notice, ...]) -> None:
            messages.clear()
            show(state, notices)
            watch = self.watches.get(self.chat_of(state))
            if watch is not None and messages:
                watch.changed(state, messages[-1], now())

        async def handled(command: Command) -> Reply:
            return await self._handled(handle, command)

        with ExitStack() as patched:
            for name in ("hand_message", "lobby"):
                patched.enter_context(patch.object(table_messages, name, heard(getattr(table_messages, name))))
            patched.enter_context(patch.object(app.announcer, "show", shown))
            patched.enter_context(patch.object(app.dispatcher, "handle", handled))
            yield

    async def _handled(self, handle: Callable[[Command], Any], command: Command) -> Reply:
        press = self.presses.reached(command.who.id)
        if press is None:
            reply: Reply = await handle(command)
            return reply
        before = press.watch.latest
        reply = await handle(command)
        press.handled, press.refused = True, reply.refused
        made = [version for version in press.watch.versions if version.number > before]
        if made and not reply.refused:
            self._effect(press, made)
        return reply

    @staticmethod
    def _effect(press: Press, made: list[Version]) -> None:
        versions = press.watch.versions
        first = versions.index(made[0])
        before = versions[first - 1].question if first else None
        press.version = made[-1]
        same = made[-1].question == before or made[-1].goes_on
        press.effect = "roster" if same else "question"
        for version in made:
            version.by_press = True
