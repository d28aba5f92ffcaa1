"""The command line: running the bot, checking its platforms, playing a script, verifying records."""

from __future__ import annotations

import asyncio
import os
import sys
from io import StringIO
from typing import TextIO

import click

from bot import __version__
from bot.environment import logs
from bot.environment.settings import Settings
from bot.environment.settings_check import BadSettings, in_force, read_settings
from bot.environment.shipped_files import shipped_file
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.wording import languages


class WrongSettings(click.ClickException):
    """The program cannot begin with these settings."""

    exit_code = EXIT_CANNOT_START


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
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
def run() -> None:
    """Run Kiu until it is stopped (what happens without a command)."""
    settings = _settings()
    logs.set_up(settings.log_level)
    from bot.running import run_until_stopped

    sys.exit(asyncio.run(run_until_stopped(settings)))


@main.command()
def doctor() -> None:
    """Look whether this machine, the data of Kiu and its platforms are as Kiu needs them, and say what to do.

    A running Kiu is not disturbed, and nothing secret is printed.

    Ends with 0 if all is well, with 1 if something has to be mended, with 2 if Kiu does not start like this, with 4 if
    a token is refused, and with 5 if a platform cannot be reached.
    """
    from bot.hosting.doctor import examine

    settings = _settings()
    logs.set_up("error")
    sys.exit(asyncio.run(examine(settings, click.echo)))


@main.command()
def check() -> None:
    """Ask Discord and Telegram alone, which doctor does as well; a running Kiu is not disturbed.

    Ends with 0 if all is well, with 1 if something has to be mended, with 4 if a token is refused, and with 5 if a
    platform cannot be reached.
    """
    from bot.chats.known_places import KnownPlaces
    from bot.environment.clock import SystemClock
    from bot.hosting.checking import check_platforms

    settings = _settings()
    logs.set_up("error")
    sys.exit(asyncio.run(check_platforms(settings, click.echo, KnownPlaces(), SystemClock())))


@main.command()
@click.option("--example", is_flag=True, help="Print a file .env to begin with, in which every setting is explained.")
def settings(example: bool) -> None:
    """Say which settings are in force and where each comes from; secrets are not shown."""
    if example:
        click.echo(_example(), nl=False)
        return
    for each in in_force(_settings()):
        click.echo(f"{each.name:24} {each.value}  ({each.source})")


@main.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
def script(file: TextIO) -> None:
    """Play the lines of FILE in a printed chat; the same seed gives the same transcript."""
    from bot.chats.script_chat.play import MOST_CHARACTERS, play
    from bot.chats.script_chat.stacking import BadScript

    logs.set_up("warning")
    try:
        text = file.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise click.ClickException(f"There are bytes in {file.name} that are no UTF-8.") from None
    if len(text) > MOST_CHARACTERS:
        raise click.ClickException(f"{file.name} is too long: a script has at most {MOST_CHARACTERS:,} characters.")
    try:
        asyncio.run(play(StringIO(text), click.echo))
    except BadScript as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def verify(records: tuple[str, ...]) -> None:
    """Verify the RECORDS of hands: files, or - for standard input.

    Of several records of one table it also verifies that they follow each other.
    Ends with 0 if all are valid, with 1 if not, and with 2 if a file cannot be read.
    """
    from bot.verifying import MOST_FILE_BYTES, report

    files = []
    for name in records:
        try:
            with click.open_file(name, "rb") as file:
                files.append((name, file.read(MOST_FILE_BYTES + 1)))
        except OSError as error:
            raise click.UsageError(f"{name} cannot be read: {error.strerror}") from None
    sys.exit(0 if report(files, click.echo) else 1)


def _example() -> str:
    """The file ``.env.example``."""
    file = shipped_file(".env.example")
    if file is None:
        raise click.ClickException("The file .env.example was not installed with this copy of Kiu.")
    return file.read_text(encoding="utf-8")


def _settings() -> Settings:
    """The settings; if they are wrong, the program ends with sentences that say so."""
    try:
        return read_settings(languages())
    except BadSettings as error:
        raise WrongSettings(str(error)) from None


if __name__ == "__main__":
    main()
