"""Whatever people have, joining and ending move every chip and make none."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.circles.queries import joined, parted, wallets_for
from bot.ledger import MOST_CHIPS, Ledger, PersonSaved, Transfer, mint, queries, wallet
from tests.bot.fast_database import fast_database
from tests.bot.scenario import empty_database, url_of
from tests.manual_clock import ManualClock
from tests.thoroughness import examples

GROUPS = ("discord:1", "telegram:-2", "telegram:-3")
CIRCLE = "circle:1"
TODAY = date(2026, 1, 1)
PEOPLE = ("discord:7", "discord:8", "telegram:5", "telegram:6", "guest:9")
LINKED = ("telegram:6", "discord:8")
ACCOUNTS = dict([LINKED])
HELD = st.dictionaries(
    st.tuples(st.sampled_from(GROUPS), st.sampled_from(PEOPLE)), st.integers(0, MOST_CHIPS), max_size=9
)


async def _moved(folder: Path, held: dict[tuple[str, str], int], change: int) -> None:
    await empty_database(folder)
    async with await Ledger.open(url_of(folder), now=ManualClock().utc) as ledger:
        for (group, player), chips in held.items():
            given_first = (Transfer(mint(group), wallet(group, player), chips, "newcomer"),) if chips else ()
            await ledger.commit((PersonSaved(player, group, "Somebody"), *given_first))
        await ledger.write((), joined, CIRCLE, GROUPS, "", TODAY)
        assert not any([any((await ledger.read(queries.balances, group)).values()) for group in GROUPS])
        together = Counter[str]()
        for (_, player), chips in held.items():
            together[player] += chips
        assert await ledger.read(queries.balances, CIRCLE) == +together
        if change:
            await ledger.commit((Transfer(mint(CIRCLE), wallet(CIRCLE, PEOPLE[change % 5]), change, "daily"),))
            together[PEOPLE[change % 5]] += change
        await ledger.write((), parted, CIRCLE, GROUPS, ACCOUNTS, "", TODAY)
        assert not any((await ledger.read(queries.balances, CIRCLE)).values())
        back = [await ledger.read(queries.balances, group) for group in GROUPS]
        for accounts in (*[[each] for each in PEOPLE if each not in LINKED], LINKED):
            shares = sorted(books[each] for books in back for each in accounts if books.get(each))
            assert sum(shares) == sum(together[each] for each in accounts)
            assert len(accounts) > 1 or not shares or shares[-1] - shares[0] < len(GROUPS)
        assert (await ledger.audit()).sound


@settings(max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(HELD, st.integers(0, 7))
def test_no_chip_is_made_or_lost(held: dict[tuple[str, str], int], change: int) -> None:
    with tempfile.TemporaryDirectory() as folder, fast_database():
        asyncio.run(_moved(Path(folder), held, change))


def test_a_stranger_has_their_chips_in_the_first_group_of_their_platform() -> None:
    known = {group: set[str]() for group in GROUPS}
    assert wallets_for(["telegram:5"], known) == [wallet("telegram:-2", "telegram:5")]
    assert wallets_for(["guest:9"], known) == [wallet("discord:1", "guest:9")]
    known["telegram:-2"].add("guest:9")
    assert wallets_for(["guest:9"], known) == [wallet("telegram:-2", "guest:9")]
    known["telegram:-3"].add("telegram:5")
    assert wallets_for(["telegram:5"], known) == [wallet("telegram:-3", "telegram:5")]
