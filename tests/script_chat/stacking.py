"""Stacked packs from lines such as ``! deal sari: 6-3, 6-0, 1-1; budi: 5-5; then: 4-4``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.next_deal import dealer_chair
from bot.tables.table import Table
from engine.game import Deal, Game
from engine.play import Action, Round, Seat, View
from engine.table.state import Chair

THEN = "then"
"""Replaces a player's name before later cards."""


class BadScript(ValueError):
    """A meaningless line of a script."""


def stacked(table: Table, text: str, first_dealer: int | None) -> tuple[int, ...]:
    """Return the pack for the next hand in dealing order; raise ``BadScript`` for a wrong player or card."""
    ready = _ready(table)
    return _pack(table.state.game, _named(text, ready), _places(table, first_dealer))


def told(table: Table, pack: Sequence[int], first_dealer: int | None) -> str:
    """Return the line for :func:`stacked` with this pack; raise ``BadScript`` if nobody can be dealt in."""
    names, hands = table.state.game.pack_names, _places(table, first_dealer)
    cards = {
        chair.name.lower(): [pack[place] for place in places if place < len(pack)]
        for chair, places in zip(_ready(table), hands, strict=True)
    }
    cards[THEN] = list(pack[sum(map(len, hands)) :])
    return "; ".join(f"{who}: {', '.join(names[card] for card in each)}" for who, each in cards.items() if each)


def _ready(table: Table) -> list[Chair]:
    return list(table.state.ready(table.state.game.least_stack(table.rules)))


def _places(table: Table, first_dealer: int | None) -> list[tuple[int, ...]]:
    """Return the places of every seat's first cards in the pack; raise ``BadScript`` for missing players or dealer."""
    state, ready = table.state, _ready(table)
    chair = dealer_chair(state, ready)
    dealing = chair if chair is not None else first_dealer
    numbers = [state.number_of(each.player) for each in ready]
    if len(ready) < state.game.fewest or dealing not in numbers:
        raise BadScript("a pack is stacked once everybody sits who is to be dealt in")
    game, stacks = state.game, tuple([each.stack for each in ready])
    step = game.deal(Deal(table.rules, stacks, numbers.index(dealing), tuple(range(len(game.pack)))))
    return _hands(step.round, len(ready))


def _hands(dealt: Round[View], seats: int) -> list[tuple[int, ...]]:
    """Return the places of every seat's first cards in the order of dealing.

    Where nobody looks first, it bids and stakes the least until the showdown.
    """
    while not all(dealt.held(seat) for seat in range(seats)):
        seat = dealt.awaited[0]
        options = dealt.options(seat)
        named = [Action(each.verb, each.least) for each in options.amounts]
        dealt = dealt.play(seat, (*named, *options.ready)[0]).round
    return [dealt.held(seat) for seat in range(seats)]


def _named(text: str, ready: Sequence[Chair]) -> dict[Seat | None, list[str]]:
    """Return the cards of each seat, and under ``None`` later cards."""
    seats = {each.name.lower(): seat for seat, each in enumerate(ready)}
    wanted: dict[Seat | None, list[str]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, cards = part.partition(":")
        if name.strip() != THEN and name.strip().lower() not in seats:
            raise BadScript(f"{name.strip()!r} is not dealt in: there are {', '.join(seats)}")
        seat = seats.get(name.strip().lower())
        if seat in wanted:
            raise BadScript(f"{name.strip()!r} is dealt to twice in one line")
        wanted[seat] = [each for card in cards.split(",") if (each := card.strip())]
    return wanted


def _pack(
    game: Game[Any, Any], wanted: Mapping[Seat | None, Sequence[str]], hands: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    copies, after = _copies(game), range(sum(map(len, hands)), len(game.pack))
    at: dict[int, int] = {}
    for seat, names in wanted.items():
        places = after if seat is None else hands[seat]
        if len(names) > len(places):
            raise BadScript(f"no more than {len(places)} cards can be named here: {', '.join(names)}")
        for place, name in zip(places, names, strict=False):
            left = copies.get(_spelled(name))
            if left is None:
                raise BadScript(f"there is no card {name!r} in {game.name}")
            if not left:
                raise BadScript(f"{name!r} is named more often than the pack has it")
            at[place] = left.pop(0)
    others = iter(sorted(number for left in copies.values() for number in left))
    return tuple([at[place] if place in at else next(others) for place in range(len(game.pack))])


def _copies(game: Game[Any, Any]) -> dict[str, list[int]]:
    copies = defaultdict(list)
    for number, name in enumerate(game.pack_names):
        copies[_spelled(name)].append(number)
    return dict(copies)


def _spelled(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.strip().lower())
