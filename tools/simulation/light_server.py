"""The servers of a light chat: who is there, what stands where, and how much they take. They outlive Kiu.

Whatever they refuse, they refuse with the errors of the Telegram library, which the code that Kiu sends with tells
apart.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter

from bot.messages import Message, MessageId, Place, PlayerId, Quote
from tools.simulation.chance import Chance
from tools.simulation.chats import How
from tools.simulation.light_style import Budget, LightStyle

KEPT_IN_A_PLACE = 60
"""How many messages of a place are kept; the oldest are dropped, as if somebody had deleted them."""


@dataclass(slots=True)
class LightPerson:
    """Somebody with an account."""

    id: PlayerId
    name: str
    language: str = ""
    private_open: bool = True
    """Whether they take private messages from Kiu."""


@dataclass(slots=True)
class LightGroup:
    """A group with its channels."""

    id: str
    channels: list[str]
    members: set[PlayerId] = field(default_factory=set)
    admins: set[PlayerId] = field(default_factory=set)
    has_bot: bool = True
    moved_to: str = ""


@dataclass(slots=True)
class Post:
    """A message that stands somewhere."""

    number: MessageId
    place: Place
    message: Message
    receiver: PlayerId = ""
    pressed_at: float = float("-inf")
    """When somebody last pressed one of its buttons."""


FREE_AFTER_A_PRESS = 14 * 60.0
"""Seconds for which a message may be edited freely after a press, where that is so."""


class Calls:
    """The calls that were made lately, and how many are taken."""

    def __init__(self, budgets: tuple[Budget, ...]) -> None:
        self._budgets = budgets
        self._made: deque[float] = deque()

    def seconds_left(self, now: float) -> float:
        """In how many seconds the next call is taken; 0 if it is now."""
        longest = max((each.seconds for each in self._budgets), default=0.0)
        while self._made and self._made[0] <= now - longest:
            self._made.popleft()
        left = 0.0
        for each in self._budgets:
            made = [when for when in self._made if when > now - each.seconds]
            if len(made) >= each.calls:
                left = max(left, made[-each.calls] + each.seconds - now)
        return left

    def count(self, now: float) -> None:
        """A call is made."""
        if self._budgets:
            self._made.append(now)


class LightServer:
    """Everything that a platform knows.

    Args:
        style: what it is like.
        chance: where its dice come from.
        now: virtual seconds.
    """

    def __init__(self, style: LightStyle, chance: Chance, now: Callable[[], float]) -> None:
        self.style = style
        self._chance = chance
        self._thrown: Counter[Place] = Counter()
        self.now = now
        self.people: dict[PlayerId, LightPerson] = {}
        self.groups: dict[str, LightGroup] = {}
        self.posts: dict[MessageId, Post] = {}
        self.posted = 0
        """How many messages were posted."""

        self.changes: Counter[Place] = Counter()
        """How often anything has changed that stands in a place."""

        self._in_places: dict[Place, deque[MessageId]] = {}
        self._numbers = count(1_000_001)
        self._nonces: dict[tuple[Place, str], MessageId] = {}
        self._taken: dict[str, Calls] = {}
        self._overall = Calls(style.overall)
        self.on_told: Callable[[How, Post], None] = lambda how, post: None
        """Told of every message that begins to stand somewhere, or changes."""

    # --- who is there ------------------------------------------------------------------------------------------

    def private_chat(self, person: PlayerId) -> Place:
        """The private chat of a person with Kiu."""
        return Place(person, "0")

    def is_private(self, place: Place) -> bool:
        """Whether a place is somebody's private chat."""
        return place.group in self.people

    def present(self, group: str) -> str:
        """The id that a group has now."""
        while group in self.groups and (moved := self.groups[group].moved_to):
            group = moved
        return group

    def migrate(self, old: str) -> str:
        """Give a group another id, and return that."""
        new = f"{old}000"
        group = self.groups[old]
        self.groups[new] = LightGroup(new, group.channels, group.members, group.admins, group.has_bot)
        group.moved_to = new
        return new

    # --- what Kiu calls ----------------------------------------------------------------------------------------

    def take(self, chat: str, place: Place) -> None:
        """Count a call that shows something.

        Raises:
            telegram.error.TelegramError: it is refused.
        """
        now = self.now()
        taken = self._taken.setdefault(chat, Calls(self.budgets(place)))
        left = max(taken.seconds_left(now), self._overall.seconds_left(now))
        if left > 0:
            raise RetryAfter(int(left) + 1)
        taken.count(now)
        self._overall.count(now)

    def budgets(self, place: Place) -> tuple[Budget, ...]:
        """What is taken in a place."""
        return self.style.in_private if self.is_private(place) else self.style.in_a_group

    def chat_of(self, place: Place) -> str:
        """Whose budget a call to a place uses."""
        by_channel = self.style.by_channel and not self.is_private(place)
        return f"{place.group}/{place.channel}" if by_channel else place.group

    def is_free_edit(self, number: MessageId) -> bool:
        """Whether an edit of a message counts for nothing."""
        post = self.posts.get(number)
        fresh = post is not None and self.now() - post.pressed_at < FREE_AFTER_A_PRESS
        return self.style.presses_free_edits and fresh

    def show(
        self, how: How, place: Place, message: Message, *, nonce: str = "", number: MessageId | None = None
    ) -> MessageId:
        """Post a message, and return its number.

        Args:
            how: as what it is posted.
            place: where; a private chat is somebody's alone.
            message: the message.
            nonce: posted with the same one before, the message stands already.
            number: the number of a message that is always the same, such as a pane.

        Raises:
            telegram.error.TelegramError: it is refused.
        """
        self._check_welcome(place)
        if nonce and (place, nonce) in self._nonces:
            return self._nonces[place, nonce]
        receiver = place.group if self.is_private(place) else ""
        post = Post(number or str(next(self._numbers)), place, message, receiver)
        self.posted += 1
        self._stand(post)
        if nonce:
            self._nonces[place, nonce] = post.number
        self.on_told(how, post)
        return post.number

    def _stand(self, post: Post) -> None:
        self.changes[post.place] += 1
        numbers = self._in_places.setdefault(post.place, deque())
        if post.number in self.posts:
            numbers.remove(post.number)
        self.posts[post.number] = post
        numbers.append(post.number)
        if len(numbers) > KEPT_IN_A_PLACE:
            self.posts.pop(numbers.popleft(), None)

    def edit(self, place: Place, number: MessageId, message: Message, how: How = "edit") -> None:
        """Put a message in the place of an earlier one.

        Raises:
            telegram.error.TelegramError: it is refused.
        """
        self._check_welcome(place)
        post = self.posts.get(number)
        if post is None or post.place != place:
            raise BadRequest("Message to edit not found")
        post.message = message
        self.changes[place] += 1
        self.on_told(how, post)

    def clear(self, number: MessageId) -> None:
        """Take a message away; it may be gone already."""
        if (post := self.posts.pop(number, None)) is not None:
            self.changes[post.place] += 1
            self._in_places[post.place].remove(number)

    def throw(self, place: Place, quote: Quote | None) -> int:
        """Throw a die, and return what it shows, from 1 to 64.

        Args:
            place: where.
            quote: the lines of a message that it quotes, if it does.

        Raises:
            telegram.error.TelegramError: it is refused.
        """
        self._check_welcome(place)
        if quote is not None:
            post = self.posts.get(quote.number)
            lines = () if post is None or post.message.fold is None else post.message.fold.lines
            if not all(line in lines for line in quote.lines):
                raise BadRequest("Bad Request: QUOTE_TEXT_INVALID")
        self._thrown[place] += 1
        return self._chance.stream("dice", *place, self._thrown[place]).randint(1, 64)

    def closings(self, place: Place, message: Message) -> Iterator[MessageId]:
        """The messages of a place that say exactly this, the earliest first."""
        numbers = self._in_places.get(place, ())
        return (number for number in numbers if self.posts[number].message == message)

    def standing(self, place: Place) -> Iterator[Post]:
        """The messages of a place, the newest first."""
        return (self.posts[number] for number in reversed(self._in_places.get(place, ())))

    def membership(self, group: str, person: PlayerId) -> tuple[bool, bool]:
        """Whether somebody is in a group, and whether they administer it.

        Raises:
            telegram.error.TelegramError: nobody can be asked there.
        """
        known = self.groups.get(self.present(group))
        if known is None:
            raise BadRequest("Chat not found")
        if not known.has_bot:
            raise Forbidden("Forbidden: bot was kicked from the group chat")
        return person in known.members, person in known.admins

    def _check_welcome(self, place: Place) -> None:
        if self.is_private(place):
            if not self.people[place.group].private_open:
                raise Forbidden("Forbidden: bot was blocked by the user")
            return
        group = self.groups.get(place.group)
        if group is None:
            raise BadRequest("Chat not found")
        if group.moved_to:
            raise ChatMigrated(number_of(group.moved_to))
        if not group.has_bot:
            raise Forbidden("Forbidden: bot was kicked from the group chat")
        if place.channel not in group.channels:
            raise BadRequest("Bad Request: message thread not found")


def number_of(group: str) -> int:
    """The number of a group or of a person in their id."""
    return int(group.partition(":")[2])
