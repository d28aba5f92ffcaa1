"""The short form of the doctor, at every start: what can be seen at once, and of that only what is wrong."""

from __future__ import annotations

import sys

import structlog

from bot.chats.findings import Finding, Kind
from bot.environment.settings import Settings
from bot.environment.terminal import printable
from bot.hosting.backup_files import way_back
from bot.hosting.data_folder import data_findings
from bot.hosting.database_check import lost_database
from bot.hosting.python_packages import python_section

log = structlog.get_logger()


def start_refusal(settings: Settings, *, new: bool = False) -> str:
    """Look at the packages and the data folder, and say in the log and on the terminal what has to be mended.

    Args:
        settings: where the data is.
        new: whether Kiu may begin anew although there are backups.

    Returns:
        Why Kiu does not start like this, a line for each reason; empty if it does.
    """
    data = data_findings(settings.data)
    for each in (*python_section().findings, *data.findings):
        if each.kind is Kind.FAULT:
            log.warning("to mend", what=each.text, remedy=each.remedy)
            # Where the log goes to the terminal as well, it was said there already.
            if sys.stdout.isatty() and not sys.stderr.isatty():
                print(f"To mend: {_sentence(each)}", flush=True)
    lost = "" if data.stops or new else lost_database(settings)
    return "\n".join([*map(_sentence, data.stops), *([f"{lost} {way_back(settings.backups)}"] if lost else [])])


def _sentence(finding: Finding) -> str:
    return printable(f"{finding.text} {finding.remedy}".rstrip())
