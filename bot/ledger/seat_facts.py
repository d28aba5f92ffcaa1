"""Facts of a hand's seats as JSON, without private ones, which would outlive the key of the pack."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.facts import MadeHand, SeatFacts


def facts_to_json(facts: Sequence[SeatFacts]) -> str:
    """Encode the facts of all seats, without private ones."""
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
    """Decode :func:`facts_to_json`; no facts from an empty text."""
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
