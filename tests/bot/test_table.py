"""Opening, joining, leaving and closing: everything about a table but its clock."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.fake_chat import buttons
from tests.bot.scenario import GROUP, Scenario, player_id

PEOPLE = ("sari", "budi", "wati", "joko", "rini", "agus")


# --- opening and sitting down ----------------------------------------------------------------------------------


async def test_opening_a_table_seats_the_host_and_shows_a_lobby(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    assert scenario.state().host == player_id("sari")
    assert scenario.chair("sari").stack == 500
    assert await scenario.in_wallet("sari") == 1500
    assert "1. Sari · 500 chips · host" in scenario.chat.text()
    shown = buttons(scenario.chat.newest())
    assert [button.label for button in shown] == ["Join", "Start", "Add computer player", "Table", "Rules", "Shuffle"]
    assert [button.label for button in shown if button.style != "plain"] == ["Join"], "too few to start"
    await scenario.do("budi", "join")
    await scenario.wait(5)
    shown = buttons(scenario.chat.newest())
    assert [button.label for button in shown if button.style != "plain"] == ["Start"]


async def test_a_second_table_at_the_same_place_is_refused(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    assert await scenario.refused("budi", "open qiuqiu") == "table-here-already"
    assert not scenario.sits("budi")


async def test_two_people_opening_at_the_same_moment_get_one_table(scenario: Scenario) -> None:
    replies = await asyncio.gather(
        *(scenario.app.dispatcher.handle(scenario.command(name, "open qiuqiu")) for name in ("sari", "budi"))
    )
    await scenario.app.wait_until_idle()
    assert sorted(reply.refused for reply in replies) == [False, True]
    assert len(scenario.app.tables.of_group(GROUP)) == 1


async def test_one_person_opens_at_most_three_tables_even_at_once(scenario: Scenario) -> None:
    commands = [scenario.command("sari", "open qiuqiu 100", channel=f"room-{number}") for number in range(5)]
    replies = await asyncio.gather(*(scenario.app.dispatcher.handle(command) for command in commands))
    assert sum(not reply.refused for reply in replies) == 3
    opened = [number for number, reply in enumerate(replies) if not reply.refused]
    await scenario.do("sari", "close", channel=f"room-{opened[0]}")
    await scenario.do("sari", "open qiuqiu 100", channel="another")


async def test_a_preset_and_a_buy_in_can_be_named(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu ninety-nine 300")
    await scenario.do("budi", "join 200")
    assert scenario.state().preset == "ninety-nine"
    assert (scenario.chair("sari").stack, scenario.chair("budi").stack) == (300, 200)
    await scenario.do("sari", "start")
    assert scenario.hand().rules.texts()["seri"] == "on"


@pytest.mark.parametrize("amount", ["99", "2001", "0"])
async def test_a_buy_in_out_of_range_is_refused(scenario: Scenario, amount: str) -> None:
    await scenario.do("sari", "open qiuqiu")
    assert await scenario.refused("budi", f"join {amount}") == "buy-in-out-of-range"
    assert not scenario.sits("budi")


async def test_a_buy_in_above_the_wallet_is_refused(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu 1500")
    assert await scenario.refused("sari", "open qiuqiu 600", channel="side") == "not-in-wallet"
    assert not scenario.is_open("side")


async def test_the_last_chips_of_a_wallet_are_a_smaller_buy_in(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu 1700")
    await scenario.do("sari", "open qiuqiu", channel="side")
    assert scenario.chair("sari", "side").stack == 300


async def test_nobody_sits_twice_at_a_table(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    assert await scenario.refused("sari", "join") == "already-seated"
    assert scenario.chair("sari").stack == 500


async def test_the_seventh_is_told_that_the_table_is_full(scenario: Scenario) -> None:
    await scenario.sit(*PEOPLE)
    assert await scenario.refused("dewi", "join") == "table-full"


async def test_a_full_table_starts_by_itself(scenario: Scenario) -> None:
    await scenario.sit(*PEOPLE[:5])
    await scenario.wait(60)
    assert scenario.state().hand is None
    await scenario.do(PEOPLE[5], "join")
    await scenario.wait(0)
    assert len(scenario.hand().players) == 6


async def test_anyone_seated_starts_as_soon_as_two_sit(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    assert await scenario.refused("sari", "start") == "too-few-to-start"
    await scenario.do("budi", "join")
    assert await scenario.refused("wati", "start") == "not-seated"
    await scenario.do("budi", "start")
    assert scenario.hand().players == (player_id("sari"), player_id("budi"))
    assert await scenario.refused("sari", "start") == "already-playing"


async def test_many_tables_at_once_do_not_disturb_one_another(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", channel="one")
    await scenario.sit("wati", "joko", channel="two")
    await scenario.do("sari", "start", channel="one")
    await scenario.do("wati", "start", channel="two")
    asked = scenario.asked("two")
    await scenario.act("bet 20", channel="one")
    assert scenario.asked("two") == asked
    assert await scenario.refused("sari", "check", channel="two") == "not-seated"
    await scenario.act("fold", channel="one")
    assert scenario.hand("one").over
    assert not scenario.hand("two").over
    assert "bet 20" not in scenario.chat.text("two")


async def test_one_person_plays_at_two_tables(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", channel="one")
    await scenario.sit("sari", "wati", channel="two")
    for channel in ("one", "two"):
        await scenario.do("sari", "start", channel=channel)
        await scenario.finish_hand(channel)
    assert scenario.hand("one").over
    assert scenario.hand("two").over


# --- hand after hand -------------------------------------------------------------------------------------------


async def test_the_next_hand_begins_by_itself_after_the_pause(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.wait(7)
    assert scenario.hand().number == 1
    await scenario.wait(1)
    assert scenario.hand().number == 2
    assert not scenario.hand().over


async def test_the_pause_lasts_until_a_full_chat_has_room_for_another_hand(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    scenario.chat.until_hand = 11.5
    await scenario.finish_hand()
    assert "Next hand: 12 s" in scenario.chat.text()
    await scenario.wait(11)
    assert scenario.hand().number == 1
    await scenario.wait(1)
    assert scenario.hand().number == 2


async def test_the_pause_ends_in_time_however_full_a_chat_is(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    scenario.chat.until_hand = 3_600.0
    await scenario.finish_hand()
    await scenario.wait(28)
    assert scenario.hand().number == 2


async def test_whoever_cuts_may_begin_the_next_hand_before_the_pause_is_over(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.stack(dealer="budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    sealed = scenario.state().sealed
    assert sealed is not None
    cutter = sealed.cutter.removeprefix("test:")
    await scenario.refused("sari" if cutter == "budi" else "budi", "start")
    await scenario.do(cutter, "start")
    assert scenario.hand().number == 2
    await scenario.wait(9)
    assert scenario.hand().number == 2


async def test_the_deal_goes_round_clockwise(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    dealers = []
    for _ in range(4):
        dealers.append(scenario.state().dealer_chair)
        await scenario.finish_hand()
        await scenario.wait(8)
    first = dealers[0]
    assert first is not None
    assert dealers == [(first + step) % 3 for step in range(4)]


async def test_the_deal_skips_those_who_are_gone_or_sit_out(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", "joko")
    await scenario.do("sari", "start")
    dealer = scenario.state().dealer_chair
    assert dealer is not None
    names = ["sari", "budi", "wati", "joko"]
    await scenario.finish_hand()
    await scenario.do(names[dealer], "leave")
    await scenario.do(names[(dealer + 1) % 4], "sit out")
    await scenario.wait(8)
    assert scenario.state().dealer_chair == (dealer + 2) % 4


async def test_who_joins_in_mid_hand_waits_for_the_next(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.do("wati", "join")
    assert player_id("wati") not in scenario.hand().players
    assert "3. Wati · 500 chips · plays next hand" in scenario.chat.text()
    assert await scenario.refused("wati", "check") == "not-dealt-in"
    await scenario.finish_hand()
    await scenario.wait(8)
    assert player_id("wati") in scenario.hand().players


async def test_a_busted_player_is_left_out_until_a_rebuy(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none")
    await scenario.sit("sari", "budi", "wati", buy_in=100)
    await scenario.do("sari", "start")
    while not scenario.hand().over:
        await scenario.act("all-in" if scenario.hand().round.staked[scenario.hand().round.awaited[0]] == 10 else "call")
    broke = [name for name in ("sari", "budi", "wati") if scenario.chair(name).stack == 0]
    assert broke
    if len(broke) == 2:
        await scenario.wait(30)
        assert scenario.hand().number == 1, "one player alone is not dealt to"
    await scenario.do(broke[0], "rebuy 200")
    assert scenario.chair(broke[0]).stack == 200
    await scenario.wait(8)
    assert scenario.hand().number == 2
    assert player_id(broke[0]) in scenario.hand().players


async def test_rebuying_keeps_to_the_largest_buy_in_and_to_the_wallet(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", buy_in=1900)
    assert await scenario.refused("sari", "rebuy 101") == "rebuy-out-of-range"
    await scenario.do("sari", "rebuy 100")
    assert scenario.chair("sari").stack == 2000
    assert await scenario.refused("sari", "rebuy") == "rebuy-out-of-range"
    await scenario.do("wati", "open qiuqiu 1950", channel="side")
    assert await scenario.refused("wati", "rebuy 51", channel="side") == "rebuy-out-of-range"
    await scenario.do("joko", "join 100", channel="side")
    await scenario.do("joko", "open qiuqiu 1850", channel="third")
    assert await scenario.refused("joko", "rebuy 51", channel="side") == "not-in-wallet"


async def test_nobody_rebuys_in_mid_hand(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    assert await scenario.refused("sari", "rebuy 100") == "not-during-hand"


# --- sitting out and leaving -----------------------------------------------------------------------------------


async def test_sitting_out_and_back(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.do("wati", "sit out")
    assert player_id("wati") in scenario.hand().players, "the running hand is played to its end"
    await scenario.finish_hand()
    await scenario.wait(8)
    assert player_id("wati") not in scenario.hand().players
    assert await scenario.refused("wati", "sit out") == "already-out"
    await scenario.do("wati", "sit back")
    await scenario.finish_hand()
    await scenario.wait(8)
    assert player_id("wati") in scenario.hand().players
    assert await scenario.refused("wati", "sit back") == "not-out"


async def test_back_alone_is_enough(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "sit out")
    await scenario.do("budi", "back")
    assert not scenario.chair("budi").out


async def test_pressing_join_brings_back_who_sits_out(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "sit out")
    await scenario.do("budi", "join")
    assert not scenario.chair("budi").out


async def test_leaving_between_hands_returns_the_chips_at_once(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert "500" in await scenario.do("budi", "leave")
    assert not scenario.sits("budi")
    assert await scenario.in_wallet("budi") == 2000
    assert "Budi left with 500 chips." in scenario.chat.text()


async def test_leaving_in_mid_hand_folds_and_returns_the_rest_after_it(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    leaver = scenario.asked()
    await scenario.do(leaver, "leave")
    await scenario.app.wait_until_idle()
    hand = scenario.hand()
    assert hand.seat(player_id(leaver)) in hand.round.view(None).folded  # type: ignore[attr-defined]
    assert scenario.asked() != leaver
    assert scenario.sits(leaver), "the chair is kept until the hand is over"
    await scenario.finish_hand()
    assert not scenario.sits(leaver)
    assert await scenario.in_wallet(leaver) == 1990


async def test_leaving_before_ones_turn_never_holds_up_the_table(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    first = scenario.asked()
    later = [name for name in ("sari", "budi", "wati") if name != first]
    await scenario.do(later[0], "leave")
    await scenario.act("bet 10")
    assert scenario.asked() == later[1], "the one who leaves is passed over without waiting"


async def test_all_leaving_in_mid_hand_ends_the_hand_and_the_table(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    for name in ("sari", "budi", "wati"):
        await scenario.say(name, "leave")
    assert not scenario.is_open()
    assert sum([await scenario.in_wallet(name) for name in ("sari", "budi", "wati")]) == 6000
    assert "Table closed. Everyone's chips are back" in scenario.chat.text()


async def test_who_is_all_in_and_leaves_still_gets_what_is_won(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none")
    for _ in range(6):
        await scenario.sit("sari", "budi", buy_in=100)
        await scenario.do("sari", "start")
        gone = scenario.asked()
        other = "budi" if gone == "sari" else "sari"
        await scenario.do(gone, "all-in")
        await scenario.do(gone, "leave")
        before = await scenario.in_wallet(gone)
        await scenario.do(other, "call")
        assert not scenario.sits(gone)
        won = await scenario.in_wallet(gone) - before
        assert won in (0, 100, 200)
        await scenario.do(other, "leave")
        if won:
            return
    pytest.fail("in six hands the one who left never won")


async def test_changing_ones_mind_about_leaving(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    last = [name for name in ("sari", "budi", "wati") if name != scenario.asked()][-1]
    await scenario.do(last, "leave")
    await scenario.do(last, "join")
    await scenario.finish_hand()
    assert scenario.sits(last)


async def test_the_host_passes_on_to_the_next_person_never_to_a_computer(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await scenario.do("budi", "join")
    await scenario.do("sari", "leave")
    assert scenario.state().host == player_id("budi")
    await scenario.do("wati", "join")
    await scenario.do("budi", "start")
    await scenario.do("budi", "leave")
    assert scenario.state().host == player_id("wati")


async def test_a_table_of_computers_only_closes(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "leave")
    assert not scenario.is_open()
    assert await scenario.in_wallet(f"computer:{GROUP}:1") == 500


async def test_the_host_sends_somebody_away(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    assert await scenario.refused("budi", "kick wati") == "host-only"
    assert await scenario.do("sari", "kick Wati") == "Wati was removed from the table."
    assert not scenario.sits("wati")
    assert "Wati was removed for 10 minutes (500 chips returned)." in scenario.chat.text()
    assert await scenario.refused("sari", "kick Dewi") == "nobody-of-that-name"


async def test_who_is_removed_in_mid_hand_plays_it_to_its_end(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.do("sari", "kick 2")
    await scenario.finish_hand()
    seat = scenario.hand().seat(player_id("budi"))
    assert seat is not None
    assert seat not in scenario.hand().round.view(None).folded  # type: ignore[attr-defined]
    assert not scenario.sits("budi")
    settlement = scenario.hand().round.settlement
    assert settlement is not None
    assert await scenario.in_wallet("budi") == 2000 + settlement[seat]


async def test_an_admin_who_does_not_sit_may_kick_and_close(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("boss", "kick budi")
    await scenario.do("boss", "close")
    assert not scenario.is_open()


# --- closing ---------------------------------------------------------------------------------------------------


async def test_closing_between_hands_closes_now(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert await scenario.refused("budi", "close") == "host-only"
    await scenario.do("sari", "close")
    assert not scenario.is_open()
    assert await scenario.in_wallet("sari") == await scenario.in_wallet("budi") == 2000
    assert [button.label for button in buttons(scenario.chat.newest())] == ["Open again"]
    assert await scenario.refused("sari", "join") == "no-table"


async def test_closing_in_mid_hand_waits_for_the_end(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.do("sari", "close")
    assert await scenario.refused("wati", "join") == "table-closing"
    await scenario.finish_hand()
    assert not scenario.is_open()
    assert await scenario.in_wallet("sari") + await scenario.in_wallet("budi") == 4000
    assert "Table closed. Everyone's chips are back" in scenario.chat.text()


async def test_closing_twice_in_mid_hand_is_told_once(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    first = await scenario.do("sari", "close")
    assert await scenario.do("sari", "close") == first
    assert scenario.chat.text().count("The table closes after this hand") == 1


async def test_a_new_table_opens_where_one_was_closed(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "close")
    await scenario.do("budi", "open qiuqiu")
    assert scenario.state().host == player_id("budi")


async def test_under_the_rule_leaving_ends_the_table_closes_after_the_hand(scenario: Scenario) -> None:
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.do(scenario.asked(), "leave")
    await scenario.finish_hand()
    assert not scenario.is_open()


async def test_under_the_rule_leaving_ends_the_table_closes_at_once_between_hands(scenario: Scenario) -> None:
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("wati", "leave")
    assert not scenario.is_open()
    assert "Table closed. Everyone's chips are back" in scenario.chat.text()
    assert sum([await scenario.in_wallet(name) for name in ("sari", "budi", "wati")]) == 6000


async def test_under_the_rule_leaving_ends_the_table_stays_open_before_its_first_hand(scenario: Scenario) -> None:
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("wati", "leave")
    assert scenario.is_open()


@pytest.mark.parametrize("playing", [True, False])
async def test_under_the_rule_leaving_ends_removing_somebody_ends_nothing(scenario: Scenario, playing: bool) -> None:
    """The rule is about players who drop out: whoever is removed did not want to."""
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    if not playing:
        await scenario.finish_hand()
    await scenario.do("sari", "kick wati")
    await scenario.finish_hand()
    assert scenario.is_open()
    assert not scenario.sits("wati")


@pytest.mark.parametrize("playing", [True, False])
async def test_under_the_rule_leaving_ends_computers_come_and_go(scenario: Scenario, playing: bool) -> None:
    await scenario.let_computers_play()
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    if not playing:
        await scenario.finish_hand()
    await scenario.do("sari", "remove computer")
    await scenario.finish_hand()
    assert scenario.is_open()
    assert len(scenario.state().seated) == 2


async def test_under_the_rule_leaving_ends_a_hand_called_off_is_the_last_when_somebody_leaves(
    scenario: Scenario,
) -> None:
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.do(scenario.asked(), "leave")
    await scenario.do("admin", f"bank void {scenario.hand().id} spilt tea")
    assert not scenario.is_open()
    assert sum([await scenario.in_wallet(name) for name in ("sari", "budi", "wati")]) == 6000


async def test_under_the_rule_leaving_ends_somebody_who_was_not_dealt_in_lets_the_hand_be_the_last(
    scenario: Scenario,
) -> None:
    await scenario.set_rules("leaving ends")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("wati", "sit out")
    await scenario.wait(8)
    assert scenario.hand().seat(player_id("wati")) is None
    await scenario.do("wati", "leave")
    assert not scenario.sits("wati")
    assert scenario.is_open(), "the hand of the others is played to its end"
    await scenario.finish_hand()
    assert not scenario.is_open()
    await scenario.sound()
    assert sum([await scenario.in_wallet(name) for name in ("sari", "budi", "wati")]) == 6000


async def test_a_table_of_the_preset_parlour_closes_when_a_player_drops_out(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu parlour")
    await scenario.do("budi", "join")
    await scenario.do("wati", "join")
    await scenario.do("sari", "start")
    await scenario.do(scenario.asked(), "leave")
    assert scenario.is_open(), "the hand is played to its end"
    await scenario.finish_hand()
    assert not scenario.is_open()


async def test_odd_chips_wait_in_the_pot_and_are_never_lost(scenario: Scenario) -> None:
    """Two share 21 chips: what cannot be shared is played for next, and goes home when all is over."""
    await scenario.set_rules("odd_chips next_pot", "ante 7", "compare split_pot", "declaration automatic")
    await scenario.sit("sari", "budi", "wati")
    level = "sari: 6-3, 5-4, 4-1; budi: 6-2, 6-4, 3-1"
    scenario.stack(f"{level}; wati: 2-1, 6-5, 4-0; then: 2-0, 3-0, 1-0", dealer="wati")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.sound()
    carried = scenario.state().carried
    assert carried == 1
    await scenario.wait(8)
    assert scenario.hand().round.carried_in == carried
    assert f"{carried} chip" in scenario.chat.text()
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    fortunes = [await scenario.in_wallet(name) for name in ("sari", "budi", "wati", "admin")]
    assert sum(fortunes) == await scenario.all_chips(), "odd chips nobody can have go back to the group"


# --- computer players ------------------------------------------------------------------------------------------


async def test_computers_play_by_themselves_and_are_marked(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    for _ in range(3):
        await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    for _ in range(5):
        await scenario.finish_hand(prefer=("check",))
        await scenario.sound()
        await scenario.wait(8)
    assert scenario.hand().number == 6
    assert "computer" in scenario.chat.text()
    assert scenario.chat.private_messages(f"computer:{GROUP}:1") == []


async def test_a_computer_is_removed_by_the_host_or_an_admin(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    assert await scenario.refused("sari", "remove computer") == "no-computer-here"
    await scenario.do("budi", "add computer")
    await scenario.do("budi", "add computer")
    assert await scenario.refused("budi", "remove computer") == "host-only"
    await scenario.do("sari", "remove computer")
    await scenario.do("boss", "remove computer")
    assert len(scenario.state().seated) == 2


async def test_there_are_no_more_computers_than_chairs(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    for _ in range(5):
        await scenario.do("sari", "add computer")
    assert await scenario.refused("sari", "add computer") == "table-full"


async def test_a_busted_computer_buys_in_again_from_its_own_wallet_and_leaves_when_broke(scenario: Scenario) -> None:
    computer = f"computer:{GROUP}:1"
    await scenario.set_rules("max_bet none", "ante 100", "computer_seconds 0")
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await scenario.do("admin", "bank grant Anoman 200 to buy in once more")
    await scenario.do("admin", "bank grant sari 100000 to keep going")
    await scenario.do("sari", "start")
    wallets = [await scenario.in_wallet(computer)]
    while scenario.state().chair_of(computer) is not None:
        assert scenario.hand().number < 200, "it never goes broke"
        await scenario.finish_hand(prefer=("all-in", "call"))
        await scenario.sound()
        if scenario.chair("sari").stack < 100:
            await scenario.do("sari", "rebuy")
        await scenario.wait(8)
        wallets.append(await scenario.in_wallet(computer))
    assert wallets[0] == 200
    assert 0 in wallets, "it bought in again before it left"
    assert wallets[-1] < 100
    await scenario.wait(60)
    assert scenario.state().playing is None, "one player alone is not dealt to"
