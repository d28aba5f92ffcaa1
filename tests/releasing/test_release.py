"""A release of this very checkout, made in a clone of it."""

from __future__ import annotations

import hashlib
import json
import subprocess
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.version import Version

from tools.releasing.errors import CannotRelease
from tools.releasing.lock import pins
from tools.releasing.release import release

TOP = Path(__file__).parents[2]
DAY = date(2027, 1, 31)
VERSION = Version("9.0.0")

pytestmark = pytest.mark.skipif(not (TOP / ".git").exists(), reason="a release is made of a clone")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(("git", *arguments), cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the files that are committed here, and no more history than one commit."""
    made = tmp_path / "kiu"
    subprocess.run(("git", "clone", "--quiet", "--depth", "1", TOP.as_uri(), str(made)), check=True)
    git(made, "checkout", "--quiet", "-B", "main")
    for name, value in (("user.name", "Releaser"), ("user.email", "releaser@kiu.example")):
        git(made, "config", name, value)
    return made


def test_one_command_makes_a_release(checkout: Path) -> None:
    files = release(checkout, VERSION, DAY)

    assert files == checkout / "dist" / "9.0.0"
    wheel, names = files / "kiu-9.0.0-py3-none-any.whl", {each.name for each in files.iterdir()}
    assert names == {wheel.name, "requirements.txt", "kiu.cdx.json", "NOTES.md", "SHA256SUMS"}
    with ZipFile(wheel) as packed:
        assert "bot/wording/en.ftl" in packed.namelist()
        assert "\nVersion: 9.0.0\n" in packed.read("kiu-9.0.0.dist-info/METADATA").decode()

    for line in (files / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert digest == hashlib.sha256((files / name).read_bytes()).hexdigest()
        names.discard(name)
    assert names == {"SHA256SUMS"}

    materials = json.loads((files / "kiu.cdx.json").read_text())
    assert materials["metadata"]["component"]["name"] == "kiu"
    assert materials["metadata"]["component"]["version"] == "9.0.0"
    listed = {(each["name"], each["version"]) for each in materials["components"]}
    assert listed >= {(each.name, str(each.version)) for each in pins(TOP / "requirements.txt")}
    assert all(each["externalReferences"][0]["hashes"] for each in materials["components"])

    assert git(checkout, "describe", "--exact-match") == "v9.0.0"
    assert git(checkout, "log", "-1", "--format=%s") == "Release 9.0.0"
    assert git(checkout, "status", "--porcelain") == ""
    assert '__version__ = "9.0.0"' in (checkout / "bot" / "__init__.py").read_text()
    assert "## 9.0.0 - 2027-01-31\n" in (checkout / "CHANGELOG.md").read_text()
    assert (files / "NOTES.md").read_text().startswith("# Kiu 9.0.0\n\n### Added\n")

    with pytest.raises(CannotRelease, match=r"The tag v9\.0\.0 is there already"):
        release(checkout, VERSION, DAY)


def test_nothing_changes_if_it_cannot_be_made(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text("nothing that could be built")
    with pytest.raises(CannotRelease, match="not committed"):
        release(checkout, VERSION, DAY)
    git(checkout, "commit", "--quiet", "--all", "--message", "Breaks the build")
    before = git(checkout, "rev-parse", "HEAD")

    with pytest.raises(CannotRelease, match="failed"):
        release(checkout, VERSION, DAY)

    assert git(checkout, "rev-parse", "HEAD") == before
    assert git(checkout, "tag") == ""
    assert git(checkout, "status", "--porcelain") == ""
    assert not (checkout / "dist").exists()
