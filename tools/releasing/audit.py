"""The audit of the packages against the lock, without any network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from tools.releasing.advisories import known
from tools.releasing.lock import Pin, pins


def audit(lock: Path, advisories: Path | None) -> Iterator[str]:
    """What is wrong with the installed packages, a sentence each.

    Each has to be there in the version of the lock, with every file as its wheel brought it.

    Args:
        lock: a requirements file.
        advisories: known weaknesses of packages, as OSV gives them out for PyPI: a zip of JSON files.
    """
    locked = pins(lock)
    for pin in locked:
        yield from _as_locked(pin)
    if advisories is not None:
        for each in known(locked, advisories):
            mended = f" It is mended in {' and '.join(each.fixed)}." if each.fixed else ""
            yield f"{each.pin.name} {each.pin.version} has a known weakness, {each.id}: {each.summary}{mended}"


def _as_locked(pin: Pin) -> Iterator[str]:
    try:
        installed = distribution(pin.name)
    except PackageNotFoundError:
        yield f"{pin.name} {pin.version} is in the lock and is not installed."
        return
    if installed.version != str(pin.version):
        yield f"{pin.name} {installed.version} is installed, and {pin.version} is in the lock."
        return
    changed = _changed_files(installed)
    if changed:
        yield f"{pin.name} {pin.version} is not as it was installed: {', '.join(changed[:3])}."


def _changed_files(installed: Distribution) -> Sequence[str]:
    """The files of a package that are not there, or not as the wheel's own list says."""
    changed = []
    for file in installed.files or ():
        if file.hash is None or file.hash.mode != "sha256":
            continue
        try:
            digest = hashlib.sha256(Path(str(file.locate())).read_bytes()).digest()
        except FileNotFoundError:
            digest = b""
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
            changed.append(str(file))
    return changed
