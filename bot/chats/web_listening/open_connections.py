"""Who is connected, from which address, and who of them has not been recognised yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Connection = TypeVar("_Connection", bound=Hashable)

ANYWHERE = ""
"""Stands for every address together; a connection from there counts for no address of its own."""


class OpenConnections(Generic[_Connection]):
    """The open connections.

    One too many takes the place of the one, from the same address or from any, that has been open the longest without
    being recognised. So to hold connections and say nothing keeps nobody else out.

    Args:
        most: how many there may be.
        most_per_address: how many of them one address may have.
        cut_off: ends a connection at once; it counts no more.
    """

    def __init__(self, most: int, most_per_address: int, cut_off: Callable[[_Connection], None]) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._cut_off = cut_off
        self._address: dict[_Connection, str] = {}
        self._count: Counter[str] = Counter()
        self._unknown: dict[_Connection, None] = {}

    def __len__(self) -> int:
        return len(self._address)

    def __contains__(self, connection: _Connection) -> bool:
        return connection in self._address

    def add(self, connection: _Connection, address: str) -> None:
        """Somebody who is not known yet has connected."""
        self._address[connection] = address
        self._count[address] += 1
        self._unknown[connection] = None

    def know(self, connection: _Connection) -> None:
        """A connection is that of somebody who is known now, and makes way for nobody."""
        self._unknown.pop(connection, None)

    def remove(self, connection: _Connection) -> None:
        """A connection is gone."""
        self._unknown.pop(connection, None)
        address = self._address.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def makes_way(self, address: str) -> bool:
        """Tell whether one more from an address has room, after others were cut off for it if need be."""
        return all(not self._is_full(each) or self.cuts_off_one(each) for each in (address, ANYWHERE))

    def cuts_off_one(self, address: str = ANYWHERE) -> bool:
        """Cut off the oldest connection from an address of somebody who is not known; tell whether there was one."""
        of_address = (each for each in self._unknown if address in (ANYWHERE, self._address[each]))
        longest = next(of_address, None)
        if longest is None:
            return False
        self.remove(longest)
        self._cut_off(longest)
        return True

    def _is_full(self, address: str) -> bool:
        return len(self) >= self._most if address == ANYWHERE else self._count[address] >= self._most_per_address
