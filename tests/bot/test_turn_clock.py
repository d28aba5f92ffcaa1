"""The clock of a question: when it begins, when people are reminded, and what is done when the time is up."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.groups import TableRules
from bot.messages import Place, PlayerId
from bot.tables.store import TableStore
from bot.tables.timers import Job, TableTimers
from bot.tables.turn_clock import TurnClock, has_clock, is_person
from engine.play import Action
from engine.table.changes import Change
from engine.table.state import Pause, TableState
from tests.bot.plain_hands import BEGAN, BUDI, SARI, dealt, played, window
from tests.engine.table.tables import COMPUTER, lines
from tests.manual_clock import ManualClock

RULES = TableRules(turn_seconds=40, time_bank=30, lapses=2, computer_seconds=3)


class Told:
    """Takes down who is reminded, and of how many seconds."""

    def __init__(self) -> None:
        self.reminders: list[tuple[dict[PlayerId, float], int]] = []
        self.shows_questions = False

    def shows(self, _: Place) -> bool:
        return self.shows_questions

    def remind(self, _: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        self.reminders.append((dict(asked), seconds))


class Evening:
    """A table whose time is moved by hand; what its clock does is done, and taken down."""

    def __init__(self, state: TableState) -> None:
        self.state = replace(state, clock=RULES)
        self.done: list[tuple[PlayerId, str]] = []
        self.shown = 0
        self.told = Told()
        self.computer: Callable[[], Action] = lambda: Action.read("check", self.state.game.verbs)
        self.services = SimpleNamespace(listener=self.told, computers=self)
        self.time = ManualClock()
        self._jobs: list[Job] = []
        self.timers = TableTimers(self.time, self._jobs.append)
        self.clock = TurnClock(cast(TableStore, self), self.timers)

    async def choose(self, game: object, _: object) -> Action:
        if game is not self.state.game:
            raise TypeError(game)
        return self.computer()

    def show(self, _: Sequence[object]) -> None:
        self.shown += 1

    async def commit(self, change: Change) -> None:
        self.done += lines(change)
        self.state = change.state

    def run(self) -> None:
        assert self.state.playing is not None
        self.clock.run(self.state.playing)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and whatever comes due be done at its time."""
        until = self.time.now() + seconds
        await self._work()
        while (due := self.time.next_due()) is not None and due <= until:
            self.time.move_to(due)
            await self._work()
        self.time.move_to(until)

    async def _work(self) -> None:
        while self._jobs:
            await self._jobs.pop(0)()

    @property
    def turn(self) -> str:
        assert self.state.playing is not None
        return self.state.playing.turn

    def seconds_left(self) -> float | None:
        left = self.clock.time_left(self.turn)
        return None if left is None else left.seconds


def evening(*actions: str, **fields: Any) -> Evening:
    begun = dealt(**fields).state
    return Evening(played(begun, *actions)[-1].state if actions else begun)


def standing_still(state: TableState) -> TableState:
    return replace(state, paused=Pause("Wati", BEGAN, stands_still=True))


# --- whose clock runs ------------------------------------------------------------------------------------------


def test_people_who_stay_are_waited_for_and_nobody_else() -> None:
    state = dealt().state
    hand = state.playing
    assert hand is not None

    assert is_person(state, hand, 0)
    assert not is_person(state.change(SARI, leaving=True), hand, 0)
    assert not is_person(state.with_chair(0, None), hand, 0)
    assert is_person(state.change(BUDI, leaving=True), hand, 0)
    against = dealt(against="Anoman").state
    assert against.playing is not None
    assert not is_person(against, against.playing, 1)


def test_a_clock_runs_while_a_person_is_asked_and_the_table_does_not_stand_still() -> None:
    state = dealt().state
    hand = state.playing
    assert hand is not None

    assert has_clock(state, hand)
    assert not has_clock(standing_still(state), hand)
    assert not has_clock(state.change(SARI, leaving=True), hand)


# --- the usual time --------------------------------------------------------------------------------------------


async def test_half_of_the_time_is_over_when_people_are_reminded_and_all_of_it_when_the_turn_lapses() -> None:
    table = evening()
    table.clock.acted(BUDI)
    table.run()

    await table.wait(19)
    assert (table.told.reminders, table.done) == ([], [])
    await table.wait(1)
    assert table.told.reminders == [({SARI: math.inf}, 20)]
    await table.wait(19)
    assert table.done == []
    await table.wait(1)
    assert table.done == [(SARI, "lapse check")]
    chair = table.state.chair_of(SARI)
    assert chair is not None
    assert (chair.lapses, chair.out) == (1, False)


async def test_a_reminder_says_how_long_ago_somebody_did_something() -> None:
    table = evening()
    await table.wait(100)
    table.clock.acted(SARI)
    table.run()
    await table.wait(20)
    assert table.told.reminders == [({SARI: 20.0}, 20)]

    table.clock.forget(SARI)
    table.clock.forget("nobody")
    await table.clock.remind(table.turn)
    assert table.told.reminders[-1] == ({SARI: math.inf}, 20)


async def test_an_odd_number_of_seconds_leaves_the_longer_half() -> None:
    table = evening()
    table.state = replace(table.state, resumed=(table.turn, 6.5))
    table.run()
    await table.wait(3.25)

    assert table.told.reminders == [({SARI: math.inf}, 4)]


async def test_what_is_left_of_the_time() -> None:
    table = evening()
    assert table.clock.question_time is not None
    assert (table.seconds_left(), table.clock.question_time.seconds) == (None, 40)
    table.run()
    await table.wait(15)

    assert (table.seconds_left(), table.clock.question_time.seconds) == (25, 25)
    assert table.clock.time_left("7.99") is None
    assert table.clock.question_time.bank_used == {}
    table.state = played(table.state, "bet 20", "fold")[-1].state
    assert table.clock.question_time is None


async def test_the_next_question_has_a_whole_time_of_its_own() -> None:
    table = evening()
    table.run()
    await table.wait(30)
    table.state = played(table.state, "check")[-1].state
    table.run()
    await table.wait(39)

    assert table.done == []
    assert [each for each, _ in table.told.reminders] == [{SARI: math.inf}, {BUDI: math.inf}]
    await table.wait(1)
    assert table.done == [(BUDI, "lapse check")]


async def test_the_same_question_asked_again_goes_on() -> None:
    table = evening()
    table.run()
    await table.wait(30)
    table.run()
    await table.wait(10)

    assert table.done == [(SARI, "lapse check")]


@pytest.mark.parametrize("what", ["remind", "time_up", "close_window", "window_half_over"])
@pytest.mark.parametrize("when", ["another question", "standing still", "no hand"])
async def test_what_was_set_for_another_question_or_a_table_that_stands_still_does_nothing(
    what: str, when: str
) -> None:
    table = evening()
    table.run()
    turn = table.turn
    if when == "another question":
        table.state = played(table.state, "check")[-1].state
    elif when == "no hand":
        table.state = played(table.state, "bet 20", "fold")[-1].state
    else:
        table.state = standing_still(table.state)
    await getattr(table.clock, what)(turn)
    await table.clock.act_for(turn, 0)
    await table.clock.computer_acts(turn, 0)
    await table.clock.not_shown(turn)

    assert (table.done, table.told.reminders, table.clock.time_left(turn)) == ([], [], None)


async def test_whoever_is_there_and_not_asked_or_still_has_time_is_left_alone() -> None:
    table = evening()
    await table.clock.act_for(table.turn, 1)
    assert table.done == []

    table.state = table.state.change(SARI, leaving=True)
    await table.clock.remind(table.turn)
    assert table.told.reminders == [({}, 20)]
    table.state = table.state.with_chair(0, None)
    await table.clock.time_up(table.turn)
    assert table.done == []


async def test_less_than_a_second_that_is_left_is_no_whole_one() -> None:
    table = evening()
    table.run()
    await table.wait(39.5)

    assert table.seconds_left() == 0.5


# --- the time bank ---------------------------------------------------------------------------------------------


async def test_a_time_bank_is_used_up_before_the_turn_lapses() -> None:
    table = evening()
    table.state = table.state.change(SARI, bank=30.0)
    table.run()
    await table.wait(40)

    assert (table.done, table.shown) == ([], 1)
    assert table.told.reminders[1:] == [({SARI: math.inf}, 30)]
    await table.wait(10)
    assert table.clock.time_left(table.turn) == (20, frozenset({SARI}))
    assert table.clock.time_bank_used(SARI) == 10
    assert table.clock.time_bank_used(BUDI) == 0
    assert table.clock.question_time is not None
    assert (table.clock.question_time.seconds, table.clock.question_time.bank_used) == (-10, {SARI: 10})

    await table.wait(20)
    assert table.done == [(SARI, "lapse check")]
    chair = table.state.chair_of(SARI)
    assert chair is not None
    assert chair.bank == 0
    table.run()
    assert table.clock.time_bank_used(SARI) == 0
    assert table.clock.time_left(table.turn) == (40, frozenset())


async def test_a_time_bank_is_used_once_for_a_question_and_for_no_other() -> None:
    table = evening()
    table.state = table.state.change(SARI, bank=30.0)
    table.run()
    await table.wait(45)
    asked = table.state
    table.state = played(asked, "bet 20", "fold")[-1].state
    assert table.clock.time_bank_used(SARI) == 0, "no hand is played any more"
    table.state = asked
    await table.clock.time_up(table.turn)

    assert table.done == [(SARI, "lapse check")]


@pytest.mark.parametrize(("bank", "waits"), [(0.0, False), (0.9, False), (1.0, True)])
async def test_less_than_a_second_of_a_time_bank_is_none(bank: float, waits: bool) -> None:
    table = evening()
    table.state = table.state.change(SARI, bank=bank)
    table.run()
    await table.wait(40)

    assert (table.done == []) is waits


# --- what is shown late ----------------------------------------------------------------------------------------


async def test_the_time_of_a_question_begins_when_it_is_shown() -> None:
    table = evening()
    table.told.shows_questions = True
    table.run()
    await table.wait(20)
    assert table.seconds_left() is None
    table.clock.shown("7.99")
    assert table.seconds_left() is None
    table.clock.shown(table.turn)
    assert table.seconds_left() == 40
    await table.wait(25)
    table.clock.shown(table.turn)

    assert table.seconds_left() == 15
    await table.wait(14)
    assert table.done == []
    await table.wait(1)
    assert table.done == [(SARI, "lapse check")]


async def test_until_a_question_is_shown_all_of_its_time_is_left() -> None:
    table = evening()
    table.clock.shown(table.turn)
    assert table.seconds_left() is None, "nothing was asked yet"
    table.told.shows_questions = True
    table.run()
    await table.wait(10)
    assert table.clock.question_time is not None
    assert table.clock.question_time.seconds == 40


async def test_a_question_that_stood_still_is_shown_anew_before_its_time_goes_on() -> None:
    table = evening()
    table.told.shows_questions = True
    table.run()
    going_on = table.state
    table.state = standing_still(going_on)
    table.clock.shown(table.turn)
    table.state = going_on
    assert table.seconds_left() is None

    table.clock.shown(table.turn)
    assert table.seconds_left() == 40
    table.timers.rest()
    table.run()
    assert table.seconds_left() is None
    table.clock.shown(table.turn)
    assert table.seconds_left() == 40


async def test_the_time_of_a_question_that_cannot_be_shown_begins_all_the_same() -> None:
    table = evening()
    table.told.shows_questions = True
    table.run()
    await table.wait(29)
    assert table.seconds_left() is None
    await table.wait(1)
    assert table.seconds_left() == 40
    await table.wait(40)
    assert table.done == [(SARI, "lapse check")]


# --- windows ---------------------------------------------------------------------------------------------------


async def test_nothing_shows_who_has_not_answered_in_a_window_until_its_time_is_up() -> None:
    table = Evening(window().change(BUDI, leaving=True))
    assert table.state.playing is not None
    assert has_clock(table.state, table.state.playing), "whoever is asked"
    turn = table.turn
    table.run()
    await table.wait(3)
    assert (table.done, table.told.reminders) == ([], [])
    await table.wait(1)
    assert table.told.reminders == [({}, 0)]
    await table.wait(3)
    assert table.done == []
    await table.wait(1)

    assert table.done == [("", "close")]
    await table.clock.close_window(turn)
    await table.clock.window_half_over(turn)
    assert (table.done, table.told.reminders) == ([("", "close")], [({}, 0)])


# --- computer players --------------------------------------------------------------------------------------------


async def test_nobody_is_reminded_while_a_computer_player_thinks() -> None:
    table = evening("check", against="Anoman")
    table.state = replace(table.state, clock=replace(RULES, turn_seconds=5))
    table.run()
    await table.wait(3)

    assert (table.done, table.told.reminders) == ([(COMPUTER, "check")], [])


async def test_a_computer_player_answers_after_a_while_and_never_lapses() -> None:
    table = evening("check", against="Anoman")
    table.computer = lambda: Action.read("bet 20", table.state.game.verbs)
    table.run()
    await table.wait(2)
    assert table.done == []
    await table.clock.time_up(table.turn)
    await table.clock.computer_acts(table.turn, 0)
    assert table.done == [], "it is not the turn of that seat"
    await table.wait(1)

    assert table.done == [(COMPUTER, "bet 20")]
    assert table.told.reminders == []


async def test_for_a_computer_player_that_fails_the_rules_answer() -> None:
    def fail() -> Action:
        raise ZeroDivisionError

    table = evening("bet 20", against="Anoman")
    table.computer = fail
    table.run()
    await table.wait(3)

    assert table.done == [(COMPUTER, "fold")]
