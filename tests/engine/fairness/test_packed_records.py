"""Packed records: the same record comes out again, byte by byte, and little of it was stored."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import SealedDeal, pairwise_id
from engine.fairness.packed_records import PackedRecord, frame_number, frame_numbers, pack, unpack
from engine.fairness.records import Outcome, finished, read, record, with_picked_pack, with_reversal
from tests.engine.fairness.example_deals import DEALS, SEATS, TABLE, dealt, sealed, so_far

PAIRWISE = {chair: pairwise_id(TABLE, player) for chair, player in SEATS.items()}
NET = Outcome({0: 30, 1: -10, 5: -20})


def unpacked(packed: PackedRecord) -> str:
    """What comes out again, with the frames found by the numbers that the content tells."""
    frames = {frame_number(frame): frame for frame in packed.frames}
    return unpack(packed.content, {number: frames[number] for number in frame_numbers(packed.content)})


def example(*opened: int) -> str:
    """A record with pairwise ids, as Kiu writes them."""
    return record(so_far(dealt(seats=PAIRWISE), *opened), NET)


@given(DEALS, st.data())
def test_every_record_comes_out_as_it_went_in(deal: SealedDeal, data: st.DataObject) -> None:
    seats = {chair: pairwise_id(deal.seal.context.table, player) for chair, player in deal.closing.seats.items()}
    deal = SealedDeal(deal.seal, replace(deal.closing, seats=seats), deal.chance)
    places = st.sets(st.integers(0, len(deal.pack) - 1))
    net = dict(zip(seats, data.draw(st.lists(st.integers(-(10**12), 10**12), min_size=8, max_size=8)), strict=False))
    text = record(so_far(deal, *sorted(data.draw(places))), Outcome(net))

    packed = pack(text)

    assert packed is not None
    assert unpacked(packed) == text
    assert sum(map(len, (packed.content, *packed.frames))) < len(text)


@pytest.mark.parametrize("opened", [(), (0,), (0, 3, 4, 9), tuple(range(28))], ids=["none", "one", "some", "all"])
def test_what_follows_from_the_rest_is_not_stored(opened: tuple[int, ...]) -> None:
    text = example(*opened)
    packed = pack(text)
    assert packed is not None
    assert len(packed.content) < len(text) / 3
    for name in ("commit", "context", "hash", "digest"):
        assert bytes.fromhex(read(text)[name]) not in packed.content


def test_what_is_open_to_all_is_packed_too() -> None:
    deal = dealt(seats=PAIRWISE)
    text = with_picked_pack(example(2, 7), deal.picked_pack.key)
    packed = pack(text)
    assert packed is not None
    assert unpacked(packed) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"commit":"c0"}',
        record(so_far(dealt(), 0), NET),
        record(so_far(dealt(seats=PAIRWISE), 0)),
        record(so_far(dealt(seats=PAIRWISE), 0), Outcome({0: 0, 1: 0, 5: 0}, "telegram:7 pulled the plug")),
        with_reversal(example(0), "telegram:7 had seen the cards"),
        finished({**read(example(0)), "hash": None, "digest": None, "mood": "fair"}),
        finished({**read(example(0)), "seed": "00" * 32}),
        json.dumps(read(example(0))),
    ],
    ids=[
        "nothing", "no fields", "no object", "other fields", "ids of players", "still running", "called off",
        "reversed", "one field more", "another seed", "another spelling",
    ],
)  # fmt: skip
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert pack(text) is None


def test_a_pack_of_many_cards_is_counted_in_two_bytes() -> None:
    deal = SealedDeal(sealed(300), dealt(seats=PAIRWISE).closing, dealt().chance)
    text = record(so_far(deal, 0, 120, 299), NET)
    packed = pack(text)
    assert packed is not None
    assert unpacked(packed) == text


def test_what_was_packed_once_stays_readable() -> None:
    """The bytes of the first way of packing; a change of these needs another version beside it."""
    packed = pack(example(0, 3, 4))
    assert packed is not None
    assert unpack(bytes.fromhex(FIRST), {frame_number(frame): frame for frame in packed.frames}) == example(0, 3, 4)
    assert packed.content[0] == 1
    with pytest.raises(ValueError, match="newer version"):
        unpack(b"\x02" + packed.content[1:], {})
    with pytest.raises(ValueError, match=r"damaged|decode"):
        unpack(packed.content[:-9] + b"\xff" * 9, {frame_number(frame): frame for frame in packed.frames})
    with pytest.raises(KeyError):
        unpack(packed.content, {})


def test_frames_are_shared_by_the_hands_of_a_table() -> None:
    one, other = pack(example(0)), pack(example(5, 6))
    assert one is not None
    assert other is not None
    assert one.frames == other.frames
    assert frame_number("a") == int.from_bytes(sha256(b"a").digest()[:8], "big", signed=True)


FIRST = (
    "0123cc86648aa91c965125565c41f8497a6fa5451b90c1470d04000000000000000000000000000000000000000000000000000000000000"
    "0000ac17d5e500da0be6ecd693f01f953b8b0a0e10b74ae8f6c68e636b232067120901010101010101010101010101010101010101010101"
    "0101010101010101010102020202020202020202020202020202020202020202020202020202020202020404040404040404040404040404"
    "04040404040404040404040404040404040460553e8331b165afee677ed512d59167eb3e00420cee7e0aba82af95834847db4a2e7f5a3c5d"
    "0b54a20e737a0cd959a37703f7d9c54cf5b8a052006ca395051a10826ca2adec9b92d85fc5bd4909829268c8df48015ff80d1885009b767c"
    "65bbb7b01c1c3022add6abd67c2eb6402bf6de631902ca259accab402554c7755a95653db45fdbecc9d649ca88fdbacfd5322ea17e95f907"
    "637b8e333e43c93c094ebab9c04ca581319f5cb1f191b9ba0fada40e7a3af7ae8561bea9a37caee26b15190000000d0f135b42d603c82029"
    "9e53e523ea7753cfc53dd47446df21d6286e473dc4cf570290d1b9b4e13564775ffe96237271fad01fa1fad72604013c5fa74d925952ed76"
    "c944693981eab83653b669e0ca14c77311e445ee3c08ef064d1c63545392855dc074d648ad5cbb95913c68a5ff3085a819ed6f58135f52d8"
    "1bf5d85db48e1f19a187c0b466db8c206de466a92f6a7147a54e122efd21cc503cf1ed20d6df60f3abce06acf6ad7ffba6b6548519c28b50"
    "b7904798bb86170f99a90f4e8b53131632c12bc5d9c122d83c0a80293c8c0343692e08709d365ce8596b2d6cc266af259cc41885db1a073a"
    "24640e841b955bd4ea16f822e8ce495e0d4f15d3e9bb4f1ba9f0a5d1bb799fc62ce9203f33fffea53b0fc7f67db11d875a48beb166402df4"
    "6adc2b752aee38f52e386acfc25378157e6541bd9d742da39aa5757469cf6e52ff6a6be0512d0b7b74c9f3ddb5c98866679f2187c93a0536"
    "6f0ec17fcaa14b9c372a5f28817176bf5ed1b8ace0dbb0932952e23caa1b9d4f9ff8f3edba348f7af8fcc5248687be4fd4afff9840c364c1"
    "0c643058a0a54d8ffcaf21dd147755ff2c5eae95c68ed42d5ddcf3aa88014764cb41e2fddd754c702bde95be717c4994bd1699f867523283"
    "144bdaeab3bbcb4844a88bc0716e6774065e396f3dd70a3d39bc81f4611005e06e14af69aec6bc7417169c060ff12b67c117780c09bf328b"
    "2ae7a9b2599a0891932ba3a85ce084684899009b3394d3fc13c5cc6a0b01fd632b0a605138527073772432a2522b3e5b56655dfc39ebd22e"
    "09703c192fb38a955431ef834cea44dbd13e46e2a28fd2929cce6d74b679ad9753afac60eefdb1e4c97ae3ff244414ab50ae4b5a8595150d"
    "f1002fd775c0bc586fc51981e38698aefc48f3d8134d1232df30e87a0d20075488123e78f07a66b5877fd4912bbf1b031db3c3f77b7aeb94"
    "23064023f675afeed60e8a350bfc4bb08fe3c9a635f914a0dac3276762606068083144c900c8374b324b333306e224234360d4980285524d"
    "2d2c2ccc53cd2d2c2d92956a818e8e06f913ecdb5888c1e6c0d084facb08e8a368a8a76201"
)
