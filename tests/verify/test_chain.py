"""Records of one table follow each other, and none can be left out, changed, repeated or put elsewhere."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.fairness.verifying import verify_chain
from tests.verify.making import Kind, chain, made
from tests.verify.tampering import resealed

TEXTS = chain(Random(8), 5)
STRANGERS = chain(Random(9), 3)


def failing(texts: list[str]) -> list[str]:
    return [check.name for check in verify_chain(texts) if not check.passed]


def test_a_hand_that_is_missing_is_no_lie() -> None:
    assert failing([TEXTS[0], TEXTS[2], TEXTS[4]]) == []


def test_a_hand_that_is_missing_hides_no_lie_elsewhere() -> None:
    fields = json.loads(TEXTS[2])
    fields["outcome"]["net"][next(iter(fields["seats"]))] += 1
    assert failing([TEXTS[0], resealed(fields), TEXTS[3]]) == ["previous"]


def test_consecutive_hands_are_a_chain_and_so_is_any_stretch_of_them() -> None:
    assert [check.name for check in verify_chain(TEXTS)] == ["records", "table", "numbers", "previous"]
    for first in range(5):
        for end in range(first, 6):
            assert failing(TEXTS[first:end]) == []


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        pytest.param([TEXTS[1], TEXTS[0]], ["numbers", "previous"], id="the order is another"),
        pytest.param([TEXTS[0], TEXTS[0]], ["numbers", "previous"], id="one is there twice"),
        pytest.param([TEXTS[0], STRANGERS[1]], ["table", "previous"], id="one is of another table"),
        pytest.param(chain(Random(1), 2, [5, 5]), ["numbers"], id="two have the same number"),
        pytest.param([TEXTS[4], TEXTS[4]], ["numbers", "previous"], id="one that is running comes first"),
        pytest.param([TEXTS[0], "{}"], ["records"], id="one is no record"),
        pytest.param([made(Kind.OWN_CARDS, Random(1)).text], ["records"], id="own cards are no link of it"),
        pytest.param([made(Kind.WORKED, Random(1)).text], ["records"], id="worked records are no link of it"),
    ],
)
def test_what_is_no_chain(texts: list[str], names: list[str]) -> None:
    assert failing(texts) == names
