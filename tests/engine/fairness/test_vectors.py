"""The worked records of the sealed deal hold in every field; a record added to the file is tested as well."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.fairness import (
    NO_RECORD,
    Beacon,
    BeaconKind,
    Chance,
    Closing,
    Context,
    Opening,
    Seal,
    SealedDeal,
    Stream,
    shuffle,
)
from engine.fairness.streams import WORDS

RECORDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "sealed_deal.json").read_text(encoding="utf-8")
)
FIELDS = {
    *("name", "cards", "keys", "rules", "context", "roots", "place_roots", "commit", "seats", "contributions"),
    *("pledges", "reveals", "round", "beacons", "seed", "pick", "order0", "tau", "rejected", "dealt", "openings"),
}
PLACE: dict[str, Any] = {"table": bytes(range(16)).hex(), "hand": 7, "attempt": 1, "previous": NO_RECORD.hex()}
"""The hand that worked records are of, unless they say otherwise."""


def deal_of(record: dict[str, Any]) -> SealedDeal:
    """The deal that a worked record describes: from what went into it alone."""
    place = PLACE | {name: record[name] for name in PLACE.keys() & record.keys()}
    context = Context(
        bytes.fromhex(place["table"]),
        place["hand"],
        place["attempt"],
        record["rules"],
        tuple(record["cards"]),
        bytes.fromhex(place["previous"]),
    )
    words, pledges, reveals = (
        {int(seat): bytes.fromhex(content) for seat, content in record[name].items()}
        for name in ("contributions", "pledges", "reveals")
    )
    closing = Closing({int(seat): player for seat, player in record["seats"].items()}, words, pledges)
    beacons = tuple(Beacon(BeaconKind(each["kind"]), bytes.fromhex(each["value"])) for each in record["beacons"])
    return SealedDeal(Seal(context, tuple(map(bytes.fromhex, record["keys"]))), closing, Chance(beacons, reveals))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["name"]))
def test_worked_records(record: dict[str, Any]) -> None:
    deal = deal_of(record)

    assert record.keys() - PLACE.keys() == FIELDS, "a field that nothing is compared with proves nothing"
    assert deal.seal.context.digest().hex() == record["context"]
    assert [root.hex() for root in deal.seal.roots] == record["roots"]
    assert [root.hex() for root in deal.seal.place_roots] == record["place_roots"]
    assert deal.seal.commitment.hex() == record["commit"]
    assert list(deal.seal.packs[0].order) == record["order0"]
    assert deal.seed.hex() == record["seed"]
    assert deal.pick == record["pick"]
    assert list(deal.positions) == record["tau"]
    assert list(deal.pack) == record["dealt"]
    assert 0 <= record["rejected"] <= skipped(deal), "which of the streams are counted is not said"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["name"]))
def test_openings_of_worked_records(record: dict[str, Any]) -> None:
    deal = deal_of(record)
    for each in record["openings"]:
        path, place_path = (tuple(bytes.fromhex(step) for step in each[name]) for name in ("path", "place_path"))
        salt, place_salt = bytes.fromhex(each["salt"]), bytes.fromhex(each["place_salt"])
        opening = Opening(each["pos"], each["card"], salt, path, place_salt, place_path)

        assert deal.picked_pack.opening(each["pos"]) == opening
        assert opening.root(deal.seal.context.digest(), deal.pick, len(record["cards"])) == deal.seal.roots[deal.pick]


class Noting(Stream):
    """Counts the words it uses, of which a draw takes one and skips the others."""

    def __init__(self, key: bytes, label: str) -> None:
        super().__init__(key, label)
        self.used = 0
        self._words = map(self._note, self._words)

    def _note(self, word: int) -> int:
        self.used += 1
        return word


def skipped(deal: SealedDeal) -> int:
    """How many words are skipped while all packs and the re-ordering are shuffled."""
    count = len(deal.seal.context.cards)
    streams = [*(Noting(key, "deck") for key in deal.seal.keys), Noting(deal.seed, "order")]
    for stream in streams:
        shuffle(stream, count)
    return sum(stream.used - (count - 1) for stream in streams)


def test_skipped_words_are_counted() -> None:
    """They are too rare to come in a record by chance, so the counter is tried with a limit that skips many."""
    stream, count = Noting(bytes(32), "deck"), 1000
    limit = WORDS // 2 + 1
    drawn = [stream.below(limit) for _ in range(count)]

    plain = Stream(bytes(32), "deck")
    assert drawn == list(islice((word for word in iter(lambda: plain.below(WORDS), None) if word < limit), count))
    assert 800 < stream.used - count < 1200
