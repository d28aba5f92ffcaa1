"""The hand that won a round of Quan Dui, read from its events: no other is ever shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.quandui.events import Won
from engine.shown_hand import ShownHand


def shown_hands(events: Iterable[Any]) -> tuple[ShownHand, ...]:
    """The eight pairs that won, called by how many of them are dui; eight dui are quan dui."""
    won = [event for event in events if isinstance(event, Won)]
    dui = [sum(one == other for one, other in event.pairs) for event in won]
    return tuple(ShownHand(event.seat, str(count), count) for event, count in zip(won, dui, strict=True))
