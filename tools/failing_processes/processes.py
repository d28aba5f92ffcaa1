"""Several processes of Kiu on one PostgreSQL, connected to the doubles of both platforms."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TOKEN_REFUSED
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Telegram
from tools.failing_processes.program import run

CLOCK: Final = Path(__file__).with_name("moved_clock.c")

AGAIN_SECONDS: Final = 1.0

WRONG: Final = (0, EXIT_CANNOT_START, EXIT_ANOTHER_INSTANCE, EXIT_TOKEN_REFUSED)
"""Exit codes after which no service manager starts Kiu again."""

READY = "Kiu is ready. Open "


class Running:
    """A running process, with everything that it writes in a file."""

    def __init__(self, process: BaseProcess, log: Path, clock: Path) -> None:
        self.process = process
        self._log, self._clock = log, clock

    @property
    def written(self) -> str:
        return self._log.read_text("utf-8", "replace")

    @property
    def address(self) -> str:
        """Where its local room is, once it is ready."""
        return self.written.partition(READY)[2].partition("\n")[0].strip()

    async def ready(self) -> bool:
        """Return false if it ended before, where a service manager starts it again."""
        while READY not in self.written:
            if self.process.exitcode is not None:
                assert self.process.exitcode not in WRONG, self.written[-3000:]
                return False
            await asyncio.sleep(0.05)
        return True

    def send(self, number: int) -> None:
        assert self.process.pid is not None
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, number)

    async def ended(self) -> int:
        while self.process.exitcode is None:  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.02)
        return self.process.exitcode

    def move_clock(self, seconds: int) -> None:
        with self._clock.open("r+b") as file:
            file.write(seconds.to_bytes(8, "little", signed=True))


class Processes:
    """The processes by number; one that ended is started anew under its own name."""

    def __init__(self, database: str, folder: Path, discord: Discord, telegram: Telegram, plant: str) -> None:
        self._folder, self._plant = folder, plant
        self._environment = {
            "KIU_DATABASE": database,
            "KIU_PORT": "0",
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.server.address,
        }
        self.running: dict[int, Running] = {}
        self._started: list[Running] = []
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([run.__module__])
        if compiler := shutil.which("cc"):
            library = folder / "moved_clock.so"
            subprocess.run([compiler, "-shared", "-fPIC", "-O", CLOCK, "-o", library], check=True)
            os.environ["LD_PRELOAD"] = str(library)
        try:
            ensure_running()
        finally:
            os.environ.pop("LD_PRELOAD", None)

    async def start(self, number: int) -> None:
        """Start one until it is ready."""
        while not await self._begun(number).ready():  # noqa: ASYNC110 - as long as a service manager tries
            await asyncio.sleep(AGAIN_SECONDS)

    def _begun(self, number: int) -> Running:
        data, clock = self._folder / f"process-{number}", self._folder / f"clock-{number}"
        data.mkdir(exist_ok=True)
        clock.write_bytes(bytes(8))
        more = {"KIU_DATA": str(data), "KIU_PROCESS": f"process-{number}", "MOVED_CLOCK": str(clock)}
        log = self._folder / f"{number}-{len(self._started)}.log"
        log.touch()
        process = self._context.Process(target=run, args=({**self._environment, **more}, str(log), self._plant))
        process.start()
        self.running[number] = Running(process, log, clock)
        self._started.append(self.running[number])
        return self.running[number]

    async def kill(self, number: int) -> None:
        one = self.running.pop(number)
        one.send(signal.SIGKILL)
        await one.ended()

    async def end(self, number: int) -> int:
        """End one as a service manager does, and return its exit code."""
        one = self.running.pop(number)
        one.send(signal.SIGTERM)
        return await one.ended()

    def logs(self) -> str:
        return "".join(each.read_text("utf-8", "replace") for each in sorted(self._folder.glob("*.log")))

    def stop(self) -> None:
        """Kill all that still run."""
        for each in self._started:
            if each.process.exitcode is None:
                each.send(signal.SIGKILL)
            each.process.join()


@asynccontextmanager
async def processes(
    number: int, database: str, folder: Path, discord: Discord, telegram: Telegram, plant: str = ""
) -> AsyncIterator[Processes]:
    """Start some processes at once, and kill at the end those that still run."""
    several = Processes(database, folder, discord, telegram, plant)
    try:
        await asyncio.gather(*map(several.start, range(number)))
        yield several
    finally:
        several.stop()
