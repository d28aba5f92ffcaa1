"""Everything that can be done to a record: to one bit, to one value, or to one value and all that rests on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from engine.fairness.checks import beacons_of, pledges_of, reveals_of, seats_of, words_of
from engine.fairness.closing import Chance, Closing
from engine.fairness.dealing import picked
from engine.fairness.encoding import canonical
from engine.fairness.receivers import Hand, Move
from engine.fairness.records import file_digest, record_hash
from engine.fairness.sealing import Context, commitment
from tests.verify.making import Kind, made, numbered

KINDS = [kind for kind in Kind if kind != Kind.WORKED]
"""The kinds of records that are tampered with in every way; worked ones may be spelled in several."""


class Leaf(NamedTuple):
    """A place in a record: what holds it, and its name or number in there."""

    holder: Any
    at: Any

    @property
    def value(self) -> Any:
        return self.holder[self.at]

    def put(self, value: Any) -> None:
        self.holder[self.at] = value


def leaves(holder: Any) -> Iterator[Leaf]:
    """Every value of a record, those that hold others too."""
    for at in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield Leaf(holder, at)
        if isinstance(holder[at], dict | list):
            yield from leaves(holder[at])


def flipped(content: bytes, bit: int) -> bytes:
    """The same bytes with one bit changed."""
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def changed(value: Any, rng: Random) -> Any:
    """Another value that looks just as right."""
    if isinstance(value, bool) or value is None:
        return rng.randbytes(32).hex()
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, value ^ 1, value + 256, -value - 1])
    if isinstance(value, str):
        return _changed_text(value, rng)
    if isinstance(value, dict):
        return {**value, rng.choice("0123456789"): rng.choice(["", 0, "00"])}
    return value[1:] if value and rng.random() < 0.5 else [*value, value[-1] if value else "00" * 32]


def _changed_text(text: str, rng: Random) -> str:
    if not text:
        return rng.choice(["0", "00", "x"])
    at = rng.randrange(len(text))
    digits = "0123456789abcdef" if text[at] in "0123456789abcdef" else "xyz"
    return text[:at] + rng.choice([each for each in digits if each != text[at]]) + text[at + 1 :]


def retyped(value: Any) -> list[Any]:
    """The same value as another type, or spelled otherwise."""
    if isinstance(value, str):
        numbers = [int(value)] if value.isascii() and value.isdigit() and len(value) < 16 else []
        return [[value], value.upper(), value + " ", value + "00", value[:-1], *numbers, None, True]
    if isinstance(value, int):
        return [str(value), float(value), [value], None, value == 1]
    if value is None:
        return ["", 0, False, []]
    return [None, canonical(value), [value], {} if isinstance(value, list) else []]


def single_fields(text: str, rng: Random, bound: Callable[[Leaf], bool] = lambda leaf: True) -> Iterator[str]:
    """The record with one value changed, retyped, removed, renamed, or swapped with another; never the record itself.

    Args:
        text: the record.
        rng: which of the ways where there are too many.
        bound: tells which values are to be changed.
    """
    fields, others = json.loads(text), [leaf.value for leaf in leaves(json.loads(text))]
    for leaf in filter(bound, list(leaves(fields))):
        kept, other = leaf.value, rng.choice(others)
        for value in (changed(kept, rng), changed(kept, rng), rng.choice(retyped(kept)), other):
            if type(value) is type(kept) and value == kept:
                continue
            leaf.put(value)
            yield canonical(fields)
        leaf.put(kept)
        if isinstance(leaf.holder, dict):
            yield _without(fields, leaf)
    yield canonical({**fields, "note": ""})


def _without(fields: Any, leaf: Leaf) -> str:
    kept, text = leaf.holder.pop(leaf.at), canonical(fields)
    leaf.put(kept)
    return text


def respelled(text: str) -> Iterator[str]:
    """The same values in another spelling."""
    fields = json.loads(text)
    yield json.dumps(fields, ensure_ascii=False)
    yield json.dumps(fields, ensure_ascii=False, indent=1, sort_keys=True)
    yield text.replace('"pick":', '"pick":0', 1)
    yield text.replace(f'"hand":{fields["hand"]}', f'"hand":{fields["hand"]}.0', 1)
    yield text.replace(f'"hand":{fields["hand"]}', f'"hand":{fields["hand"]}e0', 1)
    yield text.replace(f'"attempt":{fields["attempt"]}', f'"attempt":+{fields["attempt"]}', 1)
    yield text.replace('"table":', '"\\u0074able":', 1)
    yield text.replace('{"attempt":', '{"attempt":0,"attempt":', 1)
    yield text.replace('"seed":"', '"seed":"0x', 1)
    yield text + "\n\n"
    yield text + "\r\n"
    yield " " + text
    yield "\ufeff" + text
    yield text + text
    yield f"[{text}]"
    yield json.dumps(dict(reversed(fields.items())), ensure_ascii=False, separators=(",", ":"))


def resealed(fields: dict[str, Any]) -> str:
    """The record with a hash and a digest that fit it, as whoever changed it can make them."""
    if isinstance(fields.get("hash"), str):
        fields = {**fields, "hash": record_hash(fields).hex()}
    return canonical({**fields, "digest": file_digest(fields).hex()})


def redealt(fields: dict[str, Any]) -> str:
    """The record with cards dealt to whom they go by its rules, its dealer and its play."""
    chairs = tuple(sorted(map(int, fields["seats"])))
    play = [Move(*move) for move in fields["play"]]
    hand = Hand(json.loads(fields["rules"]), chairs, fields["dealer"], fields["banker"], play)
    return resealed({**fields, "dealt_to": list(hand.receivers())})


def refitted(fields: dict[str, Any]) -> str:
    """The record with all that anybody can compute made to fit: context, commitment, seed and pick as well.

    Raises:
        ValueError: no deal is closed like this, so nobody can compute its seed.
    """
    context = Context(
        bytes.fromhex(fields["table"]),
        fields["hand"],
        fields["attempt"],
        fields["rules"],
        tuple(fields["cards"]),
        bytes.fromhex(fields["previous"]),
    ).digest()
    roots, place_roots = ([bytes.fromhex(root) for root in fields[name]] for name in ("roots", "place_roots"))
    committed = commitment(context, len(fields["cards"]), roots, place_roots)
    closing = Closing(seats_of(fields), words_of(fields), pledges_of(fields))
    seed = closing.seed(committed, Chance(beacons_of(fields), reveals_of(fields)))
    refitted = {"context": context.hex(), "commit": committed.hex(), "seed": seed.hex()}
    return resealed({**fields, **refitted, "pick": picked(seed, len(fields["roots"]))})


def small_records(kind: Kind, rng: Random, count: int) -> list[str]:
    """Records that are quickly changed everywhere."""
    return [made(kind, rng, numbered(rng.randint(2, 16)), opened=rng.randint(0, 4)).text for _ in range(count)]


def with_a_bit_changed(texts: Sequence[str], count: int, rng: Random) -> Iterator[bytes]:
    """So many changes of a single bit, in one record after the other."""
    for text in islice(cycle(texts), count):
        content = text.encode()
        yield flipped(content, rng.randrange(8 * len(content)))


def with_a_value_changed(texts: Sequence[str], rng: Random) -> Iterator[bytes]:
    """Every change of a single value of some records, and every other way to spell them."""
    for text in texts:
        yield from (each.encode() for each in single_fields(text, rng))
        yield from (each.encode() for each in respelled(text))


@cache
def sample(count: int) -> list[bytes]:
    """So many changed records of each kind."""
    rng = Random(count)
    found: list[bytes] = []
    for kind in KINDS:
        texts = small_records(kind, rng, 4)
        found += rng.sample([*with_a_bit_changed(texts, count, rng), *with_a_value_changed(texts, rng)], count)
    return found
