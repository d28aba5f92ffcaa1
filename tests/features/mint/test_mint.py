"""What the mint gave to whom, and that nothing won from it by way of computer players changes a ranking."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, text

from bot.features.mint.queries import given, held
from bot.features.mint.sources import MintAudit, Source, audited
from bot.ledger.times import microseconds
from bot.messages import is_computer
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id

if TYPE_CHECKING:
    from bot.features.rankings.queries import Standing

pytestmark = pytest.mark.usefixtures("no_pictures")

PEOPLE = ("sari", "budi", "wati")
HANDS = 10
"""How many hands an evening has."""


async def rows(scenario: Scenario, query: str) -> list[Any]:
    """All rows of a query, as they are stored."""

    def read(connection: Connection) -> list[Any]:
        return list(connection.execute(text(query)).all())

    return await scenario.app.ledger.read(read)


async def found(scenario: Scenario) -> MintAudit:
    ledger = scenario.app.ledger
    return audited(await ledger.read(given, GROUP), await ledger.read(held, GROUP))


async def test_an_admin_reads_what_the_mint_gave_and_that_it_adds_up(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    scenario.stack("sari: 5-4, 0-0, 6-3; anoman: 1-0, 2-0, 5-1; then: 3-1, 4-1", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    won = await scenario.in_wallet("sari") - 2000
    await scenario.do("budi", "chips")
    await scenario.do("boss", "bank take budi 1900 fine")
    await scenario.do("budi", "daily")
    await scenario.do("budi", "practice qiuqiu")
    assert await scenario.refused("budi", "audit") == "admin-only"

    reply = await scenario.say("boss", "audit")

    lines = list(reply.message.lines)
    assert lines[:5] == [
        "+6,000 starting chips",
        "+400 daily chips",
        "−1,900 from admins",
        "+500 to computer players",
        "+2,000 at practice tables now",
    ]
    assert lines[5] == "Given in all: 7,000"
    assert lines[6].startswith("Held in all: 7,000 (wallets 5,000, tables 0, practice 2,000). It adds up")
    assert f"Sari · 2,000 (starting chips +2,000) · from computer players +{won}" in lines
    assert "Budi · 500 (starting chips +2,000, daily chips +400, from admins −1,900)" in lines
    assert reply.menu
    assert any(each.command == "audit" for each in buttons((await scenario.say("boss", "top")).message))
    assert not any(each.command == "audit" for each in buttons((await scenario.say("budi", "top")).message))


async def test_many_players_stand_on_several_pages(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for number in range(10):
        await scenario.do(f"guest{number}", "chips")
    first = (await scenario.say("boss", "audit")).message
    on = next(each for each in first.pressable if each.label == "Next")
    second = (await scenario.press("boss", on)).message
    names = [line.split(" · ")[0] for line in (*first.lines, *second.lines) if " · " in line]
    assert sorted(names) == sorted(["Boss", *(f"Guest{number}" for number in range(10))])
    assert words(first) != words(second)


# --- random evenings ---------------------------------------------------------------------------------------------


async def an_evening(scenario: Scenario, rng: Random) -> None:
    """Hands among people and with computer players, seasons, voids and whatever else moves chips."""
    scenario.admins.add("boss")
    await scenario.set_rules("min_buy_in 50", "grant 900", "daily 300", "pause_seconds 60", "computer_seconds 0")
    for hand in range(HANDS):
        if rng.random() < 0.5:
            await scenario.let_computers_play()
        for name in rng.sample(PEOPLE, rng.randint(1, 3)):
            await scenario.say(name, "daily")
            await scenario.say(name, "join" if scenario.is_open() else f"open {rng.choice(('qiuqiu', 'koo-kiew'))}")
        seated = [name for name in PEOPLE if scenario.sits(name)]
        if seated:
            if rng.random() < 0.5 or len(seated) == 1:
                await scenario.say(seated[0], "add computer")
            await scenario.say(seated[0], "start")
            await scenario.wait(70)
            await _play(scenario, rng)
        await _something(scenario, rng, hand)
        await scenario.wait(rng.choice((1, 30, 600)))
    if scenario.is_open():
        await scenario.say("boss", "close")
        await _play(scenario, rng)


async def _play(scenario: Scenario, rng: Random) -> None:
    for _ in range(40):
        if not scenario.is_open() or (hand := scenario.state().playing) is None:
            return
        people = [hand.players[seat] for seat in hand.round.awaited if not is_computer(hand.players[seat])]
        if people and rng.random() < 0.8:
            name = rng.choice(people).removeprefix("test:")
            await scenario.say(name, rng.choice(("check", "call", "bet 40", "raise 90", "fold", "stake 30", "show")))
        else:
            await scenario.wait(20)


async def _something(scenario: Scenario, rng: Random, hand: int) -> None:
    """What an admin does between hands, or nothing."""
    from bot.features.rankings.seasons import seasons_of

    number = len(seasons_of(scenario.app.groups.of(GROUP)).all)
    for line in rng.sample(
        (
            f"bank void {rng.randint(1, hand + 1)} misdeal !",
            f"bank grant {rng.choice(PEOPLE)} 70 prize !",
            f"bank take {rng.choice(PEOPLE)} 20 fine !",
            f"season open {hand}",
            f"season close {number}",
            f"season close reset {number}",
            "close",
        ),
        2,
    ):
        await scenario.say("boss", line)


async def nets_by_hand(scenario: Scenario) -> list[tuple[int, bool, dict[str, int]]]:
    """When each change of nets was, whether computer players were dealt in, and by how much, from hands alone."""
    changes = []
    closed = await rows(scenario, "SELECT id, players, settlement, voided, closed_at FROM hand WHERE closed_at > 0")
    undone = dict(await rows(scenario, "SELECT hand, max(at) FROM posting WHERE reason = 'reversal' GROUP BY hand"))
    for hand, players, settlement, _, at in closed:
        nets = dict(zip(json.loads(players), json.loads(settlement), strict=True))
        with_computers = any(map(is_computer, nets))
        changes.append((at, with_computers, nets))
        if hand in undone:
            changes.append((undone[hand], with_computers, {player: -net for player, net in nets.items()}))
    return changes


def won(changes: list[tuple[int, bool, dict[str, int]]], after: datetime, until: datetime) -> Counter[str]:
    """What everybody won among people in a time."""
    first, last = microseconds(after), microseconds(until)
    sums: Counter[str] = Counter()
    for at, with_computers, nets in changes:
        if not with_computers and first < at <= last:
            sums.update(nets)
    return sums


def as_sums(standings: list[Standing]) -> dict[str, int]:
    return {each.player: each.chips for each in standings if not is_computer(each.player)}


@pytest.mark.parametrize("seed", range(3))
async def test_rankings_and_the_mint_come_to_what_hands_and_transfers_say(tmp_path: Path, seed: int) -> None:
    from bot.features.rankings.queries import by_balance, by_net
    from bot.features.rankings.seasons import seasons_of

    rng = Random(f"mint {seed}")
    async with Scenario(tmp_path, seed=f"mint {seed}") as scenario:
        await an_evening(scenario, rng)
        await scenario.sound()
        ledger, changes = scenario.app.ledger, await nets_by_hand(scenario)
        begin, now = datetime(2020, 1, 1, tzinfo=UTC), scenario.clock.utc()
        seasons = seasons_of(scenario.app.groups.of(GROUP))
        for after, until in [(begin, now), *((each.opened, each.closed or now) for each in seasons.all)]:
            sums = won(changes, after, until)
            assert as_sums(await ledger.read(by_net, GROUP, after, until)) == {p: n for p, n in sums.items() if n}

        for since in (None, seasons.last_reset):
            farmed: Counter[str] = Counter()
            for at, with_computers, nets in changes:
                if with_computers and (since is None or at > microseconds(since)):
                    farmed.update(nets)
            for player, chips in as_sums(await ledger.read(by_balance, GROUP, since)).items():
                assert chips == await scenario.fortune(player.removeprefix("test:")) - farmed[player]

        audit = await found(scenario)
        given: Counter[str] = Counter()
        for player, _, chips in await rows(
            scenario,
            "SELECT own.player, reason, theirs.amount FROM posting JOIN entry AS theirs ON theirs.posting = posting.id"
            " JOIN account AS own ON own.id = theirs.account AND own.kind = 'wallet' WHERE posting.hand IS NULL"
            " AND EXISTS (SELECT 1 FROM entry JOIN account ON account.id = entry.account"
            " WHERE entry.posting = posting.id AND account.kind = 'mint')",
        ):
            if not is_computer(player):
                given[player] += chips
        assert {each.player: each.given for each in audit.people} == dict(given)
        assert audit.balances
        assert sum(audit.by_source.values()) == sum(given.values())
        started = await rows(scenario, "SELECT sum(amount) FROM player_sum WHERE reason = 'newcomer'")
        assert audit.by_source[Source.START] == started[0][0]
        assert len(changes) > HANDS / 2


async def test_a_farmed_chip_changes_no_ranking(tmp_path: Path) -> None:
    from bot.features.rankings.queries import by_balance, by_net

    """Whatever somebody wins from computer players or loses to them, everybody stands where they stood."""
    async with Scenario(tmp_path, seed="farming") as scenario:
        rng = Random(5)
        await scenario.set_rules("computer_seconds 0", "max_bet none")
        await scenario.do("budi", "chips")
        moved = 0
        for _ in range(6):
            ledger = scenario.app.ledger
            before = as_sums(await ledger.read(by_balance, GROUP))
            if not scenario.is_open():
                await scenario.say("sari", "daily")
                await scenario.sit("sari", buy_in=100)
            await scenario.say("sari", "add computer")
            await scenario.say("sari", "start")
            fortune = await scenario.fortune("sari")
            await scenario.finish_hand(prefer=rng.choice((("all-in", "call"), ("check", "call"))))
            await scenario.say("sari", "close")
            moved += await scenario.fortune("sari") != fortune
            after = as_sums(await ledger.read(by_balance, GROUP))
            assert {player: after[player] for player in before} == before
            assert as_sums(await ledger.read(by_net, GROUP, datetime(2020, 1, 1, tzinfo=UTC))) == {}
        assert moved
        assert after[player_id("budi")] == 2000
