"""The hands of a table: dealing, acting and settling.

While a hand is played no chips move in the ledger: what each seat has staked follows from the journal. The end of a
hand is posted once, from stack to stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from bot.environment.entropy import Entropy
from bot.ledger import HandClosed, HandOpened, JournalLine, Posting, SealBroken, wallet
from bot.messages import PlayerId, is_computer
from bot.tables.changes import Change, carried, journaled, saved, stack
from bot.tables.sealing import deal_to_json
from bot.tables.seating import close, get_up
from bot.tables.state import AnyHand, Chair, TableHand, TableState
from engine import notation
from engine.facts import Move
from engine.fairness import Chance, records
from engine.fairness.records import Dealt
from engine.fairness.sealing import rules_hash
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action, Round, Seat, View
from engine.refusal import Refused


class Lapsed(NamedTuple):
    """The time of a player ran out, and the bot acted for them."""

    seat: Seat


LAPSE = "lapse "
"""How the journal marks an action that the bot took for a player."""

SYSTEM: PlayerId = ""
"""The actor of journal lines that no player has caused."""

CLOSE = "close"
"""How the journal tells that the time of a window was up."""

TOLD = "told "
"""How the journal marks what everybody was told in the end and nothing else tells (:attr:`engine.play.Round.told`)."""


def begin(state: TableState, hand_id: int, chance: Chance, entropy: Entropy, now: datetime) -> Change:
    """Deal the next hand, which is closed, to everybody for whom it was closed.

    Args:
        state: the table, between hands.
        hand_id: the number of the hand among all hands.
        chance: what came to be known since the deal was closed.
        entropy: what turns the closed deal into cards.
        now: the date and time, in UTC.
    """
    game, sealed = state.game, state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    deal = entropy.deal(sealed.seal, sealed.closing, chance)
    rules = _rules(game.name, sealed.rules)
    numbers = tuple(sorted(sealed.closing.seats))
    ready = tuple(chair for number in numbers if (chair := state.chairs[number]) is not None)
    players = tuple(chair.player for chair in ready)
    stacks = tuple(chair.stack for chair in ready)
    dealing = deal.first_dealer if sealed.dealer is None else sealed.dealer
    dealer = numbers.index(dealing)
    streak = state.streak if players[dealer] == state.last_dealer else 0
    step = game.deal(Deal(rules, stacks, dealer, deal.pack, state.carried, streak))
    hand = TableHand(
        hand_id,
        sealed.number,
        players,
        tuple(chair.name for chair in ready),
        numbers,
        dealing,
        stacks,
        step.round,
        rules,
        deal,
        now,
        step.events,
    )
    opened = HandOpened(
        hand=hand_id,
        table=state.id,
        group=state.place.group,
        number=hand.number,
        game=game.name,
        rules=sealed.rules,
        rules_hash=rules_hash(sealed.rules).hex(),
        players=players,
        stacks=stacks,
        dealer=dealer,
        carried=state.carried,
        streak=streak,
        sealed=deal_to_json(deal),
        keys=b"".join(sealed.seal.keys),
    )
    before = replace(
        state,
        chairs=tuple(
            chair if chair is None or chair.decided is None else replace(chair, decided=None) for chair in state.chairs
        ),
        hands_played=hand.number,
        dealer_chair=dealing,
        next_dealer_chair=None,
        last_dealer=players[dealer],
        streak=streak + 1,
        carried=0,
        running=True,
        sealed=None,
    )
    after, settled = _settle_chairs(_with_stacks(before, hand), hand)
    return Change(after, (opened, SealBroken(state.id), *settled, saved(after)))


@lru_cache(maxsize=256)
def _rules(game: str, in_force: str) -> GameRules:
    # They never change once they are read, and are mostly those of the hand before.
    rules: GameRules = GAMES[game].rules_from(in_force)
    return rules


def act(state: TableState, seat: Seat, action: Action, *, lapsed: bool = False) -> Change:
    """Carry out an action of a seat in the running hand.

    Raises:
        engine.refusal.Refused: the rules do not allow it now.
    """
    hand = state.playing
    assert hand is not None
    text, player = notation.write(action), hand.players[seat]
    after = _played(hand, seat, action, lapsed=lapsed)
    chair = state.chair_of(player)
    if chair is None or chair.decided is None:
        return _gone_on(state, hand, after, player, LAPSE + text if lapsed else text)
    # Whoever acts has decided nothing any more.
    change = _gone_on(state.change(player, decided=None), hand, after, player, LAPSE + text if lapsed else text)
    return change if change.state.closed else replace(change, writes=(*change.writes, saved(change.state)))


def close_window(state: TableState) -> Change:
    """Close the window that is open in the running hand, its time being up.

    Raises:
        engine.refusal.Refused: none is open.
    """
    hand = state.playing
    assert hand is not None
    return _gone_on(state, hand, _closed(hand), SYSTEM, CLOSE)


def _gone_on(state: TableState, hand: AnyHand, next_hand: AnyHand, actor: PlayerId, text: str) -> Change:
    """The table when its hand has gone on, with the line for the journal.

    After its last hand a table is saved as closed, and after any other with what is sealed for the next.
    """
    lines = [journaled(state, actor, text)]
    if next_hand.over and (told := next_hand.round.told):
        lines.append(journaled(state, SYSTEM, TOLD + told))
    after, closed = _settle_chairs(_with_stacks(state, next_hand), next_hand)
    return Change(after, (*lines, *closed))


def _played(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
    """The hand after one more action."""
    step = hand.round.play(seat, action)
    events: tuple[Any, ...] = (Lapsed(seat), *step.events) if lapsed else step.events
    move = Move(seat, action.verb, hand.round.question, lapsed)
    return replace(
        hand,
        round=step.round,
        events=hand.events + events,
        actions=hand.actions + 1,
        moves=(*hand.moves, move),
    )


def _closed(hand: AnyHand) -> AnyHand:
    """The hand when the time of its window is up."""
    now = hand.round
    step = now.close()
    moves = [Move(seat, now.lapse(seat).verb, now.question, by_clock=True) for seat in now.awaited]
    return replace(
        hand,
        round=step.round,
        events=hand.events + step.events,
        actions=hand.actions + 1,
        moves=(*hand.moves, *moves),
    )


def repeated(hand: AnyHand, line: JournalLine, game: Game[Any, View]) -> AnyHand:
    """The hand after a line of its journal; a line about the table leaves the hand as it is."""
    if (line.actor, line.text) == (SYSTEM, CLOSE):
        return _closed(hand)
    text, seat = line.text.removeprefix(LAPSE), hand.seat(line.actor)
    try:
        action = notation.read(text, game.verbs)
    except Refused:
        return hand
    return hand if seat is None else _played(hand, seat, action, lapsed=text != line.text)


def with_hand(state: TableState, hand: AnyHand) -> TableState:
    """The table with a hand that was played again after a restart; the stacks of one that is over are posted."""
    return replace(state, hand=hand) if hand.over else _with_stacks(state, hand)


def _with_stacks(state: TableState, hand: AnyHand) -> TableState:
    """The table with a hand as it stands, and before every player what its round leaves them."""
    staked, settlement = hand.round.staked, hand.round.settlement
    won = [-chips for chips in staked] if settlement is None else [settlement[seat] for seat in range(len(staked))]
    left = {player: before + chips for player, before, chips in zip(hand.players, hand.stacks, won, strict=True)}
    return replace(state, hand=hand, chairs=tuple([_with_stack(chair, left) for chair in state.chairs]))


def _with_stack(chair: Chair | None, left: Mapping[PlayerId, int]) -> Chair | None:
    if chair is None or left.get(chair.player, chair.stack) == chair.stack:
        return chair
    return replace(chair, stack=left[chair.player])


def posting(state: TableState, hand: AnyHand) -> Posting:
    """The one posting of a hand that is over: what each seat has won or lost, and the odd chips that wait."""
    over = hand.round
    assert over.settlement is not None
    entries = [(stack(state, player), over.settlement[seat]) for seat, player in enumerate(hand.players)]
    if more := over.carried_out - over.carried_in:
        entries.append((carried(state), more))
    return Posting("hand", tuple(entries), hand.id, ranked=ranked(state, hand.players))


def ranked(state: TableState, players: Sequence[PlayerId]) -> bool | None:
    """Whether the nets of a hand count in rankings; ``None`` for practice, which stands in no statement."""
    return None if state.practice else not any(map(is_computer, players))


def payout(over: Round[View], seat: Seat) -> int:
    """What a seat takes out of the middle when the round is over: its stake and what it won or lost."""
    assert over.settlement is not None
    return over.staked[seat] + over.settlement[seat]


def _settle_chairs(state: TableState, hand: AnyHand) -> tuple[TableState, list[Any]]:
    """After a hand: remember who deals next, close its record, and let those who wanted to leave get up."""
    if not hand.over:
        return state, []
    over = hand.round
    assert over.settlement is not None
    deals_next = None
    if over.next_dealer is not None:
        deals_next = state.number_of(hand.players[over.next_dealer])
    nets = tuple(over.settlement[seat] for seat in range(len(hand.players)))
    net = dict(zip(hand.chairs, nets, strict=True))
    closed = _counted(closed_with_record(hand.id, hand.dealt, net, nets), state, hand)
    # The sealed packs themselves weigh more than all else at a table, and its record has what was of use in them.
    state = replace(
        state,
        hand=replace(hand, deal=hand.deal.at_rest()),
        carried=over.carried_out,
        next_dealer_chair=deals_next,
        chain=closed.record_hash,
    )
    # Practice has an evening too, though nothing else is remembered of it.
    facts = closed.facts or state.game.facts(over, hand.events, hand.moves)
    posted = posting(state, hand)
    after, rows = empty_chairs(closing_if_left(state.with_result(hand, facts), hand.rules))
    return after, [closed, posted, *rows]


def _counted(closed: HandClosed, state: TableState, hand: AnyHand) -> HandClosed:
    """The end of a hand with what is remembered of each seat; of practice nothing is."""
    if state.practice:
        return closed
    return replace(
        closed,
        wallets=tuple([wallet(state.place.group, player) for player in hand.players]),
        game=state.game_name,
        facts=state.game.facts(hand.round, hand.events, hand.moves),
    )


def closing_if_left(state: TableState, rules: GameRules) -> TableState:
    """The table, about to close if a person leaves it by themselves and that ends the session (QQ-28)."""
    left = any(chair.leaving and not chair.computer for chair in state.seated)
    return replace(state, closing=True) if left and rules.ends_on_leave else state


def empty_chairs(state: TableState) -> tuple[TableState, list[Any]]:
    """After a hand: let everybody get up who leaves or was removed, and close the table if it is about to."""
    rows: list[Any] = []
    for player in [chair.player for chair in state.seated if chair.gets_up]:
        if state.closed:
            break
        change = get_up(state, player)
        state, rows = change.state, rows + list(change.writes)
    if state.closing and not state.closed:
        change = close(state)
        state, rows = change.state, rows + list(change.writes)
    return state, rows


def closed_with_record(
    hand: int,
    dealt: Dealt,
    net: Mapping[int, int],
    settlement: tuple[int, ...],
    voided: str = "",
) -> HandClosed:
    """The end of a hand with its record.

    The key of the pack it was dealt from is kept for a while, unless all may see it now.

    Args:
        hand: its number among all hands.
        dealt: how it was dealt, and what lies open.
        net: chips won or lost, by chair.
        settlement: the same by seat.
        voided: why the stakes were given back, if they were.
    """
    outcome = records.Outcome(net, voided)
    text = records.record(dealt, outcome)
    key = b"" if records.opens_all(dealt.deal) else dealt.deal.picked_pack.key
    return HandClosed(hand, settlement, voided, text, records.hash_of(text).hex(), key)
