"""Telegram as a world of people: the double of the tests, which Kiu reaches by its real adapter and its library."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from bot.chats.telegram_chat import TelegramChat
from bot.chats.telegram_chat.addresses import chat_id_of, group_id, place_of, player_id, topic_of, user_id_of
from bot.chats.telegram_chat.bot_commands import telegram_name
from bot.commands import spec_of
from bot.messages import MessageId, Place, PlayerId
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.double.chats import Member, PostChange
from tools.simulation.chance import Chance
from tools.simulation.chats import ANSWER_PATIENCE, UNANSWERED, Asked, How, Said, SeenButton, SeenMessage, Told
from tools.simulation.checks import Call
from tools.simulation.platform_world import PlatformWorld
from tools.simulation.readings import asked_in, bounds_in
from tools.simulation.telegram_calls import TelegramCalls

LATENCY = (0.04, 0.2)
"""Between how many seconds Telegram takes to answer."""

SEEN_OF_A_CHAT = 8
"""How many of Kiu's latest messages somebody looks at, in a group and in their private chat."""

QUESTION_PATIENCE = 6.0
"""Seconds for which somebody waits for the question that a press has announced."""

WORD_JOINER = "\u2060"
"""Stands, invisible, in numbers that Telegram would take for those of telephones."""

LINE_PATIENCE = 6.0
"""Seconds after which somebody whose line was taken no longer waits for words."""


class TelegramWorld(PlatformWorld):
    """People on Telegram; made in the loop of the world."""

    platform = "telegram"

    def __init__(self, double: Telegram, calls: TelegramCalls) -> None:
        super().__init__(calls, double.server.address)
        self.double = double
        self._recent: dict[int, deque[Post]] = {}
        self._changes: dict[int, dict[asyncio.Future[None], None]] = {}
        self._first: dict[int, Person] = {}
        """Who has made each group."""

        self._replies: dict[Post, asyncio.Future[Said]] = {}
        """Who waits for a reply to the line that they have typed."""

        double.watchers.append(self._changed)

    @classmethod
    async def open(cls, chance: Chance, called: Callable[[Call], None]) -> TelegramWorld:
        """Start the servers of Telegram.

        Args:
            chance: where what they do comes from.
            called: told of every call that Kiu makes.
        """
        double = Telegram(seed=chance.stream("dice", "telegram").getrandbits(32))
        latency = chance.stream("latency", "telegram")
        double.server.keeps_calls = False
        double.server.latency = lambda _: latency.uniform(*LATENCY)
        calls = TelegramCalls(double, chance, called)
        double.server.bring = calls.bring
        await double.server.start()
        return cls(double, calls)

    # --- what happens to it ------------------------------------------------------------------------------------

    def disconnect(self) -> None:
        """All connections to it break."""
        self._calls.break_off()
        self._network.cut(self._address)

    def block(self, person: PlayerId) -> None:
        """Somebody blocks the bot."""
        who = self._person(person)
        self.double.set_bot_status(who.private, "kicked", who)

    def unblock(self, person: PlayerId) -> None:
        """Somebody does not block the bot any more."""
        who = self._person(person)
        self.double.set_bot_status(who.private, "member", who)

    # --- who is there ------------------------------------------------------------------------------------------

    def add_group(self, number: int, channels: Sequence[str]) -> str:
        """Make a group with Kiu in it, which has topics if it has several channels; return its id."""
        if len(channels) == 1:
            chat = Chat(-4_000_000 - number, "group", f"Group {number}", numbers=self.double.shared_numbers)
        else:
            topics = set(range(1, len(channels) + 1))
            chat = Chat(-1_000_000_000_000 - number, "supergroup", f"Group {number}", topics=topics, is_forum=True)
        chat.members[self.double.bot.id] = Member(self.double.bot)
        self.double.chats[chat.id] = chat
        return group_id(chat.id)

    def places(self, group: str) -> list[Place]:
        """The channels of a group."""
        chat = self._chat(group)
        return [place_of(chat.id, topic) for topic in sorted(chat.topics) or (0,)]

    def add_person(
        self, number: int, name: str, groups: Iterable[str], *, admin_of: Iterable[str] = (), language: str = ""
    ) -> PlayerId:
        """Make an account that is a member of groups; return its id. Most have opened their private chat."""
        person = self.double.person(name, language=language)
        person.private.started = number % 4 > 0
        for group in groups:
            self._chat(group).members[person.user.id] = Member(person.user)
            self._first.setdefault(self._chat(group).id, person)
        for group in admin_of:
            self._chat(group).members[person.user.id].status = "administrator"
        return player_id(person.user.id)

    def _chat(self, group: str) -> Chat:
        chat = self.double.chats[chat_id_of(group)]
        while chat.moved_to is not None:
            chat = self.double.chats[chat.moved_to]
        return chat

    def _person(self, player: PlayerId) -> Person:
        user = user_id_of(player)
        assert user is not None
        return self.double.people[user]

    def private_chat(self, person: PlayerId) -> Place:
        """The private chat of a person with Kiu."""
        return place_of(self._person(person).private.id)

    def present(self, place: Place) -> Place:
        """The place with the id that its group has now."""
        return place._replace(group=group_id(self._chat(place.group).id))

    # --- what people see ---------------------------------------------------------------------------------------

    def messages(self, person: PlayerId, place: Place) -> list[SeenMessage]:
        """Kiu's latest messages in a place and in a person's private chat, the newest first."""
        found = []
        for where in dict.fromkeys((self.present(place), self.private_chat(person))):
            chat = chat_id_of(where.group)
            for post in reversed(self._recent.get(chat, ())):
                if not post.deleted and post.topic in (topic_of(where), 0):
                    found.append(self._seen(post, where, person))
        return found

    def _seen(self, post: Post, place: Place, person: PlayerId) -> SeenMessage:
        private = not post.chat.is_group
        asked = None if private else asked_in(post.text, self._person(person).name)
        return SeenMessage(str(post.number), place, post.text, _buttons(post), private, asked)

    async def changed(self, person: PlayerId, place: Place, seconds: float) -> None:
        """Wait until anything in a group or in the private chat changes, at most so many seconds."""
        change: asyncio.Future[None] = self._loop.create_future()
        chats = dict.fromkeys((chat_id_of(self.present(place).group), self._person(person).private.id))
        for chat in chats:
            self._changes.setdefault(chat, {})[change] = None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await change
        finally:
            for chat in chats:
                self._changes[chat].pop(change, None)

    def _changed(self, post: Post, change: PostChange) -> None:
        recent = self._recent.setdefault(post.chat.id, deque(maxlen=SEEN_OF_A_CHAT))
        if change == "posted":
            recent.append(post)
            waiting = None if post.reply_to is None else self._replies.pop(post.reply_to, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(Said(post.text, buttons=_buttons(post)))
        if change != "deleted":
            self._tell(post, "private" if not post.chat.is_group else "post" if change == "posted" else "edit")
        for each in self._changes.get(post.chat.id, ()):
            if not each.done():
                each.set_result(None)

    def _tell(self, post: Post, how: How) -> None:
        receiver = "" if post.chat.is_group else player_id(post.chat.id)
        place = place_of(post.chat.id, post.topic)
        edited = str(post.number) if how == "edit" else ""
        how = self._in_flight.arriving(place, receiver, post.text, edited) or how
        if how == "post" and post.reply_to is not None and not post.reply_to.sender.is_bot:
            how = "aloud"
        file = "" if post.document is None else f"\n{post.document.content.decode('utf-8', 'replace')}"
        words = post.text.replace(WORD_JOINER, "") + file
        told = Told(self._loop.time(), how, place, receiver, str(post.number), words, buttons=_buttons(post))
        self._told(told)

    # --- what people do ----------------------------------------------------------------------------------------

    async def press(self, person: PlayerId, place: Place, button: SeenButton) -> Said:
        """Press a button, or one that the person has made up or kept, and wait for the answer."""
        post = button.source
        who = self._person(person)
        if not isinstance(post, Post) or not self._is_in(who, post.chat):
            return UNANSWERED
        before = set(self._recent.get(post.chat.id, ())) | set(self._recent.get(who.private.id, ()))
        query = self.double.press(who.user, post, button.data)
        try:
            async with asyncio.timeout(ANSWER_PATIENCE):
                answer = await query.said()
        except TimeoutError:
            return UNANSWERED
        self._say(place, person, answer.text)
        if "Press the same button again" in answer.text:
            return Said(answer.text, buttons=(button,), confirms=True)
        if button.pressed.asks:
            return await self._asked(who, post, before, answer.text)
        return Said(answer.text, refused=answer.alert)

    async def _asked(self, who: Person, pressed: Post, before: set[Post], words: str) -> Said:
        """The question that a press has brought: in an alert, or in a message that wants a reply."""
        if "Reply to this message" in words:
            return Said(words, asked=Asked(words, *bounds_in(words), source=pressed))
        until = self._loop.time() + QUESTION_PATIENCE
        while self._loop.time() < until:
            posts = [*self._recent.get(pressed.chat.id, ()), *self._recent.get(who.private.id, ())]
            for post in posts:
                if post not in before and post.markup.get("force_reply"):
                    return Said(post.text, asked=Asked(post.text, *bounds_in(post.text), source=post))
            await asyncio.sleep(0.2)
        # The amount is chosen by buttons, which stand there now; or nothing is asked.
        return Said(words)

    async def give(self, person: PlayerId, place: Place, asked: Asked, value: str) -> Said:
        """Reply with the amount or the choice that was asked for."""
        post: Post = asked.source
        return await self._written(self._person(person), post.chat, value, post.topic, post)

    async def type(self, person: PlayerId, place: Place, line: str) -> Said:
        """Type a command, or anything else, and wait for the answer."""
        place = self.present(place)
        spec = spec_of(line)
        words = f"/{line}"
        if spec is not None:
            words = f"/{telegram_name(spec.name)} {' '.join(line.split()[len(spec.name.split()) :])}".strip()
        who, chat = self._person(person), self.double.chats[chat_id_of(place.group)]
        return await self._written(who, chat, words, topic_of(place), None)

    async def _written(self, who: Person, chat: Chat, words: str, topic: int, reply_to: Post | None) -> Said:
        if not self._is_in(who, chat):
            return UNANSWERED
        if not chat.is_group:
            chat.started = True
        post = await who.types(words, in_=chat, topic=topic, reply_to=reply_to, wait=False)
        answer: asyncio.Future[Said] = self._loop.create_future()
        self._replies[post] = answer
        try:
            async with asyncio.timeout(LINE_PATIENCE):
                said = await answer
        except TimeoutError:
            # Not every line is answered by words.
            return Said() if not self.double.updates.waiting else UNANSWERED
        finally:
            self._replies.pop(post, None)
        return said

    def _say(self, place: Place, person: PlayerId, text: str) -> None:
        told = Told(self._loop.time(), "answer", self.present(place), person, "", text)
        self._told(told)

    def _is_in(self, who: Person, chat: Chat) -> bool:
        member = chat.members.get(who.user.id)
        bot = chat.members.get(self.double.bot.id)
        return member is not None and member.inside and bot is not None and bot.inside

    # --- what happens to a group -------------------------------------------------------------------------------

    def migrate(self, group: str) -> None:
        """A group becomes a supergroup, with another number and no messages of before, unless it is one already."""
        chat = self._chat(group)
        if chat.kind == "supergroup":
            return
        first = self._first[chat.id]
        self._first[self.double.migrate(chat, first).id] = first

    def delete(self, place: Place, number: MessageId) -> None:
        """Somebody deletes a message; it may be gone already."""
        post = self._chat(place.group).posts.get(int(number))
        if post is not None and not post.deleted:
            post.deleted = True
            self._deleted += 1

    def leave(self, person: PlayerId, group: str) -> None:
        """Somebody leaves a group; they may have left already."""
        who, chat = self._person(person), self._chat(group)
        self.double.set_status(chat, who, "left", who)
        self.double.say_who(chat, who, who)

    def enter(self, person: PlayerId, group: str) -> None:
        """Somebody comes back to a group."""
        who, chat = self._person(person), self._chat(group)
        self.double.set_status(chat, who, "member", who)
        self.double.say_who(chat, who, who)

    def remove_bot(self, group: str) -> None:
        """Kiu is removed from a group."""
        chat = self._chat(group)
        self.double.set_bot_status(chat, "kicked", self._first[chat.id])

    def add_bot(self, group: str) -> None:
        """Kiu is added to a group again."""
        chat = self._chat(group)
        self.double.set_bot_status(chat, "member", self._first[chat.id])

    # --- Kiu ---------------------------------------------------------------------------------------------------

    def new_chat(self) -> TelegramChat:
        """How one life of Kiu is connected; the network cuts off an earlier one."""
        chat = TelegramChat(self.double.token, api_url=self.double.server.address)
        self._in_flight.listen(chat)
        return chat


def _buttons(post: Post) -> tuple[SeenButton, ...]:
    buttons = (button for row in post.keyboard for button in row)
    return tuple(SeenButton(each["text"], each["callback_data"], post) for each in buttons if "callback_data" in each)
