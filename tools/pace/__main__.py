"""Plays the evenings whose names contain some words, and prints their figures beside the aims."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace

from tests.chats.virtual_time import in_virtual_time
from tools.pace.figures import aims_of
from tools.pace.scenes import ALONE, IN_GROUP, SCENES, UNASKED, measured


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.pace", description="Evenings at human pace, measured.")
    parser.add_argument("words", nargs="*", help="what the name of an evening has to contain")
    parser.add_argument("--hands", type=int, default=0, help="how many hands, if not the usual number")
    parser.add_argument("--seed", default="evening", help="another evening of the same kind")
    parser.add_argument("--ahead", type=float, help="in which share of their turns people decide in advance")
    asked = parser.parse_args()
    for scene in (*SCENES, *UNASKED, ALONE, IN_GROUP, replace(ALONE, ephemeral="counted")):
        if not all(word in scene.name for word in asked.words):
            continue
        habits = scene.habits if asked.ahead is None else replace(scene.habits, ahead=asked.ahead)
        played = replace(scene, hands=asked.hands or scene.hands, seed=asked.seed, habits=habits)
        figures = in_virtual_time(measured(played))
        print(f"\n{scene.name}: {figures.hands} hands of {figures.actions:.1f} questions")
        aims = aims_of(scene.platform, scene.game)
        for aim in aims:
            print(f"  {'yes' if aim.met(figures) else 'NO '} {aim.what}: {aim.value(figures):.3g} ({aim.wanted})")
        counted = {name: value for name, value in asdict(figures).items() if name not in {aim.figure for aim in aims}}
        print("  also counted:", ", ".join(f"{name} {value:.3g}" for name, value in counted.items()))


if __name__ == "__main__":
    main()
