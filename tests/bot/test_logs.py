"""No token of any platform reaches the log, whoever writes it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import httpx
import pytest
import structlog

from bot.environment import logs
from bot.environment.repeats import OnceAMinute

TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
DISCORD = "MTAxNTU0NzY3ODIyNDY3MDc3MA.GhJ9xY.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6c2VjcmV0c2VjcmV0"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize(
    "text",
    [
        f"POST https://api.telegram.org/bot{TELEGRAM}/sendMessage",
        f"POST https://example.org/bot{TELEGRAM.replace(':', '%3A')}/getMe",
        f"Authorization: Bot {DISCORD}",
        f"POST https://discord.com/api/v10/webhooks/42/{INTERACTION}?wait=true",
        f"POST https://discord.com/api/v10/interactions/77/{INTERACTION}/callback",
    ],
)
def test_what_looks_like_a_token_is_taken_out(text: str) -> None:
    shown = logs.redacted(text)
    assert "[token]" in shown
    for secret in (TELEGRAM.partition(":")[2], DISCORD.rpartition(".")[2], INTERACTION):
        assert secret not in shown


def test_ordinary_lines_stay_as_they_are() -> None:
    line = "2026-11-21T20:15:00Z [info] hand 12345678: connected to discord, table q17, seed.of.chance"
    assert logs.redacted(line) == line


def test_no_library_writes_a_token(capfd: pytest.CaptureFixture[str]) -> None:
    """Messages, their arguments and exceptions of the standard logging are all redacted."""
    logs.set_up("debug")
    logging.getLogger("telegram.ext").warning("trouble at %s", f"https://api.telegram.org/bot{TELEGRAM}/getUpdates")
    try:
        raise ConnectionError(f"cannot reach /bot{TELEGRAM}/getMe")
    except ConnectionError:
        logging.getLogger("anything").exception("failed")
    written = capfd.readouterr().err
    assert written.count("[token]") == 2
    assert TELEGRAM not in written


def test_kiu_writes_no_token_either(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("debug")
    structlog.get_logger().info("connected", with_token=DISCORD)
    try:
        raise ConnectionError(f"/bot{TELEGRAM}/getMe")
    except ConnectionError:
        structlog.get_logger().exception("failed")
    written = capfd.readouterr().err
    assert "connected" in written
    assert "ConnectionError" in written
    assert TELEGRAM not in written
    assert DISCORD not in written


async def test_httpx_keeps_its_addresses_to_itself(capfd: pytest.CaptureFixture[str]) -> None:
    """At INFO it would write every address it asks for, and a Telegram address has the token in it."""
    logs.set_up("debug")
    logging.getLogger().setLevel(logging.DEBUG)
    answering = httpx.MockTransport(lambda request: httpx.Response(200))
    async with httpx.AsyncClient(transport=answering) as client:
        await client.get(f"https://api.telegram.org/bot{TELEGRAM}/getMe")
    assert "api.telegram.org" not in capfd.readouterr().err


def test_the_program_counts_what_the_web_server_says_of_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("aiohttp.server", "aiohttp.websocket"):
        monkeypatch.setattr(logging.getLogger(name), "filters", [])
    logs.set_up("warning")
    for name in ("aiohttp.server", "aiohttp.websocket"):
        assert [type(each) for each in logging.getLogger(name).filters] == [OnceAMinute]
