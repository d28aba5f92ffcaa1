"""The clock of a table: when it is to do something by itself. It only ever writes jobs to the table's mailbox."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from bot.environment.clock import Clock, Timer
from bot.groups import GroupSettings
from bot.messages import PlayerId
from bot.tables.mailbox import Job
from bot.tables.state import Hand, TableState
from engine.play import Seat


class TimedJobs(Protocol):
    """What a table can be told to do when it is time; an job that comes too late does nothing."""

    async def remind(self, turn: str) -> None:
        """Half of a turn is over."""

    async def time_up(self, turn: str) -> None:
        """A turn is over."""

    async def close_window(self, turn: str) -> None:
        """The time of a window is up."""

    async def act_for(self, turn: str, seat: Seat) -> None:
        """A player is gone, away, or out of time."""

    async def computer_acts(self, turn: str, seat: Seat) -> None:
        """A computer player has thought long enough."""

    async def next_hand(self, packs: str) -> None:
        """The words of the hand for which these packs are sealed are to be closed."""


def is_person(state: TableState, hand: Hand, seat: Seat) -> bool:
    """Whether a seat of a hand is still held by a person."""
    chair = state.chair_of(hand.players[seat])
    return chair is not None and not chair.computer and not chair.leaving


class TableTimers:
    """The timers that one table needs at present.

    Args:
        clock: time.
        put: puts a job in the table's mailbox.
        jobs: what there is to do.
    """

    def __init__(self, clock: Clock, put: Callable[[Job], None], jobs: TimedJobs) -> None:
        self._clock = clock
        self._put = put
        self._jobs = jobs
        self._timers: list[Timer] = []
        self._runs_for = ""
        self._since = 0.0
        self.on_bank: set[PlayerId] = set()
        """Who of those asked uses his extra seconds."""

    def later(self, seconds: float, job: Job) -> None:
        """Do something after a while, unless something else is asked before."""
        self._timers.append(self._clock.call_later(seconds, lambda: self._put(job)))

    def stop(self) -> None:
        """Forget every timer."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the present question was asked, or the present pause began."""
        return self._clock.now() - self._since

    def _begins(self, question: str) -> bool:
        """Whether timers are to be set for a question, because none run for it yet; those of another are stopped."""
        if self._runs_for == question and self._timers:
            return False
        self.stop()
        self._runs_for, self._since = question, self._clock.now()
        self.on_bank.clear()
        return True

    def run_for_hand(self, state: TableState, hand: Hand, settings: GroupSettings) -> None:
        """Set the timers for the question that a hand asks now."""
        turn, tables, jobs = hand.turn, settings.tables, self._jobs
        if self._begins(turn):
            self._let_computers_think(state, hand, tables.computer_seconds)
            if hand.round.window:
                self.later(hand.round.window, partial(jobs.close_window, turn))
            elif any(is_person(state, hand, seat) for seat in hand.round.awaited):
                self.later(tables.turn_seconds / 2, partial(jobs.remind, turn))
                self.later(tables.turn_seconds, partial(jobs.time_up, turn))
        if not hand.round.window:
            self._act_for_the_absent(state, hand, tables.lapses)

    def run_for_pause(self, packs: str, seconds: float) -> None:
        """Let the next hand begin after a pause, however many come and go meanwhile.

        Args:
            packs: those that lie sealed for it, by hand and attempt.
            seconds: how long the pause is.
        """
        if self._begins(_pause_with(packs)):
            self.later(seconds, partial(self._jobs.next_hand, packs))

    def pauses(self, packs: str) -> bool:
        """Whether the pause runs in which words can be added to these packs."""
        return bool(self._timers) and self._runs_for == _pause_with(packs)

    def rest(self) -> None:
        """Nothing is to happen by itself."""
        self.stop()
        self._runs_for = ""

    def _let_computers_think(self, state: TableState, hand: Hand, seconds: float) -> None:
        """Let the computer players who are asked answer after a while."""
        for seat in hand.round.awaited:
            chair = state.chair_of(hand.players[seat])
            if chair is not None and chair.computer:
                self.later(seconds, partial(self._jobs.computer_acts, hand.turn, seat))

    def _act_for_the_absent(self, state: TableState, hand: Hand, lapses: int) -> None:
        """Act at once for whoever is on turn and is gone or away.

        In a window nothing is done for them before its end: when they answer must not show who they are.
        """
        for seat in hand.round.awaited:
            chair = state.chair_of(hand.players[seat])
            if chair is None or chair.leaving or chair.lapses >= lapses:
                self._put(partial(self._jobs.act_for, hand.turn, seat))


def _pause_with(packs: str) -> str:
    return f"next {packs}"
