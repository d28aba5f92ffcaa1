"""The checks of the simulation: they let Kiu as it is pass, and each notices what it looks after."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from bot.messages import Message, Place, Reply
from engine.games import GAMES
from tests.bot.fake_chat import Seen
from tests.bot.scenario import Scenario, player_id
from tools.simulation.checks import EVERYBODY, NO_ANSWER, Call, Check, Checks, Said, Violation, every_check
from tools.simulation.checks.announced_results import MessagesAtLeastOnce
from tools.simulation.checks.clean_log import LogWithoutErrors
from tools.simulation.checks.durable_before_told import DurableBeforeTold
from tools.simulation.checks.entitled_players import OnlyTheEntitledAct
from tools.simulation.checks.observed import Life
from tools.simulation.checks.platform_budgets import PlatformBudgetsKept
from tools.simulation.checks.private_cards import NothingPrivateElsewhere, hidden_from
from tools.simulation.checks.same_after_restart import SameAfterRestart
from tools.simulation.checks.sealed_deals import SealedDealsVerify
from tools.simulation.scenario_evenings import play_evening

PLACE = Place("test:home", "main")

SEEDS = 60
"""How many evenings are played by `make soak`."""


def life_of(scenario: Scenario) -> Life:
    """The run of a group's Kiu, in a chat that has always answered."""
    return Life(scenario.app, scenario.clock, scenario.entropy, lambda place: 0.0)


async def test_an_evening_of_troubles_keeps_every_promise() -> None:
    evening = await play_evening(3)
    assert evening.checks.violation is None
    assert len(evening.story) > 60
    assert len(evening.done) > 15, "rare things are done in the states of the table"


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
async def test_many_evenings_of_troubles_keep_every_promise(game: str) -> None:
    for seed in range(1, SEEDS + 1):
        assert (await play_evening(seed, game)).checks.violation is None


def test_the_first_violation_is_kept_whatever_comes_after() -> None:
    class Strict(Check):
        name = "strict"

        def shown(self, said: Said) -> None:
            raise self.fail(said.text)

    checks = Checks([Strict()])
    checks.raise_if_broken()
    for text in ("first", "second"):
        checks.shown(Said(0.0, "post", PLACE, EVERYBODY, "1", text))
    with pytest.raises(Violation, match="strict: first"):
        checks.raise_if_broken()


def test_every_check_has_a_name_of_its_own() -> None:
    names = [check.name for check in every_check()]
    assert len(set(names)) == len(names) == 15


# --- what is durable -----------------------------------------------------------------------------------------------


async def test_what_was_told_may_be_told_again_when_its_hand_was_called_off(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    told = Said(0.0, "reply", PLACE, player_id("budi"), "", "status", (("check", f"1:{scenario.hand().turn}"),))
    check = DurableBeforeTold()
    check.begun(life_of(scenario))
    check.shown(told)
    scenario.admins.add("sari")
    await scenario.do("sari", "bank void 1 misdealt")
    assert scenario.state().hand is None
    check.shown(told)
    with pytest.raises(Violation, match="is shown, and is not stored"):
        check.shown(replace(told, buttons=(("check", "1:1.9"),)))


async def test_a_call_on_its_way_may_show_a_hand_that_was_called_off(scenario: Scenario) -> None:
    check = DurableBeforeTold()
    check.begun(life_of(scenario))
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    late = Said(0.0, "edit", PLACE, EVERYBODY, "1", "status", (("check", f"1:{scenario.hand().turn}"),))
    scenario.admins.add("sari")
    check.asked(scenario.command("sari", "bank void 1 misdealt"))
    await scenario.do("sari", "bank void 1 misdealt")
    check.shown(late)
    with pytest.raises(Violation, match="is shown, and is not stored"):
        check.shown(replace(late, buttons=(("check", "1:1.9"),)))


# --- what arrives --------------------------------------------------------------------------------------------------


def watching(scenario: Scenario) -> MessagesAtLeastOnce:
    """The check of what arrives, which takes the chat to be well all the time."""
    check = MessagesAtLeastOnce()
    check.begun(life_of(scenario))

    def seen(seen: Seen) -> None:
        receiver = seen.where if seen.how == "private" else EVERYBODY
        check.shown(Said.of(seen.message, at=0.0, how=seen.how, place=PLACE, receiver=receiver, number=seen.number))

    scenario.chat.watch = seen
    return check


async def look_again_after(seconds: float, check: MessagesAtLeastOnce, scenario: Scenario) -> None:
    for entry in scenario.logged:
        check.logged(entry)
    await check.quiet()
    await scenario.wait(seconds)
    await check.quiet()


async def test_a_question_that_is_not_shown_is_noticed(scenario: Scenario) -> None:
    await scenario.set_rules("turn_seconds 120")
    await scenario.sit("sari", "budi")
    check = watching(scenario)
    scenario.chat.closed.add("main")
    await scenario.do("sari", "start")
    await look_again_after(90, check, scenario)
    with pytest.raises(Violation, match=r"question 1.1 of table 1 was not shown for 91 seconds"):
        await look_again_after(1, check, scenario)


@pytest.mark.parametrize("shown", [True, False])
async def test_what_is_left_of_a_turn_is_missed_by_the_others_when_its_usual_time_is_over(
    scenario: Scenario, shown: bool
) -> None:
    await scenario.set_rules("turn_seconds 120", "time_bank 120")
    await scenario.sit("sari", "budi", game="quan-dui")
    check = watching(scenario)
    await scenario.do("sari", "start")
    scenario.chat.free_edits = False
    now = scenario.hand().round
    await scenario.act(f"discard {now.options(now.awaited[0]).ready[0].choice}", "pass", "draw")
    await look_again_after(119, check, scenario)
    if not shown:
        scenario.chat.closed.add("main")
    missed = pytest.raises(Violation, match=r"question 1.4 of table 1 was not shown for 211 seconds")
    with nullcontext() if shown else missed:
        await look_again_after(92, check, scenario)
    assert not scenario.hand().over


async def test_the_result_of_a_hand_that_was_seen_to_begin_is_missed(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    check = watching(scenario)
    await scenario.do("sari", "start")
    scenario.chat.closed.add("main")
    await scenario.act("bet 10", "fold")
    with pytest.raises(Violation, match=r"the result of hand 1 was not shown for 91 seconds"):
        await look_again_after(91, check, scenario)


# --- hidden cards --------------------------------------------------------------------------------------------------


async def test_of_two_tables_in_one_place_an_answer_is_about_the_one_meant(scenario: Scenario) -> None:
    await scenario.set_rules("tables_per_channel 2")
    for host, guest in (("sari", "budi"), ("wati", "joko")):
        await scenario.do(host, "open qiuqiu")
        table = scenario.app.tables.of_player(player_id(host))
        assert table is not None
        for name, line in ((guest, "join"), (host, "start")):
            await scenario.say(name, line, turn=f"{table.state.id}:")
    one, other = (table.state for table in scenario.app.tables.all_open())
    assert one.playing is not None
    assert other.playing is not None
    budi = player_id("budi")
    card = min(hidden_from(other.playing, budi) - hidden_from(one.playing, budi))
    check = NothingPrivateElsewhere()
    check.begun(life_of(scenario))
    for number, named in enumerate((one.id, "")):
        text = f"{number} You showed {card}"
        check.shown(Said(0.0, "reply", one.place, budi, "", text, answer_to="show", table=named))
    with pytest.raises(Violation, match=rf"hidden cards \['{card}"):
        check.shown(Said(0.0, "reply", one.place, budi, "", card, answer_to="show", table=other.id))


async def died_after_a_hand(scenario: Scenario) -> SameAfterRestart:
    """The check of restarts, of a Kiu that has died in a quiet moment after a hand, and has begun again."""
    check = SameAfterRestart()
    check.begun(life_of(scenario))
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await check.quiet()
    await scenario.die()
    check.begun(life_of(scenario))
    return check


async def test_what_a_restart_forgets_is_noticed(scenario: Scenario) -> None:
    check = await died_after_a_hand(scenario)
    (table,) = scenario.app.tables.all_open()
    table.store.state = replace(table.state, tallies=table.state.tallies[:1])
    with pytest.raises(Violation, match="another tallies after the restart"):
        await check.started()


async def test_a_private_hand_that_everybody_is_shown_is_noticed(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    state, sari = scenario.state(), player_id("sari")
    shown = scenario.chat.private_messages(sari)[-1]
    check = NothingPrivateElsewhere()
    check.begun(life_of(scenario))
    check.shown(Said.of(shown, at=0.0, how="private", place=None, receiver=sari))
    with pytest.raises(Violation, match="are told to everybody, by post"):
        check.shown(Said.of(shown, at=0.0, how="post", place=state.place))


# --- sealed deals --------------------------------------------------------------------------------------------------


async def dealt_after_a_lost_call(scenario: Scenario, place: str) -> SealedDealsVerify:
    """The check of sealed deals, which has seen a hand begin whose fingerprint nobody saw, after a call was lost."""
    check = SealedDealsVerify()
    check.begun(replace(life_of(scenario), answering_since=lambda place: -1000.0))
    await scenario.sit("sari", "budi")
    check.called(Call(0.0, "test", (f"test {place}",), NO_ANSWER))
    await scenario.do("sari", "start")
    await check.quiet()
    await scenario.finish_hand()
    return check


@pytest.mark.parametrize("place", ["test:home", "test:home/main", "home", "main"])
async def test_a_fingerprint_may_come_late_where_a_call_was_lost(scenario: Scenario, place: str) -> None:
    check = await dealt_after_a_lost_call(scenario, place)
    await check.quiet()
    await scenario.wait(30)
    assert scenario.hand().number == 2
    await check.quiet()
    await scenario.finish_hand()
    with pytest.raises(Violation, match="the fingerprint of hand 2 was not posted before it"):
        await check.quiet()


async def test_a_fingerprint_is_missed_where_a_call_was_lost_elsewhere(scenario: Scenario) -> None:
    check = await dealt_after_a_lost_call(scenario, "test:elsewhere")
    with pytest.raises(Violation, match="the fingerprint of hand 1 was not posted before it"):
        await check.quiet()


@pytest.mark.parametrize("lost", [{"words": {}}, {"settled": None}, {"cutter": ""}], ids=["word", "seats", "cutter"])
async def test_what_stood_at_the_cut_is_missed(scenario: Scenario, lost: dict[str, Any]) -> None:
    check = SealedDealsVerify()
    check.begun(life_of(scenario))
    await scenario.deal("sari", "budi", "wati")
    await scenario.finish_hand()
    await scenario.do("sari", "shuffle salak")
    await scenario.wait(6.1)
    await check.quiet()
    await check.quiet()
    state = scenario.state()
    scenario.table().store.state = replace(state, sealed=replace(scenario.sealed(), **lost))
    with pytest.raises(Violation, match="the cut of hand 2"):
        await check.quiet()
    scenario.table().store.state = state
    await scenario.finish_hand()


# --- rights --------------------------------------------------------------------------------------------------------


async def test_what_a_ban_forbids_is_allowed_once_it_is_lifted(scenario: Scenario) -> None:
    check = OnlyTheEntitledAct()
    check.begun(life_of(scenario))
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    join, done = scenario.command("budi", "join"), Reply(Message(lines=("You sit down.",)))
    await scenario.do("boss", "ban budi 1h quarrelling")
    check.asked(join)
    with pytest.raises(Violation, match="though they are banned"):
        check.answered(join, done)
    check.asked(join)
    later = scenario.command("budi", "join")
    check.asked(later)
    await scenario.do("boss", "unban budi")
    check.answered(scenario.command("boss", "unban budi"), done)
    await scenario.do("boss", "ban budi 1h quarrelling")
    for each in (join, later):
        check.answered(each, done)
    check.asked(join)
    check.answered(join, done)


# --- limits of platforms -------------------------------------------------------------------------------------------


def test_calls_beyond_a_limit_are_noticed() -> None:
    check = PlatformBudgetsKept()
    # One is answered after those that followed it.
    for at in (*range(1, 20), 0, 60.5):
        check.called(Call(at, "telegram", ("telegram group 7",), 200))
    with pytest.raises(Violation, match="21 times in 60 seconds"):
        check.called(Call(60.9, "telegram", ("telegram group 7",), 200))


def test_a_call_before_the_pause_is_over_is_noticed() -> None:
    check = PlatformBudgetsKept()
    check.called(Call(1.0, "discord", ("discord channel 3",), 429, 5.0, ("discord channel 3",)))
    check.called(Call(2.0, "discord", ("discord channel 4",), 200))
    check.called(Call(6.0, "discord", ("discord channel 3",), 200))
    check.called(Call(7.0, "discord", ("discord channel 3",), 429, 5.0, ("discord channel 3",)))
    with pytest.raises(Violation, match="before the end of the pause"):
        check.called(Call(11.0, "discord", ("discord channel 3",), 200))


def test_too_many_invalid_calls_are_noticed() -> None:
    check = PlatformBudgetsKept()
    for number in range(100):
        check.called(Call(float(number), "discord", (), 403))
    with pytest.raises(Violation, match="discord invalid"):
        check.called(Call(100.0, "discord", (), 403))


# --- the log -------------------------------------------------------------------------------------------------------


def test_only_errors_that_are_expected_may_be_logged() -> None:
    check = LogWithoutErrors({"message not sent"})
    check.logged({"event": "table failed", "log_level": "warning"})
    check.logged({"event": "message not sent", "log_level": "error"})
    with pytest.raises(Violation, match="table failed"):
        check.logged({"event": "table failed", "log_level": "error", "table": "7"})
