"""The doctor: everything that Kiu needs of its machine, its data and its platforms, looked at one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.chats.known_places import KnownPlaces
from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.hosting.checking import platform_sections
from bot.hosting.python_packages import python_section
from bot.hosting.report import Report


async def examine(settings: Settings, write: Callable[[str], None]) -> int:
    """Look at everything, and write what is found and what to do about it; return the exit code."""
    report = Report(settings, write)
    report.add(await asyncio.to_thread(python_section))
    report.add(*await platform_sections(settings, KnownPlaces(), SystemClock()))
    return report.end()
