"""Sealed hands for tests of the wording: dealt as at a table, from keys of a seed, and without anybody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from bot.tables import hands
from bot.tables.next_deal import close_deal
from bot.tables.sealing import sealed_for
from engine.fairness import Beacon, Chance, Closing, SealedDeal
from engine.fairness.sealed import Sealed
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.table.state import TableState
from tests.seeded_entropy import SeededEntropy

TABLE = bytes(range(16)).hex()
"""The bytes that are the table's alone."""

BEGAN = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
"""When its hands were dealt."""


@cache
def sealed(game: str, rules: GameRules, seed: object, number: int = 1) -> Sealed:
    """Packs sealed for a hand."""
    return sealed_for(TABLE, number, 0, game, rules, bytes(32).hex(), SeededEntropy(str(seed)))


def deal(
    game: str,
    rules: GameRules,
    players: int,
    seed: object,
    words: Mapping[int, bytes] | None = None,
    beacon: Beacon | None = None,
) -> SealedDeal:
    """A deal for the first so many chairs."""
    closing = Closing({seat: f"local:{seat}" for seat in range(players)}, words or {})
    if beacon is None:
        rules = rules.without_beacon()
    return SealedDeal(sealed(game, rules, seed).seal, closing, Chance(() if beacon is None else (beacon,)))


def begun(state: TableState, rules: GameRules, hand: int, seed: object = "", first_dealer: int = 0) -> TableState:
    """A table at which the next hand was sealed, closed and dealt."""
    ready = replace(state, sealed=sealed(state.game_name, rules, seed, state.hands_played + 1))
    closed = close_deal(ready, GAMES[state.game_name].least_stack(rules))
    assert closed.sealed is not None
    if closed.sealed.dealer is None:
        closed = replace(closed, sealed=replace(closed.sealed, dealer=first_dealer))
    return hands.begin(closed, hand, Chance(), SeededEntropy(str(seed)), BEGAN).state
