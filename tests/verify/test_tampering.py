"""A hundred thousand changes to records, of one bit or of one value, are all rejected.

The last tests are about a forger who makes everything fit again that anybody can compute. What no record of a single
hand can betray, is said and shown there too: how the hand ended and how many of its cards it opens are bound by the
next record only, and that is what the chain is for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain as joined
from random import Random
from typing import Any

import pytest

from engine.fairness.checks import WORKED_PLACE
from engine.fairness.reading import well_shaped
from engine.fairness.verifying import accepts, verify_chain
from tests.verify.making import Kind, chain, made, numbered
from tests.verify.tampering import (
    KINDS,
    Leaf,
    changed,
    flipped,
    leaves,
    redealt,
    refitted,
    resealed,
    sample,
    single_fields,
    small_records,
    with_a_bit_changed,
    with_a_value_changed,
)
from tests.verify.verifiers import BY_PYTHON

RECORDS = 14
"""How many records of a kind are tampered with."""

BITS = 9_500
"""How many bits are changed in records of a kind."""

VALUES = 4_000
"""How many values are changed, at least, in records of a kind."""

BOUND = ["table", "hand", "attempt", "previous", "rules", "cards", "context", "roots", "place_roots", "commit", "seats"]
BOUND += ["contributions", "pledges", "reveals", "beacons", "seed", "pick", "keys", "openings"]
"""The fields that the sealed deal itself binds."""


UNBOUND = ("name", "openings", "round")
"""What nothing binds in a worked record."""


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_every_change_of_a_bit_or_a_value_is_rejected(kind: Kind) -> None:
    assert len(KINDS) * (BITS + VALUES) >= 108_000
    assert_rejected(kind, RECORDS, BITS, VALUES)


@pytest.mark.parametrize("kind", KINDS)
def test_some_changes_of_a_bit_and_every_change_of_a_value_of_one_record_are_rejected(kind: Kind) -> None:
    assert_rejected(kind, 1, 300, 200)


def assert_rejected(kind: Kind, records: int, bits: int, values: int) -> None:
    """Change so many bits, and every value, in so many records of a kind; with that, at least so many values."""
    rng = Random(kind)
    texts = small_records(kind, rng, records)
    assert all(accepts(text) for text in texts)
    assert [each for each in with_a_bit_changed(texts, bits, rng) if accepts(each)] == []
    tried = 0
    for each in with_a_value_changed(texts, rng):
        assert each.decode() not in texts
        assert not accepts(each), each
        tried += 1
    assert tried >= values


@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_a_sample_of_the_changes_is_rejected_by_each_verifier(verifier: str) -> None:
    assert [each for each in sample(50) if all(BY_PYTHON[verifier](each).values())] == []


def usual_place(text: str) -> bool:
    """Whether any part of the place of a worked record is the one that is meant where it says none."""
    fields = json.loads(text)
    return any(fields.get(name) == value for name, value in WORKED_PLACE.items())


def test_every_change_of_a_worked_record_is_rejected_but_of_what_nothing_binds() -> None:
    """That is its name, and how many cards it opens."""
    rng = Random(11)
    # What is as in a record that says nothing of its place need not be said.
    texts = [text for text in small_records(Kind.WORKED, rng, 12) if not usual_place(text)][:4]
    assert len(texts) == 4
    for text in texts:
        fields = json.loads(text)
        assert accepts(text)
        for change in single_fields(text, rng, lambda leaf: leaf.at not in UNBOUND):
            assert not accepts(change), change
        content = text.encode()
        for bit in rng.sample(range(8 * len(content)), 500):
            change_of_bit = flipped(content, bit)
            assert not accepts(change_of_bit) or bound(json.loads(change_of_bit)) == bound(fields)


def bound(fields: dict[str, Any]) -> dict[str, Any]:
    """What a worked record has of what its seed binds."""
    return {**fields, "name": ""}


def bound_leaves(fields: dict[str, Any]) -> list[Leaf]:
    """The values that the sealed deal binds: not how many cards are opened."""
    return [
        leaf
        for name in BOUND
        for leaf in joined([Leaf(fields, name)] if name != "openings" else [], inner_leaves(fields[name]))
    ]


def inner_leaves(value: Any) -> Iterator[Leaf]:
    if isinstance(value, dict | list):
        yield from leaves(value)


def with_eight_open(kind: Kind, rng: Random) -> str:
    """A record that opens so many cards that hardly any other seed deals them in the same order."""
    fewest, most = (16, 20) if kind == Kind.OWN_CARDS else (9, 14)
    texts = (made(kind, rng, numbered(rng.randint(fewest, most)), opened=8).text for _ in range(2_000))
    return next(text for text in texts if len(json.loads(text)["openings"]) == 8)


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_change_that_is_made_to_fit_again_is_rejected_too(kind: Kind, count: int) -> None:
    rng = Random(kind)
    tried = refits = 0
    for _ in range(count):
        text = with_eight_open(kind, rng)
        assert accepts(text)
        fields = json.loads(text)
        for leaf in bound_leaves(fields):
            kept = leaf.value
            leaf.put(changed(kept, rng))
            assert not accepts(resealed(fields)), leaf
            if well_shaped(fields):
                with suppress(ValueError):
                    fitting = refitted(fields)
                    refits += 1
                    assert not accepts(fitting) or fitting == text, leaf
            leaf.put(kept)
            tried += 1
        assert resealed(fields) == text
    assert tried > 75 * count
    assert refits > 50 * count


def test_what_only_the_next_record_can_betray() -> None:
    """A lone record cannot betray another outcome, a card that is left out, another play that gives the same cards to
    others, or after the first hand another dealer, if all that rests on it is made to fit.

    Nor can it, while it opens hardly any card, betray other words with which by chance the same pack is picked: those
    who were there know the words, and the next record knows the hash.
    """
    texts = chain(Random(38), 4)
    assert all(check.passed for check in verify_chain(texts))
    changes = (with_another_outcome, with_a_card_less, with_another_play, with_another_dealer, with_another_word)
    for change in changes:
        forged = change(json.loads(texts[1]))
        assert accepts(forged)
        assert [check.name for check in verify_chain([texts[0], forged, *texts[2:]]) if not check.passed] == [
            "previous"
        ]


def with_another_outcome(fields: dict[str, Any]) -> str:
    seat = next(iter(fields["seats"]))
    fields["outcome"]["net"][seat] += 1
    return resealed(fields)


def with_a_card_less(fields: dict[str, Any]) -> str:
    return resealed({**fields, "openings": fields["openings"][1:]})


def with_another_play(fields: dict[str, Any]) -> str:
    """One more player folds at the end, or the last one to fold never did."""
    play = fields["play"]
    folded = [move for move in play if move[1] == "fold"]
    if len(folded) == len(fields["seats"]) - 1:
        return redealt({**fields, "play": [move for move in play if move != folded[-1]]})
    seat = next(int(seat) for seat in fields["seats"] if [int(seat), "fold"] not in folded)
    return redealt({**fields, "play": [*play, [seat, "fold"]]})


def with_another_dealer(fields: dict[str, Any]) -> str:
    dealer = next(int(seat) for seat in fields["seats"] if int(seat) != fields["dealer"])
    return redealt({**fields, "dealer": dealer, "play": []})


def with_another_word(fields: dict[str, Any]) -> str:
    """Other words, tried until the same pack is picked and the two open cards were dealt in the same order."""
    seat = next(iter(fields["seats"]))
    tries = (refitted({**fields, "contributions": {seat: f"{number:04x}"}}) for number in range(999))
    return next(each for each in tries if accepts(each))
