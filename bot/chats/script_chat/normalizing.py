"""Normalizing transcripts: they stay the same when the cards and fingerprints that chance makes are others.

Everything sealed depends on the whole text of the house rules, so a new rule at its default changes every fingerprint,
and the cards of every hand that no script has stacked.
"""

from __future__ import annotations

import re

from bot.games.qiuqiu.hand_words import HYPHEN
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language, languages
from engine.games import GAMES

HIDDEN = "…"
"""Stands for a card that chance has dealt."""

_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b|(?<=🔒 )[0-9a-f]{8}\b")
"""A fingerprint, or the few letters of one that stand behind its sign."""

_SIGN = re.compile(r"^[^\W\da-z_] ", re.IGNORECASE)
"""The sign that stands before a four-colour card."""

_PICKED = re.compile(r"\bpack [0-9]\b")


def _any_card() -> re.Pattern[str]:
    """A card of any game, by name or as players see it, perhaps with its sign; or what a hand of QiuQiu is worth."""
    names = {name for game in GAMES.values() for name in game.pack_names}
    shown = {
        _SIGN.sub("", PRESENTERS[game.name].card(name, in_language(language)))
        for game in GAMES.values()
        for name in game.pack_names
        for language in languages()
    }
    spelled = "|".join(sorted(re.escape(re.sub(rf"[-{HYPHEN}]", " ", name)) for name in names | shown))
    spelled = spelled.replace(r"\ ", f"[- {HYPHEN}]")
    return re.compile(rf"(?:[^\W\da-z_] )?\b(?:{spelled}|[0-9]\s/\s[0-9])\b", re.IGNORECASE)


_CARD = _any_card()


def names_a_card(line: str) -> bool:
    """Whether a card can be read from a line."""
    return _CARD.search(line) is not None


def without_cards(line: str) -> str:
    """A line with nothing of what chance has dealt: neither a card nor which pack was picked."""
    return _PICKED.sub(f"pack {HIDDEN}", _CARD.sub(HIDDEN, line))


class Labels:
    """A short label for each fingerprint, in the order in which they first appear."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def put_into(self, line: str) -> str:
        """The line with labels in the place of fingerprints: the same label wherever the same one stands."""
        return _FINGERPRINT.sub(lambda found: f"<fingerprint {self._number(found[0])}>", line)

    def _number(self, fingerprint: str) -> int:
        return self._numbers.setdefault(fingerprint[:8], len(self._numbers) + 1)
