from __future__ import annotations

import asyncio
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

from pydantic import TypeAdapter

from bot import __version__
from bot.chats.findings import Finding, Kind, fault, good, note
from bot.chats.known_places import KnownPlaces
from bot.chats.not_served import NotReached, TokenRefused
from bot.chats.platforms import Check, checks
from bot.environment.clock import SystemClock
from bot.environment.logs import redacted
from bot.environment.settings import Settings
from bot.environment.settings_check import FILE, SECRET, in_force
from bot.environment.terminal import printable
from bot.features.doctor.backups import backup_findings
from bot.features.doctor.data_folder import data_findings
from bot.features.doctor.database_probes import examine_database
from bot.features.doctor.public_page import public_page_findings
from bot.features.doctor.queries import Content
from bot.hosting.control_socket import CannotAnswer, Fields, NotRunning, ask
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_NOT_REACHED, EXIT_TO_MEND, EXIT_TOKEN_REFUSED

WEIGHTIEST = (EXIT_CANNOT_START, EXIT_TOKEN_REFUSED, EXIT_NOT_REACHED, EXIT_TO_MEND)
"""Exit codes by priority."""

LONGEST = 20.0
"""Seconds for all answers of a platform."""

Section: TypeAlias = tuple[str, Sequence[Finding]]


async def examine(settings: Settings, write: Callable[[str], None]) -> int:
    """Write all findings with remedies; return the exit code."""
    status = await _told(settings)
    since = datetime.fromisoformat(status["since"]) if status else None
    report = Report(settings, write)
    report.add("Settings", settings_findings(settings))
    report.add("The running Kiu", [_running(status)])
    report.add("Data folder", await asyncio.to_thread(data_findings, settings.data))
    told = TypeAdapter(Content).validate_python(status["content"]) if status else None
    findings, places = await examine_database(settings, told)
    report.add("Database", findings)
    report.add("Backups", list(await asyncio.to_thread(backup_findings, settings, SystemClock().utc(), since)))
    if url := settings.public_url:
        mark = status["page"] if status else None
        report.add("Table page", await public_page_findings(url, settings.public_port, mark))
    for title, found in await platform_sections(settings, places):
        report.add(title, found)
    return report.end()


async def _told(settings: Settings) -> Fields | None:
    try:
        return await ask(settings.data, "status")
    except (NotRunning, CannotAnswer):
        return None


def settings_findings(settings: Settings) -> list[Finding]:
    found = in_force(settings)
    sources = Counter(each.source for each in found)
    findings = [
        good(f"All are right: {sources['environment']} from the environment, {sources['.env']} from the file .env.")
    ]
    if any(each.source == ".env" and each.value == SECRET for each in found) and FILE.stat().st_mode & 0o077:
        shared = "Other users of this machine can read the file .env, and the secrets in it."
        findings.append(fault(shared, f"Run chmod 600 {FILE.resolve()}."))
    return findings


def _running(status: Fields | None) -> Finding:
    if status is None:
        return good(f"Kiu {__version__} with Python {platform.python_version()} is not running on this data folder.")
    tables, since = len(status["content"]["tables"]), datetime.fromisoformat(status["since"])
    sentence = (
        f"Kiu {status['version']} is running, as process {status['process']}, since {since:%Y-%m-%d %H:%M} UTC, "
        f"with {tables} open {'table' if tables == 1 else 'tables'}."
    )
    if status["version"] != __version__:
        return note(f"{sentence} Installed is {__version__}.", "Start Kiu again to use what is installed.")
    return good(sentence)


async def platform_sections(settings: Settings, known: KnownPlaces) -> Sequence[Section]:
    asked = checks(settings, known)
    if not asked:
        nothing = note(
            "No token is set, so there is nothing to ask: Kiu is the local room alone.",
            "Set DISCORD_TOKEN or TELEGRAM_TOKEN to play there too; README.md tells how to get one.",
        )
        return [("Discord and Telegram", [nothing])]
    return await asyncio.gather(*(_checked(platform, check, settings) for platform, check in asked.items()))


async def _checked(platform: str, check: Check, settings: Settings) -> Section:
    try:
        async with asyncio.timeout(LONGEST):
            return platform, await check()
    except TokenRefused as error:
        return platform, [fault(str(error), "", EXIT_TOKEN_REFUSED)]
    except (NotReached, TimeoutError) as error:
        setting = f"{platform.upper()}_API_URL"
        advice = f"Is {setting} right?" if getattr(settings, setting.lower()) else "Is this machine online?"
        why = str(error) or type(error).__name__
        return platform, [fault(f"{platform} cannot be reached ({why}).", advice, EXIT_NOT_REACHED)]


class Report:
    """A report written by section; no line has a secret."""

    def __init__(self, settings: Settings, write: Callable[[str], None]) -> None:
        self._secrets = [
            secret.get_secret_value() for secret in (settings.discord_token, settings.telegram_token) if secret
        ]
        self._to = write
        self._findings: list[Finding] = []

    def add(self, title: str, findings: Sequence[Finding]) -> None:
        self._findings += findings
        for line in (title, *(line for each in findings for line in _lines(each)), ""):
            self._write(line)

    def end(self) -> int:
        """Write the verdict; return the exit code."""
        code, faults = exit_code(self._findings), sum(each.kind is Kind.FAULT for each in self._findings)
        summary = f"{faults} {'thing' if faults == 1 else 'things'} to mend." if code else "All is well."
        more = {
            EXIT_CANNOT_START: " Kiu does not start like this.",
            EXIT_NOT_REACHED: " Not everything could be asked.",
        }
        self._write(summary + more.get(code, ""))
        return code

    def _write(self, line: str) -> None:
        for secret in self._secrets:
            line = line.replace(secret, "[token]")
        self._to(redacted(line))


def exit_code(findings: Iterable[Finding]) -> int:
    """Return the weightiest exit code of findings, or 0."""
    codes = {each.exit_code or (EXIT_TO_MEND if each.kind is Kind.FAULT else 0) for each in findings}
    return next((code for code in WEIGHTIEST if code in codes), 0)


def _lines(finding: Finding) -> Iterator[str]:
    yield f"  {finding.kind.value:<5} {printable(finding.text)}"
    if finding.remedy:
        yield f"        {printable(finding.remedy)}"
