"""Evenings at human pace: how many calls they take, and how soon people see what they did."""

from __future__ import annotations

from tests.chats.virtual_time import in_virtual_time
from tools.benchmarks.measuring import Row
from tools.pace.figures import Aim, Figures, aims_of
from tools.pace.scenes import SCENES, UNDECIDED, Scene, measured

BEFORE = {
    ("discord", "qiuqiu", "public_a_hand"): 51.0,
    ("discord", "qiuqiu", "private_a_hand"): 9.5,
    ("discord", "qiuqiu", "table_p50"): 0.9,
    ("discord", "qiuqiu", "table_p99"): 9.1,
    ("telegram", "qiuqiu", "public_a_hand"): 54.0,
    ("telegram", "qiuqiu", "private_a_hand"): 9.0,
    ("telegram", "qiuqiu", "table_p50"): 2.1,
    ("telegram", "qiuqiu", "table_p99"): 40.0,
}
"""What was counted before anything was done about it, where the same was counted."""


def measure() -> list[Row]:
    """Play each evening, and lay its figures beside the aims."""
    return [row for scene in (*SCENES, UNDECIDED) for row in _rows(scene, in_virtual_time(measured(scene)))]


def _rows(scene: Scene, figures: Figures) -> list[Row]:
    return [_row(scene, figures, aim) for aim in aims_of(scene.platform, scene.game)]


def _row(scene: Scene, figures: Figures, aim: Aim) -> Row:
    before = BEFORE.get((scene.platform, scene.game, aim.figure))
    beside = "" if before is None else f"{before:g} at first"
    return Row(f"{scene.name}: {aim.what}", f"{aim.value(figures):.3g}", beside, "", aim.wanted, aim.met(figures))


def work() -> None:
    """Evenings of every game on both platforms, in virtual time."""
    measure()
