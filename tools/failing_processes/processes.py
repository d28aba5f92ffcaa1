"""Several processes of Kiu on one PostgreSQL, connected to the doubles of both platforms."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Telegram
from tests.child_processes import child_process

ROOT = Path(__file__).parents[2]

READY = "Kiu is ready. Open "


class Running:
    """A running process, with everything that it writes in a file."""

    def __init__(self, process: Process, log: Path) -> None:
        self.process = process
        self._log = log
        self.frozen = False

    @property
    def written(self) -> str:
        return self._log.read_text("utf-8", "replace")

    @property
    def address(self) -> str:
        """Where its local room is, once it is ready."""
        return self.written.partition(READY)[2].partition("\n")[0].strip()

    async def ready(self) -> None:
        while READY not in self.written:
            assert self.process.returncode is None, self.written[-3000:]
            await asyncio.sleep(0.05)

    def send(self, number: int) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def freeze(self, seconds: float) -> None:
        self.frozen = True
        self.send(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.send(signal.SIGCONT)
        self.frozen = False


class Processes:
    """The processes by number; one that ended is started anew under its own name."""

    def __init__(
        self, database: str, folder: Path, discord: Discord, telegram: Telegram, stack: AsyncExitStack
    ) -> None:
        self._folder, self._stack = folder, stack
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
        self._starts = 0

    async def start(self, number: int) -> Running:
        data = self._folder / f"process-{number}"
        data.mkdir(exist_ok=True)
        foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        environment |= {**self._environment, "KIU_DATA": str(data), "KIU_PROCESS": f"process-{number}"}
        self._starts += 1
        log = self._folder / f"{number}-{self._starts}.log"
        with log.open("wb") as written:
            process = await self._stack.enter_async_context(
                child_process(
                    sys.executable, "-m", "bot", cwd=ROOT, env=environment, stdout=written.fileno(), stderr=STDOUT
                )
            )
        self.running[number] = Running(process, log)
        return self.running[number]

    async def kill(self, number: int) -> None:
        one = self.running.pop(number)
        one.send(signal.SIGKILL)
        await one.process.wait()

    async def end(self, number: int) -> Running:
        """End one as a service manager does."""
        one = self.running.pop(number)
        one.send(signal.SIGTERM)
        await one.process.wait()
        return one

    def logs(self) -> str:
        return "".join(each.read_text("utf-8", "replace") for each in sorted(self._folder.glob("*.log")))


@asynccontextmanager
async def processes(
    number: int, database: str, folder: Path, discord: Discord, telegram: Telegram
) -> AsyncIterator[Processes]:
    """Start some processes at once, and kill at the end those that still run."""
    async with AsyncExitStack() as stack:
        several = Processes(database, folder, discord, telegram, stack)
        await asyncio.gather(*[(await several.start(each)).ready() for each in range(number)])
        yield several
