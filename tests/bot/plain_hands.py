"""Hands of two at a table that is a plain value: Sari and Budi play, and Wati sits out between them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.tables import hands
from bot.tables.sealing import sealed_for
from engine.fairness import NO_RECORD, Chance
from engine.fairness.sealed import closed
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action
from engine.qiuqiu.rules import SUMATRA
from engine.table.changes import Change
from engine.table.state import TableState
from tests.engine.table.tables import COMPUTER, chair, table_of
from tests.seeded_entropy import StackedEntropy

SARI, BUDI, WATI = "test:sari", "test:budi", "test:wati"
BEGAN: Final = datetime(2024, 5, 6, 7, tzinfo=UTC)


def closed_table(
    rules: GameRules = SUMATRA, *, game: str = "qiuqiu", dealer: int | None = 0, against: str = "Budi", **fields: Any
) -> tuple[TableState, StackedEntropy]:
    """Sari with 100 chips and Budi with 90, for whom the next hand is closed, and Wati with 80."""
    entropy = StackedEntropy("hands")
    packs = sealed_for(bytes(16).hex(), 1, 0, game, rules, NO_RECORD.hex(), entropy)
    table = table_of(chair("Sari", 100), chair("Wati", 80, out=True), chair(against, 90), game_name=game)
    seats = {0: SARI, 2: COMPUTER if against == "Anoman" else BUDI}
    return replace(table, sealed=closed(packs, seats, dealer), **fields), entropy


def dealt(rules: GameRules = SUMATRA, **fields: Any) -> Change:
    """The first step of hand 7."""
    table, entropy = closed_table(rules, **fields)
    return hands.begin(table, 7, Chance(), entropy, BEGAN)


def played(state: TableState, *actions: str, lapsed: bool = False) -> list[Change]:
    """What each action comes to, each by whoever is asked."""
    changes: list[Change] = []
    for text in actions:
        hand = state.playing
        assert hand is not None
        action = Action.read(text, state.game.verbs)
        changes.append(hands.act(state, hand.round.awaited[0], action, lapsed=lapsed))
        state = changes[-1].state
    return changes


def window() -> TableState:
    """A window of Quan Dui: Sari has discarded, and Budi may claim the card."""
    state = dealt(GAMES["quan-dui"].rules(), game="quan-dui").state
    hand = state.playing
    assert hand is not None
    return hands.act(state, 0, hand.round.options(0).ready[0]).state
