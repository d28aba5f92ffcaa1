"""Names are drawn in every script that people write, joined and in the right direction, and never as a box."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from PIL import ImageChops

from bot.pictures.palette import FELT, INK, blank
from bot.pictures.shaping import LONGEST, PERSON, clusters, shaped, shaped_mask
from bot.pictures.text import FittedText, Weight, chair_name, draw_text, drawable_text, fit_text, font
from bot.pictures.typefaces import EMOJI, Typeface, shaping_font

NAMES = {
    "Latin": "Ni Luh Ångström Nguyễn",
    "Greek": "Γιώργος Παπαδόπουλος",
    "Cyrillic": "Дмитрий Ґалаґан",
    "Han": "王小明 陳",
    "Kana": "さくら タロウ",
    "Hangul": "김민수",
    "Arabic": "محمد علي",
    "Hebrew": "שָׁלוֹם דוד",
    "Thai": "สมชาย ใจดี ก้ำ",
    "Devanagari": "क्षत्रिय हिन्दी",
    "Tamil and Bengali": "தமிழ் বাংলা",
    "emoji": "🎉👩‍👩‍👧‍👦❤️1️⃣🇮🇩👍🏽🫠",
    "ornaments": "꧁ꜱᴀʀɪ꧂ ツ ♥ ★ ＳＡＲＩ",
}
NO_FONT = ("ᬓᬢᬸᬢ᭄", "ꦏꦏ", "\ue000", "\U00020000\U0002f00f", "\U0010ffff", "\ud800", "", "   ", "\u202e", "\u0301")


def fonts(text: str) -> set[Typeface | None]:
    return {glyph.typeface for glyph in shaped(drawable_text(text), Weight.BOLD).glyphs}


def places(text: str, *letters: str) -> list[float]:
    """How far right each letter stands, by the glyph that its font has for it alone."""
    found = []
    for letter in letters:
        (cluster,) = clusters(letter)
        number = shaping_font(cluster.typeface, Weight.BOLD).get_nominal_glyph(ord(letter))
        (place,) = {
            glyph.x
            for glyph in shaped(text, Weight.BOLD).glyphs
            if (glyph.typeface, glyph.number) == (cluster.typeface, number)
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


def test_letters_that_no_font_has_are_an_initial_or_a_person_and_never_only_a_number() -> None:
    assert [chair_name(3, name) for name in NO_FONT] == ["3 Ⓚ", "3 Ⓚ"] + [f"3 {PERSON}"] * 8
    assert drawable_text("Bo ᬓᬢᬸᬢ᭄ Sari") == "Bo Ⓚ Sari"
    assert drawable_text("𝓢𝓪𝓻𝓲") == "Sari"


def test_what_is_written_from_right_to_left_stands_so() -> None:
    alef, bet, gimel = places("אבג", *"אבג")
    assert alef > bet > gimel

    number, first, last = places(chair_name(3, "אבג"), *"3אג")
    assert number < last < first

    # In a Hebrew name what comes first stands right, and the Latin word in it is read from the left.
    first, b, o = places(chair_name(3, "אב Bo"), *"אBo")
    assert b < o < first


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
    picture = blank(500, 100, FELT)
    draw_text(picture, (50, 50), line, ground=FELT, ink=INK, anchor="lm")
    box = ImageChops.difference(picture, blank(500, 100, FELT)).getbbox()

    assert line.text.rstrip("\u2069").endswith("…")
    assert box is not None
    left, top, right, bottom = box
    assert 46 <= left < right <= 50 + width + 4
    assert 20 <= top < 50 < bottom <= 80
    assert [each.text for each in clusters(line.text)][:4] == [each.text for each in clusters(chair_name(3, name))][
        :4
    ] or width == 60


def test_lines_of_any_script_share_a_baseline() -> None:
    def bottom(name: str) -> int:
        picture = blank(300, 100, FELT)
        draw_text(picture, (10, 50), FittedText(name, Weight.BOLD, 38), ground=FELT, ink=INK, anchor="lm")
        box = ImageChops.difference(picture, blank(300, 100, FELT)).getbbox()
        assert box is not None
        return box[3]

    assert abs(bottom("HE") - bottom("HEश")) <= 1
    assert abs(bottom("HE") - bottom("HEא")) <= 1


def test_letters_with_many_marks_stay_on_their_line() -> None:
    for letter in "Zאกب":
        drawn = shaped_mask(drawable_text(letter + "\u0e49\u0301\u05b8\u064b" * LONGEST), Weight.BOLD, 34)
        assert drawn is not None
        assert drawn[0].height <= 1.6 * 34


def test_what_fira_sans_has_is_drawn_as_ever() -> None:
    plain = font(Weight.BOLD, 38).getmask2("3 Budi", "L", anchor="ls")
    picture, same = blank(200, 60, FELT), blank(200, 60, FELT)
    draw_text(picture, (10, 40), FittedText("3 Budi", Weight.BOLD, 38), ground=FELT, ink=INK)
    draw_text(same, (10, 40), FittedText("\u20683 Budi\u2069", Weight.BOLD, 38), ground=FELT, ink=INK)

    assert picture.tobytes() == same.tobytes()
    assert plain[0].size[0] > 0


def test_the_same_name_is_the_same_pixels_in_another_process() -> None:
    code = (
        "import hashlib;from bot.pictures.shaping import shaped_mask;from bot.pictures.typefaces import Weight;"
        "print([hashlib.sha256(shaped_mask(name, Weight.BOLD, 38)[0].tobytes()).hexdigest() for name in "
        f"{[*NAMES.values()]!a}])"
    )
    here = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert here == there
    assert here.count("'") == 2 * len(NAMES)
