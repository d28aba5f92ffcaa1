"""A hand that everybody has seen at the end of a round, and how good it was among those of its game."""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Seat


class ShownHand(NamedTuple):
    """A hand that lay open when its round was over; one that was folded or never shown is none."""

    seat: Seat
    label: str
    """What the game calls it, as ``9-5`` or ``pair``."""

    strength: int
    """Greater is better, for hands of one game under the same house rules."""
