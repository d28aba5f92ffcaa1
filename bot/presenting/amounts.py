"""The questions for an amount of chips, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.messages import AMOUNT, AmountQuestion, Choice
from bot.wording import Translator
from engine.play import AmountRange


def amount_question(span: AmountRange, about: Iterable[str], translate: Translator) -> AmountQuestion:
    """Return the question for an amount of the game."""
    verb, least, most = span
    return AmountQuestion(
        translate(f"ask-{verb}", least=least, most=most),
        least,
        most,
        doing=translate(f"doing-{verb}", amount=AMOUNT),
        about=tuple(about),
    )


def with_usual_amounts(question: AmountQuestion, step: int, named: Iterable[tuple[str, int]]) -> AmountQuestion:
    """Add buttons for the usual amounts, each brought into the range."""
    usual: dict[int, str] = {}
    for label, amount in named:
        usual.setdefault(min(max(amount, question.least), question.most), label)
    choices = tuple(Choice(label, str(amount)) for amount, label in usual.items())
    return replace(question, step=step, usual=choices)
