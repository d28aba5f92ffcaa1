"""The command line of whoever releases Kiu; make release, make audit and make outdated call it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
from packaging.version import InvalidVersion, Version

from tools.releasing import audit as auditing
from tools.releasing import outdated as outdating
from tools.releasing.errors import CannotRelease
from tools.releasing.release import release as make_release

CHECKOUT = Path(__file__).parents[2]
LOCK = CHECKOUT / "requirements-dev.txt"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Release Kiu, and look after the packages that it rests on."""


@main.command()
@click.argument("version")
def release(version: str) -> None:
    """Make the release VERSION: changelog, commit, tag, and in dist/VERSION wheel, materials, notes and hashes."""
    try:
        files = make_release(CHECKOUT, Version(version), datetime.now(UTC).date())
    except InvalidVersion:
        raise click.ClickException(f"{version} is no version, such as 0.2.0.") from None
    except CannotRelease as error:
        raise click.ClickException(str(error)) from None
    for each in sorted(files.iterdir()):
        click.echo(each)
    click.echo(f"Look at them, and then publish them: git push --follow-tags, and the files of {files}.")


@main.command()
@click.option(
    "--advisories",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Known weaknesses of packages, the zip of JSON files that OSV gives out for PyPI.",
)
def audit(advisories: Path | None) -> None:
    """Hold the installed packages against the lock, file by file, without any network."""
    wrong = list(auditing.audit(LOCK, advisories))
    for each in wrong:
        click.echo(each)
    if wrong:
        raise click.ClickException(f"{len(wrong)} of the packages need a look.")
    asked = "" if advisories is not None else " Known weaknesses were not asked for: give a file with --advisories."
    click.echo(f"All packages are those of the lock, unchanged.{asked}")


@main.command()
def outdated() -> None:
    """Say which packages have newer versions than the lock, and what takes them in."""
    try:
        found = list(outdating.newer(LOCK, CHECKOUT / "pyproject.toml"))
    except CannotRelease as error:
        raise click.ClickException(str(error)) from None
    for each in found:
        click.echo(each)
    if not found:
        click.echo("All packages of the lock are the newest.")


if __name__ == "__main__":
    main()
