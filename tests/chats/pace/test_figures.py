"""Evenings at human pace keep within the figures that were aimed at, on both platforms and in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.chats.pace.figures import OVERALL, aims_of, missed
from tests.chats.pace.scenes import SCENES, Scene, measured
from tests.chats.virtual_time import in_virtual_time

HOUR = 3_600.0

LONG = 20
"""How many hands a long evening has."""

BUSY = (
    Scene("telegram", "qiuqiu", 6, seconds=HOUR, tables=21, strict=False, seed="busy groups"),
    Scene("discord", "qiuqiu", 6, seconds=HOUR, tables=200, strict=False, seed="busy tables"),
)
"""As many busy tables as one token is to bear, for an hour each."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_an_evening_reaches_its_aims(scene: Scene) -> None:
    figures = in_virtual_time(measured(scene))

    assert figures.hands >= scene.hands
    assert missed(figures, aims_of(scene.platform, scene.game)) == []


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
    assert figures.hands >= scene.tables * scene.seconds / HOUR * 10, "they are busy"
