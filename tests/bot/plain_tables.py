"""Tables as plain values, for tests of what is decided from a table alone."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final, cast

from bot.ledger import Account, Transfer
from bot.messages import Person, Place
from bot.tables.changes import Change, NewLine
from bot.tables.state import AnyHand, Chair, TableState, new_table
from tests.bot.scenario import GROUP

PLACE: Final = Place(GROUP, "main")
COMPUTER: Final = "computer:test:home:1"


def person(name: str, **what: Any) -> Person:
    return Person(f"test:{name.lower()}", name, **what)


def chair(name: str, stack: int = 100, **what: Any) -> Chair:
    """The chair of somebody by their name: of a computer player if they are called Anoman."""
    if name == "Anoman":
        return Chair(COMPUTER, name, stack, computer=True, **what)
    return Chair(person(name).id, name, stack, **what)


def table_of(*chairs: Chair, **fields: Any) -> TableState:
    """A table of QiuQiu with these chairs, clockwise, the first of which is the host's unless another is."""
    host = chairs[0].player if chairs else ""
    empty = new_table("T1", PLACE, "qiuqiu", "", host, bytes(16))
    return replace(empty, chairs=(*chairs, *empty.chairs[len(chairs) :]), **fields)


def running(*players: str, over: bool = False) -> AnyHand:
    """A hand in which these players were dealt in, by their ids; nothing else of it is looked at."""
    seats = {player: seat for seat, player in enumerate(players)}
    return cast(AnyHand, SimpleNamespace(id=7, over=over, players=players, seat=seats.get, turn="7.1"))


def transfers(change: Change) -> list[tuple[Account, Account, int]]:
    """The chips that a change moves: from where, to where, and how many."""
    return [(each.source, each.target, each.amount) for each in change.writes if isinstance(each, Transfer)]


def lines(change: Change) -> list[tuple[str, str]]:
    """The lines that a change writes into the journal: by whom, and what."""
    return [(each.actor, each.text) for each in change.writes if isinstance(each, NewLine)]


def told(change: Change) -> list[str]:
    """The keys of what everybody is told of a change."""
    return [notice.key for notice in change.notices]
