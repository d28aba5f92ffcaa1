"""How a sum of any size moves to a player or from one."""

from __future__ import annotations

import pytest

from bot.features.rankings.queries import Movement, moved
from bot.ledger import Account, mint, wallet
from tests.bot.ledger.conftest import GROUP

MINT, ANN = mint(GROUP), wallet(GROUP, "ann")


@pytest.mark.parametrize(
    ("chips", "transfers"),
    [
        (0, []),
        (1, [(MINT, ANN, 1)]),
        (-1, [(ANN, MINT, 1)]),
        (10**12, [(MINT, ANN, 10**12)]),
        (10**12 + 3, [(MINT, ANN, 10**12), (MINT, ANN, 3)]),
        (-2 * 10**12, [(ANN, MINT, 10**12), (ANN, MINT, 10**12)]),
    ],
)
def test_any_sum_moves_in_as_many_transfers_as_it_takes(
    chips: int, transfers: list[tuple[Account, Account, int]]
) -> None:
    made = list(moved(MINT, ANN, chips, Movement("grant", "local:1", "birthday")))

    assert [(each.source, each.target, each.amount) for each in made] == transfers
    assert {(each.reason, each.actor, each.note) for each in made} <= {("grant", "local:1", "birthday")}
