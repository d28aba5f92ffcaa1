"""The command line: running, checking, scripting and verifying.

Commands import late, so that ``--version`` and ``--help`` answer at once.
"""

from __future__ import annotations

import os
from functools import cache

import click

from bot import __version__
from bot.hosting import program


class Commands(click.Group):
    """The core's commands, and those in a module ``command_line`` of a feature or of several processes."""

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
    names.append("bot.cluster.command_line")
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

    settings = program.begin()
    # Imports stay: collecting garbage among them takes a sixth of the start.
    gc.disable()
    from bot.running import run_until_stopped

    gc.freeze()
    gc.enable()
    program.end(run_until_stopped(settings, new=new))


@main.command()
def drain() -> None:
    """Give all tables of this process to the others, before an upgrade; then stop it.

    Ends with 0 once they have them, and with 2 if no process runs on this data folder.
    """
    import asyncio

    from bot.hosting.control_socket import CannotAnswer, NotRunning, ask

    settings = program.begin()
    if not settings.several:
        raise program.WrongSettings("There is no other process to give tables to: KIU_DATABASE names no PostgreSQL.")
    try:
        done = asyncio.run(ask(settings.data, "drain"))
    except (CannotAnswer, NotRunning) as error:
        raise program.WrongSettings(str(error)) from None
    click.echo(f"The process {done['process']} serves no table any more: stop it now.")


@main.command()
@click.option("--example", is_flag=True, help="Print a file .env to begin with, in which every setting is explained.")
def settings(example: bool) -> None:
    """Say which settings are in force and where each comes from; secrets are not shown."""
    from bot.environment.settings_check import in_force
    from bot.environment.shipped_files import shipped_file

    if not example:
        for each in in_force(program.settings()):
            click.echo(f"{each.name:24} {each.value}  ({each.source})")
        return
    file = shipped_file(".env.example")
    if file is None:
        raise click.ClickException("The file .env.example was not installed with this copy of Kiu.")
    click.echo(file.read_text(encoding="utf-8"), nl=False)


if __name__ == "__main__":
    main()
