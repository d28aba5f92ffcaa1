from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PIL import ImageDraw, ImageFont

from bot.pictures.palette import BLACK, Colour


@lru_cache(maxsize=24)
def card_font(size: int) -> ImageFont.FreeTypeFont:
    path = files("bot.pictures") / "fonts" / "card-faces.otf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def draw_character(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], sign: str, size: float, ink: Colour = BLACK
) -> None:
    """Draw a character centred on a point; ``size`` in pixels."""
    draw.text(at, sign, ink, card_font(round(size)), anchor="mm")
