"""What statistics see: fair deals pass, and every fault planted in the shuffle is flagged by at least one test.

They come on top of counting every case (``test_shuffle.py``), because they do not see a small bias.
Keys come from a fixed seed, so the same deals are tried each time. A test passes with a p-value from 0.001 to 0.999:
of the dozens that are made here, about one in twenty sets of fair deals has one that is farther out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, lgamma, log
from random import Random

import pytest

from engine.fairness import KEY_BYTES, PACKS, Stream, sealing
from engine.games import GAMES
from engine.kookiew import cards as four_colours
from engine.kookiew.ranking import label
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.tiles import TILES
from tests.engine.fairness import evenness
from tests.engine.fairness.evenness import Order
from tests.engine.fairness.example_deals import dealt, sealed
from tests.engine.fairness.rigged import EightBitModulo, SixteenBitModulo, cut, last_swap_skipped, naive_swap, sattolo
from tests.engine.qiuqiu.vector_rules import rules_of
from tests.engine.vectors import vectors

DOMINOES = GAMES["qiuqiu"].pack_names
SEALED_PACKS = 13_000
DEALS = {"qiuqiu": 500, "koo-kiew": 150, "quan-dui": 150}

DISTRIBUTION = vectors("distributions")["rules"]["pagat_000"]
KOO_KIEW_HANDS = vectors("koo_kiew_distribution")["hand_kinds"]


def qiuqiu_hands(orders: Sequence[Order]) -> float:
    """Every hand of four dominoes is what it is called as often as among all 20,475."""
    kinds = ranking(rules_of(DISTRIBUTION["rules"]))
    found = Counter(kinds.label(tuple(TILES[card] for card in order[:4])) for order in orders)
    return evenness.agreement(found, DISTRIBUTION["counts"])


def koo_kiew_hands(orders: Sequence[Order]) -> float:
    """Two four-colour cards are a pair, or have so many points, as often as among all 6,216."""
    found = Counter(label((four_colours.PACK[order[0]], four_colours.PACK[order[56]])) for order in orders)
    return evenness.agreement(found, KOO_KIEW_HANDS)


EVERY_TEST: Mapping[str, Callable[[Sequence[Order]], float]] = {
    "positions": evenness.positions,
    "neighbours": evenness.neighbours,
    "same places": evenness.same_places,
    "correlation": evenness.serial_correlation,
}
HANDS = {"qiuqiu": {"hands": qiuqiu_hands}, "koo-kiew": {"hands": koo_kiew_hands}}


def flagged(orders: Sequence[Order], game: str = "qiuqiu") -> set[str]:
    """The tests that these shuffles do not pass."""
    tests = {**EVERY_TEST, **HANDS.get(game, {})}
    return {name for name, test in tests.items() if not 0.001 <= test(orders) <= 0.999}


def keys() -> Iterator[bytes]:
    """Keys that are the same each time."""
    rng = Random(2024)
    while True:
        yield rng.randbytes(KEY_BYTES)


def orders_of_sealed_packs(key: Iterator[bytes], count: int = SEALED_PACKS) -> list[Order]:
    """The orders of packs that are sealed one after the other."""
    seals = (sealed(DOMINOES, [next(key) for _ in range(PACKS)]) for _ in range(count // PACKS))
    return [bytes(pack.order) for seal in seals for pack in seal.packs]


# Fair deals.


@pytest.fixture(scope="module")
def fair() -> list[Order]:
    """The orders of packs that are sealed as they should be."""
    return orders_of_sealed_packs(keys())


def test_sealed_packs_pass(fair: list[Order]) -> None:
    assert flagged(fair) == set()


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_million_sealed_packs_pass() -> None:
    assert flagged(orders_of_sealed_packs(keys(), 1_000_000)) == set()


@pytest.mark.parametrize("game", DEALS)
def test_whole_deals_pass(game: str) -> None:
    """Sealed, picked and re-ordered, and what re-orders them as well."""
    key = keys()
    deals = [
        dealt(sealed(GAMES[game].pack_names, [next(key) for _ in range(PACKS)], hand)) for hand in range(DEALS[game])
    ]

    assert flagged([deal.pack for deal in deals], game) == set()
    assert flagged([deal.positions for deal in deals], game) == set()
    assert evenness.agreement(Counter(deal.pick for deal in deals), dict.fromkeys(range(PACKS), 1.0)) > 0.005


# Faults planted on purpose.


@pytest.mark.parametrize(
    ("fault", "seen_by"),
    [
        (naive_swap, {"positions", "hands"}),
        (sattolo, {"positions"}),
        (last_swap_skipped, {"positions"}),
        (cut, {"neighbours", "same places", "hands"}),
    ],
)
def test_a_wrong_shuffle_is_flagged(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[Stream, int], Order], seen_by: set[str]
) -> None:
    monkeypatch.setattr(sealing, "shuffle", fault)

    assert flagged(orders_of_sealed_packs(keys())) >= seen_by


@pytest.mark.parametrize(("fault", "seen_by"), [(EightBitModulo, {"positions"}), (SixteenBitModulo, set())])
def test_a_modulo_is_flagged_if_it_is_coarse(
    monkeypatch: pytest.MonkeyPatch, fault: type[Stream], seen_by: set[str]
) -> None:
    """Sixteen bits are biased as well, but so little that only counting every word shows it."""
    monkeypatch.setattr(sealing, "Stream", fault)

    assert flagged(orders_of_sealed_packs(keys())) == seen_by


def test_a_shuffle_that_is_repeated_is_flagged(fair: list[Order]) -> None:
    """One pack in a hundred is the one before once more."""
    repeated = [fair[at - 1] if at % 100 == 1 else order for at, order in enumerate(fair)]

    assert flagged(repeated) == {"same places", "correlation"}


# The tool itself.


def test_what_cannot_be_is_no_matter_of_chance() -> None:
    with pytest.raises(ValueError, match="not expected"):
        evenness.agreement(Counter("aab"), {"a": 1.0, "b": 0.0})


@pytest.mark.parametrize("freedom", [4, 10, 50, 300])
def test_the_tail_of_chi_square(freedom: int) -> None:
    """With an even number of degrees of freedom it is a sum that can be written out."""
    for times in (0.5, 0.8, 1.0, 1.2, 1.5):
        half = times * freedom / 2
        exact = sum(exp(step * log(half) - half - lgamma(step + 1)) for step in range(freedom // 2))

        assert evenness.upper_tail(2 * half, freedom) == pytest.approx(exact, abs=0.004), times


def test_p_values_of_fair_shuffles_are_spread_evenly() -> None:
    """Small packs, many times: a test that passes everything, or nothing, would be found here."""
    rng = Random(1)
    samples = [[rng.sample(range(8), 8) for _ in range(200)] for _ in range(200)]
    for test in EVERY_TEST.values():
        tenths = Counter(int(test(sample) * 10) for sample in samples)
        assert evenness.agreement(tenths, dict.fromkeys(range(10), 1.0)) > 0.005, test
