from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

BUTTON_DATA_BYTES = 64
"""Bytes of a button's data on the strictest platform."""

ASKS = " ?"
"""The end of a button's data that asks for an amount or a choice."""

AMOUNT = "{amount}"

SURE = " !"
"""The end of a confirmed command."""

IN_MENU = "^"
"""The beginning of a button's data in a menu."""

ButtonStyle: TypeAlias = Literal["plain", "primary", "success", "danger"]


def fits_a_button(data: str) -> bool:
    return len(data.encode()) <= BUTTON_DATA_BYTES


class Choice(NamedTuple):
    label: str
    value: str
    """The text after the button's command."""


@dataclass(frozen=True, slots=True)
class AmountQuestion:
    prompt: str
    least: int
    most: int
    step: int = 0
    """The change by one press; 0 if the amount is typed."""

    usual: tuple[Choice, ...] = ()
    """Allowed amounts chosen most."""

    doing: str = ""
    """The deed with :data:`AMOUNT` in it: ``Bet {amount}``."""

    about: tuple[str, ...] = ()

    held: str = field(default="", repr=False)
    """The presser's hand in short, never part of a message."""

    @property
    def background(self) -> tuple[str, ...]:
        return (*self.held.splitlines(), *self.about)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    prompt: str
    hint: str
    """The way to type the choice without a list."""

    choices: tuple[Choice, ...] = field(default=(), repr=False)
    """The choices, shown to the presser alone."""

    held: str = field(default="", repr=False)
    """The presser's hand in short, where there is no list."""


Question: TypeAlias = AmountQuestion | ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    command: str
    """The line that a press sends, as if typed."""

    turn: str = ""
    """``TABLE:TURN``; empty for a button of no table."""

    style: ButtonStyle = "plain"
    ask: Question | None = None
    in_menu: bool = False
    """True in a page of a menu; set by the dispatcher."""

    def __post_init__(self) -> None:
        if not fits_a_button(self.data):
            raise ValueError(f"button data over {BUTTON_DATA_BYTES} bytes: {self.command!r}")

    @property
    def data(self) -> str:
        """The callback data: ``TABLE:TURN:COMMAND``, and ``?`` if it asks for more."""
        return f"{IN_MENU if self.in_menu else ''}{self.turn or ':'}:{self.command}{ASKS if self.ask else ''}"


@dataclass(frozen=True, slots=True)
class Select:
    """A list of buttons: a select where messages can have one, else small buttons."""

    prompt: str

    options: tuple[Button, ...]
    """Options; picking one is pressing it."""


class Pressed(NamedTuple):
    """The parsed callback data of a press; a client may forge it, so it proves nothing."""

    command: str
    turn: str
    """``TABLE:TURN``; empty for a button of no table."""

    asks: bool
    """True if an amount or a choice is missing."""

    in_menu: bool = False

    @property
    def data(self) -> str:
        return f"{IN_MENU if self.in_menu else ''}{self.turn or ':'}:{self.command}{ASKS if self.asks else ''}"

    @property
    def table(self) -> str:
        return self.turn.partition(":")[0]

    @classmethod
    def read(cls, data: str) -> Pressed:
        """Parse :attr:`Button.data` or a client's forgery of it."""
        table, _, rest = data.removeprefix(IN_MENU).partition(":")
        question, _, command = rest.partition(":")
        turn = f"{table}:{question}" if table or question else ""
        return cls(command.removesuffix(ASKS), turn, command.endswith(ASKS), data.startswith(IN_MENU))


def in_rows(buttons: Sequence[Button], most: int) -> list[tuple[Button, ...]]:
    """Split buttons into rows of at most ``most``."""
    return [tuple(buttons[start : start + most]) for start in range(0, len(buttons), most)]
