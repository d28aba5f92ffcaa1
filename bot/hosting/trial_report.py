"""The report of a trial: what a platform did, which can be pasted anywhere, since it names nobody."""

from __future__ import annotations

import platform as machine
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import version
from statistics import median

from bot import __version__
from bot.chats.findings import Finding, fault, good, note
from bot.hosting.report import Section
from bot.live.trials import TrialResults
from bot.presenting.self_test import Problem, Step, call_table
from bot.wording import FALLBACK, in_language

LIBRARIES = {"discord": "discord.py", "telegram": "python-telegram-bot"}
"""The library by which Kiu talks to each platform."""

_WHY = {
    Problem.UNWELCOME: ("Kiu is not allowed to do that there", "Allow it there, and try again."),
    Problem.GONE: ("the message was deleted meanwhile", "Try again, and let the test table stand until it goes."),
    Problem.UNREACHABLE: (
        "the private chat is closed",
        "Whoever presses opens the private chat with the bot first, or allows direct messages of that server.",
    ),
    Problem.FAILED: ("the platform refused it or did not answer", "See the status of its calls below, and the log."),
}
"""Why a step failed, and what the host can do."""


def trial_section(platform: str, results: TrialResults, at: datetime) -> Section:
    """What came of a trial.

    Args:
        platform: as in ids: ``discord``.
        results: what the platform did.
        at: the date and time.
    """
    library = LIBRARIES[platform]
    system = f"{library} {version(library)}, Python {machine.python_version()}, {machine.system()}"
    title = f"{platform.title()}, tried by Kiu {__version__} with {system}, at {at:%Y-%m-%d %H:%M} UTC"
    return Section(title, list(_findings(results)), table=("", *call_table(results.calls)))


def _findings(results: TrialResults) -> Iterator[Finding]:
    yield _step("The test table was posted", "The test table could not be posted", results.post)
    if results.edits:
        yield _edits(results.edits)
    if results.picture is not None:
        yield _step("A picture was shown on it", "A picture could not be shown on it", results.picture)
    if results.is_pressed is not None:
        yield from _press(results)
    if results.beacon is not None:
        yield _beacon(results)
    if results.removed:
        kept = [each for each in results.removed if each.problem is not None]
        if kept:
            yield fault(f"{len(kept)} of its messages could not be removed again.", "Remove them yourself.")
        else:
            yield good(f"All was removed again, {_longest(results.removed)} at most for each message.")
    yield _limits(results)
    missing = ", ".join(map(in_language(FALLBACK), results.missing))
    if missing:
        yield note(f"Missing there: {missing}.", "Allow there what is a permission.")
    else:
        yield good("No permission is missing there.")
    if results.waited >= 1:
        yield note(f"It waited {results.waited:.0f} s so that the tables there could go first.")


def _press(results: TrialResults) -> Iterator[Finding]:
    if not results.is_pressed:
        yield note(
            "No admin pressed the button in time, so no private answer and no private message was tried.",
            "Try again, and press Answer me below the test table.",
        )
        return
    if results.answer is None:
        yield fault("The platform took no answer to the press.", "See the status of its calls below, and the log.")
    else:
        yield good(f"A press was answered for whoever pressed alone, in {_ms(results.answer)}.")
    if results.private is not None:
        yield _step("A private message arrived", "A private message did not arrive", results.private)
    if results.private_removed is not None:
        yield _step("It was removed again", "It could not be removed again", results.private_removed)


def _beacon(results: TrialResults) -> Finding:
    assert results.beacon is not None
    if results.beacon.problem is None and not results.is_drawn:
        return fault(
            f"No beacon was drawn; Kiu waited {_ms(results.beacon.seconds)} for it.",
            "See the status of its calls below. Hands are dealt without one, unless the house rules require it.",
        )
    return _step("A beacon was drawn", "No beacon was drawn", results.beacon)


def _edits(edits: Sequence[Step]) -> Finding:
    done = [each.seconds for each in edits if each.problem is None]
    if len(done) < len(edits):
        return _step("", f"Edit {len(done) + 1} of it failed", edits[-1])
    return good(f"It was edited {len(done)} times, in {_ms(median(done))} as a rule and {_ms(max(done))} at most.")


def _limits(results: TrialResults) -> Finding:
    calls = results.calls
    limited = [each for each in calls if each.status == 429]
    if limited:
        longest = max(each.retry_after for each in limited)
        names = ", ".join(sorted({each.name for each in limited}))
        return note(f"{len(calls)} calls, {len(limited)} of them told to wait, {_ms(longest)} at most: {names}.")
    left = [(each.left, each.limit) for each in calls if each.left is not None and each.limit is not None]
    told = f"; at least {min(left)[0]} of {min(left)[1]} were left" if left else ""
    return good(f"{len(calls)} calls, none told to wait{told}.")


def _step(well: str, badly: str, step: Step) -> Finding:
    if step.problem is None:
        return good(f"{well}, in {_ms(step.seconds)}.")
    why, remedy = _WHY[step.problem]
    return fault(f"{badly}: {why}.", remedy)


def _longest(steps: Sequence[Step]) -> str:
    return _ms(max(each.seconds for each in steps))


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"
