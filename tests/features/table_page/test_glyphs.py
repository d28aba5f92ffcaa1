"""The characters on the table page's cards are those of the pictures in chats."""

from __future__ import annotations

from tools.table_page.glyphs import WRITTEN, glyphs_script


def test_the_page_has_the_outlines_of_the_font() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == glyphs_script(), "run python -m tools.table_page.glyphs"
