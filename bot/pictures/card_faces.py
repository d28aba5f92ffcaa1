"""The characters on four-colour and Dongguan cards."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PIL import ImageDraw, ImageFont

from bot.pictures.palette import BLACK, Colour


@lru_cache(maxsize=24)
def brush(size: int) -> ImageFont.FreeTypeFont:
    """The characters on cards, at a size in pixels."""
    path = files("bot.pictures") / "fonts" / "card-faces.otf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def character(draw: ImageDraw.ImageDraw, at: tuple[float, float], sign: str, size: float, ink: Colour = BLACK) -> None:
    """Set one character, its middle at a point of the drawing; ``size`` in pixels of the drawing."""
    draw.text(at, sign, ink, brush(round(size)), anchor="mm")
