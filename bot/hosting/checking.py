"""Checking the platforms from the command line: what only they know of the bot, in short lines for its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.chats.errors import NotReached, TokenRefused
from bot.chats.findings import Finding, Kind
from bot.chats.platforms import Check, checks
from bot.environment.logs import redacted
from bot.environment.settings import Settings
from bot.environment.terminal import ascii_if_needed, printable
from bot.hosting.exit_codes import EXIT_NOT_REACHED, EXIT_TO_MEND, EXIT_TOKEN_REFUSED

LONGEST = 20.0
"""How many seconds a platform may take to answer everything."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was found on one platform, and why there is no more."""

    platform: str
    findings: Sequence[Finding] = ()
    problem: str = ""
    exit_code: int = 0


async def check_platforms(settings: Settings, write: Callable[[str], None]) -> int:
    """Ask every platform whose token is set, and write what they say; return the exit code.

    A refused token counts for more than a platform that is not reached, and that for more than what has to be mended.
    """
    write = _without_secrets(settings, ascii_if_needed(write))
    asked = checks(settings)
    if not asked:
        write("No token is set, so there is nothing to ask: Kiu is the local room alone.")
        write("Set DISCORD_TOKEN or TELEGRAM_TOKEN to play there too; README.md tells how to get one.")
        return 0
    results = await asyncio.gather(*(_checked(platform, check, settings) for platform, check in asked.items()))
    for result in results:
        for line in _lines(result):
            write(line)
        write("")
    faults = sum(each.kind is Kind.FAULT for result in results for each in result.findings)
    codes = {result.exit_code for result in results}
    if faults or codes != {0}:
        write(_summary(faults))
    else:
        write("All is well.")
    for code in (EXIT_TOKEN_REFUSED, EXIT_NOT_REACHED):
        if code in codes:
            return code
    return EXIT_TO_MEND if faults else 0


async def _checked(platform: str, check: Check, settings: Settings) -> _Checked:
    try:
        async with asyncio.timeout(LONGEST):
            return _Checked(platform, await check())
    except TokenRefused as error:
        return _Checked(platform, problem=str(error), exit_code=EXIT_TOKEN_REFUSED)
    except (NotReached, TimeoutError) as error:
        why = str(error) or type(error).__name__
        setting = f"{platform.upper()}_API_URL"
        own = getattr(settings, setting.lower())
        advice = f"Is {setting} right?" if own else "Is this machine online?"
        return _Checked(platform, problem=f"{platform} cannot be reached ({why}). {advice}", exit_code=EXIT_NOT_REACHED)


def _lines(result: _Checked) -> Iterator[str]:
    yield result.platform
    if result.problem:
        yield _line(Kind.FAULT.value, result.problem)
    for each in result.findings:
        yield _line(each.kind.value, each.text)
        if each.remedy:
            yield _line("", each.remedy)


def _line(mark: str, text: str) -> str:
    return f"  {mark:<5} {printable(text)}"


def _summary(faults: int) -> str:
    if not faults:
        return "Not everything could be asked."
    return f"{faults} {'thing' if faults == 1 else 'things'} to mend."


def _without_secrets(settings: Settings, write: Callable[[str], None]) -> Callable[[str], None]:
    """A ``write`` that leaves out every token, whatever a platform may say."""
    secrets = [
        secret.get_secret_value()
        for secret in (settings.discord_token, settings.telegram_token, settings.telegram_webhook_secret)
        if secret
    ]

    def written(line: str) -> None:
        for secret in secrets:
            line = line.replace(secret, "[token]")
        write(redacted(line))

    return written
