"""What is kept of a run: one file for each file of the program, to be read and compared with the one before."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.mutating import equivalents
from tools.mutating.mutants import Name
from tools.mutating.outcomes import Result

FOLDER = Path(__file__).parent / "results"


def path_for(file: str, folder: Path = FOLDER) -> Path:
    """Where the report on a file is kept.

    Args:
        file: its path from the root of the project.
        folder: that of the reports.
    """
    return folder / f"{file.removesuffix('.py').replace('/', '.')}.toml"


def report(
    found: Sequence[Result], source: bytes, share: float, tests: Sequence[str], reasons: Mapping[Name, str]
) -> str:
    """The report on the mutants of one file.

    Args:
        found: what became of those that were planted.
        source: what stands in the file.
        share: of all mutants, that which was planted.
        tests: the files or folders of tests that were run.
        reasons: why some are equivalent.
    """
    alive = [each for each in found if not each.noticed]
    unexplained = [each for each in alive if equivalents.reason(each.name, reasons) is None]
    killed = len(found) - len(alive)
    figures = {
        "share": share,
        "mutants": len(found),
        "killed": killed,
        "equivalent": len(alive) - len(unexplained),
        "survived": len(unexplained),
        "percent": round(percent(killed, len(unexplained)), 1),
    }
    lines = [f'source = "{digest(source)}"', f"tests = {json.dumps(list(tests))}"]
    lines += [f"{name} = {value}" for name, value in figures.items()]
    for each in unexplained:
        lines += [
            "",
            "[[survivors]]",
            f"line = {each.line}",
            f"outcome = {json.dumps(each.outcome.value)}",
            f"function = {_text(each.name.function)}",
            f"before = {_text(each.name.before)}",
            f"after = {_text(each.name.after)}",
        ]
        if each.name.nth:
            lines.append(f"nth = {each.name.nth}")
    return "\n".join(lines) + "\n"


def percent(killed: int, survived: int) -> float:
    """How many of a hundred mutants that are no equivalents were killed."""
    return 100 * killed / (killed + survived) if killed + survived else 100.0


def digest(source: bytes) -> str:
    """Says of which state of a file a report is."""
    return hashlib.sha256(source).hexdigest()[:16]


def survivors(file: str, source: bytes, share: float, folder: Path = FOLDER) -> frozenset[Name] | None:
    """The mutants that survived the last time; ``None`` if there is no report on this state of the file and this share.

    Args:
        file: its path from the root of the project.
        source: what stands in the file.
        share: of all mutants, that which is asked for.
        folder: that of the reports.
    """
    path = path_for(file, folder)
    if not path.exists():
        return None
    kept = tomllib.loads(path.read_text(encoding="utf-8"))
    if kept["source"] != digest(source) or kept["share"] != share:
        return None
    return frozenset(
        Name(file, each["function"], each["before"], each["after"], each.get("nth", 0))
        for each in kept.get("survivors", [])
    )


def kept_tests(file: str, folder: Path = FOLDER) -> tuple[str, ...]:
    """The files or folders of tests that the report on a file rests on; none without one.

    Args:
        file: its path from the root of the project.
        folder: that of the reports.
    """
    path = path_for(file, folder)
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["tests"]) if path.exists() else ()


def _text(text: str) -> str:
    """A string of TOML: easier to read without escapes where that is possible."""
    return f"'{text}'" if "'" not in text and text.isprintable() else json.dumps(text)
