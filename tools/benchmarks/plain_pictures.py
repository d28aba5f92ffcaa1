"""The same pictures as anyone would first draw them with Pillow: in full colour, from cards drawn beforehand."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.games.qiuqiu.dominoes import SPOT_PLACES, SPOT_RADIUS
from bot.games.qiuqiu.showdown_picture import ShowdownRow
from bot.pictures.cards import OVERSIZE, CardSize
from bot.pictures.palette import CARD, CARD_EDGE, FELT, GOLD, INK, PANEL, SPOT
from bot.pictures.text import Weight, font


@cache
def card(name: str, cut: CardSize) -> Image.Image:
    """A domino, drawn large and shrunk once."""
    width, height = cut.width * OVERSIZE, cut.height * OVERSIZE
    drawing = Image.new("RGB", (width, height), FELT)
    draw = ImageDraw.Draw(drawing)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.11, fill=CARD, outline=CARD_EDGE, width=OVERSIZE)
    draw.line((0, height / 2, width, height / 2), fill=CARD_EDGE, width=OVERSIZE)
    radius = width * SPOT_RADIUS
    for end, number in enumerate((int(name[0]), int(name[2]))):
        for across, down in SPOT_PLACES[number]:
            x, y = width * across, height / 2 * (end + down)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=SPOT)
    return drawing.resize((cut.width, cut.height), Image.Resampling.LANCZOS)


def hand(names: tuple[str, ...], caption: str, size: tuple[int, int]) -> bytes:
    """A hand in a picture of the same size as Kiu's."""
    cut = CardSize(132)
    picture = Image.new("RGB", size, FELT)
    for place, name in enumerate(names):
        picture.paste(card(name, cut), (18 + place * (cut.sprite_width + 6), 18))
    ImageDraw.Draw(picture).text((size[0] / 2, size[1] - 28), caption, INK, font(Weight.BOLD, 34), anchor="mm")
    return _encoded(picture)


def showdown(rows: list[ShowdownRow], title: str, size: tuple[int, int]) -> bytes:
    """A showdown in a picture of the same size as Kiu's."""
    cut = CardSize(60)
    picture = Image.new("RGB", size, FELT)
    draw = ImageDraw.Draw(picture)
    draw.text((40, 37), title, INK, font(Weight.BOLD, 42), anchor="lm")
    top = 74
    for row in rows:
        if row.won:
            draw.rounded_rectangle((16, top, size[0] - 16, top + row.height), 18, fill=PANEL, outline=GOLD, width=5)
        draw.text((40, top + 40), row.name, INK, font(Weight.BOLD, 38), anchor="lm")
        draw.text((40, top + 90), row.label, INK, font(Weight.MEDIUM, 36), anchor="lm")
        left = 402
        for group, value in zip(row.groups, row.values, strict=True):
            for name in group:
                picture.paste(card(name, cut), (left, top + 9))
                left += cut.sprite_width
            draw.text((left + 24, top + row.height / 2), value, INK, font(Weight.BOLD, 46), anchor="mm")
            left += 84
        if row.won:
            draw.text((size[0] - 40, top + 70), row.chips, GOLD, font(Weight.BOLD, 40), anchor="rm")
        top += row.height + 8
    return _encoded(picture)


def _encoded(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
