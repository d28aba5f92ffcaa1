"""What is in the primary colour is its reader's to do at that moment, and who is asked is told to each of them."""

from __future__ import annotations

import pytest

from bot.messages import Button, Message
from tests.bot.fake_chat import Connection, buttons
from tests.bot.scenario import Scenario, player_id
from tests.bot.test_quan_dui import Deal, begin, deal, discard
from tests.bot.test_standing_decisions import NAMES, dealt_a_dui_of_nine, own

__all__ = ["deal"]


def coloured(message: Message) -> dict[str, str]:
    """The buttons that are not plain, with their styles."""
    return {each.label: each.style for each in buttons(message) if each.style != "plain"}


def labels(found: list[Button]) -> list[str]:
    return [each.label for each in found]


@pytest.fixture
def panes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every player has a private pane, and each reader sees who is asked, as in the local room."""
    monkeypatch.setattr(Connection, "private_edits_are_free", True)
    monkeypatch.setattr(Connection, "has_private_pane", True)


@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
async def test_a_message_that_all_share_colours_no_move(scenario: Scenario, game: str) -> None:
    await scenario.sit("sari", "budi", "wati", game=game)
    await scenario.do("sari", "start")
    hand = scenario.hand()
    assert any(each.turn.endswith(f":{hand.turn}") for each in buttons(scenario.chat.newest()))
    assert coloured(scenario.chat.newest()) == {}
    if game == "quan-dui":
        await discard(scenario)
        assert scenario.hand().round.window
        assert coloured(scenario.chat.newest()) == {}


@pytest.mark.usefixtures("panes")
async def test_on_a_private_side_only_whose_turn_it_is_sees_a_colour(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    asked = scenario.asked()
    (other, *_) = {"sari", "budi", "wati"} - {asked}
    assert coloured(own(scenario, asked)).get("Check") == "primary"
    assert coloured(own(scenario, other)) == {}


@pytest.mark.usefixtures("panes")
async def test_a_claim_is_coloured_for_whose_cards_allow_it(scenario: Scenario, deal: Deal) -> None:
    await dealt_a_dui_of_nine(scenario, deal)
    await discard(scenario, "9-ben")
    assert coloured(scenario.chat.newest()) == {}, "all are offered the same"
    assert coloured(own(scenario, "wati")) == {"Dui": "primary"}
    assert coloured(own(scenario, "budi")) == {}


@pytest.mark.usefixtures("panes")
async def test_in_public_a_win_is_never_coloured_nor_a_discard_offered_before_a_draw(
    scenario: Scenario, deal: Deal
) -> None:
    await dealt_a_dui_of_nine(scenario, deal)
    assert coloured(scenario.chat.newest()) == {"Discard …": "primary"}
    await discard(scenario, "9-ben")
    await scenario.wait(8)
    offered = [each for each in buttons(scenario.chat.newest()) if each.turn.endswith(f":{scenario.hand().turn}")]
    assert labels(offered) == ["Draw", "Pick up 9 ben"]
    assert "Discard …" not in labels(buttons(scenario.chat.newest()))
    await scenario.act("draw")
    assert "Discard …" in labels(buttons(scenario.chat.newest()))


async def test_after_a_draw_the_discard_is_offered_at_once_where_it_is_asked_in_public_alone(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "sends_every_hand", False)
    await begin(scenario, *NAMES)
    await discard(scenario)
    await scenario.wait(8)
    scenario.chat.free_edits = False
    scenario.chat.called_in_private = {player_id(scenario.asked())}
    await scenario.act("draw")
    assert "Draw" in labels(buttons(scenario.chat.newest())), "they are asked in private"
    await scenario.act(f"discard {scenario.hand().round.options(scenario.hand().round.awaited[0]).ready[-1].choice}")
    await scenario.wait(8)
    await scenario.act("draw")
    assert labels(buttons(scenario.chat.newest()))[:1] == ["Discard …"]


async def test_stakes_are_asked_of_each_who_has_not_staked_and_of_nobody_else(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", "dewi", game="koo-kiew")
    await scenario.do("sari", "start")
    asked = {scenario.hand().players[seat] for seat in scenario.hand().round.awaited}
    assert len(asked) > 1
    assert set(scenario.chat.newest().asked) == asked
    first = scenario.asked()
    await scenario.act("stake 10")
    assert set(scenario.chat.newest().asked) == asked - {player_id(first)}


async def test_a_window_asks_all_but_who_discarded_even_when_they_have_answered(scenario: Scenario, deal: Deal) -> None:
    await dealt_a_dui_of_nine(scenario, deal)
    await scenario.do("budi", "advance pass-unless-win")
    await discard(scenario, "9-ben")
    assert set(scenario.chat.newest().asked) == {player_id("budi"), player_id("wati")}
    await scenario.do("wati", "dui")
    assert set(scenario.chat.newest().asked) == {player_id("budi"), player_id("wati")}


async def test_deciding_in_advance_is_offered_to_those_alone_whose_turn_is_still_to_come(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    asked = scenario.asked()
    (other, *_) = {"sari", "budi", "wati"} - {asked}
    ahead = {"Ahead: check/fold", "Ahead: check/call"}

    assert not ahead & set(labels(buttons(scenario.chat.newest())))
    for name, expected in ((asked, set[str]()), (other, ahead)):
        reply = await scenario.say(name, "hand")
        assert ahead & set(labels(buttons(reply.message))) == expected, name
        assert ahead & set(labels(await scenario.menu(name))) == expected, name
    decided = await scenario.press_in_menu(other, "Ahead: check/call")
    assert "check" in decided.message.lines[0]


async def test_nothing_that_one_player_needs_is_coloured_for_all(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", buy_in=100)
    scenario.stack("sari: 6-3, 0-0, 5-4; budi: 1-0, 2-0, 3-0; then: 4-4, 6-5", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.finish_hand(prefer=("all-in",))
    offered = {each.label: each.style for each in buttons(scenario.chat.newest())}
    assert offered.get("More chips") == "plain"


async def test_start_is_not_coloured_at_a_paused_table(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert coloured(scenario.chat.newest()) == {"Start": "primary"}
    await scenario.do("sari", "pause")
    assert coloured(scenario.chat.newest()) == {}
