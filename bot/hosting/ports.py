"""Ports of Kiu: each must be free, or answered by the running Kiu."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Iterator
from typing import NamedTuple

from bot.chats.findings import Finding, fault, good
from bot.chats.local_chat import needs_password
from bot.chats.web_server import listen
from bot.environment.settings import Settings
from bot.hosting.exit_codes import EXIT_CANNOT_START

SECONDS = 3.0
"""Seconds for a running Kiu to accept a connection."""

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104
"""Local addresses of servers that listen everywhere."""


class Listening(NamedTuple):
    """A listening address with its variables."""

    what: str
    """The beginning of a sentence."""

    host: str
    port: int
    host_setting: str
    port_setting: str


async def ports_findings(settings: Settings, *, running: bool) -> list[Finding]:
    """Check that each port is answered by a running Kiu, or is free."""
    findings = [await (_answering if running else _free)(each) for each in listeners(settings)]
    if needs_password(settings.host) and not settings.room_password.get_secret_value():
        findings.append(
            fault(
                f"The local room would be open to everybody who can reach {settings.host}.",
                "Set a password for it with KIU_ROOM_PASSWORD, or KIU_HOST to 127.0.0.1.",
                EXIT_CANNOT_START,
            )
        )
    return findings


def listeners(settings: Settings) -> Iterator[Listening]:
    """Return the listeners of these settings."""
    yield Listening("The local room", settings.host, settings.port, "KIU_HOST", "KIU_PORT")
    if settings.telegram_token and settings.telegram_webhook_url:
        port = settings.telegram_webhook_port
        yield Listening("The webhook of Telegram", settings.host, port, "KIU_HOST", "TELEGRAM_WEBHOOK_PORT")
    if settings.health_port:
        host, port = settings.health_host, settings.health_port
        yield Listening("The health server", host, port, "KIU_HEALTH_HOST", "KIU_HEALTH_PORT")


async def _free(listening: Listening) -> Finding:
    what, host, port, host_setting, setting = listening
    where = _address(host, port)
    if not port:
        return good(f"{what} takes a port that is free, since {setting} is 0.")
    try:
        (await listen(asyncio.Protocol, host, port)).close()
    except socket.gaierror as error:
        remedy = f"Set {host_setting} to an address of this machine, such as 127.0.0.1."
        return fault(f"{what} cannot listen on {where}: {error.strerror}.", remedy, EXIT_CANNOT_START)
    except OSError as error:
        remedies = {
            errno.EADDRINUSE: f"Stop the program that listens there, or set {setting} to another port.",
            errno.EACCES: f"Set {setting} to a port from 1024 on; those below need rights that Kiu should not have.",
            errno.EADDRNOTAVAIL: f"Set {host_setting} to an address of this machine, such as 127.0.0.1.",
        }
        remedy = remedies.get(error.errno or 0, f"Set {setting} to another port.")
        return fault(f"{what} cannot listen on {where}: {os.strerror(error.errno or 0)}.", remedy, EXIT_CANNOT_START)
    return good(f"{what} can listen on {where}.")


async def _answering(listening: Listening) -> Finding:
    what, host, port, _, setting = listening
    if not port:
        return good(f"{what} listens on a port that was free, since {setting} is 0.")
    where = _address(host, port)
    try:
        async with asyncio.timeout(SECONDS):
            _, writer = await asyncio.open_connection(ANYWHERE.get(host, host), port)
    except (OSError, TimeoutError):
        return fault(f"{what} does not answer on {where}, and Kiu is running.", "See its log, or start Kiu again.")
    writer.close()
    return good(f"{what} answers on {where}.")


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
