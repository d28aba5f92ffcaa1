"""People at a table on Telegram: they press inline buttons, read toasts and alerts, and answer forced replies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from bot.messages import PlayerId
from tests.chats.telegram.double import Button, Chat, Person, Post, Telegram
from tools.pace.observing import now
from tools.pace.people import ANSWER_PATIENCE, PersonAtTable, ScreenButton
from tools.pace.presses import Press
from tools.pace.table_watch import TableWatch, Version

Recent = Callable[[int], Sequence[Post]]
"""The latest messages of a chat that have buttons or want a reply, the newest last."""


class PersonOnTelegram(PersonAtTable):
    """A member of a group who looks at it and at their private chat."""

    def __init__(
        self,
        person: Person,
        telegram: Telegram,
        group: Chat,
        recent: Recent,
        player: PlayerId,
        watch: TableWatch,
        *more: Any,
        **named: Any,
    ) -> None:
        super().__init__(player, watch, *more, **named)
        self.person = person
        self._telegram = telegram
        self._group = group
        self._recent = recent
        self._tapped_last: ScreenButton | None = None

    # --- the phone ---------------------------------------------------------------------------------------------

    def _seen(self) -> list[Post]:
        posts = [*self._recent(self._group.id), *self._recent(self.person.private.id)]
        there = [post for post in posts if not post.deleted and post.receiver in (None, self.person.user.id)]
        return sorted(there, key=lambda post: post.order, reverse=True)

    @property
    def seen(self) -> Version | None:
        """What the group shows, or the question that a button of any chat is for: the last press told of that."""
        standing = self.watch.standing
        if standing is not None and standing.question.turn and self.player in standing.asked:
            turn = f"{standing.state.id}:{standing.question.turn}"
            if any(each.pressed.turn == turn for each in self.buttons()):
                return self.watch.versions[-1]
        return self.watch.seen

    def buttons(self) -> list[ScreenButton]:
        """Those of the group, of messages to this person there, and of their private chat."""
        return [
            ScreenButton(each["text"], each["callback_data"], Button(post, each["text"], each["callback_data"], ""))
            for post in self._seen()
            for row in post.keyboard
            for each in row
            if "callback_data" in each
        ]

    async def press(self, button: ScreenButton) -> Press:
        noted = self.noted()
        noted.words = await self._tapped(button, noted)
        return noted

    async def _tapped(self, button: ScreenButton, noted: Press | None = None) -> str:
        """Press a button and return the words of the answer."""
        source: Button = button.source
        self._tapped_last = button
        query = self._telegram.press(self.person.user, source.post, source.data)
        try:
            said = await asyncio.wait_for(query.said(), ANSWER_PATIENCE)
        except TimeoutError:
            return "no answer"
        if noted is not None:
            noted.words = said.text
            await self._until_handled(noted)
        return said.text

    def confirming(self, button: ScreenButton, words: str) -> ScreenButton | None:
        # It is not the button that asked for an amount, but the one that gave it.
        return self._tapped_last if "Press the same button again" in words else None

    def press_command(self, command: str) -> None:
        board = next(each for each in reversed(self._recent(self._group.id)) if each.keyboard)
        self._telegram.press(self.person.user, board, self.data_of(command))

    async def give(self, button: ScreenButton, version: Version) -> Press:
        before = {id(post) for post in self._seen()}
        words = await self._tapped(button)

        def question() -> Post | None:
            asking = [post for post in self._seen() if post.markup.get("force_reply") and id(post) not in before]
            return next((post for post in asking if self.person.user.id in post.pinged), None)

        asked_already = "Reply to this message" in words
        if not asked_already:
            await self._until(lambda: question() is not None or self._labelled("+", button.verb) is not None, 6)
        if self._labelled("+", button.verb) is not None:
            return await self._stepped(button.verb)
        # An alert asks for a reply to the message of the button.
        asked = button.source.post if "Reply to this message" in words else question()
        if asked is None:
            return self.not_asked(words)
        await asyncio.sleep(self.random.uniform(2, 5))
        noted = self.noted()
        await self.person.types(self._reply(button, version), in_=asked.chat, reply_to=asked, wait=False)
        await self._until_handled(noted)
        return noted

    def _labelled(self, beginning: str, verb: str) -> ScreenButton | None:
        """A button for choosing an amount."""
        return next(
            (each for each in self.buttons() if each.label.startswith(beginning) and each.verb.lstrip("=") == verb),
            None,
        )

    async def _stepped(self, verb: str) -> Press:
        """Choose an amount by the buttons that have appeared, some steps more than it says at first."""
        await asyncio.sleep(self.random.uniform(1, 3))
        for _ in range(self.random.randint(*self._habits.steps)):
            if (more := self._labelled("+", verb)) is not None:
                await self._tapped(more)
                await asyncio.sleep(self.random.uniform(1, 2))
        buttons = self.buttons()
        more = self._labelled("+", verb)
        # What is chosen stands between less and more.
        return await self.press(buttons[buttons.index(more) - 1]) if more else self.not_asked("the amounts are gone")

    async def type(self, line: str) -> Press:
        noted = self.noted()
        verb, _, rest = line.partition(" ")
        await self.person.types(f"/{verb.replace('-', '_')} {rest}".strip(), in_=self._group, wait=False)
        await self._until_handled(noted)
        return noted

    async def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        end = now() + seconds
        while not condition() and now() < end:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.1)

    def _reply(self, button: ScreenButton, version: Version) -> str:
        amount = next((each for each in self._options(version).amounts if each.verb == button.verb), None)
        if amount is not None:
            return str(min(amount.most, amount.least + self.random.randint(1, 30)))
        wanted = self._wanted(version)
        if wanted.verb != button.verb:
            wanted = next(each for each in self._options(version).ready if each.verb == button.verb)
        return wanted.choice
