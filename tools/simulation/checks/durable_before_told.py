"""Nobody is told what is not durable: whatever any message shows is there after a kill or a power cut."""

from __future__ import annotations

from bot.ledger import queries
from bot.messages import Command
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Position, Said


class DurableBeforeTold(Check):
    """What is shown of a table has happened at it, and is still there after every start."""

    name = "durable before told"

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, Position] = {}
        self._reached: dict[str, Position] = {}
        """How far each table had come when a command last arrived. Calls under way show a hand that it calls off."""

    def asked(self, command: Command) -> None:
        if self.life is None:
            return
        for table in self.life.app.tables.all_open():
            if (hand := table.state.hand) is not None:
                self._reached[table.state.id] = Position(hand.number, hand.round.question)

    def shown(self, said: Said) -> None:
        for table, position in said.positions.items():
            if (known := self._told.get(table)) is not None and position <= known:
                # A command that comes again gets its first answer, also when that hand was called off since.
                continue
            self._told[table] = position
            live = None if self.life is None else self.life.app.tables.by_id(table)
            hand = None if live is None else live.state.hand
            reached = self._reached.get(table) if hand is None else Position(hand.number, hand.round.question)
            if live is not None and (reached is None or reached < position):
                raise self.fail(
                    f"question {position.hand}.{position.question} of table {table} is shown, and is not stored"
                )

    async def started(self) -> None:
        assert self.life is not None
        for table, told in list(self._told.items()):
            row = await self.life.app.ledger.read(queries.last_hand, table)
            if row is None or row.number < told.hand:
                raise self.fail(
                    f"hand {told.hand} of table {table} was shown before the process ended, and is not stored"
                )
            live = self.life.app.tables.by_id(table)
            hand = None if live is None else live.state.hand
            if live is None:
                del self._told[table]
            elif row.number == told.hand and row.settlement is None and hand is not None:
                there = Position(hand.number, hand.round.question)
                if there < told:
                    raise self.fail(
                        f"question {told.hand}.{told.question} of table {table} was shown, and after the start "
                        f"{there.hand}.{there.question} stands"
                    )
