"""The words of a stream are those of the sealed deal, to the byte."""

from __future__ import annotations

import hashlib
import hmac
import struct

from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import Stream, shuffle
from engine.fairness.streams import WORDS

KEYS = st.binary(min_size=32, max_size=32)


def words(key: bytes, label: str, blocks: int) -> list[int]:
    """The first words by the letter of the specification."""
    name = b"sealed-deck/2/stream"
    prefix = struct.pack(">H", len(name)) + name + struct.pack(">H", len(label)) + label.encode()
    found: list[int] = []
    for counter in range(blocks):
        block = hmac.new(key, prefix + struct.pack(">I", counter), hashlib.sha256).digest()
        found += struct.unpack(">8I", block)
    return found


@given(KEYS, st.sampled_from(["deck", "pick", "order"]))
def test_words_come_in_order_and_over_blocks(key: bytes, label: str) -> None:
    stream = Stream(key, label)

    assert [stream.below(WORDS) for _ in range(24)] == words(key, label, 3)


@given(KEYS, st.integers(1, 130))
def test_the_same_key_gives_the_same_order(key: bytes, count: int) -> None:
    order = shuffle(Stream(key, "deck"), count)

    assert order == shuffle(Stream(key, "deck"), count)
    assert sorted(order) == list(range(count))


def test_a_shuffle_swaps_from_the_last_card_to_the_first() -> None:
    """By the letter of the specification, with a key whose words need no skipping."""
    key, count = bytes(range(32)), 28
    drawn, order = iter(words(key, "deck", 4)), list(range(count))
    for place in reversed(range(1, count)):
        other = next(drawn) % (place + 1)
        order[place], order[other] = order[other], order[place]

    assert shuffle(Stream(key, "deck"), count) == tuple(order)


def test_labels_and_keys_keep_streams_apart() -> None:
    orders = {shuffle(Stream(key, label), 28) for key in (bytes(32), b"k" * 32) for label in ("deck", "order", "pick")}

    assert len(orders) == 6


def test_a_stream_does_not_tell_its_key() -> None:
    stream = Stream(b"k" * 32, "deck")

    assert repr(stream) == "<Stream>"
    assert "kkk" not in repr(vars(stream))
