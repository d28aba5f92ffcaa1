"""What the people of the simulation are like."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Habit(StrEnum):
    """What a person does besides playing."""

    QUICK = "quick"
    SLOW = "slow"
    SPAMMER = "spammer"
    """Presses the same button many times at once, and floods the group with lines."""

    QUITTER = "quitter"
    """Gets up in mid-hand, and leaves the group."""

    RETURNER = "returner"
    """Sits out, comes back, and closes and opens their private chat."""

    ADMIN = "admin"
    """Changes house rules, bans, corrects chips and declares hands void in mid-evening."""

    HOST = "host"
    """Pauses the table, removes people, hands the table over and closes it."""

    FORGER = "forger"
    """Presses stale and forged buttons."""

    BABBLER = "babbler"
    """Types what makes no sense."""

    READER = "reader"
    """Asks for pages: their hand, statistics, statements, exports; and to be forgotten."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How somebody plays; times are in seconds."""

    thinks: tuple[float, float] = (2.0, 6.0)
    """From how long to how long they think about a move."""

    lapses: float = 0.01
    """The share of questions that they let pass."""

    deed_every: float = 45.0
    """How long it is on average between two things that they do besides playing."""


PACES = {
    Habit.QUICK: Pace(deed_every=90.0),
    Habit.SLOW: Pace(thinks=(12.0, 30.0), lapses=0.06, deed_every=120.0),
    Habit.SPAMMER: Pace(deed_every=60.0),
    Habit.QUITTER: Pace(deed_every=120.0),
    Habit.RETURNER: Pace(deed_every=90.0),
    Habit.ADMIN: Pace(deed_every=60.0),
    Habit.HOST: Pace(deed_every=75.0),
    Habit.FORGER: Pace(deed_every=15.0),
    Habit.BABBLER: Pace(deed_every=20.0),
    Habit.READER: Pace(deed_every=25.0),
}
