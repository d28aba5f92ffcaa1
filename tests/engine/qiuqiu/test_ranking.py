"""Ranking: the vectors, the laws, and an independent ranker written the slow way."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.qiuqiu.arrangements import all_hands, hand_features
from engine.qiuqiu.ranking import Ranking, highest_double, pair_values, ranking
from engine.qiuqiu.rules import CEBLOK, NINETY_NINE, PARLOUR, SPECIALS, SUMATRA, QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE, TILES, Tile, hand, hand_names, tile
from tests.engine.qiuqiu.vector_rules import named_rules, rules_of
from tests.engine.vectors import vectors
from tests.thoroughness import examples

RANKING_RULES = named_rules("qiuqiu_ranking")
COMPARE_RULES = named_rules("qiuqiu_compare")
DISTRIBUTIONS = vectors("distributions")["rules"]

TwoHands: TypeAlias = tuple[tuple[Tile, ...], tuple[Tile, ...]]

EVERY_RULE = st.builds(
    QiuQiuRules,
    specials=st.lists(st.sampled_from(SPECIALS), unique=True).map(tuple),
    besar_min=st.integers(36, 43),
    kecil_max=st.integers(5, 12),
    special_tie=st.sampled_from(["equal", "total"]),
    seri=st.booleans(),
    seri_tie=st.sampled_from(["spots", "double_first"]),
    hui=st.booleans(),
    three_doubles=st.sampled_from(["off", "optional", "mandatory"]),
    tie=st.sampled_from(["split", "highest_double"]),
)
FOUR_TILES = st.lists(st.sampled_from(TILES), min_size=4, max_size=4, unique=True).map(tuple)
HANDS = st.lists(FOUR_TILES, min_size=5, max_size=5)
TWO_HANDS = st.lists(st.sampled_from(TILES), min_size=8, max_size=8, unique=True).map(
    lambda tiles: (tuple(tiles[:4]), tuple(tiles[4:]))
)
PAIRS_OF_HANDS = st.lists(TWO_HANDS, min_size=5, max_size=5)
"""Several of them for each set of rules, because a table of all hands is made for each."""


# The vectors.


@pytest.mark.parametrize("name", RANKING_RULES)
def test_labels_come_in_the_order_of_the_vectors(name: str) -> None:
    assert list(ranking(RANKING_RULES[name]).labels) == vectors("qiuqiu_ranking")["order"][name]


@pytest.mark.parametrize("name", RANKING_RULES)
def test_ranking_vectors(name: str) -> None:
    order = ranking(RANKING_RULES[name])
    for case in vectors("qiuqiu_ranking")["cases"]:
        tiles = hand(*case["hand"])
        assert order.label(tiles) == case["best"][name], case["hand"]
        if name in case["declarations"]:
            assert list(order.declarations(tiles)) == case["declarations"][name], case["hand"]
        if name in case["arrangements"]:
            label = order.label(tiles)
            ours = order.arrangements(tiles, label)
            theirs = [tuple(hand(*group) for group in groups) for groups in case["arrangements"][name]]
            assert len(ours) == len(theirs)
            assert {layout(groups, label) for groups in ours} == {layout(groups, label) for groups in theirs}


def layout(groups: tuple[tuple[Tile, ...], ...], label: str) -> object:
    """Groups of tiles without the order inside each, and without their own order if they are worth the same."""
    unordered, values = [frozenset(group) for group in groups], pair_values(label)
    return frozenset(unordered) if values and values[0] == values[1] else tuple(unordered)


def test_facts_of_the_ranking_vectors() -> None:
    for case in vectors("qiuqiu_ranking")["cases"]:
        tiles, expected = hand(*case["hand"]), case["highest_double"]
        assert highest_double(tiles) == (-1 if expected is None else expected)
        assert (hand_features(tiles).spots, hand_features(tiles).consecutive) == (case["spots"], case["consecutive"])


def decided_by(rules: QiuQiuRules, a: tuple[Tile, ...], b: tuple[Tile, ...]) -> str:
    """What decides between two hands, found by taking tie-breaks away one at a time."""
    if ranking(rules).label(a) != ranking(rules).label(b):
        return "rank"
    if ranking(rules).strength(a) == ranking(rules).strength(b):
        return "tie"
    label, shared = ranking(rules).label(a), ranking(replace(rules, tie="split"))
    if shared.strength(a) == shared.strength(b):
        return "highest double"
    if label == "seri":
        by_double = rules.seri_tie == "double_first" and highest_double(a) != highest_double(b)
        return "seri double" if by_double else "seri spots"
    return "special spots"


@pytest.mark.parametrize("name", COMPARE_RULES)
def test_compare_vectors(name: str) -> None:
    rules = COMPARE_RULES[name]
    order = ranking(rules)
    cases = [case for case in vectors("qiuqiu_compare")["cases"] if case["rules"] == name]
    assert cases
    for case in cases:
        a, b = hand(*case["a"]), hand(*case["b"])
        assert (order.label(a), order.label(b)) == (case["best_a"], case["best_b"])
        ahead = order.strength(a) - order.strength(b)
        assert (("a" if ahead > 0 else "b") if ahead else "tie") == case["winner"], case
        assert decided_by(rules, a, b) == case["decided_by"], case


ALL_IN_VECTOR_ORDER = tuple(
    itertools.combinations([tile(f"{high}-{low}") for high in range(6, -1, -1) for low in range(high, -1, -1)], 4)
)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distribution_vectors(name: str) -> None:
    expected = DISTRIBUTIONS[name]
    order = ranking(rules_of(expected["rules"]))
    labels = [order.label(tiles) for tiles in ALL_IN_VECTOR_ORDER]
    assert Counter(labels) == Counter(expected["counts"])
    assert set(expected["counts"]) == set(order.labels)
    assert hashlib.sha256("\n".join(labels).encode()).hexdigest() == expected["sha256"]


# An independent ranker: no table, no bits, no kinds of hand; the names of the tiles and plain loops.

PLACES = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
Key = tuple[int, ...]


def slow_declarations(rules: QiuQiuRules, names: tuple[str, ...]) -> list[tuple[Key, str]]:
    """Everything the hand may be declared as, best first, each with a key to compare it by."""
    totals = [int(name[0]) + int(name[2]) for name in names]
    doubles, spots = [int(name[0]) for name in names if name[0] == name[2]], sum(totals)
    top = max(doubles, default=-1)
    tie = (top,) if rules.tie == "highest_double" else ()
    found = set()

    for place, special in enumerate(rules.specials):
        is_it, detail = {
            "enam_dewa": (totals == [6, 6, 6, 6], 0),
            "empat_balak": (len(doubles) == 4, 0),
            "murni_besar": (spots >= rules.besar_min, spots),
            "murni_kecil": (spots <= rules.kecil_max, -spots),
        }[special]
        if is_it:
            found.add(((3, -place, detail if rules.special_tie == "total" else 0, *tie), special))
            break

    low = min(totals)
    if rules.seri and sorted(totals) == [low, low + 1, low + 2, low + 3]:
        found.add(((2, 9, 8, 1, *((top, spots) if rules.seri_tie == "double_first" else (spots, *tie))), "seri"))

    def values(*places: int) -> set[int]:
        either = [(3, 6) if rules.hui and names[place] in ("2-1", "4-2") else (totals[place],) for place in places]
        return {sum(reading) % 10 for reading in itertools.product(*either)}

    ways = []
    if len(doubles) < 3 or rules.three_doubles != "mandatory":
        ways += [(one, other) for p, q in PLACES for one in values(*p) for other in values(*q)]
    if len(doubles) >= 3 and rules.three_doubles != "off":
        for alone in range(4):
            rest = [name for place, name in enumerate(names) if place != alone]
            if all(name[0] == name[2] for name in rest):
                ways += [(9, value) for value in values(alone)]
    for way in ways:
        high, low = max(way), min(way)
        found.add(((3, -9, 0, *tie) if low == 9 else (2, high, low, 0, *tie), f"{high}-{low}"))
    return sorted(found, reverse=True)


def test_the_slow_ranker_knows_the_distribution_vectors() -> None:
    expected = DISTRIBUTIONS["wikipedia_001"]
    rules = rules_of(expected["rules"])
    labels = [slow_declarations(rules, hand_names(tiles))[0][1] for tiles in ALL_IN_VECTOR_ORDER]
    assert hashlib.sha256("\n".join(labels).encode()).hexdigest() == expected["sha256"]


OVERLAPPING = QiuQiuRules(
    specials=("murni_kecil", "murni_besar", "empat_balak"),
    besar_min=36, kecil_max=12, special_tie="total",
    seri=True, seri_tie="double_first", hui=True, three_doubles="mandatory", tie="highest_double",
)  # fmt: skip


def random_rules(seed: int) -> QiuQiuRules:
    rng = Random(seed)
    return QiuQiuRules(
        specials=tuple(rng.sample(SPECIALS, rng.randrange(5))),
        besar_min=rng.randint(36, 43),
        kecil_max=rng.randint(5, 12),
        special_tie=rng.choice(["equal", "total"]),
        seri=rng.random() < 0.7,
        seri_tie=rng.choice(["spots", "double_first"]),
        hui=rng.random() < 0.6,
        three_doubles=rng.choice(["off", "optional", "mandatory"]),
        tie=rng.choice(["split", "highest_double"]),
    )


@pytest.mark.parametrize("rules", [OVERLAPPING, *map(random_rules, range(3))], ids=["overlapping", "0", "1", "2"])
def test_all_hands_agree_with_the_slow_ranker(rules: QiuQiuRules) -> None:
    order = ranking(rules)
    strengths_of: dict[Key, set[int]] = {}
    for tiles in ALL_IN_VECTOR_ORDER:
        key, label = slow_declarations(rules, hand_names(tiles))[0]
        assert order.label(tiles) == label, hand_names(tiles)
        strengths_of.setdefault(key, set()).add(order.strength(tiles))
    assert all(len(strengths) == 1 for strengths in strengths_of.values()), "one key, one strength"
    in_order = [min(strengths_of[key]) for key in sorted(strengths_of)]
    assert in_order == sorted(set(in_order)), "the greater key has the greater strength"


@settings(max_examples=examples(40))
@given(rules=EVERY_RULE, hands=HANDS)
def test_declarations_agree_with_the_slow_ranker(rules: QiuQiuRules, hands: list[tuple[Tile, ...]]) -> None:
    for tiles in hands:
        slow = slow_declarations(rules, hand_names(tiles))
        assert list(ranking(rules).declarations(tiles)) == [label for _, label in slow]


@settings(max_examples=examples(40))
@given(rules=EVERY_RULE, pairs=PAIRS_OF_HANDS)
def test_declared_strengths_compare_as_in_the_slow_ranker(rules: QiuQiuRules, pairs: list[TwoHands]) -> None:
    order = ranking(rules)
    for a, b in pairs:
        for key_a, label_a in slow_declarations(rules, hand_names(a)):
            strength_a = order.declared_strength(a, label_a)
            for key_b, label_b in slow_declarations(rules, hand_names(b)):
                strength_b = order.declared_strength(b, label_b)
                assert (strength_a > strength_b) == (key_a > key_b)
                assert (strength_a == strength_b) == (key_a == key_b)


# The laws.


@settings(max_examples=examples(60))
@given(rules=EVERY_RULE, tiles=FOUR_TILES, data=st.data())
def test_laws_of_one_hand(rules: QiuQiuRules, tiles: tuple[Tile, ...], data: st.DataObject) -> None:
    order, shuffled = ranking(rules), data.draw(st.permutations(tiles))
    label, declarations = order.label(tiles), order.declarations(shuffled)
    assert order.strength(shuffled) == order.strength(tiles) == order.table[sum(tiles)]
    assert declarations[0] == label
    assert set(declarations) <= set(order.labels)
    assert order.strength(tiles) == order.declared_strength(tiles, label)
    by_strength = [order.declared_strength(tiles, each) for each in declarations]
    assert by_strength == sorted(set(by_strength), reverse=True)
    for each in declarations:
        for groups in order.arrangements(shuffled, each):
            assert sorted(itertools.chain(*groups)) == sorted(tiles)
            assert [len(group) for group in groups] in (
                [[4]] if pair_values(each) is None else [[2, 2], [3, 1], [1, 3]]
            )
    for other in set(order.labels) - set(declarations):
        with pytest.raises(ValueError, match="cannot be declared"):
            order.declared_strength(tiles, other)
        with pytest.raises(ValueError, match="cannot be declared"):
            order.arrangements(tiles, other)


@settings(max_examples=examples(40))
@given(rules=EVERY_RULE, pairs=PAIRS_OF_HANDS)
def test_strength_follows_the_order_of_labels(rules: QiuQiuRules, pairs: list[TwoHands]) -> None:
    order = ranking(rules)
    for a, b in pairs:
        behind = order.labels.index(order.label(a)) - order.labels.index(order.label(b))
        if behind:
            assert (order.strength(a) < order.strength(b)) == (behind > 0)


def test_every_hand_is_in_the_list_once() -> None:
    hands = all_hands()
    assert len(hands.sums) == len(set(hands.sums)) == len(hands.kind) == 20_475
    assert {sum(example.tiles) for example in hands.examples} <= set(hands.sums)


# Single rules, by hand.


def test_two_hui_make_one_layout_of_two_readings() -> None:
    tiles, order = hand("2-1", "5-4", "4-2", "6-3"), ranking(replace(CEBLOK, hui=True))
    assert "5-2" in order.declarations(tiles)
    layouts = order.arrangements(tiles, "5-2")
    assert {frozenset(map(frozenset, groups)) for groups in layouts} == {
        frozenset({frozenset(hand("2-1", "5-4")), frozenset(hand("4-2", "6-3"))}),
        frozenset({frozenset(hand("2-1", "6-3")), frozenset(hand("4-2", "5-4"))}),
    }
    assert len(layouts) == 2


def test_a_wrong_hand_is_refused() -> None:
    order: Ranking = ranking(SUMATRA)
    for tiles in (TILES[:3], TILES[:5], (TILES[0], *TILES[:3]), ()):
        for ask in (order.strength, order.label, order.declarations):
            with pytest.raises(ValueError, match="four different tiles"):
                ask(tiles)


def test_a_hand_is_shown_with_most_spots_first_then_the_higher_end() -> None:
    assert hand_names(hand_features(hand("3-3", "1-0", "5-1", "6-0")).tiles) == ("6-0", "5-1", "3-3", "1-0")


def test_pair_values() -> None:
    assert pair_values("9-5") == (9, 5)
    assert pair_values("0-0") == (0, 0)
    for label in ("seri", *SPECIALS, "10-5", "9-"):
        assert pair_values(label) is None


def test_rules_of_play_do_not_make_another_table() -> None:
    assert ranking(SUMATRA) is ranking(PARLOUR) is ranking(replace(SUMATRA, ante=77))
    assert ranking(SUMATRA) is not ranking(NINETY_NINE)


@given(rules=EVERY_RULE, hands=HANDS)
@settings(max_examples=examples(20))
def test_a_hand_is_laid_out_as_the_first_of_its_arrangements(rules: QiuQiuRules, hands: list[tuple[Tile, ...]]) -> None:
    order = ranking(rules)
    for tiles in hands:
        for label in order.declarations(tiles):
            assert order.layout(tiles, label) == order.arrangements(tiles, label)[0]


@pytest.mark.parametrize("three_doubles", ["off", "mandatory"])
def test_two_plain_pairs_are_laid_out_as_the_first_of_their_arrangements(three_doubles: str) -> None:
    """QQ-12: and three doubles together, where they must be, though two pairs may be worth the same."""
    order, rng = ranking(replace(SUMATRA, three_doubles=three_doubles)), Random(12)
    hands = [tuple(rng.sample(TILES, 4)) for _ in range(300)]
    hands += [(*three, other) for three in itertools.combinations(DOUBLE, 3) for other in TILES if other not in three]
    for tiles in hands:
        for label in order.declarations(tiles):
            assert order.layout(tiles, label) == order.arrangements(tiles, label)[0]


def test_a_hand_is_not_laid_out_as_what_it_is_not() -> None:
    with pytest.raises(ValueError, match="cannot be declared as 9-9"):
        ranking(SUMATRA).layout(hand("0-0", "1-1", "5-5", "6-4"), "9-9")
    with pytest.raises(ValueError, match="four different tiles"):
        ranking(SUMATRA).layout(hand("0-0", "1-1", "5-5", "5-5"), "2-0")
