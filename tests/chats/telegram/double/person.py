"""A person at a phone: types, presses, answers, opens links, and sees what Telegram shows them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests import removed_features
from tests.chats.telegram.double.callback_queries import CallbackQuery, QueryAnswer
from tests.chats.telegram.double.chats import Chat, Post, User, commands_in
from tests.patience import LONGEST_WAIT

if TYPE_CHECKING:
    from tests.chats.telegram.double.telegram import Telegram

__all__ = ["Button", "Person", "QueryAnswer"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it was seen; a slow phone can press it after it has gone."""

    post: Post
    label: str
    data: str
    url: str


class Person:
    """A person with an account and a phone."""

    def __init__(self, telegram: Telegram, user: User, private: Chat) -> None:
        self._telegram = telegram
        self.user = user
        self.private = private
        """The chat with the bot alone."""

        self.alerts: list[QueryAnswer] = []
        """What presses were answered with, oldest first."""

    @property
    def name(self) -> str:
        return self.user.first_name

    # --- doing -------------------------------------------------------------------------------------------------

    async def types(
        self,
        text: str,
        *,
        in_: Chat,
        topic: int = 0,
        reply_to: Post | None = None,
        anonymous: bool = False,
        wait: bool = True,
    ) -> Post:
        """Write a message, and wait until the bot is done with it.

        Args:
            text: what is written.
            in_: the chat.
            topic: the topic of a forum.
            reply_to: the message it answers.
            anonymous: whether an admin writes in the name of the group.
            wait: whether to wait at all.
        """
        removed_features.types(text)
        speaker = in_ if anonymous else None
        number = next(in_.numbers)
        post = Post(in_, number, self.user, text, commands_in(text), None, {}, reply_to, topic, speaker)
        update = self._telegram.say(post)
        if wait and update:
            await self._telegram.handled(update)
        return post

    async def starts(self, payload: str = "", *, wait: bool = True) -> None:
        """Open the private chat with the bot, from a link if there is a payload."""
        self.private.started = True
        await self.types(f"/start {payload}".strip(), in_=self.private, wait=wait)

    async def blocks_the_bot(self) -> None:
        """Block the bot, so that it can no longer write in private."""
        await self._telegram.handled(self._telegram.set_bot_status(self.private, "kicked", self))

    async def edits(self, post: Post, text: str) -> None:
        """Change a message of one's own."""
        post.changed(text, commands_in(text), None, {})
        if update := self._telegram.updates.add("edited_message", post.json):
            await self._telegram.handled(update)

    async def presses(self, label: str, *, in_: Chat | None = None, topic: int | None = None) -> QueryAnswer:
        """Press the newest button whose label begins like this, and wait for the answer."""
        return await self.taps(await self.sees_button(label, in_=in_, topic=topic))

    async def taps(self, button: Button) -> QueryAnswer:
        """Press a button that was seen before, whether it is still there or not."""
        press = self.presses_without_waiting(button)
        await self._telegram.until(f"an answer to {self.name}'s {button.label!r}", lambda: press.answered)
        await self._telegram.handled(press.update)
        return await self.hears(press)

    def presses_without_waiting(self, button: Button) -> CallbackQuery:
        """Press a button without waiting."""
        return self._telegram.press(self.user, button.post, button.data)

    async def hears(self, press: CallbackQuery) -> QueryAnswer:
        """Wait for what a press is answered with."""
        said = await asyncio.wait_for(press.said(), LONGEST_WAIT)
        self.alerts.append(said)
        return said

    async def answers(self, text: str, *, in_: Chat | None = None) -> Post:
        """Answer the newest message that asks for a reply."""
        question = await self.sees_question(in_=in_)
        return await self.types(text, in_=question.chat, topic=question.topic, reply_to=question)

    async def asked_in_alert(self, label: str, *, in_: Chat) -> tuple[QueryAnswer, Post]:
        """Press a button that asks for something in an alert; return that and the message to reply to."""
        button = await self.sees_button(label, in_=in_)
        said = await self.taps(button)
        assert said.alert
        assert "Reply to this message." in said.text
        return said, button.post

    async def opens(self, label: str, *, in_: Chat | None = None) -> None:
        """Follow a button that links to the private chat with the bot."""
        button = await self.sees_button(label, in_=in_)
        address = urlsplit(button.url)
        assert address.path == f"/{self._telegram.bot.username}", button.url
        await self.starts(parse_qs(address.query)["start"][0])

    def restarts_the_app(self) -> None:
        """Lose every message that only this person could see; the server takes edits of them all the same."""
        for chat in self._telegram.chats.values():
            for post in chat.posts.values():
                post.lost = post.lost or post.receiver == self.user.id

    # --- seeing ------------------------------------------------------------------------------------------------

    def _visible(self, in_: Chat | None, topic: int | None = None) -> list[Post]:
        """What this person can see now, newest first."""
        chats = [in_] if in_ is not None else [chat for chat in self._telegram.chats.values() if self._is_in(chat)]
        posts = [post for chat in chats for post in chat.visible(topic) if post.receiver in (None, self.user.id)]
        return sorted(posts, key=lambda post: post.order, reverse=True)

    def _is_in(self, chat: Chat) -> bool:
        member = chat.members.get(self.user.id)
        return member is not None and member.inside and chat.moved_to is None

    def _is_asked_by(self, post: Post) -> bool:
        """Whether this person's phone opens an answer by itself: a selective question concerns whom it mentions."""
        markup = post.markup
        return bool(markup.get("force_reply")) and (not markup.get("selective") or self.user.id in post.pinged)

    def button(self, label: str, in_: Chat | None = None, topic: int | None = None) -> Button | None:
        """The newest button whose label begins like this, if there is one."""
        for post in self._visible(in_, topic):
            for row in post.keyboard:
                for each in row:
                    if each["text"].startswith(label):
                        return Button(post, each["text"], each.get("callback_data", ""), each.get("url", ""))
        return None

    async def sees_button(self, label: str, *, in_: Chat | None = None, topic: int | None = None) -> Button:
        """Wait until there is such a button, and return the newest."""
        return await self._telegram.until(f"a button {label!r}", lambda: self.button(label, in_, topic))

    async def sees(self, text: str, *, in_: Chat | None = None) -> Post:
        """Wait until there is a message with these words, and return the newest."""

        def found() -> Post | None:
            return next((post for post in self._visible(in_) if text in post.text), None)

        return await self._telegram.until(f"{text!r}", found)

    async def sees_question(self, *, in_: Chat | None = None) -> Post:
        """Wait until there is a message that asks this person for a reply."""

        def found() -> Post | None:
            return next((post for post in self._visible(in_) if self._is_asked_by(post)), None)

        return await self._telegram.until("a question that wants a reply", found)
