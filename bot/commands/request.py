from __future__ import annotations

from dataclasses import dataclass

from bot.commands.parsing import ParsedCommand
from bot.ledger import Once, WriteSet
from bot.messages import Person, Place, PlayerId
from bot.wording import Translator


@dataclass(frozen=True, slots=True)
class Request:
    """A permitted and parsed command."""

    command: ParsedCommand
    who: Person
    where: Place
    """The place of a chat that it comes from."""

    translate: Translator

    book: str = ""
    """The circle of its group; empty without one."""

    turn: str = ""
    """The table and question of a button: ``TABLE:QUESTION``."""

    key: str = ""
    """The platform's own number of the update, stored with its change so that no update is carried out twice."""

    in_private: bool = False

    picked: tuple[Person, ...] = ()
    """Named people whom the platform itself identifies."""

    in_menu: bool = False

    sure: bool = True
    """False for a press that still needs confirmation."""

    @property
    def receipt(self) -> WriteSet:
        """The writes that store the key with a change outside a table."""
        return (Once(self.key),) if self.key else ()

    @property
    def group(self) -> str:
        """The group that keeps the book."""
        return self.book or self.where.group

    @property
    def place(self) -> Place:
        """The place of its tables."""
        return Place(self.book, "") if self.book else self.where

    @property
    def table(self) -> str:
        return self.turn.partition(":")[0]

    @property
    def question(self) -> str:
        return self.turn.partition(":")[2]

    def picked_name(self, player: PlayerId) -> str:
        """Return the platform's name for a picked person, or nothing."""
        return next((each.name for each in self.picked if each.id == player), "")

    def word(self, name: str) -> str:
        return self.command.word(name)

    def amount(self, name: str) -> int | None:
        return self.command.amount(name)
