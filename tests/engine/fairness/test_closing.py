"""What the seed binds: the sealed packs, who sits where, every word and the beacon, and nothing else."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given

from engine.fairness import NO_BEACON, WORD_BYTES, Beacon, BeaconKind, Closing
from tests.engine.fairness.example_deals import BEACONS, CLOSINGS, SEATS, WORDS

COMMITMENT = bytes(range(32))


def h(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_seed_as_the_specification_writes_it_down() -> None:
    closing = Closing({10: "telegram:7", 2: "discord:123"}, {10: b"kocok!", 2: "切牌".encode()})
    seats = h(b"\0\x13sealed-deck/1/seats", b"\2", b"\2\0\x0bdiscord:123", b"\x0a\0\x0atelegram:7")
    words = b"\2" + b"\2\0\6" + "切牌".encode() + b"\x0a\0\6kocok!"

    seed = closing.seed(COMMITMENT, Beacon(BeaconKind.TELEGRAM, bytes([64, 1])))

    assert seed == h(b"\0\x12sealed-deck/1/seed", COMMITMENT, seats, words, b"\2", b"\0\2", bytes([64, 1]))


def test_nobody_has_to_say_a_word() -> None:
    closing = Closing({0: "local:1"})

    assert closing.seed(COMMITMENT, NO_BEACON) == h(
        b"\0\x12sealed-deck/1/seed",
        COMMITMENT,
        h(b"\0\x13sealed-deck/1/seats", b"\1", b"\0\0\7local:1"),
        b"\0",
        b"\0",
        b"\0\0",
    )


def test_nothing_can_be_changed_without_another_seed() -> None:
    usual = Closing(SEATS, WORDS)
    seeds = [
        usual.seed(COMMITMENT, NO_BEACON),
        usual.seed(bytes(32), NO_BEACON),
        usual.seed(COMMITMENT, Beacon(BeaconKind.DISCORD, b"1309876543210987654")),
        usual.seed(COMMITMENT, Beacon(BeaconKind.DISCORD, b"1309876543210987655")),
        usual.seed(COMMITMENT, Beacon(BeaconKind.TELEGRAM, b"1")),
        usual.seed(COMMITMENT, Beacon(BeaconKind.DISCORD, b"1")),
        Closing(SEATS).seed(COMMITMENT, NO_BEACON),
        Closing(SEATS, {0: b"kocok!"}).seed(COMMITMENT, NO_BEACON),
        Closing(SEATS, {0: WORDS[5], 5: WORDS[0]}).seed(COMMITMENT, NO_BEACON),
        Closing(SEATS, {**WORDS, 0: b"Kocok!"}).seed(COMMITMENT, NO_BEACON),
        Closing(SEATS, {**WORDS, 0: b"kocok! "}).seed(COMMITMENT, NO_BEACON),
        Closing({**SEATS, 0: SEATS[1], 1: SEATS[0]}, WORDS).seed(COMMITMENT, NO_BEACON),
        Closing({**SEATS, 6: "discord:1"}, WORDS).seed(COMMITMENT, NO_BEACON),
    ]

    assert len(set(seeds)) == len(seeds)


def test_words_are_taken_as_they_were_posted() -> None:
    """The two ways to write é are two words."""
    composed, decomposed = "\u00e9".encode(), "e\u0301".encode()

    assert Closing(SEATS, {0: composed}).seed(COMMITMENT, NO_BEACON) != Closing(SEATS, {0: decomposed}).seed(
        COMMITMENT, NO_BEACON
    )


@given(CLOSINGS, BEACONS)
def test_the_order_in_which_words_came_makes_no_difference(closing: Closing, beacon: Beacon) -> None:
    """Nobody gains by being first, and a record that lists them otherwise means the same."""
    turned = Closing(
        dict(sorted(closing.seats.items(), reverse=True)), dict(sorted(closing.words.items(), reverse=True))
    )

    assert turned.seed(COMMITMENT, beacon) == closing.seed(COMMITMENT, beacon)


@pytest.mark.parametrize("word", [b"", bytes(WORD_BYTES + 1)])
def test_a_word_has_1_to_64_bytes(word: bytes) -> None:
    Closing(SEATS, {0: b"x", 1: bytes(WORD_BYTES)})
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        Closing(SEATS, {0: word})


def test_words_come_from_seats_only() -> None:
    with pytest.raises(ValueError, match="dealt in"):
        Closing(SEATS, {2: b"hello"})
