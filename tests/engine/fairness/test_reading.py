"""What is read as a record: one spelling, and fields of a shape; everything just beyond a bound is none."""

from __future__ import annotations

import json
from ast import literal_eval
from random import Random
from typing import Any

import pytest

from engine.fairness.reading import Misfits, fits, form, is_object, misfits, read, rules_of, well_shaped
from engine.fairness.records import OWN_CARDS, RECORD, Outcome, own_cards, record, with_reversal
from tests.engine.fairness.example_deals import dealt, so_far
from tests.engine.fairness.example_log import in_a_log
from tests.rows import rows
from tests.verify.making import worked

DEAL = dealt()
OVER = json.loads(record(so_far(DEAL, 0, 3), Outcome({0: 30, 1: -10, 5: -20})))
OWN = json.loads(own_cards(so_far(DEAL, 2), 5))
EXAMPLE = worked(DEAL, [0, 3], Random(1))
LOGGED = json.loads(in_a_log(record(so_far(DEAL)), Random(3)))["log"]
[OPENING, _] = OVER["openings"]
HASH, SHORT_HASH, LONG_HASH = "0a" * 32, "0a" * 31, "0a" * 33
ENTRY = LOGGED["entries"][0]
EARLIER = {"size": 1, "root": HASH, "path": []}


def by_seat(value: object, seats: int) -> dict[str, object]:
    return {str(seat): value for seat in range(seats)}


def with_log(**changes: object) -> dict[str, Any]:
    return {**LOGGED, **changes}


FIT: dict[str, list[Any]] = {
    "table": ["0f" * 16],
    "hand": [0, 2**32 - 1],
    "attempt": [0, 255],
    "previous": [HASH],
    "rules": ["", "x" * 65_535],
    "cards": [["c"], ["c"] * 512],
    "roots": [[HASH] * 4],
    "place_roots": [[HASH] * 4],
    "keys": [[None] * 4, [HASH] * 4],
    "seats": [{}, {"0": "", "9": "", "10": "", "255": "x"}, by_seat("", 255)],
    "contributions": [{"0": "", "1": "0a" * 65_535}],
    "pledges": [{"0": HASH}],
    "round": [None],
    "beacons": [[], [{"kind": kind, "value": "0a"} for kind in (1, 2)]],
    "openings": [[], [{**OPENING, "pos": 65_535, "card": 65_535, "path": [HASH] * 16, "place_path": []}]],
    "pick": [0, 3],
    "dealer": [0, 255],
    "banker": [None, 0, 255],
    "dealt_to": [[], [0, 255], [1] * 65_535],
    "play": [[], [[0, ""], [255, "x" * 65_535]]],
    "outcome": [None, {"net": {"0": -5, "1": 2**52}, "voided": "x"}],
    "disclosed": [None, HASH],
    "reversed": ["", "wrong stakes"],
    "hash": [None, HASH],
    "log": [
        None,
        with_log(size=2**53 - 1, root=HASH),
        with_log(entries=[{**ENTRY, "index": 2**53 - 1, "kind": 5, "attempt": 255, "path": [HASH] * 64}] * 514),
        with_log(entries=[{**ENTRY, "kind": 1}], earlier=[EARLIER] * 16),
        with_log(earlier=[{"size": 0, "root": HASH, "path": [HASH] * 64}]),
    ],
}
"""For every field, values that just fit."""

UNFIT: dict[str, list[Any]] = {
    "format": ["sealed-deck/1 record", "", OWN_CARDS + " "],
    "table": ["0f" * 15, "0f" * 17, "0F" * 16, 7, None],
    "hand": [-1, 2**32, True, "7", None],
    "attempt": [-1, 256, False],
    "previous": [SHORT_HASH, LONG_HASH, "0g" * 32],
    "rules": ["x" * 65_536, "é" * 32_768, None],
    "cards": [[], ["c"] * 513, ["c", 1], "c", {"c": "c"}],
    "roots": [[HASH] * 3, [HASH] * 5, [HASH, HASH, HASH, None]],
    "keys": [[HASH] * 3, [HASH] * 5, [SHORT_HASH] * 4],
    "seats": [{"01": ""}, {"256": ""}, {"": ""}, {"-1": ""}, {"1000": ""}, {"0": 1}, [], by_seat("", 256)],
    "contributions": [{"0": "0"}, {"0": "0a" * 65_536}, {"0": "0A"}],
    "pledges": [{"0": SHORT_HASH}],
    "round": [0, "", {}, {"chain": SHORT_HASH, "number": 1}],
    "beacons": [[{"kind": kind, "value": ""}] for kind in (0, 3, True, 1.0, "1")]
    + [[{"kind": 1, "value": ""}] * 4, [{"kind": 1, "value": 1}], [{"kind": 1}]],
    "openings": [[{**OPENING, name: 65_536}] for name in ("pos", "card")]
    + [[{**OPENING, name: [HASH] * 17}] for name in ("path", "place_path")]
    + [[{**OPENING, name: SHORT_HASH}] for name in ("salt", "place_salt")],
    "pick": [-1, 4],
    "dealer": [-1, 256, None],
    "banker": [-1, 256],
    "dealt_to": [[256], [0] * 65_536],
    "play": [
        *([[0]], [[0, "fold", ""]], [[256, "fold"]], [["0", "fold"]], [[0, 1]], [[0, "x" * 65_536]]),
        *(["ab"], [{"0": 0, "1": ""}]),
    ],
    "outcome": [{"net": {}}, {"net": {"0": True}, "voided": ""}, {"net": {"0": 1.0}, "voided": ""}, {}],
    "disclosed": [SHORT_HASH],
    "reversed": [None, "x" * 65_536],
    "hash": [SHORT_HASH, ""],
    "log": [
        *(with_log(entries=[{**ENTRY, name: 2**53}]) for name in ("index",)),
        *(with_log(entries=[{**ENTRY, "kind": kind}]) for kind in (0, 6, True)),
        with_log(entries=[{**ENTRY, "attempt": 256}]),
        with_log(entries=[{**ENTRY, "path": [HASH] * 65}]),
        with_log(entries=[{**ENTRY, "value": SHORT_HASH}]),
        with_log(entries=[]),
        with_log(entries=[ENTRY] * 515),
        with_log(earlier=[EARLIER] * 17),
        with_log(earlier=[{**EARLIER, "path": [HASH] * 65}]),
        with_log(size=2**53),
        with_log(root=SHORT_HASH),
        with_log(more=1),
    ],
}
"""For every field, values just beyond those."""

EXAMPLE_FIT: dict[str, list[Any]] = {
    "name": [""],
    "roots": [[HASH], [HASH] * 16],
    "place_roots": [[HASH], [HASH] * 16],
    "keys": [[HASH], [HASH] * 16],
    "pick": [255],
    "order0": [[], [65_535]],
    "tau": [[], [65_535]],
    "dealt": [[], [65_535]],
    "rejected": [0, 2**32 - 1],
}
EXAMPLE_UNFIT: dict[str, list[Any]] = {
    "name": [None],
    "roots": [[], [HASH] * 17],
    "place_roots": [[], [HASH] * 17],
    "keys": [[], [HASH] * 17, [None]],
    "pick": [256],
    "order0": [[65_536]],
    "tau": [[65_536]],
    "dealt": [[65_536]],
    "rejected": [-1, 2**32],
    "table": ["0a"],
    "hand": [2**32],
    "attempt": [256],
    "previous": [SHORT_HASH],
}


@pytest.mark.parametrize("name", FIT)
def test_values_that_fit(name: str) -> None:
    for value in FIT[name]:
        assert misfits({**OVER, name: value}) == Misfits((), (), ()), str(value)[:80]
        assert well_shaped({**OVER, name: value})


@pytest.mark.parametrize("name", UNFIT)
def test_values_that_do_not_fit(name: str) -> None:
    for value in UNFIT[name]:
        assert misfits({**OVER, name: value}) == Misfits((), (), (name,)), str(value)[:80]
        assert not well_shaped({**OVER, name: value})


def test_a_worked_record_has_packs_of_any_number_up_to_sixteen() -> None:
    for name, values in EXAMPLE_FIT.items():
        for value in values:
            assert well_shaped({**EXAMPLE, name: value}), (name, str(value)[:80])
    for name, values in EXAMPLE_UNFIT.items():
        for value in values:
            assert misfits({**EXAMPLE, name: value}) == Misfits((), (), (name,)), str(value)[:80]


def test_a_worked_record_need_not_say_where_it_was_dealt() -> None:
    without = {name: value for name, value in EXAMPLE.items() if name not in ("table", "hand", "attempt", "previous")}

    assert well_shaped(without)
    assert not well_shaped({name: value for name, value in EXAMPLE.items() if name != "tau"})


def test_own_cards_say_whose_they_are() -> None:
    assert well_shaped({**OWN, "seat": 255})
    assert misfits({**OWN, "seat": 256}) == Misfits((), (), ("seat",))
    assert misfits({name: value for name, value in OWN.items() if name != "seat"}) == Misfits(("seat",), (), ())
    assert misfits({**OVER, "seat": 5}) == Misfits((), ("seat",), ())


def test_a_record_of_an_unknown_format_has_to_be_that_of_a_hand() -> None:
    assert (form(OVER), form(OWN), form(EXAMPLE), form({"format": 7})) == (RECORD, OWN_CARDS, "worked record", "")
    assert misfits({**OVER, "format": 7, "note": ""}) == Misfits((), ("note",), ("format",))


@rows(__file__)
def test_only_whole_numbers_that_are_the_same_everywhere(number: str, is_read: bool) -> None:
    assert (read(f'{{"format":"","hand":{number}}}') is not None) == is_read
    assert (read(f'{{"hand": {number}}}') is not None) == is_read


@rows(__file__, text=literal_eval)
def test_one_spelling_for_records_and_any_white_space_for_worked_ones(text: str, is_read: bool) -> None:
    assert (read(text) is not None) == is_read
    if not text.isascii() and "\ud800" not in text:
        assert read(text.encode()) == read(text)


def test_nothing_endless_is_read() -> None:
    for text in (f'{{"format":"","hand":1{"0" * 400}}}', f'{{"hand": 1{"0" * 400}}}', "[" * 4_000):
        assert read(text) is None
    assert rules_of({"rules": "[" * 4_000}) is None


def test_a_worked_record_may_use_the_names_of_the_formula() -> None:
    assert read('{"table_id": 1, "hand_no": 2, "previous_record_hash": 3, "attempt": 4}') == {
        "table": 1,
        "hand": 2,
        "previous": 3,
        "attempt": 4,
    }
    assert read('{"format":"x","table_id":1}') == {"format": "x", "table_id": 1}


def test_what_is_an_object_of_json_however_it_is_spelled() -> None:
    for text in ('{"a" : 1.5}', '\ufeff{"a":1}', '{"a":' + "9" * 5_000 + "}", "{}"):
        assert is_object(text), text[:40]
    for text in ("[]", "{", "\ud800", "[" * 4_000, '"{}"', "{" + " " * 65_534 + "}"):
        assert not is_object(text), text[:40]
    assert not is_object(b"\xff{}")


def test_what_is_larger_than_any_record_is_not_even_parsed() -> None:
    assert read(json.dumps({"format": "x" * 65_000}, separators=(",", ":"))) is not None
    assert read(json.dumps({"format": "x" * 66_000}, separators=(",", ":"))) is None


def test_half_a_character_is_measured_and_is_no_record() -> None:
    assert fits("\ud800")
    assert read("\ud800") is None
    assert not fits("x" * 65_536)
    assert not fits(b"x" * 65_536)


@rows(__file__, rules=literal_eval)
def test_rules_are_canonical_and_name_their_game_and_what_is_disclosed(rules: str, are_read: bool) -> None:
    """Names in the order of UTF-16, as in every record (RFC 8785)."""
    assert (rules_of({"rules": rules}) is not None) == are_read
    if are_read:
        assert rules_of({"rules": rules}) == json.loads(rules)


def test_a_record_is_read_as_it_was_written() -> None:
    text = with_reversal(json.dumps(OVER), "Budi’s cousin dealt 両方")

    assert read(text) == {**OVER, "reversed": "Budi’s cousin dealt 両方", "digest": json.loads(text)["digest"]}
    assert read(json.dumps(EXAMPLE, indent=1)) == read(json.dumps(EXAMPLE, ensure_ascii=False)) == EXAMPLE
