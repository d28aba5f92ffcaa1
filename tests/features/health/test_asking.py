"""``kiu health``: what a container asks, and how the answer becomes an exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.environment.metrics import Metrics
from bot.features.health.health_server import HealthServer
from tests.free_ports import free_port


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


async def answered() -> None:
    """A writer that answers."""


async def takes_it() -> bool:
    """The disk takes everything."""
    return True


async def hanging() -> None:
    """A writer that does not."""
    await asyncio.Event().wait()


async def told(
    *options: str,
    host: str = "127.0.0.1",
    writer: Callable[[], Awaitable[None]] = answered,
    ready: Mapping[str, bool] | None = None,
) -> tuple[int, str]:
    """The exit code of ``kiu health`` and what it writes, beside a health server."""
    port = free_port()
    server = HealthServer(
        host,
        port,
        writer_answers=writer,
        ready=lambda: ready or {},
        can_store=takes_it,
        metrics=Metrics(),
        answer_seconds=0.1,
    )
    await server.start()
    try:
        return await asyncio.to_thread(asked, *options, KIU_HEALTH_HOST=host, KIU_HEALTH_PORT=str(port))
    finally:
        await server.stop()


def asked(*options: str, **environment: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["health", *options], env=environment)
    return result.exit_code, result.output.strip()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])  # noqa: S104 - what the image is told
async def test_kiu_that_answers_is_well(host: str) -> None:
    assert await told(host=host) == (0, "ok")


async def test_kiu_whose_writer_hangs_is_not() -> None:
    assert await told(writer=hanging) == (1, "The writer has not answered for 0.1 s.")


async def test_whether_people_can_play_in_every_chat_is_asked_for_apart() -> None:
    ready = {"local": True, "telegram": False}
    assert await told(ready=ready) == (0, "ok")
    assert await told("--ready", ready=ready) == (1, "local: ready\ntelegram: not ready")
    assert await told("--ready", ready=ready | {"telegram": True}) == (0, "local: ready\ntelegram: ready")


def test_kiu_that_does_not_run_does_not_answer() -> None:
    port = str(free_port())
    assert asked(KIU_HEALTH_PORT=port) == (1, f"Kiu does not answer at 127.0.0.1:{port}: Connection refused.")


def test_without_a_port_nobody_can_be_asked() -> None:
    code, words = asked()
    assert code == 2
    assert words == "Error: Kiu tells nobody how it is, because KIU_HEALTH_PORT is not set; 8090 would do."
