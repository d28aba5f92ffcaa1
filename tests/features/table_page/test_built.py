"""The built page in the repository is that of its sources, and light."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

from bot.features.table_page.page_routes import BUILT

TOP = Path(__file__).parents[3]
PAGE, TOOL = BUILT.with_name("page"), TOP / "tools" / "table_page"


def test_the_built_page_is_that_of_its_sources() -> None:
    """After a change: ``npm ci && node build.mjs`` in tools/table_page."""
    digest = sha256()
    for file in (*sorted(PAGE.rglob("*.*"), key=Path.as_posix), TOOL / "build.mjs", TOOL / "package-lock.json"):
        digest.update(sha256(file.read_bytes()).digest())
    assert digest.hexdigest() in (BUILT / "table.js").read_text(encoding="utf-8").splitlines()[0]


def test_the_first_control_costs_sixty_kilobytes_at_most() -> None:
    first = [gzip.compress((BUILT / name).read_bytes(), 6) for name in ("table.html", "first.js", "table.js")]
    assert sum(map(len, first)) <= 60_000
