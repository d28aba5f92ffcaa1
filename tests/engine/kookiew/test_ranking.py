"""Ranking and odds: the vectors, exact counts over all hands, and an independent ranker written the slow way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kookiew.cards import COLOURS, KINDS, PACK, RANKS, TwoCards, card_name, colour, hand, rank
from engine.kookiew.odds import odds
from engine.kookiew.ranking import PAIR, label, ranking
from engine.kookiew.rules import BRIDGE_ORDER, USUAL, KooKiewRules
from engine.play import Card
from tests.engine.kookiew.vector_rules import VARIANTS, hand_of, rules_of
from tests.engine.vectors import vectors
from tests.rows import rows

HANDS = st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS))
EVERY_RULE = st.builds(KooKiewRules, colours=st.permutations(COLOURS).map(tuple), second_card=st.booleans())
DISTRIBUTION = vectors("koo_kiew_distribution")


# Cards.


# The vectors.


@pytest.mark.parametrize("variant", VARIANTS)
def test_vectors(variant: str) -> None:
    order = VARIANTS[variant]
    for case in vectors("koo_kiew")["cases"]:
        a, b = hand_of(case["a"]), hand_of(case["b"])
        better = "a" if order.beats(a, b) else "b" if order.beats(b, a) else "tie"
        assert better == case["winner"][variant], case
        assert (label(a), label(b)) == (str(case["a_is"]), str(case["b_is"])), case


def all_hands() -> Counter[TwoCards]:
    """How often each hand is dealt: all 6,216 ways to take two cards."""
    return Counter(combinations(PACK, 2))


def test_hand_kinds() -> None:
    kinds: Counter[str] = Counter()
    for each, ways in all_hands().items():
        kinds[label(each)] += ways

    assert kinds == DISTRIBUTION["hand_kinds"]
    assert kinds.total() == DISTRIBUTION["hands"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_odds_are_exact(variant: str) -> None:
    """The player wins 110377/221815, the banker's edge is 1061/221815, or 65/44363 where the second card counts."""
    expected = DISTRIBUTION["variants"][variant]
    found = odds(rules_of(vectors("koo_kiew")["rules"][variant]))

    assert found.total == DISTRIBUTION["combinations"]
    assert found.wins == expected["player_wins"]["count"]
    assert found.ties == expected["tie_banker_wins"]["count"]
    assert found.losses == expected["player_loses_outright"]["count"]
    assert Fraction(found.wins, found.total) == Fraction(expected["player_wins"]["fraction"])
    assert found.edge() == Fraction(expected["banker_edge_per_unit"]["fraction"])


def test_paying_pairs_double_turns_the_edge() -> None:
    """A player wins with a pair in every 37th or 38th deal, which is more than the ties are worth to the banker."""
    usual = odds(USUAL)
    # Of each pair there are six, and of the hands that the rest can make, it loses to higher pairs and ties with one.
    beaten = [110 * 109 // 2 - 6 * higher - 1 for higher in range(len(KINDS))]

    assert usual.pair_wins == 6 * sum(beaten)
    assert usual.edge(2) == usual.edge() - Fraction(usual.pair_wins, usual.total)
    assert usual.edge(2) < 0 < usual.edge(1)


def test_what_decides() -> None:
    """How often pairs, points, the highest card and the second card decide, over all pairs of hands."""
    by_height = ranking(USUAL).by_height
    decided: Counter[str] = Counter()
    kinds = [(each, label(each), by_height(each)[0]) for each in all_hands()]
    for (one, label_of_one, highest_of_one), (other, label_of_other, highest_of_other) in product(kinds, kinds):
        if PAIR in (label_of_one, label_of_other):
            reason = "pair against pair" if label_of_one == label_of_other else "pair against mixed"
        elif one == other:
            reason = "identical mixed hands"
        elif label_of_one != label_of_other:
            reason = "points"
        elif highest_of_one != highest_of_other:
            reason = "highest card"
        else:
            reason = "same highest card, other second card"
        decided[reason] += ways(one, other)

    assert decided == DISTRIBUTION["decided_by"]


def ways(one: TwoCards, other: TwoCards) -> int:
    """In how many ways two players can be dealt these hands: the cards are taken one after the other."""
    left, found = [4] * len(KINDS), 1
    for each in (*one, *other):
        found *= left[each]
        left[each] -= 1
    return found // (1 + (one[0] == one[1])) // (1 + (other[0] == other[1]))


# An independent ranker, from the words of the rules.


def slowly(each: TwoCards, rules: KooKiewRules) -> tuple[object, ...]:
    """A value that is greater for a better hand."""

    def height(one: Card) -> tuple[int, int]:
        return -rules.colours.index(colour(one)), -RANKS.index(rank(one))

    cards = sorted(map(height, each), reverse=True)
    if cards[0] == cards[1]:
        return 1, cards[0]
    points = sum(RANKS.index(rank(one)) + 1 for one in each)
    return 0, points % 10, cards if rules.second_card else cards[:1]


@given(rules=EVERY_RULE, one=HANDS, other=HANDS)
def test_any_two_hands_under_any_rules(rules: KooKiewRules, one: TwoCards, other: TwoCards) -> None:
    order = ranking(rules)

    assert order.beats(one, other) == (slowly(one, rules) > slowly(other, rules))
    assert order.strength(one) == order.strength(one[::-1]), "the order of the cards makes no difference"


@given(rules=EVERY_RULE, each=HANDS)
def test_the_highest_card_is_the_first_in_colour_and_then_in_rank(rules: KooKiewRules, each: TwoCards) -> None:
    highest = min(each, key=lambda one: (rules.colours.index(colour(one)), RANKS.index(rank(one))))

    assert ranking(rules).by_height(each)[0] == highest


# What decided.


def steps(rules: KooKiewRules, player: TwoCards, banker: TwoCards) -> list[tuple[str, object, object]]:
    """All that two hands are compared in, in order, from the words of the rules."""

    def sorted_cards(each: TwoCards) -> list[Card]:
        return sorted(each, key=lambda one: (rules.colours.index(colour(one)), RANKS.index(rank(one))))

    (mine, other), (highest, second) = sorted_cards(player), sorted_cards(banker)
    pairs = (player[0] == player[1], banker[0] == banker[1])
    found: list[tuple[str, object, object]] = [("pair", *pairs)]
    if not any(pairs):
        points, to_beat = (sum(RANKS.index(rank(one)) + 1 for one in each) % 10 for each in (player, banker))
        found.append(("points", points, to_beat))
    found += [("colour", colour(mine), colour(highest)), ("piece", rank(mine), rank(highest))]
    last: tuple[str, object, object] = ("second_colour", colour(other), colour(second))
    return [*found, last] if rules.second_card else found


ALIKE = st.tuples(HANDS, HANDS, st.sampled_from(KINDS)).map(
    lambda drawn: ((drawn[0][0], drawn[2]), (drawn[1][0], drawn[2]))
)
"""Two hands with a card in common, which are equal in much."""


@given(rules=EVERY_RULE, hands=st.one_of(st.tuples(HANDS, HANDS), ALIKE))
def test_the_step_that_decides_is_the_first_at_which_two_hands_differ(
    rules: KooKiewRules, hands: tuple[TwoCards, TwoCards]
) -> None:
    """KK-3, KK-4, KK-7: what is equal to the end is the banker's."""
    order = ranking(rules)
    found = order.decide(*hands)
    different = [name for name, mine, banker in steps(rules, *hands) if mine != banker]

    assert found.by == (different[0] if different else "nothing")
    assert found.wins == order.beats(*hands)
    assert found.wins or found.by != "nothing" or order.strength(hands[0]) == order.strength(hands[1])
    if found.by == "colour":
        higher = rules.colours.index(colour(found.player)) < rules.colours.index(colour(found.banker))
        assert higher == found.wins
    if found.by == "piece":
        assert colour(found.player) == colour(found.banker)
        assert (RANKS.index(rank(found.player)) < RANKS.index(rank(found.banker))) == found.wins
    assert found.labels == (label(hands[0]), label(hands[1]))
    assert found.rule == {"colour": "" if rules.colours == COLOURS else "colours", "second_colour": "second_card"}.get(
        found.by, ""
    )
    assert found.player in hands[0]
    assert found.banker in hands[1]


SHARP = replace(USUAL, second_card=True)
BRIDGE = replace(USUAL, colours=BRIDGE_ORDER)


@rows(__file__, rules={"usual": USUAL, "sharp": SHARP, "bridge": BRIDGE}.__getitem__)
def test_what_decided_by_example(rules: KooKiewRules, player: str, banker: str, decided: str) -> None:
    """KK-2 to KK-7: the first step at which two hands differ, and the card of each that counts there."""
    found = ranking(rules).decide(hand(*player.split()), hand(*banker.split()))

    cards = f"{card_name(found.player)} against {card_name(found.banker)}"
    assert f"{found.by}, {'won' if found.wins else 'lost'} by {cards}" == decided
    unusual = {"second_colour": "second_card", "colour": "colours" if rules == BRIDGE else ""}
    assert found.rule == unusual.get(found.by, "")
