"""How the pages of the rules are numbered, to find them in a chat: house rules take as many pages as they need."""

from __future__ import annotations

from bot.groups import GroupSettings
from bot.wording import in_language


def page_count(game: str) -> int:
    """How many pages explain a game in English where nothing was set."""
    from bot.features.help import rules as rules_pages

    now = GroupSettings()
    first = rules_pages.page(game, 1, now, now.game(game).rules, None, in_language("en")).message
    assert first.select is not None
    return 1 + len(first.select.options)


def numbered(game: str, number: int) -> str:
    """What stands behind the title of a page, such as ``(2 of 7)``."""
    return f"({number} of {page_count(game)})"
