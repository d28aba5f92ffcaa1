"""The picture of a settlement takes 2 to 56 hands, and can be read on a phone by everybody."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.games.kookiew import settlement_picture as kookiew_settlement
from bot.games.kookiew.settlement_picture import IN_ONE_COLUMN, WIDTH, SettlementRow, settlement_picture
from bot.pictures.cards import CardSize
from bot.pictures.palette import Colour
from bot.pictures.text import FittedText, draw_text, text_length
from engine.kookiew.cards import KINDS, card_name

BANK = SettlementRow(1, "Sari", ("red-horse", "white-soldier"), "2 points", "5,000 → 4,270")


def row(number: int = 2, name: str = "Wayan", chips: str = "−20", *, won: bool = False) -> SettlementRow:
    cards = tuple(card_name(KINDS[(number * step) % len(KINDS)]) for step in (1, 5))
    return SettlementRow(number, name, cards, "7 points", chips, won)


def table(players: int) -> list[SettlementRow]:
    return [
        row(number, "Maximilian-Alexander III", "+999,999" if number % 2 else "", won=number % 2 == 1)
        for number in range(2, players + 1)
    ]


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("players", [2, 6, 8, 9, 20, 55, 56])
def test_every_number_of_players(players: int) -> None:
    png = settlement_picture(BANK, table(players), title="Koo Kiew")

    assert png == settlement_picture(BANK, table(players), title="Koo Kiew")
    assert len(png) < 270_000
    width, height = opened(png).size
    assert width == 1000
    assert height <= 3_100


PHONE = 360
"""How wide the narrowest phones in use are, in pixels."""


@pytest.mark.parametrize("players", [3, 9, 56])
def test_on_a_phone_every_letter_has_twelve_pixels_and_no_amount_is_cut(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[FittedText] = []
    places: list[tuple[float, float, float]] = []

    def noted(picture: Image.Image, at: tuple[float, float], line: FittedText, ink: Colour, *, anchor: str) -> None:
        drawn.append(line)
        left = at[0] - (text_length(line) if anchor[0] == "r" else 0)
        places.append((at[1], left, left + text_length(line)))
        draw_text(picture, at, line, ink, anchor=anchor)

    monkeypatch.setattr(kookiew_settlement, "draw_text", noted)
    settlement_picture(BANK, table(players), title="Koo Kiew · hand 12")

    assert min(line.size for line in drawn) * PHONE / WIDTH >= 12
    assert CardSize(48).width * PHONE / WIDTH >= 16
    assert [line.text for line in drawn].count("+999,999") == len([each for each in table(players) if each.chips])
    # No line of letters runs into the one beside it.
    for level in {at for at, _, _ in places}:
        beside = sorted(each[1:] for each in places if each[0] == level)
        assert all(one[1] < other[0] for one, other in pairwise(beside))
        assert beside[-1][1] <= WIDTH


@pytest.mark.parametrize(
    ("players", "size"), [(5, (968, CardSize(62).sprite_height)), (20, (478, CardSize(48).sprite_height))]
)
@pytest.mark.parametrize("grey", [False, True])
def test_a_winner_is_told_from_a_loser_in_colour_and_without(players: int, size: tuple[int, int], grey: bool) -> None:
    others = table(players)[1:]
    lost, won = (
        opened(settlement_picture(BANK, [row(won=win), *others], title="")).convert("L" if grey else "RGB")
        for win in (False, True)
    )

    changed = ImageChops.difference(lost, won).convert("L").point([0] * 40 + [255] * 216).getbbox()

    # The frame reaches round the whole row, and nothing else changes.
    assert changed is not None
    left, top, right, bottom = changed
    assert (right - left, bottom - top) == size


def test_the_cards_the_words_and_the_chips_given_are_shown() -> None:
    rows = [
        row(),
        row(chips="+20"),
        row(chips=""),
        row(name="Ayu"),
        SettlementRow(2, "Wayan", row().cards[::-1], "7 points", "−20"),
        SettlementRow(2, "Wayan", row().cards, "pair", "−20"),
        row(3),
    ]

    assert len({settlement_picture(BANK, [each], title="") for each in rows}) == len(rows)
    assert settlement_picture(BANK, [row()], title="") != settlement_picture(row(), [row()], title="")


@pytest.mark.parametrize("name", ["", "漢字の名前", "🎉🎉", "\u202eevil", "W" * 100_000, "line\nbreak", "\ud800"])
@pytest.mark.parametrize("players", [3, 20])
def test_no_name_is_too_strange(name: str, players: int) -> None:
    others = table(players)[1:]
    plain, strange = (
        opened(settlement_picture(BANK, [row(name=each), *others], title="")) for each in ("Bo", name)
    )  # fmt: skip

    changed = ImageChops.difference(plain, strange).getbbox()

    # Whatever the name, it stays on its line and in its column: cards and chips are where they always are.
    assert changed is not None
    left, top, right, bottom = changed
    narrow = players > IN_ONE_COLUMN
    assert left >= (120 if narrow else 160)
    assert right <= (494 if narrow else 984)
    assert bottom - top < (50 if narrow else 70)
