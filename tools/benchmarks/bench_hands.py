"""Whole six-player hands with random legal actions, from the shuffled pack to the settlement."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Deal
from engine.games import GAMES
from engine.play import Action
from engine.qiuqiu.rules import PRESETS, SUMATRA, QiuQiuRules
from tools.benchmarks import sketch
from tools.benchmarks.measuring import Row, duration, peer, rate, side_by_side, times

SEATS = 6

AIM = 11.0
"""How many times as many hands as PokerKit the engine is to play in the same time; docs/performance.md says why."""

CHECKED = 300
"""How many hands of the sketch are compared with the engine's before it may be a yardstick."""


def dealt(rng: Random) -> tuple[list[int], int, list[int]]:
    """Stacks, dealer and pack of a hand."""
    return [rng.randint(10, 500) for _ in range(SEATS)], rng.randrange(SEATS), rng.sample(range(28), 28)


def play(rng: Random, rules: QiuQiuRules = SUMATRA) -> tuple[list[int], int]:
    """Play one hand in the engine; return what each seat has won or lost, and how many actions it took."""
    stacks, dealer, pack = dealt(rng)
    now = GAMES["qiuqiu"].deal(Deal(rules, tuple(stacks), dealer, tuple(pack))).round
    actions = 0
    while now.settlement is None:
        (seat,) = now.awaited
        options = now.options(seat)
        choices = [*options.ready, *(Action(each.verb, rng.randint(each.least, each.most)) for each in options.amounts)]
        now = now.play(seat, rng.choice(choices)).round
        actions += 1
    return [now.settlement[seat] for seat in range(SEATS)], actions


def play_sketch(rng: Random) -> tuple[list[int], int]:
    """The same hand in the lean sketch."""
    stacks, dealer, pack = dealt(rng)
    return sketch.play(rng, stacks, dealer, pack)


def holdem_player() -> Callable[[Random], int]:
    """PokerKit's six-player no-limit hold'em in the same kind of loop; a hand returns its number of actions."""
    pokerkit = peer("pokerkit")
    every: Any = pokerkit.Automation
    automations = (
        every.ANTE_POSTING,
        every.BET_COLLECTION,
        every.BLIND_OR_STRADDLE_POSTING,
        every.CARD_BURNING,
        every.HOLE_DEALING,
        every.BOARD_DEALING,
        every.HOLE_CARDS_SHOWING_OR_MUCKING,
        every.HAND_KILLING,
        every.CHIPS_PUSHING,
        every.CHIPS_PULLING,
    )
    create = pokerkit.NoLimitTexasHoldem.create_state

    def play_holdem(rng: Random) -> int:
        stacks = tuple(rng.randint(10, 500) for _ in range(SEATS))
        state = create(automations, True, 0, (5, 10), 10, stacks, SEATS)
        actions = 0
        while state.status:
            choices: list[Callable[[], object]] = []
            if state.can_fold():
                choices.append(state.fold)
            if state.can_check_or_call():
                choices.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                to = rng.randint(least, most)
                choices.append(lambda to=to: state.complete_bet_or_raise_to(to))  # type: ignore[misc]
            rng.choice(choices)()
            actions += 1
        return actions

    return play_holdem


def _check_sketch() -> None:
    for seed in range(CHECKED):
        ours, lean = play(Random(seed)), play_sketch(Random(seed))
        assert ours == lean, f"the sketch and the engine part ways at seed {seed}: {ours} and {lean}"


def measure() -> list[Row]:
    """Time whole hands in turns."""
    _check_sketch()
    holdem = holdem_player()
    engine_rng, sketch_rng, holdem_rng = Random(1), Random(1), Random(1)
    counted = {"Kiu": (0, 0), "sketch": (0, 0), "PokerKit": (0, 0)}

    def count(name: str, actions: int) -> None:
        hands, before = counted[name]
        counted[name] = (hands + 1, before + actions)

    works: dict[str, Callable[[], object]] = {
        "Kiu": lambda: count("Kiu", play(engine_rng)[1]),
        "sketch": lambda: count("sketch", play_sketch(sketch_rng)[1]),
        "PokerKit": lambda: count("PokerKit", holdem(holdem_rng)),
    }
    for name, rules in PRESETS.items():
        if rules is not SUMATRA:
            works[name] = lambda rules=rules: play(engine_rng, rules)  # type: ignore[misc]
    # One hand is far from another, so each slice plays a good many.
    batched = {name: _many(work, 20 if name == "PokerKit" else 200) for name, work in works.items()}
    timings = side_by_side(batched, rounds=13)

    def rates(name: str) -> str:
        hands, actions = counted[name]
        per_hand = timings[name] / (20 if name == "PokerKit" else 200)
        return f"{rate(1 / per_hand)} ({duration(per_hand / (actions / hands))} an action)"

    per_hand_ratio = timings.ratio("Kiu", "PokerKit") * 10
    lean = timings.ratio("Kiu", "sketch")
    rows = [
        Row(
            "whole six-player hand, random legal actions, one processor",
            rates("Kiu"),
            f"PokerKit hold'em: {rates('PokerKit')}",
            times(per_hand_ratio),
            f"≥ {times(AIM)}",
            per_hand_ratio >= AIM,
        ),
        Row("the same", rates("Kiu"), f"mutable sketch of the same hand: {rates('sketch')}", times(lean)),
    ]
    for name, rules in PRESETS.items():
        if rules is not SUMATRA:
            ratio = timings.ratio(name, "PokerKit") * 10
            rows.append(Row(f"the same, preset {name}", rate(200 / timings[name]), "PokerKit hold'em", times(ratio)))
    return rows


def _many(play_one: Callable[[], object], hands: int) -> Callable[[], None]:
    def many() -> None:
        for _ in range(hands):
            play_one()

    return many


def work() -> None:
    """Two thousand hands of Sumatra with random legal actions."""
    rng = Random(1)
    for _ in range(2000):
        play(rng)
