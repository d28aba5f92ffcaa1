"""A broken bank as a special hand, read from the events of a deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kookiew.events import BankCounted, BankPassed, Settled
from engine.kookiew.ranking import PAIR
from engine.special_hand import SpecialHand


def special_hand(events: Iterable[Any]) -> SpecialHand | None:
    """The pairs that have broken the bank, the one that won most first, if any have.

    A bank is broken when nothing is left of it, when it owes somebody chips (KK-12), or when what is left is too
    little to hold a bank with (KK-10).
    """
    told = tuple(events)
    broken = any(
        (isinstance(event, BankCounted) and event.after <= 0)
        or (isinstance(event, Settled) and event.owed > 0)
        or (isinstance(event, BankPassed) and event.why == "too-small")
        for event in told
    )
    pairs = [event for event in told if isinstance(event, Settled) and event.label == PAIR and event.net > 0]
    pairs.sort(key=lambda event: -event.net)
    return SpecialHand("broken-bank", tuple(event.seat for event in pairs)) if broken and pairs else None
