"""``kiu health``: what a container asks, and how the answer becomes an exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.features.health.answers import Health
from bot.features.health.serving import answering
from bot.hosting.control_socket import ControlSocket


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
    *options: str, writer: Callable[[], Awaitable[None]] = answered, ready: Mapping[str, bool] | None = None
) -> tuple[int, str]:
    """The exit code of ``kiu health`` and what it writes, beside a Kiu in this folder."""
    health = Health(writer, lambda: ready or {}, takes_it, answer_seconds=0.1)
    async with ControlSocket(Path(), {"health": answering(health)}):
        try:
            return await asyncio.to_thread(asked, *options)
        finally:
            await health.stop()


def asked(*options: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["health", *options], env={"KIU_DATA": "."})
    return result.exit_code, result.output.strip()


async def test_kiu_that_answers_is_well() -> None:
    assert await told() == (0, "ok")


async def test_kiu_whose_writer_hangs_is_not() -> None:
    assert await told(writer=hanging) == (1, "The writer has not answered for 0.1 s.")


async def test_whether_people_can_play_in_every_chat_is_asked_for_apart() -> None:
    ready = {"local": True, "telegram": False}
    assert await told(ready=ready) == (0, "ok")
    assert await told("--ready", ready=ready) == (1, "local: ready\ntelegram: not ready")
    assert await told("--ready", ready=ready | {"telegram": True}) == (0, "local: ready\ntelegram: ready")


def test_kiu_that_does_not_run_does_not_answer() -> None:
    assert asked() == (1, "No Kiu is running on ..")
