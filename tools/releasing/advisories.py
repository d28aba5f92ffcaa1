"""Known weaknesses of packages, read from a file that was downloaded before: the advisories of OSV as a zip of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from tools.releasing.lock import Pin


class Advisory(NamedTuple):
    """A pinned package has a known weakness."""

    pin: Pin
    id: str
    summary: str
    fixed: Sequence[str]
    """The versions in which it is mended."""


def known(pins: Sequence[Pin], file: Path) -> Iterator[Advisory]:
    """The advisories in a file that concern the pinned versions and were not withdrawn."""
    by_name = {each.name: each for each in pins}
    with ZipFile(file) as packed:
        for name in packed.namelist():
            entry = json.loads(packed.read(name))
            for affected in entry.get("affected", ()):
                pin = by_name.get(canonicalize_name(affected.get("package", {}).get("name", "")))
                if pin is not None and not entry.get("withdrawn") and _concerns(affected, pin.version):
                    fixed = [each["fixed"] for each in _events(affected) if "fixed" in each]
                    yield Advisory(pin, entry["id"], entry.get("summary", ""), fixed)


def _concerns(affected: dict[str, Any], version: Version) -> bool:
    """Whether a version is listed, or lies in a range from where the weakness came in to where it was mended."""
    if any(_version(each) == version for each in affected.get("versions", ())):
        return True
    inside = False
    for event in sorted(_events(affected), key=_at):
        # Where it is mended, and after the last version that has it, a range ends.
        if "introduced" in event and _at(event) <= version:
            inside = True
        elif ("fixed" in event and _at(event) <= version) or ("last_affected" in event and _at(event) < version):
            inside = False
    return inside


def _events(affected: dict[str, Any]) -> list[dict[str, str]]:
    ranges = (each for each in affected.get("ranges", ()) if each.get("type") == "ECOSYSTEM")
    return [event for each in ranges for event in each.get("events", ()) if _version(next(iter(event.values())))]


def _at(event: dict[str, str]) -> Version:
    return Version(next(iter(event.values())))


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
