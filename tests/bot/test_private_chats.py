"""Private chats with the bot: what a line means there, and a table that one person has for themselves."""

from __future__ import annotations

from random import Random

import pytest

from bot.ledger import hand_number
from bot.messages import Place
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id

OWN, ALONE = Place("test:@sari", "private"), "private"
SARI = player_id("sari")


def meant(scenario: Scenario, line: str, name: str = "sari") -> Place:
    return scenario.app.dispatcher.place_in_private(player_id(name), line, OWN, "anywhere")


async def open_in_private(scenario: Scenario, line: str = "practice qiuqiu") -> None:
    """Let Sari open a table in her private chat."""
    scenario.chat.readers[ALONE] = SARI
    home, scenario.name = scenario.name, OWN.group
    await scenario.do("sari", line, channel=ALONE)
    await scenario.wait(0)
    scenario.name = home


# --- what a line means -----------------------------------------------------------------------------------------


async def test_a_line_is_about_the_table_where_its_sender_sits(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    for line in ("leave", "chips", "hand", "house", "verify mine", "language id", "bet 20", "rules"):
        assert meant(scenario, line) == Place(GROUP, "main"), line
    for line in ("practice qiuqiu", "open qiuqiu"):
        assert meant(scenario, line) == OWN, line


async def test_without_a_table_it_is_about_the_group_they_were_last_in(scenario: Scenario) -> None:
    assert meant(scenario, "chips") == OWN
    await scenario.do("sari", "chips")
    assert meant(scenario, "chips") == Place(GROUP, "anywhere")
    scenario.name = "test:other"
    await scenario.do("sari", "chips")
    assert meant(scenario, "chips") == Place("test:other", "anywhere")
    assert meant(scenario, "house set hui on") == OWN, "the rules of a group are changed where everybody sees it"
    assert meant(scenario, "nonsense") == OWN
    await scenario.app.membership.moved("test:other", "test:super")
    assert meant(scenario, "chips").group == "test:super"
    await scenario.restart()
    await scenario.app.dispatcher.recall(SARI, OWN.group)
    assert meant(scenario, "chips").group in (GROUP, "test:super"), "after a restart, some group that knows them"


# --- a table for oneself ---------------------------------------------------------------------------------------


async def test_the_hand_stands_in_the_message_of_the_table_and_is_not_sent_again(scenario: Scenario) -> None:
    await open_in_private(scenario)
    table = scenario.app.tables.at(OWN)
    assert table is not None
    for _ in range(60):
        hand = table.state.playing
        if hand is not None and hand.seat(SARI) in hand.round.awaited:
            break
        await scenario.wait(1)
    assert hand is not None
    shown = scenario.chat.newest(ALONE)
    seat = hand.seat(SARI)
    assert seat is not None
    assert str(hand.stacks[seat] - hand.round.staked[seat]) in words(shown)
    assert shown.picture is not None
    assert "Your dominoes" in shown.picture.alt
    labels = [button.label for button in buttons(shown)]
    assert len(labels) == len(set(labels))
    assert {"Hint", "Table"} <= set(labels)
    assert "My hand" not in labels
    assert shown.lines[-1].startswith("▸ "), "the question stands last, so that it can be taken away"
    assert scenario.chat.private_messages(SARI) == []
    assert scenario.chat.ping_messages(ALONE) == []


@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
async def test_every_game_can_be_practised_alone(scenario: Scenario, game: str) -> None:
    await open_in_private(scenario, f"practice {game}")
    scenario.name = OWN.group
    rng = Random(1)
    for _ in range(300):
        hand = scenario.hand(ALONE)
        if hand.over:
            break
        seat = hand.seat(SARI)
        if seat is not None and seat in hand.round.awaited:
            action = scenario.state(ALONE).game.choose(hand.round.view(seat), rng)
            await scenario.do("sari", action.text, channel=ALONE)
        await scenario.wait(3)
    assert scenario.hand(ALONE).over
    assert scenario.chat.private_messages(SARI) == []
    await scenario.do("sari", "leave", channel=ALONE)
    assert not scenario.is_open(ALONE)
    await scenario.sound()


async def test_a_result_told_late_is_in_the_language_of_whoever_is_alone_with_the_bot(scenario: Scenario) -> None:
    await open_in_private(scenario)
    scenario.name = OWN.group
    await scenario.do("sari", "language id", channel=ALONE)
    await scenario.finish_hand(ALONE)
    state, over = scenario.state(ALONE), scenario.hand(ALONE)
    posted = len(scenario.chat.public(ALONE))
    scenario.app.announcer.show_results(state, (over,))
    await scenario.wait(0)
    (late,) = scenario.chat.public(ALONE)[posted:]
    assert late.message.title == f"QiuQiu · ronde {hand_number(over.id)} · latihan"
