"""What is counted of players equals what a recount over all hands gives, however it came to be counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from bot.features.statistics.counting import VERSION, Tally
from bot.features.statistics.queries import statistics_of
from bot.ledger import Ledger, schema, statement_queries
from bot.ledger.group_renaming import move_group
from engine.facts import Move
from tests.bot.evening_habits import TURN, any_pack, any_setting, play
from tests.bot.evenings import Deed, Evening, Evenings
from tests.bot.played_hands import BY_LAPSE, PlayedHand
from tests.bot.scenario import GROUP, Scenario, player_id

SOME = {"qiuqiu": 2, "koo-kiew": 2, "quan-dui": 1}
"""The evenings of each game besides one of practice; each has a counted hand at least."""

MANY = {"qiuqiu": 30, "koo-kiew": 30, "quan-dui": 10}
"""Those of ``make soak``."""

Counts = dict[tuple[str, str], dict[str, int]]
"""By player and game."""


def expected(hands: list[PlayedHand]) -> tuple[Counts, dict[tuple[str, str, str], int]]:
    """The counts and maxima of everybody over some hands, by nothing but how they were played."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    best: dict[tuple[str, str, str], int] = {}
    for hand in hands:
        path, game = hand.path, hand.start.game
        over = path[-1].round
        if over.settlement is None:
            continue
        story, moves = [event for played in path for event in played.events], []
        for before, (seat, action, way) in zip(path, hand.actions, strict=False):
            now = before.round
            if seat is None:
                moves += [Move(each, now.lapse(each).verb, now.question, by_clock=True) for each in now.awaited]
            else:
                moves.append(Move(seat, action.verb, now.question, way == BY_LAPSE))
        for seat, facts in enumerate(game.facts(over, story, moves)):
            player, net = hand.players[seat], over.settlement[seat]
            counted = counts.setdefault((player, game.name), Counter())
            counted["hands"] += 1
            counted["net"] += net
            counted["won"] += net > 0
            counted["showdown"] += facts.showdown
            counted["showdown-won"] += facts.showdown and net > 0
            counted["streak"] = counted["streak"] + 1 if net > 0 else 0 if net < 0 else counted["streak"]
            for before_verb, made in (
                ("move:", facts.moves),
                ("clock:", facts.by_clock),
                ("own-move:", facts.hidden_moves),
            ):
                counted.update({before_verb + verb: times for verb, times in made.items()})
            reached = {"pot": facts.taken, "streak": counted["streak"]}
            if facts.made is not None:
                own = "" if facts.made.shown else "own-"
                counted[f"{own}type:{facts.made.hand_type}"] += 1
                reached |= {f"{own}best": facts.made.worth, f"{own}rarest": facts.made.rarity}
            for what, value in reached.items():
                best[player, game.name, what] = max(value, best.get((player, game.name, what), 0))
    return {whose: _without_zeros(counted) for whose, counted in counts.items()}, _without_zeros(best)


def _without_zeros(counted: dict[Any, int]) -> dict[Any, int]:
    return {what: times for what, times in counted.items() if times}


async def stored(ledger: Ledger, players: set[str], game: str) -> tuple[Counts, dict[tuple[str, str, str], int]]:
    counts, best = {}, {}
    for player in players:
        for name, found in (await ledger.read(statistics_of, GROUP, player, own=True)).items():
            counts[player, name] = _without_zeros(found.counts)
            best.update({(player, name, what): each.value for what, each in found.best.items()})
    assert {name for _, name in counts} <= {game}
    return counts, best


async def recounted(ledger: Ledger) -> None:
    """Find everything anew from what is stored with the hands."""

    def outdated(connection: Connection) -> None:
        connection.execute(update(schema.player_tally).values(version=0))

    await ledger.rewrite(outdated)


@pytest.mark.parametrize(
    ("game", "number"), [*SOME.items(), *(pytest.param(*each, marks=pytest.mark.soak) for each in MANY.items())]
)
async def test_counts_of_random_evenings_are_those_of_their_hands(
    game: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings, rng = Evenings(monkeypatch), Random(f"counts {game}")
    for each in range(number + 1):
        setting = replace(any_setting(game, rng), practice=not each)
        async with evenings.begin(setting, lambda _, players: any_pack(game, rng, players)) as evening:
            await play(evening, rng)
            while evening.state is not None and evening.state.playing is not None:
                await evening.do(Deed(seconds=TURN))
            assert await counted_right(evening, game) or setting.practice


async def counted_right(evening: Evening, game: str) -> int:
    """Check what is counted of an evening; tell how many hands were counted."""
    ledger = evening.scenario.app.ledger
    players = {player for hand in evening.hands for player in hand.players}
    counts, best = await stored(ledger, players, game)
    if evening.setting.practice:
        assert counts == {}
        return 0
    assert (counts, best) == expected(evening.hands)
    await recounted(ledger)
    assert await stored(ledger, players, game) == (counts, best)
    return sum(hand.now.settlement is not None for hand in evening.hands)


async def test_a_start_counts_anew_what_is_outdated(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.act("bet 50", "call", "bet 10", "fold")
    before = await scenario.app.ledger.read(statistics_of, GROUP, player_id("sari"), own=False)

    def spoiled(connection: Connection) -> None:
        connection.execute(update(schema.player_tally).values(version=0, tally=Tally().to_json()))

    await scenario.app.ledger.rewrite(spoiled)
    await scenario.end()
    await scenario.begin()
    await scenario.app.wait_until_idle()
    versions = select(schema.player_tally.c.version)
    assert set(await scenario.app.ledger.read(lambda c: c.execute(versions).scalars().all())) == {VERSION}
    assert await scenario.app.ledger.read(statistics_of, GROUP, player_id("sari"), own=False) == before


async def test_a_hand_declared_void_counts_no_more(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.act("bet 50", "call", "bet 10", "fold")
    first, ledger = scenario.hand(), scenario.app.ledger
    assert first.round.settlement is not None
    nets = first.round.settlement
    winner = next(player for seat, player in enumerate(first.players) if nets[seat] > 0).removeprefix("test:")
    await scenario.wait(8)
    await scenario.act("bet 20", "fold")
    second = scenario.hand().id
    await scenario.do("sari", "leave")
    await scenario.do("budi", "leave")
    assert first.id != second

    async def of(name: str) -> dict[str, int]:
        return (await ledger.read(statistics_of, GROUP, player_id(name), own=True))["qiuqiu"].counts

    before = await of(winner)
    other = await of("budi" if winner == "sari" else "sari")
    assert (before["hands"], before["move:bet"] + other["move:bet"]) == (2, 3)
    await scenario.do("boss", f"bank void {first.id} wrong rules")
    after = await of(winner)
    assert after["hands"] == 1
    best = (await ledger.read(statistics_of, GROUP, player_id(winner), own=False))["qiuqiu"].best
    assert "pot" not in best or best["pot"].hand == second
    assert after["net"] == sum(
        line.amount
        for line in await ledger.read(statement_queries.statement, GROUP, player_id(winner))
        if line.hand == second
    )
    await recounted(ledger)
    assert await of(winner) == after


async def test_counts_become_one_when_groups_do(scenario: Scenario) -> None:
    """Whoever has played in both groups has the hands of both, in one row of hands won."""
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.act("bet 50", "call", "bet 10", "fold")
    await scenario.do("sari", "leave")
    ledger = scenario.app.ledger
    here = await ledger.read(statistics_of, GROUP, player_id("sari"), own=True)
    scenario.name = "test:bigger"
    await scenario.sit("sari", "budi", channel="other")
    await scenario.do("sari", "start", channel="other")
    await scenario.act("bet 50", "call", "bet 10", "fold", channel="other")
    await scenario.do("sari", "leave", channel="other")
    there = await ledger.read(statistics_of, "test:bigger", player_id("sari"), own=True)
    await ledger.change(move_group, GROUP, "test:bigger", ())
    scenario.name = "test:bigger"
    both = await ledger.read(statistics_of, "test:bigger", player_id("sari"), own=True)
    assert not await ledger.read(statistics_of, GROUP, player_id("sari"), own=True)
    for what in ("hands", "net", "won"):
        counts = [each["qiuqiu"].counts.get(what, 0) for each in (here, there, both)]
        assert counts[0] + counts[1] == counts[2], what
    types = [sum(n for what, n in each["qiuqiu"].counts.items() if "type:" in what) for each in (here, there, both)]
    assert types == [1, 1, 2]
