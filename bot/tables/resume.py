from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import structlog

from bot.environment.entropy import Entropy
from bot.ledger import HandRow, JournalLine, Ledger, PersonSaved, queries
from bot.tables import hands, stopping
from bot.tables.sealing import deal_of
from bot.tables.store import rows
from bot.tables.stored import restored
from engine.fairness import SealedDeal
from engine.fairness.records import Dealt
from engine.games import GAMES
from engine.table.changes import Notice
from engine.table.hand import AnyHand
from engine.table.state import TableState

log = structlog.get_logger()


async def resumed(ledger: Ledger, entropy: Entropy, table: str) -> tuple[TableState, tuple[Notice, ...]]:
    """Build a table from its stored state.

    A hand that cannot be played again is called off: every stake goes back, and everybody is told.
    """
    # Another process may go on with it meanwhile.
    stored = await ledger.read(queries.as_stored, table)
    names = {player: person.name for player, person in stored.people.items()}
    state, row = restored(stored.table, names, stored.stacks, stored.seq, stored.seal), stored.hand
    if row is None:
        return state, ()
    try:
        hand = _repeated(row, stored.people, stored.lines, entropy)
        _check(state, hand, closed=row.settlement is not None)
    except Exception:
        if row.settlement is not None:
            return state, ()
        action = "called off, every stake goes back"
        log.exception("hand cannot be played again", action=action, table=table, hand=row.hand)
        return await _called_off(ledger, entropy, state, row)
    return hands.with_hand(state, hand), ()


async def untold_results(ledger: Ledger, entropy: Entropy, state: TableState) -> tuple[AnyHand, ...]:
    """The unannounced hands of a resumed table, oldest first, without the one it shows.

    One that cannot be played again is left out; its chips are in the ledger all the same.
    """
    untold: list[AnyHand] = []
    for row in await ledger.read(queries.untold_results, state.id):
        if state.hand is not None and row.hand == state.hand.id:
            continue
        try:
            untold.append(await played_again(ledger, entropy, row))
        except Exception:
            action = "it stands in the history"
            log.warning("result of a hand is not told", action=action, table=state.id, hand=row.hand)
    return tuple(untold)


async def played_again(ledger: Ledger, entropy: Entropy, row: HandRow) -> AnyHand:
    """Deal a stored hand again and repeat its actions.

    Raises :class:`NotSealed` if its cards are unknown, ``ValueError`` if a journal line is missing.
    """
    people, lines = await ledger.read(queries.people, row.group), await ledger.read(queries.journal, row.hand)
    return _repeated(row, people, lines, entropy)


def _repeated(
    row: HandRow, people: Mapping[str, PersonSaved], lines: Sequence[JournalLine], entropy: Entropy
) -> AnyHand:
    names = tuple(people[player].name if player in people else "?" for player in row.players)
    hand, game = dealt_again(row, names, deal_of(row, entropy)), GAMES[row.game]
    if any(after.seq != line.seq + 1 for line, after in pairwise(lines)):
        raise ValueError("a line of the journal is missing")
    for line in lines:
        hand = hands.repeated(hand, line.actor, line.text, game)
    return hand


def dealt_again(row: HandRow, names: tuple[str, ...], deal: SealedDeal) -> AnyHand:
    """A stored hand as it was dealt; ``names`` go by seat."""
    return hands.dealt(row, names, deal, row.opened)


def _check(state: TableState, hand: AnyHand, *, closed: bool) -> None:
    """Raise ``ValueError`` unless the hand agrees with the ledger on its end and stacks."""
    if hand.over != closed:
        raise ValueError("the ledger and the journal disagree on whether the hand is over")
    if hand.over:
        return
    for player, start in zip(hand.players, hand.stacks, strict=True):
        chair = state.chair_of(player)
        if chair is None or chair.stack != start:
            raise ValueError("the ledger and the journal disagree on the chips")


async def _called_off(
    ledger: Ledger, entropy: Entropy, state: TableState, row: HandRow
) -> tuple[TableState, tuple[Notice, ...]]:
    chairs = {player: state.chair_of(player) for player in row.players}
    stacks = {player: 0 if chair is None else chair.stack for player, chair in chairs.items()}
    change = stopping.called_off(state, row.hand, _dealt(row, entropy), stacks, row.carried)
    after, writes = rows(state, change.state, change.writes)
    await ledger.commit(writes)
    return after, change.notices


def _dealt(row: HandRow, entropy: Entropy) -> Dealt | None:
    """The deal of a hand that cannot be played again; ``None`` if its cards are unknown."""
    try:
        deal = deal_of(row, entropy)
        return Dealt(deal, sorted(deal.closing.seats)[row.dealer], dealt_to=())
    except (ValueError, KeyError, IndexError):
        # Stakes go back even without the cards.
        return None
