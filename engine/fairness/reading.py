"""Reading a foreign record: any bytes become fields of the right shape, or nothing.

A record has one spelling, canonical JSON (RFC 8785). A *worked record* shows the arithmetic with all keys open, as
other programs write it: its white space and order of fields are free.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from engine.fairness.bounds import MOST_CARDS, MOST_PACKS, MOST_PATH, within_bounds
from engine.fairness.closing import BeaconKind
from engine.fairness.encoding import canonical_parts
from engine.fairness.records import OWN_CARDS, RECORD
from engine.fairness.sealing import MOST_ATTEMPTS, PACKS
from engine.fairness.transparency_log import EntryKind

Fields = Mapping[str, Any]
"""A record as parsed JSON."""

Shape = Callable[[Any], bool]
"""Tells whether a value looks as its field must."""

WORKED = "worked record"
"""Stands for the format of a worked record, which names none."""

PLACE_NAMES: Mapping[Any, str] = {"table_id": "table", "hand_no": "hand", "previous_record_hash": "previous"}
"""Other names that a worked record may use for fields of a record: those in the formula of the context."""

DISCLOSURES = ("never", "at-close", "unanimous")
"""Values of the house rule for cards that nobody showed."""

BEACONS = ("required", "if-there-is-one")
"""Values of the house rule for the beacon; the second is meant where it is missing."""

EXACT = 1 << 53
"""Whole numbers below this are the same in every language."""

LOG_ENTRIES = 2 * MOST_ATTEMPTS + 2
"""The most entries that a hand has in the log: two for each attempt, one when it is called off, and one reversal."""

LOG_LEVELS = 64
"""The most hashes that lead from an entry of the log to its root, and from one head to another."""

EARLIER_HEADS = 16
_KINDS = frozenset(map(int, BeaconKind))

_WORDS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^" \t\r\n]+')
_PLAIN = tuple(json.JSONEncoder(separators=(",", ":"), ensure_ascii=ascii_only) for ascii_only in (False, True))


def read(content: bytes | str) -> Fields | None:
    """The fields of a record.

    ``None`` if it is no JSON object, is spelled in another way than records are, or larger than any record.
    """
    try:
        written = content.encode() if isinstance(content, str) else content
        fields = _parsed(_in_ascii(written)) if within_bounds(written) else None
        if not isinstance(fields, dict):
            return None
        return _record(written, fields) if "format" in fields else _worked(written, fields)
    except (ValueError, RecursionError):
        return None


def _in_ascii(written: bytes) -> str:
    """The same JSON with all letters beyond ASCII escaped.

    A single one of four bytes would make every letter of the whole text as long while it is parsed.
    """
    return written.decode().encode("ascii", _ESCAPES).decode()


def _escaped(beyond: UnicodeError) -> tuple[str, int]:
    assert isinstance(beyond, UnicodeEncodeError)
    return json.dumps(beyond.object[beyond.start : beyond.end])[1:-1], beyond.end


_ESCAPES = "kiu-json-escapes"
codecs.register_error(_ESCAPES, _escaped)


def _record(written: bytes, fields: Fields) -> Fields | None:
    return fields if _is_spelled(written, canonical_parts(fields), b"\n") else None


def _worked(written: bytes, fields: Fields) -> Fields | None:
    dense = bytearray()
    for word in _WORDS.finditer(written):
        dense += word[0]
    renamed: Fields = {PLACE_NAMES.get(name, name): value for name, value in fields.items()}
    plain = any(_is_spelled(dense, map(str.encode, each.iterencode(fields))) for each in _PLAIN)
    return renamed if plain and len(renamed) == len(fields) else None


def _is_spelled(written: bytes | bytearray, parts: Iterable[bytes], end: bytes = b"") -> bool:
    at = 0
    for part in parts:
        if not written.startswith(part, at):
            return False
        at += len(part)
    return written[at:] in (b"", end)


def fits(content: bytes | str) -> bool:
    return within_bounds(content.encode(errors="surrogatepass") if isinstance(content, str) else content)


def form(fields: Fields) -> str:
    """The format that a record says it has; nothing if what stands there is no text."""
    said = fields.get("format", WORKED)
    return said if isinstance(said, str) else ""


class Misfits(NamedTuple):
    missing: tuple[str, ...]
    added: tuple[str, ...]
    """Foreign fields; their names can be any text."""

    misshapen: tuple[str, ...]
    """Fields whose values do not have their shape."""


def misfits(fields: Fields) -> Misfits:
    shapes = _shapes(fields)
    return Misfits(
        tuple(name for name in shapes if name not in fields),
        tuple(name for name in fields if name not in shapes),
        tuple(name for name, shape in shapes.items() if name in fields and not shape(fields[name])),
    )


def well_shaped(fields: Fields) -> bool:
    """True if a record has exactly the fields of its format, each of the right shape."""
    shapes = _shapes(fields)
    return fields.keys() == shapes.keys() and all(shape(fields[name]) for name, shape in shapes.items())


def _shapes(fields: Fields) -> Mapping[str, Shape]:
    """The shapes of the fields that a record has to have; one of an unknown format has to be that of a hand."""
    shapes = SHAPES.get(form(fields), SHAPES[RECORD])
    placed = {name: shape for name, shape in PLACE_SHAPES.items() if name in fields}
    return {**shapes, **placed} if form(fields) == WORKED else shapes


def is_object(content: bytes | str) -> bool:
    """True if this is an object of JSON, however it is spelled, and not larger than a record."""
    try:
        written = content.encode() if isinstance(content, str) else content
        return within_bounds(written) and isinstance(json.loads(written.decode("utf-8-sig"), parse_int=len), dict)
    except (ValueError, RecursionError):
        return False


def rules_of(fields: Fields) -> Mapping[str, str] | None:
    """The rules in force by name; ``None`` if they are not canonical JSON that names game and disclosure."""
    try:
        rules = _parsed(fields["rules"])
    except (ValueError, RecursionError):
        return None
    if not isinstance(rules, dict) or _written(rules) != fields["rules"]:
        return None
    if not all(isinstance(rule, str) for rule in rules.values()):
        return None
    in_order = list(rules) == sorted(rules, key=lambda name: name.encode("utf-16-be"))
    known = rules.get("disclosure") in DISCLOSURES and rules.get("beacon", BEACONS[1]) in BEACONS
    return rules if in_order and known and "game" in rules else None


def _parsed(text: str) -> Any:
    """Parse JSON, refusing numbers that parsers read differently; a name that is there twice shows in the spelling.

    Raise ``ValueError`` if it is no JSON, or a number is not whole or not exact everywhere. Raise ``RecursionError`` if
    it is nested too deeply.
    """
    return json.loads(text, parse_int=_whole, parse_float=_refused, parse_constant=_refused)


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= len(str(-EXACT)) else EXACT
    if abs(number) >= EXACT or str(number) != digits:
        raise ValueError("a number is too large, or is not written as it should be")
    return number


def _refused(written: str) -> float:
    raise ValueError(f"no field is such a number: {written[:9]}")


def _written(value: Any, ascii_only: bool = False) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=ascii_only)


def _is_null(value: Any) -> bool:
    return value is None


def _is_text(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value.encode()) < 1 << 16
    except UnicodeEncodeError:
        # Half of a surrogate pair, which JSON can spell, is no character.
        return False


def _number(limit: int) -> Shape:
    """Whole numbers from 0 to below the limit."""
    return lambda value: type(value) is int and 0 <= value < limit


def _chips(value: Any) -> bool:
    return type(value) is int


def _move(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _BYTE(value[0]) and _is_text(value[1])


def _kind(value: Any) -> bool:
    return type(value) is int and value in _KINDS


def _hex(size: int | None = None) -> Shape:
    """A number of bytes in lower-case hex, or any number up to 65,535."""
    digits = re.compile("[0-9a-f]*")
    lengths = range(0, 1 << 17, 2) if size is None else (2 * size,)
    return lambda value: isinstance(value, str) and len(value) in lengths and bool(digits.fullmatch(value))


def _list(shape: Shape, fewest: int = 0, most: int = (1 << 16) - 1) -> Shape:
    return lambda value: isinstance(value, list) and fewest <= len(value) <= most and all(map(shape, value))


def _by_seat(shape: Shape) -> Shape:
    seat = re.compile("0|[1-9][0-9]{0,2}")

    def shaped(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and len(value) < 1 << 8
            and all(seat.fullmatch(name) and int(name) < 1 << 8 and shape(each) for name, each in value.items())
        )

    return shaped


def _object(**shapes: Shape) -> Shape:
    return lambda value: (
        isinstance(value, dict) and value.keys() == shapes.keys() and all(shapes[name](value[name]) for name in shapes)
    )


def _one_of(kinds: type[IntEnum]) -> Shape:
    return lambda value: type(value) is int and value in set(kinds)


def _or_null(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


_HASH = _hex(32)
_PATH = _list(_HASH, most=MOST_PATH)
_LOG_PATH = _list(_HASH, most=LOG_LEVELS)
_BYTE, _SHORT, _LONG = _number(1 << 8), _number(1 << 16), _number(1 << 32)

PLACE_SHAPES: Mapping[str, Shape] = {"table": _hex(16), "hand": _LONG, "attempt": _BYTE, "previous": _HASH}
"""Fields of the place of a hand; optional in a worked record."""

_DEAL_SHAPES: Mapping[str, Shape] = {
    "rules": _is_text,
    "cards": _list(_is_text, 1, MOST_CARDS),
    "context": _HASH,
    "commit": _HASH,
    "seats": _by_seat(_is_text),
    "contributions": _by_seat(_hex()),
    "pledges": _by_seat(_HASH),
    "reveals": _by_seat(_HASH),
    "round": _is_null,
    "beacons": _list(_object(kind=_kind, value=_hex()), most=len(BeaconKind)),
    "seed": _HASH,
    "openings": _list(_object(pos=_SHORT, card=_SHORT, salt=_HASH, path=_PATH, place_salt=_HASH, place_path=_PATH)),
}

_HEAD_SHAPES: Mapping[str, Shape] = {"size": _number(EXACT), "root": _HASH}

_LOG_SHAPE = _object(
    **_HEAD_SHAPES,
    entries=_list(
        _object(index=_number(EXACT), kind=_one_of(EntryKind), attempt=_BYTE, value=_HASH, path=_LOG_PATH),
        fewest=1,
        most=LOG_ENTRIES,
    ),
    earlier=_list(_object(**_HEAD_SHAPES, path=_LOG_PATH), most=EARLIER_HEADS),
)

_RECORD_SHAPES: Mapping[str, Shape] = {
    **PLACE_SHAPES,
    **_DEAL_SHAPES,
    "format": lambda value: value in (RECORD, OWN_CARDS),
    "roots": _list(_HASH, PACKS, PACKS),
    "place_roots": _list(_HASH, PACKS, PACKS),
    "keys": _list(_or_null(_HASH), PACKS, PACKS),
    "pick": _number(PACKS),
    "dealer": _BYTE,
    "banker": _or_null(_BYTE),
    "dealt_to": _list(_BYTE),
    "play": _list(_move),
    "outcome": _or_null(_object(net=_by_seat(_chips), voided=_is_text)),
    "disclosed": _or_null(_HASH),
    "reversed": _is_text,
    "log": _or_null(_LOG_SHAPE),
    "hash": _or_null(_HASH),
    "digest": _HASH,
}

_WORKED_SHAPES: Mapping[str, Shape] = {
    **_DEAL_SHAPES,
    "name": _is_text,
    "roots": _list(_HASH, 1, MOST_PACKS),
    "place_roots": _list(_HASH, 1, MOST_PACKS),
    "keys": _list(_HASH, 1, MOST_PACKS),
    "pick": _BYTE,
    "order0": _list(_SHORT),
    "tau": _list(_SHORT),
    "dealt": _list(_SHORT),
    "rejected": _LONG,
}

SHAPES: Mapping[str, Mapping[str, Shape]] = {
    RECORD: _RECORD_SHAPES,
    OWN_CARDS: {**_RECORD_SHAPES, "seat": _BYTE},
    WORKED: _WORKED_SHAPES,
}
"""The fields of every format with their shapes."""
