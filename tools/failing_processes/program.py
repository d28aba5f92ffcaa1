"""The program in a process of its own, forked from one that has imported it, so that a start costs little."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from typing import Any, Final

import bot.chats.discord_chat.adapter
import bot.chats.telegram_chat.telegram
import bot.cluster.member
import bot.running  # noqa: F401 - imported for its forks
from bot.__main__ import main
from bot.cluster import inbox, locks
from bot.features.installed import host_services
from bot.ledger import writes

host_services()


def _wake_ups_trusted() -> None:
    inbox.LOOK_SECONDS = math.inf  # type: ignore[misc]


def _frozen_trusted() -> None:
    locks.SILENT_SECONDS = 3600.0  # type: ignore[misc]


def _no_key() -> None:
    writes.digest = lambda key: None  # type: ignore[assignment, return-value]


PLANTS: Final[Mapping[str, Callable[[], None]]] = {
    "wake-ups-trusted": _wake_ups_trusted,
    "frozen-trusted": _frozen_trusted,
    "no-key": _no_key,
}
"""Faults that an evening has to show."""


def run(environment: Mapping[str, str], log: str, plant: str) -> Any:
    """Be the program, with an environment, and everything that it writes in a file."""
    os.setsid()
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
    for name in [name for name in os.environ if name.startswith(foreign)]:
        del os.environ[name]
    os.environ.update(environment)
    if plant:
        PLANTS[plant]()
    main([], prog_name="bot")
