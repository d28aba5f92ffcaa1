"""What every chat's tests ask of a record: that it is valid, and opens exactly what was shown at the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.fairness.verifying import verify
from engine.table.hand import AnyHand
from tests.child_processes import completed

SCRIPT = Path(__file__).resolve().parents[2] / "verify" / "kiu_verify.py"


async def checked_without_kiu(record: Path) -> bool:
    """Whether the script that stands alone finds a record to be valid."""
    return (await completed(sys.executable, SCRIPT, record)).returncode == 0


def opens_what_was_shown(record: bytes, hand: AnyHand) -> bool:
    """Whether a valid record opens every card that lies open in a hand, and no other."""
    fields = json.loads(record)
    opened = [(each["pos"], fields["cards"][each["card"]]) for each in fields["openings"]]
    names, deal = hand.deal.seal.context.cards, hand.deal
    shown = [(deal.positions[place], names[deal.pack[place]]) for place in hand.round.opened]
    return verify(record).valid and opened == shown and bool(shown)
