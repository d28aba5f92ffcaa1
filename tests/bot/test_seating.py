"""Sitting down, rebuying, sitting out, leaving, being sent away, and hosting: each decision from a table alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.commands import Refusal
from bot.groups import TableRules
from bot.ledger import carried, mint, practice_stack, stack, wallet
from bot.messages import Person
from bot.tables.handlers import seated
from engine.play import AdvanceAction
from engine.table import seating
from engine.table.changes import Change, Notice
from engine.table.seating import Told
from engine.table.state import Chair, Pause, TableState
from tests.bot.plain_tables import person, refusal, told, transfers
from tests.bot.scenario import GROUP
from tests.engine.table.tables import COMPUTER, chair, chairs_told, facts, in_play, lines, running, table_of
from tests.rows import Readers, rows

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
RULES = replace(TableRules(), min_buy_in=100, buy_in=500, max_buy_in=2000)
SARI, BUDI, WATI = (person(name) for name in ("Sari", "Budi", "Wati"))
SARIS, BUDIS, WATIS = (stack(GROUP, "T1", each.id) for each in (SARI, BUDI, WATI))


HANDS = {
    "none": None,
    "Sari and Budi play": running(SARI.id, BUDI.id),
    "Sari and Wati play": running(SARI.id, WATI.id),
    "over": running(SARI.id, BUDI.id, over=True),
}
TOLD: Readers = {
    "what": facts,
    "fields": facts,
    "others": chairs_told,
    "hand": HANDS.__getitem__,
    "wanted": lambda cell: cell.strip('"'),
}


def the(state: TableState, who: str) -> Chair:
    """The chair of somebody who sits."""
    found = state.chair_of(f"test:{who.lower()}")
    assert found is not None
    return found


# --- sitting down ----------------------------------------------------------------------------------------------


@rows(__file__)
def test_with_how_many_chips_somebody_sits_down(asked_for: int | None, in_wallet: int, buy_in: int | str) -> None:
    if isinstance(buy_in, str):
        assert refusal(seated, table_of(chair("Sari")), BUDI, asked_for, RULES, in_wallet) == buy_in
        return
    change = seated(table_of(chair("Sari")), BUDI, asked_for, RULES, in_wallet)
    assert the(change.state, "Budi").stack == buy_in
    assert transfers(change) == [(wallet(GROUP, BUDI.id), BUDIS, buy_in)]
    assert lines(change) == [(BUDI.id, f"join {buy_in}")]
    assert told(change) == ["joined"]
    assert [(each.player, each.brought) for each in change.state.tallies] == [(BUDI.id, buy_in)]


def test_a_newcomer_takes_the_first_free_chair_and_has_a_time_bank() -> None:
    table = table_of(chair("Sari"), chair("Wati")).with_chair(0, None)
    after = seated(table, BUDI, None, RULES, 2000).state

    assert after.number_of(BUDI.id) == 0
    assert the(after, "Budi").bank == RULES.time_bank
    assert not the(after, "Budi").computer


def test_a_computer_player_that_sits_down_is_known_as_one_and_hosts_nothing() -> None:
    after = seated(table_of(chair("Sari"), host=""), Person(COMPUTER, "Anoman"), None, RULES, 2000).state

    assert (after.seated[1].computer, after.host) == (True, "")


def test_nobody_is_shown_under_the_name_of_another_at_the_table_or_in_its_last_hand() -> None:
    table = in_play(chair("Sari"), chair("Budi")).with_chair(1, None)

    def shown(newcomer: Person) -> str:
        return seated(table, newcomer, None, RULES, 2000).state.seated[1].name

    assert shown(BUDI) == "Budi"
    assert shown(Person("test:another", "Budi")) != "Budi"
    assert shown(Person("test:another", "Sari")) != "Sari"


@pytest.mark.parametrize(("host", "hosts"), [("test:sari", "test:sari"), ("test:gone", "test:budi"), ("", "test:budi")])
def test_a_newcomer_hosts_only_where_no_host_sits(host: str, hosts: str) -> None:
    assert seated(table_of(chair("Sari"), host=host), BUDI, None, RULES, 2000).state.host == hosts


def test_chips_for_practice_come_from_nobody() -> None:
    change = seated(table_of(chair("Sari"), practice=True), BUDI, 500, RULES, 10**6)

    assert transfers(change) == [(mint(GROUP), practice_stack(GROUP, "T1", BUDI.id), 500)]


@rows(__file__, **TOLD)
def test_what_joining_means_for_somebody_who_sits(what: dict[str, Any], fields: dict[str, Any], outcome: str) -> None:
    table = table_of(chair("Sari"), replace(chair("Budi", lapses=1), **what), **fields)
    if (reason := refusal(seated, table, BUDI, None, RULES, 2000)) != "":
        assert reason == outcome
        return
    change = seated(table, BUDI, None, RULES, 2000)
    back = the(change.state, "Budi")
    assert (back.leaving, back.out, back.lapses) == (False, False, 0)
    assert lines(change) == [(BUDI.id, "stay" if outcome == "stays" else "sit back")]
    assert told(change) == ([] if outcome == "stays" else ["is-back"])
    assert not transfers(change)


def test_nobody_sits_down_where_every_chair_is_taken_or_the_table_closes() -> None:
    full = table_of(*(chair(f"P{number}") for number in range(len(table_of().chairs))))

    assert refusal(seated, full, BUDI, None, RULES, 2000) == "table-full"
    assert refusal(seated, table_of(chair("Sari"), closing=True), BUDI, None, RULES, 2000) == "table-closing"


# --- more chips ------------------------------------------------------------------------------------------------


@rows(__file__)
def test_how_many_chips_somebody_may_add(before: int, asked_for: int | None, in_wallet: int, bought: int | str) -> None:
    table = table_of(chair("Sari"), chair("Budi", before, out=True, lapses=2))
    if isinstance(bought, str):
        assert refusal(seating.rebuy, table, BUDI.id, asked_for, RULES, in_wallet) == bought
        return
    change = seating.rebuy(table, BUDI.id, asked_for, RULES, in_wallet)
    after = the(change.state, "Budi")
    assert (after.stack, after.out, after.lapses) == (before + bought, False, 0)
    assert transfers(change) == [(wallet(GROUP, BUDI.id), BUDIS, bought)]
    assert (told(change), lines(change)) == (["rebought"], [(BUDI.id, f"rebuy {bought}")])
    assert change.answer == Notice("you-rebought", {"amount": bought, "stack": before + bought})
    assert [(each.player, each.brought) for each in change.state.tallies] == [(BUDI.id, bought)]


def test_nobody_adds_chips_in_a_hand_that_they_play() -> None:
    def tried(hand: Any) -> str:
        return refusal(seating.rebuy, table_of(chair("Sari"), chair("Budi"), hand=hand), BUDI.id, 10, RULES, 100)

    assert tried(running(SARI.id, BUDI.id)) == "not-during-hand"
    assert tried(running(SARI.id)) == tried(running(SARI.id, BUDI.id, over=True)) == tried(None) == ""
    assert refusal(seating.rebuy, table_of(chair("Sari")), BUDI.id, 10, RULES, 100) == "not-seated"


# --- leaving ---------------------------------------------------------------------------------------------------


def test_leaving_between_hands_takes_the_chips_home() -> None:
    change = seating.leave(table_of(chair("Sari"), chair("Budi", 70)), BUDI.id)

    assert change.state.chair_of(BUDI.id) is None
    assert transfers(change) == [(BUDIS, wallet(GROUP, BUDI.id), 70)]
    assert lines(change) == [(BUDI.id, "get-up")]
    assert told(change) == ["left"]
    assert [(each.player, each.took) for each in change.state.tallies] == [(BUDI.id, 70)]


def test_leaving_without_chips_moves_none() -> None:
    assert transfers(seating.leave(table_of(chair("Sari"), chair("Budi", 0)), BUDI.id)) == []


def test_leaving_in_a_hand_keeps_the_chair_until_it_is_over() -> None:
    decided = AdvanceAction("check-fold", 0, ())
    budi = replace(chair("Budi"), standing="ask", decided=decided)
    change = seating.leave(table_of(chair("Sari"), budi, hand=running(SARI.id, BUDI.id)), BUDI.id)
    after = the(change.state, "Budi")

    assert (after.leaving, after.stack, after.decided, after.standing) == (True, 100, None, "")
    assert not transfers(change)
    assert (told(change), lines(change)) == (["leaving"], [(BUDI.id, "get-up")])


@rows(__file__)
def test_when_leaving_closes_the_table(ends_on_leave: bool, hands: int, who: tuple[str, ...], closes: bool) -> None:
    """Where the rules end the session with whoever drops out, and wherever no person is left."""
    table = table_of(*map(chair, who), hands_played=hands)
    change = seating.leave(table, BUDI.id, ends_on_leave=ends_on_leave)

    assert change.state.closed is closes
    assert sorted(transfers(change)) == sorted(
        (stack(GROUP, "T1", each.player), wallet(GROUP, each.player), 100)
        for each in table.seated
        if closes or each.player == BUDI.id
    )
    assert told(change) == (["left", "table-closed"] if closes else ["left"])


def test_leaving_while_others_play_lets_their_hand_be_the_last() -> None:
    table = table_of(chair("Sari"), chair("Wati"), chair("Budi"), hand=running(SARI.id, WATI.id), hands_played=2)
    change = seating.leave(table, BUDI.id, ends_on_leave=True)

    assert change.state.closing
    assert not change.state.closed
    assert transfers(change) == [(BUDIS, wallet(GROUP, BUDI.id), 100)]


# --- being sent away -------------------------------------------------------------------------------------------

SENT_AWAY = seating.told_gone(chair("Budi"))._replace(to_them=Notice("you-are-kept-out", {"until": "later"}))


@rows(__file__, **TOLD)
def test_whoever_is_sent_away_keeps_the_chair_for_the_hand_that_is_theirs(
    hand: Any, settled: bool, stays: bool
) -> None:
    table = table_of(chair("Sari"), chair("Wati"), chair("Budi"), hand=hand, hands_played=3)
    change = seating.remove(table, BUDI.id, SENT_AWAY, settled=settled)

    assert told(change) == ["is-gone-after-hand" if stays else "is-gone"]
    assert change.private == {BUDI.id: SENT_AWAY.to_them_after_hand if stays else SENT_AWAY.to_them}
    assert lines(change) == [(BUDI.id, "removed")]
    if stays:
        assert the(change.state, "Budi").removed
        assert not transfers(change)
        assert refusal(seating.remove, change.state, BUDI.id, SENT_AWAY, settled=settled) == "removed-already"
    else:
        assert change.state.chair_of(BUDI.id) is None
        assert transfers(change) == [(BUDIS, wallet(GROUP, BUDI.id), 100)]
    assert not change.state.closed


def test_nobody_is_told_what_there_is_not_to_tell() -> None:
    to_all_alone = Told(SENT_AWAY.at_once, SENT_AWAY.after_hand)
    table = table_of(chair("Sari"), chair("Budi"))

    assert seating.remove(table, BUDI.id, to_all_alone).private == {}
    assert seating.remove(replace(table, hand=running(BUDI.id)), BUDI.id, to_all_alone).private == {}


def test_the_table_closes_when_the_last_person_is_sent_away() -> None:
    change = seating.remove(table_of(chair("Budi"), chair("Anoman")), BUDI.id, SENT_AWAY)

    assert change.state.closed
    assert told(change) == ["is-gone", "table-closed"]


def test_computer_players_are_told_nothing_when_they_are_sent_away() -> None:
    table = table_of(chair("Sari"), chair("Anoman"))

    assert seating.remove(table, COMPUTER, SENT_AWAY).private == {}
    assert seating.remove(replace(table, hand=running(SARI.id, COMPUTER)), COMPUTER, SENT_AWAY).private == {}


def test_of_a_name_that_is_much_too_long_the_beginning_is_repeated() -> None:
    name = "a name of more than forty characters, which nobody has"
    with pytest.raises(Refusal) as refused:
        seating.hand_over(table_of(chair("Sari")), SARI.id, name)

    assert refused.value.fields == {"name": name[:40]}


@pytest.mark.parametrize(("stack", "most"), [(1999, 1), (2000, 0), (2500, 0)])
def test_how_many_chips_at_most_are_added_is_told(stack: int, most: int) -> None:
    with pytest.raises(Refusal) as refused:
        seating.rebuy(table_of(chair("Sari", stack)), SARI.id, 2, RULES, 100)

    assert refused.value.fields == {"most": most}


def test_whoever_has_no_chips_is_told_how_many_it_takes_to_add_any() -> None:
    with pytest.raises(Refusal) as refused:
        seating.rebuy(table_of(chair("Sari")), SARI.id, None, RULES, 0)

    assert refused.value.fields == {"wallet": 0, "amount": 1}


def test_the_computer_player_that_came_last_is_removed_and_none_twice() -> None:
    bima = Chair("computer:test:home:2", "Bima", 100, computer=True)
    table = table_of(chair("Anoman"), bima, chair("Sari"), hand=running(COMPUTER, bima.player, SARI.id))
    once = seating.remove_computer(table)
    twice = seating.remove_computer(once.state)

    assert [each.name for each in once.state.seated if each.removed] == ["Bima"]
    assert once.done == Notice("did-remove", {"name": "Bima"})
    assert once.notices == (Notice("was-kicked-after-hand", {"name": "Bima"}),)
    assert [each.name for each in twice.state.seated if each.removed] == ["Anoman", "Bima"]
    assert refusal(seating.remove_computer, twice.state) == "no-computer-here"
    assert refusal(seating.remove_computer, table_of(chair("Sari"), chair("Budi"))) == "no-computer-here"


# --- hosting ---------------------------------------------------------------------------------------------------


@rows(__file__)
def test_to_whom_a_table_is_handed_over(named: str, outcome: str) -> None:
    table = table_of(
        chair("Sari"), chair("Budi"), chair("Anoman"), chair("Leaver", leaving=True), chair("Removed", removed=True),
        chair("Out", out=True),
    )  # fmt: skip
    if (reason := refusal(seating.hand_over, table, SARI.id, named)) != "":
        assert reason == outcome
    else:
        change = seating.hand_over(table, SARI.id, named)
        assert change.state.host == outcome
        assert (told(change), lines(change)) == (["host-is"], [(SARI.id, "host")])
        assert change.answer == Notice("you-handed-over", {"name": named})


@rows(__file__, **TOLD)
@pytest.mark.parametrize("how", ["gets up", "leaves after the hand", "is removed after the hand"])
def test_who_hosts_when_the_host_goes(others: tuple[Chair, ...], hosts: str, how: str) -> None:
    table = table_of(chair("Sari"), *others)
    if how != "gets up":
        table = replace(table, hand=running(SARI.id, BUDI.id, WATI.id))
    if how == "is removed after the hand":
        change = seating.remove(table, SARI.id, SENT_AWAY)
    else:
        change = seating.leave(table, SARI.id)

    assert change.state.host == hosts


@pytest.mark.parametrize("what", [{}, {"out": True}])
def test_the_host_stays_the_host_whoever_else_goes(what: dict[str, Any]) -> None:
    table = table_of(chair("Sari"), chair("Budi"), replace(chair("Wati"), **what), host=WATI.id)

    assert seating.leave(table, SARI.id).state.host == WATI.id
    assert seating.remove(table, BUDI.id, SENT_AWAY).state.host == WATI.id


def test_a_hand_that_stands_still_goes_on_when_nobody_is_left_who_could_resume_it() -> None:
    still = Pause("Sari", NOW, stands_still=True, turn="7.1", seconds=12)
    table = table_of(chair("Sari"), chair("Anoman"), hand=running(SARI.id, COMPUTER), paused=still)
    after = seating.leave(table, SARI.id).state

    assert (after.paused, after.resumed) == (None, ("7.1", 12))
    assert seating.leave(table.with_chair(2, chair("Budi")), SARI.id).state.paused == still


# --- sitting out -----------------------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_who_may_sit_out_and_be_back(what: dict[str, Any], out: str, back: str) -> None:
    table = table_of(chair("Sari"), replace(chair("Budi", lapses=1), **what))

    assert refusal(seating.sit_out, table, BUDI.id) == out
    assert refusal(seating.sit_back, table, BUDI.id, 20) == back
    if not out:
        rests = seating.sit_out(table, BUDI.id)
        assert the(rests.state, "Budi").out
        assert (told(rests), lines(rests)) == (["sits-out"], [(BUDI.id, "sit out")])
    if not back:
        returns = seating.sit_back(table, BUDI.id, 20)
        after = the(returns.state, "Budi")
        assert (after.out, after.leaving, after.lapses) == (False, False, 0)
        assert (told(returns), lines(returns)) == (["is-back"], [(BUDI.id, "sit back")])


# --- closing ---------------------------------------------------------------------------------------------------


def test_a_closed_table_gives_every_chip_back() -> None:
    table = table_of(
        chair("Sari", 30),
        chair("Budi", 0),
        chair("Anoman", 50),
        carried=7,
        running=True,
        closing=True,
        paused=Pause("Sari", NOW),
    )
    change = seating.close(table)
    after = change.state

    assert transfers(change) == [
        (SARIS, wallet(GROUP, SARI.id), 30),
        (stack(GROUP, "T1", COMPUTER), wallet(GROUP, COMPUTER), 50),
        (carried(GROUP, "T1"), mint(GROUP), 7),
    ]
    assert (after.closed, after.closing, after.running, after.carried, after.host) == (True, False, False, 7, "")
    assert (after.seated, after.paused) == ((), None)
    assert {each.player: each.took for each in after.tallies} == {SARI.id: 30, BUDI.id: 0, COMPUTER: 50}
    assert not transfers(seating.close(table_of(chair("Sari", 0))))


def test_a_table_closes_after_the_hand_that_is_played_and_says_so_once() -> None:
    still = Pause("Sari", NOW, stands_still=True, turn="7.1", seconds=12)
    table = table_of(chair("Sari"), chair("Budi"), hand=running(SARI.id, BUDI.id), paused=still)
    change = seating.close_soon(table, SARI.id)
    after = change.state

    assert (after.closing, after.closed, after.paused, after.resumed) == (True, False, None, ("7.1", 12))
    assert not transfers(change)
    assert (lines(change), told(change)) == ([(SARI.id, "close")], ["closes-after-hand"])
    assert change.answer == Notice("you-close-after-hand")
    assert seating.close_soon(table_of(chair("Sari")), SARI.id).answer == Notice("you-closed")
    again = seating.close_soon(after, SARI.id)
    assert (again.writes, again.notices, again.state) == ((), (), after)
    assert again.answer == Notice("you-close-after-hand")
    assert seating.last_hand(after) == Change(after)
    assert seating.close_soon(replace(after, hand=None, closing=False), SARI.id).state.closed


@rows(__file__, **TOLD)
def test_whom_a_name_means(wanted: str, found: str) -> None:
    twins = (Chair("test:twin1", "Twin", 1), Chair("test:twin2", "Twin", 1))
    table = table_of(chair("Sari"), chair("Budi"), *twins)
    try:
        meant = seating.chair_named(table, wanted).player
    except Refusal as refused:
        meant = refused.reason
    assert meant == found
