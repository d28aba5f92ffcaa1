"""The next state of a table, lines for the journal, and messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, ParamSpec, TypeAlias

from engine.play import Action, Seat
from engine.refusal import Refused
from engine.table.hand import AnyHand
from engine.table.players import PlayerId
from engine.table.state import TableState

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Notice:
    """A message about a table besides the game: a key of the wording, and its values."""

    key: str
    fields: Mapping[str, str | int] = field(default_factory=dict)


class Played(NamedTuple):
    """An action of the game that a player has taken."""

    game: str

    hand: AnyHand

    seat: Seat
    action: Action
    events: tuple[tuple[Any, ...], ...]


Done: TypeAlias = Notice | Played
"""The deed of a sender; the key of such a notice begins with ``did-``."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line for the journal of a table, numbered when it is stored."""

    hand: int | None
    actor: PlayerId
    text: str = field(repr=False)


class Outcome(NamedTuple):
    answer: Notice | None = None
    """An answer that says more than everybody is shown."""

    done: Done | None = None
    """The deed, if no answer says it."""

    told: bool = False
    """True if everybody at the table is told the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a table.

    Its state alone says which row of the table is stored, and which chips were brought or taken away.
    """

    state: TableState
    writes: tuple[Any, ...] = ()
    """Lines for the journal, and rows of the caller that nothing here looks at."""

    notices: tuple[Notice, ...] = ()
    """The messages to everybody, besides the events of the game."""

    answer: Notice | None = None

    done: Done | None = None

    silent: bool = False
    """True if nothing may show to others that the change was made."""

    own_hand: PlayerId = ""
    """The only player whose private hand looks different after a silent change."""

    deals: bool = False
    """True if the next hand is dealt at once, and this stored with its closing."""

    private: Mapping[PlayerId, Notice] = field(default_factory=dict)

    def then(self, after: Change) -> Change:
        """This step and the next one from its state; the sender is answered for this one."""
        return replace(
            self,
            state=after.state,
            writes=(*self.writes, *after.writes),
            notices=(*self.notices, *after.notices),
            private={**self.private, **after.private},
        )


def is_allowed(step: Callable[P, object], *args: P.args, **named: P.kwargs) -> bool:
    try:
        step(*args, **named)
    except Refused:
        return False
    return True


def noted(state: TableState, actor: PlayerId, text: str, *notices: Notice, answer: Notice | None = None) -> Change:
    """A change with a line for the journal, about the running hand if there is one."""
    hand = state.playing
    return Change(state, (NewLine(None if hand is None else hand.id, actor, text),), notices, answer)
