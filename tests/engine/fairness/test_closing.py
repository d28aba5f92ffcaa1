"""What the seed binds: the sealed packs, who sits where, all that was added and the chance since, and nothing else."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given

from engine.fairness import WORD_BYTES, Beacon, BeaconKind, Chance, Closing, PublicRound, pairwise_id, pledge
from engine.fairness.closing import pledges_hash
from tests.bot.drand.test_signatures import DEFAULT_KEY, QUICKNET_KEY
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
    named = PublicRound(bytes([9]) * 32, 258, b"not hashed", "nor this")
    closing = Closing({10: "telegram:7", 2: "discord:123"}, {10: b"kocok!", 2: "切牌".encode()}, dict(pledges), named)
    beacons = (Beacon(BeaconKind.TELEGRAM, bytes([64, 1])), Beacon(BeaconKind.DRAND, b"signature"))
    seats = h(b"\0\x13sealed-deck/2/seats", b"\2", b"\2\0\x0bdiscord:123", b"\x0a\0\x0atelegram:7")
    words = b"\2" + b"\2\0\6" + "切牌".encode() + b"\x0a\0\6kocok!"

    seed = closing.seed(COMMITMENT, Chance(beacons, {2: revealed}))

    pledged = b"\2" + b"\2" + pledges[2] + b"\0\x20" + revealed + b"\x0a" + pledges[10] + b"\0\0"
    awaited = b"\1" + bytes([9]) * 32 + b"\0\0\0\0\0\0\1\2"
    added = b"\2" + b"\2\0\2\x40\1" + b"\3\0\x09signature"
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
        usual.seed(COMMITMENT, Chance((Beacon(BeaconKind.DISCORD, b"1"), Beacon(BeaconKind.DRAND, b"1")))),
        *[
            pledged.seed(COMMITMENT, Chance((), revealed))
            for revealed in ({}, {0: REVEALS[0]}, {5: REVEALS[5]}, REVEALS)
        ],
        Closing(SEATS, WORDS, {0: PLEDGES[0]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, {0: PLEDGES[5]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, {1: PLEDGES[0]}).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, round=PublicRound(bytes(32), 1)).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, round=PublicRound(bytes(32), 2)).seed(COMMITMENT, NOTHING),
        Closing(SEATS, WORDS, round=PublicRound(bytes([1]) * 32, 1)).seed(COMMITMENT, NOTHING),
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
    turned = Closing(dict(sorted(closing.seats.items(), reverse=True)), words, pledges, closing.round)

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


@pytest.mark.parametrize("kinds", [(1, 1), (2, 1), (3, 2)])
def test_beacons_come_in_the_order_of_their_kinds(kinds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="one beacon of a kind"):
        Chance(tuple(Beacon(BeaconKind(kind), b"1") for kind in kinds))


def test_a_chain_is_named_by_a_hash() -> None:
    with pytest.raises(ValueError, match="chain has 32 bytes"):
        Closing(SEATS, round=PublicRound(bytes(31), 1))


def test_a_player_has_another_id_in_the_records_of_each_table() -> None:
    one, other = bytes(range(16)), bytes(range(1, 17))

    said = h(b"\x00\x14sealed-deck/2/player", one, b"\x00\x0bdiscord:123").hex()
    assert pairwise_id(one, "discord:123") == said[:32]
    assert len({pairwise_id(table, player) for table in (one, other) for player in ("discord:123", "discord:12")}) == 4


SIGNED = {
    "default": PublicRound(
        bytes.fromhex("8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"),
        3,
        bytes.fromhex(DEFAULT_KEY),
        period=30,
        genesis=1595431050,
        group_hash=bytes.fromhex("176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"),
        beacon_id="default",
    ),
    "quicknet": PublicRound(
        bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
        3,
        bytes.fromhex(QUICKNET_KEY),
        period=3,
        genesis=1692803367,
        group_hash=bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"),
        beacon_id="quicknet",
    ),
}
"""Rounds of the two chains of drand that are in use, with what its servers say of them."""


@pytest.mark.parametrize("name", SIGNED)
def test_a_round_is_of_its_chain_with_nothing_exchanged(name: str) -> None:
    named = SIGNED[name]

    assert named.is_of_its_chain
    assert named._replace(beacon_id="").is_of_its_chain is (name == "default"), "which is the name of the default one"
    for changed in (
        named._replace(chain=bytes(32)),
        named._replace(public_key=named.public_key[::-1]),
        named._replace(period=named.period + 1),
        named._replace(genesis=named.genesis + 1),
        named._replace(group_hash=bytes(32)),
        named._replace(beacon_id="another"),
    ):
        assert not changed.is_of_its_chain


def test_the_third_round_is_due_two_periods_after_the_first() -> None:
    assert SIGNED["default"].due == 1595431050 + 60
    assert SIGNED["quicknet"]._replace(number=1).due == 1692803367


def test_what_is_not_said_of_a_chain_is_empty() -> None:
    assert PublicRound(bytes(32), 1)[2:] == (b"", "", 0, 0, bytes(32), "")


@pytest.mark.parametrize(
    ("kinds", "has"),
    [
        ([], False),
        ([BeaconKind.DRAND], False),
        ([BeaconKind.DISCORD], True),
        ([BeaconKind.TELEGRAM, BeaconKind.DRAND], True),
    ],
)
def test_drand_is_no_platform(kinds: list[BeaconKind], has: bool) -> None:
    assert Chance(tuple(Beacon(kind, b"\1") for kind in kinds)).has_platform is has


def test_the_fingerprint_of_pledges_as_the_specification_writes_it_down() -> None:
    """By chair, in whatever order they were given."""
    found = h(b"\0\x15sealed-deck/2/pledges", b"\2", b"\0" + PLEDGES[0], b"\5" + PLEDGES[5])

    assert pledges_hash({5: PLEDGES[5], 0: PLEDGES[0]}) == pledges_hash(PLEDGES) == found
