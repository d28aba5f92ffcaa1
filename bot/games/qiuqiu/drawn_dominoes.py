"""QiuQiu as a page draws it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.games.qiuqiu.hand_words import group_values, label_text, so_far_text
from bot.presenting.drawn_hand import DrawnHand, DrawnMoment, DrawnPot, DrawnSeat, OwnCards
from bot.wording import Translator
from engine.play import Event, Seat
from engine.qiuqiu import events as happened
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from engine.table.hand import TableHand

NINE_NINE = "9-9"


def drawn(
    hand: TableHand[QiuQiuView], viewer: Seat | None, moment: DrawnMoment | None, translate: Translator
) -> DrawnHand:
    view, events = hand.round.view(viewer), hand.events
    awarded = [event for event in events if isinstance(event, happened.Awarded)]
    winners = {seat for event in awarded for seat, _ in event.shares}
    showed = {event.seat: event for event in events if isinstance(event, happened.Showed)}
    alone = [event for event in events if isinstance(event, happened.Uncontested)]
    over = view.settlement is not None
    return DrawnHand(
        seats=tuple(_seat(view, seat, showed.get(seat), events, translate) for seat in range(len(hand.names))),
        middle={
            "pot": sum(view.staked) + view.carried_in if over else view.pot,
            "pots": [] if over else _pots(hand, view),
            "round": view.street,
            "rounds": view.streets,
        },
        own=None if viewer is None else _own(view, translate),
        showing=tuple(sorted(showed, key=lambda seat: seat in winners)) if over else (),
        won=(
            *(DrawnPot(event.amount, tuple(seat for seat, _ in event.shares)) for event in awarded),
            *(DrawnPot(event.amount, (event.seat,)) for event in alone),
        ),
        moment=moment or _nine_nine(showed, winners, translate),
        # Until the last betting round begins.
        contenders=tuple(seat for seat in range(len(hand.names)) if seat not in view.folded)
        if view.street + 1 < view.streets
        else (),
    )


def _pots(hand: TableHand[QiuQiuView], view: QiuQiuView) -> list[Mapping[str, object]]:
    return [{"amount": pot.amount, "chairs": [hand.chairs[seat] for seat in pot.eligible]} for pot in view.pots]


def _nine_nine(
    showed: Mapping[Seat, happened.Showed], winners: Collection[Seat], translate: Translator
) -> DrawnMoment | None:
    """Return the moment of the hand that the game is named after (99)."""
    nines = [seat for seat, event in showed.items() if event.label == NINE_NINE and seat in winners]
    return DrawnMoment("nine-nine", nines[0], label_text(NINE_NINE, translate), "") if nines else None


def _seat(
    view: QiuQiuView, seat: Seat, showed: happened.Showed | None, events: tuple[Event, ...], translate: Translator
) -> DrawnSeat:
    folded, over = seat in view.folded, view.settlement is not None
    mark = ""
    if folded:
        mark = translate("mark-folded")
    elif not over and not view.stacks[seat]:
        mark = translate("mark-all-in")
    return DrawnSeat(
        bet=0 if over else view.bets[seat],
        down=0 if folded or showed else view.tiles[seat],
        up=() if showed is None else tuple(hand_names(group) for group in showed.groups),
        value="" if showed is None else label_text(showed.label, translate),
        dim=folded,
        mark=mark,
        did="" if over or folded else _did(seat, events, translate),
    )


def _did(seat: Seat, events: tuple[Event, ...], translate: Translator) -> str:
    """Return the last action of a seat since tiles were dealt, in the words of its button."""
    for event in reversed(events):
        match event:
            case happened.Dealt():
                break
            case happened.Checked(each) if each == seat:
                return translate("button-check")
            case happened.Bet(each, amount) if each == seat:
                return translate("button-bet", amount=amount)
            case happened.Called(each, amount) if each == seat:
                return translate("button-call", amount=amount)
            case happened.Raised(each, to) if each == seat:
                return translate("button-raise", amount=to)
    return ""


def _own(view: QiuQiuView, translate: Translator) -> OwnCards:
    plain = not view.rules.hui
    if not view.declarations:
        so_far = (hand_names(view.hand),) if view.hand else ()
        return OwnCards(so_far, value=so_far_text(view.rules, view.hand, translate), plain=plain)
    label = view.declarations[0]
    laid_out = ranking(view.rules).layout(view.hand, label)
    groups = tuple(hand_names(group) for group in laid_out)
    return OwnCards(groups, group_values(label, laid_out), label_text(label, translate), plain=plain)
