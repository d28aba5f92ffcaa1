"""Text that nobody would type by accident: of every script and category, with what chats give a meaning mixed in."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from random import Random

_BY_CATEGORY: dict[str, list[str]] = {}
for _code in range(sys.maxunicode + 1):
    _character = chr(_code)
    _category = unicodedata.category(_character)
    # Half a surrogate is no text: tests/bot/test_half_surrogates.py has those.
    if _category not in ("Cn", "Co", "Cs"):
        _BY_CATEGORY.setdefault(_category, []).append(_character)

CATEGORIES = tuple(_BY_CATEGORY)

MEANT_BY_CHATS = (
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "</join:1>", "<t:0>", "@budi", "#tag", "/leave", "$USD", "://",
    "https://evil.example", "evil.com", "t.me/evil", "discord.gg/abc", "mailto:a@evil.example", "[x](y)", "**", "__",
    "~~", "||", "`", "```", "> ", "-# ", "# ", "1. ", "- ", "\\", "<b>", "&lt;", "+62 812 3456 7890",
    "\N{RIGHT-TO-LEFT OVERRIDE}", "\N{FIRST STRONG ISOLATE}", "\N{ZERO WIDTH JOINER}", "\N{COMBINING ACUTE ACCENT}",
)  # fmt: skip
"""What chats make something of: a mention, a command, a link, markup, a change of direction."""


def strange_texts(count: int, *, seed: int = 7) -> Iterator[str]:
    """So many texts of up to 30 characters, the same for the same seed."""
    random = Random(seed)
    for _ in range(count):
        parts: list[str] = []
        for _ in range(random.randint(1, 8)):
            kind = random.random()
            if kind < 0.3:
                parts.append(random.choice(MEANT_BY_CHATS))
            elif kind < 0.6:
                parts.append("".join(random.choices("Sari Budi@#/.:-_*0123456789", k=random.randint(1, 5))))
            else:
                parts.append("".join(random.choice(_BY_CATEGORY[random.choice(CATEGORIES)]) for _ in range(3)))
        yield "".join(parts)[:30]
