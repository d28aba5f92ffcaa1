"""A forked process that runs a few tests, and says with its exit code how they went."""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from tools.mutating.outcomes import Outcome

PASSED, FAILED, AGAIN = 0, 1, 75
_MEMORY = 4 << 30  # bytes; a fault that fills the memory shall fill no more of it
_LOOK_EVERY = 500  # milliseconds
_LOOKS_ASLEEP = 8
"""How often a process is seen asleep, one time after the other, until it is taken to wait for what never comes."""


class Again(Exception):
    """The mutant has to be tried in the other way."""


def outcome_of(run: Callable[[int], bool]) -> tuple[Outcome, str]:
    """Fork, and say what became of it there, with the name of the test that failed if it has written that.

    Args:
        run: what is done in the forked process; it is handed a descriptor to write to, and says whether all passed.

    Raises:
        Again: it has raised so.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(reading)
        _run(run, writing)
    os.close(writing)
    waited = _has_ended(pid)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # what a test started and did not end
    _, status = os.waitpid(pid, 0)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    if not waited:
        return Outcome.TIMED_OUT, told
    if os.WIFSIGNALED(status):
        in_time = os.WTERMSIG(status) not in (signal.SIGALRM, signal.SIGPROF)
        return (Outcome.KILLED if in_time else Outcome.TIMED_OUT), told
    code = os.waitstatus_to_exitcode(status)
    if code == AGAIN:
        raise Again
    return (Outcome.SURVIVED if code == PASSED else Outcome.KILLED), told


def _has_ended(pid: int) -> bool:
    """Wait for the end of a process; false as soon as it and all that it started have slept for seconds.

    What other work keeps from the processor is not asleep.
    """
    asleep = 0
    with os.fdopen(os.pidfd_open(pid)) as process:
        ended = select.poll()
        ended.register(process, select.POLLIN)
        while not ended.poll(_LOOK_EVERY):
            asleep = asleep + 1 if set(_states(pid)) == {"S"} else 0
            if asleep == _LOOKS_ASLEEP:
                return False
    return True


def _states(group: int) -> Iterator[str]:
    """What the threads of a group of processes are doing, as the system tells it: ``S`` for sleeping."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            for task in list((process / "task").iterdir()):
                state, _, in_group = (task / "stat").read_text(encoding="utf-8").rpartition(") ")[2].split()[:3]
                if int(in_group) != group:
                    break
                yield state


def forked(do: Callable[[], object]) -> int:
    """Fork, do something there that may talk, and wait for it; its exit code, 0 if nothing was raised."""
    pid = os.fork()
    if not pid:
        code = FAILED
        try:
            do()
            code = PASSED
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def limit(seconds: float) -> None:
    """End this process if it goes on for many times as long as a test takes that has nothing wrong.

    Most of the allowance is counted in time of the processor, because other work may slow the machine down.
    """
    signal.setitimer(signal.ITIMER_PROF, 1 + 5 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 30 + 20 * seconds)


def _run(run: Callable[[int], bool], writing: int) -> NoReturn:
    code = FAILED
    try:
        os.setsid()
        for alarm in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(alarm, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in (0, 1, 2):
            os.dup2(nowhere, each)
        code = PASSED if run(writing) else FAILED
    except Again:
        code = AGAIN
    except BaseException:
        code = FAILED
    finally:
        os._exit(code)
