"""Faults that let a table stand still, or somebody's time be over too soon."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from bot.tables import resume, stored
from bot.tables.dealing import Dealing
from bot.tables.table import Table
from bot.tables.timers import TableTimers
from bot.tables.turn_clock import TurnClock
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.planted_faults.planted_fault import Patch, Planted

planted = Planted()
MOVES = "tables move in time"


@planted(7, MOVES, 15)
def deadline_not_set_after_a_restart(patch: Patch) -> None:
    """After a restart the question of a running hand has no deadline, until something else happens."""
    resume = Table.resume

    def without_timers(table: Table, notices: Any) -> None:
        resume(table, notices)
        table._timers.stop()

    patch.setattr(Table, "resume", without_timers)
    shown = Table.shown

    def not_begun(table: Table, turn: str) -> None:
        if table._timers.run_for(turn):
            shown(table, turn)

    patch.setattr(Table, "shown", not_begun)


@planted(7, MOVES, 40)
def restart_in_a_pause_leaves_too_little_time(patch: Patch) -> None:
    """After a restart, a question that stood still goes on with the least time that there is."""
    restored, restarted = stored.restored, set[str]()

    def noted(*args: Any) -> TableState:
        state = restored(*args)
        restarted.add(state.id)
        return state

    usual: property = vars(TableState)["going_on"]

    def hurried(state: TableState) -> TableState:
        after: TableState = usual.__get__(state)
        hurries = state.id in restarted and after.resumed is not None
        return replace(after, resumed=(after.resumed[0], 1.0)) if hurries and after.resumed else after

    patch.setattr(resume, "restored", noted)
    patch.setattr(TableState, "going_on", property(hurried))


@planted(7, MOVES, 6)
def turns_never_lapse(patch: Patch) -> None:
    """Whoever does not act is waited for as long as they like."""

    async def nothing(clock: TurnClock, turn: str) -> None:
        return None

    patch.setattr(TurnClock, "time_up", nothing)


@planted(7, MOVES, 10, game="koo-kiew")
def windows_never_close(patch: Patch) -> None:
    """A window stays open until everybody has answered."""

    async def nothing(clock: TurnClock, turn: str) -> None:
        return None

    patch.setattr(TurnClock, "close_window", nothing)


@planted(7, MOVES, 6, game="koo-kiew")
def window_closes_at_half_its_time(patch: Patch) -> None:
    """A window is closed as soon as half of its time is over."""
    patch.setattr(TurnClock, "window_half_over", TurnClock.close_window)


@planted(7, MOVES, 6)
def time_bank_not_given(patch: Patch) -> None:
    """When the usual time is over a turn lapses, whatever is left in the time bank of its player."""

    async def lapse_at_once(clock: TurnClock, turn: str) -> None:
        hand = clock._hand_at(turn)
        for seat in () if hand is None else hand.round.awaited:
            await clock.act_for(turn, seat)

    patch.setattr(TurnClock, "time_up", lapse_at_once)


@planted(7, MOVES, 6)
def next_hand_never_comes(patch: Patch) -> None:
    """No timer is set for the pause between two hands."""
    patch.setattr(Dealing, "run_pause", lambda dealing: None)


@planted(7, f"{MOVES} | no unexpected errors in the log", 12)
def computers_never_act(patch: Patch) -> None:
    """Computer players think for ever."""
    patch.setattr(TurnClock, "_let_computers_think", lambda clock, hand, seconds: None)


@planted(7, MOVES, 12)
def timer_of_an_old_question_fires(patch: Patch) -> None:
    """A timer that was set for an earlier question counts for the present one, and none is ever stopped."""

    def any_question(clock: TurnClock, turn: str) -> AnyHand | None:
        return clock._store.state.playing

    patch.setattr(TurnClock, "_hand_at", any_question)
    patch.setattr(TableTimers, "stop", lambda timers: timers._timers.clear())


@planted(24, MOVES, 40)
def clock_jump_lets_turns_lapse(patch: Patch) -> None:
    """The time of a question is measured by the wall clock."""
    began: dict[str, float] = {}
    begin, run = TurnClock._begin, Table._carry_out

    def begun(clock: TurnClock, hand: AnyHand) -> None:
        began[f"{clock._store.state.id}:{hand.id}:{hand.turn}"] = clock._store.now.timestamp()
        begin(clock, hand)

    async def looked(table: Table, request: Any) -> Any:
        state = table.state
        hand = state.playing
        if hand is not None and not hand.round.window:
            since = began.get(f"{state.id}:{hand.id}:{hand.turn}")
            if since is not None and table.store.now.timestamp() - since > state.question_seconds(hand):
                table.clock._timers.at_once(partial(table.clock.act_for, hand.turn, hand.round.awaited[0]))
        return await run(table, request)

    patch.setattr(TurnClock, "_begin", begun)
    patch.setattr(Table, "_carry_out", looked)
