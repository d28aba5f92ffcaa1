"""Records in few bytes: digits as bytes behind the compressed text, and no hash that the others give."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Final, TypeAlias

from engine.fairness.encoding import DIGEST_BYTES, canonical
from engine.fairness.merkle import parent
from engine.fairness.sealing import leaf, place_leaf

_DIGITS: Final = re.compile('"((?:[0-9a-f]{32}){1,2})"')
_SHORT: Final = re.compile("[\x01\x02]")
"""Stand for 16 and 32 bytes in digits; JSON has none of them."""

_OPENED: Final = '"openings":[{'

_COMMON: Final = (
    rb'{"attempt":0,"banker":null,"beacons":[],"cards":["commit":,"context":,"contributions":{},"dealer":1,'
    rb'"dealt_to":[1,1,"digest":,"disclosed":null,"format":"sealed-deck/2 record","hand":"hash":,"keys":[null,,,],'
    rb'"log":null,"openings":[["outcome":{"net":{"0":10,"1":-10},"voided":""},"pick":0,"place_roots":[,,,],"play":[[0,"],'
    rb'"pledges":{},"previous":,"reveals":{},"reversed":"","roots":[,,,],"round":null,"rules":"{\"beacon\":'
    rb'\"if-there-is-one\",\"dealing\":\"dealer+1 clockwise 0 1,1\",\"disclosure\":\"never\",\"game\":\"}",'
    rb'"seats":{"0":,"1":},"seed":,"table":}'
)
"""The beginning of what zlib knows; it never changes, or stored records could not be read."""

# Of both trees: place and content of a leaf, its salt, its path, and the hash of all three.
_TREES: Final = (("pos", "card", "salt", "path", leaf), ("card", "pos", "place_salt", "place_path", place_leaf))

LeafOf: TypeAlias = Callable[[bytes, int, int, int, bytes], bytes]
Missing: TypeAlias = Callable[[int, int], bytes]
"""Returns the node of a level and place, from 0."""


def packed(record: str) -> bytes:
    """Pack a record, of which :func:`unpacked` makes the very same."""
    if _OPENED in record and unpacked(short := _without_paths(record)) == record:
        return short
    return _compressed(record)


def unpacked(content: bytes) -> str:
    reading = zlib.decompressobj(zdict=_COMMON)
    text = reading.decompress(content).decode()
    rest = BytesIO(reading.unused_data)
    text = _SHORT.sub(lambda found: f'"{rest.read(16 * ord(found[0])).hex()}"', text)
    return text if rest.tell() == len(reading.unused_data) else _with_paths(text, rest)


def _compressed(text: str, behind: bytes = b"") -> bytes:
    digits = [bytes.fromhex(each) for each in _DIGITS.findall(text)]
    text = _DIGITS.sub(lambda found: chr(len(found[1]) // 32), text)
    packing = zlib.compressobj(9, zdict=_COMMON)
    return packing.compress(text.encode()) + packing.flush() + b"".join(digits) + behind


def _without_paths(record: str) -> bytes:
    fields, behind = json.loads(record), list[bytes]()
    openings, count = fields["openings"], len(fields["cards"])
    for at, content, salt, path, leaf_of in _TREES:
        behind.extend([bytes.fromhex(each[salt]) for each in openings])

        def missing(level: int, place: int, at: str = at, path: str = path) -> bytes:
            below = next(each for each in openings if each[at] >> level == place ^ 1)
            earlier = sum((below[at] >> each) ^ 1 < -(-count >> each) for each in range(level))
            behind.append(bytes.fromhex(below[path][earlier]))
            return behind[-1]

        _tree(_leaves(fields, at, content, salt, leaf_of), count, missing)
    fields["openings"] = [[each["pos"], each["card"]] for each in openings]
    return _compressed(canonical(fields), b"".join(behind))


def _with_paths(text: str, rest: BytesIO) -> str:
    fields = json.loads(text)
    fields["openings"] = openings = [{"pos": position, "card": card} for position, card in fields["openings"]]
    for at, content, salt, path, leaf_of in _TREES:
        for each in openings:
            each[salt] = rest.read(DIGEST_BYTES).hex()
        leaves = _leaves(fields, at, content, salt, leaf_of)
        tree = _tree(leaves, len(fields["cards"]), lambda *_: rest.read(DIGEST_BYTES))
        for each in openings:
            beside = [level.get((each[at] >> number) ^ 1) for number, level in enumerate(tree)]
            each[path] = [node.hex() for node in beside if node is not None]
    return canonical(fields)


def _leaves(fields: Mapping[str, Any], at: str, content: str, salt: str, leaf_of: LeafOf) -> dict[int, bytes]:
    context, pack = bytes.fromhex(fields["context"]), fields["pick"]
    openings = fields["openings"]
    return {each[at]: leaf_of(context, pack, each[at], each[content], bytes.fromhex(each[salt])) for each in openings}


def _tree(leaves: Mapping[int, bytes], count: int, missing: Missing) -> list[dict[int, bytes]]:
    """Return the levels above some leaves as far as they are known, the leaves first."""
    levels, level = list[dict[int, bytes]](), dict(leaves)
    while count > 1:
        for place in sorted(level):
            if place ^ 1 < count and place ^ 1 not in level:
                level[place ^ 1] = missing(len(levels), place ^ 1)
        levels.append(level)
        level = {
            place // 2: parent(node, level[place + 1]) if place + 1 in level else node
            for place, node in level.items()
            if place % 2 == 0
        }
        count = (count + 1) // 2
    return levels
