"""A picture of a hand shows exactly its spots, small, and the same every time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from bot.games.qiuqiu.dominoes import SINGLE_SPOT_RADIUS, SPOT_RADIUS
from bot.games.qiuqiu.hand_picture import hand_picture, laid_out_picture
from bot.pictures.palette import CARD, SPOT
from engine.qiuqiu.tiles import NAMES

Pixel = tuple[int, int]


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def red_spots(picture: Image.Image) -> list[list[Pixel]]:
    """The spots of a picture: every connected patch of the colour of spots."""
    width, _ = picture.size
    shades = picture.tobytes()
    # More than half of the way from the card's colour to the spot's: the red channel stays high, the green one drops.
    limit = (CARD.green + SPOT.green) / 2
    waiting: set[Pixel] = {
        (index % width, index // width)
        for index in range(len(shades) // 3)
        if shades[3 * index] > 170 and shades[3 * index + 1] < limit
    }
    spots: list[list[Pixel]] = []
    while waiting:
        edge = [waiting.pop()]
        spot: list[Pixel] = []
        while edge:
            x, y = edge.pop()
            spot.append((x, y))
            for neighbour in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if neighbour in waiting:
                    waiting.remove(neighbour)
                    edge.append(neighbour)
        spots.append(spot)
    return spots


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_has_its_spots_with_the_higher_end_on_top(name: str) -> None:
    spots = red_spots(opened(hand_picture((name,))))
    # The row of cards is the picture without its margins; the dividing rule lies in the middle of the face.
    middle = 18 + 8 + 125
    upper = [spot for spot in spots if sum(y for _, y in spot) / len(spot) < middle]
    assert (len(upper), len(spots) - len(upper)) == (int(name[0]), int(name[2]))


def test_a_single_spot_is_by_far_the_largest() -> None:
    sizes = sorted(len(spot) for spot in red_spots(opened(hand_picture(("6-1",)))))
    assert len(sizes) == 7
    assert sizes[-1] > 3 * sizes[-2]
    assert sizes[-2] - sizes[0] <= 12
    assert SINGLE_SPOT_RADIUS > 1.7 * SPOT_RADIUS


def test_tiles_of_one_pair_lie_closer_than_those_of_two_with_the_value_of_each_pair_below() -> None:
    pairs = [("6-6", "1-0"), ("0-0", "3-2")]
    plain, worth = opened(laid_out_picture(pairs)), opened(laid_out_picture(pairs, ["3", "5"]))
    columns = [worth.getpixel((x, 150)) for x in range(worth.width)]
    felt = [x for x, colour in enumerate(columns) if colour == columns[0]]
    gaps = [sum(1 for x in felt if left < x < right) for left, right in ((100, 240), (240, 420), (420, 560))]
    strip = worth.crop((0, plain.height - 18, worth.width, worth.height))
    halves = [strip.crop((left, 0, left + strip.width // 2, strip.height)) for left in (0, strip.width // 2)]

    assert gaps[1] > gaps[0] + 20
    assert gaps[1] > gaps[2] + 20
    assert worth.width <= 670, "at 360 pixels a value is still 38 high"
    for half in halves:
        inked = half.convert("L").point(lambda shade: 255 if shade > 200 else 0).getbbox()
        assert inked is not None
        assert inked[3] - inked[1] >= 48
    assert laid_out_picture(pairs, ["3", "5"]) != laid_out_picture(pairs, ["5", "3"])


def test_the_same_hand_is_the_same_bytes_from_any_thread() -> None:
    tiles = ("6-3", "6-4", "1-1", "2-0")
    with ThreadPoolExecutor(4) as threads:
        drawn = set(threads.map(lambda turn: laid_out_picture([tiles], [f"hand {turn % 2}"]), range(40)))
    assert drawn == {laid_out_picture([tiles], ["hand 0"]), laid_out_picture([tiles], ["hand 1"])}
    assert len(drawn) == 2


@pytest.mark.parametrize(
    ("tiles", "said"), [((), "not 0"), (("1-0",) * 5, "not 5"), (("7-1",), "not a domino"), (("6-",), "not a domino")]
)
def test_what_is_no_hand_is_refused(tiles: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        hand_picture(tiles)
