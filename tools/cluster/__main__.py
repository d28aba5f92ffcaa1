"""Starts PostgreSQL and three processes, lets two people play, and kills the process that deals, again and again."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.chats.local_chat.room import MAIN_CHANNEL, place_of
from bot.cluster.locks import Kind, SessionLost, look
from bot.cluster.slots import slot_of
from tests.free_ports import free_port
from tools.cluster.front import Front
from tools.cluster.players import Player
from tools.postgresql import ServerFailed, running

NAMES: Final = ("a", "b", "c")

LOOK_SECONDS: Final = 0.1

UNDISTURBED_SECONDS: Final = 12.0
"""Seconds from one kill to the next."""


class Process:
    """A process of Kiu that is started again after it was killed."""

    def __init__(self, name: str, url: str, folder: Path) -> None:
        self.name, self.port, self._folder = name, free_port(), folder / name
        self._folder.mkdir()
        self.settings = {
            "KIU_DATABASE": url,
            "KIU_DATA": str(self._folder),
            "KIU_PORT": str(self.port),
            "KIU_PROCESS": name,
        }

    async def start(self) -> None:
        """Start it, and return when its room listens."""
        log = (self._folder / "log").open("a")
        with log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "--folder", str(self._folder), "run"),
                env={**os.environ, "PYTHONPATH": str(Path.cwd()), **self.settings}, stdout=DEVNULL, stderr=log,
            )  # fmt: skip
        while True:
            if self._process.returncode is not None:
                sys.exit(f"Process {self.name} ended: {(self._folder / 'log').read_text()[-2000:]}")
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            await asyncio.sleep(LOOK_SECONDS)

    @property
    def number(self) -> int:
        return self._process.pid

    async def kill(self) -> None:
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        with suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.wait()


class Cluster:
    """The processes, and who of them deals."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.processes = {name: Process(name, url, folder) for name in NAMES}
        self._last, self._news = "", asyncio.Event()
        self._slot = Kind.SLOT, slot_of(place_of(MAIN_CHANNEL).group)

    async def start(self) -> None:
        await asyncio.gather(*(each.start() for each in self.processes.values()))

    async def stop(self) -> None:
        await asyncio.gather(*(each.stop() for each in self.processes.values()))

    async def dealing(self) -> str:
        """Return the name of the process that serves the room, once there is one."""
        while True:
            with suppress(SessionLost):
                for each in await look(self.url):
                    if self._slot in each.holds:
                        return each.name
            await asyncio.sleep(LOOK_SECONDS)

    async def told(self, words: str) -> str:
        """Return the last line once it has some words in it."""
        while words not in self._last:
            self._news.clear()
            await self._news.wait()
        return self._last

    def tell(self, line: str) -> None:
        self._last = line
        self._news.set()
        _tell(line)

    async def kill_on_and_on(self, times: int) -> None:
        for _ in range(times):
            await asyncio.sleep(UNDISTURBED_SECONDS)
            await self.told(" to act")
            name = await self.dealing()
            process = self.processes[name]
            _tell(f"--- {name} deals, and is killed now: kill -9 {process.number}")
            start = time.monotonic()
            await process.kill()
            _tell(
                f"--- {await self.dealing()} goes on after {time.monotonic() - start:.1f} s; {name} is started again."
            )
            await process.start()
        await asyncio.sleep(UNDISTURBED_SECONDS)


async def _run(url: str, folder: Path, port: int, kills: int) -> None:
    cluster = Cluster(url, folder)
    await cluster.start()
    front = Front([each.port for each in cluster.processes.values()])
    address = f"http://127.0.0.1:{await front.start(port)}/"
    people = {"/open qiuqiu": Player("Ani", address, cluster.tell), "/join": Player("Budi", address, lambda _: None)}
    numbers = ", ".join(f"{each.name} (process {each.number})" for each in cluster.processes.values())
    _tell(f"Three processes on one PostgreSQL: {numbers}.")
    _tell(f"Open {address} to watch Ani and Budi, or to join them. Ctrl+C ends everything.")
    playing = [asyncio.create_task(player.play(first)) for first, player in people.items()]
    killing = asyncio.create_task(cluster.kill_on_and_on(kills))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, killing.cancel)
    try:
        await asyncio.wait((killing, *playing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in (killing, *playing):
            each.cancel()
        await asyncio.gather(killing, *playing, return_exceptions=True)
        longest = max(each.longest for each in people.values())
        _tell(f"The longest wait for an answer was {longest:.1f} s.")
        await front.stop()
        await cluster.stop()


def _tell(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    """Run until stopped, or for some kills."""
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description="Three processes on one PostgreSQL.")
    parser.add_argument("--port", type=int, default=8099, help="where the local room is")
    parser.add_argument("--kills", type=int, default=1_000_000, help="how often to kill before ending")
    given = parser.parse_args()
    try:
        with running() as server, tempfile.TemporaryDirectory(prefix="kiu-cluster-") as folder:
            asyncio.run(_run(server.new_database(), Path(folder), given.port, given.kills))
    except (ServerFailed, OSError) as error:
        sys.exit(f"{error}.")


if __name__ == "__main__":
    main()
