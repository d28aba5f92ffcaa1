"""Why a hand won: the step that is named is the first at which the hands differ, and names who was paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from random import Random
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pots import Pot
from engine.qiuqiu.arrangements import all_hands
from engine.qiuqiu.comparison import Comparison, Part, compare, reasons
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import PRESETS, SPECIALS, SUMATRA, QiuQiuRules
from engine.qiuqiu.showdown import Declared, award
from engine.qiuqiu.tiles import TILES, hand, hand_names, tile
from tests.engine.stories import rules_told
from tests.rows import rows
from tests.seeds import SEED
from tests.thoroughness import examples

FEATURES = all_hands().examples
SERI = [features.tiles for features in FEATURES if features.consecutive]
BIG_OR_SMALL = [features.tiles for features in FEATURES if not 12 < features.spots < 36]
ALL_DOUBLES = [features.tiles for features in FEATURES if len(features.threes) == 4]

RULES_OF_RANKING = {
    "specials": [(), *permutations(SPECIALS), ("murni_kecil", "murni_besar")],
    "besar_min": [36, 38, 39, 43],
    "kecil_max": [5, 9, 12],
    "special_tie": ["equal", "total"],
    "seri": [True, False],
    "seri_tie": ["spots", "double_first"],
    "hui": [True, False],
    "three_doubles": ["off", "optional", "mandatory"],
    "tie": ["split", "highest_double"],
}
_HOUSES = Random(SEED)
HOUSES = [
    *PRESETS.values(),
    *(
        QiuQiuRules(**{name: _HOUSES.choice(values) for name, values in RULES_OF_RANKING.items()})  # type: ignore[arg-type]
        for _ in range(24)
    ),
]
"""So few that the rankings of all of them are kept, since making one takes a while."""


class Showdown(NamedTuple):
    """Two to six hands under some house rules, each declared as it may be; of one pack or not, for the sake of ties."""

    rules: QiuQiuRules
    hands: dict[int, Declared]
    chance: Random


def some_showdown(seed: int) -> Showdown:
    """A showdown in which specials, seri and ties are common, which chance alone seldom deals."""
    chance = Random(seed)
    odd = chance.choice(("dealer_first", "left_of_dealer", "next_pot"))
    rules = replace(chance.choice(HOUSES), compare=chance.choice(("normal", "split_pot")), odd_chips=odd)
    notable, order = chance.choice((SERI, BIG_OR_SMALL, ALL_DOUBLES)), ranking(rules)
    hands = {}
    for seat in range(chance.randint(2, 6)):
        tiles = chance.choice(notable) if chance.random() < 0.5 else tuple(chance.sample(TILES, 4))
        label = chance.choice(order.declarations(tiles)) if rules.compare == "split_pot" else order.label(tiles)
        hands[seat] = Declared(tiles, label)
    return Showdown(rules, hands, chance)


SHOWDOWNS = st.integers(0, 2**32 - 1).map(some_showdown)


def first_difference(rules: QiuQiuRules, one: Declared, other: Declared, part: Part) -> tuple[str, int, int]:
    """The step at which two hands of one kind differ first and what each has, from the words of the rules."""

    def doubles(held: Declared) -> int:
        return max([int(name[0]) for name in hand_names(held.tiles) if name[0] == name[2]], default=-1)

    def spots(held: Declared) -> int:
        return sum(int(name[0]) + int(name[2]) for name in hand_names(held.tiles))

    steps: list[tuple[str, int, int]] = []
    if one.label[1] == "-":
        pairs = [(int(held.label[0]), int(held.label[2])) for held in (one, other)]
        steps = [("first_pair", pairs[0][0], pairs[1][0]), ("second_pair", pairs[0][1], pairs[1][1])]
        steps = steps[::-1] if part == "low" else steps
    by_spots = rules.special_tie == "total" and one.label.startswith("murni")
    if by_spots or one.label == "seri":
        steps.append(("spots", spots(one), spots(other)))
    if rules.tie == "highest_double" or (one.label == "seri" and rules.seri_tie == "double_first"):
        first = one.label == "seri" and rules.seri_tie == "double_first"
        steps.insert(0 if first else len(steps), ("double", doubles(one), doubles(other)))
    return next((step for step in steps if step[1] != step[2]), ("nothing", 0, 0))


@given(showdown=SHOWDOWNS)
@settings(max_examples=examples(200))
def test_the_named_step_is_the_first_at_which_two_hands_differ(showdown: Showdown) -> None:
    rules, hands, _ = showdown
    order = ranking(rules)
    below_nine = all(held.label[0].isdigit() and held.label[0] != "9" for held in hands.values())
    parts: tuple[Part, ...] = ("whole", "high", "low") if below_nine else ("whole",)
    for part in parts:
        for one in hands.values():
            for other in hands.values():
                found = compare(rules, one, other, part)
                if part == "whole":
                    by_strength = order.declared_strength(*one) - order.declared_strength(*other)
                    assert found.sign == (by_strength > 0) - (by_strength < 0)
                assert compare(rules, other, one, part).sign == -found.sign
                if found.by == "kind":
                    assert (one.label[0].isdigit(), one.label) != (other.label[0].isdigit(), other.label)
                    assert not (one.label[0].isdigit() and other.label[0].isdigit())
                else:
                    assert (found.by, found.one, found.other) == first_difference(rules, one, other, part)


@given(showdown=SHOWDOWNS)
@settings(max_examples=examples(200))
def test_the_winner_of_the_explanation_is_the_winner_of_the_settlement(showdown: Showdown) -> None:
    rules, hands, chance = showdown
    eligible, pots = tuple(hands), []
    for _ in range(3):
        pots.append(Pot(chance.randint(1, 500), eligible))
        # A further pot is played for by fewer.
        eligible = eligible[chance.randrange(len(eligible)) :]

    for awarded in award(rules, pots, hands, 0, len(hands)):
        pot, winners = pots[awarded.pot], {seat for seat, _ in awarded.shares}
        explained = reasons(rules, pot, awarded, hands)
        assert [reason.part for reason in explained] in ([awarded.part], ["high", "low"])
        for winner, beaten, comparison, tie, part in [
            (each.winner, each.beaten, each.comparison, each.tie, each.part) for each in explained
        ]:
            best = {
                seat
                for seat in pot.eligible
                if all(compare(rules, hands[seat], hands[other], part).sign >= 0 for other in pot.eligible)
            }
            assert winners == best
            assert winner == awarded.shares[0][0]
            assert (tie is not None) == (len(winners) > 1)
            assert tie is None or tie.sign == 0
            if beaten is None:
                assert winners == set(pot.eligible)
                assert comparison is None
                continue
            assert comparison is not None
            assert comparison.sign == 1
            others = set(pot.eligible) - winners
            assert beaten in others
            assert all(compare(rules, hands[beaten], hands[other], part).sign >= 0 for other in others)


SIX_GODS, DOUBLES = "6-0 5-1 4-2 3-3", "6-6 5-5 4-4 2-2"
BIG, BIGGER, SMALL = "6-6 6-5 6-3 5-4", "6-6 6-5 6-4 5-5", "0-0 1-0 1-1 2-0"
SERI_TEN, SERI_NINE = "6-4 6-3 5-3 5-2", "5-4 6-2 6-1 5-1"


rules_of = partial(rules_told, usual=SUMATRA, presets=PRESETS)


def declared(told: str) -> Declared:
    """Read ``6-3 5-4 1-1 3-0 as 9-5``."""
    tiles, _, label = told.partition(" as ")
    return Declared(hand(*tiles.split()), label)


@rows(__file__, rules=rules_of, one=declared, other=declared)
def test_examples(rules: QiuQiuRules, one: Declared, other: Declared, expected: str) -> None:
    """What decides, for whom, the two values, and the house rule that it takes."""
    assert " ".join(map(str, compare(rules, one, other))).strip() == expected


@rows(__file__, rules=rules_of, better=declared, lesser=declared)
def test_a_house_rule_is_named_where_it_is_not_the_usual_one(
    rules: QiuQiuRules, better: Declared, lesser: Declared, rule: str
) -> None:
    found, turned = compare(rules, better, lesser), compare(rules, lesser, better)

    assert (found.by, found.sign, found.rule) == ("kind", 1, rule)
    assert (turned.by, turned.sign, turned.rule) == ("kind", -1, rule)


def test_a_hand_that_is_the_best_for_both_halves_is_explained_for_each() -> None:
    """QQ-16, QQ-17: the whole pot is the winner's because of two comparisons, not of one."""
    rules = replace(SUMATRA, compare="split_pot")
    hands = {0: Declared(hand("6-2", "5-5", "4-0", "3-0"), "8-7"), 1: Declared(hand("6-5", "6-0", "4-1", "1-0"), "7-6")}
    pot = Pot(100, (0, 1))
    (awarded,) = award(rules, [pot], hands, 0, 2)

    explained = reasons(rules, pot, awarded, hands)

    assert awarded.part == "whole"
    assert [(each.part, each.winner, each.beaten) for each in explained] == [("high", 0, 1), ("low", 0, 1)]
    assert [each.comparison for each in explained] == [
        Comparison("first_pair", 1, 8, 7),
        Comparison("second_pair", 1, 7, 6),
    ]


def counted(rules: QiuQiuRules, names: Sequence[str], value: int) -> dict[str, int]:
    found = ranking(rules).counted_as(hand(*names), value)
    return {name: found[tile(name)] for name in names if tile(name) in found}


def test_which_tiles_count_as_something_else() -> None:
    """QQ-10: a hui is told only where it does not count its own spots."""
    hui = replace(SUMATRA, hui=True)
    assert counted(hui, ["2-1", "3-0"], 9) == {"2-1": 6}
    assert counted(hui, ["2-1", "3-0"], 6) == {}
    assert counted(hui, ["4-2", "6-0"], 9) == {"4-2": 3}
    assert counted(hui, ["4-2", "2-1"], 9) == {}
    assert counted(hui, ["6-3", "1-0"], 0) == {}
    assert counted(replace(hui, three_doubles="optional"), ["6-6", "5-5", "4-4"], 9) == {}
