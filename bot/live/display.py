"""What the messages of all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.environment.clock import Clock
from bot.environment.metrics import Metrics
from bot.ledger import Ledger
from bot.messages import Message, PlayerId
from bot.presenting.drafts import Draft, DraftRenderer
from bot.tables.turn_clock import TimeLeft
from engine.table.state import TableState


@dataclass(slots=True)
class Display:
    ledger: Ledger
    clock: Clock
    metrics: Metrics
    private_side: Callable[[TableState, PlayerId, bool], Draft]
    """Renders a player's private side, with their question or without."""

    on_shown: list[Callable[[str, str], object]] = field(default_factory=list)
    """Steps with a table and its question on display; the first starts the clock."""

    time_left: Callable[[str, str], TimeLeft | None] = lambda table, turn: None
    """Returns the time left for a question of a table, or for a pause if the turn is empty."""

    shows: Callable[[], bool] = lambda: True
    """Returns false once others may show the tables of this process."""

    renderer: DraftRenderer = field(default_factory=DraftRenderer)

    def shown(self, table: str, turn: str) -> None:
        for step in self.on_shown:
            step(table, turn)

    def with_deadline(self, table: str, message: Message, turn: str = "") -> Message:
        """Add the end of the clock, which starts now unless it began before."""
        clock = message.countdown
        if clock is None:
            return message
        running = self.time_left(table, turn)
        seconds = clock.seconds if running is None else running.seconds
        return replace(message, countdown=replace(clock, ends=self.clock.utc() + timedelta(seconds=seconds)))
