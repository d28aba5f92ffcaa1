"""How people write lengths of time, and what is no time."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import Refusal, parse
from bot.commands.durations import LONGEST, UNITS, duration_of, in_units
from tests.rows import rows


@rows(__file__)
def test_a_time_has_a_number_and_a_unit(text: str, minutes: int) -> None:
    assert duration_of(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["10", "m", "0m", "-1h", "1.5h", "400d", "53w", "9999999m", "１0m", "1h30m", "2y"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        duration_of(text)


@given(st.integers(1, LONGEST // UNITS["m"]))
def test_it_is_told_in_the_largest_unit_that_fits(minutes: int) -> None:
    count, unit = in_units(timedelta(minutes=minutes))
    assert count * UNITS[unit] == timedelta(minutes=minutes)
    assert duration_of(f"{count}{unit}") == timedelta(minutes=minutes)


@rows(__file__)
def test_a_name_goes_up_to_the_time(line: str, player: str, time: str, reason: str) -> None:
    command = parse(line)
    assert (command.word("player"), command.word("time"), command.word("reason")) == (player, time, reason)


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        parse("kick test:42 soon")
    assert refused.value.reason == "not-a-time"
