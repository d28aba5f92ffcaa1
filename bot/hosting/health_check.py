"""Asking a running Kiu how it is, for whatever watches over it and cannot speak HTTP itself, such as a container."""

from __future__ import annotations

import ipaddress
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple

from bot.environment.settings import Settings

LONGEST_SECONDS: Final = 14.0
"""Seconds to wait for an answer: a little longer than the writer may take before Kiu says itself that it hangs."""

_MOST_BYTES: Final = 10_000


class Health(NamedTuple):
    """The answer of a running Kiu."""

    is_well: bool
    words: str


class HealthNotServed(Exception):
    """Nobody can be asked, because Kiu is to answer nobody; the text says how to change that."""


def ask_health(settings: Settings, *, ready: bool = False) -> Health:
    """Ask the Kiu that runs with these settings on this machine.

    Raise ``HealthNotServed`` if there is no port to ask at.
    """
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
    """The address at which a server can be asked that listens on ``host``, which may mean all addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"
