"""Drawing a hand and a six-player showdown, with hands and names that change as they do at a table."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import cycle
from random import Random

from PIL import Image

from bot.games.qiuqiu.hand_picture import draw_hand
from bot.games.qiuqiu.showdown_picture import ShowdownRow, showdown_picture
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.rules import SUMATRA
from engine.qiuqiu.tiles import TILES, hand_names
from tools.benchmarks import plain_pictures
from tools.benchmarks.measuring import Row, duration, side_by_side, times

MOST_BYTES = 40_000
FIRST = ("Sari", "Budi", "Wayan", "Made", "Ketut", "Putri", "Agus", "Rina")
PEOPLE = tuple(first + last for first in FIRST for last in ("", " S.", " Putra", " Dewi", "_88"))
VARIETY = 200


def _hands(rng: Random) -> list[tuple[tuple[str, ...], str]]:
    return [(hand_names(rng.sample(TILES, 4)), f"{rng.randrange(10)}{rng.randrange(10)}") for _ in range(VARIETY)]


def _showdown(rng: Random, number: int) -> tuple[list[ShowdownRow], str]:
    """Six hands of one pack, the best of them with the chips."""
    pack, table = rng.sample(TILES, 24), ranking(SUMATRA)
    names = rng.sample(PEOPLE, 6)
    dealt = [tuple(pack[start : start + 4]) for start in range(0, 24, 4)]
    best = max(table.strength(tiles) for tiles in dealt)
    rows = []
    for seat, tiles in enumerate(dealt):
        label = table.label(tiles)
        values = pair_values(label)
        won = rng.randrange(20, 2000) if table.strength(tiles) == best else 0
        groups = tuple(hand_names(group) for group in table.layout(tiles, label))
        shown = tuple(map(str, values)) if values else ("",) * len(groups)
        rows.append(ShowdownRow(seat, names[seat], groups, shown, label, won > 0, f"+{won}", "wins"))
    return rows, f"QiuQiu · hand {number}"


def measure() -> list[Row]:
    """Time both pictures beside the plain ones and beside packing their pixels alone."""
    rng = Random(1)
    hands, showdowns = _hands(rng), [_showdown(rng, number) for number in range(VARIETY)]
    return [
        *_rows(
            "picture of a hand of four",
            [partial(draw_hand, (tuple(names[:2]), tuple(names[2:])), tuple(values)) for names, values in hands],
            [partial(plain_pictures.hand, names, " / ".join(values)) for names, values in hands],
            1.0,
            "≥ 1.00 × (3 ms where full colour took 3)",
        ),
        *_rows(
            "picture of a showdown of six",
            [partial(showdown_picture, rows, title=title) for rows, title in showdowns],
            [partial(plain_pictures.showdown, rows, title) for rows, title in showdowns],
            24 / 15,
            "≥ 1.60 × (15 ms where full colour took 24)",
        ),
    ]


def _rows(
    what: str, ours: list[Callable[[], bytes]], plain: list[Callable[[tuple[int, int]], bytes]], least: float, aim: str
) -> list[Row]:
    """The rows of one kind of picture: speed beside the plain one and beside packing alone, and size."""
    drawn = [draw() for draw in ours]
    largest = max(map(len, drawn))
    image = Image.open(BytesIO(drawn[0]))
    size, pixels = image.size, image.tobytes()
    full_colour = [draw(size) for draw in plain[:20]]
    our_turn, plain_turn = cycle(ours), cycle(plain)
    timings = side_by_side(
        {
            "Kiu": lambda: next(our_turn)(),
            "plain": lambda: next(plain_turn)(size),
            "zlib": lambda: zlib.compress(pixels, 6),
        },
        rounds=15,
    )
    ratio, packing = timings.ratio("Kiu", "plain"), timings.ratio("Kiu", "zlib")
    drawing = duration(timings["Kiu"])
    return [
        Row(
            f"{what}, {size[0]} × {size[1]}",
            drawing,
            f"Pillow in full colour: {duration(timings['plain'])}",
            times(ratio),
            aim,
            ratio >= least,
        ),
        Row("the same", drawing, f"zlib on the same pixels: {duration(timings['zlib'])}", times(packing)),
        Row(
            f"{what}: size of the largest of {VARIETY}",
            f"{largest / 1000:.1f} kB",
            f"full colour: {max(map(len, full_colour)) / 1000:.1f} kB",
            times(max(map(len, full_colour)) / largest),
            "≤ 40 kB",
            largest <= MOST_BYTES,
        ),
    ]


def work() -> None:
    """Two hundred showdowns."""
    rng = Random(1)
    for number in range(VARIETY):
        rows, title = _showdown(rng, number)
        showdown_picture(rows, title=title)
