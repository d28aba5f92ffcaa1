"""The word to systemd: a Kiu whose writer hangs does not look healthy to it."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import Connection

from bot.hosting.service_manager import ServiceManager
from bot.ledger import Ledger, database
from tests.bot.scenario import url_of

SOON = 10.0


@pytest.fixture
async def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ledger]:
    """A ledger with a thread of its own, which can hang while the loop goes on."""
    monkeypatch.setattr(database, "Driver", aiosqlite.Connection)
    async with await Ledger.open(url_of(tmp_path), now=lambda: datetime.now(UTC)) as one:
        yield one


@pytest.fixture
def hanging(ledger: Ledger) -> Iterator[Callable[[], asyncio.Future[None]]]:
    """Lets the thread of the database hang, as on a disk that does not answer, until the test is over."""
    let_go = threading.Event()

    def hang(connection: Connection) -> None:
        let_go.wait(SOON)

    yield lambda: ledger._submit(hang)
    let_go.set()


class Systemd:
    """What systemd would hear."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(address)

    async def hears(self) -> str:
        """The next datagram."""
        async with asyncio.timeout(SOON):
            return (await asyncio.get_running_loop().sock_recv(self._socket, 4096)).decode()

    async def silence(self) -> None:
        """Nothing comes for a while, but for what may have been on its way already."""
        await asyncio.sleep(0.05)
        with suppress(BlockingIOError):
            while self._socket.recv(4096):
                """It was on its way."""
        await asyncio.sleep(0.2)
        with pytest.raises(BlockingIOError):
            self._socket.recv(4096)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    one = Systemd(str(tmp_path / "notify"))
    yield one
    one.close()


def manager(tmp_path: Path, **environment: str) -> ServiceManager:
    return ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify"), **environment})


async def test_the_watchdog_is_fed_by_the_writer_and_by_nothing_else(
    ledger: Ledger, tmp_path: Path, systemd: Systemd, hanging: Callable[[], asyncio.Future[None]]
) -> None:
    watching = asyncio.create_task(manager(tmp_path, WATCHDOG_USEC="20000").watch(ledger.answers))
    assert [await systemd.hears() for _ in range(3)] == ["WATCHDOG=1"] * 3
    hung = hanging()
    await systemd.silence()
    assert not watching.done(), "the loop goes on, and feeds nothing"
    watching.cancel()
    hung.cancel()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "/nowhere"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "soon"},
    ],
    ids=["no systemd", "no watchdog", "the watchdog of another process", "nonsense"],
)
async def test_without_a_watchdog_nobody_is_fed(environment: dict[str, str]) -> None:
    async def never() -> None:
        raise AssertionError

    await ServiceManager(environment).watch(never)
