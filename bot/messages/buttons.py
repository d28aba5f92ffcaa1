"""Buttons, what they ask for, and what comes back when one is pressed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

BUTTON_DATA_BYTES = 64
"""What the strictest platform allows."""

ASKS = " ?"
"""How a button's data ends if an amount or a choice follows the command."""


@dataclass(frozen=True, slots=True)
class AmountQuestion:
    """An amount to ask the presser for; the answer is sent as the button's command followed by the number."""

    prompt: str
    least: int
    most: int


class Choice(NamedTuple):
    """Something to choose."""

    label: str
    value: str
    """What follows the button's command."""


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A choice to ask the presser for; the answer is sent as the button's command followed by it."""

    prompt: str
    hint: str
    """How to put the choice in words, where there is nothing to pick it from."""

    choices: tuple[Choice, ...] = field(default=(), repr=False)
    """What there is to choose from: for the eyes of the presser alone, and never in a message."""


Question: TypeAlias = AmountQuestion | ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message."""

    label: str
    command: str
    """What pressing it sends, as if typed."""

    turn: str = ""
    """``TABLE:TURN`` it belongs to."""

    style: Literal["plain", "primary", "success", "danger"] = "plain"
    ask: Question | None = None

    def __post_init__(self) -> None:
        if len(self.data.encode()) > BUTTON_DATA_BYTES:
            raise ValueError(f"button data over {BUTTON_DATA_BYTES} bytes: {self.command!r}")

    @property
    def data(self) -> str:
        """What travels with the button and comes back: ``TABLE:TURN:COMMAND``, and ``?`` if it asks for more."""
        return f"{self.turn or ':'}:{self.command}{ASKS if self.ask else ''}"


class Pressed(NamedTuple):
    """What came back from a button; the platform's word for it is all there is, so it proves nothing."""

    command: str
    turn: str
    """``TABLE:TURN``, or nothing for a button of no table."""

    asks: bool
    """Whether an amount or a choice has to be asked for first."""

    @property
    def table(self) -> str:
        """The table whose button it was, or nothing."""
        return self.turn.partition(":")[0]

    @classmethod
    def read(cls, data: str) -> Pressed:
        """The inverse of :attr:`Button.data`, for whatever a client may send."""
        table, _, rest = data.partition(":")
        question, _, command = rest.partition(":")
        turn = f"{table}:{question}" if table or question else ""
        return cls(command.removesuffix(ASKS), turn, command.endswith(ASKS))
