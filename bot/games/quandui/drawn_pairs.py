"""Quan Dui as a page draws it: hidden cards, open dui and the discards."""

from __future__ import annotations

from bot.games.quandui.history import label_text
from bot.presenting.drawn_hand import DrawnHand, DrawnPot, DrawnSeat, OwnCards
from bot.wording import Translator
from engine.play import Seat
from engine.quandui import events as happened
from engine.quandui.cards import card_word
from engine.quandui.round import DISCARD, QuanDuiView
from engine.table.hand import TableHand


def drawn(
    hand: TableHand[QuanDuiView], viewer: Seat | None, notes: tuple[str, ...], translate: Translator
) -> DrawnHand:
    view = hand.round.view(viewer)
    won = next((event for event in reversed(hand.events) if isinstance(event, happened.Won)), None)
    dealt = next((event.stock for event in hand.events if isinstance(event, happened.Dealt)), 0)
    seats = [_seat(view, seat, won, translate) for seat in range(len(hand.names))]
    return DrawnHand(
        seats=tuple(seats),
        middle={
            "stock": view.stock,
            "discards": [card_word(each.card) for each in view.discards],
            "offered": "" if view.offered is None else card_word(view.offered),
            "window": bool(view.window),
        },
        own=None if viewer is None else _own(view, notes, translate),
        showing=() if won is None else (won.seat,),
        won=() if won is None else (DrawnPot(won.amount * (len(seats) - 1), (won.seat,)),),
        # Until half of the stock is drawn.
        contenders=tuple(seat for seat, each in enumerate(seats) if not each.dim) if 2 * view.stock >= dealt else (),
    )


def _seat(view: QuanDuiView, seat: Seat, won: happened.Won | None, translate: Translator) -> DrawnSeat:
    if won is not None and won.seat == seat:
        pairs = tuple((card_word(one), card_word(other)) for one, other in won.pairs)
        return DrawnSeat(up=pairs, value=label_text(won.pairs, translate))
    return DrawnSeat(
        down=view.cards[seat], up=tuple((card_word(each),) * 2 for each in view.exposed[seat]), dim=seat in view.absent
    )


def _own(view: QuanDuiView, notes: tuple[str, ...], translate: Translator) -> OwnCards:
    pairs, singles = view.layout
    takes = view.seat == view.turn and view.offered is None and view.newest is not None
    return OwnCards(
        groups=(
            *((card_word(one), card_word(other)) for one, other in pairs),
            *((card_word(each),) for each in singles),
        ),
        value=label_text(pairs, translate) if view.layout.complete else "",
        newest=card_word(view.newest) if takes and view.newest is not None else "",
        up=tuple(map(card_word, view.hand.exposed)),
        notes=notes,
        by_card={action.text: action.choice for action in view.options.ready if action in DISCARD},
    )
