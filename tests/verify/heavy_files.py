"""Files that cost whoever reads them more than whoever writes them, each near the size of the largest record."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from engine.fairness.bounds import MOST_BYTES
from engine.fairness.records import record
from tests.verify.forged_records import QIUQIU, dealt_as, told
from tests.verify.making import Kind, made
from tests.verify.tampering import resealed

WIDE = "\U0001f0cf" + "x" * 46
"""A text of which every letter takes four bytes, as short as many of them may be."""

RECORD = made(Kind.OVER, Random(4)).text
CHAIR = int(next(iter(json.loads(RECORD)["seats"])))
WORKED = made(Kind.WORKED, Random(4)).text


def filled(begin: str, repeated: str, end: str, size: int = MOST_BYTES) -> bytes:
    """A part again and again, until the file has nearly so many bytes."""
    count = (size - len((begin + end).encode())) // len(repeated.encode())
    return (begin + repeated * count + end).encode()


def with_fields(record: str, **fields: object) -> bytes:
    """A record with other fields, spelled and summed up as it should be."""
    written = json.loads(record) | fields
    return resealed(written).encode() if "format" in written else json.dumps(written).encode()


def many_keys(size: int) -> str:
    return ",".join(f'"{number:x}":0' for number in range(size // 12))


def heavy() -> dict[str, Callable[[], bytes]]:
    """What to read, made only when it is wanted."""
    size = MOST_BYTES
    return {
        "no JSON": lambda: b"x" * size,
        "blanks": lambda: filled("{", " ", "}"),
        "blanks in between": lambda: filled('{"a":[0', " ,\n0", "]}"),
        "empty lists": lambda: filled('{"format":[0', ",[]", "]}"),
        "empty lists in a worked record": lambda: filled('{"a":[0', ",[]", "]}"),
        "empty objects": lambda: filled('{"format":[0', ",{}", "]}"),
        "small objects": lambda: filled('{"format":[0', ',{"":0}', "]}"),
        "small numbers": lambda: filled('{"format":[0', ",1", "]}"),
        "numbers": lambda: filled('{"format":[0', ",999", "]}"),
        "short texts": lambda: filled('{"format":[0', ',"ab"', "]}"),
        "texts of one letter that is none of ASCII": lambda: filled('{"format":[0', ',"\U0001f0cf"', "]}"),
        "many fields": lambda: ("{" + many_keys(size) + "}").encode(),
        "one field many times": lambda: filled('{"format":0', ',"a":[]', "}"),
        "lists in lists": lambda: b'{"a":' + b"[" * (size // 2 - 9) + b"]" * (size // 2 - 9) + b"}",
        "lists in lists, not ended": lambda: b"[" * size,
        "objects in objects": lambda: b'{"a":' * (size // 6) + b"0" + b"}" * (size // 6),
        "a huge number": lambda: filled('{"hand":', "9", "}"),
        "a huge fraction": lambda: filled('{"hand":0.', "9", "}"),
        "a huge exponent": lambda: filled('{"hand":1e', "9", "}"),
        "many huge numbers": lambda: filled('{"hand":[0', "," + "9" * 4_300, "]}"),
        "a long text": lambda: filled('{"name":"', "x", '"}'),
        "a long text with a letter of four bytes": lambda: filled('{"name":"\U0001f0cf', "x", '"}'),
        "a long text of such letters": lambda: filled('{"name":"', "\U0001f0cf", '"}'),
        "a long text of escapes": lambda: filled('{"name":"', "\\n", '"}'),
        "a long text of escaped letters": lambda: filled('{"name":"', "\\u0001", '"}'),
        "halves of letters": lambda: filled('{"name":"', "\\ud800", '"}'),
        "quotation marks, not ended": lambda: filled('{"name":"', '\\"', ""),
        "backslashes": lambda: filled("", "\\", ""),
        "texts of four bytes a letter": lambda: filled('{"format":[0', f',"{WIDE}"', "]}"),
        "lists of such texts": lambda: filled('{"format":[0', f',["{WIDE}"]', "]}"),
        "objects of such texts": lambda: filled('{"format":[0', f',{{"":"{WIDE}"}}', "]}"),
        "half a record of such lists": lambda: filled('{"format":[0', f',[[["{WIDE}{WIDE}"]]]', "]}", size // 2),
        "rules of empty lists": lambda: with_fields(RECORD, rules="[" + "[]," * (size // 4) + "[]]"),
        "rules in each other": lambda: with_fields(RECORD, rules="[" * (size - 9_000)),
        "a rule of a huge number": lambda: with_fields(RECORD, rules='{"game":' + "9" * (size - 9_000) + "}"),
        "long rules with a letter of four bytes": lambda: with_fields(
            RECORD, rules='{"game":"\U0001f0cf' + "x" * (size - 9_000) + '"}'
        ),
        "many seats": lambda: with_fields(RECORD, seats={str(number): "x" for number in range(size // 13)}),
        "many cards": lambda: with_fields(RECORD, cards=[f"{number}" for number in range(60_000)]),
        "many cards, worked": lambda: with_fields(WORKED, cards=[f"{number}" for number in range(60_000)]),
        "many packs": lambda: with_fields(
            WORKED,
            cards=[f"{number}" for number in range(500)],
            roots=[f"{number:064x}" for number in range(255)],
            keys=[f"{number:064x}" for number in range(255)],
        ),
        "a long path": lambda: with_fields(
            RECORD, openings=[{"pos": 0, "card": 0, "salt": "00" * 32, "path": ["00" * 32] * (size // 80)}]
        ),
        "many moves": lambda: with_fields(RECORD, play=[[CHAIR, "street"]] * 850),
        "a long move": lambda: with_fields(RECORD, play=[[CHAIR, "pick-up " + "1" * 60_000]]),
        "many receivers": lambda: with_fields(RECORD, dealt_to=[CHAIR] * 3_500),
        "a card opened very often": card_opened_very_often,
        "a long word": lambda: with_fields(RECORD, contributions={"0": "00" * 65_535}),
        "many long words": lambda: with_fields(
            RECORD, contributions={str(number): "00" * (size // 200) for number in range(90)}
        ),
        "too large": lambda: filled('{"name":"', "x", '"}', 4 * MOST_BYTES),
        "empty lists, too large": lambda: filled('{"format":[0', ",[]", "]}", 4 * MOST_BYTES),
    }


def card_opened_very_often(more: int = 0) -> bytes:
    """A record that opens one card as often as there are cards, and some times more."""
    fields = json.loads(record(told(dealt_as("qiuqiu", QIUQIU, 5, 150), 0)))
    return resealed({**fields, "openings": fields["openings"] * (150 + more)}).encode()
