"""The program as whatever watches over it sees it: healthy, ready chat by chat, measured, and under systemd."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.hosting.control_socket import ask
from tests.bot.metric_samples import samples
from tests.chats import test_process
from tests.chats.test_process import Outside, started
from tests.free_ports import free_port
from tests.patience import LONGEST_WAIT

platforms = test_process.outside


class Watcher:
    """Whoever asks the health server."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self._session = session
        self._address = f"http://127.0.0.1:{port}"

    async def asks(self, path: str) -> tuple[int, str]:
        async with self._session.get(self._address + path) as response:
            return response.status, await response.text()

    async def sees(self, path: str, status: int, *words: str) -> str:
        """Ask until the answer is as expected, and return it."""
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                found, text = await self.asks(path)
                if found == status and all(each in text for each in words):
                    return text
                await asyncio.sleep(0.05)


@pytest.fixture
async def watcher() -> AsyncIterator[tuple[Watcher, int]]:
    """A watcher, and the port that it asks on."""
    port = free_port()
    async with aiohttp.ClientSession() as session:
        yield Watcher(session, port), port


async def test_it_tells_whoever_watches_how_it_is(
    tmp_path: Path, platforms: Outside, watcher: tuple[Watcher, int]
) -> None:
    """Telegram is away at first, people play there, a backup is made, and Telegram is away once more."""
    watch, port = watcher
    discord, telegram = platforms.discord, platforms.telegram
    dewi, agus = telegram.person("Dewi"), telegram.person("Agus")
    group = telegram.group("Friday dominoes", dewi, agus)
    with telegram.server.away():
        async with started(tmp_path, platforms, KIU_HEALTH_PORT=str(port), KIU_BACKUP_EVERY="1h") as program:
            await program.says("health server listens")
            assert await watch.asks("/healthz") == (200, "ok\n")
            await program.says("Telegram cannot be reached")
            await watch.sees("/readyz", 503, "local: ready\n", "telegram: not ready\n")
            telegram.server.is_away = False
            await watch.sees("/readyz", 200)
            await dewi.types("/open qiuqiu", in_=group)
            await agus.presses("Join", in_=group)
            await dewi.presses("Start", in_=group)
            await dewi.sees_button("Check", in_=group)
            await dewi.types("/bet 7 8 9", in_=group)

            text = await watch.sees("/metrics", 200, 'kiu_show_seconds_count{platform="telegram"}')
            read = samples(text)
            assert read["kiu_tables", (("game", "qiuqiu"), ("status", "playing"))] == 1
            assert read["kiu_hands_dealt_total", (("game", "qiuqiu"),)] == 1
            assert read["kiu_commands_total", (("platform", "telegram"), ("result", "done"))] >= 3
            assert read["kiu_platform_calls_total", (("platform", "telegram"), ("result", "answered"))] > 5
            assert read["kiu_platform_calls_total", (("platform", "telegram"), ("result", "unreached"))] > 0
            assert read["kiu_platform_calls_total", (("platform", "discord"), ("result", "answered"))] > 0
            assert read["kiu_write_sets_total", (("result", "stored"),)] > 5
            assert read["kiu_loop_lag_seconds_count", ()] > 0
            assert read["kiu_database_log_bytes", ()] > 0
            assert read["kiu_platform_ready", (("platform", "discord"),)] == 1
            assert read["process_resident_memory_bytes", ()] > 1e7
            for secret in ("Dewi", "dominoes", telegram.token, discord.token):
                assert secret not in text

            assert read["kiu_backup_every_seconds", ()] == 3600
            started_at = read["kiu_newest_backup_timestamp_seconds", ()]
            assert started_at == pytest.approx(time.time(), abs=LONGEST_WAIT)
            await ask(tmp_path, "backup")
            newest = samples(await watch.sees("/metrics", 200))["kiu_newest_backup_timestamp_seconds", ()]
            assert newest > started_at

            with telegram.server.away():
                assert "telegram: not ready" in await watch.sees("/readyz", 503)
            await watch.sees("/readyz", 200)
            program.process.send_signal(signal.SIGTERM)
            assert await program.ends() == 0, program.written
    assert "Traceback" not in program.written


async def test_a_port_that_is_taken_is_said_so(
    tmp_path: Path, platforms: Outside, watcher: tuple[Watcher, int]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with started(tmp_path, platforms, KIU_HEALTH_PORT=port, DISCORD_TOKEN="", TELEGRAM_TOKEN="") as program:
            assert await program.ends() == 2, program.written
    assert program.written.strip().endswith(
        f"The health server cannot listen on 127.0.0.1:{port}: Address already in use."
    )


async def test_under_systemd_it_says_when_it_is_ready_that_it_works_and_that_it_stops(
    tmp_path: Path, platforms: Outside
) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.setblocking(False)

        async def heard() -> str:
            async with asyncio.timeout(LONGEST_WAIT):
                return (await asyncio.get_running_loop().sock_recv(systemd, 4096)).decode()

        async with started(
            tmp_path / "data",
            platforms,
            DISCORD_TOKEN="",
            TELEGRAM_TOKEN="",
            NOTIFY_SOCKET=str(address),
            WATCHDOG_USEC="50000",
        ) as program:
            assert {await heard(), await heard()} == {"READY=1", "WATCHDOG=1"}
            assert await heard() == "WATCHDOG=1"
            await program.says("Kiu is ready")
            program.process.send_signal(signal.SIGTERM)
            while (word := await heard()) == "WATCHDOG=1":
                """It works until it stops."""
            assert word == "STOPPING=1"
            assert await program.ends() == 0, program.written
