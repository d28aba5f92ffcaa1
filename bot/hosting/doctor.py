"""The doctor: everything that Kiu needs of its machine, its data and its platforms, looked at one after the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

from bot import __version__
from bot.chats.findings import Finding, fault, good, note
from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.environment.settings_check import FILE, SECRET, in_force
from bot.hosting.backup_check import backup_section
from bot.hosting.checking import platform_sections
from bot.hosting.control_socket import CannotAnswer, Fields, NotRunning, Request, ask
from bot.hosting.data_folder import data_section
from bot.hosting.database_check import database_section
from bot.hosting.known_places import known_places
from bot.hosting.ports import ports_section
from bot.hosting.python_packages import python_section
from bot.hosting.report import Report, Section


async def examine(settings: Settings, write: Callable[[str], None]) -> int:
    """Look at everything, and write what is found and what to do about it; return the exit code."""
    report, clock = Report(settings, write), SystemClock()
    report.add(await asyncio.to_thread(python_section))
    status = await _status(settings)
    running = status is not None
    report.add(Section("Settings", list(_settings_file(settings))))
    report.add(Section("The running Kiu", [_which(status)]))
    report.add(await asyncio.to_thread(data_section, settings.data))
    report.add(await database_section(settings, running=running))
    since = datetime.fromisoformat(status["since"]) if status else None
    report.add(await asyncio.to_thread(backup_section, settings, clock.utc(), since))
    report.add(await ports_section(settings, running=running))
    report.add(*await platform_sections(settings, await known_places(settings), clock))
    return report.end()


async def _status(settings: Settings) -> Fields | None:
    """What the Kiu that runs on the data folder says of itself; ``None`` if none runs."""
    try:
        return await ask(settings.data, Request.STATUS)
    except (NotRunning, CannotAnswer):
        return None


def _settings_file(settings: Settings) -> Iterator[Finding]:
    """Where the settings come from, and whether others can read the secrets among them."""
    found = in_force(settings)
    sources = Counter(each.source for each in found)
    yield good(f"All are right: {sources['environment']} from the environment, {sources['.env']} from the file .env.")
    if any(each.source == ".env" and each.value == SECRET for each in found) and FILE.stat().st_mode & 0o077:
        yield fault(
            "Other users of this machine can read the file .env, and the secrets in it.",
            f"Run chmod 600 {FILE.resolve()}.",
        )


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
