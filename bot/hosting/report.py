"""The report of a check, for the host: sections with findings, each a plain sentence with what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.chats.findings import Finding, Kind
from bot.environment.logs import redacted
from bot.environment.settings import Settings
from bot.environment.terminal import ascii_if_needed, printable
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_NOT_REACHED, EXIT_TO_MEND, EXIT_TOKEN_REFUSED

WEIGHTIEST = (EXIT_CANNOT_START, EXIT_TOKEN_REFUSED, EXIT_NOT_REACHED, EXIT_TO_MEND)
"""Which exit code counts if several sections have one."""


@dataclass(frozen=True, slots=True)
class Section:
    """What was looked at, and what was found."""

    title: str
    findings: Sequence[Finding] = ()
    exit_code: int = 0
    """What it means for the whole program, if more than the findings say: that a token is refused, for instance."""

    table: Sequence[str] = ()
    """Lines below the findings that are shown as they are."""

    @property
    def faults(self) -> int:
        """How many things have to be mended."""
        return sum(each.kind is Kind.FAULT for each in self.findings)


class Report:
    """A report that is written section by section, as each is ready.

    Args:
        settings: their secrets are left out of every line.
        write: writes a line.
    """

    def __init__(self, settings: Settings, write: Callable[[str], None]) -> None:
        self._write = _without_secrets(settings, ascii_if_needed(write))
        self._sections: list[Section] = []

    def add(self, *sections: Section) -> None:
        """Write what was found."""
        for section in sections:
            self._sections.append(section)
            self._write(section.title)
            for line in _lines(section):
                self._write(line)
            self._write("")

    def end(self) -> int:
        """Write what it all comes to; return the exit code."""
        code = exit_code(self._sections)
        self._write(_summary(sum(section.faults for section in self._sections), code))
        return code


def exit_code(sections: Sequence[Section]) -> int:
    """The weightiest of what the sections mean for the program; 0 if nothing has to be mended."""
    codes = {section.exit_code or (EXIT_TO_MEND if section.faults else 0) for section in sections}
    return next((code for code in WEIGHTIEST if code in codes), 0)


def _lines(section: Section) -> Iterator[str]:
    for each in section.findings:
        yield _line(each.kind.value, each.text)
        if each.remedy:
            yield _line("", each.remedy)
    for line in section.table:
        yield f"  {printable(line)}".rstrip()


def _line(mark: str, text: str) -> str:
    return f"  {mark:<5} {printable(text)}"


def _summary(faults: int, code: int) -> str:
    if not code:
        return "All is well."
    things = f"{faults} {'thing' if faults == 1 else 'things'} to mend."
    if code == EXIT_CANNOT_START:
        return f"{things} Kiu does not start like this."
    if code == EXIT_NOT_REACHED:
        return f"{things} Not everything could be asked."
    return things


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
