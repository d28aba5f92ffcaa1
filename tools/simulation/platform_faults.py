"""What becomes of each call to a platform and of each update from it, drawn from streams of their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from enum import Enum
from typing import NamedTuple

from tools.simulation.chance import Chance

LONGEST_RETRY_AFTER = 20


class Fate(Enum):
    """What becomes of a call."""

    CARRIED_OUT = "carried out"
    LATE = "answered late"
    NEVER_SENT = "never sent"
    LOST = "lost on the way"
    RESPONSE_LOST = "carried out, and the response is lost"
    TOO_MANY = "too many requests"
    SERVER_ERROR = "server error"


class UpdateFate(Enum):
    """What becomes of an update."""

    DELIVERED = "delivered"
    LATE = "delivered late, perhaps after newer ones"
    TWICE = "delivered twice"


@dataclass(frozen=True, slots=True)
class PlatformFaults:
    """How often something goes wrong, as shares of all calls or updates; by default a bad day of a platform."""

    late: float = 0.02
    never_sent: float = 0.005
    lost: float = 0.003
    response_lost: float = 0.005
    too_many: float = 0.005
    server_error: float = 0.01
    update_late: float = 0.03
    update_twice: float = 0.03


NO_FAULTS = PlatformFaults(*(0.0 for _ in fields(PlatformFaults)))


class CallFate(NamedTuple):
    """What becomes of one call."""

    fate: Fate
    there: float
    """Seconds until it arrives."""

    back: float
    """Seconds until its response arrives."""

    retry_after: int = 0


class DeliveryFate(NamedTuple):
    """What becomes of one update."""

    fate: UpdateFate
    after: float
    again_after: float


class Fates:
    """Draws what becomes of calls and updates.

    Args:
        chance: where the streams come from.
        platform: whose calls they are.
        faults: how often something goes wrong.
    """

    def __init__(self, chance: Chance, platform: str, faults: PlatformFaults) -> None:
        self._chance = chance
        self._platform = platform
        self.faults = faults
        self._calls: Counter[str] = Counter()
        self._updates: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        """How often each fate was met."""

    def of_call(self, chat: str) -> CallFate:
        """What becomes of the next call to a chat."""
        self._calls[chat] += 1
        rng = self._chance.stream("calls", self._platform, chat, self._calls[chat])
        there, back, drawn = rng.uniform(0.02, 0.12), rng.uniform(0.02, 0.25), rng.random()
        faults = self.faults
        for fate, share in (
            (Fate.LATE, faults.late),
            (Fate.NEVER_SENT, faults.never_sent),
            (Fate.LOST, faults.lost),
            (Fate.RESPONSE_LOST, faults.response_lost),
            (Fate.TOO_MANY, faults.too_many),
            (Fate.SERVER_ERROR, faults.server_error),
        ):
            # Each has its own draw, so that leaving one out changes nothing about the others.
            if rng.random() < share:
                self.seen[fate.value] += 1
                late = fate is Fate.LATE
                return CallFate(fate, there, back + drawn * 8 * late, rng.randint(1, LONGEST_RETRY_AFTER))
        return CallFate(Fate.CARRIED_OUT, there, back)

    def of_update(self, chat: str) -> DeliveryFate:
        """What becomes of the next update from a chat."""
        self._updates[chat] += 1
        rng = self._chance.stream("updates", self._platform, chat, self._updates[chat])
        after, drawn, again = rng.uniform(0.02, 0.2), rng.uniform(0.5, 6), rng.uniform(0.0, 30)
        fate = UpdateFate.DELIVERED
        if rng.random() < self.faults.update_late:
            fate, after = UpdateFate.LATE, drawn
        elif rng.random() < self.faults.update_twice:
            fate = UpdateFate.TWICE
        if fate is not UpdateFate.DELIVERED:
            self.seen[fate.value] += 1
        return DeliveryFate(fate, after, again)
