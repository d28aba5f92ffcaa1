"""What the seed binds: the sealed packs, who sits where, all that was added and the chance since, and nothing else."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given

from engine.fairness import WORD_BYTES, Beacon, BeaconKind, Chance, Closing, pairwise_id, pledge
from engine.fairness.closing import pledges_hash
from tests.engine.fairness.example_deals import CHANCES, CLOSINGS, SEATS, WORDS

COMMITMENT = bytes(range(32))
NOTHING = Chance()
REVEALS = {0: bytes(range(32)), 5: bytes(32)}
PLEDGES = {seat: pledge(reveal) for seat, reveal in REVEALS.items()}


def h(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_seed_as_the_specification_writes_it_down() -> None:
    revealed = bytes(range(32))
    pledges = {10: bytes([7]) * 32, 2: h(b"\0\x14sealed-deck/2/pledge", revealed)}
    closing = Closing({10: "telegram:7", 2: "discord:123"}, {10: b"kocok!", 2: "切牌".encode()}, dict(pledges))
    beacons = (Beacon(BeaconKind.DISCORD, b"130"), Beacon(BeaconKind.TELEGRAM, bytes([64, 1])))
    seats = h(b"\0\x13sealed-deck/2/seats", b"\2", b"\2\0\x0bdiscord:123", b"\x0a\0\x0atelegram:7")
    words = b"\2" + b"\2\0\6" + "切牌".encode() + b"\x0a\0\6kocok!"

    seed = closing.seed(COMMITMENT, Chance(beacons, {2: revealed}))

    pledged = b"\2" + b"\2" + pledges[2] + b"\0\x20" + revealed + b"\x0a" + pledges[10] + b"\0\0"
    awaited, added = b"\0", b"\2" + b"\1\0\x03130" + b"\2\0\2\x40\1"
    assert pledges[2] == pledge(revealed)
    assert seed == h(b"\0\x12sealed-deck/2/seed", COMMITMENT, seats, words, pledged, awaited, added)


def test_nobody_has_to_say_a_word() -> None:
    closing = Closing({0: "local:1"})

    assert closing.seed(COMMITMENT, NOTHING) == h(
        b"\0\x12sealed-deck/2/seed",
        COMMITMENT,
        h(b"\0\x13sealed-deck/2/seats", b"\1", b"\0\0\7local:1"),
        b"\0",
        b"\0",
        b"\0",
        b"\0",
    )


def test_nothing_can_be_changed_without_another_seed() -> None:
    usual, pledged = Closing(SEATS, WORDS), Closing(SEATS, WORDS, PLEDGES)
    seeds = [
        usual.seed(COMMITMENT, NOTHING),
        usual.seed(bytes(32), NOTHING),
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.DISCORD, b"1309876543210987654"),))),
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.DISCORD, b"1309876543210987655"),))),
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.TELEGRAM, b"1"),))),
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.DISCORD, b"1"),))),
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.DISCORD, b"1"), Beacon(BeaconKind.TELEGRAM, b"1")))),
        *[
            pledged.seed(COMMITMENT, Chance((), revealed))
            for revealed in ({}, {0: REVEALS[0]}, {5: REVEALS[5]}, REVEALS)
        ],
        Closing(SEATS, WORDS, {0: PLEDGES[0]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, {0: PLEDGES[5]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, {1: PLEDGES[0]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS).seed(COMMITMENT, NOTHING),
        Closing(SEATS, {0: b"kocok!"}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, {0: WORDS[5], 5: WORDS[0]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, {**WORDS, 0: b"Kocok!"}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, {**WORDS, 0: b"kocok! "}).seed(COMMITMENT, NOTHING),
        Closing({**SEATS, 0: SEATS[1], 1: SEATS[0]}, WORDS).seed(COMMITMENT, NOTHING),
        Closing({**SEATS, 6: "discord:1"}, WORDS).seed(COMMITMENT, NOTHING),
    ]

    assert len(set(seeds)) == len(seeds)


def test_words_are_taken_as_they_were_posted() -> None:
    """The two ways to write é are two words."""
    composed, decomposed = "\u00e9".encode(), "e\u0301".encode()

    assert Closing(SEATS, {0: composed}).seed(COMMITMENT, NOTHING) != Closing(SEATS, {0: decomposed}).seed(
        COMMITMENT, NOTHING
    )


@given(CLOSINGS, CHANCES)
def test_the_order_in_which_words_came_makes_no_difference(closing: Closing, chance: Chance) -> None:
    """Nobody gains by being first, and a record that lists them otherwise means the same."""
    words, pledges = (dict(sorted(each.items(), reverse=True)) for each in (closing.words, closing.pledges))
    turned = Closing(dict(sorted(closing.seats.items(), reverse=True)), words, pledges)

    assert turned.seed(COMMITMENT, chance) == closing.seed(COMMITMENT, chance)


@pytest.mark.parametrize("word", [b"", bytes(WORD_BYTES + 1)])
def test_a_word_has_1_to_64_bytes(word: bytes) -> None:
    Closing(SEATS, {0: b"x", 1: bytes(WORD_BYTES)})
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        Closing(SEATS, {0: word})


def test_words_come_from_seats_only() -> None:
    with pytest.raises(ValueError, match="dealt in"):
        Closing(SEATS, {2: b"hello"})


def test_a_pledge_comes_from_a_seat_and_is_a_hash() -> None:
    with pytest.raises(ValueError, match="dealt in"):
        Closing(SEATS, {}, {2: bytes(32)})
    with pytest.raises(ValueError, match="pledge has 32 bytes"):
        Closing(SEATS, {}, {0: bytes(31)})


@pytest.mark.parametrize("reveals", [{0: bytes(32)}, {1: REVEALS[0]}, {0: REVEALS[5], 5: REVEALS[0]}])
def test_nobody_reveals_but_what_they_have_pledged(reveals: dict[int, bytes]) -> None:
    """Whoever knows the beacon already would choose what suits them."""
    closing = Closing(SEATS, WORDS, PLEDGES)
    closing.seed(COMMITMENT, Chance((), REVEALS))
    with pytest.raises(ValueError, match="pledged"):
        closing.seed(COMMITMENT, Chance((), reveals))


def test_a_reveal_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chance((), {0: bytes(33)})


@pytest.mark.parametrize("kinds", [(1, 1), (2, 1), (2, 2)])
def test_beacons_come_in_the_order_of_their_kinds(kinds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="one beacon of a kind"):
        Chance(tuple(Beacon(BeaconKind(kind), b"1") for kind in kinds))


def test_a_player_has_another_id_in_the_records_of_each_table() -> None:
    one, other = bytes(range(16)), bytes(range(1, 17))

    said = h(b"\x00\x14sealed-deck/2/player", one, b"\x00\x0bdiscord:123").hex()
    assert pairwise_id(one, "discord:123") == said[:32]
    assert len({pairwise_id(table, player) for table in (one, other) for player in ("discord:123", "discord:12")}) == 4


def test_the_fingerprint_of_pledges_as_the_specification_writes_it_down() -> None:
    """By chair, in whatever order they were given."""
    found = h(b"\0\x15sealed-deck/2/pledges", b"\2", b"\0" + PLEDGES[0], b"\5" + PLEDGES[5])

    assert pledges_hash({5: PLEDGES[5], 0: PLEDGES[0]}) == pledges_hash(PLEDGES) == found
