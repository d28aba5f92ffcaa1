"""Test workers forked from the process that has collected all tests: everything is imported once, not once a worker.

``--workers N`` starts N of them. A worker takes a few tests of one file at a time and sends its reports to the parent,
which prints them as pytest always does.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from itertools import groupby
from multiprocessing.connection import Connection, wait
from typing import Any

import pytest

TOGETHER = 12
"""The most tests that a worker takes at once."""

_FORK = multiprocessing.get_context("fork")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the tests in so many forked processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    workers: int = session.config.getoption("workers")
    if workers < 2 or session.testsfailed or session.config.option.collectonly:
        return None
    # Made before they are forked, so that it is one for all.
    tmp_path_factory: pytest.TempPathFactory = session.config._tmp_path_factory  # type: ignore[attr-defined]
    tmp_path_factory.getbasetemp()
    batches = list(_batches(session.items))
    next_batch = _FORK.Value("i", 0)
    running: dict[Connection, tuple[Any, list[str]]] = {}
    for _ in range(min(workers, len(batches))):
        ours, theirs = _FORK.Pipe(duplex=False)
        process = _FORK.Process(target=_work, args=(session, batches, next_batch, theirs), daemon=False)
        process.start()
        theirs.close()
        running[ours] = process, []
    try:
        while running:
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                _receive(session, ready, running)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
    finally:
        for process, _ in running.values():
            process.terminate()
            process.join()
    return True


def _batches(items: list[pytest.Item]) -> Iterator[list[pytest.Item]]:
    for _, of_file in groupby(items, key=lambda item: item.path):
        tests = list(of_file)
        yield from (tests[start : start + TOGETHER] for start in range(0, len(tests), TOGETHER))


def _receive(session: pytest.Session, ready: Connection, running: dict[Connection, tuple[Any, list[str]]]) -> None:
    """Print one report of a worker; a worker that ends amid a test has failed it, and the others go on."""
    process, under_way = running[ready]
    hook = session.config.hook
    try:
        kind, content = ready.recv()
    except EOFError:
        del running[ready]
        process.join()
        if process.exitcode or under_way:
            said = f"The worker ended with exit code {process.exitcode}."
            for test in under_way or ["a worker"]:
                report = pytest.TestReport(test, (test, None, test), {}, "failed", said, "call")
                hook.pytest_runtest_logreport(report=report)
        return
    if kind == "begin":
        under_way[:] = [content]
    elif kind == "end":
        under_way.clear()
    else:
        report = hook.pytest_report_from_serializable(config=session.config, data=content)
        hook.pytest_runtest_logreport(report=report)


class _Reports:
    """Sends the reports of a worker to the parent instead of printing them."""

    def __init__(self, config: pytest.Config, parent: Connection) -> None:
        self._config, self._parent = config, parent

    def send(self, kind: str, content: object) -> None:
        self._parent.send((kind, content))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.send("report", self._config.hook.pytest_report_to_serializable(config=self._config, report=report))


def _work(session: pytest.Session, batches: list[list[pytest.Item]], next_batch: Any, parent: Connection) -> None:
    config = session.config
    # The captured output of a worker goes to files of its own.
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    config.pluginmanager.unregister(name="terminalreporter")
    reports = _Reports(config, parent)
    config.pluginmanager.register(reports, "reports of a worker")

    def taken() -> Iterator[pytest.Item]:
        while True:
            with next_batch.get_lock():
                number = next_batch.value
                next_batch.value += 1
            if number >= len(batches):
                return
            yield from batches[number]

    tests = taken()
    item = next(tests, None)
    while item is not None:
        following = next(tests, None)
        reports.send("begin", item.nodeid)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        reports.send("end", item.nodeid)
        item = following
    parent.close()
    # The parent alone ends the session; what it has open is not closed twice.
    os._exit(0)
