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

_PLACE = "<!-- record -->"

_BEGIN = '<script type="application/json" id="given">{"record": '
"""Text of the page with a record; it comes first, so that nothing else need be read."""


def proof_file(name: str, hand: int, record: str, names: Mapping[int, str], translate: Translator) -> File:
    """Return the page with a record, or the record alone if the page is not installed."""
    page = _page()
    if not page:
        return File(f"{name}.json", record.encode())
    given = {"hand": int(hand_number(hand)), "language": translate("language-code"), "names": all_told_apart(names)}
    # In a page, only what begins with this sign can end a script.
    written = f"{json.dumps(record)}, {json.dumps(given)[1:]}".replace("<", "\\u003c")
    return File(f"{name}.html", page.replace(_PLACE, f"{_BEGIN}{written}</script>", 1).encode())


@cache
def _page() -> str:
    path = shipped_file("verify/index.html")
    return "" if path is None else path.read_text(encoding="utf-8")
