"""What is checked all the time while Kiu plays in the simulation: one small file for each promise.

The world tells :class:`Checks` everything that can be observed of Kiu, and each check looks after one promise.
"""

from __future__ import annotations

from simulation.checks.acknowledged_actions import AcknowledgedActionsStay
from simulation.checks.announced_results import MessagesAtLeastOnce
from simulation.checks.bounded_resources import ResourcesBounded
from simulation.checks.check import Check
from simulation.checks.checks import Checks
from simulation.checks.clean_log import LogWithoutErrors
from simulation.checks.conserved_chips import ChipsConserved
from simulation.checks.durable_before_told import DurableBeforeTold
from simulation.checks.entitled_players import OnlyTheEntitledAct
from simulation.checks.gapless_journals import JournalsReplay
from simulation.checks.moving_tables import TablesMove
from simulation.checks.observed import EVERYBODY, NO_ANSWER, Call, Life, Position, Said
from simulation.checks.platform_budgets import PlatformBudgetsKept
from simulation.checks.private_cards import NothingPrivateElsewhere
from simulation.checks.same_after_restart import SameAfterRestart
from simulation.checks.sealed_deals import SealedDealsVerify
from simulation.checks.settled_hands import HandsSettled
from simulation.checks.updates_once import UpdatesOnce
from simulation.checks.violation import Violation

__all__ = [
    "EVERYBODY",
    "NO_ANSWER",
    "Call",
    "Check",
    "Checks",
    "Life",
    "LogWithoutErrors",
    "Position",
    "Said",
    "Violation",
    "every_check",
]


def every_check() -> list[Check]:
    """Every check, ready for a world that begins."""
    return [
        NothingPrivateElsewhere(),
        OnlyTheEntitledAct(),
        DurableBeforeTold(),
        AcknowledgedActionsStay(),
        SameAfterRestart(),
        ChipsConserved(),
        HandsSettled(),
        UpdatesOnce(),
        JournalsReplay(),
        SealedDealsVerify(),
        TablesMove(),
        MessagesAtLeastOnce(),
        PlatformBudgetsKept(),
        ResourcesBounded(),
        LogWithoutErrors(),
    ]
