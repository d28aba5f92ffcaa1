"""The clock of a running hand: reminders, lapsed turns, and the end of windows.

Time begins when a question is shown, so that a slow platform costs nobody any.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import structlog

from bot.tables import hands
from bot.tables.stopping import QuestionTime
from bot.tables.store import TableStore
from bot.tables.timers import TableTimers
from engine.play import Seat
from engine.table import seating
from engine.table.hand import AnyHand
from engine.table.players import PlayerId
from engine.table.state import TableState

log = structlog.get_logger()

SHOWN_WITHIN = 30.0
"""The most seconds that a question waits to be shown, so that no outage stops a game."""

LESSON_SECONDS = 3600.0
"""The seconds after which an unanswered practice question makes its player get up."""


def is_person(state: TableState, hand: AnyHand, seat: Seat) -> bool:
    chair = state.chair_of(hand.players[seat])
    return chair is not None and not chair.computer and not chair.leaving


def has_clock(state: TableState, hand: AnyHand) -> bool:
    """True if the present question has a clock: a window, or one put to a person."""
    asks = bool(hand.round.window) or any(is_person(state, hand, seat) for seat in hand.round.awaited)
    return asks and not state.stands_still and not is_lesson(state, hand)


def is_lesson(state: TableState, hand: AnyHand) -> bool:
    """True if the asked player learns, in practice alone or in a first hand there, without a clock."""
    if not state.practice:
        return False
    asked = unanswered(state, hand)
    tallies = [state.tally(hand.players[seat]) for seat in asked]
    return bool(asked) and (len(state.people) == 1 or any(tally is None or not tally.hands for tally in tallies))


def unanswered(state: TableState, hand: AnyHand) -> list[Seat]:
    """The asked people without an answer; in a window, an answer may still change."""
    answered = {move.seat for move in hand.moves if move.question == hand.round.question}
    return [seat for seat in hand.round.awaited if seat not in answered and is_person(state, hand, seat)]


class TimeLeft(NamedTuple):
    seconds: float
    on_time_bank: frozenset[PlayerId] = frozenset()


class TurnClock:
    """The clock of a hand's questions; its jobs ignore later ones."""

    def __init__(self, store: TableStore, timers: TableTimers) -> None:
        self._store = store
        self._timers = timers
        self._on_time_bank: dict[PlayerId, float] = {}
        """The end of each running time bank."""

        self._begun = ""

        self._lesson = ""
        """The question without a clock, since somebody learns."""

        self._active: dict[PlayerId, float] = {}

        self._since = timers.now

    def run(self, hand: AnyHand) -> None:
        rules, turn = self._store.state.clock, hand.turn
        if self._timers.begin(turn):
            self._on_time_bank.clear()
            self._begun = ""
            self._let_computers_think(hand, rules.computer_seconds)
            if self._store.services.listener.shows(self._store.state.place):
                self._timers.later(SHOWN_WITHIN, partial(self.not_shown, turn))
            else:
                self._begin(hand)
        elif self._lesson == turn and not is_lesson(self._store.state, hand):
            self._end_lesson(hand)

    def shown(self, turn: str) -> None:
        """Begin the time of a question that is shown and still stands."""
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
        self._lesson = ""
        if unanswered(self._store.state, hand):
            self._begin(hand)
        elif hand.round.window:
            # Computer players have answered by then.
            self._timers.later(self._store.state.clock.computer_seconds, partial(self.close_window, hand.turn))

    def forget(self, player: PlayerId) -> None:
        self._active.pop(player, None)

    def time_left(self, turn: str) -> TimeLeft | None:
        """The time left of a question; ``None`` if it does not run."""
        hand = self._hand_at(turn)
        if hand is None or self._begun != turn or self._lesson == turn:
            return None
        ends = {seat: self._on_time_bank.get(hand.players[seat]) for seat in hand.round.awaited}
        banks = [end - self._timers.now for end in ends.values() if end is not None]
        usual = self._store.state.question_seconds(hand) - self._timers.elapsed
        return TimeLeft(max([usual, *banks, 0.0]), frozenset(self._on_time_bank))

    def acted(self, player: PlayerId) -> None:
        self._active[player] = self._timers.now

    def silent_for(self, player: PlayerId) -> float:
        """The seconds since a player's last action."""
        return self._timers.now - self._active.get(player, self._since)

    def time_bank_used(self, player: PlayerId) -> float:
        hand = self._store.state.playing
        if hand is None or player not in self._on_time_bank:
            return 0.0
        return self._timers.elapsed - self._store.state.question_seconds(hand)

    @property
    def question_time(self) -> QuestionTime | None:
        """The time of the present question, for a pause; ``None`` without a hand."""
        hand = self._store.state.playing
        if hand is None:
            return None
        left = self._store.state.question_seconds(hand)
        if self._begun == hand.turn:
            left -= self._timers.elapsed
        return QuestionTime(left, {player: self.time_bank_used(player) for player in self._on_time_bank})

    def _let_computers_think(self, hand: AnyHand, seconds: float) -> None:
        for seat in hand.round.awaited:
            chair = self._store.state.chair_of(hand.players[seat])
            if chair is not None and chair.computer:
                self._timers.later(seconds, partial(self.computer_acts, hand.turn, seat))

    # --- jobs --------------------------------------------------------------------------------------------------

    def _hand_at(self, turn: str) -> AnyHand | None:
        hand = self._store.state.playing
        return hand if hand is not None and hand.turn == turn and not self._store.state.stands_still else None

    async def remind(self, turn: str) -> None:
        """Remind the asked people after half of a turn."""
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

    async def not_shown(self, turn: str) -> None:
        """Let the time of an unseen question begin."""
        hand = self._hand_at(turn)
        if hand is not None and self._begun != turn:
            log.warning("question not shown", action="its time begins all the same", table=self._store.state.id)
            self._begin(hand)

    async def time_up(self, turn: str) -> None:
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
                # Everybody is told with the next edit, or at once where it is free.
                self._store.show(())
            else:
                await self.act_for(turn, seat)

    async def leave_lesson(self, turn: str) -> None:
        """Let learners get up who left a question unanswered, so that their table ends."""
        hand = self._hand_at(turn)
        if hand is None:
            return
        for seat in unanswered(self._store.state, hand):
            await self._store.commit(seating.leave(self._store.state, hand.players[seat]))

    async def window_half_over(self, turn: str) -> None:
        """Pass half of a window without a reminder, which would show who has not answered."""
        if self._hand_at(turn) is not None:
            self._remind((), 0)

    async def close_window(self, turn: str) -> None:
        """Close a window; missing answers are those of the rules."""
        if self._hand_at(turn) is not None:
            await self._store.commit(hands.close_window(self._store.state))

    async def act_for(self, turn: str, seat: Seat) -> None:
        hand = self._hand_at(turn)
        if hand is None or seat not in hand.round.awaited:
            return
        most = self._store.state.clock.lapses
        bank_used = hand.players[seat] in self._on_time_bank
        await self._store.commit(hands.lapse(self._store.state, hand, seat, most=most, bank_used=bank_used))

    async def computer_acts(self, turn: str, seat: Seat) -> None:
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
