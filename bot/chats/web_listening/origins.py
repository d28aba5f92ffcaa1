"""Allowed hosts and origins, so that no other web page can reach a server through its visitor's browser."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

LOOPBACK_NAMES = frozenset({"localhost"})


def is_loopback(host: str) -> bool:
    """Tell whether a server bound to ``host`` can be reached from this machine only."""
    if host.lower() in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_of(authority: str) -> str | None:
    try:
        parts = urlsplit(f"//{authority}")
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.hostname


class AllowedHosts:
    """The host names under which a browser may address a server.

    A page elsewhere can make its own domain point at this machine (DNS rebinding), but cannot make the browser
    send another name than that domain: so names are compared, and bare addresses are allowed only where bound.

    Args:
        bound: the host the server is bound to.
        more: further names under which it is published, for instance behind a proxy.
    """

    def __init__(self, bound: str, more: Iterable[str] = ()) -> None:
        self._names = LOOPBACK_NAMES | {bound.lower()} | {each.lower() for each in more}
        self._anywhere = not is_loopback(bound)
        if self._anywhere:
            own = socket.gethostname().lower()
            self._names |= {own, f"{own}.local"}

    def allows(self, authority: str) -> bool:
        """Tell whether a ``Host`` header names this server."""
        host = _host_of(authority)
        if host is None:
            return False
        if host in self._names:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return self._anywhere or address.is_loopback

    def same_origin(self, origin: str, authority: str) -> bool:
        """Tell whether the page that asks (``Origin``) is the server's own, served under ``Host``."""
        scheme, separator, rest = origin.partition("://")
        return bool(separator) and scheme in ("http", "https") and rest.lower() == authority.lower()
