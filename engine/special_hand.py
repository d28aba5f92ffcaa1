"""What is told of a round that ended with a hand that people remember."""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Seat


class SpecialHand(NamedTuple):
    """A special hand that has won, read from the events of its round."""

    kind: str
    """What it is called, as ``enam_dewa``, ``quan-dui``, ``broken-bank``."""

    seats: tuple[Seat, ...]
    """Who has won with it, the first of them first."""
