"""What a page is sent: the truth, as a patch of what it had, and nothing that its viewer may not know."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.table_page.merge_patch import merge_patch
from bot.features.table_page.scene import MOST_NAMED, Scenes
from bot.messages import Place, PlayerId
from engine.games import GAMES
from tests.bot.evenings import Evening, Evenings, Setting
from tests.bot.played_hands import GivenPacks
from tests.bot.scenario import Scenario, player_id
from tests.bot.twin_worlds import compared, twins
from tests.features.table_page.opened_pages import OpenedPage, merged, viewers_of, without_nulls

SAMPLE = 3
"""How many pairs of worlds of each game are compared whenever the tests run."""

PAIRS = 200
"""How many are compared in the long run."""

PLACE = Place("test:home", "main")

JSON = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=2), JSON, max_size=4)


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_one_scene_into_the_next(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert merged(before, merge_patch(before, after)) == after


def opened(scenario: Scenario, *names: str) -> list[OpenedPage]:
    """Pages of people of the group, in the order of their names."""
    viewers, place = viewers_of(scenario.app), scenario.state().place
    pages = [OpenedPage(player_id(name), name.title(), place) for name in names]
    for page in pages:
        viewers.enter(page, "")
    return pages


async def test_every_page_has_the_scene_of_its_viewer_after_each_action(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    pages = opened(scenario, "sari", "budi", "wati", "rina")
    await scenario.do("sari", "start")
    for _ in range(40):
        await scenario.app.wait_until_idle()
        for page in pages:
            assert page.scene is not None
            assert page.shown == without_nulls(page.scene), page.visitor.person.name
        hand = scenario.state().playing
        if hand is None:
            break
        ready = [action.verb for action in hand.round.options(hand.round.awaited[0]).ready]
        await scenario.act(next(verb for verb in ("check", "call", "declare") if verb in ready))
    sari, rina = pages[0].shown, pages[3].shown
    assert sari["phase"] == "over"
    assert sum(seat["net"] for seat in sari["seats"].values()) == 0
    assert sari["result"] == rina["result"]
    assert sari["result"]["showing"]
    assert "mine" not in rina
    assert rina["watching"] == ["Rina"]


async def test_of_a_crowd_that_looks_on_some_are_named(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    opened(scenario, *(f"guest {number}" for number in range(2 * MOST_NAMED)))
    (sari,) = opened(scenario, "sari")
    assert sari.shown["watchers"] == 2 * MOST_NAMED
    assert len(sari.shown["watching"]) == MOST_NAMED


async def test_my_turn_has_my_buttons_and_nobody_elses(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    sari, budi = opened(scenario, "sari", "budi")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    asked, waiting = (sari, budi) if sari.shown["mine"]["buttons"] else (budi, sari)
    labels = [button["label"] for row in asked.shown["mine"]["buttons"] for button in row]
    assert {"Check", "Bet 10"} <= set(labels)
    bets = [each["ask"] for row in asked.shown["mine"]["buttons"] for each in row if "ask" in each]
    assert [each["label"] for each in bets[0]["named"]] == ["½ pot", "Pot", "Most"]
    assert waiting.shown["mine"]["buttons"] == []
    assert waiting.shown["mine"]["before"]
    assert [seat["asked"] for seat in sari.shown["seats"].values()].count(True) == 1
    assert sari.shown["clock"]["seconds"] == 45


async def test_somebody_without_a_chair_may_join_and_looks_on(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    sari, wati = opened(scenario, "sari", "wati")
    assert "join" in [button["command"] for button in wati.shown["open"]]
    assert "join" not in [button["command"] for button in sari.shown["open"]]
    await scenario.do("wati", "join")
    await scenario.app.wait_until_idle()
    assert wati.shown["mine"]["chair"] == 2
    assert wati.shown["watching"] == []
    assert sari.shown["said"] == "Wati sat down with 500 chips."


async def test_a_page_without_a_table_follows_the_first_that_opens(scenario: Scenario) -> None:
    page = OpenedPage(player_id("wati"), "Wati", PLACE)
    viewers_of(scenario.app).enter(page, "")
    assert [frame["type"] for frame in page.frames] == ["none"]
    await scenario.do("sari", "open qiuqiu")
    await scenario.app.wait_until_idle()
    assert page.shown["seats"]["0"]["name"] == "Sari"


async def test_the_table_of_another_group_is_shown_to_nobody(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    stranger = OpenedPage("test:stranger", "Stranger", Place("test:elsewhere", "main"))
    viewers_of(scenario.app).enter(stranger, scenario.state().id)
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    assert [frame["type"] for frame in stranger.frames] == ["none"]


async def test_a_thousand_watchers_cost_two_scenes_a_change(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scenario.sit("sari", "budi")
    drawn = list[str]()
    of = Scenes.of

    def counted(self: Scenes, viewer: PlayerId) -> Any:
        drawn.append(viewer)
        return of(self, viewer)

    monkeypatch.setattr(Scenes, "of", counted)
    opened(scenario, "sari")
    viewers = viewers_of(scenario.app)
    for number in range(1000):
        page = OpenedPage(f"test:w{number}", "Watcher", scenario.state().place)
        viewers._open.append(page)
        page.table = scenario.state().id
    viewers._send(scenario.state().id)
    drawn.clear()
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    assert set(drawn) == {player_id("sari"), ""}
    assert drawn.count("") == drawn.count(player_id("sari")) <= 3


# --- hidden cards ----------------------------------------------------------------------------------------------


class PageEvening(Evening):
    """An evening whose people look at the table page alone."""

    def __init__(self, scenario: Scenario, setting: Setting) -> None:
        super().__init__(scenario, setting)
        scenario.chat.watch = lambda _: None
        for name in setting.people:
            page = OpenedPage(self.id_of(name), name.title(), PLACE)
            page.send = lambda text, name=name: self.say("page", self.id_of(name), "", json.loads(text))  # type: ignore[method-assign, misc]
            viewers_of(scenario.app).enter(page, "")


@asynccontextmanager
async def on_pages(folder: Path, setting: Setting, packs: GivenPacks) -> AsyncIterator[PageEvening]:
    scenario = Scenario(folder)
    scenario.entropy = packs
    async with scenario:
        yield PageEvening(scenario, setting)


@pytest.mark.parametrize("game", GAMES)
async def test_frames_are_the_same_whatever_others_hide(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await compared(Evenings(monkeypatch, on_pages), game, SAMPLE))["pairs"] >= SAMPLE


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
async def test_frames_are_the_same_in_many_worlds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await compared(Evenings(monkeypatch, on_pages), game, PAIRS))["pairs"] >= PAIRS


async def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's page is told how many spots the first seat holds."""
    of = Scenes.of

    def leaking(self: Scenes, viewer: PlayerId) -> Any:
        hand: Any = self._state.playing
        return of(self, viewer) | {"leak": None if hand is None else sum(hand.round.view(0).hand)}

    monkeypatch.setattr(Scenes, "of", leaking)
    evenings, rng = Evenings(monkeypatch, on_pages), Random("planted")
    for _ in range(8):
        async for twin in twins(evenings, "qiuqiu", rng):
            if twin.difference is not None:
                return
    pytest.fail("all worlds look alike")


async def test_the_lobby_says_what_is_missing(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    (page,) = opened(scenario, "sari")
    assert page.shown["question"] == "Waiting for one more player to begin."
