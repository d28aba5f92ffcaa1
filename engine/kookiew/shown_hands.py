"""The hands of a deal of Koo Kiew that chips were won or lost with, read from its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kookiew.events import BankerShowed, Settled
from engine.kookiew.ranking import ranking
from engine.kookiew.rules import KooKiewRules
from engine.shown_hand import ShownHand


def shown_hands(events: Iterable[Any], rules: KooKiewRules) -> tuple[ShownHand, ...]:
    """The hand of the banker, and those of all who were in the deal; the others lie open, but count for nobody."""
    ranked = ranking(rules)
    return tuple(
        ShownHand(event.seat, event.label, ranked.strength(event.hand))
        for event in events
        if isinstance(event, BankerShowed) or (isinstance(event, Settled) and event.covered)
    )
