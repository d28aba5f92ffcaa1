"""What a command does to a table: the state after it, what is to be stored with it, and what to tell.

None of it has happened until the writes are durable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from bot import ledger
from bot.ledger import (
    Account,
    GroupCounted,
    JournalLine,
    TableSaved,
    Transfer,
    Write,
    WriteSet,
    mint,
    practice_stack,
    wallet,
)
from bot.messages import Person, PlayerId
from bot.tables.state import AnyHand, Notice, TableState
from engine.play import Action, Seat


class Played(NamedTuple):
    """An action of the game that a player has taken."""

    game: str
    """The name of the game."""

    hand: AnyHand
    """The hand as it was before."""

    seat: Seat
    action: Action
    events: tuple[tuple[Any, ...], ...]
    """What has happened by it."""


Done: TypeAlias = Notice | Played
"""What a command did, for the one who sent it; the key of such a notice begins with ``did-``."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line for the journal of a table; it gets its number when it is stored, so no number is left out."""

    hand: int | None
    actor: PlayerId
    text: str = field(repr=False)


TableWrites: TypeAlias = tuple[Write | NewLine, ...]
"""What is stored of a change of a table; :func:`numbered` makes a write set of it."""


class Outcome(NamedTuple):
    """What the sender of a command can be told about it."""

    answer: Notice | None = None
    """An answer that says more than everybody is shown; ``None`` if there is none."""

    done: Done | None = None
    """What was done, if no answer says it."""

    told: bool = False
    """Whether everybody at the table is told the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a table."""

    state: TableState
    writes: TableWrites = ()
    notices: tuple[Notice, ...] = ()
    """What everybody is told, besides the events of the game."""

    answer: Notice | None = None
    """What the one who asked is told."""

    done: Done | None = None
    """What the one who asked has done, if no answer says it."""

    silent: bool = False
    """Whether it changes nothing that anybody else is shown, and nothing may show that it was made."""

    own_hand: PlayerId = ""
    """Whose private hand alone looks different after a silent change; empty if nobody's does."""

    deals: bool = False
    """Whether the next hand is dealt at once; what else has happened is stored with its closing."""

    private: Mapping[PlayerId, Notice] = field(default_factory=dict)
    """What single players are told besides, who did not ask."""

    newcomer: Person | None = None
    """The computer player who sits down, and is to have its chips before that is stored."""


def stack(state: TableState, player: PlayerId) -> Account:
    """The chips that a player has at this table."""
    account = practice_stack if state.practice else ledger.stack
    return account(state.place.group, state.id, player)


def buy_in_account(state: TableState, player: PlayerId) -> Account:
    """Where the chips of a player come from and go back to: the wallet, or at a practice table the mint."""
    return mint(state.place.group) if state.practice else wallet(state.place.group, player)


def carried(state: TableState) -> Account:
    """The odd chips that wait for the next hand of this table."""
    return ledger.carried(state.place.group, state.id)


def saved(state: TableState) -> TableSaved:
    """The write that stores the table itself."""
    return TableSaved(
        state.id, state.place.group, state.place.channel, state.game_name, state.to_json(), not state.closed
    )


def journaled(state: TableState, actor: PlayerId, text: str) -> NewLine:
    """A line of the table's journal, about the hand that is being played if there is one."""
    return NewLine(None if state.playing is None else state.playing.id, actor, text)


def numbered(before: TableState, after: TableState, writes: TableWrites) -> tuple[TableState, WriteSet]:
    """A table after a change and what is stored of it, the lines of the journal numbered on from the last one stored.

    Args:
        before: the table as it is stored.
        after: the table when the writes are stored.
        writes: what is stored.
    """
    seq, rows = before.seq, list[Write]()
    for write in writes:
        if isinstance(write, NewLine):
            seq += 1
            rows.append(JournalLine(before.id, seq, write.hand, write.actor, write.text))
        else:
            rows.append(write)
    rows += [
        GroupCounted(after.place.group, what, more)
        for what in ("given_up", "without_beacon", "not_revealed")
        if (more := getattr(after, what) - getattr(before, what))
    ]
    return replace(after, seq=seq), tuple(rows)


def sat_down(state: TableState, player: PlayerId, amount: int) -> Transfer:
    """A buy-in: chips from the wallet or the mint to the table."""
    return Transfer(
        buy_in_account(state, player),
        stack(state, player),
        amount,
        "practice" if state.practice else "sit-down",
        actor=player,
    )


def got_up(state: TableState, player: PlayerId, amount: int) -> tuple[Transfer, ...]:
    """The chips of a player back from the table, if there are any."""
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
