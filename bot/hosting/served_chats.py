from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from bot.environment.metrics import Metrics
from bot.environment.settings import Settings
from bot.ledger import Ledger


class ServedChats:
    """Readiness of every chat: connected, with its tables resumed."""

    def __init__(self, platforms: Iterable[str], metrics: Metrics) -> None:
        self._connected: dict[str, Callable[[], bool]] = dict.fromkeys(platforms, _never)
        for platform in self._connected:
            metrics.ready.labels(platform).set_function(partial(self._is_ready, platform))

    def resumed(self, platform: str, connected: Callable[[], bool] = lambda: True) -> None:
        """Count it as ready while it is connected."""
        self._connected[platform] = connected

    def refused(self, platform: str) -> None:
        self._connected[platform] = _never

    def ready(self) -> Mapping[str, bool]:
        return {platform: self._is_ready(platform) for platform in self._connected}

    def _is_ready(self, platform: str) -> bool:
        return self._connected[platform]()


def _never() -> bool:
    return False


class Running(NamedTuple):
    """The parts of a running Kiu that features serve to its host."""

    ledger: Ledger
    settings: Settings
    metrics: Metrics
    chats: ServedChats
    page_mark: str
    """Tells the public page of this process from that of others."""

    process: Callable[[], str] = str
    """Says which of several processes this is, and how much it serves."""
