"""Begin and end of the host's commands, which import late, so that ``--version`` and ``--help`` answer at once."""

from __future__ import annotations

import sys
from collections.abc import Coroutine
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

import click

from bot.hosting.exit_codes import EXIT_CANNOT_START

if TYPE_CHECKING:
    from bot.environment.settings import Settings


class WrongSettings(click.ClickException):
    """The program cannot begin with these settings."""

    exit_code = EXIT_CANNOT_START


def settings() -> Settings:
    """Return the settings, or end with sentences about their errors."""
    from bot.environment.settings_check import BadSettings, read_settings
    from bot.wording import languages

    try:
        return read_settings(languages())
    except BadSettings as error:
        raise WrongSettings(str(error)) from None


def begin(level: str = "") -> Settings:
    """Return the settings, and log from a level upwards, by default their own."""
    from bot.environment import logs

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    found = settings()
    logs.set_up(level or found.log_level, process=found.process_name)
    return found


def end(work: Coroutine[Any, Any, int]) -> NoReturn:
    """Run a command's work, and end with its exit code."""
    import asyncio

    sys.exit(asyncio.run(work))
