from __future__ import annotations

from typing import NamedTuple

from engine.play import Seat


class SpecialHand(NamedTuple):
    """A winning special hand, read from the events of its round."""

    kind: str
    """``enam_dewa``, ``quan-dui``, ``broken-bank`` and the like."""

    seats: tuple[Seat, ...]
