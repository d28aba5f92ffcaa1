"""Koo Kiew as a page draws it: a bank, and stakes against it."""

from __future__ import annotations

from bot.games.kookiew.history import label_text
from bot.games.kookiew.roster import seat_marks
from bot.presenting.drawn_hand import DrawnHand, DrawnPot, DrawnSeat, OwnCards
from bot.wording import Translator
from engine.kookiew import events as happened
from engine.kookiew.cards import card_name
from engine.kookiew.round import KooKiewView
from engine.play import Seat
from engine.table.hand import TableHand

CARDS = 2


def drawn(hand: TableHand[KooKiewView], viewer: Seat | None, stake: str, translate: Translator) -> DrawnHand:
    """Return the hand; ``stake`` tells the viewer's own."""
    view = hand.round.view(viewer)
    shown = {event.seat: event for event in hand.events if isinstance(event, happened.BankerShowed | happened.Settled)}
    settled = [event for event in shown.values() if isinstance(event, happened.Settled)]
    won = {event.seat: event.net for event in settled if event.net > 0}
    dealt = any(isinstance(event, happened.Dealt) for event in hand.events)
    stakes = [0 if stake is None else stake for stake in view.stakes]
    seats = []
    for seat in range(len(hand.names)):
        open_ = shown.get(seat)
        up = () if open_ is None else (tuple(map(card_name, open_.hand)),)
        down = CARDS if dealt and open_ is None else 0
        seats.append(
            DrawnSeat(
                bet=0 if view.settlement is not None or seat == view.dealer else stakes[seat],
                down=down,
                up=up,
                value="" if open_ is None else label_text(open_.label, translate),
                dim=view.stakes[seat] == 0 and seat != view.dealer and view.stage != "bidding",
                mark=", ".join(seat_marks(view, seat, translate)) if view.settlement is None else "",
            )
        )
    own = None
    if viewer is not None:
        own = OwnCards(seats[viewer].up, value=seats[viewer].value, notes=(stake,))
    return DrawnHand(
        seats=tuple(seats),
        middle={"stage": view.stage, "bank": view.bank, "staked": sum(stakes), "cover": view.cover},
        own=own,
        showing=tuple(sorted(shown, key=lambda seat: seat in won)),
        won=tuple(DrawnPot(net, (seat,)) for seat, net in won.items()),
        contenders=tuple(seat for seat, each in enumerate(seats) if not each.dim)
        if view.stage in ("bidding", "staking")
        else (),
    )
