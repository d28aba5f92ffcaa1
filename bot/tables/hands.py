"""Hands of a table: dealing, acting, deciding in advance and settling, as changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from bot.commands import Refusal, Request
from bot.environment.entropy import Entropy
from bot.ledger import HandClosed, HandOpened, HandRow, Posting, SealBroken, wallet
from bot.tables.sealing import deal_to_json
from bot.tables.stored import carried, stack
from engine.facts import Move
from engine.fairness import Chance, SealedDeal, records
from engine.fairness.records import Dealt
from engine.fairness.sealing import rules_hash
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import LEAVE, Action, AdvanceAction, Event, Round, Seat, View
from engine.refusal import Refused
from engine.table import tally, turns
from engine.table.changes import Change, NewLine, Notice, Played
from engine.table.hand import CLOSE, LAPSE, TOLD, AnyHand, Lapsed, TableHand
from engine.table.players import SYSTEM, PlayerId, is_computer
from engine.table.seating import close, get_up
from engine.table.state import TableState


def begin(state: TableState, hand_id: int, chance: Chance, entropy: Entropy, now: datetime) -> Change:
    game, (sealed, closing) = state.game, state.closed_deal
    deal = entropy.deal(sealed.seal, closing, chance)
    ready = [chair for number in sorted(closing.seats) if (chair := state.chairs[number]) is not None]
    players = tuple(chair.player for chair in ready)
    dealing = deal.first_dealer if sealed.dealer is None else sealed.dealer
    dealer = sorted(closing.seats).index(dealing)
    streak = state.streak if players[dealer] == state.last_dealer else 0
    opened = HandOpened(
        hand=hand_id,
        table=state.id,
        group=state.place.group,
        number=sealed.number,
        game=game.name,
        rules=sealed.rules,
        rules_hash=rules_hash(sealed.rules).hex(),
        players=players,
        stacks=tuple(chair.stack for chair in ready),
        dealer=dealer,
        carried=state.carried,
        streak=streak,
        sealed=deal_to_json(deal),
        keys=b"".join(sealed.seal.keys),
    )
    hand = dealt(opened, tuple(chair.name for chair in ready), deal, now)
    before = replace(
        state,
        chairs=tuple([chair and replace(chair, decided=None) for chair in state.chairs]),
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
    return Change(after, (opened, SealBroken(state.id), *settled))


def dealt(row: HandOpened | HandRow, names: tuple[str, ...], deal: SealedDeal, began: datetime) -> AnyHand:
    """Deal a hand from its stored form, at once or after a restart; ``names`` go by seat."""
    rules = _rules(row.game, row.rules)
    step = GAMES[row.game].deal(Deal(rules, row.stacks, row.dealer, deal.pack, row.carried, row.streak))
    chairs = tuple(sorted(deal.closing.seats))
    return TableHand(
        row.hand, row.number, row.players, names, chairs, chairs[row.dealer], row.stacks, step.round, rules, deal,
        began, step.events
    )  # fmt: skip


@lru_cache(maxsize=256)
def _rules(game: str, in_force: str) -> GameRules:
    # They never change, and are mostly those of the hand before.
    rules: GameRules = GAMES[game].rules_from(in_force)
    return rules


def act(state: TableState, seat: Seat, action: Action, *, lapsed: bool = False) -> Change:
    hand = state.playing
    assert hand is not None
    player, text = hand.players[seat], action.text
    after = played(hand, seat, action, lapsed=lapsed)
    if state.chair_of(player) is not None:
        # An action ends the advance decision.
        state = state.change(player, decided=None)
    return _gone_on(state, after, player, LAPSE + text if lapsed else text)


def close_window(state: TableState) -> Change:
    assert state.playing is not None
    return _gone_on(state, window_closed(state.playing), SYSTEM, CLOSE)


def played(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
    """Return the hand after an action, which the bot took if the seat's time has ``lapsed``."""
    step, move = hand.round.play(seat, action), Move(seat, action.verb, hand.round.question, lapsed)
    return _after(hand, step.round, (Lapsed(seat), *step.events) if lapsed else step.events, move)


def window_closed(hand: AnyHand) -> AnyHand:
    """Return the hand after its window, with lapses for missing answers."""
    now = hand.round
    step = now.close()
    moves = [Move(seat, now.lapse(seat).verb, now.question, by_clock=True) for seat in now.awaited]
    return _after(hand, step.round, step.events, *moves)


def _after(hand: AnyHand, now: Round[View], events: tuple[Event, ...], *moves: Move) -> AnyHand:
    return replace(hand, round=now, events=hand.events + events, actions=hand.actions + 1, moves=(*hand.moves, *moves))


def repeated(hand: AnyHand, actor: PlayerId, text: str, game: Game[Any, View]) -> AnyHand:
    """Repeat a line of the journal in its hand; lines about the table leave it as it is."""
    if (actor, text) == (SYSTEM, CLOSE):
        return window_closed(hand)
    seat = hand.seat(actor)
    try:
        action = Action.read(text.removeprefix(LAPSE), game.verbs)
    except Refused:
        return hand
    return hand if seat is None else played(hand, seat, action, lapsed=text.startswith(LAPSE))


def _gone_on(state: TableState, hand: AnyHand, actor: PlayerId, text: str) -> Change:
    """Let the hand of a table go on, with a line for the journal."""
    lines = [NewLine(hand.id, actor, text)]
    if told := hand.round.told:
        lines.append(NewLine(hand.id, SYSTEM, TOLD + told))
    after, rows = _settle_chairs(_with_stacks(state, hand), hand)
    return Change(after, (*lines, *rows))


def with_hand(state: TableState, hand: AnyHand) -> TableState:
    """Set a hand that was played again after a restart; if it is over, its stacks are posted."""
    return replace(state, hand=hand) if hand.over else _with_stacks(state, hand)


def _with_stacks(state: TableState, hand: AnyHand) -> TableState:
    staked, settlement = hand.round.staked, hand.round.settlement
    won = [-chips for chips in staked] if settlement is None else [settlement[seat] for seat in range(len(staked))]
    left = {player: before + chips for player, before, chips in zip(hand.players, hand.stacks, won, strict=True)}
    chairs = [chair and replace(chair, stack=left.get(chair.player, chair.stack)) for chair in state.chairs]
    return replace(state, hand=hand, chairs=tuple(chairs))


def posting(state: TableState, hand: AnyHand) -> Posting:
    """The one posting of a finished hand: nets of the seats, and the odd chips."""
    over = hand.round
    assert over.settlement is not None
    entries = [(stack(state, player), over.settlement[seat]) for seat, player in enumerate(hand.players)]
    if more := over.carried_out - over.carried_in:
        entries.append((carried(state), more))
    return Posting("hand", tuple(entries), hand.id, ranked=ranked(state, hand.players))


def ranked(state: TableState, players: Sequence[PlayerId]) -> bool | None:
    """True if the nets of a hand count in rankings; ``None`` for practice."""
    return None if state.practice else not any(map(is_computer, players))


def _settle_chairs(state: TableState, hand: AnyHand) -> tuple[TableState, tuple[HandClosed | Posting, ...]]:
    over = hand.round
    if over.settlement is None:
        return state, ()
    deals_next = None
    if over.next_dealer is not None:
        deals_next = state.number_of(hand.players[over.next_dealer])
    nets = tuple(over.settlement[seat] for seat in range(len(hand.players)))
    facts = state.game.facts(over, hand.events, hand.moves)
    closed = closed_with_record(hand.id, hand.dealt, dict(zip(hand.chairs, nets, strict=True)), nets)
    if not state.practice:
        # Practice has tallies too, but nothing else is kept.
        wallets = tuple([wallet(state.place.group, player) for player in hand.players])
        closed = replace(closed, wallets=wallets, game=state.game_name, facts=facts)
    posted = posting(state, hand)
    # The sealed packs weigh most, and the record has their use.
    hand = replace(hand, deal=hand.deal.at_rest())
    settled = replace(
        state,
        hand=hand,
        carried=over.carried_out,
        next_dealer_chair=deals_next,
        chain=closed.record_hash,
        tallies=tally.with_result(state.tallies, hand, facts),
    )
    return empty_chairs(closing_if_left(settled, hand.rules)), (closed, posted)


def closing_if_left(state: TableState, rules: GameRules) -> TableState:
    """Let the table close if a person leaves it and that ends the session (QQ-28)."""
    left = any(chair.leaving and not chair.computer for chair in state.seated)
    return replace(state, closing=True) if left and rules.ends_on_leave else state


def empty_chairs(state: TableState) -> TableState:
    """After a hand: free the chairs of leavers, and close the table if it is due."""
    for chair in state.seated:
        if chair.gets_up and not state.closed:
            state = get_up(state, chair.player).state
    return close(state).state if state.closing else state


def closed_with_record(
    hand: int, dealt: Dealt, net: Mapping[int, int], settlement: tuple[int, ...], voided: str = ""
) -> HandClosed:
    """The end of a hand with its record.

    The key of the pack is kept for a while, unless all may see it now.
    """
    outcome = records.Outcome(net, voided)
    text = records.record(dealt, outcome)
    key = b"" if records.opens_all(dealt.deal) else dealt.deal.picked_pack.key
    return HandClosed(hand, settlement, voided, text, records.hash_of(text).hex(), key)


def play(state: TableState, request: Request, bank_used: float = 0.0) -> Change:
    """Carry out an action of the game, typed or pressed, or refuse it; the actor has let no turn pass."""
    player, command = request.who.id, request.command
    action = Action.of(command.name, state.game.verbs, command.amount("amount"), command.word("choice"))
    hand, seat = turns.in_play(state, player, request.question)
    change = answered(act(state, seat, action), player, bank_used)
    after = change.state.hand
    assert after is not None
    played = Played(state.game_name, hand, seat, action, after.events[len(hand.events) :])
    # A typed sealed answer has no other confirmation.
    answer = None if request.turn or played.events else Notice("you-answered")
    return replace(change, answer=answer, done=played)


def ask_about_last_chip(change: Change) -> None:
    """Ask once more before a button commits the player's last chips."""
    done, after = change.done, change.state.hand
    if not isinstance(done, Played) or after is None:
        return
    left = done.hand.stacks[done.seat] - done.hand.round.staked[done.seat]
    # A bid that is sealed lies in no pot yet.
    committed = max(after.round.staked[done.seat] - done.hand.round.staked[done.seat], done.action.amount)
    if left and committed >= left:
        raise Refusal("confirm-all-in", amount=left)


def lapse(state: TableState, hand: AnyHand, seat: Seat, *, most: int, bank_used: bool) -> Change:
    """Let the turn of an absent or late player lapse.

    After ``most`` lapsed turns in a row they sit out.
    """
    player = hand.players[seat]
    chair = state.chair_of(player)
    if chair is None or chair.leaving:
        return act(state, seat, LEAVE)
    change = act(state, seat, hand.round.lapse(seat), lapsed=True)
    after, notices = change.state, change.notices
    if after.chair_of(player) is not None:
        lapses = chair.lapses + 1
        out = chair.out or lapses >= most
        after = after.change(player, lapses=lapses, out=out, bank=0.0 if bank_used else chair.bank)
        if out and not chair.out:
            notices = (*notices, Notice("was-sat-out", {"name": chair.name}))
    return Change(after, change.writes, notices)


def answered(change: Change, player: PlayerId, bank_used: float) -> Change:
    chair = change.state.chair_of(player)
    if chair is None:
        return change
    after = change.state.change(player, lapses=0, bank=max(0.0, chair.bank - bank_used))
    return replace(change, state=after)


def decide(state: TableState, player: PlayerId, action: str, question: str = "") -> Change:
    """Keep or take back a decision for one's next turn, or for questions of windows.

    Refused if the player has no part in the hand, is asked already, or will not be asked that.
    """
    name, chair = action.replace("/", "-"), state.chair_of(player)
    verbs = [each.name for each in state.game.advance_verbs]
    if name not in verbs:
        raise Refusal("unknown-advance", words=", ".join(verbs)) if verbs else Refusal("no-advance")
    if chair is None:
        raise Refusal("not-seated")
    if name in [each.name for each in state.game.standing_verbs]:
        return _decide_for_good(state, player, name)
    hand, seat = turns.in_play(state, player, question)
    if seat in hand.round.awaited:
        raise Refusal("your-turn-now")
    decided = hand.round.advance_action(seat, name)
    if decided is None or chair.leaving:
        raise Refusal("advance-not-now")
    if chair.decided == decided:
        after, answer = state.change(player, decided=None), Notice("you-took-back")
    else:
        after, answer = state.change(player, decided=decided), _answer(decided)
    return Change(after, answer=answer, silent=True)


def _decide_for_good(state: TableState, player: PlayerId, name: str) -> Change:
    after = state.change(player, standing=name)
    return Change(after, answer=_answer(AdvanceAction(name)), silent=True, own_hand=player)


def _answer(decided: AdvanceAction) -> Notice:
    fields = {"amount": decided.amount} if decided.amount else {}
    return Notice(f"you-advance-{decided.name}", fields)


def carried_out(change: Change) -> Change:
    """Carry out what is due after a change: for absent players, and what the player on turn has decided in advance."""
    while (due := _due(change.state)) is not None:
        change = change.then(due)
    return change


def _due(state: TableState) -> Change | None:
    hand = state.playing
    if hand is None or hand.round.window or state.stands_still:
        # In a window the moment of an answer must not show its sender.
        return None
    for seat in hand.round.awaited:
        chair = state.chair_of(hand.players[seat])
        if chair is None or chair.leaving or chair.lapses >= state.clock.lapses:
            return lapse(state, hand, seat, most=state.clock.lapses, bank_used=False)
        decided = chair.decided
        if decided is not None and hand.round.advance_action(seat, decided.name) == decided:
            return answered(act(state, seat, hand.round.from_advance(seat, decided)), chair.player, 0.0)
    return None
