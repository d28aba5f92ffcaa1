"""Normalization of transcripts: even a new house rule at its default changes all seals and random cards."""

from __future__ import annotations

import re

from bot.games.qiuqiu.hand_words import HYPHEN
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language, languages
from engine.games import GAMES

HIDDEN = "…"

_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b|(?<=🔒 )[0-9a-f]{8}\b")
"""A fingerprint, or its few letters behind a sign."""

_SIGN = re.compile(r"^[^\W\da-z_] ", re.IGNORECASE)

_PICKED = re.compile(r"\bpack [0-9]\b")


def _any_card() -> re.Pattern[str]:
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
    """True for a line that reveals a card."""
    return _CARD.search(line) is not None


def without_cards(line: str) -> str:
    """Remove random cards and the picked pack from a line."""
    return _PICKED.sub(f"pack {HIDDEN}", _CARD.sub(HIDDEN, line))


class Labels:
    """Short labels for fingerprints, in order of appearance."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def put_into(self, line: str) -> str:
        """Replace fingerprints by labels, equal ones by the same."""
        return _FINGERPRINT.sub(lambda found: f"<fingerprint {self._number(found[0])}>", line)

    def _number(self, fingerprint: str) -> int:
        return self._numbers.setdefault(fingerprint[:8], len(self._numbers) + 1)
