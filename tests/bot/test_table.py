"""Opening, joining, leaving and closing: everything about a table but its clock."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.house import HOUSE, House, player_id
from tests.bot.room import buttons

PEOPLE = ("sari", "budi", "wati", "joko", "rini", "agus")


# --- opening and sitting down ----------------------------------------------------------------------------------


async def test_opening_a_table_seats_the_host_and_shows_a_lobby(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    assert house.state().host == player_id("sari")
    assert house.chair("sari").stack == 500
    assert await house.in_wallet("sari") == 1500
    assert "1. Sari · 500 chips · host" in house.room.text()
    assert [button.label for button in buttons(house.room.newest())][:2] == ["Join", "Start"]


async def test_a_second_table_at_the_same_place_is_refused(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    assert await house.refused("budi", "open qiuqiu") == "table-here-already"
    assert not house.sits("budi")


async def test_two_people_opening_at_the_same_moment_get_one_table(house: House) -> None:
    replies = await asyncio.gather(
        *(house.kiu.desk.handle(house.command(name, "open qiuqiu")) for name in ("sari", "budi"))
    )
    await house.kiu.settled()
    assert sorted(reply.refused for reply in replies) == [False, True]
    assert len(house.kiu.tables.of_house(HOUSE)) == 1


async def test_one_person_opens_at_most_three_tables_even_at_once(house: House) -> None:
    commands = [house.command("sari", "open qiuqiu 100", channel=f"room-{number}") for number in range(5)]
    replies = await asyncio.gather(*(house.kiu.desk.handle(command) for command in commands))
    assert sum(not reply.refused for reply in replies) == 3
    opened = [number for number, reply in enumerate(replies) if not reply.refused]
    await house.do("sari", "close", channel=f"room-{opened[0]}")
    await house.do("sari", "open qiuqiu 100", channel="another")


async def test_a_preset_and_a_buy_in_can_be_named(house: House) -> None:
    await house.do("sari", "open qiuqiu ninety-nine 300")
    await house.do("budi", "join 200")
    assert house.state().preset == "ninety-nine"
    assert (house.chair("sari").stack, house.chair("budi").stack) == (300, 200)
    await house.do("sari", "start")
    assert house.hand().rules.texts()["seri"] == "on"


@pytest.mark.parametrize("amount", ["99", "2001", "0"])
async def test_a_buy_in_out_of_range_is_refused(house: House, amount: str) -> None:
    await house.do("sari", "open qiuqiu")
    assert await house.refused("budi", f"join {amount}") == "buy-in-out-of-range"
    assert not house.sits("budi")


async def test_a_buy_in_above_the_wallet_is_refused(house: House) -> None:
    await house.do("sari", "open qiuqiu 1500")
    assert await house.refused("sari", "open qiuqiu 600", channel="side") == "not-in-wallet"
    assert not house.is_open("side")


async def test_the_last_chips_of_a_wallet_are_a_smaller_buy_in(house: House) -> None:
    await house.do("sari", "open qiuqiu 1700")
    await house.do("sari", "open qiuqiu", channel="side")
    assert house.chair("sari", "side").stack == 300


async def test_nobody_sits_twice_at_a_table(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    assert await house.refused("sari", "join") == "already-seated"
    assert house.chair("sari").stack == 500


async def test_the_seventh_is_told_that_the_table_is_full(house: House) -> None:
    await house.sit(*PEOPLE)
    assert await house.refused("dewi", "join") == "table-full"


async def test_a_full_table_starts_by_itself(house: House) -> None:
    await house.sit(*PEOPLE[:5])
    await house.wait(60)
    assert house.state().hand is None
    await house.do(PEOPLE[5], "join")
    await house.wait(0)
    assert len(house.hand().players) == 6


async def test_anyone_seated_starts_as_soon_as_two_sit(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    assert await house.refused("sari", "start") == "too-few-to-start"
    await house.do("budi", "join")
    assert await house.refused("wati", "start") == "not-seated"
    await house.do("budi", "start")
    assert house.hand().players == (player_id("sari"), player_id("budi"))
    assert await house.refused("sari", "start") == "already-playing"


async def test_many_tables_at_once_do_not_disturb_one_another(house: House) -> None:
    await house.sit("sari", "budi", channel="one")
    await house.sit("wati", "joko", channel="two")
    await house.do("sari", "start", channel="one")
    await house.do("wati", "start", channel="two")
    asked = house.asked("two")
    await house.act("bet 20", channel="one")
    assert house.asked("two") == asked
    assert await house.refused("sari", "check", channel="two") == "not-seated"
    await house.act("fold", channel="one")
    assert house.hand("one").over
    assert not house.hand("two").over
    assert "bet 20" not in house.room.text("two")


async def test_one_person_plays_at_two_tables(house: House) -> None:
    await house.sit("sari", "budi", channel="one")
    await house.sit("sari", "wati", channel="two")
    for channel in ("one", "two"):
        await house.do("sari", "start", channel=channel)
        await house.finish_hand(channel)
    assert house.hand("one").over
    assert house.hand("two").over


# --- hand after hand -------------------------------------------------------------------------------------------


async def test_the_next_hand_begins_by_itself_after_the_pause(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.finish_hand()
    await house.wait(7)
    assert house.hand().number == 1
    await house.wait(1)
    assert house.hand().number == 2
    assert not house.hand().over


async def test_anyone_seated_may_begin_the_next_hand_before_the_pause_is_over(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.finish_hand()
    await house.do("budi", "start")
    assert house.hand().number == 2
    await house.wait(9)
    assert house.hand().number == 2


async def test_the_deal_goes_round_clockwise(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    dealers = []
    for _ in range(4):
        dealers.append(house.state().dealer_chair)
        await house.finish_hand()
        await house.wait(8)
    first = dealers[0]
    assert first is not None
    assert dealers == [(first + step) % 3 for step in range(4)]


async def test_the_deal_skips_those_who_are_gone_or_sit_out(house: House) -> None:
    await house.sit("sari", "budi", "wati", "joko")
    await house.do("sari", "start")
    dealer = house.state().dealer_chair
    assert dealer is not None
    names = ["sari", "budi", "wati", "joko"]
    await house.finish_hand()
    await house.do(names[dealer], "leave")
    await house.do(names[(dealer + 1) % 4], "sit out")
    await house.wait(8)
    assert house.state().dealer_chair == (dealer + 2) % 4


async def test_who_joins_in_mid_hand_waits_for_the_next(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.do("wati", "join")
    assert player_id("wati") not in house.hand().players
    assert "3. Wati · 500 chips · next hand" in house.room.text()
    assert await house.refused("wati", "check") == "not-dealt-in"
    await house.finish_hand()
    await house.wait(8)
    assert player_id("wati") in house.hand().players


async def test_a_busted_player_is_left_out_until_a_rebuy(house: House) -> None:
    await house.set_rules("max_bet none")
    await house.sit("sari", "budi", "wati", buy_in=100)
    await house.do("sari", "start")
    while not house.hand().over:
        await house.act("all-in" if house.hand().round.staked[house.hand().round.awaited[0]] == 10 else "call")
    broke = [name for name in ("sari", "budi", "wati") if house.chair(name).stack == 0]
    assert broke
    if len(broke) == 2:
        await house.wait(30)
        assert house.hand().number == 1, "one player alone is not dealt to"
    await house.do(broke[0], "rebuy 200")
    assert house.chair(broke[0]).stack == 200
    await house.wait(8)
    assert house.hand().number == 2
    assert player_id(broke[0]) in house.hand().players


async def test_rebuying_keeps_to_the_largest_buy_in_and_to_the_wallet(house: House) -> None:
    await house.sit("sari", "budi", buy_in=1900)
    assert await house.refused("sari", "rebuy 101") == "rebuy-out-of-range"
    await house.do("sari", "rebuy 100")
    assert house.chair("sari").stack == 2000
    assert await house.refused("sari", "rebuy") == "rebuy-out-of-range"
    await house.do("wati", "open qiuqiu 1950", channel="side")
    assert await house.refused("wati", "rebuy 51", channel="side") == "rebuy-out-of-range"
    await house.do("joko", "join 100", channel="side")
    await house.do("joko", "open qiuqiu 1850", channel="third")
    assert await house.refused("joko", "rebuy 51", channel="side") == "not-in-wallet"


async def test_nobody_rebuys_in_mid_hand(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    assert await house.refused("sari", "rebuy 100") == "not-during-hand"


# --- sitting out and leaving -----------------------------------------------------------------------------------


async def test_sitting_out_and_back(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    await house.do("wati", "sit out")
    assert player_id("wati") in house.hand().players, "the running hand is played to its end"
    await house.finish_hand()
    await house.wait(8)
    assert player_id("wati") not in house.hand().players
    assert await house.refused("wati", "sit out") == "already-out"
    await house.do("wati", "sit back")
    await house.finish_hand()
    await house.wait(8)
    assert player_id("wati") in house.hand().players
    assert await house.refused("wati", "sit back") == "not-out"


async def test_back_alone_is_enough(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("budi", "sit out")
    await house.do("budi", "back")
    assert not house.chair("budi").out


async def test_pressing_join_brings_back_who_sits_out(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("budi", "sit out")
    await house.do("budi", "join")
    assert not house.chair("budi").out


async def test_leaving_between_hands_returns_the_chips_at_once(house: House) -> None:
    await house.sit("sari", "budi")
    assert "500" in await house.do("budi", "leave")
    assert not house.sits("budi")
    assert await house.in_wallet("budi") == 2000
    assert "Budi left with 500 chips." in house.room.text()


async def test_leaving_in_mid_hand_folds_and_returns_the_rest_after_it(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    leaver = house.asked()
    await house.do(leaver, "leave")
    await house.kiu.settled()
    hand = house.hand()
    assert hand.seat(player_id(leaver)) in hand.round.view(None).folded  # type: ignore[attr-defined]
    assert house.asked() != leaver
    assert house.sits(leaver), "the chair is kept until the hand is over"
    await house.finish_hand()
    assert not house.sits(leaver)
    assert await house.in_wallet(leaver) == 1990


async def test_leaving_before_ones_turn_never_holds_up_the_table(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    first = house.asked()
    later = [name for name in ("sari", "budi", "wati") if name != first]
    await house.do(later[0], "leave")
    await house.act("bet 10")
    assert house.asked() == later[1], "the one who leaves is passed over without waiting"


async def test_all_leaving_in_mid_hand_ends_the_hand_and_the_table(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    for name in ("sari", "budi", "wati"):
        await house.say(name, "leave")
    assert not house.is_open()
    assert sum([await house.in_wallet(name) for name in ("sari", "budi", "wati")]) == 6000
    assert "The table is closed" in house.room.text()


async def test_who_is_all_in_and_leaves_still_gets_what_is_won(house: House) -> None:
    await house.set_rules("max_bet none")
    for _ in range(6):
        await house.sit("sari", "budi", buy_in=100)
        await house.do("sari", "start")
        gone = house.asked()
        other = "budi" if gone == "sari" else "sari"
        await house.do(gone, "all-in")
        await house.do(gone, "leave")
        before = await house.in_wallet(gone)
        await house.do(other, "call")
        assert not house.sits(gone)
        won = await house.in_wallet(gone) - before
        assert won in (0, 100, 200)
        await house.do(other, "leave")
        if won:
            return
    pytest.fail("in six hands the one who left never won")


async def test_changing_ones_mind_about_leaving(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    last = [name for name in ("sari", "budi", "wati") if name != house.asked()][-1]
    await house.do(last, "leave")
    await house.do(last, "join")
    await house.finish_hand()
    assert house.sits(last)


async def test_the_host_passes_on_to_the_next_person_never_to_a_computer(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("budi", "join")
    await house.do("sari", "leave")
    assert house.state().host == player_id("budi")
    await house.do("wati", "join")
    await house.do("budi", "start")
    await house.do("budi", "leave")
    assert house.state().host == player_id("wati")


async def test_a_table_of_computers_only_closes(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("sari", "add computer")
    await house.do("sari", "leave")
    assert not house.is_open()
    assert await house.in_wallet(f"computer:{HOUSE}:1") == 2000


async def test_the_host_sends_somebody_away(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    assert await house.refused("budi", "kick wati") == "host-only"
    assert await house.do("sari", "kick Wati") == "Wati leaves the table."
    assert not house.sits("wati")
    assert "Wati was asked to leave" in house.room.text()
    assert await house.refused("sari", "kick Dewi") == "nobody-of-that-name"


async def test_who_is_sent_away_in_mid_hand_plays_no_further(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    await house.do("sari", "kick 2")
    await house.finish_hand()
    assert not house.sits("budi")
    assert await house.fortune("budi") == 1990


async def test_an_admin_who_does_not_sit_may_kick_and_close(house: House) -> None:
    house.admins.add("boss")
    await house.sit("sari", "budi")
    await house.do("boss", "kick budi")
    await house.do("boss", "close")
    assert not house.is_open()


# --- closing ---------------------------------------------------------------------------------------------------


async def test_closing_between_hands_closes_now(house: House) -> None:
    await house.sit("sari", "budi")
    assert await house.refused("budi", "close") == "host-only"
    await house.do("sari", "close")
    assert not house.is_open()
    assert await house.in_wallet("sari") == await house.in_wallet("budi") == 2000
    assert buttons(house.room.newest()) == []
    assert await house.refused("sari", "join") == "no-table"


async def test_closing_in_mid_hand_waits_for_the_end(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.do("sari", "close")
    assert await house.refused("wati", "join") == "table-closing"
    await house.finish_hand()
    assert not house.is_open()
    assert await house.in_wallet("sari") + await house.in_wallet("budi") == 4000
    assert "The table is closed" in house.room.text()


async def test_closing_twice_in_mid_hand_is_told_once(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    first = await house.do("sari", "close")
    assert await house.do("sari", "close") == first
    assert house.room.text().count("The table closes after this hand") == 1


async def test_a_new_table_opens_where_one_was_closed(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "close")
    await house.do("budi", "open qiuqiu")
    assert house.state().host == player_id("budi")


async def test_under_the_rule_leaving_ends_the_table_closes_after_the_hand(house: House) -> None:
    await house.set_rules("leaving ends")
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    await house.do(house.asked(), "leave")
    await house.finish_hand()
    assert not house.is_open()


async def test_odd_chips_wait_in_the_pot_and_are_never_lost(house: House) -> None:
    """Three share 10 chips now and then: what cannot be shared is played for next, and goes home when all is over."""
    await house.set_rules("odd_chips next_pot", "ante 7", "compare split_pot", "declaration automatic")
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    carried = 0
    for _ in range(60):
        await house.finish_hand()
        await house.sound()
        if carried := house.state().carried:
            break
        await house.wait(8)
    assert carried
    await house.wait(8)
    assert house.hand().round.carried_in == carried
    assert f"{carried} chip" in house.room.text()
    await house.finish_hand()
    await house.do("sari", "close")
    fortunes = [await house.in_wallet(name) for name in ("sari", "budi", "wati", "admin")]
    assert sum(fortunes) == await house.all_chips(), "odd chips nobody can have go back to the house"


# --- computer players ------------------------------------------------------------------------------------------


async def test_computers_play_by_themselves_and_are_marked(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    for _ in range(3):
        await house.do("sari", "add computer")
    await house.do("sari", "start")
    for _ in range(5):
        await house.finish_hand(prefer=("check",))
        await house.sound()
        await house.wait(8)
    assert house.hand().number == 6
    assert "computer" in house.room.text()
    assert house.room.whispers(f"computer:{HOUSE}:1") == []


async def test_a_computer_is_sent_away_by_anyone_seated(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    assert await house.refused("sari", "remove computer") == "no-computer-here"
    await house.do("sari", "add computer")
    await house.do("sari", "remove computer")
    assert len(house.state().seated) == 1


async def test_there_are_no_more_computers_than_chairs(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    for _ in range(5):
        await house.do("sari", "add computer")
    assert await house.refused("sari", "add computer") == "table-full"


async def test_a_busted_computer_buys_in_again_from_its_own_wallet_and_leaves_when_broke(house: House) -> None:
    computer = f"computer:{HOUSE}:1"
    await house.set_rules("grant 700", "daily 0", "max_bet none", "ante 100", "computer_seconds 0")
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("admin", "bank grant sari 100000 to keep going")
    await house.do("sari", "start")
    wallets = [await house.in_wallet(computer)]
    while house.state().chair_of(computer) is not None:
        assert house.hand().number < 200, "it never goes broke"
        await house.finish_hand(prefer=("all-in", "call"))
        await house.sound()
        if house.chair("sari").stack < 100:
            await house.do("sari", "rebuy")
        await house.wait(8)
        wallets.append(await house.in_wallet(computer))
    assert wallets[0] == 200
    assert 0 in wallets, "it bought in again before it left"
    assert wallets[-1] < 100
    await house.wait(60)
    assert house.state().playing is None, "one player alone is not dealt to"
