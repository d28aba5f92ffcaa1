"""The short form of the doctor, at every start: what can be seen at once, and of that only what is wrong."""

from __future__ import annotations

import sys

import structlog

from bot.chats.findings import Finding, Kind
from bot.environment.settings import Settings
from bot.environment.terminal import printable
from bot.hosting.data_folder import data_section
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.hosting.python_packages import python_section

log = structlog.get_logger()


def start_refusal(settings: Settings) -> str:
    """Look at the packages and the data folder, and say in the log and on the terminal what has to be mended.

    Returns:
        Why Kiu does not start like this, a line for each reason; empty if it does.
    """
    refusals: list[str] = []
    for section in (python_section(), data_section(settings.data)):
        faults = [each for each in section.findings if each.kind is Kind.FAULT]
        if section.exit_code == EXIT_CANNOT_START:
            refusals += map(_sentence, faults)
            continue
        for each in faults:
            log.warning("to mend", about=section.title, what=each.text, remedy=each.remedy)
            if sys.stdout.isatty() and not sys.stderr.isatty():
                print(f"To mend: {_sentence(each)}", flush=True)
    return "\n".join(refusals)


def _sentence(finding: Finding) -> str:
    return printable(f"{finding.text} {finding.remedy}".rstrip())
