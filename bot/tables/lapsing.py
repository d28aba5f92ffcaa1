"""What the group does for players who do not answer, and what becomes of their time."""

from __future__ import annotations

from dataclasses import replace

from bot.messages import PlayerId
from bot.tables import hands
from bot.tables.changes import Change, saved
from bot.tables.state import Hand, Note, TableState
from engine.play import LEAVE, Seat


def lapse(state: TableState, hand: Hand, seat: Seat, *, most: int, bank_used: bool) -> Change:
    """Let the turn of somebody lapse who is gone, away, or out of time.

    Args:
        state: the table.
        hand: the hand that is being played there.
        seat: whose turn lapses.
        most: after how many turns in a row that lapsed somebody sits out.
        bank_used: whether the extra seconds are used up as well.
    """
    player = hand.players[seat]
    chair = state.chair_of(player)
    if chair is None or chair.leaving:
        return hands.act(state, seat, LEAVE)
    change = hands.act(state, seat, hand.round.lapse(seat), lapsed=True)
    after, notes = change.state, change.notes
    if after.chair_of(player) is not None:
        lapses = chair.lapses + 1
        out = chair.out or lapses >= most
        after = after.change(player, lapses=lapses, out=out, bank=0.0 if bank_used else chair.bank)
        if out and not chair.out:
            notes = (*notes, Note("was-sat-out", {"name": chair.name}))
    return Change(after, change.writes if after.closed else (*change.writes, saved(after)), notes)


def answered(change: Change, player: PlayerId, bank_used: float) -> Change:
    """After an action of a player's own: he is here, and what he took longer comes off his extra seconds.

    Args:
        change: what the action did.
        player: who has acted.
        bank_used: how many extra seconds he took.
    """
    chair = change.state.chair_of(player)
    if chair is None:
        return change
    bank = max(0.0, chair.bank - bank_used)
    if not chair.lapses and bank == chair.bank:
        return change
    after = change.state.change(player, lapses=0, bank=bank)
    return replace(change, state=after, writes=(*change.writes, saved(after)))
