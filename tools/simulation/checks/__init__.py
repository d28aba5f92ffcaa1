"""What is checked all the time while Kiu plays in the simulation: one small file for each promise.

The world tells :class:`Checks` everything that can be observed of Kiu, and each check looks after one promise.
"""

from __future__ import annotations

from tools.simulation.checks.acknowledged_actions import AcknowledgedActionsStay
from tools.simulation.checks.announced_results import MessagesAtLeastOnce
from tools.simulation.checks.bounded_resources import ResourcesBounded
from tools.simulation.checks.check import Check
from tools.simulation.checks.checks import Checks
from tools.simulation.checks.clean_log import LogWithoutErrors
from tools.simulation.checks.conserved_chips import ChipsConserved
from tools.simulation.checks.durable_before_told import DurableBeforeTold
from tools.simulation.checks.entitled_players import OnlyTheEntitledAct
from tools.simulation.checks.gapless_journals import JournalsReplay
from tools.simulation.checks.moving_tables import TablesMove
from tools.simulation.checks.observed import EVERYBODY, NO_ANSWER, Call, Life, Position, Said
from tools.simulation.checks.platform_budgets import PlatformBudgetsKept
from tools.simulation.checks.private_cards import NothingPrivateElsewhere
from tools.simulation.checks.same_after_restart import SameAfterRestart
from tools.simulation.checks.sealed_deals import SealedDealsVerify
from tools.simulation.checks.settled_hands import HandsSettled
from tools.simulation.checks.updates_once import UpdatesOnce
from tools.simulation.checks.violation import Violation

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
