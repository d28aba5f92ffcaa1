"""The hands of a table: dealing, acting and settling, each with the chips it moves.

Chips follow one rule for every game: what a seat has staked lies in the pot, and the difference that an action makes
is moved in the same record as the action.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.ledger import Account, HandClosed, HandOpened, JournalLine, Transfer
from bot.messages import PlayerId
from bot.tables.changes import Change, journaled, pot, saved, stack
from bot.tables.seating import close, get_up
from bot.tables.state import Chair, Hand, Note, TableState
from engine import notation
from engine.fairness import shuffled_pack
from engine.house_rules import HouseRules
from engine.play import Action, Game, Refused, Round, Seat


class Lapsed(NamedTuple):
    """The time of a player ran out, and the house acted for him."""

    seat: Seat


LAPSE = "lapse "
"""How the journal marks an action that the house took for a player."""

THE_HOUSE: PlayerId = ""
"""Who does in the journal what no player does."""

CLOSE = "close"
"""How the journal tells that the time of a window was up."""


def dealer_chair(state: TableState, ready: Sequence[Chair]) -> int | None:
    """The chair that deals the next hand; ``None`` if chance has to choose the first one."""
    numbers = [state.number_of(chair.player) for chair in ready]
    around = len(state.chairs)
    step = 1 if state.game.clockwise else -1
    if state.next_dealer_chair is not None:
        start, first = state.next_dealer_chair, 0
    elif state.dealer_chair is not None:
        start, first = state.dealer_chair, 1
    else:
        return None
    for distance in range(first, around + first):
        number = (start + step * distance) % around
        if number in numbers:
            return number
    return None


def begin(state: TableState, rules: HouseRules, hand_id: int, key: bytes, first_dealer: int) -> Change:
    """Deal the next hand to everybody who is ready.

    Args:
        state: the table, between hands.
        rules: the house rules in force.
        hand_id: the number of the hand among all hands.
        key: the secret that the pack is shuffled from.
        first_dealer: which of the ready players deals if nobody has dealt yet.
    """
    game = state.game
    ready = state.ready(game.least_stack(rules))
    number = dealer_chair(state, ready)
    if number is None:
        number = state.number_of(ready[first_dealer % len(ready)].player)
    players = tuple(chair.player for chair in ready)
    stacks = tuple(chair.stack for chair in ready)
    dealer_player = state.chairs[number]
    assert dealer_player is not None
    dealer = players.index(dealer_player.player)
    streak = state.streak if dealer_player.player == state.last_dealer else 0
    step = game.deal(rules, stacks, dealer, shuffled_pack(key, len(game.pack)), state.carried, streak)
    hand = Hand(
        hand_id,
        state.hands_played + 1,
        players,
        tuple(chair.name for chair in ready),
        tuple(state.number_of(chair.player) for chair in ready),
        stacks,
        step.round,
        rules,
        step.events,
    )
    opened = HandOpened(
        hand=hand_id,
        table=state.id,
        house=state.place.house,
        number=hand.number,
        game=game.name,
        rules=rules.canonical(),
        rules_hash=hashlib.sha256(rules.canonical().encode()).hexdigest(),
        players=players,
        stacks=stacks,
        dealer=dealer,
        carried=state.carried,
        streak=streak,
        key=key,
    )
    before = replace(
        state,
        hand=hand,
        hands_played=hand.number,
        dealer_chair=number,
        next_dealer_chair=None,
        last_dealer=dealer_player.player,
        streak=streak + 1,
        carried=0,
        running=True,
    )
    moved = _chips(before, hand, (0,) * len(players), step.round)
    after, settled = _settle_chairs(_with_stacks(before, hand), hand)
    return Change(after, (opened, *moved, *settled, saved(after)))


def act(state: TableState, seat: Seat, action: Action, *, lapsed: bool = False) -> Change:
    """Carry out an action of a seat in the running hand.

    Raises:
        engine.play.Refused: the rules do not allow it now.
    """
    hand = state.playing
    assert hand is not None
    text = notation.write(action)
    after = _played(hand, seat, action, lapsed=lapsed)
    return _gone_on(state, hand, after, hand.players[seat], LAPSE + text if lapsed else text)


def close_window(state: TableState) -> Change:
    """Close the window that is open in the running hand, its time being up.

    Raises:
        engine.play.Refused: none is open.
    """
    hand = state.playing
    assert hand is not None
    return _gone_on(state, hand, _closed(hand), THE_HOUSE, CLOSE)


def _gone_on(state: TableState, hand: Hand, next_hand: Hand, actor: PlayerId, text: str) -> Change:
    """The table when its hand has gone on, with the line of the journal that tells so."""
    journal, line = journaled(state, actor, text)
    moved = _chips(state, hand, hand.round.staked, next_hand.round)
    after = _with_stacks(replace(journal, hand=next_hand), next_hand)
    if not next_hand.over:
        return Change(after, (line, *moved))
    after, closed = _settle_chairs(after, next_hand)
    return Change(after, (line, *moved, *closed, saved(after)))


def _played(hand: Hand, seat: Seat, action: Action, *, lapsed: bool) -> Hand:
    """The hand after one more action."""
    step = hand.round.play(seat, action)
    events: tuple[Any, ...] = (Lapsed(seat), *step.events) if lapsed else step.events
    return replace(hand, round=step.round, told=hand.told + events, actions=hand.actions + 1)


def _closed(hand: Hand) -> Hand:
    """The hand when the time of its window is up."""
    step = hand.round.close()
    return replace(hand, round=step.round, told=hand.told + step.events, actions=hand.actions + 1)


def repeated(hand: Hand, line: JournalLine, game: Game[Any]) -> Hand:
    """The hand after what a line of its journal tells; a line about the table leaves the hand as it is."""
    if (line.actor, line.text) == (THE_HOUSE, CLOSE):
        return _closed(hand)
    text, seat = line.text.removeprefix(LAPSE), hand.seat(line.actor)
    try:
        action = notation.read(text, game.verbs)
    except Refused:
        return hand
    return hand if seat is None else _played(hand, seat, action, lapsed=text != line.text)


def with_hand(state: TableState, hand: Hand) -> TableState:
    """The table with a hand that was played again after a restart."""
    return replace(state, hand=hand)


def _chips(state: TableState, hand: Hand, before: Sequence[int], after: Round) -> list[Transfer]:
    """The chips that go to the pot, come back from it, and are won."""
    transfers = []
    in_pot = pot(state)
    for seat, player in enumerate(hand.players):
        mine = stack(state, player)
        put = after.staked[seat] - before[seat]
        if put > 0:
            transfers.append(Transfer(mine, in_pot, put, "stake", hand.id, player))
        elif put < 0:
            transfers.append(Transfer(in_pot, mine, -put, "returned", hand.id, player))
    if after.settlement is not None:
        for seat, player in enumerate(hand.players):
            transfers.extend(_won(in_pot, stack(state, player), payout(after, seat), hand.id, player))
    return transfers


def _won(in_pot: Account, mine: Account, amount: int, hand: int, player: PlayerId) -> list[Transfer]:
    return [Transfer(in_pot, mine, amount, "won", hand, player)] if amount else []


def payout(over: Round, seat: Seat) -> int:
    """What a seat takes out of the pot when the round is over: its stake and what it won or lost."""
    assert over.settlement is not None
    return over.staked[seat] + over.settlement[seat]


def _with_stacks(state: TableState, hand: Hand) -> TableState:
    """Put before every player what the round leaves him."""
    over = hand.round.settlement is not None
    for seat, player in enumerate(hand.players):
        left = hand.stacks[seat] - hand.round.staked[seat] + (payout(hand.round, seat) if over else 0)
        chair = state.chair_of(player)
        if chair is not None and chair.stack != left:
            state = state.change(player, stack=left)
    return state


def _settle_chairs(state: TableState, hand: Hand) -> tuple[TableState, list[Any]]:
    """After a hand: remember who deals next, close the books of the hand, let those who wanted to leave get up."""
    if not hand.over:
        return state, []
    over = hand.round
    assert over.settlement is not None
    deals_next = None
    if over.next_dealer is not None:
        deals_next = state.number_of(hand.players[over.next_dealer])
    state = replace(state, carried=over.carried_out, next_dealer_chair=deals_next)
    record: list[Any] = [HandClosed(hand.id, tuple(over.settlement[seat] for seat in range(len(hand.players))))]
    leaving = [chair.player for chair in state.seated if chair.leaving]
    if leaving and getattr(hand.rules, "ends_on_leave", False):
        state = replace(state, closing=True)
    after, rows = _empty_chairs(state, leaving)
    return after, record + rows


def _empty_chairs(state: TableState, leaving: Sequence[PlayerId]) -> tuple[TableState, list[Any]]:
    rows: list[Any] = []
    for player in leaving:
        if state.closed:
            break
        change = get_up(state, player)
        state, rows = change.state, rows + list(change.record)
    if state.closing and not state.closed:
        change = close(state)
        state, rows = change.state, rows + list(change.record)
    return state, rows


def void(state: TableState, actor: PlayerId, reason: str) -> Change:
    """Call off the running hand: every stake goes back to the one who staked it."""
    hand = state.playing
    assert hand is not None
    staked = dict(zip(hand.players, hand.round.staked, strict=True))
    now, line = journaled(state, actor, "void")
    change = called_off(now, hand.id, hand.players, staked, hand.round.carried_in, actor, reason)
    return replace(change, record=(line, *change.record), answer=Note("you-voided", {"hand": str(hand.id)}))


def called_off(
    state: TableState,
    hand: int,
    players: Sequence[PlayerId],
    staked: Mapping[PlayerId, int],
    carried: int,
    actor: PlayerId = "",
    reason: str = "",
) -> Change:
    """The table without its running hand, the stakes of which go back.

    Args:
        state: the table.
        hand: the number of the hand.
        players: who plays which seat.
        staked: the chips each player has in the pot.
        carried: odd chips of earlier hands; they stay in the pot.
        actor: the admin who calls it off; nobody if the house has to.
        reason: why, for everybody to read.
    """
    in_pot = pot(state)
    back = [
        Transfer(in_pot, stack(state, player), amount, "void", hand, actor, reason)
        for player, amount in staked.items()
        if amount
    ]
    # As if it had never been dealt: the same player deals again.
    after = replace(
        state, hand=None, carried=carried, next_dealer_chair=state.dealer_chair, streak=max(state.streak - 1, 0)
    )
    for player, amount in staked.items():
        chair = after.chair_of(player)
        if chair is not None:
            after = after.change(player, stack=chair.stack + amount)
    closed = HandClosed(hand, (0,) * len(players), voided=reason or "could not be resumed")
    leaving = [chair.player for chair in after.seated if chair.leaving]
    after, rows = _empty_chairs(after, leaving)
    note = Note("hand-voided", {"hand": str(hand), "reason": reason or "-"})
    return Change(after, (*back, closed, *rows, saved(after)), (note,))
