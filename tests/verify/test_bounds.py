"""No file takes a verifier longer than a second, nor more memory than ten times its size."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from random import Random
from time import process_time

import pytest

from engine.fairness.bounds import MOST_BYTES, within_bounds
from engine.fairness.receivers import Move
from engine.fairness.records import Dealt, record
from tests.verify.heavy_files import filled, heavy
from tests.verify.making import PACKS, dealt, worked
from tests.verify.verifiers import BY_PYTHON, lying

HEAVY = heavy()

BASE_BYTES = 1 << 20
"""What the smallest record may take, and the largest besides ten times its size."""

TIMES = 10


@pytest.mark.parametrize("name", HEAVY)
@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_a_heavy_file_is_refused_in_a_moment(verifier: str, name: str) -> None:
    content, began = HEAVY[name](), process_time()
    findings, took = BY_PYTHON[verifier](content), process_time() - began
    assert lying(findings)
    assert took < 1
    assert peak(BY_PYTHON[verifier], content) <= max(BASE_BYTES, TIMES * len(content))


def peak(verify: Callable[[bytes], object], content: bytes) -> int:
    """The most bytes of memory that a verifier takes, besides the record itself."""
    tracemalloc.start()
    try:
        verify(content)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_largest_record_is_none_too_large() -> None:
    """All cards of the largest pack are open one by one, after as many moves as there are cards."""
    deal = dealt(Random(3), "never", max(PACKS, key=len))
    chairs, count = sorted(deal.closing.seats), len(deal.pack)
    play = tuple(Move(chairs[0], f"pick-up {number}") for number in range(1, count + 1))
    told = Dealt(deal, deal.first_dealer, (chairs[0],) * count, range(count), None, play)
    for largest in (record(told).encode(), json.dumps(worked(deal, range(count), Random(3)), indent=1).encode()):
        assert len(largest) > MOST_BYTES / 2
        for verify in BY_PYTHON.values():
            findings = verify(largest)
            assert findings["text"]
            assert findings["fields"]
            assert peak(verify, largest) <= TIMES * len(largest)


# The two that take the least and the most memory for each of their bytes are tried every time.
@pytest.mark.parametrize(
    "letter", ["", *(pytest.param(each, marks=pytest.mark.soak) for each in ("é", "\U0001f0cf")), "\U0001f0cfx" * 20]
)
@pytest.mark.parametrize("part", [',"{}"', ',{{"{}":0}}', ',["{}"]', ',{{"":"{}"}}', ',[[["{}"]]]', ',999,["{}"]'])
def test_whatever_is_just_within_the_bounds_takes_ten_times_its_size_at_most(part: str, letter: str) -> None:
    for size in (105_000, MOST_BYTES):
        files = (filled('{"format":[0', part.format(letter + "x" * more), "]}", size) for more in range(2, 300, 4))
        content = next(filter(within_bounds, files))
        for verify in BY_PYTHON.values():
            assert peak(verify, content) <= TIMES * len(content)
