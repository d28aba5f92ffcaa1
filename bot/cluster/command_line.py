"""The host's commands for several processes."""

from __future__ import annotations

import sys

import click

from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy all that is stored in the database FROM to the empty database TO, and verify it; Kiu has to be stopped.

    Each is the path of an SQLite file, or an address such as postgresql://kiu@host/kiu. FROM stays as it is, and TO is
    filled only if everything is copied.

    Ends with 0 if all was copied and verified, with 2 if nothing was copied, and with 3 if Kiu runs.
    """
    from bot.cluster.copying import copy as copied
    from bot.ledger import AnotherInstance, CannotOpen

    try:
        copied(source, target, click.echo)
    except CannotOpen as error:
        click.echo(str(error), err=True)
        sys.exit(EXIT_ANOTHER_INSTANCE if isinstance(error, AnotherInstance) else EXIT_CANNOT_START)
