"""Whether Kiu can listen where its settings say."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from typing import Any

import pytest

from bot.chats.findings import Kind
from bot.environment.settings import Settings
from bot.hosting.doctor import exit_code
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_TO_MEND
from bot.hosting.ports import ports_findings
from tests.free_ports import free_port

WEBHOOK = {
    "TELEGRAM_TOKEN": "123456789:AAnobodyKnowsThisTokenOfAStranger123",
    "TELEGRAM_WEBHOOK_URL": "https://kiu.example/telegram",
    "TELEGRAM_WEBHOOK_SECRET": "guess-me",
}

EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing listens there for longer than a moment


def settings(**changed: Any) -> Settings:
    """Settings of a host, whatever the environment says."""
    return Settings(_env_file=None, **changed)


async def test_free_ports_are_in_order() -> None:
    room, updates, health = free_port(), free_port(), free_port()
    all_on = settings(port=room, health_port=health, TELEGRAM_WEBHOOK_PORT=updates, **WEBHOOK)
    findings = await ports_findings(all_on, running=False)

    assert [(each.kind, each.text) for each in findings] == [
        (Kind.GOOD, f"The local room can listen on 127.0.0.1:{room}."),
        (Kind.GOOD, f"The webhook of Telegram can listen on 127.0.0.1:{updates}."),
        (Kind.GOOD, f"The health server can listen on 127.0.0.1:{health}."),
    ]
    assert exit_code(findings) == 0


async def test_a_port_that_is_taken_is_told_unless_kiu_itself_answers_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        taken = await ports_findings(settings(port=port), running=False)
        answered = await ports_findings(settings(port=port), running=True)
    unanswered = await ports_findings(settings(port=port), running=True)

    (finding,) = taken
    assert finding.text == f"The local room cannot listen on 127.0.0.1:{port}: {os.strerror(errno.EADDRINUSE)}."
    assert finding.remedy == "Stop the program that listens there, or set KIU_PORT to another port."
    assert exit_code(taken) == EXIT_CANNOT_START
    assert [each.text for each in answered] == [f"The local room answers on 127.0.0.1:{port}."]
    assert [each.kind for each in unanswered] == [Kind.FAULT]
    assert exit_code(unanswered) == EXIT_TO_MEND, "it has started"


@pytest.mark.parametrize("host", ["192.0.2.7", "nowhere.invalid"])
async def test_an_address_of_another_machine_is_told(host: str) -> None:
    findings = await ports_findings(settings(host=host, port=free_port(), room_password="x" * 20), running=False)

    (finding,) = findings
    assert finding.kind is Kind.FAULT
    assert "an address of this machine" in finding.remedy


async def test_a_port_for_which_rights_are_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(asyncio.get_running_loop(), "create_server", refused)
    (finding,) = await ports_findings(settings(port=80), running=False)
    assert "a port from 1024 on" in finding.remedy


async def test_a_room_that_everybody_could_enter_is_told() -> None:
    findings = await ports_findings(settings(host=EVERYWHERE, port=free_port()), running=False)

    assert [each.kind for each in findings] == [Kind.GOOD, Kind.FAULT]
    assert "KIU_ROOM_PASSWORD" in findings[1].remedy
    assert exit_code(findings) == EXIT_CANNOT_START


async def test_a_port_that_is_chosen_at_the_start_cannot_be_taken() -> None:
    for running in (False, True):
        (finding,) = await ports_findings(settings(port=0), running=running)
        assert finding.kind is Kind.GOOD
