"""How large a record may be, to the byte, for both programs that verify one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.fairness import bounds
from engine.fairness.bounds import within_bounds
from verify import kiu_verify

LONGEST_TEXT = b"x" * 65_535

both = pytest.mark.parametrize("within", [within_bounds, kiu_verify.bounded], ids=["engine", "script"])


def of_size(size: int, content: bytes) -> bytes:
    """The content, filled up with blanks."""
    return content.ljust(size)


@both
def test_a_record_has_256_kib_at_most(within: Callable[[bytes], bool]) -> None:
    largest = b'"'.join([LONGEST_TEXT] * 4) + b'"'

    assert len(largest) == 262_144
    assert within(largest)
    assert not within(largest + b"x")


@both
def test_a_text_has_65535_bytes_at_most(within: Callable[[bytes], bool]) -> None:
    assert within(b"")
    assert within(LONGEST_TEXT)
    assert within(b'"short"' + LONGEST_TEXT)
    assert not within(b'"short"' + LONGEST_TEXT + b"x")


@both
def test_an_escaped_quotation_mark_is_in_the_text(within: Callable[[bytes], bool]) -> None:
    assert within(LONGEST_TEXT[:-2] + b'\\"')
    assert not within(LONGEST_TEXT[:-1] + b'\\"')


@both
def test_so_many_quotation_marks_for_so_many_bytes(within: Callable[[bytes], bool]) -> None:
    for size in (20_000, 60_000):
        most = 2_048 + size // 20
        assert within(of_size(size, b'"' * most))
        assert not within(of_size(size, b'"' * (most + 1)))
        assert not within(of_size(size - 1, b'"' * most))


@both
@pytest.mark.parametrize("mark", [b"\\", b"[", b"{", b",", b":", b"\\[{,:"])
def test_so_many_other_marks_for_so_many_bytes(within: Callable[[bytes], bool], mark: bytes) -> None:
    for size in (40_000, 60_000):
        most = 4_096 + size // 40
        marks = (mark * most)[:most]
        assert within(of_size(size, marks))
        assert not within(of_size(size, marks + b"["))
        assert not within(of_size(size - 1, marks))


@both
def test_what_ends_a_value_makes_none(within: Callable[[bytes], bool]) -> None:
    assert within(b"}]?. 0" * 10_000)


def test_both_programs_read_packs_and_paths_of_the_same_size() -> None:
    names = ("MOST_BYTES", "MOST_TEXT_BYTES", "MOST_CARDS", "MOST_PACKS", "MOST_PATH")

    assert [getattr(bounds, name) for name in names] == [getattr(kiu_verify, name) for name in names]
