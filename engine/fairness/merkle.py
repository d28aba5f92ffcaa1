"""A tree of hashes over leaves, of which any one can be proved without showing another (RFC 6962)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias

Tree: TypeAlias = tuple[tuple[bytes, ...], ...]
"""A tree level by level, the leaves first and the root alone in the last."""


def levels(leaves: Sequence[bytes]) -> Tree:
    """The tree level by level, the leaves first and the root alone in the last.

    Pairing neighbours and letting an odd last one rise as it is gives the very tree of RFC 6962, which splits at the
    largest power of two.

    Raise ``ValueError`` if there are no leaves.
    """
    if not leaves:
        raise ValueError("a tree needs a leaf")
    tree = [tuple(leaves)]
    while len(tree[-1]) > 1:
        level = tree[-1]
        paired = [parent(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
        tree.append((*paired, *level[2 * len(paired) :]))
    return tuple(tree)


def path(tree: Sequence[Sequence[bytes]], position: int) -> tuple[bytes, ...]:
    """The neighbours that lead from a leaf to the root, the nearest first."""
    neighbours = []
    for level in tree[:-1]:
        if (neighbour := position ^ 1) < len(level):
            neighbours.append(level[neighbour])
        position //= 2
    return tuple(neighbours)


def root_of(leaf: bytes, position: int, count: int, neighbours: Sequence[bytes]) -> bytes:
    """The root that a leaf and its path lead to.

    Raise ``ValueError`` if there is no such leaf, or the path of that leaf has another length.
    """
    if not 0 <= position < count:
        raise ValueError("there is no such leaf")
    left = list(neighbours)
    node = leaf
    while count > 1:
        if position ^ 1 < count:
            if not left:
                raise ValueError("the path is too short")
            other = left.pop(0)
            node = parent(other, node) if position & 1 else parent(node, other)
        position, count = position // 2, (count + 1) // 2
    if left:
        raise ValueError("the path is too long")
    return node


def parent(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
