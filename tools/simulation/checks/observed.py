"""What the world outside observes of Kiu, as plain data: what it said, and what it called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Self

from bot.app import App
from bot.chats.fitting import plain
from bot.commands import spec_of
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.messages import Command, Message, MessageId, Place, PlayerId, Reply
from engine.games import GAMES
from engine.table.state import TableState

EVERYBODY: PlayerId = ""
"""The receiver of what everybody at a place can read."""

_TURN = re.compile(r"(\d+)\.(\d+)")


_VERBS = frozenset(verb.name for game in GAMES.values() for verb in game.verbs)


@lru_cache(maxsize=4096)
def verb_of(text: str) -> str:
    """The action of a game that a command takes; empty if it takes none."""
    spec = spec_of(text)
    return spec.name if spec is not None and spec.name in _VERBS else ""


def is_action(line: str) -> bool:
    """Whether a line of a journal is an action of a game."""
    return line.split(" ", 1)[0] in _VERBS


class Position(NamedTuple):
    """How far the story of a table goes: positions of one table can be compared, and only ever grow."""

    hand: int
    """The number of the hand at its table."""

    question: int


@dataclass(frozen=True, slots=True)
class Life:
    """One run of Kiu's process, from a start to its end or to a crash."""

    app: App
    clock: Clock
    entropy: Entropy
    answering_since: Callable[[Place], float | None]
    """Since when, on the clock, the chat of a place has answered without fault; ``None`` while it does not."""

    def player(self, command: Command) -> PlayerId:
        """Who sends a command: of several accounts in a circle the one that they play under."""
        groups = self.app.groups
        return groups.person(groups.book(command.where.group), command.who.id)

    def places(self, state: TableState) -> tuple[Place, ...]:
        """Where a table stands: several places in a circle."""
        return self.app.groups.places(state.place)

    def answering(self, state: TableState, which: Callable[[Iterable[float]], float] = max) -> float | None:
        """Since when the chats of a table answer, all of them, or with ``min`` any; ``None`` while they do not."""
        since = [self.answering_since(each) for each in self.places(state)]
        there = [each for each in since if each is not None]
        return which(there) if there and (which is min or len(there) == len(since)) else None


@dataclass(frozen=True, slots=True)
class Said:
    """Something that Kiu has said to everybody at a place, or to one person alone."""

    at: float
    """Seconds on the clock of the world."""

    how: str
    """``post``, ``edit``, ``ping``, ``closing``, ``private`` or ``reply``."""

    place: Place | None
    """Where it stands, or for a reply where the command was meant for; ``None`` if nothing tells."""

    receiver: PlayerId
    """Who alone can read it; :data:`EVERYBODY` if all at the place can."""

    number: MessageId
    """The message that it is, or that it takes the place of; empty for a reply."""

    text: str = field(repr=False)
    """All that can be read of it, with what describes pictures and what stands in files."""

    buttons: tuple[tuple[str, str], ...] = ()
    """Every button: its command, and the turn that it was made for."""

    answer_to: str = ""
    """For a reply: the text of the command."""

    table: str = ""
    """For a reply: the table that the pressed button was made for; empty if the command was typed."""

    @classmethod
    def of(
        cls,
        message: Message,
        *,
        at: float,
        how: str,
        place: Place | None,
        receiver: PlayerId = EVERYBODY,
        number: MessageId = "",
        answer_to: str = "",
        toast: str = "",
    ) -> Self:
        """What a message says."""
        parts = [message.title, plain(message.with_time()), message.brief, toast]
        if message.picture is not None:
            parts.append(message.picture.alt)
        if message.fold is not None:
            parts.extend(message.fold.lines)
        if message.file is not None:
            parts.append(message.file.content.decode("utf-8", "replace"))
        buttons = tuple((each.command, each.turn) for each in message.pressable)
        parts.extend(button.label for button in message.pressable)
        text = "\n".join(parts)
        return cls(at, how, place, receiver, number, text, buttons, answer_to)

    @classmethod
    def in_reply(cls, reply: Reply, command: Command, *, at: float) -> Self:
        """What the answer to a command says to its sender."""
        said = cls.of(
            reply.message,
            at=at,
            how="reply",
            place=command.where,
            receiver=command.who.id,
            answer_to=command.text,
            toast=reply.toast,
        )
        return replace(said, table=command.turn.partition(":")[0])

    @property
    def positions(self) -> Mapping[str, Position]:
        """How far the story goes that this tells, by table, as far as its buttons say.

        In Quan Dui the buttons of the question after a draw may stand below those of the question that is put.
        """
        return _positions(self.buttons) if self.buttons else {}


@lru_cache(maxsize=1024)
def _positions(buttons: tuple[tuple[str, str], ...]) -> Mapping[str, Position]:
    found: dict[str, Position] = {}
    for command, turn in buttons:
        table, _, question = turn.partition(":")
        if verb_of(command) and (told := _TURN.fullmatch(question)):
            now = Position(int(told[1]), int(told[2]))
            found[table] = min(now, found.get(table, now))
    return found


NO_ANSWER = 0
"""The status of a call that was lost on the way, or its answer: Kiu waits for it in vain for many seconds."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that Kiu has made to a platform, and how it was answered."""

    at: float
    platform: str
    buckets: tuple[str, ...]
    """Every limit that it counts for: ``telegram global``, ``telegram group 7``, ``discord channel 3``."""

    status: int
    """As HTTP has it: 200, 429, 403; or :data:`NO_ANSWER`."""

    retry_after: float = 0.0
    """After how many seconds the platform wants to be called again, with 429."""

    retry_buckets: tuple[str, ...] = ()
    """The limits that this concerns."""

    answered_at: float = 0.0
    """When Kiu was told so, if that was later than a moment after the call."""
