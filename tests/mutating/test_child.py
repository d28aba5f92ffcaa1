"""A forked process that waits for what never comes is ended soon; one that works is left alone."""

from __future__ import annotations

import time

import pytest

from tools.mutating import child
from tools.mutating.outcomes import Outcome


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_LOOK_EVERY", 20)
    monkeypatch.setattr(child, "_LOOKS_ASLEEP", 3)


def works(_: int) -> bool:
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
    return True


def waits(_: int) -> bool:
    time.sleep(600)
    return True


def test_what_waits_for_ever_times_out_and_what_works_does_not() -> None:
    assert child.outcome_of(waits) == (Outcome.TIMED_OUT, "")
    assert child.outcome_of(works) == (Outcome.SURVIVED, "")
