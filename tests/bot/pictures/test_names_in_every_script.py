"""Names are drawn in every script that people write, joined and in the right direction, and never as a box."""

from __future__ import annotations

import unicodedata

import pytest
from PIL import Image, ImageChops

from bot.pictures.palette import INK
from bot.pictures.text import (
    EMOJI,
    PERSON,
    Typeface,
    Weight,
    chair_name,
    draw_text,
    drawable_text,
    fit_text,
    letters,
    shaped,
    shaping_font,
)  # fmt: skip
from tests.rows import cells

NAMES = dict(cells(__file__, "names")[1:])
NO_FONT = ("ᬓᬢᬸᬢ᭄", "ꦏꦏ", "\ue000", "\U00020000\U0002f00f", "\U0010ffff", "\ud800", "", "   ", "\u202e", "\u0301")


def fonts(text: str) -> set[Typeface]:
    return {letter.typeface for letter in letters(text)}


def places(text: str, *alone: str) -> list[float]:
    """How far right each letter stands, by the glyph that its font has for it alone."""
    found = []
    for each in alone:
        (letter,) = letters(each)
        font = shaping_font(letter.typeface, Weight.BOLD)
        number = font.get_nominal_glyph(ord(each))
        (place,) = {
            glyph.x for glyph in shaped(text, Weight.BOLD).glyphs if (glyph.font, glyph.number) == (font, number)
        }
        found.append(place)
    return found


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("name", [*NAMES.values(), *NO_FONT], ids=ascii)
def test_no_name_has_a_box(name: str, weight: Weight) -> None:
    line = shaped(chair_name(3, name), weight)

    assert all(glyph.number for glyph in line.glyphs)
    # A box would pass for a letter of its own if a font had one in place of what it lacks.
    assert not {"□", "▯", "�"} & set(chair_name(3, name))
    assert len(line.glyphs) > 2


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_whatever_is_written_is_drawn(name: str) -> None:
    written = [each for each in unicodedata.normalize("NFKC", name) if unicodedata.category(each)[0] in "LN"]

    assert [each for each in unicodedata.normalize("NFKC", drawable_text(name)) if each in written] == written


def test_letters_that_no_font_has_are_left_out_and_never_leave_only_a_number() -> None:
    assert {chair_name(3, name) for name in NO_FONT} == {f"3 {PERSON}"}
    assert drawable_text("Boᬓᬢᬸᬢ᭄ Sari") == "Bo Sari"
    assert drawable_text("𝓢𝓪𝓻𝓲") == "Sari"


def test_what_is_written_from_right_to_left_stands_so() -> None:
    alef, bet, gimel = places("אבג", *"אבג")
    assert alef > bet > gimel

    number, first, last = places(chair_name(3, "אבג"), *"3אג")
    assert number < last < first

    # Words of one script stand in its order, those of another where they were written.
    first, second, b, o = places(chair_name(3, "א ב Bo"), *"אבBo")
    assert second < first < b < o


def test_arabic_letters_join() -> None:
    alone = shaped("ع", Weight.BOLD).glyphs[0].number
    numbers = [glyph.number for glyph in shaped("ععع", Weight.BOLD).glyphs]

    assert alone not in numbers
    assert len(set(numbers)) == len(numbers)
    assert shaped("ععع", Weight.BOLD).length < 3 * shaped("ع", Weight.BOLD).length


def test_marks_stand_with_their_letters() -> None:
    assert shaped("ก้", Weight.BOLD).length == shaped("ก", Weight.BOLD).length
    assert len(shaped("क्ष", Weight.BOLD).glyphs) == 1
    # The sign for i is written after its consonant and drawn before it.
    (consonant,) = places("कि", "क")
    assert consonant > 0


def test_emoji_are_drawn_whole() -> None:
    for name in ("👩‍👩‍👧‍👦", "1️⃣", "🇮🇩", "❤️"):
        assert fonts(name) == {EMOJI}
        assert len([glyph for glyph in shaped(name, Weight.BOLD).glyphs if glyph.number > 4]) == 1, name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("width", [60, 200, 350])
def test_a_name_is_cut_between_letters_to_fit(name: str, width: int) -> None:
    line = fit_text(chair_name(3, name * 8), Weight.BOLD, (38, 30), width)
    picture = Image.new("RGB", (500, 100))
    draw_text(picture, (50, 50), line, INK, anchor="lm")
    box = ImageChops.difference(picture, Image.new("RGB", (500, 100))).getbbox()

    assert line.text.endswith("…")
    assert box is not None
    left, top, right, bottom = box
    assert 46 <= left < right <= 50 + width + 4
    assert 20 <= top < 50 < bottom <= 80
    assert letters(line.text)[:4] == letters(chair_name(3, name))[:4] or width == 60
