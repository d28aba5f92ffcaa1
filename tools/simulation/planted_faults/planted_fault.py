"""What a planted fault is: a named patch of Kiu that breaks one promise, and the check that has to notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

import pytest

from tools.simulation.plan import FaultKind

Patch = pytest.MonkeyPatch
"""Replaces parts of Kiu by name, and fails loudly if one of that name is not there any more."""


class Where(StrEnum):
    """Where a planted fault is looked for."""

    EVENINGS = "evenings"
    """Evenings of one table on the tests' scenario (:mod:`simulation.scenario_evenings`)."""

    TWINS = "twins"
    """Pairs of worlds that differ in hidden cards alone (:mod:`tests.bot.twin_worlds`)."""

    WORLD = "world"
    """Whole worlds with disks, networks and platforms (:mod:`simulation.world`)."""


@dataclass(frozen=True)
class PlantedFault:
    """A fault of Kiu that is planted to prove that it would be noticed."""

    name: str
    does: str
    """What Kiu does wrong with it, in one sentence."""

    promise: int
    """The number of the promise that it breaks, in the table of ``docs/reliability.md``."""

    found_by: str
    """The name of the check that notices it, or that of several, with `` | `` between them."""

    seeds: int
    """Within how many seeds it is found, counted from 1."""

    put_in: Callable[[Patch], None]
    where: Where = Where.EVENINGS
    game: str = ""
    """The game whose evenings show it; empty for any."""

    needs: tuple[FaultKind, ...] = ()
    """What goes wrong in the worlds in which it is looked for, again and again."""

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Kiu has this fault meanwhile.

        Raises:
            AttributeError: what it replaces is not there any more.
        """
        with pytest.MonkeyPatch.context() as patch:
            self.put_in(patch)
            yield


Planting = Callable[[Patch], None]


class Planted:
    """Collects the faults of one file, in the order in which they are declared."""

    def __init__(self) -> None:
        self.faults: list[PlantedFault] = []

    def __call__(
        self,
        promise: int,
        found_by: str,
        seeds: int,
        *,
        where: Where = Where.EVENINGS,
        game: str = "",
        needs: tuple[FaultKind, ...] = (),
    ) -> Callable[[Planting], Planting]:
        """Declare the function below as a fault: its name is that of the fault, its docstring says what it does."""

        def declare(put_in: Planting) -> Planting:
            name = put_in.__name__.replace("_", "-")
            does = " ".join((put_in.__doc__ or "").split())
            self.faults.append(PlantedFault(name, does, promise, found_by, seeds, put_in, where, game, needs))
            return put_in

        return declare
