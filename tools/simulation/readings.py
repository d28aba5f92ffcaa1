"""What people read in the texts of a platform that tells them nothing else."""

from __future__ import annotations

import re

from bot.wording.isolation import without_isolates

_QUESTION = re.compile(r"^\W*▸\s*(?!\d+\.)(.*)$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:[,.]\d{3})*(?![\w.])")


def asked_in(text: str, name: str) -> bool | None:
    """Whether the question of a table is put to somebody; ``None`` if several are asked, or nobody is."""
    questions = _QUESTION.findall(without_isolates(text))
    if not questions or "?" in questions[-1]:
        return None
    return re.search(rf"\b{re.escape(name)}\b", questions[-1]) is not None


def bounds_in(text: str) -> tuple[int, int]:
    """The least and the most that is asked for, as far as two numbers in a question tell them; else 0 and 0."""
    numbers = [int(re.sub(r"[,.]", "", each)) for each in _NUMBER.findall(text)]
    return (min(numbers[:2]), max(numbers[:2])) if len(numbers) >= 2 else (0, 0)


def without_marks(text: str) -> str:
    """A text without isolates and marks of markup, as far as they differ from platform to platform."""
    return re.sub(r"[\\*_`|]", "", without_isolates(text))
