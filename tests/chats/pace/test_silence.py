"""On the real platforms, too, nobody learns anything from when and how often Kiu calls them.

A hand of Quan Dui is played at human pace, and again with other cards wherever the public cannot see them: the same
people press the same at the same moments, and every call has to go to the same chat at the same moment, with the same
buttons in public. Only sizes and private contents may differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import pytest

from bot.groups import GroupSettings
from bot.tables.turn_clock import TurnClock
from engine.game import Deal
from engine.house_rules import GameRules
from engine.play import Action, Seat
from engine.quandui.game import QuanDui
from engine.quandui.opponent import choose
from engine.quandui.round import QuanDuiRound
from engine.quandui.rules import AMSTERDAM, QuanDuiRules
from engine.table.hand import AnyHand
from tests.bot.test_twin_worlds import claimable
from tests.chats.virtual_time import in_virtual_time
from tests.engine.laws import CLOSE, Played, Start, another_world
from tests.seeded_entropy import StackedEntropy
from tools.pace.evening import Evening
from tools.pace.observing import Seen, now
from tools.pace.people import Habits, PersonAtTable
from tools.pace.scenes import AnyEvening, one_table

pytestmark = pytest.mark.usefixtures("even_latency")

PLATFORMS = ("discord", "telegram")

WINDOWS = 5
"""How many windows are compared on each platform."""

SAME_MOMENT = 0.005
"""Seconds by which two moments may differ and still be the same: bytes are read in more or fewer pieces."""

PATIENCE = 400.0
"""Seconds after which a question that should come will not come."""

NOBODY: Mapping[Seat, str] = MappingProxyType({})
"""Nobody decides anything."""

WATCHING = Habits(own_amount=0, twice=0, lapse=1, look=0, ahead=0)
"""Nobody answers on their own: they press what the hand wants."""


BUY_IN, TURN = 500, 45
QUAN_DUI = QuanDui()


class Deed(NamedTuple):
    """What is done at a table, at what time of the hand."""

    at: float
    seat: Seat
    line: str = ""
    """What the seat types; nothing if the turn is to lapse."""


def any_rules(rng: Random) -> QuanDuiRules:
    """Some house rules; the window closes when all have answered, or never before its time."""
    rules = AMSTERDAM.replace("claim_seconds", str(rng.randint(3, 12)))
    for name, kind in rules.kinds().items():
        if kind.choices and rng.random() < 0.3:
            rules = rules.replace(name, rng.choice(kind.choices))
    return rules


def any_hand(rng: Random) -> Start:
    """A hand that is about to be dealt, to two to six players."""
    players = rng.randint(2, 6)
    pack = tuple(rng.sample(range(len(QUAN_DUI.pack)), len(QUAN_DUI.pack)))
    return Start(QUAN_DUI, Deal(any_rules(rng).without_beacon(), (BUY_IN,) * players, rng.randrange(players), pack))


def played(start: Start, rng: Random) -> tuple[list[Played], list[Deed]]:
    """Play a hand: every position, and what people do at a table to reach it."""
    step = start.begin()
    path = [Played(step.round, step.events, None, None)]
    deeds: list[Deed] = []
    at, opened = 0.0, 0.0
    while (now := path[-1].round).settlement is None:
        assert isinstance(now, QuanDuiRound)
        seat = rng.choice(now.awaited)
        if now.window and (at + 1 >= opened + now.window or rng.random() < 0.3):
            at = opened + now.window
            path.append(Played(*now.close(), None, CLOSE))
            deeds.append(Deed(at, seat))
            continue
        silent = not now.window and rng.random() < 0.05
        action = now.lapse(seat) if silent else _any_action(now, seat, rng)
        at += TURN if silent else 1 if now.window else rng.choice((0, 1, 5, TURN - 1))
        path.append(Played(*now.play(seat, action), seat, action))
        deeds.append(Deed(at, seat, "" if silent else action.text))
        if path[-1].round.question != now.question:
            opened = at
    return path, deeds


def _any_action(now: QuanDuiRound, seat: Seat, rng: Random) -> Action:
    """What a computer player does, or anything at all."""
    return choose(now.view(seat), rng) if rng.random() < 0.5 else rng.choice(now.options(seat).ready)


def retold(deeds: list[Deed], path: list[Played]) -> list[Deed]:
    """The same deeds as far as a path goes, with its actions."""
    return [
        deed._replace(line=played.action.text if deed.line and played.action is not None else "")
        for deed, played in zip(deeds, path[1:], strict=False)
    ]


def settled(rules: GameRules, now: GroupSettings) -> GroupSettings:
    """These house rules in force, with turns that always last as long, and nobody who is sat out."""
    wanted = {name: value for name, (value, _) in rules.differences(AMSTERDAM).items()}
    for name, value in {**wanted, "time_bank": "0", "lapses": "10"}.items():
        now = now.with_rule("quan-dui", name, value)
    return now


async def traffic(
    platform: str, start: Start, path: list[Played], deeds: list[Deed], deciding: Mapping[Seat, str] = NOBODY
) -> list[Seen]:
    """Everything that can be overheard while a hand is played at a table.

    Args:
        platform: where.
        start: how the hand is dealt.
        path: how it goes on.
        deeds: what is done.
        deciding: who presses what at its begin to decide for all windows; nothing if it is empty.
    """
    entropy = StackedEntropy("twins")
    entropy.stack(start.deal.pack, start.deal.dealer)
    players = len(start.deal.stacks)

    async def prepare(evening: AnyEvening, group: str) -> None:
        await evening.app.groups.change(group, partial(settled, start.deal.rules))

    async with one_table(platform, "quan-dui", players, WATCHING, prepare=prepare, entropy=entropy) as evening:
        return await _played(evening, path, deeds, deciding)


async def _played(evening: Evening, path: list[Played], deeds: list[Deed], deciding: Mapping[Seat, str]) -> list[Seen]:
    (watch,) = evening.observed.watches.values()
    random = Random("thinking")
    while watch.seen is None or not watch.seen.question.turn:
        await watch.change(PATIENCE)
    began = now()
    evening.observed.traffic = []
    people = {person.player: person for person in evening.seated}
    for seat, line in deciding.items():
        assert watch.standing is not None
        assert watch.standing.hand is not None
        if line:
            people[watch.standing.hand.players[seat]].press_command(line)
        await asyncio.sleep(1)
    for before, deed in zip(path, deeds, strict=False):
        question = f"1.{before.round.question}"
        assert watch.standing is not None
        hand = watch.standing.hand
        assert hand is not None
        person = people[hand.players[deed.seat]]
        await asyncio.wait_for(_until_seen(person, question), PATIENCE)
        if deed.line:
            window = before.round.window
            await asyncio.sleep(random.uniform(0.1, 0.9) * window / 7 if window else random.uniform(2, 6))
            person.press_command(deed.line)
            await asyncio.sleep(0.05)
        else:
            await asyncio.wait_for(_until_over(evening, question), PATIENCE)
    await asyncio.sleep(1)
    end = path[len(deeds)].round
    assert watch.standing is not None
    reached = watch.standing.question
    assert reached.over or reached.turn == f"1.{end.question}", "the hand went as it was played before"
    seen, evening.observed.traffic = evening.observed.traffic, None
    return [each._replace(at=each.at - began) for each in seen]


async def _until_seen(person: PersonAtTable, question: str) -> None:
    """Wait until somebody can see a question."""
    watch = person.watch
    while person.seen is None or person.seen.question.turn != question:
        assert watch.standing is None or not watch.standing.question.over, "the hand is over already"
        await watch.change(1)


async def _until_over(evening: Evening, question: str) -> None:
    (watch,) = evening.observed.watches.values()
    while watch.standing is None or watch.standing.question.turn == question:
        await watch.change(1)


def differences(here: list[Seen], there: list[Seen]) -> list[str]:
    """Where two evenings can be told apart; what happens at one moment has no order."""
    found = []
    for what in sorted({each.what for each in (*here, *there)}):
        one, two = ([each.at for each in seen if each.what == what] for seen in (here, there))
        if len(one) != len(two):
            found.append(f"{what}: {len(one)} times, but {len(two)}")
        found += [
            f"{what}: at {a:.3f}, but at {b:.3f}" for a, b in zip(one, two, strict=False) if abs(a - b) > SAME_MOMENT
        ]
    return found


class Worlds(NamedTuple):
    """A hand in two worlds that differ in hidden cards: the same people do the same in both."""

    here: tuple[Start, list[Played], list[Deed]]
    there: tuple[Start, list[Played], list[Deed]]


def worlds(rng: Random, windows: int) -> Iterator[Worlds]:
    """Hands until so many windows were in both worlds."""
    compared = 0
    while compared < windows:
        start = any_hand(rng)
        path, deeds = played(start, rng)
        other, again = another_world(start, path, None, rng)
        same = _with_same_lines(deeds, retold(deeds, again))
        opened = sum(bool(after.round.window) > bool(before.round.window) for before, after in pairwise(path[:same]))
        if not opened:
            continue
        yield Worlds((start, path, deeds[:same]), (other, again, deeds[:same]))
        compared += opened


def twins(platform: str, seed: str, windows: int) -> Iterator[list[str]]:
    """Play hands in two worlds each, until so many windows were in both; tell how they differ."""
    for both in worlds(Random(seed), windows):
        here, there = (in_virtual_time(traffic(platform, *world)) for world in both)
        assert here, "something was called"
        yield differences(here, there)


def _with_same_lines(deeds: list[Deed], others: list[Deed]) -> int:
    """How many deeds are the same in both worlds, the first that differs and all after it left out."""
    return next(
        (place for place, (one, two) in enumerate(zip(deeds, others, strict=False)) if one != two),
        min(len(deeds), len(others)),
    )


@pytest.mark.parametrize("platform", PLATFORMS)
def test_two_evenings_that_differ_in_hidden_cards_make_the_same_calls(platform: str) -> None:
    for found in twins(platform, "platforms", WINDOWS):
        assert found == []


def test_a_window_that_ends_sooner_where_nobody_can_claim_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = TurnClock._begin

    def begun(clock: TurnClock, hand: AnyHand) -> None:
        begin(clock, hand)
        if isinstance(hand.round, QuanDuiRound) and hand.round.window and not claimable(hand.round):
            clock._timers.later(hand.round.window - 0.5, partial(clock.close_window, hand.turn))

    monkeypatch.setattr(TurnClock, "_begin", begun)

    assert any(twins("discord", "planted", WINDOWS * 3))
