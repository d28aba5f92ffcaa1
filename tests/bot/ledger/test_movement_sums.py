"""Sums of players by reason: written with every posting, and added up when groups become one."""

from __future__ import annotations

from pathlib import Path

from bot.features.mint.queries import given, held
from bot.ledger import Ledger, Transfer, mint, wallet
from bot.ledger.group_renaming import move_group

from .conftest import GROUP, now, url_of


async def test_sums_are_kept_with_every_transfer(path: Path) -> None:
    ann, bo = wallet(GROUP, "ann"), wallet(GROUP, "bo")
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((Transfer(mint(GROUP), ann, 100, "newcomer"), Transfer(mint(GROUP), bo, 100, "newcomer")))
        await ledger.commit((Transfer(mint(GROUP), ann, 7, "grant"), Transfer(ann, bo, 30, "gift")))
        await ledger.commit((Transfer(ann, mint(GROUP), 5, "grant"),))
        number = {each.player: dict(each.moved) for each in await ledger.read(given, GROUP)}
    assert number == {"ann": {"newcomer": 100, "grant": 2, "gift": -30}, "bo": {"newcomer": 100, "gift": 30}}


async def test_sums_of_two_groups_become_one(path: Path) -> None:
    old, new = "local:old", "local:new"
    async with await Ledger.open(url_of(path), now=now) as ledger:
        for group, chips in ((old, 40), (new, 2)):
            await ledger.commit((Transfer(mint(group), wallet(group, "ann"), chips, "newcomer"),))
        await ledger.change(move_group, old, new, ())
        (ann,) = await ledger.read(given, new)
        assert (dict(ann.moved), ann.balance) == ({"newcomer": 42}, 42)
        of_group = await ledger.read(held, new)
        assert (of_group.mint, of_group.total) == (-42, 42)
