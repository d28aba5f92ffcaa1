"""The doctor: everything that Kiu needs of its machine, its data and its platforms, looked at one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot import __version__
from bot.chats.findings import Finding, good, note
from bot.chats.known_places import KnownPlaces
from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.hosting.checking import platform_sections
from bot.hosting.control_socket import CannotAnswer, Fields, NotRunning, Request, ask
from bot.hosting.data_folder import data_section
from bot.hosting.database_check import database_section
from bot.hosting.ports import ports_section
from bot.hosting.python_packages import python_section
from bot.hosting.report import Report, Section


async def examine(settings: Settings, write: Callable[[str], None]) -> int:
    """Look at everything, and write what is found and what to do about it; return the exit code."""
    report = Report(settings, write)
    report.add(await asyncio.to_thread(python_section))
    status = await _status(settings)
    running = status is not None
    report.add(Section("Kiu", [_which(status)]))
    report.add(await asyncio.to_thread(data_section, settings.data))
    report.add(await database_section(settings, running=running))
    report.add(await ports_section(settings, running=running))
    report.add(*await platform_sections(settings, KnownPlaces(), SystemClock()))
    return report.end()


async def _status(settings: Settings) -> Fields | None:
    """What the Kiu that runs on the data folder says of itself; ``None`` if none runs."""
    try:
        return await ask(settings.data, Request.STATUS)
    except (NotRunning, CannotAnswer):
        return None


def _which(status: Fields | None) -> Finding:
    if status is None:
        return good(f"Kiu {__version__} is not running on this data folder.")
    tables, since = status["tables"], datetime.fromisoformat(status["since"])
    sentence = (
        f"Kiu {status['version']} is running, as process {status['process']}, since {since:%Y-%m-%d %H:%M} UTC, "
        f"with {tables} open {'table' if tables == 1 else 'tables'}."
    )
    if status["version"] != __version__:
        return note(f"{sentence} Installed is {__version__}.", "Start Kiu again to use what is installed.")
    return good(sentence)
