"""Hands from a table alone: what a hand stores when it begins, with each action and at its end, to the chip."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest

from bot.ledger import HandClosed, HandOpened, PacksSealed, Posting, SealBroken, Transfer, carried, stack, wallet
from bot.tables import hands
from engine.facts import Move
from engine.fairness import Chance
from engine.fairness.records import hash_of, read
from engine.games import GAMES
from engine.play import Action
from engine.qiuqiu.rules import SUMATRA
from engine.refusal import Refused
from engine.table.changes import Change, NewLine
from engine.table.hand import AnyHand, Lapsed, payout
from engine.table.state import TableState
from engine.table.tally import Tally
from tests.bot.plain_hands import BEGAN, BUDI, SARI, WATI, closed_table, dealt, played, window
from tests.bot.plain_tables import transfers
from tests.bot.scenario import GROUP
from tests.engine.table.tables import COMPUTER, lines

BEFORE_SARI, BEFORE_BUDI, BEFORE_WATI = (stack(GROUP, "T1", each) for each in (SARI, BUDI, WATI))
EQUAL = (9, 22, 20, 2, 19, 23, 15, 4)
"""Dominoes that make Sari and Budi equal, in the order in which they are dealt."""

T = TypeVar("T")


def stored(change: Change, kind: type[T]) -> list[T]:
    return [write for write in change.writes if isinstance(write, kind)]


def stacks(state: TableState) -> list[int]:
    return [each.stack for each in state.seated]


def hand_of(state: TableState) -> AnyHand:
    assert state.hand is not None
    return state.hand


def nothing_moves(*changes: Change) -> bool:
    """Whether these changes leave all chips where they are in the ledger."""
    return not any(isinstance(write, Transfer | Posting) for change in changes for write in change.writes)


# --- the beginning ---------------------------------------------------------------------------------------------


def test_a_hand_begins_with_all_it_takes_to_deal_it_again() -> None:
    change = dealt(carried=4, streak=2, last_dealer=SARI, next_dealer_chair=0, dealer_chair=2)
    (opened,) = stored(change, HandOpened)

    assert (opened.hand, opened.table, opened.group, opened.number, opened.game) == (7, "T1", GROUP, 1, "qiuqiu")
    assert (opened.players, opened.stacks, opened.carried) == ((SARI, BUDI), (100, 90), 4)
    assert (opened.dealer, opened.streak) == (0, 2)
    assert opened.rules == GAMES["qiuqiu"].in_force(SUMATRA)
    table, _ = closed_table()
    assert table.sealed is not None
    assert opened.keys == b"".join(table.sealed.seal.keys)
    assert stored(change, SealBroken) == [SealBroken("T1")]
    assert nothing_moves(change)
    assert not stored(change, PacksSealed)


def test_the_table_of_a_hand_that_begins() -> None:
    change = dealt(carried=4, streak=2, last_dealer=SARI, next_dealer_chair=0, dealer_chair=2)
    state, hand = change.state, hand_of(change.state)

    assert stacks(state) == [90, 80, 80], "who is not dealt in pays nothing"
    assert (state.hands_played, state.dealer_chair, state.next_dealer_chair) == (1, 0, None)
    assert (state.last_dealer, state.streak, state.carried) == (SARI, 3, 0)
    assert (state.running, state.sealed) == (True, None)
    assert (hand.id, hand.number, hand.players, hand.names) == (7, 1, (SARI, BUDI), ("Sari", "Budi"))
    assert (hand.chairs, hand.dealer, hand.stacks, hand.began) == ((0, 2), 0, (100, 90), BEGAN)
    assert hand.actions == 0
    view: Any = hand.round.view(None)
    assert view.carried_in == 4


@pytest.mark.parametrize(("dealer", "last", "streak"), [(0, SARI, 5), (2, SARI, 0), (2, BUDI, 5), (0, "", 0)])
def test_a_streak_is_that_of_the_dealer(dealer: int, last: str, streak: int) -> None:
    change = dealt(dealer=dealer, last_dealer=last, streak=5)
    (opened,) = stored(change, HandOpened)

    assert opened.streak == streak
    assert opened.dealer == dealer // 2, "the seat, not the chair"
    assert change.state.streak == streak + 1


def test_who_deals_the_first_hand_is_drawn() -> None:
    table, entropy = closed_table(dealer=None)
    entropy.stack(dealer=2)
    change = hands.begin(table, 7, Chance(), entropy, BEGAN)

    assert (change.state.dealer_chair, change.state.last_dealer) == (2, BUDI)


def test_what_was_decided_in_advance_is_forgotten_with_the_next_deal() -> None:
    table, entropy = closed_table()
    table = table.change(SARI, decided=Action.read("fold", table.game.verbs))
    change = hands.begin(table, 7, Chance(), entropy, BEGAN)

    assert [each.decided for each in change.state.seated] == [None, None, None]


# --- actions ---------------------------------------------------------------------------------------------------


def test_an_action_stores_one_line_and_moves_nothing_in_the_ledger() -> None:
    bet, raised, folded = played(dealt().state, "bet 20", "raise 50", "fold")

    assert stacks(bet.state) == [70, 80, 80]
    assert nothing_moves(bet, raised)
    assert [len(each.writes) for each in (bet, raised)] == [1, 1]
    assert [lines(each) for each in (bet, raised, folded)] == [
        [(SARI, "bet 20")],
        [(BUDI, "raise 50")],
        [(SARI, "fold")],
    ]
    assert [line.hand for line in stored(bet, NewLine)] == [7]


def test_an_action_is_a_players_own_unless_it_is_said_to_be_a_lapse() -> None:
    begun = dealt().state
    bet = Action.read("bet 20", begun.game.verbs)

    assert lines(hands.act(begun, 0, bet)) == [(SARI, "bet 20")]
    gone = hands.act(begun.with_chair(0, None), 0, bet)
    assert lines(gone) == [(SARI, "bet 20")], "their chair is empty"


def test_what_the_rules_refuse_changes_nothing() -> None:
    with pytest.raises(Refused):
        played(dealt().state, "call")


def test_a_lapse_is_told_and_stored_as_one() -> None:
    begun = dealt().state
    (lapsed,), (acted,) = played(begun, "check", lapsed=True), played(begun, "check")
    after, other = hand_of(lapsed.state), hand_of(acted.state)

    assert (lines(lapsed), lines(acted)) == ([(SARI, "lapse check")], [(SARI, "check")])
    assert [each for each in after.events if isinstance(each, Lapsed)] == [Lapsed(0)]
    assert not [each for each in other.events if isinstance(each, Lapsed)]
    assert [(move.seat, move.verb, move.by_clock) for move in after.moves] == [(0, "check", True)]
    assert [(move.seat, move.verb, move.by_clock) for move in other.moves] == [(0, "check", False)]
    assert (after.actions, other.actions) == (1, 1)


@pytest.mark.parametrize(("action", "lapsed"), [("bet 20", False), ("check", True)])
def test_whoever_acts_has_decided_nothing_any_more(action: str, lapsed: bool) -> None:
    begun = dealt().state
    decided = begun.change(SARI, decided=Action.read("fold", begun.game.verbs))
    (change,), (same,) = played(decided, action, lapsed=lapsed), played(begun, action, lapsed=lapsed)
    after, expected = hand_of(change.state), hand_of(same.state)

    assert change.state.seated[0].decided is None
    assert (lines(change), transfers(change)) == (lines(same), transfers(same))
    assert (after.round, after.events) == (expected.round, expected.events)


def test_when_the_time_of_a_window_is_up_the_rules_answer_for_those_who_have_not() -> None:
    state = window()
    change = hands.close_window(state)
    before, after = hand_of(state), hand_of(change.state)

    assert (lines(change), transfers(change)) == ([("", "close")], [])
    assert after.moves == (*before.moves, Move(1, "pass", before.round.question, by_clock=True))
    assert after.actions == before.actions + 1 == 2
    assert after.events[: len(before.events)] == before.events
    assert not after.round.window
    again = hands.repeated(before, "", "close", GAMES["quan-dui"])
    assert (again.round, again.events, again.moves) == (after.round, after.events, after.moves)
    with pytest.raises(Refused):
        hands.close_window(change.state)


def test_what_happens_when_a_window_closes_belongs_to_the_hand() -> None:
    begun = dealt(GAMES["koo-kiew"].rules(), game="koo-kiew").state
    before, over = hand_of(begun), hand_of(hands.close_window(begun).state)

    assert len(over.events) > len(before.events)
    assert over.events[: len(before.events)] == before.events


# --- the end ---------------------------------------------------------------------------------------------------


def test_the_end_of_a_hand_is_posted_once_from_stack_to_stack() -> None:
    begun = dealt()
    *before, over = [begun, *played(begun.state, "bet 20", "raise 50", "fold")]
    (end,) = stored(over, HandClosed)

    assert stored(over, Posting) == [Posting("hand", ((BEFORE_SARI, -30), (BEFORE_BUDI, 30)), 7, ranked=True)]
    assert nothing_moves(*before)
    assert stacks(over.state) == [70, 80, 120]
    assert (end.hand, end.settlement, end.voided) == (7, (-30, 30), "")
    assert end.wallets == (wallet(GROUP, SARI), wallet(GROUP, BUDI))
    assert end.game == "qiuqiu"
    assert [each.taken for each in end.facts] == [0, 60]
    assert end.record_hash == hash_of(end.record).hex() == over.state.chain
    assert read(end.record)["outcome"] == {"net": {"0": -30, "2": 30}, "voided": ""}
    assert end.key, "nobody may see the cards that stayed closed"
    assert over.state.playing is None
    assert "packs" not in vars(hand_of(over.state).deal.seal), "they weigh more than all else at a table"


def test_odd_chips_wait_for_the_next_hand() -> None:
    table, entropy = closed_table(replace(SUMATRA, odd_chips="next_pot"), carried=1)
    entropy.stack((*EQUAL, *(each for each in range(28) if each not in EQUAL)))
    begun = hands.begin(table, 7, Chance(), entropy, BEGAN)
    over = played(begun.state, "check", "check", "check", "check")[-1]

    (posted,) = stored(over, Posting)
    assert posted.entries == ((BEFORE_SARI, 0), (BEFORE_BUDI, 0)), "the odd chip waits on"
    assert over.state.carried == 1
    (posted,) = stored(played(begun.state, "bet 20", "fold")[-1], Posting)
    assert posted.entries == ((BEFORE_SARI, 11), (BEFORE_BUDI, -10), (carried(GROUP, "T1"), -1))


def test_who_won_deals_the_next_hand_of_quan_dui() -> None:
    state, steps = window(), 0
    while (hand := state.playing) is not None and (steps := steps + 1) < 300:
        now = hand.round
        seat = now.awaited[0]
        over = hands.close_window(state) if now.window else hands.act(state, seat, now.options(seat).ready[0])
        state = over.state

    (end,) = stored(over, HandClosed)
    winner = max((0, 1), key=lambda seat: end.settlement[seat])
    assert state.next_dealer_chair == (0, 2)[winner]


def test_a_hand_is_played_on_at_the_table_that_it_is_given_back_to() -> None:
    begun = dealt().state
    hand = hand_of(begun)
    stored_stacks = replace(begun, hand=None).change(SARI, stack=100).change(BUDI, stack=90)
    again = hands.with_hand(stored_stacks, hand)
    assert again.playing is hand
    assert stacks(again) == stacks(begun), "what is staked follows from the journal"
    over = played(begun, "bet 20", "fold")[-1].state.change(SARI, stack=500)
    assert hands.with_hand(replace(over, hand=None), hand_of(over)) == over, "who has bought chips since keeps them"


def test_a_hand_of_practice_stands_in_nobodys_statement() -> None:
    over = played(dealt(practice=True).state, "bet 20", "fold")[-1]
    (end,) = stored(over, HandClosed)

    assert (end.wallets, end.game, end.facts) == ((), "", ())
    (posted,) = stored(over, Posting)
    assert posted.ranked is None
    assert [account.player for account, _ in posted.entries] == ["", ""]
    assert end.settlement == (10, -10)


def test_an_evening_counts_hands_for_practice_too() -> None:
    begun = dealt(practice=True, tallies=(Tally(SARI, "Sari"), Tally(BUDI, "Budi"))).state
    over = played(begun, "bet 20", "fold")[-1]

    assert [(each.hands, each.won, each.biggest) for each in over.state.tallies] == [(1, 1, 20), (1, 0, 0)]


def test_a_hand_with_a_computer_player_says_so() -> None:
    (posted,) = stored(played(dealt(against="Anoman").state, "bet 20", "fold")[-1], Posting)

    assert posted.ranked is False


def test_where_all_cards_are_opened_no_key_is_kept() -> None:
    begun = dealt(replace(SUMATRA, disclosure="at-close"))
    (end,) = stored(played(begun.state, "bet 20", "fold")[-1], HandClosed)

    assert end.key == b""


def test_whoever_wants_to_leave_gets_up_with_what_the_hand_left_them() -> None:
    over = played(dealt().state.change(SARI, leaving=True), "bet 20", "fold")[-1]

    assert (BEFORE_SARI, wallet(GROUP, SARI), 110) in transfers(over)
    assert over.state.chair_of(SARI) is None
    assert over.state.chair_of(BUDI) is not None
    assert not over.state.closed


@pytest.mark.parametrize(
    ("rule", "who", "closes"), [("goes_on", SARI, False), ("ends", SARI, True), ("ends", "", False)]
)
def test_under_the_rule_the_session_ends_when_somebody_leaves(rule: str, who: str, closes: bool) -> None:
    begun = dealt(replace(SUMATRA, leaving=rule)).state
    over = played(begun.change(who, leaving=True) if who else begun, "bet 20", "fold")[-1]

    assert over.state.closed is closes


def test_computer_players_come_and_go_without_ending_a_session() -> None:
    begun = dealt(replace(SUMATRA, leaving="ends"), against="Anoman").state
    over = played(begun.change(COMPUTER, leaving=True), "bet 20", "fold")[-1]

    assert over.state.chair_of(COMPUTER) is None
    assert not over.state.closed


@pytest.mark.parametrize("closing", [False, True])
def test_when_everybody_leaves_the_table_closes_once_and_everybody_has_their_chips(closing: bool) -> None:
    begun = replace(dealt().state, closing=closing)
    for player in (SARI, BUDI):
        begun = begun.change(player, leaving=True)
    over = played(begun.change(WATI, removed=True), "bet 20", "fold")[-1]

    home = [(to, amount) for _, to, amount in transfers(over) if to.kind == "wallet"]
    assert sorted(home) == sorted([(wallet(GROUP, SARI), 110), (wallet(GROUP, BUDI), 80), (wallet(GROUP, WATI), 80)])
    assert over.state.closed


def test_computer_players_that_leave_with_the_last_person_get_up_once() -> None:
    begun = dealt(against="Anoman").state
    for player in (SARI, COMPUTER):
        begun = begun.change(player, leaving=True)
    over = played(begun.change(WATI, removed=True), "bet 20", "fold")[-1]

    home = sorted([(to.owner, amount) for _, to, amount in transfers(over) if to.kind == "wallet"])
    assert home == sorted([(SARI, 110), (COMPUTER, 80), (WATI, 80)])
    assert over.state.closed


# --- again -----------------------------------------------------------------------------------------------------


def again(hand: AnyHand, changes: list[Change]) -> AnyHand:
    """The hand, with all lines of its journal repeated."""
    for change in changes:
        for actor, text in lines(change):
            hand = hands.repeated(hand, actor, text, GAMES["qiuqiu"])
    return hand


def test_the_lines_of_the_journal_make_the_same_hand_again() -> None:
    begun = dealt().state
    first = played(begun, "bet 20")
    changes = [*first, *played(first[0].state, "call", "check", lapsed=True)]
    hand, last = hand_of(begun), hand_of(changes[-1].state)

    whole = again(hand, changes)
    assert whole.round == last.round
    assert (whole.events, whole.moves, whole.actions) == (last.events, last.moves, 3)
    assert hands.repeated(whole, WATI, "join 80", GAMES["qiuqiu"]) is whole, "a line about the table"
    assert hands.repeated(whole, WATI, "check", GAMES["qiuqiu"]) is whole


def test_payouts_are_the_stake_and_what_was_won_or_lost() -> None:
    over = hand_of(played(dealt().state, "bet 20", "raise 50", "fold")[-1].state)

    assert [payout(over.round, seat) for seat in (0, 1)] == [0, 60]
