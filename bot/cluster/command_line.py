"""The host's commands for several processes."""

from __future__ import annotations

import sys

import click

from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TO_MEND
from bot.hosting.program import WrongSettings, settings


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


@click.command()
def status() -> None:
    """Say which processes use the database on PostgreSQL, and what each of them does.

    Ends with 0 if every group is served, with 1 if not, and with 2 if there is no such database.
    """
    import asyncio

    from bot.cluster.locks import SessionLost, look
    from bot.cluster.status import described, unserved

    found = settings()
    if not found.several:
        raise WrongSettings("There is one process on SQLite: KIU_DATABASE names no database on PostgreSQL.")
    try:
        processes = asyncio.run(look(found.database))
    except SessionLost as error:
        raise WrongSettings(f"PostgreSQL does not say: {error}") from None
    for each in sorted(processes, key=lambda each: each.name):
        click.echo(described(each))
    if free := unserved(processes):
        click.echo(f"Nobody serves {len(free)} slots: {', '.join(map(str, free))}.")
        sys.exit(EXIT_TO_MEND)
