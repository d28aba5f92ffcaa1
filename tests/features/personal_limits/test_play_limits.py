"""Limits as values: what holds when, and what counts as time at the tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.personal_limits.play_limits import MEASURES, DailyLimit, Played, PlayLimits, seconds_played
from tests.engine.table.tables import facts
from tests.rows import rows

NOW = datetime(2026, 1, 1, 20, tzinfo=UTC)
TOMORROW = datetime(2026, 1, 2, tzinfo=UTC)

amounts = st.none() | st.integers(1, 100)
times = st.integers(-600, 600).map(lambda minutes: NOW + timedelta(minutes=minutes))
hands = st.lists(st.tuples(times, st.integers(0, 90)), max_size=12).map(
    lambda found: [(dealt, dealt + timedelta(minutes=minutes)) for dealt, minutes in found]
)


def tightest(*limits: int | None) -> float:
    """The least of some limits, of which ``None`` is none."""
    return min((float("inf") if each is None else each) for each in limits)


@given(st.lists(amounts, max_size=6))
def test_whatever_is_decided_today_never_makes_today_looser(decided: list[int | None]) -> None:
    limit, before = DailyLimit(), DailyLimit().at(NOW)
    for amount in decided:
        limit = limit.changed(amount, NOW, TOMORROW)
        assert tightest(limit.at(NOW)) <= tightest(before)
        assert tightest(limit.at(NOW)) == tightest(before, amount)
        assert limit.at(TOMORROW) == amount, "what was decided last holds from tomorrow on"
        before = limit.at(NOW)


@given(st.dictionaries(st.sampled_from(MEASURES), amounts), st.none() | times)
def test_limits_are_stored_and_read_as_they_are(daily: dict[str, int | None], until: datetime | None) -> None:
    limits = PlayLimits(break_until=until)
    for measure, amount in daily.items():
        limits = limits.with_limit(measure, 7, NOW, TOMORROW).with_limit(  # type: ignore[arg-type]
            measure,  # type: ignore[arg-type]
            amount,
            NOW,
            TOMORROW,
        )
    assert PlayLimits.from_json(limits.to_json()) == limits


@given(times, times)
def test_no_break_is_ever_shortened(first: datetime, second: datetime) -> None:
    assert PlayLimits().with_break(first).with_break(second).break_until == max(first, second)


def minutes(*spans: tuple[int, int]) -> list[tuple[datetime, datetime]]:
    return [(NOW + timedelta(minutes=begun), NOW + timedelta(minutes=over)) for begun, over in spans]


def test_short_pauses_count_and_long_ones_do_not() -> None:
    assert seconds_played(minutes((0, 3), (8, 10)), NOW) == 10 * 60
    assert seconds_played(minutes((0, 3), (9, 10)), NOW) == 4 * 60


def test_two_tables_at_the_same_time_count_once_and_yesterday_not_at_all() -> None:
    assert seconds_played(minutes((0, 10), (2, 6), (5, 12)), NOW) == 12 * 60
    assert seconds_played(minutes((-30, 10)), NOW) == 10 * 60


@given(hands)
def test_time_at_the_tables_is_at_most_the_span_and_at_least_the_longest_hand(
    played: list[tuple[datetime, datetime]],
) -> None:
    counted = seconds_played(played, datetime(2020, 1, 1, tzinfo=UTC))
    assert counted >= max(((over - dealt).total_seconds() for dealt, over in played), default=0)
    if played:
        span = max(over for _, over in played) - min(dealt for dealt, _ in played)
        assert counted <= span.total_seconds()


YESTERDAY, SECOND = NOW - timedelta(days=1), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("limit", "now", "holds", "coming"),
    [
        (DailyLimit(), NOW, None, None),
        (DailyLimit(5), NOW, 5, None),
        (DailyLimit(5, 9, TOMORROW), NOW, 5, TOMORROW),
        (DailyLimit(5, 9, TOMORROW), TOMORROW - SECOND, 5, TOMORROW),
        (DailyLimit(5, 9, TOMORROW), TOMORROW, 9, None),
        (DailyLimit(5, None, TOMORROW), TOMORROW + SECOND, None, None),
    ],
)
def test_which_limit_holds_and_which_is_to_come(
    limit: DailyLimit, now: datetime, holds: int | None, coming: datetime | None
) -> None:
    assert (limit.at(now), limit.coming(now)) == (holds, coming)


@pytest.mark.parametrize(("until", "on_break"), [(None, False), (NOW, False), (NOW + SECOND, True), (YESTERDAY, False)])
def test_a_break_is_over_at_its_very_moment(until: datetime | None, on_break: bool) -> None:
    limits = PlayLimits(break_until=until)

    assert limits.on_break(NOW) is on_break
    assert limits.any_at(NOW) is on_break
    assert limits.with_limit("hands", 3, NOW, TOMORROW).any_at(NOW), "one limit of three is enough"


@rows(__file__, played=lambda cell: Played(**facts(cell)))
def test_a_limit_is_reached_with_the_last_that_it_allows(played: Played, reached: str | None) -> None:
    limits = PlayLimits()
    for measure, amount in (("chips", 100), ("hands", 3), ("hours", 2)):
        limits = limits.with_limit(measure, amount, NOW, TOMORROW)  # type: ignore[arg-type]

    assert limits.reached(played, NOW) == reached
    assert PlayLimits().reached(played, NOW) is None
