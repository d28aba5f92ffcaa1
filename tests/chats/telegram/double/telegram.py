"""Telegram itself: who is there, which chats there are, and what happens in them."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from tests.chats.telegram.double.bot_api import BotApi
from tests.chats.telegram.double.callback_queries import CallbackQuery
from tests.chats.telegram.double.chats import Chat, Json, Member, Post, PostChange, Status, User, commands_in
from tests.chats.telegram.double.flood_control import FloodControl
from tests.chats.telegram.double.person import Person
from tests.chats.telegram.double.server import Call, Server
from tests.chats.telegram.double.updates import Updates
from tests.patience import LONGEST_WAIT
from tests.seeds import SEED

TOKEN = "7700000001:AAmade-up_for_tests_and_valid_nowhere0"

PROMPTLY = 0.05
"""Seconds in which an update that is handled is usually confirmed."""

LONGEST_PAUSE = 0.05
"""Seconds between two looks at whether an update is handled, at most."""

_Found = TypeVar("_Found")


class Telegram:
    """The whole of Telegram, with one bot.

    Args:
        second: how long a second of its limits takes in reality.
        has_ephemeral: whether this server knows messages that only one member of a group sees.
        seed: what the dice fall by.
    """

    def __init__(self, *, second: float = 1.0, has_ephemeral: bool = False, seed: int = SEED) -> None:
        self.token = TOKEN
        self.bot = User(int(TOKEN.partition(":")[0]), "Kiu", "kiu_test_bot", is_bot=True)
        self.has_ephemeral = has_ephemeral
        self.counts_ephemeral = True
        """Whether messages that one member sees count among the calls of a group."""

        self.takes_ephemeral_uploads = True
        """Whether a new picture may be put into a message that one member sees; not every server does that."""

        self.hides_members = False
        """Whether groups hide who is in them from bots that do not administer them."""

        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, CallbackQuery] = {}
        self.faults: list[str] = []
        """Everything that the real Telegram would have refused, or that would have annoyed people."""

        self.seed = seed
        self.entropy = random.Random(self.seed)
        self.updates = Updates(self.notify)
        self.flood_control = FloodControl(lambda: asyncio.get_running_loop().time(), second)
        self.api = BotApi(self)
        self.server = Server(self, self.api)
        self._change = asyncio.Event()
        self._people = itertools.count(501)
        self._groups = itertools.count(1)
        # Supergroups number their messages for themselves; all other chats of an account share their numbers.
        self.shared_numbers = itertools.count(20_001)
        self._presses = itertools.count(1)
        self.is_handled: Callable[[int], bool] | None = None
        """Tells that the bot is done with an update; ``None`` if it is when it has confirmed that."""

        self.watchers: list[Callable[[Post, PostChange], None]] = []
        """Told of every message that the bot sends, edits or deletes."""

    async def __aenter__(self) -> Telegram:
        await self.server.start()
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        await self.server.stop()
        if kind is None:
            self.faults += [f"nobody answered the press of {each.data}" for each in self.unanswered]
            assert not self.faults, "\n".join(self.faults)
            assert self.flood_control.ignored_waits == 0, "the bot did not wait as long as it was told"

    # --- who is there ------------------------------------------------------------------------------------------

    def person(self, name: str, *, language: str = "en") -> Person:
        """Somebody with an account, who has not spoken to the bot."""
        user = User(next(self._people), name, language=language)
        private = Chat(user.id, "private", name, numbers=self.shared_numbers)
        for each in (user, self.bot):
            private.members[each.id] = Member(each)
        self.users[user.id] = user
        self.chats[private.id] = private
        self.people[user.id] = Person(self, user, private)
        return self.people[user.id]

    def group(
        self, title: str, *people: Person, supergroup: bool = True, topics: tuple[int, ...] = (), admin: bool = False
    ) -> Chat:
        """A group that the bot has been in for long, perhaps as an admin; the first of these people made it."""
        number = next(self._groups)
        chat_id = -1_000_000_000_000 - number if supergroup else -4_000_000 - number
        chat = Chat(chat_id, "supergroup" if supergroup else "group", title, topics=set(topics), is_forum=bool(topics))
        if not supergroup:
            chat.numbers = self.shared_numbers
        chat.members = {person.user.id: Member(person.user) for person in people}
        chat.members[people[0].user.id].status = "creator"
        chat.members[self.bot.id] = Member(self.bot, "administrator" if admin else "member")
        self.chats[chat.id] = chat
        return chat

    def channel(self, title: str) -> Chat:
        """A channel that the bot can read."""
        chat = Chat(-1_000_000_900_000 - next(self._groups), "channel", title)
        chat.members[self.bot.id] = Member(self.bot, "administrator")
        self.chats[chat.id] = chat
        return chat

    def bot_member_of(self, chat: Chat) -> Member:
        """What the bot is in a chat."""
        return chat.members[self.bot.id]

    # --- what happens ------------------------------------------------------------------------------------------

    def say(self, post: Post) -> int:
        """Put a message into a chat, and tell the bot if it may hear it; return the number of the update, or 0."""
        post.chat.posts[post.number] = post
        self.notify()
        kind = "channel_post" if post.chat.kind == "channel" else "message"
        return self.updates.add(kind, post.json) if self._is_heard(post) else 0

    def _is_heard(self, post: Post) -> bool:
        """In a group a bot hears commands, what is said to it, and what happens to the group, unless it is an admin."""
        me = self.bot_member_of(post.chat)
        if not me.inside:
            return False
        if not post.chat.is_group or me.status == "administrator" or post.service:
            return True
        to_me = post.reply_to is not None and post.reply_to.sender is self.bot
        named = f"@{self.bot.username}" in post.text
        commands = [each for each in commands_in(post.text) if each["offset"] == 0]
        to_another = "@" in post.text.partition(" ")[0] and not named
        return to_me or named or (bool(commands) and not to_another)

    def press(self, who: User, post: Post, data: str) -> CallbackQuery:
        """Let somebody press a button."""
        number = next(self._presses)
        press = CallbackQuery(f"{who.id}{number:09}", who.id, post, data)
        self.queries[press.id] = press
        query: Json = {"id": press.id, "from": who.json, "message": post.json, "data": data}
        press.update = self.updates.add("callback_query", {**query, "chat_instance": str(post.chat.id)})
        return press

    @property
    def unanswered(self) -> list[CallbackQuery]:
        return [press for press in self.queries.values() if not press.answered and not press.too_old]

    def set_bot_status(self, chat: Chat, status: Status, by: Person) -> int:
        """Change what the bot is in a chat; return the number of the update."""
        me = self.bot_member_of(chat)
        before, me.status = me.json, status
        told: Json = {"chat": chat.json, "from": by.user.json, "date": 1_770_000_000}
        return self.updates.add("my_chat_member", {**told, "old_chat_member": before, "new_chat_member": me.json})

    def set_status(self, chat: Chat, person: Person, status: Status, by: Person) -> int:
        """Change what a person is in a chat; return the number of the update, or 0 if the bot is not told.

        Only bots that administer a group are told by an update of its own.
        """
        member = chat.members.setdefault(person.user.id, Member(person.user, "left"))
        before, member.status = member.json, status
        if self.bot_member_of(chat).status != "administrator":
            return 0
        told: Json = {"chat": chat.json, "from": by.user.json, "date": 1_770_000_000}
        return self.updates.add("chat_member", {**told, "old_chat_member": before, "new_chat_member": member.json})

    def say_who(self, chat: Chat, person: Person, by: Person) -> int:
        """Put the message into a group that says that somebody has come or gone; return the number of the update."""
        if chat.members[person.user.id].inside:
            service: Json = {"new_chat_members": [person.user.json]}
        else:
            service = {"left_chat_member": person.user.json}
        return self.say(Post(chat, next(chat.numbers), by.user, service=service))

    def delete_topic(self, forum: Chat, topic: int) -> None:
        """Delete a topic with all its messages; no update tells the bot."""
        forum.topics.discard(topic)
        for post in forum.visible(topic):
            post.deleted = True
        self.notify()

    def migrate(self, group: Chat, by: Person) -> Chat:
        """Make a supergroup of a group: another chat with another number and no messages of before."""
        new = self.group(group.title, by)
        new.members = {number: Member(each.user, each.status) for number, each in group.members.items()}
        farewell = Post(group, next(group.numbers), by.user, service={"migrate_to_chat_id": new.id})
        greeting = Post(new, next(new.numbers), by.user, service={"migrate_from_chat_id": group.id})
        self.say(farewell)
        group.moved_to = new.id
        self.say(greeting)
        return new

    # --- waiting -----------------------------------------------------------------------------------------------

    def tell(self, post: Post, change: PostChange) -> None:
        """Tell whoever watches that the bot has changed a message."""
        for watcher in self.watchers:
            watcher(post, change)

    def notify(self) -> None:
        """Something has changed: wake everybody who waits for a change."""
        change, self._change = self._change, asyncio.Event()
        change.set()

    async def changes_within(self, seconds: float) -> bool:
        """Wait until something has changed."""
        try:
            # Not wait_for(), which on Python 3.11 swallows the end of a timeout around it.
            async with asyncio.timeout(seconds):
                await self._change.wait()
        except TimeoutError:
            return False
        return True

    async def until(self, what: str, found: Callable[[], _Found | None]) -> _Found:
        """Wait until something is found, and return it."""
        give_up = asyncio.get_running_loop().time() + LONGEST_WAIT
        while not (thing := found()):
            left = give_up - asyncio.get_running_loop().time()
            assert left > 0, f"in vain waited for {what}\n{self.transcript()}"
            await self.changes_within(left)
        return thing

    async def confirmed(self, update: int) -> None:
        """Wait until the bot has confirmed an update."""
        await self.until(f"update {update} to be confirmed", lambda: self.updates.confirmed_below > update)

    async def handled(self, update: int) -> None:
        """Wait until the bot is done with an update, which it may confirm later; 0 is one that it does not get."""
        if self.is_handled is None:
            await self.confirmed(update)
            return
        give_up, pause = asyncio.get_running_loop().time() + LONGEST_WAIT, 0.001
        while update and not self.is_handled(update):
            assert asyncio.get_running_loop().time() < give_up, f"in vain waited for {update}\n{self.transcript()}"
            await asyncio.sleep(pause)
            # What has to wait for Telegram is waited for with less haste.
            pause = min(1.2 * pause, LONGEST_PAUSE)
        # Usually it is confirmed at once, unless another one that came before it still waits for something.
        with suppress(TimeoutError):
            async with asyncio.timeout(PROMPTLY):
                await self.confirmed(update)

    def transcript(self) -> str:
        """All chats as they are now, to explain a failed test."""
        lines = [f"--- dice by the seed {self.seed}"]
        for chat in self.chats.values():
            lines.append(f"--- {chat.kind} {chat.title}")
            for post in chat.visible():
                picture = " [picture]" if post.photo is not None else ""
                file = f" [{post.document.name}]" if post.document is not None else ""
                die = f" [{post.die.emoji} {post.die.value}]" if post.die is not None else ""
                what = f"{post.text}{picture}{file}{die}"
                lines.append(f"{post.number} {post.sender.first_name}: {what} {post.labels}")
        failed = [f"{call.method} to {call.chat}: {call.failure}" for call in self.server.calls if call.failure]
        return "\n".join([*lines, "--- refused calls", *failed])

    # --- looking back ------------------------------------------------------------------------------------------

    def calls(self, method: str = "", chat: Chat | None = None) -> list[Call]:
        """The calls that the bot made, those of one method or to one chat only if one is named."""
        return [
            call
            for call in self.server.calls
            if (not method or call.method == method) and (chat is None or call.chat == chat.id)
        ]
