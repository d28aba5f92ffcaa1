"""Where a request comes from: the other end of its connection, or what a trusted proxy says of it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

FORWARDED_HEADER = "X-Forwarded-For"

IPV6_NETWORK_BITS = 64
"""Whoever has one address of IPv6 has a whole network of so many bits, so all of it counts as one."""

_Address = IPv4Address | IPv6Address


class ClientAddresses:
    """Tells clients apart by their address.

    Args:
        trusted: the proxies in front of this server. What anybody else writes into ``X-Forwarded-For`` is ignored.
    """

    def __init__(self, trusted: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self._trusted = tuple(trusted)

    def trusts(self, peer: str) -> bool:
        """Tell whether the other end of a connection is a proxy whose word counts."""
        address = _parsed(peer)
        return address is not None and any(address in network for network in self._trusted)

    def of(self, peer: str, forwarded: Sequence[str] = ()) -> str:
        """Return the client's address, in a form that is the same for all that one client can have.

        Args:
            peer: the other end of the connection.
            forwarded: the lines of ``X-Forwarded-For``, to which every proxy adds whom it was asked by. So it is read
                from its end, as far as trusted proxies wrote it.
        """
        client = peer
        for hop in reversed([hop.strip() for line in forwarded for hop in line.split(",")]):
            if not self.trusts(client) or _parsed(hop) is None:
                break
            client = hop
        return _key(client)


def _parsed(text: str) -> _Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _key(text: str) -> str:
    address = _parsed(text)
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, IPV6_NETWORK_BITS), strict=False))
    return text if address is None else str(address)
