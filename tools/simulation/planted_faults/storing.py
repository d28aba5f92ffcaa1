"""Faults in what is stored, when it is stored, and what is said of it."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from bot.dispatch.dispatcher import Dispatcher, Idempotency
from bot.ledger import Ledger, NotStored, Once, database, ledger, queries, transactions
from bot.ledger.batch import Batch
from bot.ledger.writes import JournalLine
from bot.messages import Command, Reply
from bot.tables import hands, resume, store
from bot.tables.store import TableStore
from engine.games import GAMES
from engine.table.hand import LAPSE
from tools.simulation.plan import FaultKind
from tools.simulation.planted_faults.planted_fault import Patch, Planted, Where

planted = Planted()
ACKNOWLEDGED, DURABLE, JOURNALS = (
    "acknowledged actions stay",
    "durable before told",
    "journals without a gap that replay",
)
ONCE, SAME = "each update once", "the same after a restart"


@planted(3, DURABLE, 2)
def announce_before_commit(patch: Patch) -> None:
    """Everybody is shown a change before it is stored."""
    commit = TableStore.commit

    async def early(at: TableStore, change: Any, key: str = "") -> None:
        if not change.silent and not at.waits:
            at.services.listener.show(change.state, change.notices)
            for _ in range(20):
                await asyncio.sleep(0)
        await commit(at, change, key)

    patch.setattr(TableStore, "commit", early)


@planted(4, f"{ACKNOWLEDGED} | chips conserved", 2)
def acknowledge_before_commit(patch: Patch) -> None:
    """Whoever asked is answered while their action is still to be stored."""

    commit = Ledger.commit
    under_way: set[asyncio.Task[None]] = set()

    async def a_little_later(ledger: Ledger, writes: Any) -> None:
        for _ in range(50):
            await asyncio.sleep(0)
        await commit(ledger, writes)

    async def not_awaited(ledger: Ledger, writes: Any) -> None:
        task = asyncio.create_task(a_little_later(ledger, writes))
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    patch.setattr(Ledger, "commit", not_awaited)


@planted(2, ACKNOWLEDGED, 2)
def lose_the_idempotency_key(patch: Patch) -> None:
    """Commands are carried out as if they had no key."""

    async def without(idempotency: Idempotency, command: Command, carry_out: Any) -> Reply:
        reply: Reply = await carry_out(replace(command, key=""))
        return reply

    patch.setattr(Idempotency, "reply", without)


@planted(2, ACKNOWLEDGED, 3)
def keys_only_in_memory(patch: Patch) -> None:
    """That an update was carried out is forgotten with the process."""

    def without_key(write: JournalLine, batch: Batch) -> None:
        stores(replace(write, key=""), batch)

    stores = JournalLine.store
    patch.setattr(JournalLine, "store", without_key)


@planted(2, ONCE, 60)
def key_after_the_action(patch: Patch) -> None:
    """The key of an update is stored in a transaction of its own, after what it did."""
    commit = TableStore.commit

    async def apart(at: TableStore, change: Any, key: str = "") -> None:
        await commit(at, change)
        for _ in range(10):
            await asyncio.sleep(0)
        if key:
            await at.services.ledger.commit((Once(key),))

    patch.setattr(TableStore, "commit", apart)


@planted(2, ONCE, 40)
def carried_out_again_after_a_restart(patch: Patch) -> None:
    """An update of which nobody knew what had become, since the process ended, is carried out once more."""
    run, numbers = Dispatcher._run, itertools.count(1)

    async def again(dispatcher: Dispatcher, command: Command) -> Reply:
        if command.key != "" and await dispatcher._services.ledger.read(queries.is_done, command.key):
            command = replace(command, key=f"{command.key} again {next(numbers)}")
        return await run(dispatcher, command)

    patch.setattr(Dispatcher, "_run", again)


@planted(5, "chips conserved | journals without a gap that replay | acknowledged actions stay", 25)
def full_disk_passed_over(patch: Patch) -> None:
    """A write set that could not be stored counts as stored."""
    commit = Ledger.commit

    async def suppressed(ledger: Ledger, writes: Any) -> None:
        try:
            await commit(ledger, writes)
        except NotStored:
            return

    patch.setattr(Ledger, "commit", suppressed)


@planted(6, JOURNALS, 2)
def journal_line_dropped(patch: Patch) -> None:
    """Every third line of the journal that no command asked for is not stored."""
    stored, numbers = JournalLine.store, itertools.count(1)

    def dropped(write: JournalLine, batch: Batch) -> None:
        if write.key or next(numbers) % 3:
            stored(write, batch)

    patch.setattr(JournalLine, "store", dropped)


@planted(6, JOURNALS, 6, where=Where.WORLD)
def sitting_back_not_noted(patch: Patch) -> None:
    """That somebody sits back, also by pressing *start*, is counted in the journal, and the line is never stored."""
    number = store.rows

    def without(before: Any, after: Any, writes: Any, key: str = "") -> Any:
        state, rows = number(before, after, writes, key)
        return state, tuple(row for row in rows if not (isinstance(row, JournalLine) and row.text == "sit back"))

    patch.setattr(store, "rows", without)


@planted(6, f"{JOURNALS} | {ONCE}", 6)
def lapse_not_marked(patch: Patch) -> None:
    """The journal tells a turn that has lapsed as if its player had acted."""
    gone_on = hands._gone_on

    def unmarked(state: Any, after: Any, actor: str, text: str) -> Any:
        return gone_on(state, after, actor, text.removeprefix(LAPSE))

    patch.setattr(hands, "_gone_on", unmarked)


@planted(6, f"{SAME} | {JOURNALS} | no unexpected errors in the log", 8)
def replayed_by_other_rules(patch: Patch) -> None:
    """After a restart a hand is played again by the usual rules, and not by those that it was dealt with."""
    dealt_again = resume.dealt_again

    def by_usual_rules(row: Any, names: Any, deal: Any) -> Any:
        game = GAMES[row.game]
        return dealt_again(replace(row, rules=game.in_force(game.rules())), names, deal)

    patch.setattr(resume, "dealt_again", by_usual_rules)


@planted(6, f"{SAME} | {JOURNALS} | {DURABLE}", 8)
def last_line_not_played_again(patch: Patch) -> None:
    """After a restart the last action of a running hand is left out."""
    journal = queries.journal

    def without_last(connection: Connection, hand: int) -> list[JournalLine]:
        lines = journal(connection, hand)
        row = queries.hand(connection, hand)
        return lines[:-1] if row is not None and row.settlement is None else lines

    patch.setattr(queries, "journal", without_last)


@planted(3, f"{ACKNOWLEDGED} | {DURABLE} | {SAME}", 6, where=Where.WORLD, needs=(FaultKind.POWER_CUT,))
def forget_the_fsync(patch: Patch) -> None:
    """The database does not wait until the disk has what was written."""
    patch.setitem(database.PRAGMAS, "synchronous", 0)


@planted(8, "messages at least once", 12)
def result_never_ticked_off(patch: Patch) -> None:
    """That the result of a hand was announced is never stored."""
    commit = Ledger.commit

    async def without(ledger: Ledger, writes: Any) -> None:
        await commit(ledger, tuple(write for write in writes if type(write).__name__ != "HandAnnounced"))

    patch.setattr(Ledger, "commit", without)


@planted(
    5,
    f"{ACKNOWLEDGED} | {ONCE} | {JOURNALS} | chips conserved | no unexpected errors in the log | {SAME}",
    8,
    where=Where.WORLD,
    needs=(FaultKind.DISK_ERROR, FaultKind.KILL),
)
def unknown_outcome_called_not_stored(patch: Patch) -> None:
    """After a sync that failed people are told that nothing was stored, and the process goes on as if that were so."""
    for module in (transactions, ledger):
        patch.setattr(module, "unknown", transactions.not_stored)
    patch.setattr(ledger, "disk_failed", lambda error: False)
