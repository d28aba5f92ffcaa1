"""Chips are never created, lost or negative: the ledger, the tables and the results of hands say the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from bot.ledger import PSEUDONYM, STACK, Account, carried, queries
from bot.ledger.account import stack_player
from bot.tables.stored import stack
from engine.table.players import is_computer
from engine.table.state import TableState
from tools.simulation.checks.check import Check
from tools.simulation.checks.stored import at_tables, between_books, read, result_of, settled


def posted_at(state: TableState) -> dict[Account, int]:
    """The chips that the ledger holds at a table: while a hand is played, each stack as it was before it."""
    hand = state.playing
    posted = {stack(state, chair.player): chair.stack for chair in state.seated}
    if hand is not None:
        for seat, player in enumerate(hand.players):
            if state.chair_of(player) is not None:
                posted[stack(state, player)] += hand.round.staked[seat]
    waiting = state.carried if hand is None else hand.round.carried_in
    return posted | {carried(state.place.group, state.id): waiting}


class ChipsConserved(Check):
    """The books balance, every stack holds what its table says, and a hand moves what its result says."""

    name = "chips conserved"

    def __init__(self) -> None:
        super().__init__()
        self._running: set[int] = set()
        """The hands that were being played when all was quiet last."""

        self._newest: dict[str, int] = {}
        """The last hand of each table whose chips were looked at."""

    async def started(self) -> None:
        assert self.life is not None
        audit = await self.life.app.ledger.audit()
        if not audit.sound:
            raise self.fail(f"the books do not balance after a start: {audit.faults[0]}")
        await self.quiet()

    async def quiet(self) -> None:
        assert self.life is not None
        ledger = self.life.app.ledger
        tables = self.life.app.tables.all_open()
        held = await read(ledger, at_tables)
        at_each: dict[tuple[str, str], dict[Account, int]] = defaultdict(dict)
        for account, chips in held.items():
            at_each[account.group, account.owner.partition("/")[0]][account] = chips
        present = {(table.state.place.group, table.state.id) for table in tables}
        for (group, closed), accounts in at_each.items():
            if (group, closed) not in present:
                raise self.fail(f"table {closed} is closed, and {sum(accounts.values())} chips are left there")
        for table in tables:
            self._compare(table.state, at_each[table.state.place.group, table.state.id])
            hand = table.state.hand
            if hand is not None and not hand.over:
                self._running.add(hand.id)
            elif hand is not None and self._newest.get(table.state.id) != hand.id:
                self._running.add(hand.id)
                self._newest[table.state.id] = hand.id
        if self._running:
            for number in await read(ledger, lambda connection: settled(connection, self._running)):
                await self._look_at(number)

    async def ended(self) -> None:
        await self.quiet()
        assert self.life is not None
        if gained := await read(self.life.app.ledger, between_books):
            raise self.fail(f"people have gained {gained} chips as circles began and ended")
        for group, settings in self.life.app.groups.all().items():
            held = await self.life.app.ledger.read(queries.balances, group)
            # Computer players have gone with the circle.
            left = any(chips for player, chips in held.items() if not is_computer(player))
            if group.startswith("circle:") and not settings.places and left:
                raise self.fail(f"chips are left in {group}, which has ended")
        audit = await self.life.app.ledger.audit()
        if not audit.sound:
            raise self.fail(f"the books do not balance: {audit.faults[0]}")

    def _compare(self, state: TableState, chips: Mapping[Account, int]) -> None:
        """What a table says is what is stored, and what the ledger has in memory.

        Args:
            state: the table.
            chips: all that lies at it: in stacks and as odd chips that wait.
        """
        for account, due in posted_at(state).items():
            held = chips.get(account, 0)
            if held != due:
                raise self.fail(f"{account.owner} has {held} chips at table {state.id}, which says {due}")
        for chair in state.seated:
            if chair.stack < 0:
                raise self.fail(f"{chair.name} has {chair.stack} chips at table {state.id}")
        sitting = {chair.player for chair in state.seated}
        for each, left in chips.items():
            if each.kind == STACK and (player := stack_player(each.owner)) not in sitting:
                raise self.fail(f"{player} has got up from table {state.id}, where {left} of their chips are left")

    async def _look_at(self, number: int) -> None:
        """A hand that is over has moved for each player what its result says; one that was called off, nothing."""
        assert self.life is not None
        ledger = self.life.app.ledger
        row = await read(ledger, lambda connection: result_of(connection, number))
        if row is None:
            return
        self._running.discard(number)
        won: Counter[str] = Counter()
        for moved in row.moved:
            won[moved.player] += moved.amount
        # Whoever is being forgotten has another name in the hand for a while than their account has.
        known = [player for player in row.players if not player.startswith(PSEUDONYM)]
        others = sum(chips for player, chips in won.items() if player and player not in known)
        owed = (
            0
            if row.voided
            else sum(net for player, net in zip(row.players, row.settlement, strict=True) if player not in known)
        )
        if others != owed:
            raise self.fail(f"hand {number} has given {others} chips to people who were forgotten, due were {owed}")
        for player, net in zip(row.players, row.settlement, strict=True):
            due = 0 if row.voided else net
            if player in known and won[player] != due:
                raise self.fail(f"hand {number} has given {player} {won[player]} chips, due were {due}")
