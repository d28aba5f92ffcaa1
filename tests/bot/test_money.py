"""Chips: what admins give and take, the daily floor, reversing hands, and a ledger that balances whatever happens."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from random import Random

import pytest

from bot.ledger import CARRIED, STACK, HandRow, Ledger, queries
from bot.messages import Command
from engine.games import GAMES
from tests.bot.scenario import GROUP, Scenario


async def finished_hand(scenario: Scenario) -> tuple[str, str, int]:
    """Let Sari and Budi play a hand in which 60 chips change hands; return winner, loser and the number of the hand."""
    await scenario.deal("sari", "budi")
    await scenario.act("bet 50", "call")
    first = scenario.asked()
    await scenario.act("bet 10", "fold")
    loser = "budi" if first == "sari" else "sari"
    return first, loser, scenario.hand().id


# --- the wallet ------------------------------------------------------------------------------------------------


async def test_a_newcomer_is_given_the_grant_once(scenario: Scenario) -> None:
    assert "2,000" in await scenario.do("sari", "chips")
    await scenario.do("sari", "chips")
    await scenario.die()
    await scenario.do("sari", "chips")
    assert await scenario.in_wallet("sari") == 2000 == await scenario.all_chips()


async def test_ten_first_commands_at_once_make_one_newcomer(scenario: Scenario) -> None:
    await asyncio.gather(*(scenario.app.dispatcher.handle(scenario.command("sari", "chips")) for _ in range(10)))
    assert await scenario.all_chips() == 2000


# --- the bank --------------------------------------------------------------------------------------------------


async def test_nothing_is_given_without_a_reason_or_to_nobody(bank: Scenario) -> None:
    assert await bank.refused("boss", "bank grant sari 100") == "something-missing"
    assert await bank.refused("boss", "bank grant nobody 100 why") == "nobody-of-that-name"
    assert await bank.refused("boss", "bank grant sari 0 why") == "chips-out-of-range"
    assert await bank.refused("boss", "bank grant sari 9999999999999 why") == "chips-out-of-range"
    assert await bank.refused("boss", "bank take sari 2001 why") == "bank-takes-too-many"
    assert await bank.all_chips() == 6000


async def test_two_admins_voiding_the_same_hand_at_once_reverse_it_once(bank: Scenario) -> None:
    winner, loser, number = await finished_hand(bank)
    await bank.do(winner, "leave")
    replies = await asyncio.gather(
        *(bank.app.dispatcher.handle(bank.command("boss", f"bank void {number} misdeal !")) for _ in range(4))
    )
    assert sorted(reply.refused for reply in replies) == [False, True, True, True]
    assert not any(reply.transient for reply in replies)
    assert (await bank.fortune(winner), await bank.fortune(loser)) == (2000, 2000)


# --- whatever happens ------------------------------------------------------------------------------------------


PEOPLE = ("sari", "budi", "wati", "joko", "rini", "agus", "dewi", "bayu")
CHANNELS = ("one", "two", "three")
LINES = (
    ["check", "call", "fold", "all-in", "bet 10", "bet 100", "raise 20", "raise 50", "raise 200"] * 6
    + ["join", "join 300", "start", "back", "rebuy"] * 6
    + ["leave", "sit out", "open qiuqiu", "open qiuqiu ninety-nine 300"]
    + ["daily", "add computer", "remove computer", "kick 2", "hand", "chips", "ledger", "status", "house apply"]
    + ["bank grant sari 50 gift !", "bank take budi 50 fine !", "bank void 3 why !", "bank void 7 why !", "join 150"]
    + ["declare 9-5", "nonsense", "bet -5"]
)


TURNS, MOST_TURNS = 60, 600
"""How often a crowd speaks at least, and at most until enough hands were played."""


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 8))])
async def test_a_crowd_at_several_tables_never_makes_or_loses_a_chip(tmp_path: Path, seed: int) -> None:
    """People talk all at once, send things twice and again, rules change, time passes, and the process dies."""
    rng = Random(seed)
    async with Scenario(tmp_path, seed=f"crowd {seed}", connected=False) as scenario:
        scenario.admins.add("boss")
        sent: list[Command] = []
        keys = itertools.count()
        for turn in range(MOST_TURNS):
            if turn >= TURNS and await enough_played(scenario.app.ledger):
                break
            batch = [scenario.command("boss", f"house set {random_rule(rng)}", channel="one")]
            for channel in CHANNELS:
                batch.extend(
                    scenario.command(who, line, key=f"crowd:{next(keys)}", channel=channel)
                    for who, line in crowd(scenario, channel, rng)
                )
            if rng.random() < 0.1:
                batch.append(scenario.command("boss", "close", channel=rng.choice(CHANNELS)))
            repeated = rng.sample(batch, 3) + (rng.sample(sent, 3) if sent else [])
            handle = scenario.app.dispatcher.handle
            answering = [asyncio.create_task(handle(command)) for command in [*batch, *repeated]]
            await scenario.await_replies(*answering)
            replies = [task.result() for task in answering]
            assert not any(reply.transient for reply in replies)
            sent.extend(batch)
            await scenario.wait(rng.choice([0, 0, 2, 2, 8, 80]))
            await scenario.sound()
            if turn % 13 == 12:
                await scenario.die()
                await scenario.sound()
        for channel in CHANNELS:
            if scenario.is_open(channel):
                await scenario.do("boss", "close", channel=channel)
                await scenario.wait(3000)
                assert not scenario.is_open(channel)
        ledger = scenario.app.ledger
        for kind in (STACK, CARRIED):
            assert not any((await ledger.read(queries.balances, GROUP, kind)).values()), "all chips went home"
        assert all(hand.settlement is not None for hand in await all_hands(ledger))
        assert await enough_played(ledger)
        assert len(sent) >= 500


async def all_hands(ledger: Ledger) -> list[HandRow]:
    """Every hand of the ledger."""
    numbers = range(1, await ledger.numbers.next_hand(GROUP, practice=False))
    return [hand for number in numbers if (hand := await ledger.read(queries.hand, number)) is not None]


async def enough_played(ledger: Ledger) -> bool:
    """Whether ten hands are over and were not called off, with a hundred lines in the journal."""
    hands = await all_hands(ledger)
    counted = sum(hand.settlement is not None and not hand.voided for hand in hands)
    return counted >= 10 and sum([len(await ledger.read(queries.journal, hand.hand)) for hand in hands]) >= 100


def crowd(scenario: Scenario, channel: str, rng: Random) -> list[tuple[str, str]]:
    """What people say at a table: often what makes sense, often not."""
    said = [(rng.choice((*PEOPLE, "boss")), rng.choice(LINES)) for _ in range(rng.randrange(3, 7))]
    if scenario.is_open(channel) and scenario.state(channel).playing is not None:
        said.extend((scenario.asked(channel), line) for line in rng.sample(LINES[:9], 4))
    else:
        said.append((rng.choice(PEOPLE), "open qiuqiu"))
    return said


def random_rule(rng: Random) -> str:
    """A house rule set at random, often to nonsense."""
    kinds = GAMES["qiuqiu"].rules.kinds()
    name = rng.choice(list(kinds))
    kind = kinds[name]
    if kind.choices:
        return f"{name} {rng.choice(kind.choices)}"
    return f"{name} {rng.randrange(1, 60)}"


# --- seen before it is done, and by everybody after it -----------------------------------------------------------


async def test_an_admin_sees_what_will_move_and_presses_again(bank: Scenario) -> None:
    page = await bank.say("boss", "bank grant sari 100 prize")
    assert page.message.title == "Give these chips?"
    assert "Sari: +100 (wallet 2,000 → 2,100)" in page.message.lines
    assert "Reason: prize" in page.message.lines
    assert await bank.in_wallet("sari") == 2000
    assert not bank.chat.public(), "nobody is told of what was not done"
    yes, _ = page.message.pressable
    other = (await bank.say("boss", "bank take sari 500 fine")).message
    assert "Sari: −500 (wallet 2,000 → 1,500)" in other.lines
    assert (await bank.press("boss", yes)).refused, "another correction has been shown since"
    assert await bank.in_wallet("sari") == 2000
    sure, no = other.pressable
    assert not (await bank.press("boss", sure)).refused
    assert await bank.in_wallet("sari") == 1500
    assert "Boss took 500 chips from Sari. Reason: fine" in bank.chat.text()
    assert (await bank.press("boss", sure)).refused, "it is done once"
    assert await bank.refused("boss", "bank discard") == "no-correction"
    await bank.say("boss", "bank grant sari 100 prize")
    assert not (await bank.press("boss", no)).refused
    assert await bank.refused("boss", "bank confirm") == "no-correction"
    assert await bank.refused("sari", "bank confirm") == "admin-only"
    assert await bank.in_wallet("sari") == 1500


async def test_whoever_types_an_exclamation_mark_means_it(bank: Scenario) -> None:
    assert not (await bank.say("boss", "bank grant sari 100 prize !")).refused
    assert await bank.in_wallet("sari") == 2100
    assert "Reason: prize" in bank.chat.text()
    assert "!" not in bank.chat.text().partition("Reason: prize")[2].splitlines()[0]


async def test_before_a_hand_is_reversed_everybodys_chips_are_shown(bank: Scenario) -> None:
    winner, loser, number = await finished_hand(bank)
    await bank.do(winner, "leave")
    page = (await bank.say("boss", f"bank void {number} misdeal")).message
    assert page.title == "Reverse this hand?"
    gives = (
        f"{winner.capitalize()}: −60 (wallet {await bank.in_wallet(winner):,} → {await bank.in_wallet(winner) - 60:,})"
    )
    gets = f"{loser.capitalize()}: +60 (wallet {await bank.in_wallet(loser):,} → {await bank.in_wallet(loser) + 60:,})"
    assert page.lines[:3] == (f"QiuQiu · hand {number} · 1 Jan 2026, 20:00", gives, gets)
    before = {name: await bank.in_wallet(name) for name in (winner, loser)}
    await bank.press("boss", next(page.pressable))
    after = {name: await bank.in_wallet(name) for name in (winner, loser)}
    assert after == {winner: before[winner] - 60, loser: before[loser] + 60}


async def test_nobody_corrects_their_own_chips_unseen(bank: Scenario) -> None:
    await bank.do("boss", "bank grant boss 500 because I can")
    assert "Boss granted 500 chips to their own wallet. Reason: because I can" in bank.chat.text()
    await bank.do("boss", "bank take boss 100 regret")
    assert "Boss took 100 chips out of their own wallet. Reason: regret" in bank.chat.text()
    _, _, number = await finished_hand(bank)
    bank.admins.add("sari")
    await bank.do("sari", f"bank void {number} misdeal")
    assert f"Sari reversed hand {number}, in which they played themself" in bank.chat.text()
