"""What a table does by itself while a hand is played: it reminds players, lets turns lapse, and closes windows.

The time of a question begins when it is shown, so that nobody loses time to a slow platform.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import structlog

from bot.messages import PlayerId
from bot.tables import hands, seating
from bot.tables.mailbox import TableTimers
from bot.tables.state import AnyHand, TableState
from bot.tables.stopping import QuestionTime
from bot.tables.store import TableStore
from engine.play import Seat

log = structlog.get_logger()

SHOWN_WITHIN = 30.0
"""The most seconds that a question waits to be shown; then its time begins, so that no outage stops a game."""

LESSON_SECONDS = 3600.0
"""After how many seconds somebody gets up who leaves a question of their practice unanswered."""

WINDOW_PUTS = 3
"""The number of times that a window is put, for so long each time, before its time begins though nobody may see it."""


def is_person(state: TableState, hand: AnyHand, seat: Seat) -> bool:
    """Tell whether a seat of a hand is still held by a person."""
    chair = state.chair_of(hand.players[seat])
    return chair is not None and not chair.computer and not chair.leaving


def has_clock(state: TableState, hand: AnyHand) -> bool:
    """Tell whether a clock runs for the question that a hand asks now: it is a window, or put to a person."""
    asks = bool(hand.round.window) or any(is_person(state, hand, seat) for seat in hand.round.awaited)
    return asks and not state.stands_still and not is_lesson(state, hand)


def is_lesson(state: TableState, hand: AnyHand) -> bool:
    """Tell whether somebody is asked who practises alone, or plays their first hand there, and may take any time."""
    if not state.practice:
        return False
    asked = unanswered(state, hand)
    tallies = [state.tally(hand.players[seat]) for seat in asked]
    return bool(asked) and (len(state.people) == 1 or any(tally is None or not tally.hands for tally in tallies))


def unanswered(state: TableState, hand: AnyHand) -> list[Seat]:
    """List the people who are asked and have not answered; in a window, those who have may still change their mind."""
    answered = {move.seat for move in hand.moves if move.question == hand.round.question}
    return [seat for seat in hand.round.awaited if seat not in answered and is_person(state, hand, seat)]


class TimeLeft(NamedTuple):
    """The time that is left for a question, or for a pause."""

    seconds: float
    on_time_bank: frozenset[PlayerId] = frozenset()
    """Whose usual time is over, and whose time bank runs."""


class TurnClock:
    """The clock of the questions that a hand asks.

    Each job names the turn it was set for, and does nothing if another question stands by then.
    """

    def __init__(self, store: TableStore, timers: TableTimers) -> None:
        self._store = store
        self._timers = timers
        self._on_time_bank: dict[PlayerId, float] = {}
        """Whose time bank runs, and when it is used up."""

        self._begun = ""
        """The question whose time has begun."""

        self._lesson = ""
        """The question for which no clock runs, since somebody learns."""

        self._active: dict[PlayerId, float] = {}
        """When each player last did something at the table."""

        self._since = timers.now

    def run(self, hand: AnyHand) -> None:
        """Set the timers for the question that a hand asks now."""
        rules, turn = self._store.state.clock, hand.turn
        if self._timers.begin(turn):
            self._on_time_bank.clear()
            self._begun = ""
            self._let_computers_think(hand, rules.computer_seconds)
            if self._store.services.listener.shows(self._store.state.place):
                self._timers.later(SHOWN_WITHIN, partial(self.not_shown, turn, 1))
            else:
                self._begin(hand)
        elif self._lesson == turn and not is_lesson(self._store.state, hand):
            self._end_lesson(hand)
        if not hand.round.window:
            self._act_for_the_absent(hand)

    def shown(self, turn: str) -> None:
        """A question is shown: if it still stands, its time begins."""
        hand = self._hand_at(turn)
        if hand is not None and self._begun != turn and self._timers.run_for(turn):
            self._begin(hand)

    def _begin(self, hand: AnyHand) -> None:
        state, turn = self._store.state, hand.turn
        seconds = state.question_seconds(hand)
        self._begun = turn
        self._timers.restart()
        if is_lesson(state, hand):
            self._lesson = turn
            self._timers.later(LESSON_SECONDS, partial(self.leave_lesson, turn))
        elif hand.round.window:
            self._timers.later(seconds / 2, partial(self.window_half_over, turn))
            self._timers.later(seconds, partial(self.close_window, turn))
        elif has_clock(state, hand):
            self._timers.later(seconds / 2, partial(self.remind, turn))
            self._timers.later(seconds, partial(self.time_up, turn))

    def _end_lesson(self, hand: AnyHand) -> None:
        """Go on with the clock once those have answered who may take any time."""
        self._lesson = ""
        if unanswered(self._store.state, hand):
            self._begin(hand)
        elif hand.round.window:
            # Computer players have answered by then.
            self._timers.later(self._store.state.clock.computer_seconds, partial(self.close_window, hand.turn))

    def forget(self, player: PlayerId) -> None:
        """Drop when somebody did something last, who sits here no more."""
        self._active.pop(player, None)

    def time_left(self, turn: str) -> TimeLeft | None:
        """Return what is left of the time of a question; ``None`` if it does not run."""
        hand = self._hand_at(turn)
        if hand is None or self._begun != turn or self._lesson == turn:
            return None
        ends = {seat: self._on_time_bank.get(hand.players[seat]) for seat in hand.round.awaited}
        banks = [end - self._timers.now for end in ends.values() if end is not None]
        usual = self._store.state.question_seconds(hand) - self._timers.elapsed
        return TimeLeft(max([usual, *banks, 0.0]), frozenset(self._on_time_bank))

    def acted(self, player: PlayerId) -> None:
        """A player has done something at the table."""
        self._active[player] = self._timers.now

    def silent_for(self, player: PlayerId) -> float:
        """For how many seconds a player has done nothing at the table."""
        return self._timers.now - self._active.get(player, self._since)

    def time_bank_used(self, player: PlayerId) -> float:
        """Return how many seconds of the time bank a player has used for the present question."""
        hand = self._store.state.playing
        if hand is None or player not in self._on_time_bank:
            return 0.0
        return self._timers.elapsed - self._store.state.question_seconds(hand)

    @property
    def question_time(self) -> QuestionTime | None:
        """The time of the question that stands, so that it can be stopped; ``None`` if no hand is played."""
        hand = self._store.state.playing
        if hand is None:
            return None
        left = self._store.state.question_seconds(hand)
        if self._begun == hand.turn:
            left -= self._timers.elapsed
        return QuestionTime(left, {player: self.time_bank_used(player) for player in self._on_time_bank})

    def _let_computers_think(self, hand: AnyHand, seconds: float) -> None:
        """Let the computer players who are asked answer after a while."""
        for seat in hand.round.awaited:
            chair = self._store.state.chair_of(hand.players[seat])
            if chair is not None and chair.computer:
                self._timers.later(seconds, partial(self.computer_acts, hand.turn, seat))

    def _act_for_the_absent(self, hand: AnyHand) -> None:
        """Act at once for whoever is on turn and is gone or away.

        In a window nothing is done for them before its end: when they answer must not show who they are.
        """
        for seat in hand.round.awaited:
            if self._is_absent(hand, seat):
                self._timers.at_once(partial(self.act_for_absent, hand.turn, seat))

    def _is_absent(self, hand: AnyHand, seat: Seat) -> bool:
        """Tell whether the player of a seat is gone, or away since so many of their turns in a row have lapsed."""
        state = self._store.state
        chair = state.chair_of(hand.players[seat])
        return chair is None or chair.leaving or chair.lapses >= state.clock.lapses

    # --- jobs --------------------------------------------------------------------------------------------------

    def _hand_at(self, turn: str) -> AnyHand | None:
        """The hand, if the question of that turn still stands, and the table does not stand still."""
        hand = self._store.state.playing
        return hand if hand is not None and hand.turn == turn and not self._store.state.stands_still else None

    async def remind(self, turn: str) -> None:
        """Half of a turn is over: tell the people who are asked."""
        hand = self._hand_at(turn)
        if hand is None:
            return
        seconds = math.ceil(self._store.state.question_seconds(hand))
        people = [hand.players[seat] for seat in hand.round.awaited if is_person(self._store.state, hand, seat)]
        self._remind(people, seconds - seconds // 2)

    def _remind(self, people: Sequence[PlayerId], seconds: int) -> None:
        now = self._timers.now
        asked = {player: now - self._active.get(player, -math.inf) for player in people}
        self._store.services.listener.remind(self._store.state, asked, seconds)

    async def not_shown(self, turn: str, puts: int) -> None:
        """A question could not be shown for long: put a window again, and let the time of anything else begin."""
        hand = self._hand_at(turn)
        if hand is None or self._begun == turn:
            return
        if hand.round.window and puts < WINDOW_PUTS:
            self._store.show(())
            self._timers.later(SHOWN_WITHIN, partial(self.not_shown, turn, puts + 1))
        else:
            log.warning("question not shown", action="its time begins all the same", table=self._store.state.id)
            self._begin(hand)

    async def time_up(self, turn: str) -> None:
        """The usual time is over: go on with the time bank, or let the turn lapse."""
        hand = self._hand_at(turn)
        if hand is None:
            return
        for seat in hand.round.awaited:
            chair = self._store.state.chair_of(hand.players[seat])
            if chair is None or chair.computer:
                continue
            if chair.bank >= 1 and chair.player not in self._on_time_bank:
                self._on_time_bank[chair.player] = self._timers.now + chair.bank
                self._timers.later(chair.bank, partial(self.act_for, turn, seat))
                self._remind([chair.player], int(chair.bank))
                # After that: everybody is told with the next edit, or at once where it is free.
                self._store.show(())
            else:
                await self.act_for(turn, seat)

    async def leave_lesson(self, turn: str) -> None:
        """Let those get up who have left a question of their practice unanswered, so that their table ends."""
        hand = self._hand_at(turn)
        if hand is None:
            return
        for seat in unanswered(self._store.state, hand):
            await self._store.commit(seating.leave(self._store.state, hand.players[seat]))

    async def window_half_over(self, turn: str) -> None:
        """Half of a window is over: nobody is reminded, since who has not answered yet must not show."""
        if self._hand_at(turn) is not None:
            self._remind((), 0)

    async def close_window(self, turn: str) -> None:
        """The time of a window is up: whoever has not answered gets the answer that the rules give for them."""
        if self._hand_at(turn) is not None:
            await self._store.commit(hands.close_window(self._store.state))

    async def act_for_absent(self, turn: str, seat: Seat) -> None:
        """Let the turn of a player lapse who is gone or away, and has not come back in the meantime."""
        hand = self._hand_at(turn)
        if hand is not None and self._is_absent(hand, seat):
            await self.act_for(turn, seat)

    async def act_for(self, turn: str, seat: Seat) -> None:
        """Let the turn of a player lapse who is gone, away, or out of time."""
        hand = self._hand_at(turn)
        if hand is None or seat not in hand.round.awaited:
            return
        most = self._store.state.clock.lapses
        bank_used = hand.players[seat] in self._on_time_bank
        await self._store.commit(hands.lapse(self._store.state, hand, seat, most=most, bank_used=bank_used))

    async def computer_acts(self, turn: str, seat: Seat) -> None:
        """Let a computer player act that has thought long enough."""
        hand, state = self._hand_at(turn), self._store.state
        if hand is None or seat not in hand.round.awaited:
            return
        try:
            action = await self._store.services.computers.choose(state.game, hand.round.view(seat))
        except Exception:
            log.exception(
                "computer player failed", action="it does what the rules do when its time is up", table=state.id
            )
            action = hand.round.lapse(seat)
        await self._store.commit(hands.act(self._store.state, seat, action))
