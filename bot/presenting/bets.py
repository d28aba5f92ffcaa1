from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from bot.messages import AMOUNT, AmountQuestion, Choice
from bot.wording import Translator, has
from engine.play import AmountRange


def in_words(least: int, most: int | None, translate: Translator) -> str:
    """Return ``10–100``, ``from 10`` without an upper end, or ``10`` if both are equal."""
    if most is None:
        return translate("limits-from", least=least)
    return (
        translate("house-number", amount=most) if least == most else translate("limits-range", least=least, most=most)
    )


def one_after_another(ranges: Iterable[tuple[int, int | None]], translate: Translator) -> str:
    """Return the ranges of several rounds: ``10–100, then 20–200``."""
    told = [in_words(least, most, translate) for least, most in dict.fromkeys(ranges)]
    return reduce(lambda before, after: translate("limits-then", before=before, after=after), told)


def amount_question(span: AmountRange, about: Iterable[str], translate: Translator) -> AmountQuestion:
    verb, least, most = span
    key = f"button-{verb}-with"
    return AmountQuestion(
        translate(f"ask-{verb}", least=least, most=most),
        least,
        most,
        doing=translate(key if has(key) else f"button-{verb}", amount=AMOUNT),
        about=tuple(about),
    )


def with_usual_amounts(question: AmountQuestion, step: int, named: Iterable[tuple[str, int]]) -> AmountQuestion:
    """Add buttons for the usual amounts, each brought into the range."""
    usual: dict[int, str] = {}
    for label, amount in named:
        usual.setdefault(min(max(amount, question.least), question.most), label)
    choices = tuple(Choice(label, str(amount)) for amount, label in usual.items())
    return replace(question, step=step, usual=choices)
