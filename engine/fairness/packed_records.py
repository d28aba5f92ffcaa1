"""Records of finished hands in few bytes: what follows from the rest is left out, and found again byte by byte.

A record names every card, writes bytes in hex, and gives each opened card its own path, though most nodes of these
paths are the same. Packed, it has the keys, the salts and the nodes that nothing else leads to, in bytes; texts that
many records have in common stand outside of it, each once, as *frames*. A packed record is no format for anybody else:
what people are given is always the record itself.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from engine.fairness import merkle, records
from engine.fairness.closing import PAIRWISE_BYTES
from engine.fairness.dealing import picked, reordered
from engine.fairness.encoding import DIGEST_BYTES, canonical, u8
from engine.fairness.sealing import Context, commitment, leaf, place_leaf
from engine.fairness.streams import KEY_BYTES

VERSION: Final = 1
"""The first byte; a later way of packing has another, and this one stays readable."""

FRAME_BYTES: Final = 8
"""How many bytes of its hash a packed record knows a frame by."""

_BEGINS: Final = 1 + 3 * FRAME_BYTES
"""Where the rest begins, after the numbers of its three frames: its rules, its cards, and who sat at which table."""

_WORDS: Final = (
    b'"all-in","bet","call","check","fold","raise","claim","discard","pass","show","stake ","bid ","pass-bank",'
    b'"lapse "],[0,"pick-up 1"],[1,"win 2"],[2,"dui 3"],[3,"street"],[4,"draw"],[5,"draw"],[0,"draw"],[1,"draw"],'
    b'[2,"draw"],[3,"draw"]],4,4,4,4,4,3,3,3,3,3,2,2,2,2,2,1,1,1,1,1,0,0,0,0,0,5,5,5,5,5,0,1,2,3,4,5,0,1,2,3,4,5,'
    b'-100,-20,20,50,30,-10,-10,-10,-10,0,0,0],{},{},null],[[0,null,[{"kind":1,"value":"3132353832393735393331"}],{},'
    b'[0,null,[{"kind":2,"value":"'
)
"""What the compressed part often has in it; never changed, since what is stored was compressed with it."""

_Node: TypeAlias = "tuple[int, int]"
"""A node of a tree by its level, 0 for the leaves, and its position there."""


class PackedRecord(NamedTuple):
    """A record in few bytes, and the texts that it shares with others."""

    content: bytes
    frames: tuple[str, ...]


def frame_number(frame: str) -> int:
    """What a packed record knows a frame by: a number of 64 bits with a sign."""
    return int.from_bytes(sha256(frame.encode()).digest()[:FRAME_BYTES], "big", signed=True)


def pack(text: str) -> PackedRecord | None:
    """A record of a finished hand in few bytes, or ``None`` for one that has to stay as it is.

    That is one with a reason that somebody typed, since it must stay readable for whoever looks for people in it, and
    whatever Kiu did not write itself.
    """
    try:
        packed = _packed(records.read(text))
        frames = {frame_number(frame): frame for frame in packed.frames}
        return packed if unpack(packed.content, frames) == text else None
    except (AttributeError, IndexError, KeyError, OverflowError, StopIteration, TypeError, ValueError):
        return None


def frame_numbers(content: bytes) -> tuple[int, ...]:
    """The numbers of the frames that a packed record needs."""
    parts = (content[at : at + FRAME_BYTES] for at in range(1, _BEGINS, FRAME_BYTES))
    return tuple(int.from_bytes(part, "big", signed=True) for part in parts)


def unpack(content: bytes, frames: Mapping[int, str]) -> str:
    """The record that was packed, byte by byte.

    Args:
        content: the packed record.
        frames: its frames by their numbers.

    Raises:
        ValueError: it was packed in a way that is not known here, or is damaged.
        KeyError: a frame is missing.
    """
    if content[:1] != u8(VERSION):
        raise ValueError("a record was packed by a newer version")
    rules, cards, seating = (json.loads(frames[number]) for number in frame_numbers(content))
    taken = _Reader(content, _BEGINS)
    packs, count, previous, seed = taken.number(1), len(cards), taken.digest(), taken.digest()
    keys = [taken.take(KEY_BYTES) for _ in range(packs - 1)]
    roots, place_roots = ([taken.digest() for _ in range(packs - 1)] for _ in range(2))
    opened = [place for place, bit in enumerate(_bits(taken.take((count + 7) // 8), count)) if bit]
    dealt = [taken.number(_width(count)) for _ in opened]
    salts = [(taken.digest(), taken.digest()) for _ in opened]
    order, pick = reordered(seed, count), picked(seed, packs)
    places = [order[place] for place in opened]
    table, seats = seating["table"], seating["seats"]
    nodes = [[taken.digest() for _ in _missing(each, count)] for each in (places, dealt)]
    own = (taken.digest(), taken.digest()) if not opened else (b"", b"")
    (
        attempt, banker, beacons, words, dealer, dealt_to, disclosed, hand, net, play, pledges, reveals,
    ) = json.loads(taken.inflated())  # fmt: skip
    context = Context(bytes.fromhex(table), hand, attempt, rules, tuple(cards), previous).digest()
    tree = {
        position: leaf(context, pick, position, card, salt)
        for position, card, (salt, _) in zip(places, dealt, salts, strict=True)
    }
    place_tree = {
        card: place_leaf(context, pick, card, position, salt)
        for position, card, (_, salt) in zip(places, dealt, salts, strict=True)
    }
    paths, root = _paths(tree, count, nodes[0])
    place_paths, place_root = _paths(place_tree, count, nodes[1])
    roots.insert(pick, root if opened else own[0])
    place_roots.insert(pick, place_root if opened else own[1])
    in_hex: list[str | None] = [key.hex() for key in keys]
    in_hex.insert(pick, None)
    return records.finished(
        {
            "format": records.RECORD,
            "table": table,
            "hand": hand,
            "attempt": attempt,
            "previous": previous.hex(),
            "rules": rules,
            "cards": cards,
            "context": context.hex(),
            "roots": [each.hex() for each in roots],
            "place_roots": [each.hex() for each in place_roots],
            "commit": commitment(context, count, roots, place_roots).hex(),
            "seats": seats,
            "contributions": words,
            "pledges": pledges,
            "reveals": reveals,
            "round": None,
            "beacons": beacons,
            "seed": seed.hex(),
            "pick": pick,
            "keys": in_hex,
            "dealer": dealer,
            "banker": banker,
            "dealt_to": dealt_to,
            "play": play,
            "openings": [
                {
                    "pos": position,
                    "card": card,
                    "salt": salt.hex(),
                    "path": [node.hex() for node in paths[position]],
                    "place_salt": place_salt.hex(),
                    "place_path": [node.hex() for node in place_paths[card]],
                }
                for position, card, (salt, place_salt) in zip(places, dealt, salts, strict=True)
            ],
            "outcome": {"net": dict(zip(sorted(seats), net, strict=True)), "voided": ""},
            "disclosed": disclosed,
            "reversed": "",
            "log": None,
        }
    )


def _packed(fields: Mapping[str, Any]) -> PackedRecord:
    """A record whose fields are all as they usually are; whether they are is seen when it is unpacked."""
    seats, cards, pick, net = fields["seats"], fields["cards"], fields["pick"], fields["outcome"]["net"]
    if any(len(bytes.fromhex(player)) != PAIRWISE_BYTES for player in seats.values()):
        raise ValueError("a seat is not named by a pairwise id")
    count, openings = len(cards), fields["openings"]
    seating = {"seats": seats, "table": fields["table"]}
    frames = tuple(map(canonical, (fields["rules"], cards, seating)))
    place_of = records.places(fields)
    opened = {place_of[each["pos"]] for each in openings}
    rest = [
        *[fields[name] for name in ("attempt", "banker", "beacons", "contributions", "dealer", "dealt_to")],
        *[fields[name] for name in ("disclosed", "hand")],
        [net[seat] for seat in sorted(net)],
        *[fields[name] for name in ("play", "pledges", "reveals")],
    ]
    proved = (("pos", "path"), ("card", "place_path"))
    others = [each for name in ("roots", "place_roots") for number, each in enumerate(fields[name]) if number != pick]
    own = [] if openings else [fields[name][pick] for name in ("roots", "place_roots")]
    return PackedRecord(
        b"".join(
            (
                u8(VERSION),
                *[frame_number(frame).to_bytes(FRAME_BYTES, "big", signed=True) for frame in frames],
                u8(len(fields["keys"])),
                bytes.fromhex(fields["previous"]),
                bytes.fromhex(fields["seed"]),
                *[bytes.fromhex(key) for key in fields["keys"] if key is not None],
                *map(bytes.fromhex, others),
                _in_bits(opened, count),
                *[each["card"].to_bytes(_width(count), "big") for each in openings],
                *[bytes.fromhex(each[salt]) for each in openings for salt in ("salt", "place_salt")],
                *[node for at, path in proved for node in _nodes([(each[at], each[path]) for each in openings], count)],
                *map(bytes.fromhex, own),
                _deflated(canonical(rest).encode()),
            )
        ),
        frames,
    )


class _Reader:
    """Reads what was joined, from front to back."""

    def __init__(self, content: bytes, at: int) -> None:
        self._content = content
        self._at = at

    def take(self, size: int) -> bytes:
        self._at += size
        return self._content[self._at - size : self._at]

    def digest(self) -> bytes:
        return self.take(DIGEST_BYTES)

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def inflated(self) -> bytes:
        try:
            return zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_WORDS).decompress(self._content[self._at :])
        except zlib.error as error:
            raise ValueError("what was packed is damaged") from error


def _deflated(content: bytes) -> bytes:
    deflating = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_WORDS)
    return deflating.compress(content) + deflating.flush()


def _width(count: int) -> int:
    """How many bytes the number of a card takes."""
    return 1 if count <= 1 << 8 else 2


def _in_bits(numbers: Iterable[int], count: int) -> bytes:
    return sum(1 << number for number in numbers).to_bytes((count + 7) // 8, "little")


def _bits(content: bytes, count: int) -> Iterator[bool]:
    all_bits = int.from_bytes(content, "little")
    return (bool(all_bits >> number & 1) for number in range(count))


def _missing(leaves: Iterable[int], count: int) -> Iterator[_Node]:
    """The nodes of a tree that some leaves do not lead to, and that are needed to come to its root."""
    known, level = set(leaves), 0
    while count > 1:
        for position in sorted(known):
            if (neighbour := position ^ 1) < count and neighbour not in known:
                yield level, neighbour
        known, count, level = {position // 2 for position in known}, (count + 1) // 2, level + 1


def _nodes(proved: Sequence[tuple[int, Sequence[str]]], count: int) -> Iterator[bytes]:
    """Those nodes, out of the paths of the leaves."""
    found: dict[_Node, str] = {}
    for leaf_position, path in proved:
        position, width, level, nodes = leaf_position, count, 0, iter(path)
        while width > 1:
            if (neighbour := position ^ 1) < width:
                found[level, neighbour] = next(nodes)
            position, width, level = position // 2, (width + 1) // 2, level + 1
    return (bytes.fromhex(found[node]) for node in _missing([at for at, _ in proved], count))


def _paths(
    leaves: Mapping[int, bytes], count: int, others: Sequence[bytes]
) -> tuple[dict[int, tuple[bytes, ...]], bytes]:
    """The path of every leaf, and the root, from the leaves and the nodes that they do not lead to."""
    given = dict(zip(_missing(leaves, count), others, strict=True))
    level, width, number = dict(leaves), count, 0
    paths: dict[int, list[bytes]] = {position: [] for position in leaves}
    while width > 1:
        level |= {position: node for (at, position), node in given.items() if at == number}
        for leaf_position, path in paths.items():
            if (neighbour := (leaf_position >> number) ^ 1) < width:
                path.append(level[neighbour])
        level = {
            position // 2: merkle.parent(level[position], level[position + 1]) if position + 1 < width else node
            for position, node in level.items()
            if not position & 1
        }
        width, number = (width + 1) // 2, number + 1
    return {position: tuple(path) for position, path in paths.items()}, level.get(0, b"")
