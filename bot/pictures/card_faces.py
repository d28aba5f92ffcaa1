"""What four-colour and Dongguan cards have in common: a bare card of some ground, and the characters on it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bot.pictures.dominoes import OVERSIZE, Cut
from bot.pictures.palette import BLACK, CARD_EDGE, CARD_SIDE, SHADOW, Colour


@lru_cache(maxsize=24)
def brush(size: int) -> ImageFont.FreeTypeFont:
    """The characters on cards, at a size in pixels."""
    path = files("bot.pictures") / "fonts" / "card-faces.otf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def bare_card(cut: Cut, ground: Colour, face: Colour) -> Image.Image:
    """A card with nothing on it yet, on its shadow, too large by ``OVERSIZE``."""
    scale = OVERSIZE
    size = (cut.pitch * scale, cut.depth * scale)
    left = top = cut.border * scale
    right, bottom = left + cut.width * scale - 1, top + cut.height * scale - 1
    corner = cut.width * scale * 0.1
    drop = cut.border * scale // 2
    shade = Image.new("L", size, 0)
    ImageDraw.Draw(shade).rounded_rectangle(
        (left, top + drop, right, bottom + cut.thickness * scale), radius=corner, fill=175
    )
    shade = shade.filter(ImageFilter.GaussianBlur(cut.border * scale * 0.42))
    card = Image.composite(Image.new("RGB", size, SHADOW), Image.new("RGB", size, ground), shade)
    draw = ImageDraw.Draw(card)
    edge = max(scale, round(cut.width * scale * 0.016))
    side = max(scale, cut.thickness * scale // 2)
    draw.rounded_rectangle((left, top, right, bottom + side), corner, fill=CARD_SIDE, outline=CARD_EDGE, width=edge)
    draw.rounded_rectangle((left, top, right, bottom), corner, fill=face, outline=CARD_EDGE, width=edge)
    return card


def character(draw: ImageDraw.ImageDraw, at: tuple[float, float], sign: str, size: float, ink: Colour = BLACK) -> None:
    """Set one character, its middle at a point of the drawing; ``size`` in pixels of the drawing."""
    draw.text(at, sign, ink, brush(round(size)), anchor="mm")
