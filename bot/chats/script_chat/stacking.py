"""Stacked packs: what a line such as ``! deal sari: 6-3, 6-0, 1-1; budi: 5-5; then: 4-4`` means at a table.

Cards are named as players see them. Each player is given those after their name in the order of dealing; what a line
leaves open, and the players it does not name, get the other cards of the pack, the lowest number first.
After ``then`` come the cards that are dealt or drawn once everybody has a hand.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.next_deal import dealer_chair
from bot.tables.state import Chair
from bot.tables.table import Table
from engine.game import Deal, Game
from engine.play import Action, Round, Seat, View

THEN = "then"
"""Stands in the place of a player's name before the cards that come after the hands."""


class BadScript(ValueError):
    """A line of a script that means nothing."""


def stacked(table: Table, text: str, first_dealer: int | None) -> tuple[int, ...]:
    """The pack for the next hand of a table, the first card dealt first.

    Args:
        table: where it will be dealt, to everybody who is ready now.
        text: who gets which cards, without ``! deal``.
        first_dealer: the chair that deals if no hand was dealt before.

    Raises:
        BadScript: somebody named is not dealt in, or a card is none of the game or named too often.
    """
    ready = _ready(table)
    return _pack(table.state.game, _named(text, ready), _places(table, first_dealer))


def told(table: Table, pack: Sequence[int], first_dealer: int | None) -> str:
    """The line that :func:`stacked` makes the same pack of, as far as it is given.

    Args:
        table: where it will be dealt.
        pack: the numbers of the cards that are dealt, the first dealt first.
        first_dealer: the chair that deals if no hand was dealt before.

    Raises:
        BadScript: nobody can be dealt to yet.
    """
    names, hands = table.state.game.pack_names, _places(table, first_dealer)
    cards = {
        chair.name.lower(): [pack[place] for place in places if place < len(pack)]
        for chair, places in zip(_ready(table), hands, strict=True)
    }
    cards[THEN] = list(pack[sum(map(len, hands)) :])
    return "; ".join(f"{who}: {', '.join(names[card] for card in each)}" for who, each in cards.items() if each)


def _ready(table: Table) -> list[Chair]:
    """Who would be dealt in now."""
    return list(table.state.ready(table.state.game.least_stack(table.rules)))


def _places(table: Table, first_dealer: int | None) -> list[tuple[int, ...]]:
    """The places in the pack from which every seat would be dealt its first cards now.

    Raises:
        BadScript: too few sit there, or who deals does not.
    """
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
    """The places of the first cards of every seat, in the order of dealing.

    The round must be dealt from a pack in which each card's number is its place. Where nobody looks at first, the
    least is bid and staked until the hands are shown.
    """
    while not all(dealt.held(seat) for seat in range(seats)):
        seat = dealt.awaited[0]
        options = dealt.options(seat)
        named = [Action(each.verb, each.least) for each in options.amounts]
        dealt = dealt.play(seat, (*named, *options.ready)[0]).round
    return [dealt.held(seat) for seat in range(seats)]


def _named(text: str, ready: Sequence[Chair]) -> dict[Seat | None, list[str]]:
    """The names of the cards of each seat, and with ``None`` of those that come after the hands."""
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
    """The whole pack with the wanted cards in their places."""
    copies = _copies(game)
    after = range(sum(map(len, hands)), len(game.pack))
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
    """The numbers of all cards by the names that a script gives them."""
    copies = defaultdict(list)
    for number, name in enumerate(game.pack_names):
        copies[_spelled(name)].append(number)
    return dict(copies)


def _spelled(name: str) -> str:
    """The name of a card in one spelling: ``green-valet``, ``Green valet``."""
    return re.sub(r"[\s_-]+", " ", name.strip().lower())
