"""Every table moves within two deadlines while its chat answers, and nobody's time is over before it is."""

from __future__ import annotations

from bot.tables.state import AnyHand
from bot.tables.table import Table
from bot.tables.turn_clock import SHOWN_WITHIN, WINDOW_PUTS
from simulation.checks.check import Check
from simulation.checks.observed import verb_of
from simulation.checks.stored import journal_of, read

DEADLINES = 2
"""How many times its deadline a table may stand still."""

AT_ODDS = 0.01
"""How many seconds moments may differ that are stored in microseconds."""


class TablesMove(Check):
    """No question stands for ever, no next hand is waited for in vain, and no turn lapses too soon."""

    name = "tables move in time"

    def __init__(self) -> None:
        super().__init__()
        self._stands: dict[str, tuple[object, float]] = {}
        """What stood at each table when all was quiet last, and since when."""

        self._ahead: float | None = None
        """By how many seconds the wall clock is ahead of the monotonic one."""

        self._jumped: dict[str, float] = {}
        """By how much the wall clock has jumped since the last line of the journal of each table was looked at."""

        self._lines: dict[str, int] = {}
        """How many lines of the journal of each table were looked at."""

        self._paused: set[int] = set()
        """The hands in which the clock stood still for a while, so that less than the usual time may be left."""

    def crashed(self) -> None:
        super().crashed()
        self._stands.clear()
        # What happens until the next quiet moment may be by another clock.
        self._ahead = None
        self._lines.clear()

    async def ended(self) -> None:
        self.crashed()

    async def started(self) -> None:
        await self.quiet()

    async def quiet(self) -> None:
        assert self.life is not None
        self._look_at_clocks()
        for table in self.life.app.tables.all_open():
            self._look_at(table)
            await self._look_at_lapses(table)

    def _look_at_clocks(self) -> None:
        assert self.life is not None
        ahead = self.life.clock.utc().timestamp() - self.now
        jumped = 0.0 if self._ahead is None else ahead - self._ahead
        self._ahead = ahead
        for table in self.life.app.tables.all_open():
            self._jumped[table.state.id] = self._jumped.get(table.state.id, 0.0) + jumped

    def _look_at(self, table: Table) -> None:
        assert self.life is not None
        state, hand = table.state, table.state.playing
        answering = self.life.answering_since(state.place)
        waits = table._store.waits or (state.paused is not None and (hand is None or state.stands_still))
        if waits or answering is None:
            self._stands.pop(state.id, None)
            return
        stands: object
        if hand is not None:
            stands = (hand.id, hand.turn, len(hand.moves))
            banks = [chair.bank for seat in hand.round.awaited if (chair := state.chair_of(hand.players[seat]))]
            deadline = state.question_seconds(hand) + max(banks, default=0.0) + SHOWN_WITHIN
            if hand.round.window:
                deadline += SHOWN_WITHIN * WINDOW_PUTS
        elif state.running and state.expects_hand(table._store.least_stack) and table._store.quiet_until is None:
            stands = ("next", state.hands_played, len(state.seated), state.sealed and state.sealed.turn)
            deadline = table._store.settings.tables.pause_seconds + SHOWN_WITHIN
        else:
            self._stands.pop(state.id, None)
            return
        before, since = self._stands.get(state.id, (None, self.now))
        if before != stands:
            self._stands[state.id] = stands, self.now
        elif self.now - max(since, answering) > DEADLINES * deadline:
            raise self.fail(
                f"table {state.id} stands still for {self.now - since:.0f} seconds, "
                f"its deadline is {deadline:.0f}: {stands}"
            )

    async def _look_at_lapses(self, table: Table) -> None:
        """The time of a question is never over before it has begun and run out, whatever the wall clock does."""
        assert self.life is not None
        state = table.state
        if state.hand is not None and (state.paused is not None or state.resumed is not None):
            self._paused.add(state.hand.id)
        if state.seq == self._lines.get(state.id):
            return
        lines = await read(self.life.app.ledger, lambda connection: journal_of(connection, state.id))
        jumped = self._jumped.get(state.id, 0.0)
        first = self._lines.get(state.id, len(lines))
        if jumped and len(lines) > first + 1:
            # Nobody knows between which of them the clock has jumped.
            first = len(lines)
        for number, line in enumerate(lines[first:], first):
            if not line.text.startswith("lapse ") or line.hand in self._paused:
                continue
            if any(each.actor == line.actor and each.text.startswith("sit ") for each in lines[first:]):
                # They were away, or wanted to be, so that nothing was waited for.
                continue
            # Whoever gets up, or hands the table over, puts no other question.
            before = next((each for each in reversed(lines[:number]) if _is_of_hand(each.text)), None)
            if before is None or before.hand != line.hand:
                continue
            seconds = (line.at - before.at) / 1e6 - (jumped if number == first else 0.0)
            self._look_at_lapse(state.hand, line.hand, line.actor, seconds, table)
        self._lines[state.id], self._jumped[state.id] = state.seq, 0.0

    def _look_at_lapse(
        self, hand: AnyHand | None, number: int | None, actor: str, seconds: float, table: Table
    ) -> None:
        chair = table.state.chair_of(actor)
        if hand is None or hand.id != number or chair is None:
            return
        absent = chair.leaving or chair.removed or chair.computer or chair.lapses > table.state.clock.lapses
        if not absent and chair.lapses <= 1 and seconds < table.state.clock.turn_seconds - AT_ODDS:
            raise self.fail(
                f"the turn of {chair.name} lapsed in hand {number} after {seconds:.1f} seconds of "
                f"{table.state.clock.turn_seconds}"
            )


def _is_of_hand(line: str) -> bool:
    """Whether a line of the journal has moved the hand, and not only the seats or the table."""
    return line == "close" or bool(verb_of(line.removeprefix("lapse ")))
