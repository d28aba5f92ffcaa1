"""The pictures of Quan Dui: every hand in at most three rows, and pairs that are told apart without colour."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

from bot.games.quandui.dongguan_cards import ODD, SUITS
from bot.games.quandui.pairs_picture import FULL, ROWS, WIDTH, Winner, draw_held, held_picture, won_picture
from bot.pictures.cards import CardSize

CARDS = [f"{number}-{suit}" for number in range(1, 10) for suit in SUITS] + list(ODD)
DUI, KA = ("3-suo", "3-suo"), ("3-suo", "3-wan")
SARI = Winner(3, "Sari", "5 dui, 3 ka", "+1,250")
PAIRS = (DUI, KA, ("da-hong", "ba-shu"), *((f"{number}-ben", f"{number}-ben") for number in range(5, 10)))


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def differing(one: bytes, other: bytes) -> tuple[int, int, int, int]:
    """Where two pictures differ to somebody who sees no colours."""
    box = ImageChops.difference(opened(one).convert("L"), opened(other).convert("L")).getbbox()
    assert box is not None, "they look the same"
    return box


def rows(pairs: int, singles: int, exposed: int) -> int:
    """How many rows of cards such a hand has, by the height of its picture."""
    single, double = (
        opened(held_picture([], ["3-suo"] * count)).height for count in (8, 9)
    )  # fmt: skip
    strip = opened(held_picture([], ["3-suo"], ["3-suo"])).height - double
    height = opened(held_picture([KA] * pairs, ["3-suo"] * singles, ["3-suo"] * exposed)).height
    return 1 + (height - (strip if exposed else 0) - single) // (double - single)


@pytest.mark.parametrize("cards", [15, FULL])
def test_no_hand_needs_more_than_three_rows(cards: int) -> None:
    for exposed in range(8):
        for pairs in range((cards - 2 * exposed) // 2 + 1):
            singles = cards - 2 * exposed - 2 * pairs
            assert 1 <= rows(pairs, singles, exposed) <= ROWS, (pairs, singles, exposed)


@pytest.mark.parametrize("seed", range(12))
def test_any_hand_is_drawn_the_same_way_every_time(seed: int) -> None:
    rng = Random(seed)
    exposed = [rng.choice(CARDS) for _ in range(rng.randint(0, 3))]
    singles = [rng.choice(CARDS) for _ in range(rng.randint(0, 8))]
    pairs = [(rng.choice(CARDS), rng.choice(CARDS)) for _ in range((FULL - len(singles)) // 2 - len(exposed))]

    png = held_picture(pairs, singles, exposed, heading="Face up")

    assert png == draw_held(tuple(pairs), tuple(singles), tuple(exposed), "Face up")
    assert opened(png).width == WIDTH
    assert opened(png).height <= 900
    assert len(png) < 60_000


def test_what_goes_together_is_seen_without_colour() -> None:
    """Whatever the cards are, what stands below a dui, a ka and two singles differs in more than its colour."""
    pictures = [held_picture([DUI], []), held_picture([KA], []), held_picture([], DUI)]
    below = [opened(each).convert("L").crop((0, CardSize(112).sprite_height + 14, 272, 286)) for each in pictures]
    black = [each.point(lambda level: 255 if level > 150 else 0) for each in below]

    for one, other in combinations(black, 2):
        assert sum(ImageChops.difference(one, other).histogram()[128:]) > 300


def test_eight_pairs_the_winner_and_the_chips_are_shown() -> None:
    pictures = [
        won_picture(SARI, PAIRS, title="Quan Dui"),
        won_picture(SARI, PAIRS, title="Quan Dui 2"),
        won_picture(SARI, (KA, *PAIRS[1:]), title="Quan Dui"),
        won_picture(SARI, PAIRS[::-1], title="Quan Dui"),
        won_picture(Winner(4, "Sari", "5 dui, 3 ka", "+1,250"), PAIRS, title="Quan Dui"),
        won_picture(Winner(3, "Budi", "5 dui, 3 ka", "+1,250"), PAIRS, title="Quan Dui"),
        won_picture(Winner(3, "Sari", "quan dui", "+1,250"), PAIRS, title="Quan Dui"),
        won_picture(Winner(3, "Sari", "5 dui, 3 ka", "+20"), PAIRS, title="Quan Dui"),
    ]

    assert len(set(pictures)) == len(pictures)
    assert pictures[0] == won_picture(SARI, PAIRS, title="Quan Dui")
    assert {opened(each).size for each in pictures} == {(WIDTH, opened(pictures[0]).height)}


@pytest.mark.parametrize("name", ["", "漢字の名前", "🎉🎉", "\u202eevil", "W" * 100_000, "line\nbreak", "\ud800"])
def test_no_name_is_too_strange(name: str) -> None:
    plain, strange = (
        won_picture(Winner(3, each, "5 dui, 3 ka", "+1,250"), PAIRS, title="") for each in ("Bo", name)
    )  # fmt: skip

    left, top, right, bottom = differing(plain, strange)

    assert left >= 27
    assert right <= 500
    assert 66 <= top < bottom <= 134
