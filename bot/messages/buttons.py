"""Buttons, what they ask for, and what comes back when one is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

BUTTON_DATA_BYTES = 64
"""How many bytes of data a button may carry: the limit of the strictest platform."""

ASKS = " ?"
"""How a button's data ends if an amount or a choice has to be asked for."""

AMOUNT = "{amount}"
"""What stands for the amount where a text says what will be done with it."""

SURE = " !"
"""How the command of a button ends that is pressed because somebody was asked whether they mean it."""

IN_MENU = "^"
"""How the data of a button begins that stands in a page of a menu."""


def fits_a_button(data: str) -> bool:
    """Whether a button can carry so much data."""
    return len(data.encode()) <= BUTTON_DATA_BYTES


class Choice(NamedTuple):
    """One thing that can be chosen."""

    label: str
    value: str
    """What follows the button's command."""


@dataclass(frozen=True, slots=True)
class AmountQuestion:
    """An amount to ask for when a button is pressed; what is sent then is the button's command and the number."""

    prompt: str
    least: int
    most: int
    step: int = 0
    """By how much one press changes it where it is chosen by buttons; 0 if it is typed, as where many are asked."""

    usual: tuple[Choice, ...] = ()
    """The amounts that are chosen most, such as the pot; each is allowed."""

    doing: str = ""
    """What is done with the amount, which stands in it as :data:`AMOUNT`: ``Bet {amount}``; empty if nothing is."""

    about: tuple[str, ...] = ()
    """What everybody may see and matters for it, such as the pot."""

    held: str = field(default="", repr=False)
    """What the presser holds, in short; shown to them alone, and never part of a message."""

    @property
    def background(self) -> tuple[str, ...]:
        """What the presser should have before their eyes; for them alone."""
        return (*self.held.splitlines(), *self.about)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A choice to ask for when a button is pressed; what is sent then is the button's command and the chosen value."""

    prompt: str
    hint: str
    """How to type the choice, on platforms where it cannot be picked from a list."""

    choices: tuple[Choice, ...] = field(default=(), repr=False)
    """What there is to choose from; shown to the presser alone, and never part of a message."""

    held: str = field(default="", repr=False)
    """What the presser holds, in short, where the choices cannot be picked from a list; shown to them alone."""


Question: TypeAlias = AmountQuestion | ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message."""

    label: str
    command: str
    """What pressing it sends, as if typed."""

    turn: str = ""
    """The table and the turn it belongs to, as ``TABLE:TURN``; empty if it belongs to no table."""

    style: Literal["plain", "primary", "success", "danger"] = "plain"
    ask: Question | None = None
    in_menu: bool = False
    """Whether it stands in a page of a menu, which the answer may replace; the dispatcher sets it."""

    def __post_init__(self) -> None:
        if not fits_a_button(self.data):
            raise ValueError(f"button data over {BUTTON_DATA_BYTES} bytes: {self.command!r}")

    @property
    def data(self) -> str:
        """The callback data of the button: ``TABLE:TURN:COMMAND``, and ``?`` if it asks for more."""
        return f"{IN_MENU if self.in_menu else ''}{self.turn or ':'}:{self.command}{ASKS if self.ask else ''}"


@dataclass(frozen=True, slots=True)
class Select:
    """A list of which one is picked, where rows of buttons would take too much room.

    It is a select where the platform has one in messages, and small buttons side by side elsewhere.
    """

    prompt: str
    """What it says before anything is picked: ``A house rule …``."""

    options: tuple[Button, ...]
    """What there is to pick; picking one is pressing it."""


class Pressed(NamedTuple):
    """The callback data of a pressed button, parsed; a client may forge it, so it proves nothing."""

    command: str
    turn: str
    """``TABLE:TURN``; empty for a button of no table."""

    asks: bool
    """Whether an amount or a choice has to be asked for first."""

    in_menu: bool = False
    """Whether it stands in a page of a menu."""

    @property
    def data(self) -> str:
        """The callback data that it was read from."""
        return f"{IN_MENU if self.in_menu else ''}{self.turn or ':'}:{self.command}{ASKS if self.asks else ''}"

    @property
    def table(self) -> str:
        """The table whose button it was; empty if none."""
        return self.turn.partition(":")[0]

    @classmethod
    def read(cls, data: str) -> Pressed:
        """The inverse of :attr:`Button.data`, for whatever a client may send."""
        table, _, rest = data.removeprefix(IN_MENU).partition(":")
        question, _, command = rest.partition(":")
        turn = f"{table}:{question}" if table or question else ""
        return cls(command.removesuffix(ASKS), turn, command.endswith(ASKS), data.startswith(IN_MENU))


def in_rows(buttons: Sequence[Button], most: int) -> list[tuple[Button, ...]]:
    """Buttons in rows of ``most`` at most, in their order."""
    return [tuple(buttons[start : start + most]) for start in range(0, len(buttons), most)]
