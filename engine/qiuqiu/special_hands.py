from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.qiuqiu.events import Awarded, Showed
from engine.qiuqiu.rules import SPECIALS
from engine.special_hand import SpecialHand


def special_hand(events: Iterable[Any]) -> SpecialHand | None:
    """The special hand (QQ-1) that has won the first pot that any has won, if one has.

    A special hand that was beaten, or that nobody had to show, is none.
    """
    told = tuple(events)
    labels = {event.seat: event.label for event in told if isinstance(event, Showed) and event.label in SPECIALS}
    for event in told:
        if isinstance(event, Awarded):
            seats = tuple(seat for seat, _ in event.shares if seat in labels)
            if seats:
                return SpecialHand(labels[seats[0]], seats)  # those who share a pot have equal hands
    return None
