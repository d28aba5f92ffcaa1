"""What players decide before they are asked, and carrying it out when their turn comes.

A decision is stored with the table, so it outlives a restart, and is shown to nobody. It is carried out in the same
transaction as whatever made it its player's turn, so no state in which that player was asked is ever shown.

A *standing* decision is about windows, and is never carried out: its player is not asked what they do not want to be
asked, and is to everybody else like any player who is silent. If a pass were given for them, the window would close
sooner where their cards make nothing, and show it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Refusal, Request
from bot.messages import PlayerId
from bot.tables import hands, turns
from bot.tables.changes import Change, saved
from bot.tables.state import Chair, Notice, TableState
from engine.play import AdvanceAction, Seat


def decide(state: TableState, request: Request) -> Change:
    """Decide what to do when it is one's turn, or take back that very decision; or what to be asked from now on.

    Raises:
        engine.refusal.Refused: the player has no part in the hand, is asked already, or will not be asked that.
    """
    name = request.word("action").replace("/", "-")
    player, verbs = request.who.id, [each.name for each in state.game.advance_verbs]
    if name not in verbs:
        raise Refusal("unknown-advance", words=", ".join(verbs)) if verbs else Refusal("no-advance")
    if name in [each.name for each in state.game.standing_verbs]:
        return _decide_for_good(state, player, name)
    hand, seat = turns.in_play(state, player, request.question)
    chair = state.chair_of(player)
    if seat in hand.round.awaited:
        raise Refusal("your-turn-now")
    decided = hand.round.advance_action(seat, name)
    if decided is None or chair is None or chair.leaving:
        raise Refusal("advance-not-now")
    if chair.decided == decided:
        after, answer = state.change(player, decided=None), Notice("you-took-back")
    else:
        after, answer = state.change(player, decided=decided), _answer(decided)
    return Change(after, (saved(after),), answer=answer, silent=True)


def _decide_for_good(state: TableState, player: PlayerId, name: str) -> Change:
    """Keep a standing decision, which may be made at any time; the same again changes nothing."""
    after = state.change(player, standing=name)
    return Change(after, (saved(after),), answer=_answer(AdvanceAction(name)), silent=True, own_hand=player)


def _answer(decided: AdvanceAction) -> Notice:
    fields = {"amount": decided.amount} if decided.amount else {}
    return Notice(f"you-advance-{decided.name}", fields)


def carried_out(change: Change) -> Change:
    """A change, and after it what everybody does whose turn comes by it and who has decided in advance."""
    while (due := _due(change.state)) is not None:
        chair, seat, decided = due
        hand = change.state.playing
        assert hand is not None
        acted = hands.act(change.state, seat, hand.round.from_advance(seat, decided))
        acted = turns.answered(acted, chair.player, 0.0)
        change = replace(
            change,
            state=acted.state,
            writes=(*change.writes, *acted.writes),
            notices=(*change.notices, *acted.notices),
            private={**change.private, **acted.private},
        )
    return change


def _due(state: TableState) -> tuple[Chair, Seat, AdvanceAction] | None:
    """The player on turn whose decision still stands, if there is one."""
    hand = state.playing
    if hand is None or hand.round.window or len(hand.round.awaited) != 1:
        return None
    seat = hand.round.awaited[0]
    chair = state.chair_of(hand.players[seat])
    if chair is None or chair.leaving or chair.decided is None:
        return None
    stands = hand.round.advance_action(seat, chair.decided.name) == chair.decided
    return (chair, seat, chair.decided) if stands else None
