"""Taking up a table after a restart: the same chairs and chips, the same pack, every action played again."""

from __future__ import annotations

import json
from dataclasses import replace

import structlog

from bot.ledger import HandRow, Ledger, TableSaved
from bot.messages import Place
from bot.tables import hands
from bot.tables.changes import saved
from bot.tables.state import Hand, Note, TableState
from engine.fairness import shuffled_pack
from engine.games import GAMES

log = structlog.get_logger()


async def taken_up(ledger: Ledger, stored: TableSaved) -> tuple[TableState, tuple[Note, ...]]:
    """Build a table from what is stored of it.

    A hand that cannot be played again is called off: every stake goes back, and everybody is told.
    """
    place = Place(stored.house, stored.channel)
    stacks = await ledger.stacks(stored.house, stored.table)
    state = TableState.from_json(
        stored.table, place, stored.game, stored.state, stacks, await ledger.last_seq(stored.table)
    )
    state = replace(state, closed=not stored.open)
    row = await ledger.last_hand(stored.table)
    if row is None or row.voided or row.told:
        return state, ()
    try:
        hand = await played_again(ledger, row, state)
        _check(state, hand, closed=row.settlement is not None)
    except Exception:
        if row.settlement is not None:
            return state, ()
        log.exception("hand cannot be played again", table=stored.table, hand=row.hand)
        return await _called_off(ledger, state, row)
    return hands.with_hand(state, hand), ()


async def played_again(ledger: Ledger, row: HandRow, state: TableState) -> Hand:
    """Deal the pack of a stored hand again and repeat its actions."""
    game = GAMES[row.game]
    rules = game.rules.from_texts(json.loads(row.rules))
    people = await ledger.people(row.house)
    chairs = tuple(
        state.number_of(player) if state.chair_of(player) is not None else seat
        for seat, player in enumerate(row.players)
    )
    names = tuple(people[player].name if player in people else "?" for player in row.players)
    step = game.deal(rules, row.stacks, row.dealer, shuffled_pack(row.key, len(game.pack)), row.carried, row.streak)
    hand = Hand(row.hand, row.number, row.players, names, chairs, row.stacks, step.round, rules, step.events)
    for line in await ledger.journal(row.hand):
        hand = hands.repeated(hand, line, game)
    return hand


def _check(state: TableState, hand: Hand, *, closed: bool) -> None:
    """The hand must stand where the books have it: over or not, and with the chips that it leaves everybody."""
    if hand.over != closed:
        raise ValueError("the books of the hand and its journal disagree")
    if hand.over:
        return
    for player, start, staked in zip(hand.players, hand.stacks, hand.round.staked, strict=True):
        chair = state.chair_of(player)
        if chair is None or chair.stack != start - staked:
            raise ValueError("the chips and the journal disagree")


async def _called_off(ledger: Ledger, state: TableState, row: HandRow) -> tuple[TableState, tuple[Note, ...]]:
    """Give every stake of a hand back, as the ledger has them."""
    staked = await ledger.staked(row.hand)
    change = hands.called_off(state, row.hand, row.players, staked, row.carried)
    await ledger.commit((*change.record, saved(change.state)))
    return change.state, change.notes
