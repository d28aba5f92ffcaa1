"""What happened in a world is told as a script, which ends as the world did when it is played on paper."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ledger import queries
from bot.messages import Command, Person
from tests.script_chat.play import PLACE, Played
from tools.simulation.as_script import as_script
from tools.simulation.habits import Habit
from tools.simulation.keeping import recorded
from tools.simulation.plan import ChatKind, Fault, FaultKind, Plan
from tools.simulation.plan import Person as Player
from tools.simulation.recording import Reached, Sent

PEOPLE = (Player("sari", Habit.QUICK), Player("budi", Habit.SLOW), Player("wati", Habit.QUICK))
FAULTS = (
    Fault(FaultKind.CLOCK, 100.0, "clock", 600.0),
    Fault(FaultKind.KILL, 150.0, "kill"),
    Fault(FaultKind.KILL, 260.0, "another kill"),
)


def plan_of(seed: int, game: str, hours: float) -> Plan:
    """A world of one group without computer players, whose process is killed twice."""
    plan = Plan.of(seed, hours, tables=1)
    group = replace(plan.groups[0], game=game, chat=ChatKind.ROOM, people=PEOPLE, rules=(), practice=False, computers=0)
    return replace(plan, groups=(group,), faults=tuple(each for each in FAULTS if each.at < hours * 3600))


async def chips_after(lines: list[str], folder: Path, names: list[str]) -> dict[str, int]:
    """What people have when a script was played from its beginning."""
    async with Played(lambda line: None, folder, "another seed") as played:
        for line in lines:
            await played.do(line)
        ledger = played.app.ledger
        return {
            name: (await ledger.read(queries.wealth, PLACE.group, f"{PLACE.platform}:{name}")).total for name in names
        }


def check(seed: int, game: str, hours: float, folder: Path) -> dict[str, int]:
    """Compare what people have after the world with what they have after its script, and return it."""
    plan = plan_of(seed, game, hours)
    outcome, recording = recorded(plan)
    assert outcome.violation is None
    (group,) = set(recording.groups.values())
    told = asyncio.run(as_script(recording, group, f"Seed {seed}", plan.faults))
    assert not told.strayed
    sent = {each.command.who.id: each.command.who.name.lower() for each in recording.events if hasattr(each, "command")}
    ended = {name: recording.chips[player] for player, name in sent.items()}
    assert asyncio.run(chips_after(list(told.lines), folder, list(ended))) == ended
    assert recording.dealt
    assert sum(line.startswith("! deal ") for line in told.lines) == len(recording.dealt)
    assert sum(line == "! kill" for line in told.lines) == outcome.lives - 1 + 1, "also when the world ends"
    assert "! clock +600s" in told.lines
    return ended


def test_a_script_ends_as_the_world_did(tmp_path: Path) -> None:
    chips = check(3, "qiuqiu", 0.075, tmp_path)
    assert len(set(chips.values())) > 1, "chips have moved"


@pytest.mark.soak
@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
@pytest.mark.parametrize("seed", range(1, 6))
def test_scripts_of_every_game_end_as_their_worlds_did(seed: int, game: str, tmp_path: Path) -> None:
    check(seed, game, 0.3, tmp_path)


@pytest.mark.parametrize(
    ("text", "refused", "deals"),
    [("rebuy", False, 10), ("rebuy", True, 10), ("start", False, 9), ("shuffle", False, 9)],
)
def test_what_comes_while_a_hand_is_cut_is_told_after_its_deal_if_it_had_to_wait(
    text: str, refused: bool, deals: int
) -> None:
    command = Command(Person("script:1", "Budi"), PLACE, text, key="1")
    sent = Sent(140.0, command, {"1": Reached(15, 9)}, refused=refused)
    sent.waited_for_deals({"1": Reached(16, 10)})
    assert sent.tables == {"1": Reached(15, deals)}
