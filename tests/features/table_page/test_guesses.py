"""People without a hand guess who gains most in it; the table hears of that when the hand is over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.scenario import Scenario
from tests.features.table_page.opened_pages import OpenedPage, viewers_of
from tests.features.table_page.test_scenes import opened

BEST = "sari: 5-4, 6-3, 6-2; budi: 1-0, 2-0, 1-1; then: 4-2, 5-5"
"""Sari's hand beats Budi's."""


def guesses(scenario: Scenario, page: OpenedPage, name: str) -> None:
    seats = page.shown["seats"]
    viewers_of(scenario.app).guess(page, next(int(chair) for chair in seats if seats[chair]["name"] == name))


def own(page: OpenedPage) -> dict[str, Any]:
    """The latest that somebody was told of their guess."""
    return next((each for each in reversed(page.frames) if each["type"] == "guess"), {})


async def begun(scenario: Scenario, *names: str) -> list[OpenedPage]:
    await scenario.sit("sari", "budi")
    scenario.stack(BEST, dealer="sari")
    pages = opened(scenario, *names)
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    return pages


async def test_everybody_hears_of_the_guesses_after_the_hand(scenario: Scenario) -> None:
    sari, rina, wati = await begun(scenario, "sari", "rina", "wati")
    guesses(scenario, rina, "Sari")
    guesses(scenario, wati, "Budi")
    before = len(sari.frames)
    assert "guess" not in [frame["type"] for frame in sari.frames]
    await scenario.app.wait_until_idle()
    assert len(sari.frames) == before
    await scenario.finish_hand()
    assert sari.shown["result"]["guessed"] == "1 of 2 watchers guessed Sari."
    assert (own(rina)["hit"], own(rina)["right"], own(rina)["guessed"]) == (True, 1, 1)
    assert (own(wati)["hit"], own(wati)["right"], own(wati)["guessed"]) == (False, 0, 1)


async def test_the_last_guess_counts_and_comes_back_after_a_reload(scenario: Scenario) -> None:
    (rina,) = await begun(scenario, "rina")
    guesses(scenario, rina, "Budi")
    guesses(scenario, rina, "Sari")
    (again,) = opened(scenario, "rina")
    assert own(again)["name"] == "Sari"
    await scenario.finish_hand()
    assert own(rina)["guessed"] == 1
    assert own(again) == own(rina)


async def test_those_who_play_the_hand_cannot_guess(scenario: Scenario) -> None:
    sari, rina = await begun(scenario, "sari", "rina")
    assert sari.shown["contenders"] == []
    assert rina.shown["contenders"] == [0, 1]
    guesses(scenario, sari, "Sari")
    await scenario.finish_hand()
    assert own(sari) == {}
    assert sari.shown["result"]["guessed"] == ""


async def test_with_the_last_betting_round_it_is_too_late(scenario: Scenario) -> None:
    (rina,) = await begun(scenario, "rina")
    await scenario.act("check", "check")
    await scenario.app.wait_until_idle()
    assert rina.shown["contenders"] == []
    guesses(scenario, rina, "Sari")
    assert own(rina) == {}


@pytest.mark.parametrize(("game", "does", "limit"), [("koo-kiew", "stake 10", "showing"), ("quan-dui", "", "playing")])
async def test_each_game_sets_a_limit(scenario: Scenario, game: str, does: str, limit: str) -> None:
    await scenario.sit("sari", "budi", game=game)
    (rina,) = opened(scenario, "rina")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    assert rina.shown["contenders"] == [0, 1]
    while rina.shown["contenders"]:
        round_ = scenario.hand().round
        await scenario.act(does or round_.lapse(round_.awaited[0]).text)
        await scenario.app.wait_until_idle()
    assert rina.shown["phase"] == "playing"
    assert rina.shown["middle"].get("stage", "playing") == limit
