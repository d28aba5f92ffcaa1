"""Whole deals of the other two games: 56 players of Koo Kiew, and four computer players of Quan Dui."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.game import Deal
from engine.games import GAMES
from engine.play import Action
from tools.benchmarks import plain_deals
from tools.benchmarks.measuring import Row, Timings, duration, rate, side_by_side, times

CROWD = 56
FOUR = 4
CHECKED = 300
"""How many deals of the plain programs are compared with the engine's before they may be yardsticks."""

TOGETHER = 20
"""How many deals a slice plays, because one is far from another."""

Played = tuple[list[int], int]
"""What each seat has won or lost, and how many actions it took."""


def _crowd(rng: Random) -> tuple[list[int], int, list[int]]:
    """Stacks, banker and pack of a deal of Koo Kiew; some banks cover only a part of the stakes."""
    return [rng.randint(500, 5_000) for _ in range(CROWD)], rng.randrange(CROWD), rng.sample(range(112), 112)


def koo_kiew(rng: Random) -> Played:
    """Play one deal in the engine: everybody stakes, and the banker shows."""
    game = GAMES["koo-kiew"]
    stacks, banker, pack = _crowd(rng)
    now = game.deal(Deal(game.rules(), tuple(stacks), banker, tuple(pack))).round
    actions = 1
    while now.window:
        seat = now.awaited[0]
        (verb, least, most) = now.options(seat).amounts[0]
        amount = rng.randint(least, min(most, plain_deals.LARGEST_STAKE))
        now = now.play(seat, Action(verb, amount)).round
        actions += 1
    over = now.play(banker, now.lapse(banker)).round
    assert over.settlement is not None
    return [over.settlement[seat] for seat in range(CROWD)], actions


def plain_koo_kiew(rng: Random) -> Played:
    """The same deal in the plain program."""
    return plain_deals.koo_kiew(rng, *_crowd(rng))


def quan_dui(rng: Random) -> Played:
    """Let four computer players play one hand in the engine, each seeing its own view only."""
    game = GAMES["quan-dui"]
    dealer, pack = rng.randrange(FOUR), rng.sample(range(120), 120)
    now = game.deal(Deal(game.rules(), (500,) * FOUR, dealer, tuple(pack))).round
    actions = 0
    while now.settlement is None:
        for seat in now.awaited:
            now = now.play(seat, game.choose(now.view(seat), rng)).round
            actions += 1
    return [now.settlement[seat] for seat in range(FOUR)], actions


def plain_quan_dui(rng: Random) -> Played:
    """The same hand in the plain program."""
    return plain_deals.quan_dui(rng, FOUR, rng.randrange(FOUR), rng.sample(range(120), 120))


def _check(ours: Callable[[Random], Played], plain: Callable[[Random], Played]) -> None:
    for seed in range(CHECKED):
        one, other = ours(Random(seed)), plain(Random(seed))
        assert one == other, f"the engine and {plain.__name__} part ways at seed {seed}: {one} and {other}"


def measure() -> list[Row]:
    """Time whole deals in turns."""
    rows = []
    for what, ours, plain in (
        (f"deal of Koo Kiew with {CROWD} players, from the stakes to the settlement", koo_kiew, plain_koo_kiew),
        (f"hand of Quan Dui of {FOUR} computer players", quan_dui, plain_quan_dui),
    ):
        _check(ours, plain)
        counts: dict[str, list[int]] = {"Kiu": [], "plain": []}
        works = {name: _many(play, counts[name]) for name, play in (("Kiu", ours), ("plain", plain))}
        timings = side_by_side(works, rounds=13)
        beside = f"the same in plain lists: {_rates(timings, counts, 'plain')}"
        rows.append(Row(what, _rates(timings, counts, "Kiu"), beside, times(timings.ratio("Kiu", "plain"))))
    return rows


def _many(play: Callable[[Random], Played], actions: list[int]) -> Callable[[], None]:
    """Play a good many deals, noting how many actions each took."""
    rng = Random(1)

    def many() -> None:
        for _ in range(TOGETHER):
            actions.append(play(rng)[1])

    return many


def _rates(timings: Timings, counts: dict[str, list[int]], name: str) -> str:
    a_deal = timings[name] / TOGETHER
    actions = sum(counts[name]) / len(counts[name])
    return f"{rate(1 / a_deal)} ({duration(a_deal / actions)} an action)"


def work() -> None:
    """Two hundred deals of Koo Kiew, and as many hands of Quan Dui."""
    rng = Random(1)
    for _ in range(200):
        koo_kiew(rng)
        quan_dui(rng)
