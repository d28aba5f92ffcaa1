"""Wallets: who is filled up, how often and up to what, with its receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, cast

import pytest

from bot.groups import Groups, GroupSettings
from bot.groups.given_once import daily_key
from bot.groups.wallets import Wallets
from bot.ledger import Ledger, NothingDue, Once, RepeatedUpdate, Transfer, Wealth, WriteSet, mint, wallet
from tests.bot.scenario import GROUP
from tests.engine.table.tables import COMPUTER

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
SARI, BOSS = "test:sari", "test:boss"
ONCE = Once(daily_key(GROUP, SARI, date(2026, 5, 1)))
TYPED = Once("update")
SETTINGS = GroupSettings()


class Chips:
    """A ledger that remembers what it was asked, and in which somebody has 120 chips, 80 of them in their wallet."""

    def __init__(self, error: Exception | None = None, given: tuple[str, ...] = ()) -> None:
        self.error = error
        self.given = given
        self.asked: list[Any] = []

    async def read(self, query: Callable[..., Any], *args: Any) -> Any:
        return await getattr(self, query.__name__)(*args)

    async def write(self, beside: WriteSet, decide: Callable[..., Any], *args: Any) -> WriteSet:
        self.asked.append((*args, beside))
        if self.error is not None:
            raise self.error
        return (Transfer(mint(GROUP), wallet(GROUP, SARI), args[-1] - 120, "daily"),)

    async def wealth(self, group: str, player: str) -> Wealth:
        assert (group, player) == (GROUP, COMPUTER)
        return Wealth(in_wallet=80, on_tables=40)

    async def is_done(self, key: str) -> bool:
        return key in self.given

    async def commit(self, writes: WriteSet) -> None:
        self.asked.append(writes)

    def of(self, group: str) -> GroupSettings:
        assert group == GROUP
        return SETTINGS

    def utc(self) -> datetime:
        return NOW


def wallets(chips: Chips) -> Wallets:
    return Wallets(cast(Ledger, chips), cast(Groups, chips), cast(Any, chips))


async def test_somebody_is_filled_up_to_the_daily_floor_once_a_day() -> None:
    chips = Chips()

    assert await wallets(chips).top_up(GROUP, SARI, (TYPED,)) == SETTINGS.tables.daily - 120
    assert chips.asked == [(GROUP, SARI, SETTINGS.tables.daily, (ONCE, TYPED))]


@pytest.mark.parametrize(("error", "given"), [(NothingDue(), 0), (RepeatedUpdate("key"), -1)])
async def test_whoever_has_enough_or_was_filled_up_today_is_given_nothing(error: Exception, given: int) -> None:
    assert await wallets(Chips(error)).top_up(GROUP, SARI) == given


async def test_a_computer_player_is_filled_up_to_the_usual_buy_in() -> None:
    chips, once = Chips(), Once(daily_key(GROUP, COMPUTER, date(2026, 5, 1)))

    assert await wallets(chips).fill_purse(GROUP, COMPUTER) == 80, "what is in its wallet"
    assert chips.asked == [(GROUP, COMPUTER, SETTINGS.tables.buy_in, (once,))]
    assert await wallets(chips).purse(GROUP, COMPUTER) == 80 + SETTINGS.tables.buy_in - 120
    assert await wallets(Chips(given=(once.key,))).purse(GROUP, COMPUTER) == 80, "not twice a day"


async def test_a_computer_player_with_more_than_the_usual_buy_in_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    chips = Chips()
    poor = replace(SETTINGS, tables=replace(SETTINGS.tables, min_buy_in=10, buy_in=100))
    monkeypatch.setattr(chips, "of", lambda _: poor)

    assert await wallets(chips).purse(GROUP, COMPUTER) == 80
