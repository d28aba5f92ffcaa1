"""Faults that are planted in Kiu: each is found by the check that is there for it, within so many seeds."""

from __future__ import annotations

import pytest

from tests.docs.reliability import PROMISES
from tools.simulation.checks import every_check
from tools.simulation.finding import TWINS, is_expected, looked_for
from tools.simulation.planted_faults import PLANTED_FAULTS, PlantedFault, Where, planted_fault
from tools.simulation.scenario_evenings import STARTS

MANY = 40
"""At least so many faults are planted."""

QUICK = (
    *("double-payout", "announce-before-commit", "journal-line-dropped", "chain-broken", "wrong-presser-accepted"),
    "guests-do-what-the-host-does",
)
"""Those that are looked for whenever the tests run: the first seed shows each of them."""


def found(fault: PlantedFault) -> None:
    """Look for a fault, and see that it is found as it says."""
    noticed = looked_for(fault)
    assert noticed is not None, f"not found within {fault.seeds} seeds"
    assert is_expected(fault, noticed), f"found by another check: {noticed.violation}"


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found_at_once(name: str) -> None:
    found(planted_fault(name))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("fault", PLANTED_FAULTS, ids=[fault.name for fault in PLANTED_FAULTS])
def test_every_planted_fault_is_found(fault: PlantedFault) -> None:
    found(fault)


def test_many_faults_are_planted_and_each_says_what_it_breaks() -> None:
    assert len(PLANTED_FAULTS) >= MANY
    assert len({fault.name for fault in PLANTED_FAULTS}) == len(PLANTED_FAULTS)
    checks = {check.name for check in every_check()} | {TWINS, STARTS}
    for fault in PLANTED_FAULTS:
        assert fault.does.endswith("."), fault.name
        assert 1 <= fault.promise <= len(PROMISES), fault.name
        assert set(fault.found_by.split(" | ")) <= checks, fault.name
        assert fault.seeds > 0


@pytest.mark.parametrize("fault", [fault for fault in PLANTED_FAULTS if fault.where is not Where.TWINS])
def test_what_a_fault_replaces_is_there(fault: PlantedFault) -> None:
    """A patch of something that is gone would prove nothing, and raises instead."""
    with fault.planted():
        pass


def test_a_fault_is_gone_when_it_is_not_planted_any_more() -> None:
    from bot.tables import hands

    before = hands.posting
    with planted_fault("double-payout").planted():
        assert hands.posting is not before
    assert hands.posting is before
