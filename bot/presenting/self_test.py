"""The self-test of a place: its progress, its report, the file with every call, and the amount that it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median

from bot.messages import AmountQuestion, Button, File, Message, Picture, PlatformCall
from bot.presenting.presenters import PRESENTERS
from bot.wording import Translator

COMMAND = "selftest"
"""The command that begins a self-test, and that brings the amount."""

REPORT_FILE = "self-test.txt"
LARGEST_AMOUNT = 1000

_TILES = ("6-6", "0-0")


class Problem(Enum):
    """Why a step failed; the value is part of the key of its sentence."""

    UNWELCOME = "unwelcome"
    """Nothing can be shown there, or not this."""

    GONE = "gone"
    """The message was deleted meanwhile."""

    UNREACHABLE = "unreachable"
    """The private chat is closed."""

    FAILED = "failed"
    """Something else; the log says what."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was tried."""

    seconds: float = 0.0
    """How long the platform took, without the time for which it had to wait in its lane."""

    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was tried; ``None`` and nothing for what was not."""

    post: Step
    edits: tuple[Step, ...] = ()
    picture: Step | None = None
    private: Step | None = None
    die: Step | None = None
    calls: tuple[PlatformCall, ...] = ()
    """Those to the servers of a platform."""

    private_answer: str = ""
    """The name of the call that answers one person; empty if the chat has no servers."""

    missing: tuple[str, ...] = ()
    """What the bot may not do but needs, as keys of the wording."""

    waited: float = 0.0
    """How many seconds the test waited in the lane, so that tables could go first."""


def progress(step: int, steps: int, translate: Translator) -> Message:
    """The message of a self-test that is running."""
    return Message(translate("selftest-title"), (translate("selftest-progress", step=step, steps=steps),))


def sample_picture(translate: Translator) -> Picture:
    """A small picture that says nothing of any game; drawing it takes a moment."""
    draw = PRESENTERS["qiuqiu"].cards_picture(_TILES, translate)
    assert draw is not None
    return replace(draw(), alt=translate("selftest-picture-alt"))


def report(results: Results, translate: Translator) -> Message:
    """What came of a self-test, in about ten lines, with a button that asks for an amount."""
    amount = Button(translate("button-selftest"), COMMAND, ask=amount_question(translate))
    return Message(
        translate("selftest-title"), tuple(_lines(results, translate)), translate("play-chips"), ((amount,),)
    )


def with_file(message: Message, results: Results) -> Message:
    """A report with the file of every call, for whoever has to find out more."""
    lines = [message.title, *message.lines, "", *call_table(results.calls)]
    return replace(message, buttons=(), file=File(REPORT_FILE, ("\n".join(lines) + "\n").encode()))


def amount_question(translate: Translator) -> AmountQuestion:
    """The amount that is asked for, only to see whether asking works."""
    return AmountQuestion(translate("ask-selftest", least=1, most=LARGEST_AMOUNT), 1, LARGEST_AMOUNT)


def _lines(results: Results, translate: Translator) -> Iterator[str]:
    yield translate("selftest-post", took=_took(results.post, translate))
    if results.edits:
        yield _edits_line(results.edits, translate)
    if results.picture is not None:
        yield translate("selftest-picture", took=_took(results.picture, translate))
    if results.private is not None:
        yield translate("selftest-private", took=_took(results.private, translate))
    if results.die is not None:
        yield translate("selftest-die", took=_took(results.die, translate))
    if results.private_answer:
        answered = [each.seconds for each in results.calls if each.name == results.private_answer and each.status]
        if answered:
            yield translate("selftest-answer", ms=_ms(median(answered)))
        else:
            yield translate("selftest-answer-open")
    yield translate("selftest-amount")
    if results.private_answer:
        yield _limits_line(results.calls, translate)
        missing = ", ".join(translate(key) for key in results.missing)
        yield translate("selftest-missing", missing=missing) if missing else translate("selftest-nothing-missing")
    yield translate("selftest-waited", seconds=round(results.waited))


def _took(step: Step, translate: Translator) -> str:
    if step.problem is not None:
        return translate(f"selftest-problem-{step.problem.value}")
    return translate("selftest-took", ms=_ms(step.seconds))


def _edits_line(edits: Sequence[Step], translate: Translator) -> str:
    done = [each.seconds for each in edits if each.problem is None]
    if len(done) < len(edits):
        return translate("selftest-edits-failed", done=len(done), took=_took(edits[-1], translate))
    return translate("selftest-edits", count=len(done), median=_ms(median(done)), longest=_ms(max(done)))


def _limits_line(calls: Iterable[PlatformCall], translate: Translator) -> str:
    """How near the calls came to the limits of the platform, as far as it tells."""
    calls = list(calls)
    told = [each.retry_after for each in calls if each.status == 429]
    if told:
        return translate("selftest-limited", calls=len(calls), times=len(told), longest=_ms(max(told)))
    left = [(each.left, each.limit) for each in calls if each.left is not None and each.limit is not None]
    if left:
        least, limit = min(left)
        return translate("selftest-left", calls=len(calls), left=least, limit=limit)
    return translate("selftest-not-limited", calls=len(calls))


def call_table(calls: Iterable[PlatformCall]) -> Iterator[str]:
    """Every call in a line: status, milliseconds, what is left of the limit, how long to wait, and its name."""
    yield "status      ms    left  retry-after  call"
    for each in calls:
        left = f"{each.left}/{each.limit}" if each.left is not None else "-"
        wait = f"{each.retry_after:g}" if each.retry_after else "-"
        yield f"{each.status:>6}  {_ms(each.seconds):>6}  {left:>6}  {wait:>11}  {each.name}"


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
