"""Every table moves within two deadlines while its chat answers, and nobody's time is over before it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.tables.table import Table
from bot.tables.turn_clock import LESSON_SECONDS, SHOWN_WITHIN, is_lesson, unanswered
from engine.play import Seat
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Life

DEADLINES = 2
"""How many times its deadline a table may stand still."""

AT_ODDS = 0.001
"""How many seconds sums of moments may differ because numbers are rounded."""


@dataclass
class _Asked:
    """The question of a running hand, and for how long it has stood."""

    question: tuple[int, str]
    """The number of the hand, and the turn."""

    usual: int
    """The seconds of a turn when it was asked; what an admin changes meanwhile counts for later ones."""

    stood: float = 0.0
    """For how many seconds it stood before ``since``, without the time in which the hand stood still."""

    since: float | None = None
    """Since when its time runs; ``None`` while the hand stands still, or Kiu does."""

    def seconds(self, now: float) -> float:
        """For how long it has stood."""
        return self.stood if self.since is None else self.stood + now - self.since

    def halt(self, now: float) -> None:
        """Its time runs no more."""
        self.stood, self.since = self.seconds(now), None


class TablesMove(Check):
    """No question stands for ever, no next hand is waited for in vain, and nobody's turn is over too soon.

    How long a question has stood is measured from when it was durable, by the clock that never jumps.
    """

    name = "tables move in time"

    def __init__(self) -> None:
        super().__init__()
        self._stands: dict[str, tuple[object, float]] = {}
        """What stood at each table when all was quiet last, and since when."""

        self._states: dict[str, TableState] = {}
        """Every table of this life as it was stored last."""

        self._asked: dict[str, _Asked] = {}
        """What each table asks, or asked when the last life ended."""

        self._too_soon = ""
        """What is wrong, if somebody's time was over before it was."""

    def begun(self, life: Life) -> None:
        super().begun(life)
        tables = life.app.tables
        make = tables._table

        def watched(state: TableState) -> Table:
            table = make(state)
            store = table.store.store

            async def stored(after: TableState, writes: tuple[Any, ...] = (), key: str = "") -> None:
                await store(after, writes, key)
                # What a process does that is being put away counts for nothing.
                if self.life is life:
                    self._moved(table.state)

            table.store.store = stored  # type: ignore[method-assign]
            return table

        tables._table = watched  # type: ignore[method-assign]

    def crashed(self) -> None:
        if self.life is not None:
            for asked in self._asked.values():
                asked.halt(self.now)
        super().crashed()
        self._stands.clear()
        self._states.clear()

    async def ended(self) -> None:
        self._raise_if_too_soon()

    async def started(self) -> None:
        await self.quiet()

    async def quiet(self) -> None:
        assert self.life is not None
        self._raise_if_too_soon()
        for table in self.life.app.tables.all_open():
            self._look_at(table)

    def _raise_if_too_soon(self) -> None:
        # It is noticed in the midst of Kiu, which catches what is raised there.
        if self._too_soon:
            raise self.fail(self._too_soon)

    # --- nothing stands for ever -------------------------------------------------------------------------------

    def _look_at(self, table: Table) -> None:
        assert self.life is not None
        state, hand = table.state, table.state.playing
        answering = self.life.answering(state, min)
        waits = table.store.waits or (state.paused is not None and (hand is None or state.stands_still))
        if waits or answering is None:
            self._stands.pop(state.id, None)
            return
        stands: object
        if hand is not None:
            stands = (hand.id, hand.turn, len(hand.moves))
            banks = [chair.bank for seat in hand.round.awaited if (chair := state.chair_of(hand.players[seat]))]
            deadline = state.question_seconds(hand) + max(banks, default=0.0) + SHOWN_WITHIN
            if is_lesson(state, hand):
                deadline += LESSON_SECONDS
            what = f"question {hand.turn} of hand {hand.id}"
        elif state.running and state.expects_hand(table.store.least_stack) and table.store.quiet_until is None:
            stands = ("next", state.hands_played, len(state.seated), state.sealed and state.sealed.turn)
            # It grows while a beacon does not come that is required, or a chat is full.
            deadline = table._dealing._pause_seconds + SHOWN_WITHIN
            what = f"the pause after {state.hands_played} hands"
        else:
            self._stands.pop(state.id, None)
            return
        before, since = self._stands.get(state.id, (None, self.now))
        if before != stands:
            self._stands[state.id] = stands, self.now
        elif (stood := self.now - max(since, answering)) > DEADLINES * deadline:
            raise self.fail(
                f"table {state.id} does not go on: {what} should last {deadline:.0f} seconds at most, and still runs "
                f"after {stood:.0f}, though its chat answers"
            )

    # --- nobody's time is over before it is --------------------------------------------------------------------

    def _moved(self, state: TableState) -> None:
        """A table has another state, which is durable."""
        before = self._states.get(state.id)
        if before is not None and before.playing is not None:
            self._look_at_lapses(before, before.playing, state)
        self._states[state.id] = state
        hand, asked = state.playing, self._asked.get(state.id)
        if hand is None:
            self._asked.pop(state.id, None)
            return
        question = (hand.id, hand.turn)
        # A restart gives every question its whole time, unless the hand stands still: then what was left is stored.
        anew = before is None and not state.stands_still
        if asked is None or asked.question != question or anew:
            asked = self._asked[state.id] = _Asked(question, state.clock.turn_seconds)
        if state.stands_still:
            asked.halt(self.now)
        elif asked.since is None:
            asked.since = self.now

    def _look_at_lapses(self, before: TableState, hand: AnyHand, after: TableState) -> None:
        """Whatever was done for somebody because their time was over was done after all the time that they had."""
        if after.hand is None or after.hand.id != hand.id:
            return
        asked = self._asked[before.id]
        stood = asked.seconds(self.now)
        for move in after.hand.moves[len(hand.moves) :]:
            had = _seconds_of(before, hand, move.seat, asked.usual)
            if move.by_clock and stood < had - AT_ODDS:
                self._too_soon = self._too_soon or (
                    f"at table {before.id}, {hand.names[move.seat]} ran out of time in hand {hand.id} "
                    f"(question {hand.turn}) after {stood:.1f} seconds, and should have had {had:.1f}"
                )


def _seconds_of(state: TableState, hand: AnyHand, seat: Seat, usual: int) -> float:
    """How long a player has at least for the question that stands; nothing if they are away or do not play on."""
    if hand.round.window:
        # A window that waited for somebody who learns is over soon after they have answered.
        return float(hand.round.window) if not state.practice or unanswered(state, hand) else 0.0
    chair = state.chair_of(hand.players[seat])
    if chair is None or chair.leaving or chair.lapses >= state.clock.lapses:
        return 0.0
    # A time bank of less than a second is not worth telling anybody of.
    return usual + (chair.bank if chair.bank >= 1 else 0.0)
