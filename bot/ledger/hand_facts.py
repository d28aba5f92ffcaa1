"""The facts of a finished hand as they are stored with it: only what everybody at the table could see.

What a player held and nobody else saw is in no row of any hand, or it would outlive the key of its pack.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.facts import MadeHand, SeatFacts


def facts_to_json(facts: Sequence[SeatFacts]) -> str:
    """The facts of every seat, without what only its player knows; nothing where there are none."""
    return json.dumps([_seat_to_json(each) for each in facts], separators=(",", ":")) if facts else ""


def _seat_to_json(seat: SeatFacts) -> dict[str, Any]:
    made = seat.made
    values = {
        "showdown": seat.showdown,
        "pots": seat.pots,
        "made": made[:-1] if made is not None and made.shown else None,
        "moves": dict(seat.moves),
        "by_clock": dict(seat.by_clock),
    }
    return {name: value for name, value in values.items() if value}


def facts_from_json(text: str) -> tuple[SeatFacts, ...]:
    """The inverse of :func:`facts_to_json`, as far as it tells; none for a hand that was stored without."""
    return tuple([_seat_from_json(each) for each in json.loads(text)]) if text else ()


def _seat_from_json(stored: dict[str, Any]) -> SeatFacts:
    made = None
    if stored_hand := stored.get("made"):
        type_, name, worth, rarity = stored_hand
        made = MadeHand(type_, name, worth, rarity, shown=True)
    return SeatFacts(
        showdown=stored.get("showdown", False),
        pots=tuple(stored.get("pots", ())),
        made=made,
        moves=stored.get("moves", {}),
        by_clock=stored.get("by_clock", {}),
    )
