"""Evenings at human pace keep within the figures that were aimed at, on both platforms and in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.chats.virtual_time import in_virtual_time
from tools.pace.figures import OVERALL, aims_of, missed
from tools.pace.people import USUAL_HABITS
from tools.pace.scenes import IN_GROUP, SCENES, STEPPING, UNASKED, Scene, measured

HOUR = 3_600.0

BRIEF = (replace(SCENES[1], hands=20, tables=3), SCENES[2], SCENES[6])
"""Each platform, and each game: what is played every time. `make soak` plays all scenes, and for longer.

One table on Telegram says little, since private calls follow the actions of a hand, two to four a player by table.
"""

LONG = 20
"""How many hands a long evening has."""

BUSY = (
    Scene("telegram", "qiuqiu", 6, seconds=HOUR, tables=21, strict=False, seed="busy groups"),
    Scene("discord", "qiuqiu", 6, seconds=HOUR, tables=200, strict=False, seed="busy tables"),
)
"""As many busy tables as one token is to bear, for an hour each."""


@pytest.mark.parametrize("scene", BRIEF, ids=lambda scene: scene.name)
def test_an_evening_reaches_its_aims(scene: Scene) -> None:
    figures = in_virtual_time(measured(scene))

    assert figures.hands >= scene.hands
    assert missed(figures, aims_of(scene.platform, scene.game)) == []


def test_an_admin_bot_asks_in_the_group_and_leaves_it_more_of_its_calls() -> None:
    """Evenings of twenty hands without a private chat have 12 to 17 public calls a hand; with a plain bot 22 to 28."""
    figures = in_virtual_time(measured(replace(IN_GROUP, hands=10)))

    assert figures.public_a_hand <= 17
    assert figures.shown_p99 <= 1
    assert figures.table_p99 <= 4
    assert figures.latest <= 5
    assert figures.limited == 0


def test_amounts_chosen_step_by_step_are_shown_in_time() -> None:
    figures = in_virtual_time(measured(STEPPING))

    assert figures.table_p99 <= 4
    assert figures.latest <= 4


def fewer_presses(scene: Scene, hands: int) -> float:
    """By which share fewer presses a discard of Quan Dui takes where people have decided to be asked less.

    The presses by which they decide so, once in an evening, are counted as well, and how often a discard can be claimed
    differs from hand to hand: in an evening of four hands the share is between 0.59 and 0.64.
    """
    asked = in_virtual_time(measured(replace(scene, hands=hands, habits=USUAL_HABITS)))
    unasked = in_virtual_time(measured(replace(scene, hands=hands)))

    assert missed(unasked, aims_of(scene.platform, scene.game)) == []
    return 1 - unasked.presses_a_discard / asked.presses_a_discard


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("scene", UNASKED, ids=lambda scene: scene.name)
def test_people_who_are_asked_less_press_sixty_per_cent_less(scene: Scene) -> None:
    assert fewer_presses(scene, LONG) >= 0.6


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_long_evening_reaches_its_aims(scene: Scene) -> None:
    figures = in_virtual_time(measured(replace(scene, hands=LONG, seed="long")))

    assert figures.hands >= LONG
    assert missed(figures, aims_of(scene.platform, scene.game)) == []


@pytest.mark.soak
@pytest.mark.timeout(10_800)
@pytest.mark.parametrize("scene", BUSY, ids=lambda scene: scene.name)
def test_many_busy_tables_keep_within_the_overall_limits(scene: Scene) -> None:
    figures = in_virtual_time(measured(scene))

    assert figures.limited == 0
    assert figures.worst_second <= OVERALL[scene.platform]
    assert figures.latest <= 5
    assert figures.shown_p99 <= 1, "whoever goes on sees at once what was pressed"
    assert figures.hands >= scene.tables * scene.seconds / HOUR * 10, "they are busy"
