"""People play on the doubles of Telegram and Discord, reached by the real adapters over the network in memory."""

from __future__ import annotations

import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tools.simulation.plan import LASTING, OF_A_PLATFORM, ChatKind, Fault, FaultKind, Plan, where_of
from tools.simulation.plan_text import to_text
from tools.simulation.world import World


def world_on(kind: ChatKind, seed: int, hours: float, tables: int) -> Plan:
    """A world of which the first group is on a platform, and what goes wrong with platforms does so there."""
    plan = Plan.of(seed, hours, tables)
    others = (each if each.chat is not ChatKind.ROOM else replace(each, chat=ChatKind.DISCORD) for each in plan.groups)
    groups = (replace(plan.groups[0], chat=kind, practice=False), *[*others][1:])
    faults = (replace(fault, where=str(kind)) if fault.kind in OF_A_PLATFORM else fault for fault in plan.faults)
    return replace(plan, groups=groups, faults=tuple(faults))


@pytest.mark.parametrize("kind", ChatKind)
def test_what_goes_wrong_on_a_platform_breaks_no_promise(kind: ChatKind, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no socket of the machine is used for it."""

    def connected(*_: object) -> None:
        raise AssertionError("a real socket is used")

    for name in ("connect", "connect_ex", "bind", "listen", "accept"):
        monkeypatch.setattr(socket.socket, name, connected)
    plan = world_on(kind, 2, 0.035, tables=1)
    wrong = (*OF_A_PLATFORM, FaultKind.KILL, FaultKind.DELETED, FaultKind.REMOVED, FaultKind.BLOCKED)
    lasts = {each: 5.0 for each in wrong if each in LASTING}
    faults = tuple(
        Fault(each, 40.0 + 6 * place, f"{each}-{place}", lasts.get(each, 0.0), where_of(each, plan.groups[0]))
        for place, each in enumerate(wrong)
    )
    outcome = World(replace(plan, faults=faults)).run()
    assert outcome.violation is None
    assert outcome.counts["fault"] == len(wrong)
    assert outcome.lives > 1
    assert outcome.hands > 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", ChatKind)
@pytest.mark.parametrize("seed", range(1, 9))
def test_evenings_on_a_platform_keep_every_promise(kind: ChatKind, seed: int) -> None:
    outcome = World(world_on(kind, seed, 0.5, tables=2)).run()
    assert outcome.violation is None
    assert outcome.hands > 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", ChatKind)
def test_an_evening_on_a_platform_is_the_same_in_any_process(kind: ChatKind, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(to_text(world_on(kind, 3, 0.2, tables=2)), encoding="utf-8")
    told = [
        subprocess.run(
            [sys.executable, "-m", "tools.simulation", f"--plan={file}"],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        ).stdout.partition("\n")[0]
        for hash_seed in ("1", "2")
    ]
    assert told[0].startswith("seed 3: ")
    assert told[0] == told[1]
