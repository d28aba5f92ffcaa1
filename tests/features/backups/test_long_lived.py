"""The process as a host starts it: what lives as long as it does, and what other processes ask it to verify."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import STDOUT
from pathlib import Path

from bot.environment.settings import Settings
from bot.features.backups.backing_up import verify_ledger
from tests.bot.scenario import Scenario
from tests.child_processes import child_process
from tests.patience import LONGEST_WAIT

ROOT = Path(__file__).parents[3]

PROGRAM = """
import atexit, gc, time
from bot.__main__ import main

@atexit.register
def told():
    began = time.perf_counter()
    gc.collect()
    print(f"{gc.get_freeze_count()} objects are left out, and a collection takes {time.perf_counter() - began:.3f} s")

main([])
"""


async def test_what_lives_as_long_as_the_process_is_not_collected_and_its_ledger_is_verified(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        await scenario.deal("sari", "budi")
        await scenario.finish_hand()
        await scenario.end()
        data = scenario.file.parent
    foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    environment |= {"KIU_DATA": str(data), "KIU_PORT": "0"}
    async with child_process(sys.executable, "-c", PROGRAM, cwd=ROOT, env=environment, stderr=STDOUT) as process:
        assert process.stdout is not None
        async with asyncio.timeout(LONGEST_WAIT):
            said = ""
            while "Kiu is ready" not in said:
                line = await process.stdout.readline()
                assert line, said
                said += line.decode()
            settings, lines = Settings(data=data, _env_file=None), list[str]()
            assert await verify_ledger(settings, lines.append) == 0, lines
            assert "Records of hands: 1;" in "\n".join(lines)
            process.send_signal(signal.SIGTERM)
            told = (await process.stdout.read()).decode()
            assert await process.wait() == 0
    left_out = re.search(r"(\d+) objects are left out", told)
    assert left_out is not None, told
    assert int(left_out[1]) > 100_000, "all modules with what they have made"
