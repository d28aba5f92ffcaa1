"""The ledger against a dictionary, under whatever hypothesis thinks of."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.ledger import Account, Ledger, Once, Overdrawn, RepeatedUpdate, Transfer, carried, mint, queries, stack, wallet
from tests.bot.fast_database import fast_database
from tests.thoroughness import examples

from .conftest import GROUP, now, url_of

ACCOUNTS = (
    mint(GROUP),
    wallet(GROUP, "ann"),
    wallet(GROUP, "bo"),
    stack(GROUP, "t", "ann"),
    stack(GROUP, "t", "bo"),
    carried(GROUP, "t"),
)
transfers = st.builds(
    lambda two, amount: Transfer(two[0], two[1], amount, "x"), st.permutations(ACCOUNTS), st.integers(1, 60)
)
records = st.tuples(st.lists(transfers, max_size=4), st.none() | st.integers(0, 5))
steps = st.lists(st.one_of(st.lists(records, min_size=1, max_size=6), st.just("reopen")), max_size=8)
Steps: TypeAlias = list[list[tuple[list[Transfer], int | None]] | str]


class Model:
    """What the ledger must be equal to."""

    def __init__(self) -> None:
        self.held: dict[Account, int] = dict.fromkeys(ACCOUNTS, 0)
        self.done: set[int] = set()

    def commit(self, moves: list[Transfer], update: int | None) -> type[Exception] | None:
        held = dict(self.held)
        for move in moves:
            if move.source.kind != "mint" and held[move.source] < move.amount:
                return Overdrawn
            held[move.source] -= move.amount
            held[move.target] += move.amount
        if update is not None and update in self.done:
            return RepeatedUpdate
        if update is not None:
            self.done.add(update)
        self.held = held
        return None


async def play(path: Path, sequence: Steps) -> None:
    model = Model()
    ledger = await Ledger.open(url_of(path), now=now)
    try:
        for step in sequence:
            if isinstance(step, str):
                await ledger.close()
                ledger = await Ledger.open(url_of(path), now=now)
                continue
            expected = [model.commit(moves, update) for moves, update in step]
            outcomes = await asyncio.gather(
                *(ledger.commit((*moves, *(() if update is None else (Once(str(update)),)))) for moves, update in step),
                return_exceptions=True,
            )
            assert [None if each is None else type(each) for each in outcomes] == expected
            for account, chips in model.held.items():
                assert await ledger.read(queries.balance, account) == chips
        for account, chips in model.held.items():
            assert await ledger.read(queries.balance, account) == chips
            assert chips >= 0 or account.kind == "mint"
        assert (await ledger.audit()).sound
        assert sum(model.held.values()) == 0
    finally:
        await ledger.close()


@settings(max_examples=examples(110), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps)
def test_the_ledger_is_what_a_dictionary_says(empty: Path, sequence: Steps) -> None:
    with tempfile.TemporaryDirectory() as folder, fast_database():
        path = Path(shutil.copy(empty, Path(folder) / "kiu.db"))
        asyncio.run(play(path, sequence))
