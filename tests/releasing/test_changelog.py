"""What is noted as not yet released becomes the section of a version."""

from __future__ import annotations

from datetime import date

import pytest
from packaging.version import Version

from tools.releasing.changelog import newest_version, section, with_release
from tools.releasing.errors import CannotRelease

DAY = date(2027, 1, 31)
CHANGELOG = """# Changelog

## Unreleased

### Added

- Tea.

## 0.2.0 - 2026-12-24

- Biscuits.

## 0.1.0 - 2026-11-30

- A table.
"""


def test_what_was_not_released_gets_version_and_day() -> None:
    text = with_release(CHANGELOG, Version("0.10.0"), DAY)

    assert "## Unreleased\n\n## 0.10.0 - 2027-01-31\n\n### Added\n\n- Tea.\n\n## 0.2.0" in text
    assert section(text, "0.10.0") == "### Added\n\n- Tea."
    assert section(text, "Unreleased") == ""
    assert newest_version(text) == Version("0.10.0")


@pytest.mark.parametrize("version", ["0.2.0", "0.1.9"])
def test_a_version_is_above_the_last(version: str) -> None:
    with pytest.raises(CannotRelease, match=f"{version} is not above 0.2.0"):
        with_release(CHANGELOG, Version(version), DAY)


def test_there_must_be_something_to_release() -> None:
    with pytest.raises(CannotRelease, match="nothing to release"):
        with_release(with_release(CHANGELOG, Version("0.3.0"), DAY), Version("0.4.0"), DAY)


def test_the_first_version_has_none_before_it() -> None:
    assert newest_version("# Changelog\n\n## Unreleased\n\n- All of it.\n") is None
