"""The shuffle is exactly uniform: shown by counting every case, since statistics see no small bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product, repeat
from math import factorial

import pytest

from engine.fairness import Stream, shuffle, streams
from tests.engine.fairness.rigged import (
    Draws,
    OneWordTooMany,
    SixteenBitModulo,
    fed,
    last_swap_skipped,
    naive_swap,
    sattolo,
)

TWIN = 1 << 12
"""How many words a stream has that is small enough to be counted out."""

LIMITS = range(2, 129)


def outcomes(shuffling: Callable[[Stream, int], tuple[int, ...]], limits: list[int]) -> Counter[tuple[int, ...]]:
    """How often each order comes over all vectors of draws, one below each limit; each vector is equally likely."""
    vectors = product(*(range(limit) for limit in limits))
    return Counter(shuffling(Draws(vector), len(limits) + 1) for vector in vectors)


@pytest.mark.parametrize("count", [*range(1, 9), pytest.param(9, marks=pytest.mark.soak)])
def test_every_permutation_comes_exactly_once(count: int) -> None:
    found = outcomes(shuffle, list(range(count, 1, -1)))

    assert len(found) == factorial(count)
    assert set(found.values()) == {1}


def test_other_ways_to_swap_do_not_give_every_permutation_equally_often() -> None:
    """The control of the test above, with five cards."""
    assert len(outcomes(sattolo, [4, 3, 2, 1])) == factorial(4)
    assert len(outcomes(last_swap_skipped, [5, 4, 3, 1])) == factorial(5) // 2
    naive = Counter(naive_swap(Draws(vector), 5) for vector in product(range(5), repeat=5))
    assert len(naive) == factorial(5)
    assert len(set(naive.values())) > 1


def test_the_words_that_are_kept_divide_evenly() -> None:
    """The largest word kept gives the last number, and those after it are skipped, fewer than one round of them."""
    for limit in LIMITS:
        fair = streams.WORDS // limit * limit
        skipped = range(fair, streams.WORDS)

        assert fair % limit == 0, limit
        assert len(skipped) < limit, limit
        assert fed([fair - limit]).below(limit) == 0, limit
        assert fed([fair - 1]).below(limit) == limit - 1, limit
        assert fed([*skipped, 1]).below(limit) == 1, limit


def test_a_word_has_32_bits() -> None:
    assert streams.WORDS == 1 << 32
    assert fed([streams.WORDS - 1]).below(streams.WORDS) == streams.WORDS - 1


def test_one_choice_uses_no_word() -> None:
    assert fed([]).below(1) == 0


def test_one_draw_uses_one_word() -> None:
    stream = fed([5, 6, 7])

    assert [stream.below(10) for _ in range(3)] == [5, 6, 7]


@pytest.mark.parametrize("limit", [0, -1, streams.WORDS + 1])
def test_a_limit_that_no_word_can_serve_is_refused(limit: int) -> None:
    """Nobody waits for a word that never comes."""
    with pytest.raises(ValueError, match="a draw is below"):
        Stream(bytes(32), "deck").below(limit)


# A twin with words of 12 bits, small enough to try every word there is.


def count_out(limit: int, kind: type[Stream] = Stream) -> tuple[set[int], int]:
    """How often each number below ``limit`` comes if every word comes once, and how many words are skipped."""
    drawn = Counter(map(fed(range(TWIN), kind).below, repeat(limit)))
    assert drawn.keys() == set(range(limit))
    return set(drawn.values()), TWIN - drawn.total()


def test_every_number_comes_equally_often_from_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "WORDS", TWIN)

    for limit in LIMITS:
        assert count_out(limit) == ({TWIN // limit}, TWIN % limit), limit


@pytest.mark.parametrize("fault", [SixteenBitModulo, OneWordTooMany])
def test_counting_sees_a_bias_of_one_word(fault: type[Stream], monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the test above: a bias that no statistics see."""
    monkeypatch.setattr(streams, "WORDS", TWIN)
    limits = range(2, 41)
    uneven = [limit for limit in limits if len(count_out(limit, fault)[0]) > 1]

    assert uneven == [limit for limit in limits if TWIN % limit]
