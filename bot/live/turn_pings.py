"""When the player on turn is called: once a question, and only if no answer comes for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.environment.clock import Clock, Timer
from bot.messages import Message

PING_AFTER = 4.0
"""How many seconds a question stands before its player is called; most answer sooner, and need no ping."""


class Asked(NamedTuple):
    """A question to one person alone."""

    turn: str
    ping: Message
    """What calls that person."""


class TurnPings:
    """Who is asked at a table, and whether it is time to call.

    Args:
        clock: time.
        due: called when it is.
    """

    def __init__(self, clock: Clock, due: Callable[[], None]) -> None:
        self._clock = clock
        self._tell = due
        self._asked: Asked | None = None
        self._pinged = ""
        self._overdue = False
        self._timer: Timer | None = None

    def ask(self, asked: Asked | None) -> None:
        """Somebody, or nobody any more, is asked alone."""
        if asked is not None and asked.turn == self.turn:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._asked, self._overdue = asked, False
        if asked is not None:
            self._timer = self._clock.call_later(PING_AFTER, self._wait_is_over)

    def _wait_is_over(self) -> None:
        self._overdue = True
        self._tell()

    @property
    def turn(self) -> str:
        """The question that stands; empty if nobody is asked alone."""
        return self._asked.turn if self._asked is not None else ""

    @property
    def due(self) -> Asked | None:
        """The question whose player is to be called now."""
        return self._asked if self._overdue and self.may_ping(self.turn) else None

    def may_ping(self, turn: str) -> bool:
        """Whether nobody was pinged for this question yet."""
        return self._pinged != turn

    def pinged(self, turn: str) -> None:
        """Its player has been pinged, by whatever message."""
        self._pinged = turn

    def forget(self) -> None:
        """Nobody is asked any more, and whoever is asked next may be pinged, even if it is the same question."""
        self.ask(None)
        self._pinged = ""
