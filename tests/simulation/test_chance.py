"""Streams of chance follow from the seed and from their name alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.simulation.chance import Chance

DRAWING = 'from tools.simulation.chance import Chance; print(Chance(7).stream("people", "sari").random())'


def test_a_stream_follows_from_its_seed_and_its_name() -> None:
    first = Chance(7).stream("people", "sari")
    drawn = [first.random() for _ in range(3)]
    assert drawn == [(again := Chance(7).stream("people", "sari")).random(), again.random(), again.random()]
    assert drawn != [(other := Chance(8).stream("people", "sari")).random(), other.random(), other.random()]


def test_streams_do_not_depend_on_each_other() -> None:
    chance = Chance(7)
    chance.stream("people", "budi").random()
    assert chance.stream("people", "sari").random() == Chance(7).stream("people", "sari").random()
    assert chance.stream("people", "sari").random() != chance.stream("peoples", "ari").random()


def test_single_draws_lie_between_0_and_1() -> None:
    drawn = [Chance(7).draw("delay", number) for number in range(200)]
    assert all(0 <= number < 1 for number in drawn)
    assert len(set(drawn)) == 200
    assert min(drawn) < 0.05
    assert max(drawn) > 0.95


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_stream_is_the_same_in_any_process(hash_seed: str) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", DRAWING], env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True
    ).stdout
    assert float(printed) == Chance(7).stream("people", "sari").random()
