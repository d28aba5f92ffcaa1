"""Sessions of pytest: one that measures what each test executes, one that forks for each mutant, one for one mutant."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import coverage
import pytest

from tools.mutating import child, patching
from tools.mutating.selection import Touches

QUIET = ("--quiet", "--quiet", "--no-header", "--no-summary", "--capture=no")
# The time that a test may take is limited here; its figures would be taken for the project's own.
SETTINGS = ("-p", "no:cacheprovider", "-o", "timeout=0")


class CannotMeasure(Exception):
    """Some tests fail without any fault, so that nothing can be learnt from them."""


def arguments(tests: Iterable[str], base: Path) -> list[str]:
    """The command line of a session.

    Args:
        tests: files or folders.
        base: the folder that the temporary folders of tests are in.
    """
    return [*QUIET, *SETTINGS, f"--basetemp={base}", *tests]


class NoShrinking:
    """One example that fails is enough, and each run tries the same examples."""

    def pytest_configure(self) -> None:
        """Replace the profile that the project has loaded."""
        import hypothesis  # pytest wants to be the first who imports it

        hypothesis.settings.register_profile(
            "mutants",
            parent=hypothesis.settings.get_profile("ci"),
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            print_blob=False,
        )
        hypothesis.settings.load_profile("mutants")


class Items:
    """The tests of a session that collects them and then does something else than to run them all."""

    def __init__(self, then: Callable[[Items], None]) -> None:
        self._then = then
        self._failed: str | None = None
        self.by_name: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running all tests."""
        if session.testsfailed:
            raise session.Interrupted("tests cannot be imported")
        # Made now, so that each forked process finds it and makes none of its own.
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        self.by_name = {item.nodeid: item for item in session.items}
        self._then(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test failed, in whatever part of it."""
        if report.failed:
            self._failed = report.nodeid

    def failed_of(self, names: Sequence[str], before: Callable[[str], None]) -> str | None:
        """Run some tests in this order up to the first that fails; ``None`` if all pass.

        Args:
            names: the tests.
            before: called with the name of each test before it.
        """
        items = [self.by_name[name] for name in names]
        for item, following in zip(items, [*items[1:], None], strict=True):
            before(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed is not None:
                return self._failed
        return None


def measured(files: Sequence[Path], tests: Sequence[str], base: Path, root: Path) -> Touches:
    """Run tests once; to be called in a process that has imported nothing of the project.

    Args:
        files: whose lines are asked for.
        tests: files or folders of tests.
        base: the folder that the temporary folders of tests are in.
        root: the folder of the project.

    Raises:
        CannotMeasure: a test fails.
    """
    measure = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
    seconds: dict[str, float] = {}
    failed: list[str] = []

    modules = {patching.module_name(file.relative_to(root).as_posix()) for file in files}

    def run_all(items: Items) -> None:
        caches = patching.caches(modules.__contains__)
        for name in items.by_name:
            for cache in caches:
                cache.cache_clear()  # or only the first test would be said to touch what all of them rest on
            measure.switch_context(name)
            began = time.process_time()
            broken = items.failed_of([name], lambda _: None)
            if broken is not None:
                failed.append(broken)
                return
            seconds[name] = time.process_time() - began

    measure.start()
    code = pytest.main(arguments(tests, base), plugins=[NoShrinking(), Items(run_all)])
    measure.stop()
    if failed or code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not seconds:
        raise CannotMeasure(*failed)
    lines: dict[str, dict[int, frozenset[str]]] = {}
    at_import: dict[str, frozenset[int]] = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        contexts = measure.get_data().contexts_by_lineno(str(file))
        lines[name] = {line: frozenset(each) - {""} for line, each in contexts.items()}
        at_import[name] = frozenset(line for line, each in contexts.items() if "" in each)
    return Touches(seconds, lines, at_import)


def passes(items: Items, names: Sequence[str], seconds: Mapping[str, float], writing: int) -> bool:
    """Run tests in a forked process, each within its time, and write the name of the one that fails."""
    broken = items.failed_of(names, lambda name: child.limit(seconds.get(name, 10)))
    if broken is not None:
        os.write(writing, broken.encode())
    return broken is None


def imported_passes(names: Sequence[str], seconds: Mapping[str, float], base: Path, writing: int) -> bool:
    """Import tests, and with them a mutant that has been put in place of the file, and run them.

    What cannot be imported any more has been noticed. Of a table of cases that the mutant itself has changed, all run.
    """
    passed = False

    def run(items: Items) -> None:
        nonlocal passed
        wanted = [name for name in names if name in items.by_name]
        passed = passes(items, wanted + [name for name in items.by_name if name not in seconds], seconds, writing)

    child.limit(30)
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    pytest.main(arguments(files, base), plugins=[NoShrinking(), Items(run)])
    return passed
