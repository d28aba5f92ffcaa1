"""Write the outlines of the characters on cards for the table page, as phones may lack Chinese fonts.

python -m tools.table_page.glyphs
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from bot.games.kookiew.four_colour_cards import PIECES
from bot.games.quandui.dongguan_cards import NUMERALS, ODD, SUITS

_TOP: Final = Path(__file__).parents[2]
FONT: Final = _TOP / "bot" / "pictures" / "fonts" / "card-faces.otf"
WRITTEN: Final = _TOP / "bot" / "features" / "table_page" / "page" / "glyphs.js"

_SIZE: Final = 500
"""Units of a character's square: half of the font's, still finer than a pixel of the largest card."""

_HEAD: Final = f"""\
// The characters on cards as relative SVG paths around their middle, {_SIZE} units a square.
// Made by tools/table_page/glyphs.py from card-faces.otf, a part of Noto Serif CJK (SIL Open Font License 1.1).
export const SIZE = {_SIZE};
export const GLYPHS = {{
"""

Point = tuple[int, int]


def characters() -> str:
    """Every character that cards show, once."""
    signs = [*(sign for sign, _ in PIECES.values()), *SUITS.values(), *ODD.values(), NUMERALS]
    return "".join(dict.fromkeys("".join(signs)))


def glyphs_script() -> str:
    """The module that the page imports."""
    font = TTFont(FONT)
    lines = [f'  {sign}: "{_outline(font, sign)}",\n' for sign in characters()]
    return "".join([_HEAD, *lines, "};\n"])


def _outline(font: TTFont, sign: str) -> str:
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(sign)]
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    scale = _SIZE / font["head"].unitsPerEm
    across = glyphs[name].width / 2
    # The middle of a line, around which Pillow draws the pictures in chats.
    down = (font["hhea"].ascent + font["hhea"].descent) / 2

    def placed(point: tuple[float, float]) -> Point:
        return round((point[0] - across) * scale), round((down - point[1]) * scale)

    return _Path().drawn([(step, [placed(point) for point in points]) for step, points in pen.value])


class _Path:
    """Path data in the shortest spelling: relative, without any needless letter or blank."""

    def __init__(self) -> None:
        self._text = ""
        self._letter = ""
        self._here: Point = (0, 0)
        self._start: Point = (0, 0)

    def drawn(self, steps: list[tuple[str, list[Point]]]) -> str:
        for step, points in steps:
            if step == "moveTo":
                self._start = points[0]
                self._add("m", points)
            elif step == "lineTo":
                self._line(points[0])
            elif step == "curveTo":
                self._add("c", points)
            elif step == "closePath":
                self._add("z", [])
                self._here = self._start
            else:
                raise ValueError(step)
        return self._text

    def _line(self, to: Point) -> None:
        across, down = to[0] - self._here[0], to[1] - self._here[1]
        if across and down:
            self._add("l", [to])
        elif across or down:
            self._spell("h" if across else "v", [across or down])
            self._here = to

    def _add(self, letter: str, points: list[Point]) -> None:
        x, y = self._here
        self._spell(letter, [way for point in points for way in (point[0] - x, point[1] - y)])
        self._here = points[-1] if points else self._here

    def _spell(self, letter: str, ways: list[int]) -> None:
        repeats = letter == self._letter or (letter == "l" and self._letter == "m")
        if not repeats:
            self._text += letter
        for place, way in enumerate(ways):
            self._text += f" {way}" if way >= 0 and (place or repeats) else str(way)
        self._letter = letter


if __name__ == "__main__":
    WRITTEN.write_text(glyphs_script(), encoding="utf-8")
