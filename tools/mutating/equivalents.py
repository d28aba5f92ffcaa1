"""Mutants that do the same as the program, each listed with the reason why no test can notice it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from tools.mutating.mutants import Name

FOLDER = Path(__file__).parent / "equivalent"


def listed(folder: Path = FOLDER) -> dict[Name, str]:
    """The reason for each mutant that is listed; mutants of one function that read the same share one.

    Raises:
        ValueError: one of them is listed twice, or without a reason.
    """
    found: dict[Name, str] = {}
    for path in sorted(folder.glob("*.toml")):
        for file, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for entry in entries:
                for after in entry["after"] if isinstance(entry["after"], list) else [entry["after"]]:
                    name = Name(file, entry["function"], entry["before"], after)
                    if name in found or not entry["reason"].strip():
                        raise ValueError(f"{path.name} lists this twice, or without a reason: {name}")
                    found[name] = entry["reason"]
    return found


def reason(name: Name, reasons: Mapping[Name, str]) -> str | None:
    """Why a mutant is equivalent; ``None`` if it is not listed."""
    return reasons.get(replace(name, nth=0))


def stale(reasons: Mapping[Name, str], mutants: Iterable[Name]) -> list[Name]:
    """What is listed although no mutant of the files as they are is called so.

    Args:
        reasons: what is listed.
        mutants: all mutants of all files that are listed.
    """
    there = {replace(name, nth=0) for name in mutants}
    return [name for name in reasons if name not in there]
