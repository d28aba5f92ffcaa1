"""What a player may do in the hand being played, and doing it."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.messages import PlayerId
from bot.tables import hands
from bot.tables.changes import Change
from bot.tables.state import Hand, TableState
from engine import notation
from engine.play import Options, Seat


def play(state: TableState, request: Request) -> Change:
    """Carry out an action of the game, typed or pressed.

    Raises:
        engine.refusal.Refused: the player has no part in the hand, or the rules do not allow the action now.
    """
    action = notation.action(request.command.name, state.game.verbs, request.amount("amount"), request.word("choice"))
    _, seat = _in_play(state, request.who.id, request.question)
    return hands.act(state, seat, action)


def options(state: TableState, player: PlayerId, question: str) -> Options:
    """What the rules of the game let a player do now; nothing is done.

    Args:
        state: the table.
        player: who asks.
        question: the one that a button was made for; empty for a typed line.

    Raises:
        engine.refusal.Refused: nothing is asked of the player, or not any more.
    """
    if state.chair_of(player) is None:
        raise Refusal("not-seated")
    hand, seat = _in_play(state, player, question)
    offered = hand.round.options(seat)
    if not offered:
        raise hand.round.not_asked(seat)
    return offered


def _in_play(state: TableState, player: PlayerId, question: str) -> tuple[Hand, Seat]:
    """The hand being played and the player's seat in it, if a button made for ``question`` is not stale."""
    hand = state.playing
    if hand is None:
        raise Refusal("no-hand-now")
    seat = hand.seat(player)
    if seat is None:
        raise Refusal("not-dealt-in")
    if question and question != hand.turn:
        raise Refusal("stale-button")
    return hand, seat
