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
    await scenario.deal("sari", "budi", "wati", game=game)
    hand = scenario.hand()
    assert any(each.turn.endswith(f":{hand.turn}") for each in buttons(scenario.chat.newest()))
    assert coloured(scenario.chat.newest()) == {}
    if game == "quan-dui":
        await discard(scenario)
        assert scenario.hand().round.window
        assert coloured(scenario.chat.newest()) == {}


@pytest.mark.usefixtures("panes")
async def test_on_a_private_side_only_whose_turn_it_is_sees_a_colour(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", "wati")
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
