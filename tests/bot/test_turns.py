"""The clock of a turn: the reminder, the time bank, the lapse, and sitting out those who are away."""

from __future__ import annotations

import pytest

from bot.tables.hands import Lapsed
from engine.play import Action
from tests.bot.house import HOUSE, House, player_id
from tests.bot.room import words

TURN, BANK = 45, 30


@pytest.fixture
async def table(house: House) -> House:
    """Three people in mid-hand."""
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    return house


def lapses(house: House) -> list[int]:
    """The seats whose time ran out in this hand."""
    return [event.seat for event in house.hand().told if isinstance(event, Lapsed)]


async def test_a_reminder_comes_half_way_to_the_one_who_is_asked_alone(table: House) -> None:
    name = table.asked()
    before = len(table.room.seen)
    await table.wait(TURN / 2 - 1)
    assert len(table.room.seen) == before
    await table.wait(1)
    (reminder,) = table.room.seen[before:]
    assert (reminder.how, reminder.where) == ("whisper", player_id(name))
    assert "23" in words(reminder.message)


async def test_whoever_has_acted_is_not_reminded(table: House) -> None:
    first = table.asked()
    await table.wait(TURN / 2 - 1)
    await table.act("check")
    before = len(table.room.whispers(player_id(first)))
    await table.wait(10)
    assert len(table.room.whispers(player_id(first))) == before


async def test_a_lapse_checks_when_checking_is_free(table: House) -> None:
    name = table.asked()
    await table.wait(TURN + BANK - 1)
    assert table.asked() == name
    await table.wait(1)
    assert table.asked() != name
    assert len(lapses(table)) == 1
    assert "Time is up for " + name.capitalize() in table.room.text()
    assert "checked" in table.room.text()


async def test_a_lapse_folds_when_there_is_something_to_pay(table: House) -> None:
    await table.act("bet 10")
    name = table.asked()
    await table.wait(TURN + BANK)
    seat = table.hand().seat(player_id(name))
    assert seat in table.hand().round.view(None).folded  # type: ignore[attr-defined]


async def test_a_lapse_at_a_declaration_shows_the_best_ordinary_hand(house: House) -> None:
    await house.set_rules("compare split_pot")
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    for _ in range(20):
        while (
            house.state().playing
            and house.hand().round.options(house.hand().round.awaited[0]).ready[0].verb != "declare"
        ):
            await house.act("check")
        if house.state().playing:
            break
        await house.wait(8)
    seat = house.hand().round.awaited[0]
    best = house.hand().round.options(seat).ready[0].choice
    await house.wait(TURN + BANK)
    assert house.hand().round.view(None).shown[seat].label == best  # type: ignore[attr-defined]


async def test_the_time_bank_is_used_up_by_as_much_as_a_turn_took_longer(table: House) -> None:
    name = table.asked()
    await table.wait(TURN + 12)
    await table.act("check")
    assert table.chair(name).bank == BANK - 12
    assert lapses(table) == []
    await table.act("check", "check")
    while table.asked() != name:
        await table.act("check")
    await table.wait(TURN + BANK - 12 - 1)
    assert lapses(table) == []
    await table.wait(1)
    assert len(lapses(table)) == 1
    assert table.chair(name).bank == 0


async def test_what_was_taken_from_the_time_bank_is_not_given_back_by_a_restart(table: House) -> None:
    name = table.asked()
    await table.wait(TURN + 12)
    await table.act("check")
    await table.die()
    assert table.chair(name).bank == BANK - 12


async def test_without_a_time_bank_the_turn_lapses_at_once(house: House) -> None:
    await house.set_rules("time_bank 0", "turn_seconds 20")
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    name = house.asked()
    await house.wait(20)
    assert house.asked() != name


async def test_acting_in_time_gives_the_next_player_a_whole_turn(table: House) -> None:
    await table.wait(TURN - 1)
    await table.act("check")
    name = table.asked()
    await table.wait(TURN + BANK - 1)
    assert table.asked() == name


async def test_joining_and_leaving_of_others_does_not_lengthen_a_turn(table: House) -> None:
    name = table.asked()
    await table.wait(TURN)
    await table.do("joko", "join")
    await table.wait(BANK)
    assert table.asked() != name


async def test_two_lapses_in_a_row_sit_a_player_out_and_coming_back_is_one_word(table: House) -> None:
    away = table.asked()
    await table.wait(TURN + BANK)
    assert table.chair(away).lapses == 1
    assert not table.chair(away).out
    while table.asked() != away:
        await table.act("check")
    await table.wait(TURN)
    assert table.chair(away).out
    assert "is away and sits out" in "\n".join(words(seen.message) for seen in table.room.public())
    await table.finish_hand()
    await table.wait(8)
    assert player_id(away) not in table.hand().players
    await table.do(away, "back")
    assert table.chair(away).lapses == 0
    await table.finish_hand()
    await table.wait(8)
    assert player_id(away) in table.hand().players


async def test_who_was_sat_out_does_not_hold_up_the_rest_of_the_hand(house: House) -> None:
    await house.set_rules("lapses 1")
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    away = house.asked()
    await house.wait(TURN + BANK)
    assert house.chair(away).out
    await house.act("check", "check")
    assert house.asked() != away
    assert len(lapses(house)) == 2, "in the second round it was passed over at once"


async def test_one_action_in_time_makes_up_for_a_lapse(table: House) -> None:
    away = table.asked()
    await table.wait(TURN + BANK)
    while table.asked() != away:
        await table.act("check")
    await table.act("check")
    assert table.chair(away).lapses == 0


async def test_computers_never_lapse(house: House) -> None:
    await house.set_rules("computer_seconds 30", "turn_seconds 5", "time_bank 0")
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    for _ in range(12):
        if house.state().playing is None:
            await house.wait(8)
        elif house.asked() == "sari":
            await house.say("sari", "check")
            await house.say("sari", "fold")
        else:
            name = house.asked()
            await house.wait(29)
            assert house.asked() == name
            await house.wait(1)
        assert lapses(house) == []
    computer = house.chair(f"computer:{HOUSE}:1")
    assert (computer.lapses, computer.out) == (0, False)


async def test_a_computer_that_cannot_think_does_not_hang_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Action:
        raise ZeroDivisionError

    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    house.expected_errors.add("computer player failed")
    monkeypatch.setattr(type(house.state().game), "choose", broken)
    await house.do("sari", "start")
    await house.finish_hand()
    assert house.hand().over


async def test_a_changed_clock_holds_from_the_next_turn(table: House) -> None:
    await table.set_rules("turn_seconds 100", "time_bank 0")
    name = table.asked()
    await table.wait(TURN + BANK)
    assert table.asked() != name
    name = table.asked()
    # The time bank is handed out with the chair, so everybody seated keeps the one they have.
    await table.wait(100 + BANK - 1)
    assert table.asked() == name
    await table.wait(1)
    assert table.asked() != name


async def test_an_unreachable_player_is_played_around(table: House) -> None:
    table.room.deaf = {player_id(name) for name in ("sari", "budi", "wati")}
    await table.finish_hand()
    await table.wait(8)
    assert table.hand().number == 2
    assert not table.hand().over
