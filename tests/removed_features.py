"""In a copy without some features (``tools.without``) a test that fails, and asked for what went, is skipped.

Nothing is skipped in any other Kiu: there the variable is not set, and if it were, no test would begin.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Generator, Iterator

import pytest

from bot.commands import CommandSpec, parsing
from bot.features import FEATURES
from tools.without import REMOVED as VARIABLE

REMOVED: dict[str, list[str]] = json.loads(os.environ.get(VARIABLE, "{}"))
"""The features that went, each with the names of its commands and texts."""

assert not REMOVED.keys() & set(FEATURES), f"{VARIABLE} names features that are there"

_ASKED: set[str] = set()
"""The features that this test has asked for something."""

_known = parsing._longest_name


def needs(*features: str) -> None:
    """Note that a test looks at something that is there with a feature only."""
    _ASKED.update(REMOVED.keys() & set(features))


def types(line: str) -> None:
    """Skip a test in which somebody types a command that went, under its name on any platform."""
    _known_or_asked(line)
    if _ASKED:
        pytest.skip(_reason(_ASKED))


def _reason(features: set[str]) -> str:
    return f"needs {', '.join(sorted(features))}"


def _known_or_asked(typed: str) -> tuple[CommandSpec | None, int]:
    spec, words = _known(typed)
    line = f"{' '.join(typed.lower().split()).removeprefix('/')} "
    for feature, names in REMOVED.items():
        asked = [name for name in names if line.startswith(f"{name} ")]
        if asked and (spec is None or len(spec.name) < max(map(len, asked))):
            _ASKED.add(feature)
    return spec, words


if REMOVED:
    parsing._longest_name = _known_or_asked


def _named(told: str) -> Iterator[str]:
    """Name the features of which a failed test tells that something is missing: a file, a command or a text."""
    for feature, names in REMOVED.items():
        any_name = "|".join(map(re.escape, names)) or "(?!)"
        if re.search(rf"features[./]{feature}\b|'({any_name})'|no wording for ({any_name})\b", told):
            yield feature


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    _ASKED.clear()
    return (yield from _skipped())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _skipped())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _skipped())


def _skipped() -> Generator[None, object, object]:
    try:
        return (yield)
    except (Exception, pytest.fail.Exception) as failed:
        if needed := _ASKED | set(_named(str(failed).partition("\n--- ")[0])):
            pytest.skip(_reason(needed))
        raise
