"""Checking the platforms from the command line: what only they know of the bot, in short lines for its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bot.chats.errors import NotReached, TokenRefused
from bot.chats.findings import fault, note
from bot.chats.known_places import KnownPlaces
from bot.chats.platforms import Check, checks
from bot.environment.clock import Clock, SystemClock
from bot.environment.settings import Settings
from bot.hosting.exit_codes import EXIT_NOT_REACHED, EXIT_TOKEN_REFUSED
from bot.hosting.known_places import known_places
from bot.hosting.report import Report, Section

LONGEST = 20.0
"""How many seconds a platform may take to answer everything."""


async def check_platforms(settings: Settings, write: Callable[[str], None]) -> int:
    """Ask every platform whose token is set, and write what they say; return the exit code."""
    report = Report(settings, write)
    report.add(*await platform_sections(settings, await known_places(settings), SystemClock()))
    return report.end()


async def platform_sections(settings: Settings, known: KnownPlaces, clock: Clock) -> Sequence[Section]:
    """What every platform whose token is set says of the bot, a section for each."""
    asked = checks(settings, known, clock)
    if not asked:
        nothing = note(
            "No token is set, so there is nothing to ask: Kiu is the local room alone.",
            "Set DISCORD_TOKEN or TELEGRAM_TOKEN to play there too; README.md tells how to get one.",
        )
        return [Section("Discord and Telegram", [nothing])]
    return await asyncio.gather(*(_checked(platform, check, settings) for platform, check in asked.items()))


async def _checked(platform: str, check: Check, settings: Settings) -> Section:
    try:
        async with asyncio.timeout(LONGEST):
            return Section(platform, await check())
    except TokenRefused as error:
        return Section(platform, [fault(str(error), "")], EXIT_TOKEN_REFUSED)
    except (NotReached, TimeoutError) as error:
        why = str(error) or type(error).__name__
        setting = f"{platform.upper()}_API_URL"
        own = getattr(settings, setting.lower())
        advice = f"Is {setting} right?" if own else "Is this machine online?"
        return Section(platform, [fault(f"{platform} cannot be reached ({why}).", advice)], EXIT_NOT_REACHED)
