"""The log's tree is that of RFC 6962: against vectors of certificate logs, and against its recursive definitions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import merkle
from engine.fairness.transparency_log import (
    EMPTY_ROOT,
    Entry,
    EntryKind,
    Head,
    LogTail,
    NodeAt,
    complete_subtrees,
    consistency_path,
    inclusion_path,
    is_consistent,
    stored_at,
    tail,
)
from tests.engine.fairness.test_merkle import CERTIFICATE_LOG, CERTIFICATE_ROOTS, slow_path, slow_root, split

LEAVES = [hashlib.sha256(number.to_bytes(2, "big")).digest() for number in range(140)]

CERTIFICATE_PATHS = {
    (0, 8): ["96a296d2", "5f083f0a", "6b47aaf2"],
    (5, 8): ["bc1a0643", "ca854ea1", "d37ee418"],
    (2, 3): ["fac54203"],
    (1, 5): ["6e340b9c", "5f083f0a", "bc1a0643"],
}
"""How the hashes begin that prove an entry of the certificate log of a size, as other implementations test them."""

CERTIFICATE_CONSISTENCY = {
    (1, 8): ["96a296d2", "5f083f0a", "6b47aaf2"],
    (6, 8): ["0ebc5d34", "ca854ea1", "d37ee418"],
    (2, 5): ["5f083f0a", "bc1a0643"],
}
"""The same for a log of an earlier size."""


def logged(leaves: Sequence[bytes]) -> tuple[LogTail, list[bytes]]:
    """A log to which leaves were appended one by one, and all its complete subtrees in the order they were made."""
    log = LogTail()
    stored: list[bytes] = []
    for leaf in leaves:
        log, made = log.appended(leaf)
        stored.extend(made)
    return log, stored


def nodes(leaves: Sequence[bytes]) -> NodeAt:
    stored = logged(leaves)[1]
    return lambda level, position: stored[stored_at(level, position)]


def slow_subproof(earlier: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962."""
    if earlier == len(leaves):
        return [] if whole else [slow_root(leaves)]
    half = split(len(leaves))
    if earlier <= half:
        return [*slow_subproof(earlier, leaves[:half], whole), slow_root(leaves[half:])]
    return [*slow_subproof(earlier - half, leaves[half:], whole=False), slow_root(leaves[:half])]


def test_certificate_logs_have_the_same_heads_and_proofs() -> None:
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in CERTIFICATE_LOG]
    node = nodes(leaves)

    assert [logged(leaves[:count])[0].head.root.hex() for count in range(1, 9)] == CERTIFICATE_ROOTS
    for (index, size), path in CERTIFICATE_PATHS.items():
        assert [each.hex()[:8] for each in inclusion_path(index, size, node)] == path
    for (earlier, size), path in CERTIFICATE_CONSISTENCY.items():
        assert [each.hex()[:8] for each in consistency_path(earlier, size, node)] == path


def test_an_empty_log_has_the_root_that_the_standard_gives_it() -> None:
    assert LogTail().head == Head(0, EMPTY_ROOT)
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("size", range(1, 70))
def test_every_proof_of_every_size_is_that_of_the_definition_and_verifies(size: int) -> None:
    leaves, node = LEAVES[:size], nodes(LEAVES)
    head = tail(size, node).head

    assert head == Head(size, slow_root(leaves)) == logged(leaves)[0].head
    for index in range(size):
        path = inclusion_path(index, size, node)
        assert list(path) == slow_path(index, leaves)
        assert merkle.root_of(leaves[index], index, size, path) == head.root
    for earlier in range(1, size + 1):
        path = consistency_path(earlier, size, node)
        assert list(path) == slow_subproof(earlier, leaves)
        assert is_consistent(tail(earlier, node).head, head, path)


@given(st.data())
def test_no_changed_history_is_consistent(data: st.DataObject) -> None:
    """A log in which one earlier entry is another cannot show that it only added to what was posted."""
    size = data.draw(st.integers(2, len(LEAVES)))
    earlier = data.draw(st.integers(1, size))
    changed = data.draw(st.integers(0, earlier - 1))
    rewritten = [*LEAVES[:changed], bytes(32), *LEAVES[changed + 1 : size]]
    posted, now = logged(LEAVES[:earlier])[0].head, logged(rewritten)[0].head

    for leaves in (LEAVES, rewritten):
        assert not is_consistent(posted, now, consistency_path(earlier, size, nodes(leaves)))


@given(st.data())
def test_no_changed_consistency_proof_verifies(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, len(LEAVES)))
    earlier, node = data.draw(st.integers(1, size - 1)), nodes(LEAVES)
    first, second = tail(earlier, node).head, tail(size, node).head
    path = list(consistency_path(earlier, size, node))
    at = data.draw(st.integers(0, len(path) - 1))
    other = data.draw(st.binary(min_size=32, max_size=32).filter(lambda each: each != path[at]))

    assert is_consistent(first, second, path)
    for forged in ([*path[:at], other, *path[at + 1 :]], path[:at] + path[at + 1 :], [*path, other], [other, *path]):
        assert not is_consistent(first, second, forged)
    assert not is_consistent(first._replace(root=other), second, path)
    assert not is_consistent(first, second._replace(root=other), path)


def test_a_head_with_the_root_of_a_smaller_log_is_not_consistent() -> None:
    node = nodes(LEAVES)
    earlier, later = tail(3, node).head, tail(5, node).head
    path = consistency_path(3, 5, node)

    assert is_consistent(earlier, later, path)
    assert not is_consistent(earlier, Head(9, later.root), path)


def test_a_log_never_shrinks_and_the_empty_one_proves_nothing() -> None:
    head = logged(LEAVES[:5])[0].head

    assert is_consistent(head, head, ())
    assert not is_consistent(head, head, (bytes(32),))
    assert not is_consistent(logged(LEAVES[:3])[0].head, head, ())
    assert not is_consistent(head, Head(4, head.root), ())
    assert not is_consistent(Head(0, EMPTY_ROOT), head, ())
    for earlier in (0, 6):
        with pytest.raises(ValueError, match="never had that size"):
            consistency_path(earlier, 5, nodes(LEAVES))
    for index in (-1, 5):
        with pytest.raises(ValueError, match="no such entry"):
            inclusion_path(index, 5, nodes(LEAVES))


@given(st.integers(1, 140), st.data())
def test_complete_subtrees_are_the_same_at_every_later_size(size: int, data: st.DataObject) -> None:
    """What an entry and its path tell of the tree holds for every later tree: that is how two histories show."""
    index, node = data.draw(st.integers(0, size - 1)), nodes(LEAVES)

    told = list(complete_subtrees(LEAVES[index], index, size, inclusion_path(index, size, node)))

    assert told[0] == (0, index, LEAVES[index])
    assert all(node(level, position) == root for level, position, root in told)
    assert {(level, position) for level, position, _ in told} == {
        (level, position)
        for level in range(size.bit_length())
        for position in (index >> level, (index >> level) ^ 1)
        if (position + 1) << level <= size
    }
    covered = {leaf for level, position, _ in told for leaf in range(position << level, (position + 1) << level)}
    left_out = set(range(size)) - covered
    assert not left_out or index < min(left_out), "only what lies right of the entry may be no complete subtree"


def test_each_append_stores_at_the_end_alone() -> None:
    stored = logged(LEAVES)[1]

    assert [stored[stored_at(0, at)] for at in range(len(LEAVES))] == LEAVES
    places = {stored_at(level, position) for level in range(8) for position in range(len(LEAVES) >> level)}
    assert places == set(range(len(stored)))


@pytest.mark.parametrize(
    ("kind", "byte"),
    [
        (EntryKind.SEALED, b"\1"),
        (EntryKind.SEALED_ANEW, b"\2"),
        (EntryKind.CLOSED, b"\3"),
        (EntryKind.CALLED_OFF, b"\4"),
        (EntryKind.REVERSED, b"\5"),
    ],
)
def test_an_entry_is_hashed_with_all_its_fields(kind: EntryKind, byte: bytes) -> None:
    entry = Entry(kind, bytes(range(16)), 7, 1, bytes(32))
    content = b"\x00" + b"\x00\x11sealed-deck/2/log" + byte + bytes(range(16)) + b"\0\0\0\7" + b"\1" + bytes(32)

    assert entry.leaf == hashlib.sha256(content).digest()
