"""Every link between the pages leads to a file, and to a heading of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "verify").glob("*.md")))


def anchors(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def broken(page: Path, text: str) -> list[str]:
    """Return the links of a text that lead nowhere from the place of a page."""
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        if link.startswith("https://"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = ROOT / "README.md"
    text = "[a](docs/gone.md) [b](docs/hosting.md#gone) [c](#gone) [d](docs/hosting.md#settings) [e](#read-on)"

    assert broken(page, text) == ["docs/gone.md", "docs/hosting.md#gone", "#gone"]
