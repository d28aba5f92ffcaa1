from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from statistics import median
from typing import NamedTuple, TypeAlias

from bot import __version__
from bot.messages import AmountQuestion, Button, Diagnosis, File, Message, Picture, PlatformCall
from bot.presenting.presenters import PRESENTERS
from bot.wording import Translator

COMMAND = "selftest"
"""The command that begins a self-test or brings the amount."""

REPORT_FILE = "self-test.txt"
LARGEST_AMOUNT = 1000

_TILES = ("6-6", "0-0")

Line: TypeAlias = Callable[[Translator], str]


class Problem(Enum):
    """The failure of a step; its value is part of a wording key."""

    UNWELCOME = "unwelcome"
    """Nothing, or not this, can be shown there."""

    GONE = "gone"
    """The message was deleted meanwhile."""

    UNREACHABLE = "unreachable"
    """The private chat is closed."""

    FAILED = "failed"
    """Another failure, explained in the log."""


class Step(NamedTuple):
    """One call that was tried."""

    seconds: float = 0.0
    """Time of the platform, without waiting in the lane."""

    problem: Problem | None = None


def progress(step: int, steps: int, translate: Translator) -> Message:
    return Message(translate("selftest-title"), (translate("selftest-progress", step=step, steps=steps),))


def sample_picture(translate: Translator) -> Picture:
    """Draw a small neutral picture; this takes a moment."""
    draw = PRESENTERS["qiuqiu"].cards_picture(_TILES, translate)
    assert draw is not None
    return replace(draw(), alt=translate("selftest-picture-alt"))


def report(lines: Iterable[Line], translate: Translator) -> Message:
    """Return the report; a button asks for an amount."""
    amount = Button(translate("button-selftest"), COMMAND, ask=amount_question(translate))
    told = tuple(line(translate) for line in lines)
    return Message(translate("selftest-title"), told, translate("play-chips"), ((amount,),))


def with_file(message: Message, calls: Iterable[PlatformCall]) -> Message:
    """Add a file of every call, without names, for somebody who helps."""
    system = f"Kiu {__version__}, Python {platform.python_version()}, {platform.system()}"
    lines = [message.title, system, *message.lines, "", *_call_table(calls)]
    return replace(message, buttons=(), file=File(REPORT_FILE, ("\n".join(lines) + "\n").encode()))


def amount_question(translate: Translator) -> AmountQuestion:
    """Return a question that only shows that asking works."""
    return AmountQuestion(translate("ask-selftest", least=1, most=LARGEST_AMOUNT), 1, LARGEST_AMOUNT)


def step_line(tried: str, step: Step) -> Line:
    """Return the line of a ``post``, ``picture``, ``die`` or ``private`` message."""
    return lambda translate: translate(f"selftest-{tried}", took=_took(step, translate))


def edits_line(edits: Sequence[Step]) -> Line:
    """Return the line of several edits; the last may have failed."""
    done = [each.seconds for each in edits if each.problem is None]
    if len(done) < len(edits):
        return lambda translate: translate("selftest-edits-failed", done=len(done), took=_took(edits[-1], translate))
    fields = {"count": len(done), "median": _ms(median(done)), "longest": _ms(max(done))}
    return lambda translate: translate("selftest-edits", **fields)


def for_one_line(sent: int, counted: bool | None) -> Line:
    """Return the line of messages that one person sees."""
    found = "open" if counted is None else "yes" if counted else "no"
    return lambda translate: translate("selftest-for-one", sent=sent, counted=found)


def told(diagnosis: Diagnosis | None) -> Iterator[Line]:
    """Yield the platform's own answers, limits and gaps."""
    if diagnosis is not None:
        yield lambda translate: _answer(diagnosis, translate)
    yield lambda translate: translate("selftest-amount")
    if diagnosis is not None:
        yield lambda translate: _limits(list(diagnosis.calls), translate)
        yield lambda translate: _missing(diagnosis, translate)


def _took(step: Step, translate: Translator) -> str:
    if step.problem is not None:
        return translate(f"selftest-problem-{step.problem.value}")
    return translate("selftest-took", ms=_ms(step.seconds))


def _answer(diagnosis: Diagnosis, translate: Translator) -> str:
    answered = [each.seconds for each in diagnosis.calls if each.name == diagnosis.private_answer and each.status]
    return translate("selftest-answer", ms=_ms(median(answered))) if answered else translate("selftest-answer-open")


def _limits(calls: Sequence[PlatformCall], translate: Translator) -> str:
    waits = [each.retry_after for each in calls if each.status == 429]
    if waits:
        return translate("selftest-limited", calls=len(calls), times=len(waits), longest=_ms(max(waits)))
    left = [(each.left, each.limit) for each in calls if each.left is not None and each.limit is not None]
    if left:
        least, limit = min(left)
        return translate("selftest-left", calls=len(calls), left=least, limit=limit)
    return translate("selftest-not-limited", calls=len(calls))


def _missing(diagnosis: Diagnosis, translate: Translator) -> str:
    missing = ", ".join(map(translate, diagnosis.missing))
    return translate("selftest-missing", missing=missing) if missing else translate("selftest-nothing-missing")


def _call_table(calls: Iterable[PlatformCall]) -> Iterator[str]:
    yield "status      ms    left  retry-after  call"
    for each in calls:
        left = f"{each.left}/{each.limit}" if each.left is not None else "-"
        wait = f"{each.retry_after:g}" if each.retry_after else "-"
        yield f"{each.status:>6}  {_ms(each.seconds):>6}  {left:>6}  {wait:>11}  {each.name}"


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
