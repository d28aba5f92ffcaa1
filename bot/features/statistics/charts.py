"""Charts by Matplotlib, loaded for the first chart and used by one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, Colour, png
from bot.pictures.text import FIRA, Weight, font_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

WIDTH = 1000
"""Pixels; a phone shows a third of them, so letters need at least 30."""

_DPI = 100
_LETTERS, _LARGE = 32, 40

_BALANCE_HEIGHT = 640
_ROW, _ABOVE, _BELOW = 62, 90, 30

_drawing = Lock()


class Share(NamedTuple):
    """A row of a chart of shares."""

    label: str
    share: float
    """Its share of the whole, 0 to 1."""

    expected: float | None
    """Its share by chance alone; ``None`` if unknown."""

    note: str


class Tick(NamedTuple):
    at: float
    label: str


def balance_chart(
    changes: Sequence[int], balances: Sequence[int], days: Sequence[Tick], chips: Sequence[Tick]
) -> bytes:
    """Draw one step for each change."""
    with _drawing, _figure(_BALANCE_HEIGHT) as figure:
        axes = figure.add_axes((0.15, 0.13, 0.8, 0.82))
        _plain(axes)
        gold = _rgb(GOLD)
        axes.fill_between(changes, balances, color=gold, alpha=0.25, linewidth=0)
        axes.plot(changes, balances, color=gold, linewidth=4, solid_joinstyle="round")
        axes.plot(changes[-1:], balances[-1:], "o", color=gold, markersize=12)
        axes.set_yticks([tick.at for tick in chips], [tick.label for tick in chips])
        axes.set_xticks([day.at for day in days], [day.label for day in days])
        # Leave room above the highest amount; chips are never negative.
        axes.set_ylim(0, max([1, *balances, *[tick.at for tick in chips]]) * 1.05)
        axes.grid(axis="y", color=_rgb(SOFT_INK), alpha=0.35, linewidth=1.5)
        for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
            label.set_fontproperties(_letters(Weight.MEDIUM, _LETTERS))
            label.set_color(_rgb(SOFT_INK))
        return _png(figure)


def shares_chart(rows: Sequence[Share], own: str, expected: str) -> bytes:
    """Draw frequencies, a row for each, beside those by chance."""
    height = _ABOVE + _ROW * len(rows) + _BELOW
    with _drawing, _figure(height) as figure:
        axes = figure.add_axes((0.31, _BELOW / height, 0.43, _ROW * len(rows) / height))
        _plain(axes)
        axes.set_xticks([])
        places = range(len(rows))
        axes.barh(places, [row.share for row in rows], height=0.62, color=_rgb(GOLD), zorder=2)
        marks = [(place, row.expected) for place, row in zip(places, rows, strict=True) if row.expected is not None]
        above, below = [place - 0.42 for place, _ in marks], [place + 0.42 for place, _ in marks]
        axes.vlines([expected for _, expected in marks], above, below, color=_rgb(INK), linewidth=7, zorder=3)
        axes.set_yticks([])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, max([row.share for row in rows] + [row.expected or 0 for row in rows]) * 1.03 or 1)
        top = height - _ABOVE
        for place, row in enumerate(rows):
            middle = (top - _ROW * (place + 0.5)) / height
            _write(figure, 0.29, middle, row.label, Weight.MEDIUM, INK, "right")
            _write(figure, 0.76, middle, row.note, Weight.MEDIUM, SOFT_INK, "left")
        _legend(figure, 1 - _ABOVE / 2 / height, own, expected if any(row.expected for row in rows) else "")
        return _png(figure)


def _legend(figure: Figure, middle: float, own: str, expected: str) -> None:
    from matplotlib.patches import Rectangle

    height = figure.get_size_inches()[1] * _DPI
    square = 28 / height
    figure.add_artist(Rectangle((0.31, middle - square / 2), 0.045, square, color=_rgb(GOLD)))
    _write(figure, 0.37, middle, own, Weight.MEDIUM, INK, "left")
    if expected:
        tall = 40 / height
        figure.add_artist(Rectangle((0.63, middle - tall / 2), 0.008, tall, color=_rgb(INK)))
        _write(figure, 0.655, middle, expected, Weight.MEDIUM, INK, "left")


def _write(figure: Figure, x: float, y: float, text: str, weight: Weight, ink: Colour, side: str) -> None:
    figure.text(
        x, y, text, color=_rgb(ink), ha=side, va="center", fontproperties=_letters(weight, _LETTERS), parse_math=False
    )


def _plain(axes: Axes) -> None:
    axes.set_facecolor(_rgb(FELT))
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.spines["bottom"].set_visible(True)
    axes.spines["bottom"].set_color(_rgb(PANEL))
    axes.tick_params(length=0, pad=12)


@contextmanager
def _figure(height: int) -> Iterator[Figure]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / _DPI, height / _DPI), dpi=_DPI, facecolor=_rgb(FELT))
    FigureCanvasAgg(figure)
    try:
        yield figure
    finally:
        figure.clear()


@cache
def _letters(weight: Weight, pixels: int) -> FontProperties:
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=font_file(FIRA, weight), size=pixels * 72 / _DPI)


def _rgb(colour: Colour) -> tuple[float, float, float]:
    return colour.red / 255, colour.green / 255, colour.blue / 255


def _png(figure: Figure) -> bytes:
    figure.canvas.draw()
    drawn: Any = figure.canvas
    pixels = Image.frombuffer("RGBA", drawn.get_width_height(), drawn.buffer_rgba(), "raw", "RGBA", 0, 1)
    return png(pixels)
