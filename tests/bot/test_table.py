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


# --- hand after hand -------------------------------------------------------------------------------------------


async def test_the_next_hand_begins_by_itself_after_the_pause(pair: Scenario) -> None:
    await pair.finish_hand()
    await pair.wait(7)
    assert pair.hand().number == 1
    await pair.wait(1)
    assert pair.hand().number == 2
    assert not pair.hand().over


@pytest.mark.parametrize(("full_for", "pause"), [(11.5, 12), (3_600.0, 28)])
async def test_the_pause_lasts_until_a_full_chat_has_room(pair: Scenario, full_for: float, pause: int) -> None:
    pair.chat.until_hand = full_for
    await pair.finish_hand()
    assert f"Next hand: {pause} s" in pair.chat.text()
    await pair.wait(pause - 1)
    assert pair.hand().number == 1
    await pair.wait(1)
    assert pair.hand().number == 2


async def test_who_joins_in_mid_hand_waits_for_the_next(pair: Scenario) -> None:
    await pair.do("wati", "join")
    assert player_id("wati") not in pair.hand().players
    assert "3. Wati · 500 chips · plays next hand" in pair.chat.text()
    assert await pair.refused("wati", "check") == "not-dealt-in"
    await pair.finish_hand()
    await pair.wait(8)
    assert player_id("wati") in pair.hand().players


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


# --- sitting out and leaving -----------------------------------------------------------------------------------


async def test_sitting_out_and_back(trio: Scenario) -> None:
    await trio.do("wati", "sit out")
    assert player_id("wati") in trio.hand().players, "the running hand is played to its end"
    await trio.finish_hand()
    await trio.wait(8)
    assert player_id("wati") not in trio.hand().players
    assert await trio.refused("wati", "sit out") == "already-out"
    await trio.do("wati", "sit back")
    await trio.finish_hand()
    await trio.wait(8)
    assert player_id("wati") in trio.hand().players
    assert await trio.refused("wati", "sit back") == "not-out"


async def test_leaving_in_mid_hand_folds_and_returns_the_rest_after_it(trio: Scenario) -> None:
    leaver = trio.asked()
    await trio.do(leaver, "leave")
    await trio.app.wait_until_idle()
    hand = trio.hand()
    assert hand.seat(player_id(leaver)) in hand.round.view(None).folded  # type: ignore[attr-defined]
    assert trio.asked() != leaver
    assert trio.sits(leaver), "the chair is kept until the hand is over"
    await trio.finish_hand()
    assert not trio.sits(leaver)
    assert await trio.in_wallet(leaver) == 1990


async def test_leaving_before_ones_turn_never_holds_up_the_table(trio: Scenario) -> None:
    first = trio.asked()
    later = [name for name in ("sari", "budi", "wati") if name != first]
    await trio.do(later[0], "leave")
    await trio.act("bet 10")
    assert trio.asked() == later[1], "the one who leaves is passed over without waiting"


async def test_who_is_removed_in_mid_hand_plays_it_to_its_end(trio: Scenario) -> None:
    await trio.do("sari", "kick 2")
    await trio.finish_hand()
    seat = trio.hand().seat(player_id("budi"))
    assert seat is not None
    assert seat not in trio.hand().round.view(None).folded  # type: ignore[attr-defined]
    assert not trio.sits("budi")
    settlement = trio.hand().round.settlement
    assert settlement is not None
    assert await trio.in_wallet("budi") == 2000 + settlement[seat]


# --- closing ---------------------------------------------------------------------------------------------------


async def test_closing_between_hands_closes_now(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert await scenario.refused("budi", "close") == "host-only"
    await scenario.do("sari", "close")
    assert not scenario.is_open()
    assert await scenario.in_wallet("sari") == await scenario.in_wallet("budi") == 2000
    assert [button.label for button in buttons(scenario.chat.newest())] == ["Open again"]
    assert await scenario.refused("sari", "join") == "no-table"
    await scenario.do("budi", "open qiuqiu")
    assert scenario.state().host == player_id("budi")


async def test_closing_in_mid_hand_waits_for_the_end(pair: Scenario) -> None:
    await pair.do("sari", "close")
    assert await pair.refused("wati", "join") == "table-closing"
    await pair.finish_hand()
    assert not pair.is_open()
    assert await pair.in_wallet("sari") + await pair.in_wallet("budi") == 4000
    assert "Table closed. Everyone's chips are back" in pair.chat.text()


@pytest.mark.parametrize("playing", [True, False])
async def test_under_the_rule_leaving_ends_removing_somebody_ends_nothing(scenario: Scenario, playing: bool) -> None:
    """The rule is about players who drop out: whoever is removed did not want to."""
    await scenario.set_rules("leaving ends")
    await scenario.deal("sari", "budi", "wati")
    if not playing:
        await scenario.finish_hand()
    await scenario.do("sari", "kick wati")
    await scenario.finish_hand()
    assert scenario.is_open()
    assert not scenario.sits("wati")


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
    assert f"In the pot from the last hand: {carried}." in scenario.chat.text()
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
