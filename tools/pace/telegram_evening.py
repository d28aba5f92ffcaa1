"""An evening on Telegram: Kiu with its real limits, connected by its library to the double, and groups of people."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from bot.chats.telegram_chat import TelegramChat
from bot.chats.telegram_chat.ephemeral_messages import UNCOUNTED
from bot.environment.entropy import Entropy
from bot.messages import Pressed
from engine.table.state import TableState
from tests.chats.telegram.double import Chat, Post, Telegram
from tests.chats.telegram.double.bot_api import COUNTED
from tests.chats.telegram.double.chats import PostChange
from tests.chats.telegram.double.server import Call
from tests.seeds import SEED
from tools.pace.evening import Evening, Prepare, latency_of_calls, served
from tools.pace.observing import Observed, now
from tools.pace.people import USUAL_HABITS, Habits
from tools.pace.telegram_people import PersonOnTelegram

LATENCY = (0.04, 0.20)
"""Between how many seconds Telegram takes to answer."""

Ephemeral: TypeAlias = Literal["", "counted", "free"]

RECENT = 8
"""How many messages with buttons somebody sees without looking far up."""


@dataclass(eq=False, kw_only=True)
class TelegramEvening(Evening):
    """Tables on one token, each in a group of its own."""

    telegram: Telegram
    ephemeral: Ephemeral = ""
    """Whether the bot is an admin on a server with messages for one member, and whether they count."""

    alone: bool = False
    """Whether nobody has opened a private chat."""

    observed: Observed = field(default_factory=lambda: Observed(chat_of=_chat_of))

    def __post_init__(self) -> None:
        self._recent: dict[int, deque[Post]] = {}
        self.telegram.watchers.append(self._post_changed)
        self.telegram.server.listeners.append(self._called)

    # --- what is counted ---------------------------------------------------------------------------------------

    def _post_changed(self, post: Post, change: PostChange) -> None:
        # What one member of a group sees does not push away what all see.
        reader = post.receiver or (0 if post.chat.is_group else post.chat.id)
        recent = self._recent.setdefault(reader or post.chat.id, deque(maxlen=RECENT))
        if post.markup and post not in recent:
            recent.append(post)
        if reader:
            data = [each.get("callback_data", "") for row in post.keyboard for each in row]
            for watch in self.observed.watches.values():
                for each in data:
                    watch.told(f"telegram:{reader}", Pressed.read(each).turn, now())
                watch.wake()
        if not post.chat.is_group or post.receiver is not None or change == "deleted":
            return
        self.observed.displayed(post.chat.id, post.text)
        self.observed.overheard(now(), f"{change} with {post.labels}")
        if change == "posted" and post.pinged and not post.silent and not post.markup.get("force_reply"):
            self.observed.pinged(post.chat.id, f"telegram:{post.pinged[0]}")

    def _called(self, call: Call) -> None:
        calls = self.observed.calls
        if call.failure.startswith("Too Many Requests"):
            calls.limited.append(f"{call.at:.1f} {call.method}")
        if call.method != "getUpdates":
            self.observed.overheard(call.at, f"{call.method} to {call.chat}")
        if call.counts or call.method == "deleteMessage":
            chat = self.telegram.chats.get(call.chat)
            if chat is not None and chat.is_group:
                calls.in_public(chat.id, call.at)
            elif chat is not None:
                calls.in_private(chat.id, call.at)
        if call.method in COUNTED:
            calls.overall(call.at)

    # --- people sit down ---------------------------------------------------------------------------------------

    async def open_table(
        self,
        title: str,
        game: str,
        players: int,
        habits: Habits = USUAL_HABITS,
        *,
        slow: int = 1,
        prepare: Prepare | None = None,
    ) -> Chat:
        """Let people open a table in a new group and sit down; half of them have opened their private chats.

        Nobody has where the bot may show everybody their own messages in the group.
        """
        random = Random(f"{self.seed}/{title}/{SEED}")
        people = [self.telegram.person(self.name_of(number)) for number in range(players)]
        group = self.telegram.group(title, *people, admin=bool(self.ephemeral))
        if self.ephemeral == "free":
            known = {UNCOUNTED: True}
            await self.app.groups.change(f"telegram:{group.id}", lambda now: replace(now, of_features=known))
        watch = self.observed.watch(group.id, title)
        if prepare is not None:
            await prepare(self, f"telegram:{group.id}")
        for person in random.sample(people, 0 if self.alone else len(people) // 2):
            await person.starts(wait=False)
            await asyncio.sleep(random.uniform(0.5, 1))
        first, *others = people
        await first.types(f"/open {game}", in_=group, wait=False)
        await self._until_button(group, "join")
        for person in others:
            await asyncio.sleep(random.uniform(1, 2))
            post, data = await self._until_button(group, "join")
            self.telegram.press(person.user, post, data)
        await asyncio.sleep(5)
        seated = [
            PersonOnTelegram(
                person,
                self.telegram,
                group,
                lambda chat: tuple(self._recent.get(chat, ())),
                f"telegram:{person.user.id}",
                watch,
                self.observed,
                Random(f"{self.seed}/{title}/{person.name}/{SEED}"),
                *self.manner(number, slow, habits),
            )
            for number, person in enumerate(people)
        ]
        self.begin(seated)
        if watch.standing is None or not watch.standing.question.turn:
            post, data = await self._until_button(group, "start")
            self.telegram.press(first.user, post, data)
        return group

    async def _until_button(self, group: Chat, command: str) -> tuple[Post, str]:
        while True:
            for post in reversed(self._recent.get(group.id, ())):
                for row in post.keyboard:
                    for each in row:
                        if each.get("callback_data", "").endswith(f":{command}"):
                            return post, each["callback_data"]
            await asyncio.sleep(0.2)


def _chat_of(state: TableState) -> int:
    return int(state.place.group.partition(":")[2])


@asynccontextmanager
async def telegram_evening(
    folder: Path,
    *,
    seed: str = "evening",
    strict: bool = True,
    entropy: Entropy | None = None,
    ephemeral: Ephemeral = "",
    alone: bool = False,
) -> AsyncIterator[TelegramEvening]:
    """Serve Telegram; the loop must be one in virtual time.

    Args:
        folder: where the files are.
        seed: whatever people do and packs are dealt by, with that of all tests.
        strict: whether every call is validated by the official contract.
        entropy: where packs come from, if not from the seed alone.
        ephemeral: whether the bot is an admin on a server with messages for one member, and whether they count.
        alone: whether nobody has opened a private chat.
    """
    async with AsyncExitStack() as stack:
        double = await stack.enter_async_context(Telegram(has_ephemeral=bool(ephemeral)))
        double.counts_ephemeral = ephemeral == "counted"
        double.server.keeps_calls = False
        double.server.latency = latency_of_calls(f"{seed}/{SEED}", *LATENCY)
        if not strict:
            double.server.stop_validating()
        chat = TelegramChat(double.token, api_url=double.server.address)
        app = await stack.enter_async_context(served(folder, chat, seed, entropy))
        evening = TelegramEvening(telegram=double, app=app, seed=seed, ephemeral=ephemeral, alone=alone)
        stack.enter_context(evening.observed.listening(app))
        yield evening
