"""The packages are held against the lock, offline."""

from __future__ import annotations

import json
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.rows import rows
from tools.releasing.audit import audit
from tools.releasing.lock import pins

TOP = Path(__file__).parents[2]
LOCK = TOP / "requirements-dev.txt"


def lock(folder: Path, *entries: str) -> Path:
    file = folder / "requirements.txt"
    file.write_text("".join(f"{each} \\\n    --hash=sha256:{'0' * 64}\n" for each in entries))
    return file


def advisories(folder: Path, *entries: dict[str, Any]) -> Path:
    file = folder / "all.zip"
    with ZipFile(file, "w") as packed:
        for entry in entries:
            packed.writestr(f"{entry['id']}.json", json.dumps(entry))
    return file


def weak(name: str, *events: dict[str, str], **more: Any) -> dict[str, Any]:
    """An advisory in the form of OSV."""
    affected = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": [{"type": "ECOSYSTEM", "events": [*events]}]}
    return {"id": "KIU-1", "summary": "Tea can be spilled.", "affected": [affected], **more}


def test_the_packages_of_the_tests_are_those_of_the_lock() -> None:
    assert len(pins(LOCK)) > 50
    assert list(audit(LOCK, None)) == []


def test_other_and_missing_packages_are_named(tmp_path: Path) -> None:
    file = lock(tmp_path, "click==0.0.1", "no-such-package==1.0", "pywin32==300 ; sys_platform == 'win32'")

    assert list(audit(file, None)) == [
        f"click {distribution('click').version} is installed, and 0.0.1 is in the lock.",
        "no-such-package 1.0 is in the lock and is not installed.",
    ]


def test_a_changed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "tea-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tea\nVersion: 1.0\n")
    (info / "RECORD").write_text("tea.py,sha256=2jmj7l5rSw0yVb_vlWAYkK_YBwk4J3I5gZ6FJXEo2dQ,0\nMETADATA,,\n")
    (tmp_path / "tea.py").write_text("print('spilled')\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert list(audit(lock(tmp_path, "tea==1.0"), None)) == ["tea 1.0 is not as it was installed: tea.py."]


@rows(__file__, events=json.loads)
def test_a_known_weakness_is_named(
    tmp_path: Path, version: str, events: list[dict[str, str]], concerned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.releasing.audit._as_locked", lambda pin: ())
    others = weak("coffee", {"introduced": "0"}, id="KIU-2")
    withdrawn = weak("tea", {"introduced": "0"}, id="KIU-3", withdrawn="2026-11-22T00:00:00Z")
    file = advisories(tmp_path, weak("Tea", *events), others, withdrawn)

    found = list(audit(lock(tmp_path, f"tea=={version}"), file))

    assert bool(found) == concerned
    if concerned:
        assert found[0].startswith(f"tea {version} has a known weakness, KIU-1: Tea can be spilled.")
