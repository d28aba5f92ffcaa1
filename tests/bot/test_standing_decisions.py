"""What players of Quan Dui decide for all windows: the house keeps it, asks them less, and shows it to nobody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.messages import Button, Message, SecretLine
from tests.bot.fake_chat import Connection, buttons, words
from tests.bot.scenario import Scenario, player_id
from tests.bot.test_quan_dui import Deal, begin, deal, discard, now, view

__all__ = ["deal"]

WINDOW = 8
NAMES = ("sari", "budi", "wati")
PAIRS = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan 8-ben 8-ben"
NOTHING_FITS = "1-suo 1-wan 2-suo 2-wan 3-ben 4-ben 5-suo 6-ben 6-wan 7-ben 7-suo 8-suo 8-wan 4-suo 5-wan"
ONE_NINE_OF_BEN = "9-ben 9-suo 9-wan 1-ben 1-suo 1-wan da-hong 2-ben 3-suo 4-suo 5-ben 6-ben 7-ben 8-ben 8-suo"


@pytest.fixture
def free_private_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Private hands follow every window, as in the local room."""
    monkeypatch.setattr(Connection, "private_edits_are_free", True)


def own(scenario: Scenario, name: str) -> Message:
    """The private hand of a player as it is shown now."""
    return scenario.chat.private_messages(player_id(name))[-1]


def answers(message: Message) -> list[str]:
    """What can be answered to a window by the buttons of a message."""
    return [each.command for each in buttons(message) if each.command in ("win", "dui", "pass")]


def decisions(message: Message) -> dict[str, Button]:
    """What can be decided for all windows by the buttons of a message."""
    return {each.label: each for each in buttons(message) if each.command.startswith("advance ")}


async def dealt_a_dui_of_nine(scenario: Scenario, deal: Deal, *, stock: int = 74) -> None:
    """Sari deals; with a nine of ben that is discarded Wati could make a dui, and Budi nothing."""
    deal(f"{PAIRS} 9-ben 1-ben", NOTHING_FITS, ONE_NINE_OF_BEN, cards=46 + stock)
    await begin(scenario, *NAMES)


@pytest.mark.usefixtures("free_private_edits")
async def test_who_wants_to_be_asked_less_is_asked_by_their_own_cards_alone(scenario: Scenario, deal: Deal) -> None:
    await dealt_a_dui_of_nine(scenario, deal)
    for name in ("budi", "wati"):
        assert set(decisions(own(scenario, name))) == {"Ask me if dui", "Ask me if win"}
        await scenario.press(name, decisions(own(scenario, name))["Ask me if dui"])
        assert set(decisions(own(scenario, name))) == {"Ask me always", "Ask me if win"}

    await discard(scenario, "9-ben")

    assert own(scenario, "wati").lines[-1] == "9 ben would make a dui with your 9 ben. Dui or pass?"
    assert answers(own(scenario, "wati")) == ["dui", "pass"]
    assert own(scenario, "budi").lines[-1] == (
        "9 ben gives you neither a dui nor a win. It passes by itself, as you chose."
    )
    assert answers(own(scenario, "budi")) == []
    assert isinstance(own(scenario, "budi").lines[-1], SecretLine)
    public = [each.label for each in buttons(scenario.chat.newest())][:3]
    assert public == ["Win", "Dui", "Pass"], "in public all are asked the same"

    await scenario.press("wati", decisions(own(scenario, "wati"))["Ask me if win"])
    assert answers(own(scenario, "wati")) == [], "it holds from this window on"
    await scenario.press("wati", decisions(own(scenario, "wati"))["Ask me always"])
    assert answers(own(scenario, "wati")) == ["dui", "pass"]


async def test_who_is_not_asked_is_to_the_window_like_anybody_who_is_silent(scenario: Scenario, deal: Deal) -> None:
    await dealt_a_dui_of_nine(scenario, deal)
    await scenario.do("budi", "advance pass-unless-dui")
    await discard(scenario, "9-ben")
    await scenario.do("wati", "pass")

    await scenario.wait(WINDOW - 1)
    assert now(scenario).window, "no pass is given for them, which would close the window"
    assert view(scenario, "budi").answer is None
    await scenario.wait(1)
    assert not now(scenario).window
    assert view(scenario, "wati").picks_up


@pytest.mark.parametrize("how", ["restart", "die"])
async def test_a_decision_outlives_hands_and_restarts_and_ends_with_leaving(
    scenario: Scenario, deal: Deal, how: str
) -> None:
    await dealt_a_dui_of_nine(scenario, deal, stock=1)
    await scenario.do("wati", "advance pass-unless-dui")
    await discard(scenario, "9-ben")

    end: dict[str, Callable[[], Awaitable[None]]] = {"restart": scenario.restart, "die": scenario.die}
    await end[how]()

    assert scenario.chair("wati").standing == "pass-unless-dui"
    await scenario.do("wati", "dui")
    await scenario.do("budi", "pass")
    assert not now(scenario).window
    while not scenario.hand().over:
        await discard(scenario)
        await scenario.wait(WINDOW)
    await scenario.wait(8)
    assert scenario.hand().number == 2
    assert scenario.chair("wati").standing == "pass-unless-dui", "it stands hand after hand"

    await scenario.do("wati", "leave")
    await scenario.do("wati", "join")
    assert scenario.chair("wati").standing == "", "it ends with leaving, even if they think better of it"


async def test_where_private_edits_cost_a_call_only_a_win_is_told_of(scenario: Scenario, deal: Deal) -> None:
    """And what any discard would make is found under *My hand*."""
    deal("9-suo 1-ben 9-wan", f"{PAIRS} 9-ben", "9-suo 1-suo 1-wan")
    await begin(scenario, *NAMES)
    await scenario.do("budi", "advance pass-unless-dui")
    await scenario.do("wati", "advance pass-unless-dui")
    scenario.chat.seen.clear()

    await discard(scenario, "9-suo")

    private = {seen.where: words(seen.message) for seen in scenario.chat.seen if seen.how == "private"}
    assert "9 suo completes your eight pairs: 7 dui, 1 ka. Win or pass?" in private["test:budi"]
    assert "9 suo would make" not in private["test:wati"], "a dui is possible too often"
    looked = await scenario.say("wati", "hand")
    assert looked.message.lines[-1] == "9 suo would make a dui with your 9 suo. Dui or pass?"
    assert "9 suo would make a dui with your 9 suo." in looked.message.brief, "so it stands in an alert, too"
