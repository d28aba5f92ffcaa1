"""A light chat as a world of people: groups, channels, private chats, and whatever a platform does to them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice

from cachetools import LRUCache

from bot.chats.fitting import plain
from bot.messages import SURE, AmountQuestion, Message, MessageId, Place, PlayerId, Question, Reply
from tools.simulation.chance import Chance
from tools.simulation.chats import ANSWER_PATIENCE, UNANSWERED, Asked, How, Said, SeenButton, SeenMessage, Told
from tools.simulation.checks import Call
from tools.simulation.light_chat import LightChat
from tools.simulation.light_connection import UNSURE_POST, Connection
from tools.simulation.light_server import LightGroup, LightPerson, LightServer, Post
from tools.simulation.light_style import LightStyle
from tools.simulation.light_updates import Update, Updates
from tools.simulation.platform_faults import Fates, PlatformFaults

SEEN_OF_A_PLACE = 8
"""How many of the latest messages somebody looks at, in a place and in their private chat."""

READ_KEPT = 2_000

MESSAGE_DELETED = "message deleted"

UNSURE = (UNSURE_POST, MESSAGE_DELETED, "bot removed", "group migrated", "channel deleted")
"""What happens to messages of which Kiu cannot know whether they stand."""


class LightWorld:
    """A platform in memory; made in the loop of the world, which goes on while Kiu does not run.

    Args:
        style: what the platform is like.
        chance: where its faults come from.
        faults: how often something goes wrong.
        called: told of every call of Kiu that is not answered in time.
    """

    def __init__(
        self,
        style: LightStyle,
        chance: Chance,
        faults: PlatformFaults,
        called: Callable[[Call], None] = lambda call: None,
    ) -> None:
        self.platform = style.platform
        self.style = style
        self._loop = asyncio.get_running_loop()
        self._called = called
        self._server = LightServer(style, chance, self._loop.time)
        self._server.on_told = self._told
        self._fates = Fates(chance, style.platform, faults)
        self._updates = Updates(style, self._fates, self._loop)
        self._changes: dict[Place, dict[asyncio.Future[None], None]] = {}
        """Who waits for a change of which place, in the order in which they began to wait."""

        self._read: LRUCache[tuple[MessageId, bool | None], tuple[Message, SeenMessage]] = LRUCache(READ_KEPT)
        """The messages that somebody has looked at, as whoever is asked or not sees them."""

        self._looked: dict[tuple[PlayerId, Place], tuple[tuple[Place, int, int], list[SeenMessage]]] = {}
        """What each person saw when they looked last, and how often anything had changed by then."""

        self._connection: Connection | None = None
        self._lives = 0
        self.tellers: list[Callable[[Told], None]] = []
        self.breaches: list[str] = []
        """Every call with which a life of Kiu has broken a budget, or did not wait as it was told."""

        self.happened: Counter[str] = self._fates.seen
        """How often each fault has happened."""

    @property
    def faults(self) -> PlatformFaults:
        """How often something goes wrong from now on."""
        return self._fates.faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._fates.faults = faults

    @property
    def unsure(self) -> int:
        """How many messages Kiu could not know of whether they stand."""
        return sum(self.happened[each] for each in UNSURE)

    def disconnect(self) -> None:
        """It has no connections that last."""

    # --- who is there ------------------------------------------------------------------------------------------

    def add_group(self, number: int, channels: Sequence[str]) -> str:
        """Make a group with Kiu in it, and return its id."""
        group = f"{self.platform}:-{number}"
        self._server.groups[group] = LightGroup(group, list(channels))
        return group

    def places(self, group: str) -> list[Place]:
        """The channels of a group."""
        return [Place(group, channel) for channel in self._server.groups[group].channels]

    def add_person(
        self,
        number: int,
        name: str,
        groups: Iterable[str],
        *,
        admin_of: Iterable[str] = (),
        language: str = "",
        private_open: bool = True,
    ) -> PlayerId:
        """Make an account that is a member of groups, and return its id."""
        person = f"{self.platform}:{number}"
        self._server.people[person] = LightPerson(person, name, language, private_open)
        for group in groups:
            self._server.groups[group].members.add(person)
        for group in admin_of:
            self._server.groups[group].admins.add(person)
        return person

    def private_chat(self, person: PlayerId) -> Place:
        """The private chat of a person with Kiu."""
        return self._server.private_chat(person)

    def present(self, place: Place) -> Place:
        """The place with the id that its group has now."""
        return place._replace(group=self._server.present(place.group))

    # --- what people see ---------------------------------------------------------------------------------------

    def messages(self, person: PlayerId, place: Place) -> list[SeenMessage]:
        """The latest messages of a place and of a person's private chat, the newest first."""
        here, private, server = self.present(place), self.private_chat(person), self._server
        stands = (here, server.changes[here], server.changes[private])
        looked = self._looked.get((person, place))
        if looked is None or looked[0] != stands:
            found = [
                self._seen(post, person)
                for where in dict.fromkeys((here, private))
                for post in islice(server.standing(where), SEEN_OF_A_PLACE)
            ]
            looked = self._looked[person, place] = (stands, found)
        return looked[1]

    def _seen(self, post: Post, person: PlayerId) -> SeenMessage:
        message = post.message
        asked = person in message.asked if message.asked else None
        read = self._read.get((post.number, asked))
        if read is None or read[0] is not message:
            seen = SeenMessage(
                post.number, post.place, words(message), buttons(message, post.number), bool(post.receiver), asked
            )
            read = self._read[post.number, asked] = (message, seen)
        return read[1]

    async def changed(self, person: PlayerId, place: Place, seconds: float) -> None:
        """Wait until anything in a place or in the private chat changes, at most so many seconds."""
        change: asyncio.Future[None] = self._loop.create_future()
        places = dict.fromkeys((self.present(place), self.private_chat(person)))
        waiting = [self._changes.setdefault(each, {}) for each in places]
        for each in waiting:
            each[change] = None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await change
        finally:
            for each in waiting:
                each.pop(change, None)

    def _told(self, how: How, post: Post) -> None:
        self._tell(how, post.place, post.receiver, post.number, post.message)
        for change in self._changes.get(post.place, ()):
            if not change.done():
                change.set_result(None)

    def _tell(self, how: How, place: Place, receiver: PlayerId, number: MessageId, message: Message) -> None:
        told = Told(self._loop.time(), how, place, receiver, number, words(message), message)
        for tell in self.tellers:
            tell(told)

    # --- what people do ----------------------------------------------------------------------------------------

    async def press(self, person: PlayerId, place: Place, button: SeenButton) -> Said:
        """Press a button, or one that the person has made up or kept, and wait for the answer."""
        pressed = button.pressed
        post = self._server.posts.get(str(button.source))
        if post is not None:
            post.pressed_at = self._loop.time()
            place = post.place
        return await self._sent(
            person,
            place,
            pressed.command,
            turn=pressed.turn,
            asks=pressed.asks,
            in_menu=pressed.in_menu,
            message="" if post is None else post.number,
        )

    async def give(self, person: PlayerId, place: Place, asked: Asked, value: str) -> Said:
        """Give the amount or the choice that was asked for."""
        update: Update = asked.source
        line = f"{update.line} {value}{SURE if update.turn else ''}"
        return await self._sent(
            person, update.place, line, turn=update.turn, in_menu=update.in_menu, message=update.message
        )

    async def type(self, person: PlayerId, place: Place, line: str) -> Said:
        """Type a line, and wait for the answer."""
        return await self._sent(person, place, line)

    async def _sent(
        self,
        person: PlayerId,
        place: Place,
        line: str,
        *,
        turn: str = "",
        asks: bool = False,
        in_menu: bool = False,
        message: MessageId = "",
    ) -> Said:
        place = self.present(place)
        group = self._server.groups.get(place.group)
        if group is not None and (person not in group.members or not group.has_bot):
            return UNANSWERED
        answer: asyncio.Future[Said] = self._loop.create_future()
        admin = group is None or person in group.admins
        update = Update(
            self._updates.next_number,
            place,
            person,
            line,
            turn,
            asks,
            in_menu,
            message,
            admin=admin,
            answer=answer,
        )
        self._updates.happens(update)
        try:
            async with asyncio.timeout(ANSWER_PATIENCE):
                return await answer
        except TimeoutError:
            return UNANSWERED

    def _answered(self, update: Update, answer: Reply | Question) -> None:
        """An answer reaches whoever has pressed or typed, if they still wait; it is shown in any case."""
        if isinstance(answer, Reply):
            message = answer.message
            said = Said(
                "\n".join(filter(None, (words(message), answer.toast))),
                answer.refused,
                buttons(message, ""),
                confirms=answer.confirms,
            )
            self._tell("answer", update.place, update.who, "", message)
        else:
            asked = _asked(answer, update)
            said = Said(asked.prompt, asked=asked)
            self._tell("question", update.place, update.who, "", Message(lines=(asked.prompt, *asked.choices)))
        if update.answer is not None and not update.answer.done():
            update.answer.set_result(said)

    # --- what happens to a group -------------------------------------------------------------------------------

    def delete(self, place: Place, number: MessageId) -> None:
        """Somebody deletes a message; it may be gone already."""
        self.happened[MESSAGE_DELETED] += number in self._server.posts
        self._server.clear(number)

    def leave(self, person: PlayerId, group: str) -> None:
        """Somebody leaves a group; they may have left already."""
        group = self._server.present(group)
        self._server.groups[group].members.discard(person)
        self._event(group, "member_gone", group, person)

    def enter(self, person: PlayerId, group: str) -> None:
        """Somebody comes back to a group."""
        self._server.groups[self._server.present(group)].members.add(person)

    def remove_bot(self, group: str) -> None:
        """Kiu is removed from a group."""
        group = self._server.present(group)
        self._server.groups[group].has_bot = False
        self.happened["bot removed"] += 1
        self._event(group, "removed", group)

    def add_bot(self, group: str) -> None:
        """Kiu is added to a group again."""
        group = self._server.present(group)
        self._server.groups[group].has_bot = True
        self._event(group, "arrived", group)

    def migrate(self, group: str) -> None:
        """A group gets another id, where that happens."""
        if self.style.by_channel or not self._server.groups[old := self._server.present(group)].has_bot:
            return
        new = self._server.migrate(old)
        self.happened["group migrated"] += 1
        self._event(new, "moved", old, new)

    def delete_channel(self, place: Place) -> None:
        """A channel is deleted with all that stands in it; it may be gone already."""
        place = self.present(place)
        channels = self._server.groups[place.group].channels
        if place.channel in channels:
            channels.remove(place.channel)
            self.happened["channel deleted"] += 1
            self._event(place.group, "place_gone", place)

    def block(self, person: PlayerId) -> None:
        """Somebody takes no more private messages from Kiu."""
        self._server.people[person].private_open = False
        self.happened["private chat closed"] += 1

    def unblock(self, person: PlayerId) -> None:
        """Somebody takes private messages from Kiu again."""
        self._server.people[person].private_open = True

    def _event(self, group: str, *event: object) -> None:
        self._updates.happens(Update(self._updates.next_number, Place(group, "0"), event=event))

    # --- Kiu ---------------------------------------------------------------------------------------------------

    def new_chat(self) -> LightChat:
        """How one life of Kiu is connected; called in that life's loop. An earlier one is cut off."""
        self.cut_off()
        self._lives += 1
        self._connection = Connection(self._server, self._fates, self._loop, self.breaches, self._called)
        return LightChat(
            self._lives,
            self._server,
            self._connection,
            self._updates.receive,
            self._updates.confirm,
            self._answered,
        )

    def cut_off(self) -> None:
        """Kiu was killed: nothing more comes from it, and what is under way arrives all the same."""
        if self._connection is not None:
            self._connection.cut = True
        self._updates.stop()


def words(message: Message) -> str:
    """All the text of a message, that of its picture included."""
    alt = "" if message.picture is None else message.picture.alt
    return "\n".join(filter(None, (plain(message.with_time()), alt)))


def buttons(message: Message, number: MessageId) -> tuple[SeenButton, ...]:
    """Everything that can be pressed in a message."""
    return tuple(SeenButton(each.label, each.data, number) for each in message.pressable)


def _asked(question: Question, update: Update) -> Asked:
    if isinstance(question, AmountQuestion):
        return Asked(question.prompt, question.least, question.most, source=update)
    return Asked(question.prompt, choices=tuple(each.value for each in question.choices), source=update)
