"""Numbers and texts as bytes, and JSON with one spelling only."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.fairness.encoding import (
    BLOCK_BYTES,
    DIGEST_BYTES,
    Keyed,
    canonical,
    canonical_parts,
    digest,
    lp,
    tag,
    u8,
    u16,
    u32,
    u64,
)
from tests.thoroughness import examples


@pytest.mark.parametrize(
    ("write", "number", "content"),
    [
        (u8, 7, "07"),
        (u8, 255, "ff"),
        (u16, 258, "0102"),
        (u16, 65_535, "ffff"),
        (u32, 1, "00000001"),
        (u64, 2, "0000000000000002"),
    ],
)
def test_numbers_are_big_endian(write: Callable[[int], bytes], number: int, content: str) -> None:
    assert write(number).hex() == content


@pytest.mark.parametrize(("write", "most"), [(u8, 2**8 - 1), (u16, 2**16 - 1), (u32, 2**32 - 1), (u64, 2**64 - 1)])
def test_a_number_that_has_no_room_is_refused(write: Callable[[int], bytes], most: int) -> None:
    assert write(most) == b"\xff" * len(write(0))
    for number in (most + 1, -1):
        with pytest.raises(OverflowError):
            write(number)


def test_a_text_stands_after_its_length() -> None:
    assert lp(b"") == b"\0\0"
    assert lp("切".encode()) == b"\0\3" + "切".encode()
    assert tag("leaf") == b"\0\x12sealed-deck/2/leaf"
    with pytest.raises(OverflowError):
        lp(bytes(65_536))


def test_what_is_hashed_stands_one_after_the_other() -> None:
    assert digest(b"\x00", b"le", b"", b"af") == hashlib.sha256(b"\x00leaf").digest()
    assert len(digest()) == DIGEST_BYTES == 32


@given(st.binary(max_size=BLOCK_BYTES), st.lists(st.binary(max_size=200), min_size=1, max_size=3))
def test_every_message_is_authenticated_under_the_key_alone(key: bytes, messages: list[bytes]) -> None:
    """Whatever was before it, as the standard library does it."""
    keyed = Keyed(key)

    assert [keyed.digest(each) for each in messages] == [hmac.digest(key, each, "sha256") for each in messages]


def test_a_key_has_room_in_a_block_and_stays_in_it() -> None:
    assert Keyed(b"k" * BLOCK_BYTES).digest(b"") == hmac.digest(b"k" * BLOCK_BYTES, b"", "sha256")
    assert "kkk" not in repr(Keyed(b"k" * BLOCK_BYTES))
    with pytest.raises(ValueError, match="at most 64 bytes"):
        Keyed(b"k" * (BLOCK_BYTES + 1))


def test_canonical_json_is_that_of_rfc_8785() -> None:
    """Keys in order, nothing between them, and escapes only where they are needed: its own example, and more."""
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/\x7f\u2028"

    assert canonical({"b": [1, None], "a": {"10": -3, "2": text}}) == (
        '{"a":{"10":-3,"2":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f\u2028"},"b":[1,null]}'
    )


@given(
    st.recursive(
        st.none() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=126)), inner),
        max_leaves=8,
    )
)
@settings(max_examples=examples(50))
def test_what_is_read_is_written_as_it_was(value: object) -> None:
    text = canonical(value)

    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text
    assert b"".join(canonical_parts(value)) == text.encode()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_of_json_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical([number])


def test_half_of_a_surrogate_pair_is_no_character() -> None:
    with pytest.raises(UnicodeEncodeError):
        list(canonical_parts({"name": "\ud800"}))
