"""Turns: whether a player may act now, and how."""

from __future__ import annotations

from engine.play import Options, Seat
from engine.refusal import Refused
from engine.table.hand import AnyHand
from engine.table.players import PlayerId
from engine.table.state import TableState


def options(state: TableState, player: PlayerId, question: str) -> Options:
    """Return the moves that the rules allow a player now.

    ``question`` is that of a button, empty for a typed line; refused if the player is not asked.
    """
    if state.chair_of(player) is None:
        raise Refused("not-seated")
    hand, seat = in_play(state, player, question)
    offered = hand.round.options(seat)
    if not offered:
        raise hand.round.not_asked(seat)
    return offered


def in_play(state: TableState, player: PlayerId, question: str) -> tuple[AnyHand, Seat]:
    """Refuse a button that is not for the present question."""
    hand = state.playing
    if hand is None:
        raise Refused("no-hand-now")
    seat = hand.seat(player)
    if seat is None:
        raise Refused("not-dealt-in")
    if state.stands_still and state.paused is not None:
        raise Refused("table-paused", name=state.paused.by)
    if question and question != hand.turn:
        if seat in hand.round.awaited:
            raise Refused("stale-turn")
        raise Refused("stale-button")
    return hand, seat
