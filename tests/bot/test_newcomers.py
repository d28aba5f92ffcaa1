"""The first minutes: the first buttons, being told of tables that wait, and bringing others along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.commands import SECTIONS
from bot.live.waiting_tables import PATIENCE, REST
from bot.messages import Message, Place, Reply
from engine.games import GAMES
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id

LONG_ENOUGH = PATIENCE + 1


def told(scenario: Scenario, name: str) -> list[Message]:
    """What somebody was told in private of tables that wait."""
    messages = scenario.chat.private_messages(player_id(name))
    return [each for each in messages if "notify off" in [button.command for button in buttons(each)]]


async def pressed(scenario: Scenario, name: str, reply: Reply, label: str, *, channel: str = "main") -> Reply:
    """Let somebody press a button of an answer."""
    button = next(each for each in buttons(reply.message) if each.label == label)
    answer = await scenario.press(name, button, channel=channel)
    assert not answer.refused, words(answer.message)
    return answer


# --- the first buttons -----------------------------------------------------------------------------------------


async def test_help_has_the_first_buttons_and_play_now_deals_with_computer_players(scenario: Scenario) -> None:
    reply = await scenario.say("sari", "help")
    first, *topics = reply.message.buttons
    assert [each.label for each in first] == ["Play now", "Open a table", "How to play"]
    assert [each.command for row in topics for each in row] == [f"commands {section}" for section in SECTIONS]

    await pressed(scenario, "sari", reply, "Play now")
    await scenario.wait(10)

    assert scenario.state().practice
    assert scenario.hand().number == 1
    assert any(chair.computer for chair in scenario.state().seated)


async def test_open_a_table_leads_to_a_choice_of_game_with_practice_beside_each(scenario: Scenario) -> None:
    page = await pressed(scenario, "sari", await scenario.say("sari", "help"), "Open a table")

    assert page.menu
    assert page.for_anybody
    commands = [button.command for button in buttons(page.message)]
    assert {f"{verb} {game}" for verb in ("open", "practice") for game in GAMES} < set(commands)
    await pressed(scenario, "sari", page, "Open Koo Kiew")
    assert (scenario.state().game_name, scenario.state().practice) == ("koo-kiew", False)
    await pressed(scenario, "budi", page, "Practise Quan Dui", channel="side")
    assert (scenario.state("side").game_name, scenario.state("side").practice) == ("quan-dui", True)


@pytest.mark.parametrize("text", ["table", "status", "join"])
async def test_where_there_is_no_table_one_can_be_opened_or_waited_for(scenario: Scenario, text: str) -> None:
    reply = await scenario.say("sari", text)

    assert reply.refused
    labels = [each.label for each in buttons(reply.message)]
    assert labels == ["Open a table", "Play now", "Tell me when …"]
    await pressed(scenario, "sari", reply, "Tell me when …")
    assert scenario.app.groups.of(GROUP).notified[player_id("sari")] == frozenset(GAMES)


@pytest.mark.parametrize(
    ("told_by_platform", "chosen", "read"),
    [
        ("id", "", "id"),
        ("id-ID", "", "id"),
        ("xx", "", "en"),
        ("", "", "en"),
        ("id", "en", "en"),
        ("en-GB", "id", "id"),
    ],
)
async def test_the_first_pages_are_in_the_language_of_their_reader(
    scenario: Scenario, told_by_platform: str, chosen: str, read: str
) -> None:
    if chosen:
        await scenario.do("sari", f"language {chosen}")
    expected = {"en": ("Play now", "Which game?"), "id": ("Main sekarang", "Main apa?")}[read]

    for text, wanted in zip(("help", "games"), expected, strict=True):
        command = scenario.command("sari", text)
        command = replace(command, who=replace(command.who, language=told_by_platform))
        assert wanted in str(
            [words((reply := await scenario.app.dispatcher.handle(command)).message), *buttons(reply.message)]
        )


async def test_a_group_where_nothing_was_set_speaks_the_language_of_whoever_adds_kiu(scenario: Scenario) -> None:
    await scenario.app.membership.arrived(GROUP, "id")
    assert scenario.app.groups.of(GROUP).language == "id"
    await scenario.do("sari", "open qiuqiu")
    assert "Gabung" in [each.label for each in buttons(scenario.chat.newest())]

    await scenario.app.membership.arrived(GROUP, "en")
    assert scenario.app.groups.of(GROUP).language == "id", "what is set stays"
    await scenario.app.membership.arrived("test:elsewhere", "tlh")
    assert scenario.app.groups.of("test:elsewhere").language == "en"


# --- being told of tables that wait ----------------------------------------------------------------------------


async def test_whoever_asked_is_told_in_private_of_a_table_that_waits_and_off_again_with_one_press(
    scenario: Scenario,
) -> None:
    await scenario.do("budi", "notify me")
    await scenario.do("wati", "chips")
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)

    (message,) = told(scenario, "budi")
    assert "Sari waits at a QiuQiu table" in words(message)
    assert message.link is not None
    assert message.link.number == scenario.app.announcer.shown_in(scenario.state().id)
    assert told(scenario, "wati") == [], "it is off until somebody asks"
    assert told(scenario, "sari") == []

    (stop,) = buttons(message)
    command = replace(scenario.command("budi", stop.command), in_private=True, where=Place("test:@budi", "private"))
    assert "any group" in words((await scenario.app.dispatcher.handle(command)).message)
    await scenario.do("sari", "close")
    await scenario.wait(REST + 1)
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)
    assert len(told(scenario, "budi")) == 1


async def test_nobody_is_told_twice_within_an_hour_nor_of_a_game_they_did_not_ask_for(scenario: Scenario) -> None:
    await scenario.do("budi", "notify me koo-kiew")
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)
    assert told(scenario, "budi") == []

    for number, channel in enumerate(("one", "two")):
        await scenario.do("sari", "open koo-kiew", channel=channel)
        await scenario.wait(LONG_ENOUGH)
        assert len(told(scenario, "budi")) == 1, number
        await scenario.do("sari", "close", channel=channel)
    await scenario.wait(REST)
    await scenario.do("sari", "open koo-kiew", channel="three")
    await scenario.wait(LONG_ENOUGH)
    assert len(told(scenario, "budi")) == 2


async def test_a_table_that_fills_up_at_once_and_a_practice_table_are_told_to_nobody(scenario: Scenario) -> None:
    await scenario.do("budi", "notify me")
    await scenario.sit("sari", "wati")
    await scenario.do("joko", "practice qiuqiu", channel="side")
    await scenario.wait(LONG_ENOUGH)
    assert told(scenario, "budi") == []


async def test_too_few_for_a_next_hand_is_told_but_not_to_whoever_has_just_got_up_or_sits_there(
    scenario: Scenario,
) -> None:
    await scenario.sit("sari", "wati")
    for name in ("sari", "wati", "budi"):
        await scenario.do(name, "notify me")
    await scenario.wait(LONG_ENOUGH)
    assert told(scenario, "budi") == []

    await scenario.do("wati", "leave")
    await scenario.wait(LONG_ENOUGH)

    assert len(told(scenario, "budi")) == 1
    assert told(scenario, "wati") == told(scenario, "sari") == []


async def test_who_has_left_the_group_or_cannot_be_reached_is_passed_over(scenario: Scenario) -> None:
    for name in ("budi", "wati", "joko"):
        await scenario.do(name, "notify me")
    scenario.chat.strangers.add(player_id("budi"))
    scenario.chat.deaf.add(player_id("wati"))
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)

    assert player_id("budi") not in scenario.chat.tried
    assert player_id("wati") in scenario.chat.tried
    assert [len(told(scenario, name)) for name in ("budi", "wati", "joko")] == [0, 0, 1]


async def test_what_was_asked_for_outlives_a_restart_and_a_move_but_not_the_removal_of_kiu(scenario: Scenario) -> None:
    await scenario.do("budi", "notify me quan-dui")
    await scenario.do("budi", "notify me qiuqiu")
    await scenario.restart()
    asked = {player_id("budi"): frozenset({"quan-dui", "qiuqiu"})}
    assert scenario.app.groups.of(GROUP).notified == asked

    await scenario.app.membership.moved(GROUP, "test:moved")
    assert scenario.app.groups.of("test:moved").notified == asked
    await scenario.app.membership.removed("test:moved")
    await scenario.app.membership.arrived("test:moved")
    assert scenario.app.groups.of("test:moved").notified == {}


async def test_who_leaves_the_group_is_forgotten_and_a_group_that_is_gone_too(scenario: Scenario) -> None:
    for name in ("budi", "wati"):
        await scenario.do(name, "notify me")
    await scenario.app.membership.member_gone(GROUP, player_id("budi"))
    assert [*scenario.app.groups.of(GROUP).notified] == [player_id("wati")]
    await scenario.app.membership.group_gone(GROUP)
    assert scenario.app.groups.of(GROUP).notified == {}


async def test_the_menu_of_a_table_offers_it_to_who_does_not_sit_and_takes_it_back(scenario: Scenario) -> None:
    await scenario.do("sari", "open koo-kiew")
    assert "Tell me when …" not in [each.label for each in await scenario.menu("sari")]

    reply = await scenario.press_in_menu("budi", "Tell me when")
    assert reply.menu
    assert "Koo Kiew" in reply.message.lines[0]
    assert scenario.app.groups.of(GROUP).notified == {player_id("budi"): frozenset({"koo-kiew"})}
    reply = await scenario.press_in_menu("budi", "Stop telling me")
    assert "Tell me when …" in [each.label for each in buttons(reply.message)]
    assert scenario.app.groups.of(GROUP).notified == {}


# --- bringing others along -------------------------------------------------------------------------------------


async def test_a_table_is_shared_by_its_address_with_a_way_back_in_the_menu(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    number = scenario.app.announcer.shown_in(scenario.state().id)

    reply = await scenario.press_in_menu("budi", "Invite")

    assert f"https://chat.test/main/{number}" in reply.message.lines
    back = await pressed(scenario, "budi", reply, "Back")
    assert "Leave" in [each.label for each in buttons(back.message)]
    assert buttons((await scenario.say("budi", "share")).message) == []


async def test_a_table_in_a_private_chat_is_shared_with_nobody(scenario: Scenario) -> None:
    scenario.chat.readers["main"] = player_id("sari")
    await scenario.do("sari", "practice qiuqiu")
    labels = {each.label for each in await scenario.menu("sari")}
    assert not labels & {"Invite", "Tell me when …"}


# --- the menu of a table ---------------------------------------------------------------------------------------


async def test_house_rules_opened_from_a_table_lead_back_to_its_menu(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    page = await scenario.press_in_menu("budi", "House rules")
    section = await scenario.press("budi", next(each for each in buttons(page.message) if "section" in each.command))
    page = await pressed(
        scenario, "budi", section, next(e.label for e in buttons(section.message) if e.command == "house qiuqiu")
    )

    back = await pressed(scenario, "budi", page, "Back to the table")

    assert back.menu
    assert "Leave" in [each.label for each in buttons(back.message)]
    elsewhere = await scenario.say("budi", "house qiuqiu", channel="elsewhere")
    assert "Back to the table" not in [each.label for each in buttons(elsewhere.message)]


async def test_a_player_of_quan_dui_says_in_the_menu_what_they_are_asked(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", game="quan-dui")
    asking = {"Ask me always", "Ask me if dui", "Ask me if win"}
    assert {each.label for each in await scenario.menu("budi")} & asking == {"Ask me if dui", "Ask me if win"}
    assert not {each.label for each in await scenario.menu("wati")} & asking

    reply = await scenario.press_in_menu("budi", "Ask me if win")

    assert scenario.chair("budi").standing == "pass-unless-win"
    assert {each.label for each in buttons(reply.message)} & asking == {"Ask me always", "Ask me if dui"}
    await scenario.press_in_menu("budi", "Ask me always")
    assert scenario.chair("budi").standing == "ask-always"


# --- coming while a hand is played -------------------------------------------------------------------------------


def standing(scenario: Scenario) -> list[str]:
    """The row for everybody below what is shown last."""
    return [each.label for each in scenario.chat.newest().buttons[-1]]


async def test_join_stands_in_the_row_for_everybody_while_a_seat_is_free(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    assert standing(scenario) == ["My hand", "Join", "Table"]

    join = next(each for each in buttons(scenario.chat.newest()) if each.label == "Join")
    reply = await scenario.press("wati", join)

    assert words(reply.message).strip() == "You sat down with 500 chips. You play from the next hand."
    assert scenario.hand().seat(player_id("wati")) is None
    await scenario.finish_hand()
    assert standing(scenario)[:2] == ["Join", "Table"], "and in the pause after it"
    await scenario.wait(10)
    assert scenario.hand().seat(player_id("wati")) is not None


async def test_nobody_is_offered_a_seat_at_a_full_table(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", "dewi", "rina", "agus")
    await scenario.do("sari", "start")
    assert None not in scenario.state().chairs
    assert standing(scenario) == ["My hand", "Table"]


async def test_nobody_is_offered_a_seat_at_a_table_that_closes(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.do("sari", "close")
    assert standing(scenario) == ["My hand", "Table"]
