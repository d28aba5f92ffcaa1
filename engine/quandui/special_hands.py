from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.quandui.events import Won
from engine.special_hand import SpecialHand


def special_hand(events: Iterable[Any]) -> SpecialHand | None:
    """Quan dui, if the round was won with it."""
    for event in events:
        if isinstance(event, Won) and all(one == other for one, other in event.pairs):
            return SpecialHand("quan-dui", (event.seat,))
    return None
