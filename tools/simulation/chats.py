"""What people see of a chat and can do in it, on Telegram, on Discord or in the room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from bot.chats.platforms import PlatformChat
from bot.messages import Message, MessageId, Place, PlayerId, Pressed
from engine.games import GAMES
from tools.simulation.platform_faults import PlatformFaults

How = Literal["post", "edit", "ping", "closing", "private", "aloud", "answer", "question"]
"""In which way something was told: an answer and a question are for the person alone who pressed or typed, and what is
answered aloud everybody in the place can read."""


class Told(NamedTuple):
    """Something that reached people."""

    at: float
    """Virtual seconds since the world began."""

    how: How
    place: Place
    """Where; for a private message, the private chat."""

    receiver: PlayerId
    """Who alone sees it; empty if everybody in the place does."""

    number: MessageId
    """The message, new or edited; empty for an answer that is no message."""

    text: str = ""
    """All that can be read."""

    message: Message | None = None
    """What Kiu gave the chat, where the platform keeps that."""

    buttons: tuple[SeenButton, ...] = ()
    """What can be pressed, where it does not."""


@lru_cache(maxsize=10_000)
def _read(data: str) -> Pressed:
    return Pressed.read(data)


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button that somebody sees."""

    label: str
    data: str
    """What Kiu has written into it."""

    source: Any = field(default=None, repr=False, compare=False)
    """The platform's own button, for pressing it."""

    @property
    def pressed(self) -> Pressed:
        """What it carries."""
        return _read(self.data)

    @property
    def verb(self) -> str:
        """The first word of its command."""
        return self.pressed.command.partition(" ")[0]


MOVES = frozenset(verb.name for game in GAMES.values() for verb in game.verbs)
"""The verbs of all games."""


@dataclass(frozen=True, eq=False)
class SeenMessage:
    """A message as somebody sees it at this moment."""

    number: MessageId
    place: Place
    text: str
    buttons: tuple[SeenButton, ...] = ()
    private: bool = False
    """Whether nobody else sees it."""

    asked: bool | None = None
    """Whether its question is put to this person; ``None`` if they have to read that from the text."""

    @cached_property
    def moves(self) -> Mapping[str, tuple[SeenButton, ...]]:
        """The buttons that answer a question of a game, by the question, in their order."""
        found: dict[str, tuple[SeenButton, ...]] = {}
        for button in self.buttons:
            turn = button.pressed.turn
            if button.verb in MOVES and turn.partition(":")[2]:
                found[turn] = (*found.get(turn, ()), button)
        return found

    @cached_property
    def is_of_a_table(self) -> bool:
        """Whether it shows a table, open or closed."""
        return any(each.verb in ("menu", "open", "practice") for each in self.buttons)


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody is asked for before their press is carried out."""

    prompt: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    """What can be chosen; empty if an amount from ``least`` to ``most`` is wanted."""

    source: Any = field(default=None, repr=False, compare=False)
    """The platform's own question, for answering it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What came back of a press or a line, for its sender alone."""

    words: str = ""
    refused: bool = False
    buttons: tuple[SeenButton, ...] = ()
    """The buttons of the page or of the question whether they mean it."""

    asked: Asked | None = None
    confirms: bool = False
    """Whether they are asked whether they mean it: the first button says so."""

    answered: bool = True
    """Whether anything came back at all."""


UNANSWERED = Said(answered=False)
"""Nothing came back in the time for which people wait."""

ANSWER_PATIENCE = 20.0
"""Seconds after which somebody no longer waits for an answer."""


class ChatWorld(Protocol):
    """A platform with its people; it goes on while Kiu does not run, and everything in it happens in its own loop."""

    platform: str
    """With which the ids of its groups and people begin."""

    tellers: list[Callable[[Told], None]]
    """Who is told of everything that reaches somebody, at the moment it does."""

    faults: PlatformFaults
    """How often something goes wrong from now on."""

    @property
    def unsure(self) -> int:
        """How many messages Kiu could not know of whether they stand: their responses were lost, or somebody has
        deleted them."""

    # --- what people see and do --------------------------------------------------------------------------------

    def messages(self, person: PlayerId, place: Place) -> Sequence[SeenMessage]:
        """The latest messages of a place and of a person's private chat, the newest first."""

    def private_chat(self, person: PlayerId) -> Place:
        """The private chat of a person with Kiu."""

    async def press(self, person: PlayerId, place: Place, button: SeenButton) -> Said:
        """Press a button, or one that the person has made up or kept, and wait for the answer."""

    async def give(self, person: PlayerId, place: Place, asked: Asked, value: str) -> Said:
        """Give the amount or the choice that was asked for."""

    async def type(self, person: PlayerId, place: Place, line: str) -> Said:
        """Type a command without its slash, or anything else, and wait for the answer."""

    async def changed(self, person: PlayerId, place: Place, seconds: float) -> None:
        """Wait until anything in a place or in the private chat changes, at most so many seconds."""

    # --- who is there ------------------------------------------------------------------------------------------

    def add_group(self, number: int, channels: Sequence[str]) -> str:
        """Make a group with Kiu in it and as many channels as there are names; return its id."""

    def places(self, group: str) -> Sequence[Place]:
        """The channels of a group."""

    def add_person(
        self, number: int, name: str, groups: Iterable[str], *, admin_of: Iterable[str] = (), language: str = ""
    ) -> PlayerId:
        """Make an account that is a member of groups, and return its id; the number is nobody else's."""

    def present(self, place: Place) -> Place:
        """The place with the id that its group has now."""

    # --- what happens to it ------------------------------------------------------------------------------------

    def disconnect(self) -> None:
        """All connections to it break at this moment, as far as it has any that last."""

    def block(self, person: PlayerId) -> None:
        """Somebody takes no more private messages from Kiu."""

    def unblock(self, person: PlayerId) -> None:
        """Somebody takes private messages from Kiu again, if they ever did."""

    # --- what happens to a group -------------------------------------------------------------------------------

    def migrate(self, group: str) -> None:
        """A group gets another id, where that happens on the platform."""

    def delete(self, place: Place, number: MessageId) -> None:
        """Somebody deletes a message; it may be gone already."""

    def leave(self, person: PlayerId, group: str) -> None:
        """Somebody leaves a group; they may have left already."""

    def enter(self, person: PlayerId, group: str) -> None:
        """Somebody comes back to a group."""

    def remove_bot(self, group: str) -> None:
        """Kiu is removed from a group."""

    def add_bot(self, group: str) -> None:
        """Kiu is added to a group again."""


class PlatformWorld(ChatWorld, Protocol):
    """One that Kiu connects to, as it does to all but its own room."""

    def new_chat(self) -> PlatformChat:
        """How one life of Kiu is connected; called in that life's loop. An earlier one is cut off."""

    def cut_off(self) -> None:
        """Kiu was killed: nothing more comes from it, and what is under way arrives without anybody there to hear."""
