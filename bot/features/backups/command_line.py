from __future__ import annotations

import sys
from pathlib import Path

import click

from bot.hosting.program import begin, end


@click.command()
def backup() -> None:
    """Make a backup of the database now; a running Kiu makes it itself while everybody plays on.

    It counts when it is named: it was copied and checked.

    Ends with 0 if it was made, with 2 for wrong settings, with 3 if Kiu runs and cannot be asked, and with 6 if it was
    not made for another reason.
    """
    from bot.features.backups.backing_up import back_up

    settings = begin("critical")
    end(back_up(settings, click.echo))


@click.command("verify-ledger")
def verify_ledger() -> None:
    """Verify a copy of the database: every movement of chips, every record, every page; a running Kiu plays on.

    Ends with 0 if all is as it was written, with 1 if not, with 2 if the database cannot be read, and with 3 if Kiu
    runs and cannot be asked.
    """
    from bot.features.backups.backing_up import verify_ledger as verified

    settings = begin("error")
    end(verified(settings, click.echo))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--accept-loss", is_flag=True, help="Restore it even if people were told of more than it has.")
def restore(file: Path, accept_loss: bool) -> None:
    """Put the backup FILE in the place of the database; Kiu has to be stopped.

    The database that was there is kept beside it. With --accept-loss, tables of the backup are closed with the next
    start and their hands called off, and everybody there is told.

    Ends with 0 if it was restored, with 2 if the backup cannot be used, with 3 if Kiu runs, and with 7 if people were
    told of more than it has.
    """
    from bot.features.backups.restoring import restore_backup

    settings = begin("critical")
    sys.exit(restore_backup(settings, file, accept_loss=accept_loss, write=click.echo))


@click.command()
@click.option("--older", type=click.IntRange(30, 36_500), default=365, show_default=True, help="How many days old.")
def prune(older: int) -> None:
    """Delete the journals and records of old hands, which then have no replay and no proof any more.

    Chips, statements, results and the log of fingerprints stay. A running Kiu does it between its other work.

    Ends with 0 if all is well, with 1 if the disk failed on the way, with 2 if the database cannot be used, and with 3
    if another process uses it and cannot be asked.
    """
    from bot.environment.clock import SystemClock
    from bot.features.backups.pruning import prune as pruned

    settings = begin("error")
    end(pruned(settings, older, SystemClock(), click.echo))
