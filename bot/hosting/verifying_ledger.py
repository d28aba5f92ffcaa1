"""Verification of the whole ledger, by the running Kiu if there is one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict

from pydantic import TypeAdapter

from bot.environment.settings import Settings
from bot.environment.terminal import ascii_if_needed, printable
from bot.hosting.backup_files import way_back
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, Request, Tell, ask
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import AnotherInstance, CannotOpen, Ledger, Part, Verification, verify_file

SECONDS_APART = 1.0
"""Seconds between progress lines."""


def verifying(ledger: Ledger) -> Answer:
    """Verify for other processes while everybody plays on."""

    async def answer(_: Fields, tell: Tell) -> Fields:
        return asdict(await ledger.verification(lambda *step: tell(_report(*step))))

    return answer


async def verify_ledger(settings: Settings, write: Callable[[str], None], tell: Callable[[str], None]) -> int:
    """Verify all stored data; return the exit code."""
    write = ascii_if_needed(write)
    if not settings.database_file.exists():
        write(f"There is nothing to verify: {settings.database_file} does not exist.")
        return EXIT_CANNOT_START
    told = _now_and_then(tell)
    try:
        result = await ask(settings.data, Request.VERIFY, tell=told)
        found = TypeAdapter(Verification).validate_python(result)
    except CannotAnswer as error:
        write(str(error))
        return EXIT_CANNOT_START
    except NotRunning as not_running:
        try:
            found = await verify_file(settings.database, lambda *step: told(_report(*step)))
        except AnotherInstance as error:
            write(f"{not_running} {error}")
            return EXIT_ANOTHER_INSTANCE
        except CannotOpen as error:
            write(printable(str(error)))
            return EXIT_CANNOT_START
    for line in _lines(found, way_back(settings.backups)):
        write(printable(line))
    return 0 if found.sound else EXIT_TO_MEND


def _lines(found: Verification, remedy: str) -> list[str]:
    faults = [*found.damage, *(() if found.audit is None else found.audit.faults), *found.faults]
    if faults:
        return [
            "The ledger is damaged, or somebody has changed it:",
            *(f"  {fault}" for fault in faults),
            f"Stop Kiu. {remedy}",
        ]
    lines = []
    if found.audit is not None:
        lines.append(
            f"Movements of chips: {found.audit.postings:,}; they come to what {found.audit.accounts:,} accounts say."
        )
    lines.append(f"Records of hands: {found.records:,}; each is as it was written, and follows the one before.")
    lines.append(f"Entries of the log of fingerprints: {found.entries:,}; none is missing or changed.")
    if found.pages:
        lines.append("Every page of the file is whole.")
    else:
        lines.append(
            "The pages of the file were not looked at, for which Kiu has to be stopped; a backup looks at them."
        )
    return lines


def _report(part: Part, done: int, of: int) -> Fields:
    return {"part": part.value, "done": done, "of": of}


def _now_and_then(tell: Callable[[str], None]) -> Tell:
    last = time.monotonic()

    def told(report: Fields) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_APART:
            last = now
            tell(f"Verifying {report['part']}: {report['done']:,} of {report['of']:,}")

    return told
