from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial

from bot.commands import Refusal, Request
from bot.groups import GroupSettings
from bot.groups.local_time import moment, quiet_until
from bot.ledger import HandRow, LedgerError, TableSaved, WriteSet, queries
from bot.messages import Command
from bot.tables import store
from bot.tables.resume import resumed, untold_results
from bot.tables.store import Services
from bot.tables.stored import with_reversal
from bot.tables.table import Table
from bot.tables.turn_clock import TimeLeft
from engine.fairness import TABLE_BYTES
from engine.games import GAMES
from engine.refusal import Refused
from engine.table import seating
from engine.table.changes import Notice
from engine.table.players import Place, PlayerId
from engine.table.state import TableState, new_table

OPEN_TABLES_OF_ONE_HOST = 3


class TableManager:
    """Every open table."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, Table] = {}
        self._one_opening = asyncio.Lock()
        self.serves: Callable[[str], bool] = lambda group: True
        """Returns true for groups whose tables belong to this process."""

    def _where(self, fits: Callable[[TableState], bool]) -> Iterator[Table]:
        """Yield the open tables that fit, oldest first."""
        return (table for table in self._open.values() if fits(table.state))

    def at(self, place: Place) -> Table | None:
        return next(iter(self.all_at(place)), None)

    def all_at(self, place: Place) -> list[Table]:
        """Oldest first."""
        stands = self._services.groups.table_place(place)
        return list(self._where(lambda state: state.place == stands))

    def by_id(self, table: str) -> Table | None:
        return self._open.get(table)

    def state_of(self, table: str) -> TableState | None:
        known = self._open.get(table)
        return None if known is None else known.state

    def shown(self, table: str, turn: str) -> None:
        if (shown := self._open.get(table)) is not None:
            shown.shown(turn)

    def time_left(self, table: str, turn: str) -> TimeLeft | None:
        """Without a question it is that of the pause; ``None`` if none runs."""
        known = self._open.get(table)
        return None if known is None else known.time_left(turn)

    def all_open(self) -> list[Table]:
        return list(self._open.values())

    def of_group(self, group: str) -> list[Table]:
        return list(self._where(lambda state: state.place.group == group))

    def at_stake(self, group: str, player: PlayerId) -> int:
        return sum(table.state.staked(player) for table in self.of_group(group))

    def places(self, platform: str) -> set[Place]:
        places = (self._services.groups.places(table.state.place) for table in self._open.values())
        return {place for each in places for place in each if place.platform == platform}

    def of_player(self, player: PlayerId, group: str = "", *, acting: bool = False) -> Table | None:
        """The table of a person; of several, one that asks them, plays with them, or is newest.

        Tables of ``group`` come first, but for an ``acting`` player one that asks them in any group.
        """

        def urgency(table: Table) -> tuple[bool, ...]:
            hand = table.state.playing
            seat = None if hand is None else hand.seat(self._services.groups.person(table.state.place.group, player))
            here, asks = table.state.place.group == group, hand is not None and seat in hand.round.awaited
            return (asks, here, seat is not None) if acting else (here, asks, seat is not None)

        return max(reversed(self.all_of_player(player)), key=urgency, default=None)

    def all_of_player(self, player: PlayerId) -> list[Table]:
        person = self._services.groups.person
        return list(self._where(lambda state: state.chair_of(person(state.place.group, player)) is not None))

    async def look(self, request: Request) -> Table:
        """The table of a command after all earlier jobs; refused if there is none, or the sender may not look."""
        return await self.meant(request).look(request)

    def meant(self, request: Request | Command) -> Table:
        """The table of a pressed button, or for a typed line the one at the place.

        Of several it is the sender's own; refused if that does not decide.
        """
        where, table_id = request.where, request.turn.partition(":")[0]
        if table_id:
            table = self._open.get(table_id)
            # A button from another server brings no permissions.
            if table is None or table.state.place.group != self._services.groups.book(where.group):
                raise Refusal("stale-button")
            return table
        tables = self.all_at(where)
        if len(tables) > 1:
            tables = [each for each in tables if each.state.chair_of(request.who.id) is not None]
            if len(tables) != 1:
                raise Refusal("which-table")
        if not tables:
            raise Refusal("no-table")
        return tables[0]

    async def open_table(self, request: Request, *, practice: bool = False) -> None:
        """Open a table with the sender in the first chair; computer players join to practise.

        Refused without such a game or preset, at a taken place, or if the sender cannot sit down; :class:`BadRule` if
        the usual buy-in is too small for the rules.
        """
        who, game, preset = request.who, request.word("game"), request.word("preset")
        if game not in GAMES:
            raise Refusal("no-such-game", game=game[:40], games=", ".join(GAMES))
        settings = self._services.groups.of(request.group)
        if preset:
            preset = settings.preset_called(game, preset)
        settings.check_table(game, preset)
        async with self._one_opening:
            # Its group may have joined a circle meanwhile.
            place = self._services.groups.table_place(request.where)
            if not self.serves(place.group):
                raise Refusal("shutting-down")
            self._check_place(request.where, settings)
            ledger = self._services.ledger
            if await ledger.read(queries.hosted_by, who.id) >= OPEN_TABLES_OF_ONE_HOST:
                raise Refusal("too-many-tables", most=OPEN_TABLES_OF_ONE_HOST)
            number, identity = await ledger.numbers.next_table(), self._services.entropy.key()[:TABLE_BYTES]
            table = self._table(new_table(number, place, game, preset, who.id, identity, practice=practice))
            await table.open(request)
            self._open[number] = table
        store.opened(table.state)
        table.resume((Notice("opened-practice" if practice else "opened", {"name": who.name}),))
        await self._expel(table)

    def check_none_open(self, *groups: str) -> None:
        if any(self.of_group(group) for group in groups):
            raise Refusal("tables-are-open")

    @asynccontextmanager
    async def none_open(self, *groups: str) -> AsyncIterator[None]:
        """Let no table be opened meanwhile; refused while one of some groups is open."""
        async with self._one_opening:
            self.check_none_open(*groups)
            # Some may not be resumed yet.
            stored = await self._services.ledger.read(queries.tables_to_resume)
            if any(each.open and each.group in groups for each in stored):
                raise Refusal("tables-are-open")
            yield

    def _check_place(self, place: Place, settings: GroupSettings) -> None:
        if len(self.all_at(place)) >= settings.tables.tables_per_channel:
            raise Refusal("table-here-already")
        if not self._services.listener.others_come(place):
            return
        if not self._services.groups.of(place.group).takes_tables(place.channel):
            raise Refusal("no-tables-here")
        now = self._services.clock.utc()
        until = quiet_until(now, settings)
        if until is not None:
            raise Refusal("quiet-hours", until=moment(until, now, settings))

    def _table(self, state: TableState) -> Table:
        # A closure over the state would remember the names of forgotten people.
        return Table(state, self._services, retired=partial(self._open.pop, state.id, None))

    @asynccontextmanager
    async def held(self, group: str) -> AsyncIterator[list[Table]]:
        async with AsyncExitStack() as holds:
            tables = self.of_group(group)
            for table in tables:
                await holds.enter_async_context(table.mailbox.held())
            # It may have closed just now.
            yield [table for table in tables if table.state.id in self._open]

    def move(self, tables: Iterable[Table], group: str) -> None:
        for table in tables:
            table.move(group)

    def rest(self, player: PlayerId) -> None:
        """Let a person sit out at all tables after a decision to play no further."""
        for table in self.all_of_player(player):
            table.rest(player)

    def plays_elsewhere(self, player: PlayerId, table: str) -> bool:
        """True if a person has a hand for chips, or soon will, at another table."""
        others = (each.state for each in self.all_of_player(player) if each.state.id != table)
        return any(state.deals_in(player) for state in others if not state.practice)

    async def rules_changed(self, group: str) -> None:
        """Let every table of a group seal its next hand anew if its rules have changed."""
        for table in self.of_group(group):
            # Otherwise it checks its rules when resumed.
            with suppress(Refused, LedgerError):
                await table.rules_changed()

    async def banned(self, group: str, player: PlayerId) -> None:
        """Let a person get up everywhere in a group who is banned or has to give chips back.

        A ban that cannot be stored now takes effect when the table is resumed.
        """
        for table in self.of_group(group):
            # Somebody who is about to sit down has no chair yet.
            with suppress(Refused, LedgerError):
                await table.send_away(player, seating.told_removed)

    async def void(self, request: Request, hand: int, reason: str) -> bool:
        for table in self.of_group(request.group):
            if table.state.playing is not None and table.state.playing.id == hand:
                await table.void(request, hand, reason)
                return True
        return False

    async def store_reversal(self, row: HandRow, nets: Mapping[PlayerId, int], writes: WriteSet) -> None:
        """Store the reversal of a finished hand, in its table's tallies too.

        Raises :class:`Overdrawn` if somebody has spent the winnings; refused if nothing can be stored.
        """
        table, ledger = self._open.get(row.table), self._services.ledger
        if table is not None:
            await table.store_reversal(nets, writes)
        elif (stored := await ledger.read(queries.table, row.table)) is None:
            await ledger.commit(writes)
        else:
            await ledger.commit((*writes, with_reversal(stored, nets)))

    async def resume(self, stored: TableSaved) -> None:
        ledger, entropy, listener = self._services.ledger, self._services.entropy, self._services.listener
        state, notices = await resumed(ledger, entropy, stored.table)
        lost_after = None if state.closed else ledger.numbers.lost_after(stored.table)
        if lost_after is None:
            listener.show_results(state, await untold_results(ledger, entropy, state))
        if state.closed:
            if stored.open:
                store.closed(state)
            # Its last hand is over or called off, and nobody stays.
            if state.hand is not None or notices:
                listener.show(state, notices)
        else:
            table = self._table(state)
            if lost_after is not None:
                await table.end_lost(lost_after, notices)
                return
            await table.seal()
            self._open[table.state.id] = table
            table.resume(notices)
            await self._expel(table)

    async def _expel(self, table: Table) -> None:
        """Let people get up who were banned before the table could be asked."""
        group, expelled = table.state.place.group, self._services.hindrances.expelled
        for chair in table.state.seated:
            if not chair.removed and expelled(chair.player, group):
                await self.banned(group, chair.player)

    async def wait_until_idle(self) -> None:
        while busy := [table for table in self.all_open() if not table.mailbox.idle]:
            for table in busy:
                await table.mailbox.wait_until_idle()

    def suspend(self) -> None:
        for table in self.all_open():
            if not self._services.listener.shows(table.state.place):
                table.stop()

    async def give_away(self, books: Callable[[str], bool]) -> None:
        """Finish the present jobs at the tables of some books, and keep these tables no longer."""
        async with self._one_opening:
            given = list(self._where(lambda state: books(state.place.group)))
        for table in given:
            table.stop()
        try:
            for table in given:
                await table.mailbox.wait_until_idle()
        finally:
            for table in given:
                self._open.pop(table.state.id, None)

    async def stop(self) -> None:
        """Take no more jobs, and finish the present ones."""
        for table in self.all_open():
            table.stop()
        for table in self.all_open():
            await table.mailbox.wait_until_idle()
