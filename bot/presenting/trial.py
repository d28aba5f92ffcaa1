"""What a trial of a place shows there: a test table, a private message, and a closing of no deal."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.messages import Button, File, Message, MessageId, Quote
from bot.presenting.self_test import COMMAND
from bot.wording import Translator

PRESS = f"{COMMAND} 1"
"""The command of the button that is to be pressed."""

PRIVATE_FILE = "test.txt"


def table(step: int, steps: int, seconds: int, translate: Translator) -> Message:
    """The test table."""
    lines = (
        translate("trial-what"),
        translate("trial-press", seconds=seconds),
        translate("selftest-progress", step=step, steps=steps),
    )
    button = Button(translate("button-trial"), PRESS, style="primary")
    return Message(translate("trial-title"), lines, translate("play-chips"), ((button,),))


def pressed(translate: Translator) -> Message:
    """The answer to whoever pressed the button."""
    return Message(translate("trial-title"), (translate("answer-trial"),))


def private_message(translate: Translator) -> Message:
    """The private message, with a file so that it is taken for nobody's hand."""
    text = translate("trial-private")
    return Message(translate("trial-title"), (text,), file=File(PRIVATE_FILE, f"{text}\n".encode()))


def closing(shown: Message, number: MessageId, at: datetime, translate: Translator) -> Message:
    """A closing message that belongs to no deal, and was never posted before."""
    line = translate("trial-closing", at=f"{at:%Y-%m-%d %H:%M:%S}")
    return replace(Message(translate("trial-title"), (line,)), said_already=Quote(number, shown.lines[:1]))
