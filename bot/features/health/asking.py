"""The health of a running Kiu, for watchers without HTTP such as containers."""

from __future__ import annotations

import ipaddress
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple

from bot.environment.settings import Settings

LONGEST_SECONDS: Final = 14.0
"""Seconds, a little above the writer's own limit."""

_MOST_BYTES: Final = 10_000


class Health(NamedTuple):
    """The answer of a running Kiu."""

    is_well: bool
    words: str


class HealthNotServed(Exception):
    """No health server is set up; the text tells how to do so."""


def ask_health(settings: Settings, *, ready: bool = False) -> Health:
    """Ask the local Kiu with these settings; raise ``HealthNotServed`` without a port."""
    if not settings.health_port:
        raise HealthNotServed("Kiu tells nobody how it is, because KIU_HEALTH_PORT is not set; 8090 would do.")
    connection = HTTPConnection(_here(settings.health_host), settings.health_port, timeout=LONGEST_SECONDS)
    try:
        connection.request("GET", "/readyz" if ready else "/healthz")
        answer = connection.getresponse()
        words = answer.read(_MOST_BYTES).decode("utf-8", "replace").strip()
        return Health(answer.status == 200, words)
    except (OSError, HTTPException) as error:
        where = f"{settings.health_host}:{settings.health_port}"
        return Health(False, f"Kiu does not answer at {where}: {getattr(error, 'strerror', None) or error}.")
    finally:
        connection.close()


def _here(host: str) -> str:
    """Return the local address of a server on ``host``, which may mean all addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"
