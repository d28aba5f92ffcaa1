"""Turns of a hand: acting, deciding in advance, and what is done for players who do not answer."""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Refusal, Request
from bot.messages import PlayerId
from bot.tables import hands
from bot.tables.changes import Change, Played, saved
from bot.tables.state import AnyHand, Chair, Notice, TableState
from engine import notation
from engine.play import LEAVE, AdvanceAction, Options, Seat


def play(state: TableState, request: Request) -> Change:
    """Carry out an action of the game, typed or pressed.

    Raises:
        engine.refusal.Refused: the player has no part in the hand, or the rules do not allow the action now.
    """
    action = notation.action(request.command.name, state.game.verbs, request.amount("amount"), request.word("choice"))
    hand, seat = in_play(state, request.who.id, request.question)
    change = hands.act(state, seat, action)
    after = change.state.hand
    assert after is not None
    played = Played(state.game_name, hand, seat, action, after.events[len(hand.events) :])
    return replace(change, done=played)


def ask_about_last_chip(change: Change) -> None:
    """Ask whoever pressed a button once more, if it commits all the chips that they have left.

    Raises:
        Refusal: it does; nothing is done.
    """
    done, after = change.done, change.state.hand
    if not isinstance(done, Played) or after is None:
        return
    left = done.hand.stacks[done.seat] - done.hand.round.staked[done.seat]
    # A bid that is sealed lies in no pot yet.
    committed = max(after.round.staked[done.seat] - done.hand.round.staked[done.seat], done.action.amount)
    if left and committed >= left:
        raise Refusal("confirm-all-in", amount=left)


def options(state: TableState, player: PlayerId, question: str) -> Options:
    """Return what the rules of the game let a player do now; nothing is done.

    Args:
        question: the one that a button was made for; empty for a typed line.

    Raises:
        engine.refusal.Refused: nothing is asked of the player, or not any more.
    """
    if state.chair_of(player) is None:
        raise Refusal("not-seated")
    hand, seat = in_play(state, player, question)
    offered = hand.round.options(seat)
    if not offered:
        raise hand.round.not_asked(seat)
    return offered


def in_play(state: TableState, player: PlayerId, question: str) -> tuple[AnyHand, Seat]:
    """The hand being played and the player's seat in it, if a button made for ``question`` is not stale."""
    hand = state.playing
    if hand is None:
        raise Refusal("no-hand-now")
    seat = hand.seat(player)
    if seat is None:
        raise Refusal("not-dealt-in")
    if state.stands_still and state.paused is not None:
        raise Refusal("table-paused", name=state.paused.by)
    if question and question != hand.turn:
        if seat in hand.round.awaited:
            raise Refusal("stale-turn")
        raise Refusal("stale-button")
    return hand, seat


def lapse(state: TableState, hand: AnyHand, seat: Seat, *, most: int, bank_used: bool) -> Change:
    """Let the turn of somebody lapse who is gone, away, or out of time.

    Args:
        most: after how many turns in a row that lapsed somebody sits out.
        bank_used: whether the time bank is used up as well.
    """
    player = hand.players[seat]
    chair = state.chair_of(player)
    if chair is None or chair.leaving:
        return hands.act(state, seat, LEAVE)
    change = hands.act(state, seat, hand.round.lapse(seat), lapsed=True)
    after, notices = change.state, change.notices
    if after.chair_of(player) is not None:
        lapses = chair.lapses + 1
        out = chair.out or lapses >= most
        after = after.change(player, lapses=lapses, out=out, bank=0.0 if bank_used else chair.bank)
        if out and not chair.out:
            notices = (*notices, Notice("was-sat-out", {"name": chair.name}))
    return Change(after, change.writes if after.closed else (*change.writes, saved(after)), notices)


def answered(change: Change, player: PlayerId, bank_used: float) -> Change:
    """After an action of a player's own: no lapse counts any more, and the extra seconds come off the time bank.

    Args:
        change: what the action did.
        player: who has acted.
        bank_used: how many seconds of the time bank were used.
    """
    chair = change.state.chair_of(player)
    if chair is None:
        return change
    bank = max(0.0, chair.bank - bank_used)
    if not chair.lapses and bank == chair.bank:
        return change
    after = change.state.change(player, lapses=0, bank=bank)
    return replace(change, state=after, writes=(*change.writes, saved(after)))


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
    hand, seat = in_play(state, player, request.question)
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
        acted = answered(acted, chair.player, 0.0)
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
