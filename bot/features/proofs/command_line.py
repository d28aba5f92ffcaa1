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
    import runpy

    from bot.environment.shipped_files import shipped_file

    script = shipped_file("verify/kiu_verify.py")
    if script is None:
        raise click.ClickException("The file verify/kiu_verify.py was not installed with this copy of Kiu.")
    sys.exit(runpy.run_path(str(script))["main"](list(records)))
