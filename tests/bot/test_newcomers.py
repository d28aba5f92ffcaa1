"""The first minutes: the first buttons, and the ways from there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.commands import SECTIONS
from bot.messages import Reply
from engine.games import GAMES
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.rows import rows


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
    assert scenario.app.groups.of(GROUP).of_features["notified"] == {player_id("sari"): sorted(GAMES)}


@rows(__file__)
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


# --- coming while a hand is played -------------------------------------------------------------------------------


def standing(scenario: Scenario) -> list[str]:
    """The row for everybody below what is shown last."""
    return [each.label for each in scenario.chat.newest().buttons[-1]]


async def test_join_stands_in_the_row_for_everybody_while_a_seat_is_free(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    assert standing(scenario) == ["My hand", "Join", "Table"]

    join = next(each for each in buttons(scenario.chat.newest()) if each.label == "Join")
    reply = await scenario.press("wati", join)

    assert words(reply.message).strip() == "You sat down with 500 chips. You play from the next hand."
    assert scenario.hand().seat(player_id("wati")) is None
    await scenario.finish_hand()
    assert standing(scenario)[:2] == ["Join", "Table"], "and in the pause after it"
    await scenario.wait(10)
    assert scenario.hand().seat(player_id("wati")) is not None
