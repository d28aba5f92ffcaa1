"""The host's command that verifies records."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def verify(records: tuple[str, ...]) -> None:
    """Verify the RECORDS of hands: files, or - for standard input.

    Of several records of one table it also verifies that they follow each other.
    Ends with 0 if all are valid, with 1 if not, and with 2 if a file cannot be read.
    """
    from bot.features.proofs.verifying import MOST_FILE_BYTES, report

    files = []
    for name in records:
        try:
            with click.open_file(name, "rb") as file:
                files.append((name, file.read(MOST_FILE_BYTES + 1)))
        except OSError as error:
            raise click.UsageError(f"{name} cannot be read: {error.strerror}") from None
    sys.exit(0 if report(files, click.echo) else 1)
