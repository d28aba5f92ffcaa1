"""The chats that a process serves, and whether people can play in each of them now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from bot.environment.metrics import Metrics


class ServedChats:
    """Knows of every chat that is to be served whether it is ready: connected, with its tables resumed.

    Args:
        platforms: the names of the chats; none is ready yet.
        metrics: where it can be read of each whether it is ready.
    """

    def __init__(self, platforms: Iterable[str], metrics: Metrics) -> None:
        self._connected: dict[str, Callable[[], bool]] = dict.fromkeys(platforms, _never)
        for platform in self._connected:
            metrics.watch_ready(platform, partial(self._is_ready, platform))

    def resumed(self, platform: str, connected: Callable[[], bool] = lambda: True) -> None:
        """The tables of a chat are resumed; from now on it is ready whenever it is connected."""
        self._connected[platform] = connected

    def refused(self, platform: str) -> None:
        """A platform refuses to be served."""
        self._connected[platform] = _never

    def ready(self) -> Mapping[str, bool]:
        """Return for each chat whether it is ready now."""
        return {platform: self._is_ready(platform) for platform in self._connected}

    def _is_ready(self, platform: str) -> bool:
        return self._connected[platform]()


def _never() -> bool:
    return False
