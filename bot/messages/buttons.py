"""Buttons, what they ask for, and what comes back when one is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

BUTTON_DATA_BYTES = 64
"""The most bytes of a button's data: the limit of the strictest platform."""

ASKS = " ?"
"""The end of a button's data if an amount or a choice has to be asked for."""

AMOUNT = "{amount}"
"""The placeholder of the amount in a text."""

SURE = " !"
"""The end of a command that its presser has confirmed."""

IN_MENU = "^"
"""The beginning of a button's data in a page of a menu."""


def fits_a_button(data: str) -> bool:
    """True if a button can carry so much data."""
    return len(data.encode()) <= BUTTON_DATA_BYTES


class Choice(NamedTuple):
    """One thing that can be chosen."""

    label: str
    value: str
    """The text after the button's command."""


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
    """The deed with :data:`AMOUNT` in it: ``Bet {amount}``; may be empty."""

    about: tuple[str, ...] = ()
    """Public facts that matter for it, such as the pot."""

    held: str = field(default="", repr=False)
    """The presser's hand in short; shown to them alone, never part of a message."""

    @property
    def background(self) -> tuple[str, ...]:
        """Facts for the presser's eyes alone."""
        return (*self.held.splitlines(), *self.about)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A choice to ask for when a button is pressed; what is sent then is the button's command and the chosen value."""

    prompt: str
    hint: str
    """The way to type the choice without a list."""

    choices: tuple[Choice, ...] = field(default=(), repr=False)
    """The choices; shown to the presser alone, never part of a message."""

    held: str = field(default="", repr=False)
    """The presser's hand in short where there is no list; shown to them alone."""


Question: TypeAlias = AmountQuestion | ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message."""

    label: str
    command: str
    """The line that a press sends, as if typed."""

    turn: str = ""
    """The table and the turn it belongs to, as ``TABLE:TURN``; empty if it belongs to no table."""

    style: Literal["plain", "primary", "success", "danger"] = "plain"
    ask: Question | None = None
    in_menu: bool = False
    """True if it stands in a page of a menu, which the answer may replace; the dispatcher sets it."""

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
    """Its text before anything is picked: ``A house rule …``."""

    options: tuple[Button, ...]
    """Its options; picking one is pressing it."""


class Pressed(NamedTuple):
    """The callback data of a pressed button, parsed; a client may forge it, so it proves nothing."""

    command: str
    turn: str
    """``TABLE:TURN``; empty for a button of no table."""

    asks: bool
    """True if an amount or a choice has to be asked for first."""

    in_menu: bool = False
    """True if it stands in a page of a menu."""

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
        """Read :attr:`Button.data`, or anything else that a client may send."""
        table, _, rest = data.removeprefix(IN_MENU).partition(":")
        question, _, command = rest.partition(":")
        turn = f"{table}:{question}" if table or question else ""
        return cls(command.removesuffix(ASKS), turn, command.endswith(ASKS), data.startswith(IN_MENU))


def in_rows(buttons: Sequence[Button], most: int) -> list[tuple[Button, ...]]:
    """Buttons in rows of ``most`` at most, in their order."""
    return [tuple(buttons[start : start + most]) for start in range(0, len(buttons), most)]
