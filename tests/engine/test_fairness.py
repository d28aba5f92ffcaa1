"""The shuffle is exactly uniform, and the stream of words is that of the sealed deal, to the byte."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import Stream, shuffle, shuffled_pack

RECORDS = json.loads((Path(__file__).parents[1] / "vectors" / "sealed_deal.json").read_text(encoding="utf-8"))


class Chosen(Stream):
    """A stream whose draws are given."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = iter(draws)

    def below(self, limit: int) -> int:
        drawn = next(self.draws)
        assert drawn < limit
        return drawn


class Words(Stream):
    """A stream whose words are given, read in the real way."""

    def __init__(self, *words: int) -> None:
        self._words: Iterator[int] = iter(words)


@pytest.mark.parametrize("count", range(1, 7))
def test_every_permutation_comes_exactly_once(count: int) -> None:
    """Over all vectors of draws, each of which is equally likely."""
    draws = product(*(range(limit) for limit in range(count, 1, -1)))
    seen = Counter(shuffle(Chosen(each), count) for each in draws)

    assert len(seen) == factorial(count)
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("limit", range(2, 129))
def test_the_words_that_are_kept_divide_evenly(limit: int) -> None:
    """The largest word kept gives the last number, and the one after it is skipped."""
    fair = (1 << 32) // limit * limit
    assert Words(fair - 1).below(limit) == limit - 1
    if fair < 1 << 32:
        assert Words(fair, (1 << 32) - 1, 0).below(limit) == 0


def test_one_choice_uses_no_word() -> None:
    assert Words().below(1) == 0


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_the_packs_of_the_sealed_deal(record: dict[str, Any]) -> None:
    key, seed, cards = bytes.fromhex(record["keys"][0]), bytes.fromhex(record["seed"]), len(record["cards"])

    assert list(shuffled_pack(key, cards)) == record["order0"]
    assert list(shuffle(Stream(seed, "order"), cards)) == record["tau"]
    assert Stream(seed, "pick").below(len(record["keys"])) == record["pick"]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 120))
def test_the_same_key_gives_the_same_pack(key: bytes, cards: int) -> None:
    pack = shuffled_pack(key, cards)

    assert pack == shuffled_pack(key, cards)
    assert sorted(pack) == list(range(cards))


def test_labels_keep_the_uses_of_a_key_apart() -> None:
    key = bytes(32)

    assert shuffle(Stream(key, "deck"), 28) != shuffle(Stream(key, "order"), 28)


def test_a_stream_does_not_tell_its_key() -> None:
    assert repr(Stream(b"k" * 32, "deck")) == "<Stream>"
    assert "key" not in vars(Stream(b"k" * 32, "deck"))
