"""Starting Kiu from the command line: the room, a script, or a look at what can be set."""

from __future__ import annotations

import asyncio
import sys
from typing import TextIO

import click

from bot import logs
from bot.settings import Settings


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kiu", message="Kiu %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Play QiuQiu, Koo Kiew and Quan Dui in group chats; with no token at all, in a room in your browser.

    Without a command, Kiu runs until it is stopped.
    """
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
@click.argument("file", type=click.File("r", encoding="utf-8"))
def script(file: TextIO) -> None:
    """Play the lines of FILE in a printed room; the same seed gives the same transcript."""
    from bot.chats.script_chat.play import BadScript, play

    logs.set_up("warning")
    try:
        asyncio.run(play(list(file), click.echo))
    except BadScript as error:
        raise click.ClickException(str(error)) from None


def _settings() -> Settings:
    """The settings, or one sentence about what is wrong with them."""
    from pydantic import ValidationError

    try:
        return Settings()
    except ValidationError as error:
        wrong = error.errors()[0]
        raise click.ClickException(f"{_name(wrong['loc'])} is not right: {wrong['msg']}. See .env.example.") from None


def _name(location: tuple[int | str, ...]) -> str:
    """What the host calls a setting: the name of its variable."""
    if not location:
        return "A setting"
    name = str(location[0])
    return name if name.isupper() else f"KIU_{name.upper()}"


if __name__ == "__main__":
    main()
