"""The command line: running, checking, scripting and verifying.

Commands import late, so that ``--version`` and ``--help`` answer at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from bot import __version__
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_TO_MEND

if TYPE_CHECKING:
    from bot.environment.settings import Settings


class WrongSettings(click.ClickException):
    """The program cannot begin with these settings."""

    exit_code = EXIT_CANNOT_START


class Commands(click.Group):
    """The core's commands, and those in a module ``command_line`` of a feature."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted((*self.commands, *_of_features()))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return self.commands.get(name) or _of_features().get(name)


@cache
def _of_features() -> dict[str, click.Command]:
    from importlib import import_module
    from importlib.util import find_spec

    from bot.features import FEATURES

    names = [name for each in FEATURES if find_spec(name := f"bot.features.{each}.command_line")]
    found = [each for name in names for each in vars(import_module(name)).values() if isinstance(each, click.Command)]
    return {each.name or "": each for each in found}


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Kiu %(version)s")
@click.option(
    "-C",
    "--folder",
    type=click.Path(exists=True, file_okay=False),
    help="Work in this folder, with its .env, instead of the one you are in.",
)
@click.pass_context
def main(context: click.Context, folder: str | None) -> None:
    """Play QiuQiu, Koo Kiew and Quan Dui in group chats; with no token at all, in a room in your browser.

    Without a command, Kiu runs until it is stopped.
    """
    if folder is not None:
        try:
            os.chdir(folder)
        except OSError as error:
            raise click.UsageError(f"The folder {folder} cannot be entered: {error.strerror}.") from None
    if context.invoked_subcommand is None:
        context.invoke(run)


@main.command()
@click.option("--new", is_flag=True, help="Begin anew in place of a lost or damaged database.")
def run(*, new: bool = False) -> None:
    """Run Kiu until it is stopped (what happens without a command).

    Ends with 0 when it was stopped, with 2 if it cannot start like this, with 3 if another Kiu uses its data or a
    token, with 4 if a platform refuses its token, and with 8 if the disk failed while something was being stored.
    """
    import gc

    settings = _begin()
    # Imports stay: collecting garbage among them takes a sixth of the start.
    gc.disable()
    from bot.running import run_until_stopped

    gc.freeze()
    gc.enable()
    _end(run_until_stopped(settings, new=new))


@main.command()
def doctor() -> None:
    """Look whether this machine, the data of Kiu and its platforms are as Kiu needs them, and say what to do.

    A running Kiu is not disturbed, and nothing secret is printed.

    To try a channel as well, type /selftest there.

    Ends with 0 if all is well, with 1 if something has to be mended, with 2 if Kiu does not start like this, with 4 if
    a token is refused, and with 5 if a platform cannot be reached.
    """
    from bot.hosting.doctor import examine

    settings = _begin("error")
    _end(examine(settings, click.echo))


@main.command()
def backup() -> None:
    """Make a backup of the database now; a running Kiu makes it itself while everybody plays on.

    It counts when it is named: it was copied and checked.

    Ends with 0 if it was made, with 2 for wrong settings, with 3 if Kiu runs and cannot be asked, and with 6 if it was
    not made for another reason.
    """
    from bot.hosting.backing_up import back_up

    settings = _begin("critical")
    _end(back_up(settings, click.echo))


@main.command("verify-ledger")
def verify_ledger() -> None:
    """Verify a copy of the database: every movement of chips, every record, every page; a running Kiu plays on.

    Ends with 0 if all is as it was written, with 1 if not, with 2 if the database cannot be read, and with 3 if Kiu
    runs and cannot be asked.
    """
    from bot.hosting.backing_up import verify_ledger as verified

    settings = _begin("error")
    _end(verified(settings, click.echo))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--accept-loss", is_flag=True, help="Restore it even if people were told of more than it has.")
def restore(file: Path, accept_loss: bool) -> None:
    """Put the backup FILE in the place of the database; Kiu has to be stopped.

    The database that was there is kept beside it. With --accept-loss, tables of the backup are closed with the next
    start and their hands called off, and everybody there is told.

    Ends with 0 if it was restored, with 2 if the backup cannot be used, with 3 if Kiu runs, and with 7 if people were
    told of more than it has.
    """
    from bot.hosting.restoring import restore_backup

    settings = _begin("critical")
    sys.exit(restore_backup(settings, file, accept_loss=accept_loss, write=click.echo))


@main.command()
def check() -> None:
    """Ask Discord and Telegram alone, which doctor does as well; a running Kiu is not disturbed.

    Ends with 0 if all is well, with 1 if something has to be mended, with 4 if a token is refused, and with 5 if a
    platform cannot be reached.
    """
    from bot.hosting.doctor import check_platforms

    settings = _begin("error")
    _end(check_platforms(settings, click.echo))


@main.command()
@click.option("--ready", is_flag=True, help="Ask whether people can play in every chat that is set up.")
def health(ready: bool) -> None:
    """Ask the running Kiu whether its writer and its event loop answer; KIU_HEALTH_PORT has to be set for that.

    Ends with 0 if all is well, with 1 if not, and with 2 if the settings are wrong.
    """
    from bot.hosting.health_check import HealthNotServed, ask_health

    try:
        found = ask_health(_settings(), ready=ready)
    except HealthNotServed as error:
        raise WrongSettings(str(error)) from None
    click.echo(found.words, err=not found.is_well)
    sys.exit(0 if found.is_well else EXIT_TO_MEND)


@main.command()
@click.option("--example", is_flag=True, help="Print a file .env to begin with, in which every setting is explained.")
def settings(example: bool) -> None:
    """Say which settings are in force and where each comes from; secrets are not shown."""
    from bot.environment.settings_check import in_force
    from bot.environment.shipped_files import shipped_file

    if not example:
        for each in in_force(_settings()):
            click.echo(f"{each.name:24} {each.value}  ({each.source})")
        return
    file = shipped_file(".env.example")
    if file is None:
        raise click.ClickException("The file .env.example was not installed with this copy of Kiu.")
    click.echo(file.read_text(encoding="utf-8"), nl=False)


@main.command()
@click.option("--older", type=click.IntRange(30, 36_500), default=365, show_default=True, help="How many days old.")
def prune(older: int) -> None:
    """Delete the journals and records of old hands, which then have no replay and no proof any more.

    Chips, statements, results and the log of fingerprints stay. A running Kiu does it between its other work.

    Ends with 0 if all is well, with 1 if the disk failed on the way, with 2 if the database cannot be used, and with 3
    if another process uses it and cannot be asked.
    """
    from bot.environment.clock import SystemClock
    from bot.hosting.pruning import prune as pruned

    settings = _begin("error")
    _end(pruned(settings, older, SystemClock(), click.echo))


def _settings() -> Settings:
    """Return the settings, or end with sentences about their errors."""
    from bot.environment.settings_check import BadSettings, read_settings
    from bot.wording import languages

    try:
        return read_settings(languages())
    except BadSettings as error:
        raise WrongSettings(str(error)) from None


def _begin(level: str = "") -> Settings:
    """Return the settings, and log from a level upwards, by default their own."""
    from bot.environment import logs

    settings = _settings()
    logs.set_up(level or settings.log_level)
    return settings


def _end(work: Coroutine[Any, Any, int]) -> NoReturn:
    """Run a command's work, and end with its exit code."""
    import asyncio

    sys.exit(asyncio.run(work))


if __name__ == "__main__":
    main()
