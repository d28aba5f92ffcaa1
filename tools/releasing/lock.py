"""The lock: the one version of each package that Kiu is tested with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

_ENTRY = re.compile(r"^(?P<requirement>[a-z0-9][^\\\n]*)", re.MULTILINE | re.IGNORECASE)


class Pin(NamedTuple):
    """One package of the lock."""

    name: str
    version: Version


def pins(file: Path) -> Sequence[Pin]:
    """The packages of a requirements file that this machine and Python are to have."""
    found = []
    for entry in _ENTRY.finditer(file.read_text(encoding="utf-8")):
        requirement = Requirement(entry["requirement"].strip())
        if requirement.marker is None or requirement.marker.evaluate():
            (pinned,) = requirement.specifier
            found.append(Pin(canonicalize_name(requirement.name), Version(pinned.version)))
    return found
