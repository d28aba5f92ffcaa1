"""Tables as plain values, for tests of what is decided from a table alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, cast

from engine.qiuqiu.rules import SUMATRA, QiuQiuRules
from engine.table.changes import Change, NewLine
from engine.table.hand import AnyHand, TableHand
from engine.table.players import Place
from engine.table.state import Chair, Pause, TableState, new_table
from tests.engine.fairness import example_deals
from tests.engine.qiuqiu.storytelling import ScriptedHand

PLACE: Final = Place("test:home", "main")
COMPUTER: Final = "computer:test:home:1"
PAUSED: Final = Pause("Wati", datetime(2026, 5, 1, tzinfo=UTC))


def chair(name: str, stack: int = 100, **what: Any) -> Chair:
    """The chair of somebody by their name: of a computer player if they are called Anoman."""
    if name == "Anoman":
        return Chair(COMPUTER, name, stack, computer=True, **what)
    return Chair(f"test:{name.lower()}", name, stack, **what)


def table_of(*chairs: Chair, **fields: Any) -> TableState:
    """A table of QiuQiu with these chairs, clockwise, the first of which is the host's unless another is."""
    host = chairs[0].player if chairs else ""
    empty = new_table("T1", PLACE, "qiuqiu", "", host, bytes(16))
    return replace(empty, chairs=(*chairs, *empty.chairs[len(chairs) :]), **fields)


def facts(told: str, named: Mapping[str, Mapping[str, Any]] = MappingProxyType({})) -> dict[str, Any]:
    """Read ``out, stack 10``: what is so, by a name that is known, or as a truth, a number or a word."""
    found: dict[str, Any] = {}
    for each in filter(None, told.split(", ")):
        name, _, value = each.partition(" ")
        found |= named.get(each) or {name: int(value) if re.fullmatch(r"-?\d+", value) else value or True}
    return found


def player_told(name: str) -> str:
    """The id of somebody by their name."""
    return name and f"test:{name.lower()}"


def chairs_told(told: str) -> tuple[Chair, ...]:
    """Read ``Sari, Budi (out, stack 10)``."""
    return tuple(chair(name, **facts(what)) for name, what in re.findall(r"(\w+)(?: \((.*?)\))?", told))


def table_told(told: str, named: Mapping[str, Mapping[str, Any]] = MappingProxyType({})) -> TableState:
    """Read ``Sari, Budi (out); closing``, or ``Sari, Budi; in play``."""
    who, _, what = told.partition("; ")
    playing = what.startswith("in play")
    made = in_play if playing else table_of
    return made(*chairs_told(who), **facts(what.removeprefix("in play").removeprefix(", "), named))


def running(*players: str, over: bool = False) -> AnyHand:
    """A hand in which these players were dealt in, by their ids; nothing else of it is looked at."""
    seats = {player: seat for seat, player in enumerate(players)}
    return cast(AnyHand, SimpleNamespace(id=7, over=over, players=players, seat=seats.get, turn="7.1"))


def lines(change: Change) -> list[tuple[str, str]]:
    """The lines that a change writes into the journal: by whom, and what."""
    return [(each.actor, each.text) for each in change.writes if isinstance(each, NewLine)]


def in_play(*chairs: Chair, script: str = "", rules: QiuQiuRules = SUMATRA, **fields: Any) -> TableState:
    """A table of QiuQiu in its third hand, which is number 7 of all, dealt to everybody who sits and played on a bit.

    Everybody began the hand with ten chips more, the ante, and whatever else they put in by the script.
    """
    names = [each.name for each in chairs]
    hand = ScriptedHand({each.name: (each.stack + 10, "") for each in chairs}, rules=rules)
    if script:
        hand.play(script)
    dealt_in = example_deals.dealt(seats={number: each.player for number, each in enumerate(chairs)}, words={})
    table = table_of(*chairs, **fields)
    running_hand: AnyHand = TableHand(
        id=7,
        number=3,
        players=tuple(each.player for each in chairs),
        names=tuple(names),
        chairs=tuple(range(len(chairs))),
        dealer=0,
        stacks=tuple(each.stack + 10 for each in chairs),
        round=hand.now,
        rules=rules,
        deal=dealt_in,
        began=datetime(2026, 5, 1, 20, 0, tzinfo=UTC),
    )
    return replace(
        table,
        chairs=tuple(
            each if each is None else replace(each, stack=hand.now.betting.stacks[place])
            for place, each in enumerate(table.chairs)
        ),
        hand=running_hand,
        hands_played=3,
        dealer_chair=0,
    )
