"""The host's command that asks for the health of a running Kiu."""

from __future__ import annotations

import sys

import click

from bot.hosting.exit_codes import EXIT_TO_MEND
from bot.hosting.program import WrongSettings, settings


@click.command()
@click.option("--ready", is_flag=True, help="Ask whether people can play in every chat that is set up.")
def health(ready: bool) -> None:
    """Ask the running Kiu whether its writer and its event loop answer; KIU_HEALTH_PORT has to be set for that.

    Ends with 0 if all is well, with 1 if not, and with 2 if the settings are wrong.
    """
    from bot.features.health.asking import HealthNotServed, ask_health

    try:
        found = ask_health(settings(), ready=ready)
    except HealthNotServed as error:
        raise WrongSettings(str(error)) from None
    click.echo(found.words, err=not found.is_well)
    sys.exit(0 if found.is_well else EXIT_TO_MEND)
