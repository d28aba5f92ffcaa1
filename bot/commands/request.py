"""A command on its way from the dispatcher to its handler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.commands.parsing import ParsedCommand
from bot.ledger import WriteSet
from bot.messages import Person, Place, PlayerId
from bot.wording import Translator


@dataclass(frozen=True, slots=True)
class Request:
    """A command that was read once, from somebody who may send it."""

    command: ParsedCommand
    who: Person
    where: Place
    translate: Translator
    """Into the language of the sender."""

    turn: str = ""
    """For a button: the table and the question it was made for, ``TABLE:QUESTION``."""

    receipt: WriteSet = ()
    """Writes that become durable with the change, so that an update is never carried out twice."""

    key: str = ""
    """The platform's own number of the update."""

    in_private: bool = False
    """True if it was sent in a private chat."""

    picked: tuple[Person, ...] = ()
    """The people it names, where the platform itself tells who they are."""

    in_menu: bool = False
    """True if a button was pressed that stands in a page of a menu."""

    sure: bool = True
    """True if it was typed, or pressed by somebody who was asked whether they mean it."""

    let_others_pass: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Is called before it waits for a deal, so that nobody waits behind it."""

    @property
    def group(self) -> str:
        """The server or group in which it was sent."""
        return self.where.group

    @property
    def table(self) -> str:
        """The table whose button was pressed; empty for a typed line."""
        return self.turn.partition(":")[0]

    @property
    def question(self) -> str:
        """The question that the button was made for; empty for a typed line."""
        return self.turn.partition(":")[2]

    def picked_name(self, player: PlayerId) -> str:
        """The name of a person whom the platform tells of; empty for others."""
        return next((each.name for each in self.picked if each.id == player), "")

    def word(self, name: str) -> str:
        """The text of a parameter, or nothing."""
        return self.command.word(name)

    def amount(self, name: str) -> int | None:
        """The number given for a parameter."""
        return self.command.amount(name)
