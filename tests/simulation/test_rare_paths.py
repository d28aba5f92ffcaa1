"""Faults that show only after several rare things in a row: the evenings of a few seeds meet each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.ledger import STACK
from bot.tables import hands, resume, stopping, stored
from bot.tables.table import Table
from engine.table import seating
from engine.table.changes import Change
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.scenario_evenings import first_broken

Patch = pytest.MonkeyPatch
SEEDS = (1, 2, 3)
"""Each has twelve evenings of about a second of processor."""


def last_hand_keeps_the_chips_of_whoever_leaves(patch: Patch) -> None:
    transfers = stored.transfers

    def kept(before: TableState, after: TableState) -> list[Any]:
        leaving = [chair.player for chair in before.seated if chair.leaving and before.closing and after.closed]
        return [each for each in transfers(before, after) if each.source.kind != STACK or each.actor not in leaving]

    patch.setattr(stored, "transfers", kept)


def _not_sent_away(patch: Patch, while_: Callable[[TableState], bool]) -> None:
    send_away = Table.send_away

    async def kept(table: Table, player: str, told: Any) -> None:
        if not while_(table.state):
            await send_away(table, player, told)

    patch.setattr(Table, "send_away", kept)


def ban_while_a_hand_stands_still_frees_no_seat(patch: Patch) -> None:
    _not_sent_away(patch, lambda state: state.stands_still)


def ban_in_a_window_frees_no_seat(patch: Patch) -> None:
    _not_sent_away(patch, lambda state: state.playing is not None and bool(state.playing.round.window))


def hand_called_off_while_it_stands_still_keeps_a_stake(patch: Patch) -> None:
    called_off = stopping.called_off

    def kept(state: TableState, *args: Any, **named: Any) -> Change:
        change = called_off(state, *args, **named)
        here = [chair for chair in state.seated if state.stands_still and change.state.chair_of(chair.player)]
        staked = [chair for chair in here if change.state.change(chair.player, stack=chair.stack) != change.state]
        return replace(change, state=change.state.change(staked[0].player, stack=staked[0].stack)) if staked else change

    patch.setattr(stopping, "called_off", kept)


def restart_forgets_that_a_table_closes(patch: Patch) -> None:
    restored = stored.restored
    patch.setattr(resume, "restored", lambda *args: replace(restored(*args), closing=False))


def restart_forgets_that_a_hand_stood_still(patch: Patch) -> None:
    restored = stored.restored
    patch.setattr(resume, "restored", lambda *args: replace(restored(*args), stood_still=0))


def restart_in_a_window_forgets_who_leaves(patch: Patch) -> None:
    with_hand = hands.with_hand

    def forgotten(state: TableState, hand: AnyHand) -> TableState:
        after = with_hand(state, hand)
        chairs = tuple(chair and replace(chair, leaving=False) for chair in after.chairs)
        return replace(after, chairs=chairs) if hand.round.window else after

    patch.setattr(hands, "with_hand", forgotten)


def rebuy_at_a_closing_table_is_lost(patch: Patch) -> None:
    rebuy = seating.rebuy

    def lost(state: TableState, player: str, *more: Any) -> Change:
        change, chair = rebuy(state, player, *more), state.chair_of(player)
        assert chair is not None
        return replace(change, state=change.state.change(player, stack=chair.stack)) if state.closing else change

    patch.setattr(seating, "rebuy", lost)


FAULTS = (
    *(last_hand_keeps_the_chips_of_whoever_leaves, rebuy_at_a_closing_table_is_lost),
    *(ban_while_a_hand_stands_still_frees_no_seat, ban_in_a_window_frees_no_seat),
    *(hand_called_off_while_it_stands_still_keeps_a_stake, restart_in_a_window_forgets_who_leaves),
    *(restart_forgets_that_a_table_closes, restart_forgets_that_a_hand_stood_still),
)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_rare_fault_shows_within_a_few_evenings(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    assert any(first_broken(seed) for seed in SEEDS)
