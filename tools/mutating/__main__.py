"""The command line of mutation testing; ``make mutants`` calls it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import click

from tools.mutating import equivalents, reports
from tools.mutating.mutants import Mutant, Name, mutants_of
from tools.mutating.outcomes import Outcome, Result
from tools.mutating.running import results
from tools.mutating.sessions import CannotMeasure

ROOT = Path(__file__).resolve().parents[2]
_SIGNS = {Outcome.KILLED: ".", Outcome.TIMED_OUT: "t", Outcome.SURVIVED: "S", Outcome.UNTESTED: "U"}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--tests", multiple=True, help="Files or folders of tests; otherwise the folder that follows the code.")
@click.option("--seconds", default=20.0, show_default=True, help="The tests that are run for one mutant at most.")
@click.option("--warm", is_flag=True, help="What tests make once, such as an empty database, is made without a fault.")
@click.option("--share", default=1.0, show_default=True, help="Of all mutants, those that are planted.")
@click.option("--survivors", is_flag=True, help="Only those that survived the last time.")
@click.option("--function", "functions", multiple=True, help="Only those of this function; keeps no report.")
@click.option("--list", "only_list", is_flag=True, help="List the mutants and plant none.")
def main(
    files: tuple[Path, ...],
    tests: tuple[str, ...],
    seconds: float,
    warm: bool,
    share: float,
    survivors: bool,
    functions: tuple[str, ...],
    only_list: bool,
) -> None:
    """Plant faults into FILES (or all files of folders), one after the other, and say which of them no test notices."""
    os.chdir(ROOT)
    os.environ["CI"] = "true"  # the same examples each time
    reasons = equivalents.listed()
    there = {path.relative_to(ROOT).as_posix(): _mutants(path, share, functions) for path in _python_files(files)}
    if only_list:
        for each in (mutant for mutants in there.values() for mutant in mutants):
            click.echo(f"{each.lines.start}: {each.name}")
        return
    kept = {file: reports.survivors(file, (ROOT / file).read_bytes(), share) if survivors else None for file in there}
    by_tests: dict[tuple[str, ...], list[Mutant]] = {}
    for file, mutants in there.items():
        again = kept[file]
        chosen = mutants if again is None else [each for each in mutants if _lives(each.name, again, reasons)]
        by_tests.setdefault(tests or (folder_of_tests(file),), []).extend(chosen)
    found = {each.name: each for group, chosen in by_tests.items() for each in _planted(chosen, group, seconds, warm)}
    for file, mutants in there.items():
        here = [found.get(each.name) or _as_before(each, reasons) for each in mutants]
        if not functions:
            source = (ROOT / file).read_bytes()
            run = tests or (folder_of_tests(file),)
            run = run if kept[file] is None else tuple(dict.fromkeys((*reports.kept_tests(file), *run)))
            text = reports.report(here, source, share, run, reasons)
            reports.path_for(file).write_text(text, encoding="utf-8")
        _tell(file, here, reasons)


def folder_of_tests(file: str) -> str:
    """The folder of tests that follows a file, or the nearest folder above it that does.

    Args:
        file: its path from the root of the project.
    """
    folder = Path("tests") / Path(file).parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return folder.as_posix()


def _python_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        path = path.resolve()
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _mutants(path: Path, share: float, functions: Sequence[str]) -> list[Mutant]:
    sampled = [each for each in mutants_of(path, ROOT) if _sampled(each.name, share)]
    return [each for each in sampled if not functions or each.name.function in functions]


def _sampled(name: Name, share: float) -> bool:
    """Whether a mutant belongs to a share: the same ones each time."""
    number = int.from_bytes(hashlib.sha256(repr(name).encode()).digest()[:8], "big")
    return number < share * (1 << 64)


def _planted(mutants: Sequence[Mutant], tests: Sequence[str], seconds: float, warm: bool) -> list[Result]:
    if not mutants:
        return []
    click.echo(f"{len(mutants)} mutants for {' '.join(tests)} ", nl=False)

    def say(result: Result) -> None:
        sys.stdout.write(_SIGNS[result.outcome])
        sys.stdout.flush()

    sys.stdout.flush()
    try:
        found = results(mutants, tests, ROOT, seconds, warm, say)
    except CannotMeasure as error:
        raise click.ClickException(f"Without any fault these tests do not pass. {error}") from None
    click.echo()
    return found


def _lives(name: Name, survivors: Collection[Name], reasons: dict[Name, str]) -> bool:
    return name in survivors and equivalents.reason(name, reasons) is None


def _as_before(mutant: Mutant, reasons: dict[Name, str]) -> Result:
    listed = equivalents.reason(mutant.name, reasons) is not None
    return Result(mutant.name, mutant.lines.start, Outcome.SURVIVED if listed else Outcome.KILLED, 0)


def _tell(file: str, found: Sequence[Result], reasons: dict[Name, str]) -> None:
    listed = {each.name for each in found if equivalents.reason(each.name, reasons) is not None}
    alive = [each for each in found if not each.noticed and each.name not in listed]
    for each in alive:
        click.echo(f"  {each.outcome.value} {file}:{each.line} {each.name.function}")
        click.echo(f"    - {each.name.before}\n    + {each.name.after}")
    for each in found:
        if each.noticed and each.name in listed:
            click.echo(f"  listed as equivalent, but noticed: {each.name}", err=True)
    killed = sum(each.noticed for each in found)
    click.echo(
        f"{file}: {len(found)} mutants, {killed} killed, {len(found) - killed - len(alive)} equivalent, "
        f"{len(alive)} survived: {reports.percent(killed, len(alive)):.1f} %"
    )


if __name__ == "__main__":
    main()
