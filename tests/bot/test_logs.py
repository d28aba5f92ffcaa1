"""The log: no token reaches it whoever writes it, nothing that people typed, and no trouble fills it."""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime
from io import StringIO
from typing import Any

import httpx
import pytest
import structlog

from bot.environment import logs
from bot.environment.logs import OnceAMinute

TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
DISCORD = "MTAxNTU0NzY3ODIyNDY3MDc3MA.GhJ9xY.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6c2VjcmV0c2VjcmV0"


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


# --- how lines are laid out ---------------------------------------------------------------------------------------


class Terminal(StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        return True


def _lines(capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(each) for each in capfd.readouterr().err.splitlines()]


def test_each_line_is_json_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    structlog.get_logger().info("hand over", hand=12, net={"telegram:5": -20, "telegram:6": 20})
    try:
        int("first\nsecond")
    except ValueError:
        structlog.get_logger().exception("failed")
    logging.getLogger("discord.http").warning("We are being rate limited: %s", "PATCH")
    hand, failed, library = _lines(capfd)
    assert (hand["level"], hand["event"], hand["net"]) == ("info", "hand over", {"telegram:5": -20, "telegram:6": 20})
    assert datetime.fromisoformat(hand["timestamp"]).tzinfo is not None
    assert "test_logs.py" in failed["exception"]
    assert (library["level"], library["logger"]) == ("warning", "discord.http")


def test_on_a_terminal_lines_are_for_people() -> None:
    terminal = Terminal()
    logs.set_up("info", terminal)
    structlog.get_logger().info("table opened", game="qiuqiu")
    logging.getLogger("discord.http").warning("rate limited")
    shown = re.sub(r"\x1b\[\d*m", "", terminal.getvalue())
    assert re.search(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[info +\] table opened +game=qiuqiu$", shown, re.MULTILINE)
    assert "rate limited" in shown
    assert "{" not in shown


# --- troubles -----------------------------------------------------------------------------------------------------


def test_a_trouble_that_comes_again_is_counted_and_not_repeated(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 0.0
    monkeypatch.setattr(logs, "OnceAMinute", lambda: OnceAMinute(lambda: at))
    logs.set_up("info")
    log = structlog.get_logger()
    for number in range(120):
        log.error("nothing can be stored", error="the disk is full", table=f"q{number % 3}")
    log.error("nothing can be stored", error="disk I/O error", table="q1")
    for number in range(3):
        log.info("hand over", hand=number)
    told = _lines(capfd)
    assert [each["event"] for each in told] == ["nothing can be stored"] * 2 + ["hand over"] * 3
    assert [each["error"] for each in told[:2]] == ["the disk is full", "disk I/O error"]
    at = 61.0
    log.error("nothing can be stored", error="the disk is full", table="q1")
    (rest,) = _lines(capfd)
    assert (rest["level"], rest["error"], rest["more"]) == ("error", "the disk is full", 119)
    at = 130.0
    log.error("nothing can be stored", error="the disk is full", table="q1")
    log.error("nothing can be stored", error="the disk is full", table="q1")
    assert ["more" in each for each in _lines(capfd)] == [False]


def test_faults_at_different_places_do_not_hide_each_other(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")

    def first() -> None:
        raise LookupError

    def second() -> None:
        raise LookupError

    for work in (first, second) * 3:
        try:
            work()
        except LookupError:
            structlog.get_logger().exception("command failed")
    assert len(_lines(capfd)) == 2


def test_what_an_exception_quotes_stays_out_and_its_causes_stay_in(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    typed = "Budi's word"
    try:
        try:
            int(typed)
        except ValueError as error:
            raise KeyError(typed) from error
    except KeyError:
        structlog.get_logger().exception("failed")
        logging.getLogger("library").exception("failed")
    lines = _lines(capfd)
    assert len(lines) == 2
    for line in lines:
        assert "Budi" not in line["exception"]
        assert line["exception"].count("invalid literal for int() with base 10: '…'") == 1
        assert line["exception"].endswith("KeyError: '…'")
