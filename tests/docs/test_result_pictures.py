"""The pictures of results in the documentation are what Kiu draws, and each is shown on a page."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.docs.reference import DOCS
from tests.docs.result_pictures import FOLDER, PICTURES

ROOT = DOCS.parent


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_is_drawn_now(name: str) -> None:
    kept = Image.open(FOLDER / name).convert("RGB")
    drawn = Image.open(BytesIO(PICTURES[name]().png)).convert("RGB")

    assert kept.size == drawn.size, "stale: run make docs"
    assert ImageChops.difference(kept, drawn).getbbox() is None, "stale: run make docs"


def test_every_picture_is_shown_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *DOCS.glob("*.md")))

    assert [name for name in PICTURES if f"pictures/{name}" not in pages] == []
