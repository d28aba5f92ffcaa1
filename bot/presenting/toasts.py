"""What an accepted command did, in a few words to the one who sent it."""

from __future__ import annotations

from bot.presenting.presenters import PRESENTERS
from bot.tables.changes import Outcome, Played
from bot.wording import Translator


def toast(outcome: Outcome, translate: Translator) -> str:
    """What was done, such as ``You called 20.``; amounts are those that have really moved.

    Of a sealed answer it says only that it is in, with the same words whatever it was.
    """
    done = outcome.done
    if isinstance(done, Played):
        return PRESENTERS[done.game].toast(done, translate)
    if done is not None:
        return translate(f"toast-{done.key}", **done.fields)
    return "" if outcome.answer is None else translate(f"answer-{outcome.answer.key}", **outcome.answer.fields)
