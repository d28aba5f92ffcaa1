"""When the player on turn is pinged: once a question, and only if no answer comes for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.environment.clock import Clock, Timer
from bot.messages import Message

PING_AFTER = 4.0
"""How many seconds a question stands before its player is pinged; most answer sooner, and need no ping."""


class TurnPing(NamedTuple):
    """The ping of a question that is put to one player alone."""

    turn: str
    """The question."""

    message: Message
    """What pings the player."""


class TurnPings:
    """Which question stands at a table, and whether it is time to ping its player.

    Args:
        clock: time.
        on_due: called when it is.
    """

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        self._clock = clock
        self._on_due = on_due
        self._current: TurnPing | None = None
        self._pinged_turn = ""
        self._overdue = False
        self._timer: Timer | None = None

    def set_turn(self, ping: TurnPing | None) -> None:
        """Another player is on turn, or nobody; nothing changes if the question is the same as before."""
        if ping is not None and ping.turn == self.turn:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._current, self._overdue = ping, False
        if ping is not None:
            self._timer = self._clock.call_later(PING_AFTER, self._become_due)

    def _become_due(self) -> None:
        self._overdue = True
        self._on_due()

    @property
    def turn(self) -> str:
        """The question that stands; empty if nobody is on turn."""
        return self._current.turn if self._current is not None else ""

    @property
    def due(self) -> TurnPing | None:
        """The ping that is to be sent now, if any."""
        return self._current if self._overdue and self.may_ping(self.turn) else None

    def may_ping(self, turn: str) -> bool:
        """Whether nobody was pinged for this question yet."""
        return self._pinged_turn != turn

    def mark_pinged(self, turn: str) -> None:
        """The player of this question has been pinged, by whatever message."""
        self._pinged_turn = turn

    def reset(self) -> None:
        """Nobody is on turn any more; the next question may ping, even if it is the same one."""
        self.set_turn(None)
        self._pinged_turn = ""
