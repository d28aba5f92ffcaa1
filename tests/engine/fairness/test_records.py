"""Records as they are written: one spelling, everything that is needed to check the deal, and no more."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import Beacon, BeaconKind, Chance, Closing, SealedDeal, pledge, records
from engine.fairness.records import (
    OWN_CARDS,
    RECORD,
    Outcome,
    hash_of,
    opens_all,
    own_cards,
    places,
    record,
    shown_cards,
    with_picked_pack,
    with_reversal,
)
from engine.fairness.transparency_log import EntryKind
from tests.engine.fairness.example_deals import DEALS, KEYS, SEATS, TABLE, WORDS, dealt, sealed, so_far
from tests.engine.fairness.example_log import ExampleLog, entries_of

NET = Outcome({0: 30, 1: -10, 5: -20})
VOIDED = Outcome({0: 0, 1: 0, 5: 0}, "the bot was broken")
FIELDS = {
    *("format", "table", "hand", "attempt", "previous", "rules", "cards", "context", "roots", "commit", "seats"),
    *("contributions", "pledges", "reveals", "round", "beacons", "seed", "pick", "keys", "openings", "outcome"),
    *("disclosed", "reversed", "log", "hash", "digest", "dealer", "banker", "dealt_to", "play", "place_roots"),
}
AFTERWARDS = ("disclosed", "reversed", "log", "hash", "digest")
"""What the chain does not bind, because it comes to be later."""


def fields_of(text: str) -> dict[str, Any]:
    """A record as parsed JSON, once it is sure that it has the only spelling there is."""
    fields: dict[str, Any] = json.loads(text)
    assert written(fields) == text
    return fields


def written(fields: Mapping[str, Any]) -> str:
    """Canonical JSON, for fields like these."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hashed(name: str, fields: Mapping[str, Any], without: tuple[str, ...]) -> str:
    """What the hash of a record and the digest of a file are taken of, as hex."""
    kind = b"sealed-deck/2/" + name.encode()
    kept = {key: value for key, value in fields.items() if key not in without}
    return hashlib.sha256(len(kind).to_bytes(2, "big") + kind + written(kept).encode()).hexdigest()


def test_a_record_says_how_the_hand_was_dealt() -> None:
    deal = dealt()
    fields = fields_of(record(so_far(deal, 0, 3), NET))

    assert fields.keys() == FIELDS
    assert fields["format"] == RECORD
    assert (fields["table"], fields["hand"], fields["attempt"]) == (TABLE.hex(), 7, 0)
    assert fields["previous"] == "00" * 32
    assert fields["rules"] == '{"disclosure":"never","game":"test"}'
    assert fields["cards"] == [f"c{number}" for number in range(28)]
    assert fields["context"] == deal.seal.context.digest().hex()
    assert fields["roots"] == [root.hex() for root in deal.seal.roots]
    assert fields["place_roots"] == [root.hex() for root in deal.seal.place_roots]
    assert fields["commit"] == deal.seal.commitment.hex()
    assert fields["seats"] == {"0": "discord:175928847299117063", "1": "telegram:123456789", "5": "local:0001ab"}
    assert fields["contributions"] == {"0": b"kocok!".hex(), "5": WORDS[5].hex()}
    assert (fields["pledges"], fields["reveals"], fields["round"], fields["log"]) == ({}, {}, None, None)
    assert fields["beacons"] == [{"kind": 2, "value": "400111"}]
    assert (fields["seed"], fields["pick"]) == (deal.seed.hex(), deal.pick)
    assert (fields["dealer"], fields["banker"]) == (deal.first_dealer, None)
    assert (fields["dealt_to"], fields["play"]) == ([0, 1, 5, 0], [])
    assert fields["outcome"] == {"net": {"0": 30, "1": -10, "5": -20}, "voided": ""}
    assert (fields["disclosed"], fields["reversed"]) == (None, "")


def test_the_cards_that_lie_open_are_opened_and_no_other() -> None:
    deal = dealt()
    openings = fields_of(record(so_far(deal, 0, 3)))["openings"]

    assert [(each["pos"], each["card"]) for each in openings] == [(deal.positions[at], deal.pack[at]) for at in (0, 3)]
    opening = deal.opening(3)
    assert (openings[1]["salt"], openings[1]["path"]) == (opening.salt.hex(), [step.hex() for step in opening.path])
    place_path = [step.hex() for step in opening.place_path]
    assert (openings[1]["place_salt"], openings[1]["place_path"]) == (opening.place_salt.hex(), place_path)
    assert fields_of(record(so_far(deal)))["openings"] == []


def test_a_record_says_who_has_the_bank_and_what_was_played() -> None:
    fields = fields_of(record(replace(so_far(dealt(), 0), banker=5, play=[(1, "draw"), (0, "dui 3")])))

    assert (fields["banker"], fields["play"]) == (5, [[1, "draw"], [0, "dui 3"]])


def test_a_record_says_what_was_pledged() -> None:
    reveal = bytes(range(32))
    closing = Closing(SEATS, WORDS, {0: bytes(32), 5: pledge(reveal)})
    drawn = (Beacon(BeaconKind.DISCORD, b"12"), Beacon(BeaconKind.TELEGRAM, b"\x06"))
    fields = fields_of(record(so_far(SealedDeal(sealed(), closing, Chance(drawn, {5: reveal})))))

    assert fields["pledges"] == {"0": "00" * 32, "5": pledge(reveal).hex()}
    assert fields["reveals"] == {"5": reveal.hex()}
    assert fields["round"] is None
    assert fields["beacons"] == [{"kind": 1, "value": "3132"}, {"kind": 2, "value": "06"}]


@pytest.mark.parametrize("disclosure", ["never", "unanimous", "at-close"])
def test_the_key_of_the_picked_pack_is_known_only_if_the_rules_say_so(disclosure: str) -> None:
    """The others are always in the record."""
    deal = dealt(sealed(disclosure=disclosure))
    key = KEYS[deal.pick].hex()
    running, over, voided = (record(so_far(deal, 0), outcome) for outcome in (None, NET, VOIDED))

    assert fields_of(over)["keys"] == [None if at == deal.pick else each.hex() for at, each in enumerate(KEYS)]
    assert key not in running
    assert fields_of(running)["disclosed"] is None
    assert fields_of(over)["disclosed"] == (key if disclosure == "at-close" else None)
    assert (key in over) == (disclosure == "at-close")
    assert fields_of(voided)["disclosed"] == fields_of(over)["disclosed"], "calling a hand off opens nothing more"
    assert opens_all(deal) == (disclosure == "at-close")


def test_a_running_hand_has_no_end_yet() -> None:
    fields = fields_of(record(so_far(dealt(), 0)))

    assert (fields["outcome"], fields["hash"]) == (None, None)
    assert fields["digest"] == hashed("file", fields, ("digest",))


def test_the_hash_binds_the_whole_hand() -> None:
    deal = dealt()
    texts = [record(so_far(deal, 0, 3), NET), record(so_far(deal, 0), NET), record(so_far(deal, 0, 3), VOIDED)]
    texts += [record(so_far(deal, 0, 3), Outcome({**NET.net, 0: 29, 1: -9}))]
    texts += [record(so_far(each, 0, 3, cards=5), NET) for each in (deal, dealt(words={}))]
    texts += [record(replace(so_far(deal, 0, 3), dealer=seat), NET) for seat in SEATS if seat != deal.first_dealer]
    texts += [record(replace(so_far(deal, 0, 3), banker=seat), NET) for seat in SEATS]
    texts += [record(replace(so_far(deal, 0, 3), dealt_to=to), NET) for to in ([1, 0, 5, 0], [0, 1, 5, 1])]
    texts += [record(replace(so_far(deal, 0, 3), play=[(seat, "fold")]), NET) for seat in SEATS]

    for text in texts:
        fields = fields_of(text)
        assert fields["hash"] == hash_of(text).hex() == hashed("record", fields, AFTERWARDS)
        assert fields["digest"] == hashed("file", fields, ("digest",))
    assert len({hash_of(text) for text in texts}) == len(texts)


def test_what_comes_afterwards_leaves_the_chain_whole() -> None:
    """The pack may be opened and the hand reversed: the next hand was sealed with the same hash."""
    deal = dealt()
    text = record(so_far(deal, 0), NET)
    opened = with_picked_pack(text, deal.picked_pack.key)
    reversed_ = with_reversal(opened, "wrong stakes: 両方")

    assert hash_of(text) == hash_of(opened) == hash_of(reversed_)
    assert fields_of(text)["disclosed"] is None
    assert fields_of(opened)["disclosed"] == fields_of(reversed_)["disclosed"] == deal.picked_pack.key.hex()
    assert fields_of(reversed_)["reversed"] == "wrong stakes: 両方"
    assert fields_of(reversed_)["digest"] == hashed("file", fields_of(reversed_), ("digest",))
    changed = {name for name, value in fields_of(text).items() if fields_of(reversed_)[name] != value}
    assert changed == {"disclosed", "reversed", "digest"}


def test_own_cards_are_proved_to_their_owner() -> None:
    deal = dealt(sealed(disclosure="at-close"))
    fields = fields_of(own_cards(so_far(deal, 2, 9), 5))
    public = fields_of(record(so_far(deal)))

    assert fields.keys() == FIELDS | {"seat"}
    assert (fields["format"], fields["seat"]) == (OWN_CARDS, 5)
    assert [each["card"] for each in fields["openings"]] == [deal.pack[2], deal.pack[9]]
    assert (fields["outcome"], fields["hash"], fields["disclosed"]) == (None, None, None)
    assert fields["digest"] == hashed("file", fields, ("digest",))
    assert (len(fields["dealt_to"]), public["dealt_to"]) == (10, [])
    same = fields.keys() - {"format", "seat", "openings", "dealt_to", "digest"}
    assert {name: fields[name] for name in same} == {name: public[name] for name in same}


@given(DEALS, st.data())
def test_any_deal_is_written_in_one_spelling_and_keeps_its_secret(deal: SealedDeal, data: st.DataObject) -> None:
    """Neither the key of the picked pack nor the salt of a card that nobody showed."""
    count = len(deal.pack)
    places = data.draw(st.lists(st.integers(0, count - 1), unique=True, max_size=8).map(sorted))
    text = record(so_far(deal, *places))
    fields, opened = fields_of(text), [deal.opening(place) for place in range(count)]
    salts = {salt.hex() for each in opened for salt in (each.salt, each.place_salt)}

    assert fields["keys"][deal.pick] is None
    assert deal.picked_pack.key.hex() not in text
    assert {salt for salt in salts if salt in text} == {
        each[name] for each in fields["openings"] for name in ("salt", "place_salt")
    }
    assert len(fields["openings"]) == len(places)


def test_cards_shown_after_a_hand_are_proved_without_a_key() -> None:
    """Nothing is said of how the hand ended: whoever wants to know that has the record itself."""
    deal = dealt(sealed(disclosure="at-close"))
    own = fields_of(own_cards(so_far(deal, 2, cards=9), 5))
    text = with_reversal(record(so_far(deal, 0, cards=9), NET), "wrong stakes")
    shown = fields_of(shown_cards(text, 5, own["openings"]))

    assert shown == {**own, "digest": shown["digest"]}
    assert shown["digest"] == hashed("file", shown, ("digest",))


def test_when_the_card_at_each_position_was_dealt() -> None:
    deal = dealt()
    when = places(json.loads(record(so_far(deal))))

    assert [when[position] for position in deal.positions] == list(range(28))


def told_by_the_log(text: str, log: ExampleLog) -> list[EntryKind]:
    """What a record tells of what the log says of its hand, by the kinds of the entries; nothing without a log."""
    logged = fields_of(log.logged(text))["log"]
    return [] if logged is None else [EntryKind(each["kind"]) for each in logged["entries"]]


def test_a_record_tells_of_the_log_what_it_says_itself() -> None:
    """A player who proves their cards says nothing of how the hand ended, although the log knows it."""
    deal = dealt(sealed(hand=7))
    over, voided = record(so_far(deal), NET), record(so_far(deal), VOIDED)
    declared, own = with_reversal(over, "wrong stakes"), own_cards(so_far(deal), 5)
    dealt_from = [EntryKind.SEALED, EntryKind.CLOSED]
    off, reversed_ = ExampleLog(entries_of(voided)), ExampleLog(entries_of(declared))

    assert told_by_the_log(over, ExampleLog(entries_of(over))) == dealt_from
    assert told_by_the_log(voided, off) == [*dealt_from, EntryKind.CALLED_OFF]
    assert told_by_the_log(own, off) == dealt_from
    assert told_by_the_log(declared, reversed_) == [*dealt_from, EntryKind.REVERSED]
    assert told_by_the_log(own, reversed_) == dealt_from


def test_a_hand_that_was_sealed_before_there_was_a_log_stays_without() -> None:
    over = record(so_far(dealt()), NET)
    _, *since = entries_of(over)

    assert told_by_the_log(over, ExampleLog(since)) == []
    assert told_by_the_log(over, ExampleLog()) == []


def test_what_the_log_says_is_told_where_a_record_has_room_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    over = record(so_far(dealt(), 0), NET)
    log = ExampleLog(entries_of(over))
    size = len(log.logged(over).encode())

    monkeypatch.setattr(records, "MOST_BYTES", size)
    assert fields_of(log.logged(over))["log"] is not None
    monkeypatch.setattr(records, "MOST_BYTES", size - 1)
    assert log.logged(over) == over
