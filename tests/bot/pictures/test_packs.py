"""The pack of every game is shown with its rules: each card once, in order, told in words, and drawn only once."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import packs
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.kookiew.rules import PRESETS

COLUMNS = {"quan-dui": 10}
"""How many cards lie side by side where it is not seven."""

ALT, PHONE = 1_024, 390


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_there_and_no_two_look_alike(game: str) -> None:
    picture = Image.open(BytesIO(PRESENTERS[game].pack(GAMES[game].rules(), in_language("en")).png)).convert("RGB")
    different, columns = len(set(GAMES[game].pack)), COLUMNS.get(game, 7)
    rows = different // columns
    width = (picture.width - 2 * packs.MARGIN) / columns
    height = (picture.height - 2 * packs.MARGIN) / rows
    cards = {
        picture.crop(
            (
                round(packs.MARGIN + across * width),
                round(packs.MARGIN + down * height),
                round(packs.MARGIN + (across + 1) * width),
                round(packs.MARGIN + (down + 1) * height),
            )
        ).tobytes()
        for across in range(columns)
        for down in range(rows)
    }
    assert len(cards) == different
    assert width * PHONE / picture.width >= 36, "a card can be seen on a phone"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_come_with_the_pack_and_its_words(game: str, language: str) -> None:
    pages = PRESENTERS[game].rules_pages(GAMES[game].rules(), None, in_language(language))
    cards = next(page for page in pages if page.name == "cards")
    assert cards.draw is not None
    picture = cards.draw()

    assert re.search(rf"\b{len(set(GAMES[game].pack))}\b", picture.alt)
    assert 20 < len(picture.alt) <= ALT
    assert len(picture.png) < 100_000


def test_colours_lie_in_the_order_that_is_in_force() -> None:
    translate, presenter = in_language("en"), PRESENTERS["koo-kiew"]
    usual, bridge = presenter.pack(PRESETS["usual"], translate), presenter.pack(PRESETS["bridge"], translate)

    assert "yellow, red, green, white" in usual.alt
    assert "yellow, green, red, white" in bridge.alt
    assert "general 1, advisor 2" in usual.alt
    assert usual.png != bridge.png
    assert usual.png is presenter.pack(PRESETS["usual"], translate).png, "it is drawn once"
