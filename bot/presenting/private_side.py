"""The private side of a table for one player: their hand, or the last result and the way to be dealt in."""

from __future__ import annotations

from dataclasses import replace

from bot.ledger import hand_number
from bot.messages import TIME_LEFT, Button, Countdown, Message, PlayerId
from bot.presenting.drafts import Draft
from bot.presenting.net import net_text
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_hands import private_hand
from bot.presenting.table_messages import table_title
from bot.wording import Translator
from engine.table.hand import AnyHand
from engine.table.state import Chair, TableState


def hand_of(state: TableState, player: PlayerId) -> AnyHand | None:
    """Return the running hand of a player, none if they are leaving."""
    hand, chair = state.playing, state.chair_of(player)
    dealt_in = hand is not None and hand.seat(player) is not None
    return hand if dealt_in and chair is not None and not chair.leaving else None


def private_side(
    state: TableState,
    player: PlayerId,
    least_stack: int,
    translate: Translator,
    *,
    pause: Countdown | None = None,
    asked: bool = True,
    stays: bool = False,
) -> Draft:
    if hand_of(state, player) is not None:
        return private_hand(state, player, translate, asked=asked, stays=stays)
    message = replace(_without_hand(state, player, least_stack, translate), pane=state.id)
    timed = any(TIME_LEFT in line for line in message.lines)
    return Draft(replace(message, countdown=pause if timed else None))


def _without_hand(state: TableState, player: PlayerId, least_stack: int, translate: Translator) -> Message:
    chair, title = state.chair_of(player), table_title(state, translate)
    result = _result(state, player, translate)
    if chair is None:
        return Message(title, tuple(line for line in (*result, _farewell(state, player, translate)) if line))
    timed = _next(state, chair, least_stack, translate)
    following = translate("private-next-hand") if TIME_LEFT in timed else timed
    return Message(
        title,
        tuple(line for line in (*result, translate("private-stack", stack=chair.stack), timed) if line),
        buttons=_buttons(state, chair, least_stack, translate),
        # What they held is left out where an alert has to have room for what they can do now.
        brief="\n".join(line for line in (*result[:1], following) if line),
    )


def _result(state: TableState, player: PlayerId, translate: Translator) -> tuple[str, ...]:
    hand = state.hand
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None or hand.round.settlement is None:
        return ()
    net = hand.round.settlement[seat]
    held = PRESENTERS[state.game_name].own_result(hand, seat, translate)
    if not net:
        return (translate("private-even", number=hand_number(hand.id)), held)
    return (translate("private-won" if net > 0 else "private-lost", number=hand_number(hand.id), amount=abs(net)), held)


def _farewell(state: TableState, player: PlayerId, translate: Translator) -> str:
    tally = state.tally(player)
    if tally is None:
        return ""
    return translate(
        "private-closed" if state.closed else "private-left", chips=tally.took, net=net_text(tally.net, translate)
    )


def _next(state: TableState, chair: Chair, least_stack: int, translate: Translator) -> str:
    if chair.gets_up:
        hand = state.playing
        seat = None if hand is None else hand.seat(chair.player)
        at_stake = 0 if hand is None or seat is None else hand.round.staked[seat]
        return translate("private-removed" if chair.removed else "private-leaving", staked=at_stake)
    if state.is_broke(chair, least_stack):
        return translate("private-out-of-chips", least=least_stack, practice="yes" if state.practice else "no")
    if chair.out:
        return translate("private-sits-out")
    if state.playing is not None or state.expects_hand(least_stack):
        pauses = state.hand is not None and state.playing is None
        return translate("time-next-hand", time=TIME_LEFT) if pauses else translate("private-next-hand")
    if state.paused is not None:
        return translate("private-paused", name=state.paused.by)
    enough = len(state.ready(least_stack)) >= state.game.fewest
    return translate("private-ready" if enough else "private-waiting")


def _buttons(
    state: TableState, chair: Chair, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    table = f"{state.id}:"
    if chair.removed:
        return ()
    if chair.leaving:
        return ((Button(translate("offer-stay"), "sit back", table, "primary"),),)
    if state.is_broke(chair, least_stack):
        more = Button(translate("button-rebuy"), "rebuy", table, "primary")
        return ((more,),) if state.practice else ((more, Button(translate("button-daily"), "daily", table)),)
    if chair.out:
        return ((Button(translate("button-sit-back"), "sit back", table, "primary"),),)
    return ()
