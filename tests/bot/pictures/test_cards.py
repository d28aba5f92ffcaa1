"""Four-colour and Dongguan cards: every one is there, looks like no other, and tells its colour without colour."""

from __future__ import annotations

import itertools
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.games.kookiew.four_colour_cards import GROUNDS, PIECES, four_colour_card
from bot.games.quandui.dongguan_cards import NUMERALS, ODD, SUITS, dongguan_card
from bot.pictures.card_faces import card_font
from bot.pictures.cards import CardSize
from bot.pictures.palette import png

CUT = CardSize(60)
FOUR_COLOURS = list(itertools.product(GROUNDS, PIECES))
DONGGUAN = [f"{number}-{suit}" for suit in SUITS for number in range(1, 10)] + list(ODD)


def seen(sprite: Image.Image) -> Image.Image:
    """A sprite as it looks in a picture, in full colour."""
    return Image.open(BytesIO(png(sprite.copy()))).convert("RGB")


def test_every_card_is_drawn_and_no_two_look_alike() -> None:
    cards = [four_colour_card(colour, piece, CUT) for colour, piece in FOUR_COLOURS]
    cards += [dongguan_card(name, CUT) for name in DONGGUAN]
    assert len(cards) == 28 + 30
    assert len({card.tobytes() for card in cards}) == len(cards)
    assert len({card.size for card in cards}) == 1


@pytest.mark.parametrize("piece", PIECES)
def test_a_colour_is_told_by_its_mark_alone(piece: str) -> None:
    """The black that is printed on a card differs from colour to colour, whatever the ground looks like to the eye."""
    printed = []
    for colour in GROUNDS:
        image = seen(four_colour_card(colour, piece, CardSize(90)))
        printed.append(
            image.point(lambda level: 255 if level < 60 else 0).convert("L").point(lambda on: 255 * (on > 200))
        )
    for one, other in itertools.combinations(printed, 2):
        different = sum(ImageChops.difference(one, other).histogram()[128:])
        assert different > 60, "the marks can hardly be told apart"


def test_every_character_of_the_cards_is_in_the_font() -> None:
    missing = bytes(card_font(40).getmask("\U0010ffff"))
    signs = "".join((*(sign for sign, _ in PIECES.values()), *SUITS.values(), *ODD.values(), NUMERALS))
    assert [sign for sign in signs if bytes(card_font(40).getmask(sign)) == missing] == []


def test_every_dongguan_card_has_its_latin_name_beside_its_signs() -> None:
    """The foot of a card is the same for a whole suit and no other; an odd card has its name beside its number."""

    def part(name: str, left: float, top: float, right: float, bottom: float) -> bytes:
        drawn, size = seen(dongguan_card(name, CardSize(104))), CardSize(104)
        at = [round(share * size.width) + size.border for share in (left, right)]
        down = [round(share * size.height) + size.border for share in (top, bottom)]
        return drawn.crop((at[0], down[0], at[1], down[1])).tobytes()

    feet = {suit: {part(f"{number}-{suit}", 0.1, 0.85, 0.9, 0.97) for number in range(1, 10)} for suit in SUITS}
    assert [len(each) for each in feet.values()] == [1, 1, 1]
    assert len(set.union(*feet.values())) == len(SUITS)
    names = {part(odd, 0.4, 0.02, 0.97, 0.24) for odd in ODD}
    assert len(names | {part(f"1-{suit}", 0.4, 0.02, 0.97, 0.24) for suit in SUITS}) == len(ODD) + len(SUITS)
