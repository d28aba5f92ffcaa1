"""Making a release: version, changelog, tag, and the files that hosts download."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from packaging.version import Version

from tools.releasing.changelog import section, with_release
from tools.releasing.errors import CannotRelease

VERSION_FILE = "bot/__init__.py"
_VERSION_LINE = re.compile(r'^__version__ = ".*"$', re.MULTILINE)


def release(checkout: Path, version: Version, day: date) -> Path:
    """Make a release of what is committed; return the folder with its files, ``dist/VERSION``.

    Everything is made in a clone, and the checkout is given the commit and the tag only when all of it is there.

    Raises:
        CannotRelease: something speaks against it; nothing has changed.
    """
    if _git(checkout, "status", "--porcelain"):
        raise CannotRelease("There are changes that are not committed: commit them, or put them aside.")
    tag = f"v{version}"
    if _git(checkout, "tag", "--list", tag):
        raise CannotRelease(f"The tag {tag} is there already.")
    branch = _git(checkout, "branch", "--show-current")
    if not branch:
        raise CannotRelease("No branch is checked out: check out the one that the release is for.")
    with tempfile.TemporaryDirectory() as folder:
        clone, made = Path(folder) / "kiu", Path(folder) / "files"
        _git(checkout, "clone", "--quiet", "--local", "--branch", branch, ".", str(clone))
        _write_version(clone, version, day)
        _git(clone, *_author(checkout), "commit", "--quiet", "--all", "--message", f"Release {version}")
        _git(clone, *_author(checkout), "tag", "--annotate", "--message", f"Kiu {version}", tag)
        _build(clone, made, version)
        _git(checkout, "fetch", "--quiet", str(clone), f"refs/tags/{tag}:refs/tags/{tag}")
        _git(checkout, "merge", "--quiet", "--ff-only", tag)
        files = checkout / "dist" / str(version)
        shutil.rmtree(files, ignore_errors=True)
        shutil.copytree(made, files)
    return files


def _write_version(clone: Path, version: Version, day: date) -> None:
    changelog = clone / "CHANGELOG.md"
    changelog.write_text(with_release(changelog.read_text(encoding="utf-8"), version, day), encoding="utf-8")
    file = clone / VERSION_FILE
    text, changed = _VERSION_LINE.subn(f'__version__ = "{version}"', file.read_text(encoding="utf-8"))
    if changed != 1:
        raise CannotRelease(f"{VERSION_FILE} does not say the version in one line.")
    file.write_text(text, encoding="utf-8")


def _build(clone: Path, made: Path, version: Version) -> None:
    """Write the wheel, the list of packages to install with it, the bill of materials, the notes and the hashes."""
    made.mkdir()
    # The time of the commit, so that whoever builds the tag again gets the same bytes.
    epoch = _git(clone, "log", "-1", "--format=%ct")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps", "--no-index")
    _run(clone, *pip, "--no-build-isolation", "--wheel-dir", str(made), ".", epoch=epoch)
    shutil.copy(clone / "requirements.txt", made / "requirements.txt")
    _write_materials(clone, made / "kiu.cdx.json", version, epoch)
    notes = section((clone / "CHANGELOG.md").read_text(encoding="utf-8"), str(version))
    (made / "NOTES.md").write_text(f"# Kiu {version}\n\n{notes}\n", encoding="utf-8")
    files = sorted(each for each in made.iterdir() if each.is_file())
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (made / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _write_materials(clone: Path, file: Path, version: Version, epoch: str) -> None:
    """Write the bill of materials: every package of the lock with its hashes, in the form of CycloneDX."""
    tool = (sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", "--output-reproducible", "--validate")
    _run(clone, *tool, "--pyproject", "pyproject.toml", "--output-file", str(file), "requirements.txt", epoch=epoch)
    materials = json.loads(file.read_text(encoding="utf-8"))
    # The version is not in pyproject.toml itself, but read from the program by the build.
    materials["metadata"]["component"]["version"] = str(version)
    file.write_text(json.dumps(materials, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _author(checkout: Path) -> tuple[str, ...]:
    """Whoever commits in the checkout commits in the clone."""
    named = (f"user.{each}={_git(checkout, 'config', f'user.{each}')}" for each in ("name", "email"))
    return tuple(part for each in named for part in ("-c", each))


def _git(folder: Path, *arguments: str) -> str:
    return _run(folder, "git", *arguments)


def _run(folder: Path, *command: str, epoch: str = "") -> str:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch} if epoch else None
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)  # noqa: S603
    if done.returncode:
        raise CannotRelease(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()
