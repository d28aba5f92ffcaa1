"""Short confirmations of accepted commands."""

from __future__ import annotations

from bot.presenting.presenters import PRESENTERS
from bot.tables.changes import Outcome, Played
from bot.wording import Translator


def toast(outcome: Outcome, translate: Translator) -> str:
    """Confirm a command, such as ``You called 20.``, with amounts really moved.

    Every sealed answer gets the same words.
    """
    done = outcome.done
    if isinstance(done, Played):
        return PRESENTERS[done.game].toast(done, translate)
    if done is not None:
        return translate(f"toast-{done.key}", **done.fields)
    return "" if outcome.answer is None else translate(f"answer-{outcome.answer.key}", **outcome.answer.fields)
