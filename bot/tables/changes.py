"""The effect of a command on a table: the next state, writes, and messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, ParamSpec, TypeAlias

from bot import ledger
from bot.ledger import Account, TableSaved, Transfer, Write, mint, practice_stack, wallet
from bot.messages import Person, PlayerId
from bot.tables.state import AnyHand, Notice, TableState
from engine.play import Action, Seat
from engine.refusal import Refused

P = ParamSpec("P")


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


TableWrites: TypeAlias = tuple[Write | NewLine, ...]
"""The writes of a change; :func:`bot.tables.store.numbered` makes a write set of them."""


class Outcome(NamedTuple):
    """The answer to the sender of a command."""

    answer: Notice | None = None
    """An answer that says more than everybody is shown."""

    done: Done | None = None
    """The deed, if no answer says it."""

    told: bool = False
    """True if everybody at the table is told the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a table."""

    state: TableState
    writes: TableWrites = ()
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

    newcomer: Person | None = None
    """The computer player who sits down, and gets its chips before that is stored."""

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
    """True if a step of a table is not refused."""
    try:
        step(*args, **named)
    except Refused:
        return False
    return True


def stack(state: TableState, player: PlayerId) -> Account:
    account = practice_stack if state.practice else ledger.stack
    return account(state.place.group, state.id, player)


def buy_in_account(state: TableState, player: PlayerId) -> Account:
    """The account behind the chips: the wallet, or at a practice table the mint."""
    return mint(state.place.group) if state.practice else wallet(state.place.group, player)


def carried(state: TableState) -> Account:
    return ledger.carried(state.place.group, state.id)


def saved(state: TableState) -> TableSaved:
    return TableSaved(
        state.id, state.place.group, state.place.channel, state.game_name, state.to_json(), not state.closed
    )


def journaled(state: TableState, actor: PlayerId, text: str) -> NewLine:
    """A line of the table's journal, about the running hand if there is one."""
    return NewLine(None if state.playing is None else state.playing.id, actor, text)


def sat_down(state: TableState, player: PlayerId, amount: int) -> Transfer:
    return Transfer(
        buy_in_account(state, player),
        stack(state, player),
        amount,
        "practice" if state.practice else "sit-down",
        actor=player,
    )


def got_up(state: TableState, player: PlayerId, amount: int) -> tuple[Transfer, ...]:
    if not amount:
        return ()
    back = Transfer(
        stack(state, player),
        buy_in_account(state, player),
        amount,
        "practice" if state.practice else "get-up",
        actor=player,
    )
    return (back,)
