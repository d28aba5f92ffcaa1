"""The tree is that of RFC 6962: compared with its recursive definition, and with roots that others computed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import merkle

MOST = 130
LEAVES = [hashlib.sha256(bytes([number])).digest() for number in range(MOST)]
HASHES = st.binary(min_size=32, max_size=32)

CERTIFICATE_LOG = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
"""Entries that implementations of certificate transparency are tested with, in hex."""

CERTIFICATE_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots of the first, the first two, … of them."""


def split(count: int) -> int:
    """The largest power of two below ``count``."""
    return 1 << (count - 1).bit_length() - 1


def slow_root(leaves: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, over leaves that are hashed already."""
    if len(leaves) == 1:
        return leaves[0]
    half = split(len(leaves))
    return hashlib.sha256(b"\x01" + slow_root(leaves[:half]) + slow_root(leaves[half:])).digest()


def slow_path(position: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of RFC 6962."""
    if len(leaves) == 1:
        return []
    half = split(len(leaves))
    if position < half:
        return [*slow_path(position, leaves[:half]), slow_root(leaves[half:])]
    return [*slow_path(position - half, leaves[half:]), slow_root(leaves[:half])]


def test_roots_of_certificate_logs() -> None:
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in CERTIFICATE_LOG]

    roots = [merkle.levels(leaves[:count])[-1][0].hex() for count in range(1, len(leaves) + 1)]

    assert roots == CERTIFICATE_ROOTS


def test_trees_of_every_size() -> None:
    for count in range(1, MOST + 1):
        leaves = LEAVES[:count]
        tree = merkle.levels(leaves)

        assert tree[-1] == (slow_root(leaves),), count
        for position in {0, 1, count // 2, count - 2, count - 1} & set(range(count)):
            path = merkle.path(tree, position)
            assert list(path) == slow_path(position, leaves), (position, count)
            assert merkle.root_of(leaves[position], position, count, path) == tree[-1][0], (position, count)


@given(st.data(), st.integers(1, MOST))
def test_nothing_but_the_leaf_and_its_path_leads_to_the_root(data: st.DataObject, count: int) -> None:
    tree, position = merkle.levels(LEAVES[:count]), data.draw(st.integers(0, count - 1))
    path, root = list(merkle.path(tree, position)), tree[-1][0]

    other = data.draw(HASHES.filter(lambda leaf: leaf != LEAVES[position]))
    assert merkle.root_of(other, position, count, path) != root
    if path:
        step = data.draw(st.integers(0, len(path) - 1))
        wrong = [*path[:step], data.draw(HASHES.filter(lambda found: found != path[step])), *path[step + 1 :]]
        assert merkle.root_of(LEAVES[position], position, count, wrong) != root
        with pytest.raises(ValueError, match="too short"):
            merkle.root_of(LEAVES[position], position, count, path[:-1])
    with pytest.raises(ValueError, match="too long"):
        merkle.root_of(LEAVES[position], position, count, [*path, root])


@given(st.data(), st.integers(2, MOST))
def test_a_leaf_is_proved_at_its_own_position_only(data: st.DataObject, count: int) -> None:
    tree, position = merkle.levels(LEAVES[:count]), data.draw(st.integers(0, count - 1))
    elsewhere = data.draw(st.integers(0, count - 1).filter(lambda other: other != position))
    path = merkle.path(tree, position)

    if len(path) == len(merkle.path(tree, elsewhere)):
        assert merkle.root_of(LEAVES[position], elsewhere, count, path) != tree[-1][0]
    else:
        with pytest.raises(ValueError, match="the path is too"):
            merkle.root_of(LEAVES[position], elsewhere, count, path)


@pytest.mark.parametrize("position", [-1, 5, 2**16])
def test_there_is_no_leaf_beyond_the_tree(position: int) -> None:
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.root_of(LEAVES[0], position, 5, merkle.path(merkle.levels(LEAVES[:5]), 0))


def test_a_tree_needs_a_leaf() -> None:
    with pytest.raises(ValueError, match="needs a leaf"):
        merkle.levels([])
