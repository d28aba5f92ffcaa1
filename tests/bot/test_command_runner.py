"""One command at a table, from permission to answer: what comes before it, what refuses it, and what is told of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.commands import Refusal
from bot.groups import TableRules
from bot.messages import PlayerId
from bot.tables.table import TROUBLE_SECONDS
from engine.quandui.rules import QuanDuiRules
from engine.table.changes import Notice, Outcome
from tests.bot.plain_evenings import PAUSE, PlainEvening
from tests.engine.table.tables import chair, player_told, table_of
from tests.removed_features import needs
from tests.rows import rows

HALF_A_TURN = TableRules().turn_seconds / 2
SARI, BUDI, WATI, JOKO = "test:sari", "test:budi", "test:wati", "test:joko"


async def evening(**fields: Any) -> PlainEvening:
    """Sari, who hosts, Budi and Wati, before a hand that Budi deals and Wati cuts, or before their first."""
    made = PlainEvening(table_of(chair("Sari"), chair("Budi"), chair("Wati"), **fields))
    made.wallets = dict.fromkeys((SARI, BUDI, WATI, JOKO), 500)
    await made.begin()
    return made


async def being_cut() -> PlainEvening:
    made = await evening(running=True, hands_played=1, dealer_chair=0)
    await made.wait(PAUSE - 1)
    assert made.packs.settled is not None
    return made


async def closed_and_not_dealt() -> PlainEvening:
    """The next hand is closed, and the hand itself could not be stored at first."""
    made = await evening(running=True, hands_played=1, dealer_chair=0)
    made.hands_fit = False
    await made.wait(PAUSE)
    made.hands_fit = True
    assert made.packs.closing is not None
    assert made.state.playing is None
    return made


async def played() -> PlainEvening:
    """The first hand has begun."""
    made = await evening()
    await made.do(SARI, "start")
    assert made.state.playing is not None
    return made


async def refusal(table: PlainEvening, by: PlayerId, command: str, **how: Any) -> str:
    """Why a command is refused, which leaves the table as it was; empty if it is carried out."""
    before = table.state
    try:
        await table.do(by, command, **how)
    except Refusal as refused:
        assert table.state is before
        return refused.reason
    return ""


def asked(table: PlainEvening) -> PlayerId:
    hand = table.state.playing
    assert hand is not None
    return hand.players[hand.round.awaited[0]]


def not_asked(table: PlainEvening) -> PlayerId:
    return next(each for each in (SARI, BUDI, WATI) if each != asked(table))


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "command", "outcome"),
    [(JOKO, "leave", "not-seated"), (BUDI, "close", "host-only"), (SARI, "close", ""), (JOKO, "join", "")],
)
async def test_what_is_for_players_or_the_host_is_refused_to_others(by: str, command: str, outcome: str) -> None:
    assert await refusal(await evening(), by, command) == outcome


@rows(__file__, by=player_told)
async def test_while_a_hand_is_cut_only_the_cutter_changes_anything_about_it(
    by: str, command: str, what: dict[str, str], outcome: str
) -> None:
    needs("removing", "shuffling", "pausing")
    table = await being_cut()
    before = table.state
    answering = asyncio.ensure_future(refusal(table, by, command, **what))
    for _ in range(100):
        await asyncio.sleep(0)

    if outcome == "waits":
        assert table.table.waiting
        assert table.state is before
        table.table.stop()
    await answering
    if outcome != "waits":
        assert answering.result() == outcome


async def test_a_command_waits_five_seconds_for_a_deal_that_does_not_come() -> None:
    table = await being_cut()
    table.table._timers.stop()
    closing = asyncio.ensure_future(refusal(table, SARI, "close"))
    passed = 0
    while table.table.waiting or not closing.done():
        await asyncio.sleep(0)
        if table.table.waiting:
            await table.wait(1)
            passed += 1

    assert (closing.result(), passed) == ("being-cut", 5)


async def test_before_and_after_the_cut_people_come_and_go() -> None:
    table = await evening(running=True, hands_played=1, dealer_chair=0)
    assert await refusal(table, JOKO, "join") == ""
    await table.wait(PAUSE)

    assert table.state.playing is not None
    assert await refusal(table, JOKO, "leave") == ""


async def test_the_last_chip_is_asked_about_where_a_press_may_be_a_slip() -> None:
    table = await played()
    player = asked(table)
    turn = table.state.hand.turn if table.state.hand is not None else ""

    assert await refusal(table, player, "bet", amount=90, question=turn, sure=False) == "confirm-all-in"
    assert await refusal(table, player, "bet", amount=90, question=turn) == ""


# --- the next hand ---------------------------------------------------------------------------------------------


async def test_what_is_closed_is_dealt_before_anything_else_is_done() -> None:
    table = await closed_and_not_dealt()
    await table.do(BUDI, "leave")

    hand = table.state.playing
    assert hand is not None
    assert hand.players == (SARI, BUDI, WATI)
    assert [each.name for each in table.state.seated if each.leaving] == ["Budi"]
    assert table.platform.asked == [False], "its chance was there already"


async def test_a_source_that_broke_down_may_have_been_asked_before() -> None:
    table = await evening(running=True, hands_played=1, dealer_chair=0)
    table.platform.breaks = True
    with capture_logs():
        await table.wait(PAUSE)
    table.platform.breaks = False
    await table.do(BUDI, "leave")

    assert table.platform.asked == [False, True]
    assert table.state.playing is not None


async def test_whoever_begins_a_hand_and_sat_out_is_back_with_it() -> None:
    table = PlainEvening(table_of(chair("Sari"), chair("Budi", out=True), chair("Wati")))
    await table.begin()
    await table.do(BUDI, "start")

    assert table.state.playing is not None
    assert table.state.playing.players == (SARI, BUDI, WATI)
    assert table.told == ["is-back"]


async def test_a_hand_that_was_closed_is_dealt_before_anybody_begins_one() -> None:
    table = await closed_and_not_dealt()

    with pytest.raises(Refusal, match="already-playing"):
        await table.do(BUDI, "start")
    assert table.state.hands_played == 2


async def test_a_hand_begins_with_the_command_or_everybody_is_told_why_not() -> None:
    assert await (await evening()).do(SARI, "start") == Outcome(done=Notice("did-start"))
    silent = await evening()
    silent.platform.beacon = None
    assert await silent.do(SARI, "start") == Outcome(told=True)
    assert silent.told == ["sealed-anew"]


async def test_a_hand_that_cannot_be_stored_yet_has_begun_all_the_same() -> None:
    table = await evening()
    table.hands_fit = False
    assert await table.do(SARI, "start") == Outcome(done=Notice("did-start"))
    assert table.state.playing is None
    table.hands_fit = True
    await table.wait(TROUBLE_SECONDS)

    assert table.state.playing is not None


# --- what is told ----------------------------------------------------------------------------------------------


async def test_whether_everybody_is_told_what_somebody_did() -> None:
    table = await played()
    bet = await table.do(asked(table), "bet", amount=20)
    assert (bet.told, bet.answer) == (True, None)
    joined = await table.do(JOKO, "join")
    assert (joined.told, joined.answer) == (True, Notice("you-joined-in-hand", {"amount": 500}))
    assert joined.done is None
    assert not (await table.do(not_asked(table), "advance", action="fold")).told


async def test_an_answer_in_a_window_is_told_to_nobody_yet() -> None:
    table = PlainEvening(table_of(chair("Sari"), chair("Budi"), chair("Wati"), game_name="quan-dui"), QuanDuiRules())
    await table.begin()
    await table.do(SARI, "start")
    hand = table.state.playing
    assert hand is not None
    verb, _, card = hand.round.options(hand.round.awaited[0]).ready[0].text.partition(" ")
    assert (await table.do(asked(table), verb, choice=card)).told
    assert table.state.hand is not None
    assert table.state.hand.round.window
    passes = await table.do(asked(table), "pass")

    assert not passes.told


async def test_a_decision_in_advance_is_nothing_that_anybody_could_notice() -> None:
    """How long ago somebody did something decides how they are reminded; what nobody may see does not count."""
    table = await played()
    later = not_asked(table)
    await table.wait(5)
    await table.do(later, "advance", action="check")
    await table.do(asked(table), "bet", amount=20)
    while asked(table) != later:
        await table.do(asked(table), "call")
    await table.wait(HALF_A_TURN)

    ((who, ago),) = table.reminders[-1].items()
    assert (who, ago > HALF_A_TURN) == (later, True)


async def test_how_long_ago_somebody_did_something_is_known_when_they_are_reminded() -> None:
    table = await played()
    first = asked(table)
    await table.wait(5)
    await table.do(first, "bet", amount=20)
    while asked(table) != first:
        await table.do(asked(table), "call")
    await table.wait(HALF_A_TURN)

    assert table.reminders[-1] == {first: HALF_A_TURN}
