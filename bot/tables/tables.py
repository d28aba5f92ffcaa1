"""The manager of all tables: finds the one at a place, opens new ones, and takes them up again after a restart."""

from __future__ import annotations

from bot.commands import Order
from bot.ledger import Row, wallet
from bot.messages import Person, Place, PlayerId
from bot.refusal import Refusal
from bot.tables import seating
from bot.tables.changes import saved
from bot.tables.resume import taken_up
from bot.tables.state import Note, TableState, new_table
from bot.tables.table import Answer, Services, Table
from engine.games import GAMES

OPEN_TABLES_OF_ONE_HOST = 3
"""How many tables one person may have open at a time."""


class Tables:
    """Every open table, one a place."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._at: dict[Place, Table] = {}
        self._by_id: dict[str, Table] = {}
        self._opening: dict[Place, PlayerId] = {}

    def at(self, place: Place) -> Table | None:
        """The table at a place, if one is open there."""
        return self._at.get(place)

    def by_id(self, table: str) -> Table | None:
        """An open table by its id."""
        return self._by_id.get(table)

    def of_house(self, house: str) -> list[Table]:
        """The open tables of a house."""
        return [table for table in self._by_id.values() if table.state.place.house == house]

    async def ask(self, order: Order, who: Person, where: Place, turn: str, done: tuple[Row, ...] = ()) -> Answer:
        """Take an order to its table, or open one.

        Args:
            order: what is wanted.
            who: who wants it.
            where: the place it was said at.
            turn: ``TABLE:QUESTION`` of the button that was pressed; empty for a typed line.
            done: rows that become durable together with what the order changes.

        Raises:
            Refusal, engine.play.Refused: it cannot be carried out; nothing has changed.
        """
        if order.name == "open":
            return await self._open(order, who, where, done)
        table_id, _, question = turn.partition(":")
        table = self._by_id.get(table_id) if table_id else self._at.get(where)
        # A button carried to another server must not bring that server's rights with it.
        if table is None or table.state.place.house != where.house:
            raise Refusal("stale-button" if table_id else "no-table")
        return await table.ask(order, who, question, done)

    async def _open(self, order: Order, who: Person, place: Place, done: tuple[Row, ...]) -> Answer:
        """Open a table, with the one who opens it in the first chair."""
        game, preset = order.word("game"), order.word("preset")
        if game not in GAMES:
            raise Refusal("no-such-game", game=game[:40], games=", ".join(GAMES))
        if preset and preset not in GAMES[game].presets:
            raise Refusal("no-such-preset", preset=preset[:40], presets=", ".join(GAMES[game].presets))
        if place in self._at or place in self._opening:
            raise Refusal("table-here-already")
        hosts = [*(table.state.host for table in self._by_id.values()), *self._opening.values()]
        if hosts.count(who.id) >= OPEN_TABLES_OF_ONE_HOST:
            raise Refusal("too-many-tables", most=OPEN_TABLES_OF_ONE_HOST)
        self._opening[place] = who.id
        try:
            ledger, settings = self._services.ledger, self._services.houses.of(place.house)
            in_wallet = await ledger.balance(wallet(place.house, who.id))
            empty = new_table(ledger.next_table(), place, game, preset, who.id)
            change = seating.join(empty, who, order.amount("buy-in"), settings.tables, in_wallet)
            await ledger.commit((saved(empty), *change.record, *done))
            table = self._add(change.state)
        finally:
            del self._opening[place]
        self._services.listener.tell(table.state, (Note("opened", {"name": who.name}),))
        return Answer(Note("you-opened"))

    def _add(self, state: TableState) -> Table:
        table = Table(state, self._services, self._remove)
        self._at[state.place] = table
        self._by_id[state.id] = table
        return table

    def _remove(self, table: Table) -> None:
        self._at.pop(table.state.place, None)
        self._by_id.pop(table.state.id, None)

    async def void(self, hand: int, house: str, actor: PlayerId, reason: str, done: tuple[Row, ...] = ()) -> bool:
        """Call off a running hand of a house; tell whether there was one of that number."""
        for table in self.of_house(house):
            if await table.void(actor, reason, hand, done):
                return True
        return False

    async def resume(self) -> None:
        """Take up every open table where the last run of the program left it, and tell what it could not tell."""
        for stored in await self._services.ledger.tables_to_resume():
            state, notes = await taken_up(self._services.ledger, stored)
            if state.closed:
                # Its last hand is over or called off, and nobody stays.
                if state.hand is not None or notes:
                    self._services.listener.tell(state, notes)
            else:
                self._add(state).resume(notes)

    async def settled(self) -> None:
        """Wait until no table has anything left to do."""
        while busy := [table for table in self._by_id.values() if not table.quiet]:
            for table in busy:
                await table.settled()

    async def stop(self) -> None:
        """Take no more orders and finish what is being carried out."""
        for table in list(self._by_id.values()):
            table.stop()
        for table in list(self._by_id.values()):
            await table.settled()
