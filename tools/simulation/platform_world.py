"""What the worlds of Telegram and of Discord have in common: a double that Kiu reaches over the network in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from tools.simulation.chats import Told
from tools.simulation.in_flight import InFlight
from tools.simulation.loop import SimulatedLoop
from tools.simulation.platform_calls import PlatformCalls
from tools.simulation.platform_faults import PlatformFaults


class PlatformWorld:
    """A platform whose servers run in the loop of the world.

    Args:
        calls: stands between Kiu and the double.
        url: where Kiu calls the double.
    """

    def __init__(self, calls: PlatformCalls[Any], url: str) -> None:
        self._loop = asyncio.get_running_loop()
        network = cast(SimulatedLoop, self._loop).network
        assert network is not None
        self._network = network
        address = urlsplit(url)
        assert address.hostname is not None
        assert address.port is not None
        self._address = address.hostname, address.port
        self._calls = calls
        self._in_flight = InFlight(self._loop.time)
        self._deleted = 0
        """How many messages somebody has deleted."""

        self.tellers: list[Callable[[Told], None]] = []

    @property
    def faults(self) -> PlatformFaults:
        """How often something goes wrong."""
        return self._calls.faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._calls.faults = faults
        if faults.never_sent < 1:
            self._network.bring_back(self._address)
        else:
            self._network.take_away(self._address)

    @property
    def unsure(self) -> int:
        """How many messages Kiu could not know of whether they stand."""
        return self._calls.unsure + self._deleted

    def cut_off(self) -> None:
        """Kiu was killed: the network has cut it off already."""
        self._calls.break_off()
        self._in_flight.new_life()

    def _told(self, told: Told) -> None:
        for tell in self.tellers:
            tell(told)
