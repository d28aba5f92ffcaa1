"""A picture of a showdown takes any table and any name, and shows the winners to everybody."""

from __future__ import annotations

import gc
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.games.qiuqiu.dominoes import domino
from bot.games.qiuqiu.showdown_picture import ShowdownRow, showdown_picture
from bot.pictures.palette import FELT, GOLD, PANEL, SOFT_INK
from bot.pictures.text import Weight, fit_text, letters

HANDS = (
    (("6-3", "6-6"), ("5-4", "4-2")),
    (("5-5", "6-5"), ("4-4", "6-1")),
    (("6-2", "5-3"), ("6-4", "3-3")),
    (("5-2", "4-3"), ("4-1", "2-2")),
    (("3-2", "5-1"), ("3-1", "2-1")),
    (("6-0", "5-0"), ("4-0", "3-0")),
)


def row(seat: int = 0, name: str = "Wayan", won: str = "", *, mark: str = "") -> ShowdownRow:
    return ShowdownRow(seat, name, HANDS[seat], ("9", "5"), "9-5", bool(won), won, mark)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def table(players: int) -> list[ShowdownRow]:
    names = (
        "Maximilian-Alexander III",
        "Ni Luh Putu Kartika Sari",
        "Wayan",
        "Ольга",
        "I Gusti Ngurah Rai Wibawa",
        "Bo",
    )
    return [row(seat, names[seat], "+1,250,000" if seat < 3 else "", mark="side pot") for seat in range(players)]


@pytest.mark.parametrize("players", range(1, 7))
def test_every_number_of_players(players: int) -> None:
    picture = showdown_picture(table(players), title="Hand 12", notes=("Pot 300", "Side pot 60, one odd chip to Wayan"))
    assert len(picture) <= 40_000
    width, height = opened(picture).size
    assert width == 1000
    assert height == opened(showdown_picture(table(1), title="Hand 12", notes=("a", "b"))).height + (players - 1) * (
        opened(showdown_picture(table(2))).height - opened(showdown_picture(table(1))).height
    )


@pytest.mark.parametrize("grey", [False, True])
def test_a_winner_is_told_from_a_loser_in_colour_and_without(grey: bool) -> None:
    lost, won = (opened(showdown_picture([row(won=chips)])).convert("L" if grey else "RGB") for chips in ("", "+40"))
    assert lost.size == won.size
    changed = ImageChops.difference(lost, won).convert("L").point([0] * 40 + [255] * 216)
    # The frame reaches round the whole row, the star stands before the name, the chips at the right.
    assert changed.getbbox() is not None
    width, height = changed.size
    for box in ((0, 0, width, 24), (0, height - 24, width, height), (24, 40, 80, height - 40), (820, 40, 976, 120)):
        assert changed.crop(box).getbbox() is not None, box


def test_the_word_and_the_chips_given_are_shown() -> None:
    pictures = {
        showdown_picture([row(won="+1,250")]),
        showdown_picture([row(won="+1,250", mark="wins")]),
        showdown_picture([row(won="+1,250", mark="menang")]),
        showdown_picture([row(won="+1.250")]),
        showdown_picture([row(won="+125")]),
    }
    assert len(pictures) == 5


def test_a_loser_is_shown_what_they_lost() -> None:
    lost = ShowdownRow(0, "Sri", HANDS[0], ("9", "4"), "9-4", chips="−40")
    assert len({showdown_picture([each]) for each in (lost, replace(lost, chips=""), replace(lost, won=True))}) == 3


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "漢字の名前", "محمد", "🎉🎉🎉", "\u202eevil\u202c", "a\x00b\x07\x1b[31m", "\ud800", "\U0010ffff"),
        *("Z" + "\u0301" * 5000, "W" * 24, "W" * 100_000, "line\nbreak\tand\u2028more", "👩‍👩‍👧‍👦 Sari", "ᬓᬢᬸᬢ᭄"),
    ],
)
def test_no_name_is_too_strange(name: str) -> None:
    plain = opened(showdown_picture([row()]))
    strange = opened(showdown_picture([row(name=name)], title=f"Hand 12 {name}", notes=(name,)))
    # Whatever the name, it stays in its column: tiles, values and chips are where they always are.
    rows = (400, 82, 1000, 82 + plain.height - 40)
    here = (400, 24, 1000, 24 + plain.height - 40)
    assert ImageChops.difference(strange.crop(rows), plain.crop(here)).getbbox() is None


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colours as the web's accessibility guidelines compute it: 1 … 21."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lower, higher = sorted((light(one), light(other)))
    return (higher + 0.05) / (lower + 0.05)


def test_words_have_the_contrast_that_weak_eyes_need() -> None:
    for ground, ink in ((FELT, SOFT_INK), (FELT, (255, 255, 255)), (PANEL, GOLD), (PANEL, (255, 255, 255))):
        assert contrast(ground, ink) >= 4.5


def test_what_is_cached_stays_bounded() -> None:
    for number in range(700):
        fit_text(f"player {number}", Weight.BOLD, (38,), 400)
    for cached in (fit_text, letters, domino):
        info = cached.cache_info()
        assert info.maxsize is not None
        assert info.currsize <= info.maxsize
    for number in range(40):
        showdown_picture([row(name=f"player {number} {turn}") for turn in range(6)])
    gc.collect()
    kept = sum(image.width * image.height for image in gc.get_objects() if isinstance(image, Image.Image))
    assert kept < 24_000_000
