"""The page of the promises names thirty of them, and tests that are there."""

from __future__ import annotations

import re

import pytest

from tests.docs.reliability import PROMISES, is_soak, page
from tools.simulation.planted_faults import PLANTED_FAULTS


def test_there_are_thirty_each_with_a_row() -> None:
    promises = page().partition("## Planted faults")[0]
    assert re.findall(r"^\| (\d+) \|", promises, re.MULTILINE) == [str(number) for number in range(1, 31)]
    assert len({promise.area for promise in PROMISES}) == 30


def test_every_planted_fault_breaks_one_of_the_promises() -> None:
    assert [fault.name for fault in PLANTED_FAULTS if not 1 <= fault.promise <= len(PROMISES)] == []
    rows = [line for line in page().splitlines() if line.startswith("| ")]
    for fault in PLANTED_FAULTS:
        naming = [row.split(" | ")[0].strip("| ") for row in rows if f"`{fault.name}`" in row]
        assert naming == [str(fault.promise)], fault.name


def test_every_test_that_is_named_exists_and_some_of_each_promise_run_every_time() -> None:
    for promise in PROMISES:
        assert False in {is_soak(test) for test in promise.tests}, promise.area
        assert True not in {is_soak(test) for test in promise.controls}, promise.area


def test_a_test_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(KeyError):
        is_soak("tests/docs/test_reliability.py::test_nothing")


def test_what_is_reached_and_what_is_not_is_said_of_each() -> None:
    assert [row for row in page().splitlines() if " |  | " in row] == []
