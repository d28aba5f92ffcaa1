"""The file that proves a deal: the page that checks records, with one record in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from bot.environment.shipped_files import shipped_file
from bot.ledger import hand_number
from bot.messages import File
from bot.messages.lookalikes import all_told_apart
from bot.wording import Translator
from engine.fairness.bounds import MOST_BYTES

_PLACE = "<!-- record -->"
"""Where the page has a record put into it."""

_BEGIN = '<script type="application/json" id="given">{"record": '
"""How the page goes on there: the record comes first, as a text, so that nothing else has to be read for it."""

_MOST_BYTES = 6 * MOST_BYTES
"""More than the longest record has with all its bytes escaped."""


def proof_file(name: str, hand: int, record: str, names: Mapping[int, str], translate: Translator) -> File:
    """Return the page with a record in it; the record alone where Kiu was installed without the page."""
    page = _page()
    if not page:
        return File(f"{name}.json", record.encode())
    given = {"hand": int(hand_number(hand)), "language": translate("language-code"), "names": all_told_apart(names)}
    # In a page, only what begins with this sign can end a script.
    written = f"{json.dumps(record)}, {json.dumps(given)[1:]}".replace("<", "\\u003c")
    return File(f"{name}.html", page.replace(_PLACE, f"{_BEGIN}{written}</script>", 1).encode())


def record_in(content: bytes) -> bytes:
    """Return the record in such a page, letter for letter; any other content as it is."""
    if not content.startswith(b"<!doctype html>"):
        return content
    written = content.partition(_BEGIN.encode() + b'"')[2][:_MOST_BYTES].decode(errors="replace")
    try:
        return str(json.JSONDecoder().raw_decode(f'"{written}')[0]).encode()
    except ValueError:
        return content


@cache
def _page() -> str:
    path = shipped_file("verify/index.html")
    return "" if path is None else path.read_text(encoding="utf-8")
