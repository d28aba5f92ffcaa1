"""The daily chips: what is staked and on tables counts, in the very transaction that gives the rest."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.ledger import Ledger, NothingDue, Once, RepeatedUpdate, Transfer, mint, queries, wallet
from bot.ledger.movements import fill_up
from engine.games import GAMES
from tests.bot.scenario import GROUP, Scenario, player_id

FLOOR = 500
PEOPLE = ("sari", "budi", "wati", "joko")


async def test_two_who_have_staked_everything_are_given_nothing(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none", "daily 2000")
    await scenario.sit("sari", "budi", buy_in=2000)
    await scenario.do("sari", "start")
    await scenario.act("all-in")
    for name in ("sari", "budi"):
        assert "Come back when you have fewer." in await scenario.do(name, "daily")
    await scenario.act("call")
    await scenario.finish_hand()
    assert await scenario.fortune("sari") + await scenario.fortune("budi") == 4000


@pytest.mark.parametrize("game", GAMES)
async def test_stakes_count_in_every_game(scenario: Scenario, game: str) -> None:
    await scenario.set_rules("daily 2000")
    await scenario.sit("sari", "budi", "wati", game=game)
    await scenario.do("sari", "start")
    if game == "koo-kiew":
        banker = scenario.hand().players[scenario.hand().round.dealer]
        await scenario.do(next(name for name in ("sari", "budi", "wati") if player_id(name) != banker), "stake 100")
    assert any(scenario.hand().round.staked)
    for name in ("sari", "budi", "wati"):
        assert "Come back when you have fewer." in await scenario.do(name, "daily")
        assert await scenario.fortune(name) == 2000


async def test_what_was_lost_counts_no_more_and_what_was_won_does(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none")
    await scenario.sit("sari", "budi", buy_in=2000)
    scenario.stack("sari: 5-4, 6-3, 6-2; budi: 1-0, 2-0, 1-1; then: 4-2, 5-5", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("all-in", "call")
    assert "Come back when you have fewer." in await scenario.do("sari", "daily")
    await scenario.do("budi", "daily")
    assert (await scenario.fortune("sari"), await scenario.fortune("budi")) == (4000, FLOOR)


async def test_practice_chips_count_as_little_as_ever(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("boss", "chips")
    await scenario.do("sari", "practice quan-dui")
    await scenario.do("boss", "bank take sari 2000 to test")
    await scenario.wait(0)
    assert sum(scenario.hand().round.staked) > 0
    await scenario.do("sari", "daily")
    assert await scenario.in_wallet("sari") == FLOOR


async def test_what_is_staked_is_shown_beside_the_chips_on_tables(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    assert "Wallet 1,500 · on tables 490 · in the pot 10" in await scenario.do("sari", "chips")


# --- all at once -----------------------------------------------------------------------------------------------


LINES = ("daily",) * 6 + ("join 100", "join 200", "leave", "leave", "rebuy 100", "start", "sit back")
ACTIONS = ("all-in", "call", "check", "fold", "bet 10")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
async def test_whatever_happens_at_once_the_daily_chips_fill_up_to_the_floor_and_no_further(
    tmp_path: Path, seed: int
) -> None:
    rng, keys = Random(seed), itertools.count()
    async with Scenario(tmp_path, seed=f"daily {seed}", connected=False) as scenario:
        await scenario.set_rules("grant 150", "min_buy_in 50", "buy_in 100", "max_bet none", "pause_seconds 1")
        for _ in range(40):
            batch = []
            for channel in ("main", "side"):
                if not scenario.is_open(channel):
                    batch.append((rng.choice(PEOPLE), "open qiuqiu 100", channel))
                elif scenario.state(channel).playing is not None:
                    batch += [(scenario.asked(channel), rng.choice(ACTIONS), channel) for _ in range(4)]
                batch += [(rng.choice(PEOPLE), rng.choice(LINES), channel) for _ in range(8)]
            rng.shuffle(batch)
            await asyncio.gather(
                *(
                    scenario.app.dispatcher.handle(
                        scenario.command(who, line, key=f"race:{next(keys)}", channel=channel)
                    )
                    for who, line, channel in batch
                )
            )
            await scenario.wait(rng.choice((0, 1, 2, 90, 3600 * 6)))
            await scenario.sound()
        fills = await filled_up(scenario.app.ledger)
        assert len(fills) >= 5
        assert set(fills) == {FLOOR}


async def filled_up(ledger: Ledger) -> list[int]:
    """What everybody had after each daily chips, counted from every single entry that was ever stored."""
    held: Counter[str] = Counter()
    after = []
    for reason, amount, player in await ledger.read(_entries):
        held[player] += amount
        if reason == "daily" and player:
            after.append(held[player])
    return after


def _entries(connection: Connection) -> list[Any]:
    query = (
        "SELECT p.reason, e.amount, a.player FROM entry e JOIN posting p ON p.id = e.posting"
        " JOIN account a ON a.id = e.account ORDER BY e.posting"
    )
    return list(connection.execute(text(query)).all())


@pytest.mark.parametrize("line", ["leave", "close"])
async def test_getting_up_at_the_very_moment_of_asking_brings_nothing(tmp_path: Path, line: str) -> None:
    """Chips on their way from the table to the wallet are counted once, not never."""
    async with Scenario(tmp_path, connected=False) as scenario:
        await scenario.set_rules("daily 2000")
        for number in range(60):
            name = f"p{number}"
            await scenario.do(name, "open qiuqiu 2000", channel=name)
            handle, command = scenario.app.dispatcher.handle, scenario.command
            leaving = asyncio.create_task(handle(command(name, line, channel=name)))
            for _ in range(number):
                await asyncio.sleep(0)
            await asyncio.gather(leaving, handle(command(name, "daily", channel=name)))
            assert await scenario.fortune(name) == 2000


# --- the ledger ------------------------------------------------------------------------------------------------


async def test_a_fill_up_sees_what_was_asked_for_just_before_and_shares_no_transaction(scenario: Scenario) -> None:
    ledger, rich = scenario.app.ledger, wallet(GROUP, "rich")
    given = await asyncio.gather(
        ledger.commit((Transfer(mint(GROUP), rich, 100, "grant"),)),
        ledger.write((Once("once"),), fill_up, GROUP, "rich", FLOOR),
        ledger.commit((Transfer(mint(GROUP), rich, 7, "grant"),)),
    )
    assert [each.amount for each in given[1] if isinstance(each, Transfer)] == [FLOOR - 100]
    assert await ledger.read(queries.balance, rich) == FLOOR + 7
    with pytest.raises(NothingDue):
        await ledger.write((Once("twice"),), fill_up, GROUP, "rich", FLOOR)
    assert not await ledger.read(queries.is_done, "twice")
    with pytest.raises(RepeatedUpdate):
        await ledger.write((Once("once"),), fill_up, GROUP, "rich", 10 * FLOOR)
    assert await ledger.read(queries.balance, rich) == FLOOR + 7
    assert (await ledger.audit()).sound
