"""What a table does by itself while a hand is played: it reminds players, lets turns lapse, and closes windows."""

from __future__ import annotations

from functools import partial

import structlog

from bot.messages import PlayerId
from bot.tables import hands, turns
from bot.tables.state import AnyHand, TableState
from bot.tables.store import TableStore
from bot.tables.timers import TableTimers
from engine.play import Seat

log = structlog.get_logger()


def is_person(state: TableState, hand: AnyHand, seat: Seat) -> bool:
    """Whether a seat of a hand is still held by a person."""
    chair = state.chair_of(hand.players[seat])
    return chair is not None and not chair.computer and not chair.leaving


class TurnClock:
    """The clock of the questions that a hand asks.

    Each job names the turn it was set for, and does nothing if another question stands by then.
    """

    def __init__(self, store: TableStore, timers: TableTimers) -> None:
        self._store = store
        self._timers = timers
        self._on_time_bank: set[PlayerId] = set()

    def run(self, hand: AnyHand) -> None:
        """Set the timers for the question that a hand asks now."""
        state, rules, turn = self._store.state, self._store.settings.tables, hand.turn
        if self._timers.begin(turn):
            self._on_time_bank.clear()
            self._let_computers_think(hand, rules.computer_seconds)
            if hand.round.window:
                self._timers.later(hand.round.window, partial(self.close_window, turn))
            elif any(is_person(state, hand, seat) for seat in hand.round.awaited):
                self._timers.later(rules.turn_seconds / 2, partial(self.remind, turn))
                self._timers.later(rules.turn_seconds, partial(self.time_up, turn))
        if not hand.round.window:
            self._act_for_the_absent(hand, rules.lapses)

    def time_bank_used(self, player: PlayerId) -> float:
        """How many seconds of the time bank a player has used for the present question."""
        if player not in self._on_time_bank:
            return 0.0
        return self._timers.elapsed - self._store.settings.tables.turn_seconds

    def _let_computers_think(self, hand: AnyHand, seconds: float) -> None:
        """Let the computer players who are asked answer after a while."""
        for seat in hand.round.awaited:
            chair = self._store.state.chair_of(hand.players[seat])
            if chair is not None and chair.computer:
                self._timers.later(seconds, partial(self.computer_acts, hand.turn, seat))

    def _act_for_the_absent(self, hand: AnyHand, lapses: int) -> None:
        """Act at once for whoever is on turn and is gone or away.

        In a window nothing is done for them before its end: when they answer must not show who they are.
        """
        for seat in hand.round.awaited:
            chair = self._store.state.chair_of(hand.players[seat])
            if chair is None or chair.leaving or chair.lapses >= lapses:
                self._timers.at_once(partial(self.act_for, hand.turn, seat))

    # --- jobs --------------------------------------------------------------------------------------------------

    def _hand_at(self, turn: str) -> AnyHand | None:
        """The hand, if the question of that turn still stands."""
        hand = self._store.state.playing
        return hand if hand is not None and hand.turn == turn else None

    async def remind(self, turn: str) -> None:
        """Half of a turn is over: tell the people who are asked."""
        hand = self._hand_at(turn)
        if hand is None:
            return
        seconds = self._store.settings.tables.turn_seconds
        for seat in hand.round.awaited:
            if is_person(self._store.state, hand, seat):
                self._remind_player(hand.players[seat], seconds - seconds // 2)

    def _remind_player(self, player: PlayerId, seconds: int) -> None:
        self._store.services.listener.remind(self._store.state, player, seconds)

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
                self._on_time_bank.add(chair.player)
                self._timers.later(chair.bank, partial(self.act_for, turn, seat))
                self._remind_player(chair.player, int(chair.bank))
            else:
                await self.act_for(turn, seat)

    async def close_window(self, turn: str) -> None:
        """The time of a window is up: whoever has not answered gets the answer that the rules give for them."""
        if self._hand_at(turn) is not None:
            await self._store.commit(hands.close_window(self._store.state))

    async def act_for(self, turn: str, seat: Seat) -> None:
        """Let the turn of a player lapse who is gone, away, or out of time."""
        hand = self._hand_at(turn)
        if hand is None or seat not in hand.round.awaited:
            return
        most = self._store.settings.tables.lapses
        bank_used = hand.players[seat] in self._on_time_bank
        await self._store.commit(turns.lapse(self._store.state, hand, seat, most=most, bank_used=bank_used))

    async def computer_acts(self, turn: str, seat: Seat) -> None:
        """Let a computer player act that has thought long enough."""
        hand, state = self._hand_at(turn), self._store.state
        if hand is None or seat not in hand.round.awaited:
            return
        try:
            action = await self._store.services.computers.choose(state.game, hand.round.view(seat))
        except Exception:
            log.exception("computer player failed", table=state.id)
            action = hand.round.lapse(seat)
        await self._store.commit(hands.act(self._store.state, seat, action))
