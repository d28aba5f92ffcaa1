"""A host starts three processes, watches them, and kills the one that deals."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path

from click.testing import CliRunner

from bot.__main__ import main
from bot.cluster.locks import Kind, Process
from bot.cluster.slots import SLOTS
from bot.cluster.status import described, unserved
from bot.hosting.exit_codes import EXIT_CANNOT_START
from tests.patience import LONGEST_WAIT
from tools.cluster.__main__ import Cluster
from tools.cluster.front import Front
from tools.cluster.players import Player
from tools.postgresql import Server


async def typed(settings: dict[str, str], *line: str) -> tuple[int, str]:
    """Type a command of the host in the folder of a process."""
    done = await asyncio.to_thread(CliRunner().invoke, main, list(line), env=settings)
    return done.exit_code, done.output


async def test_a_hand_goes_on_when_its_process_is_killed(tmp_path: Path, postgresql: Server) -> None:
    async with AsyncExitStack() as opened, asyncio.timeout(4 * LONGEST_WAIT):
        started = Cluster(postgresql.new_database(), tmp_path)
        await started.start()
        opened.push_async_callback(started.stop)
        front = Front([each.port for each in started.processes.values()])
        address = f"http://127.0.0.1:{await front.start(0)}/"
        opened.push_async_callback(front.stop)
        people = (
            Player("Ani", address, started.tell).play("/open qiuqiu"),
            Player("Budi", address, lambda _: None).play("/join"),
        )
        playing = [asyncio.create_task(each) for each in people]
        hand = (await started.told(" to act")).partition(":")[0]
        killed = await started.dealing()
        await started.processes[killed].kill()
        assert (await started.told(" the pot")).startswith(hand)
        assert await started.dealing() != killed
        left = [each for name, each in started.processes.items() if name != killed]
        code, said = await typed(left[0].settings, "status")
        assert code == 0, said
        assert re.findall(r"^[abc]\b", said, re.MULTILINE) == sorted(each.name for each in left)
        code, said = await typed(left[0].settings, "health", "--ready")
        assert code == 0, said
        assert re.search(rf"^process: {left[0].name}, \d+ slots$", said, re.MULTILINE)
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    lines = (tmp_path / left[0].name / "log").read_text().splitlines()
    assert {json.loads(line)["process"] for line in lines} == {left[0].name}


def test_what_nobody_serves_is_told() -> None:
    holds = frozenset({(Kind.SLOT, number) for number in range(SLOTS - 1)} | {(Kind.READER, 0), (Kind.SHARD, 2)})
    process = Process(1, "ann", "1.0", "127.0.0.1:80", draining=True, works=0, frozen=False, holds=holds)
    assert re.sub(" +", " ", described(process)) == (
        "ann 1.0 127.0.0.1:80 31 slots, 1 shards, reads Telegram, draining"
    )
    assert unserved([process]) == [SLOTS - 1]
    assert CliRunner().invoke(main, ["status"], env={"KIU_DATABASE": ""}).exit_code == EXIT_CANNOT_START
