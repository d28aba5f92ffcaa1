"""The lines of the log about tables: opened, closed, and one for each hand, written when it is durable."""

from __future__ import annotations

from datetime import timedelta

import structlog

from bot.ledger import hand_number
from bot.tables.services import Services
from bot.tables.state import AnyHand, TableState

log = structlog.get_logger()


def opened(state: TableState) -> None:
    """A table was opened, and is durable."""
    place = state.place
    log.info(
        "table opened",
        table=state.id,
        game=state.game_name,
        group=place.group,
        channel=place.channel,
        host=state.host,
        practice=state.practice,
    )


def closed(state: TableState, calls: int = 0) -> None:
    """A table was closed, and that is durable.

    Args:
        calls: how many calls to its platform it has taken since the line before.
    """
    log.info("table closed", table=state.id, hands=state.hands_played, calls=calls)


class TableLog:
    """Tells of the hands of one table, and of its end."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._calls_told = 0

    def changed(self, before: TableState, after: TableState) -> None:
        """Tell of a change that is durable, if it ends a hand or the table."""
        hand, earlier = after.hand, before.hand
        if hand is not None and hand.over and (earlier is None or earlier.id != hand.id or not earlier.over):
            assert hand.round.settlement is not None
            nets = {player: hand.round.settlement[seat] for seat, player in enumerate(hand.players)}
            self._tell(hand, "hand over", after, net=nets)
        elif before.playing is not None and hand is None:
            self._tell(before.playing, "hand called off", after)
        if after.closed and not before.closed:
            closed(after, self._calls(after))

    def _tell(self, hand: AnyHand, event: str, state: TableState, **more: dict[str, int]) -> None:
        took = (self._services.clock.utc() - hand.began) / timedelta(milliseconds=1)
        log.info(
            event,
            table=state.id,
            hand=int(hand_number(hand.id)),
            number=hand.number,
            game=state.game_name,
            group=state.place.group,
            **more,
            ms=round(took),
            calls=self._calls(state),
        )

    def _calls(self, state: TableState) -> int:
        """Return the calls that the table has taken since the line before, without answers to presses and lines."""
        made = self._services.listener.calls(state.id, state.place).made
        since, self._calls_told = made - self._calls_told, made
        return since
