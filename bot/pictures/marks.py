from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.pictures.cards import OVERSIZE
from bot.pictures.palette import GOLD, PANEL


@lru_cache(maxsize=48)
def framed_panel(width: int, height: int, *, corner: int, frame: int) -> Image.Image:
    drawing = Image.new("RGBA", (width * 2, height * 2))
    ImageDraw.Draw(drawing).rounded_rectangle(
        (0, 0, width * 2 - 1, height * 2 - 1), corner * 2, fill=PANEL, outline=GOLD, width=frame * 2
    )
    return drawing.reduce(2)


@lru_cache(maxsize=4)
def star(size: int) -> Image.Image:
    """Return a star, which helps people who cannot tell colours apart."""
    large = size * OVERSIZE
    drawing = Image.new("RGBA", (large, large))
    points = [
        (large / 2 + radius * sin(pi * point / 5), large * 0.53 - radius * cos(pi * point / 5))
        for point in range(10)
        for radius in (large * (0.5, 0.215)[point % 2],)
    ]
    ImageDraw.Draw(drawing).polygon(points, fill=GOLD)
    return drawing.reduce(OVERSIZE)
