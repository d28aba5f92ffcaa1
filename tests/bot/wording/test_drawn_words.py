"""Every word that a language puts into a picture can be drawn with the fonts of the pictures."""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import bot.pictures
from bot.groups import GroupSettings
from bot.pictures.text import Weight, drawable_text, fit_text, font
from bot.presenting import private_hands, table_messages
from bot.tables import hands
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.play import Action
from engine.table.state import TableState
from tests.bot.wording.dealing import begun
from tests.bot.wording.samples import SAMPLES
from tests.bot.wording.sentences import sentences, text, written
from tests.bot.wording.test_messages import table

DRAWN = (
    "hand-title", "label-", "mark-banker", "chips-won", "chips-lost", "chips-even",
    "special-", "picture-title-pot", "picture-wins", "picture-bank", "picture-face-up",
)  # fmt: skip
"""How the keys begin of whatever is drawn."""

MARK = re.compile("\ue000(.*?)\ue001")
"""How a sentence is marked with its key."""


def without_glyphs(source: str) -> dict[str, str]:
    """The keys in the file of a language that are drawn, with their characters that the fonts do not have."""
    faults = {}
    for each in sentences(source).values():
        if each.key.startswith(DRAWN):
            words = unicodedata.normalize("NFC", written(each.pattern))
            if missing := {character for character in words if not character.isspace() and not _is_drawn(character)}:
                faults[each.key] = "".join(sorted(missing))
    return faults


def _is_drawn(character: str) -> bool:
    """A mark is not drawn alone, but with a letter before it."""
    with_letter = f"ก{character}" if unicodedata.category(character).startswith("M") else character
    return drawable_text(with_letter) == with_letter


@pytest.mark.parametrize("language", languages())
def test_every_word_in_a_picture_has_its_glyphs(language: str) -> None:
    numbers = in_language(language)("chips-won", amount=1_234_567_890)

    assert without_glyphs(text(language)) == {}, f"{language}: add a font with these characters to bot/pictures/text.py"
    assert [each for each in numbers if not each.isspace() and not _is_drawn(each)] == []


def test_words_of_a_language_whose_script_the_fonts_lack_are_found() -> None:
    planted = "label-pair = ꦥꦱ\nchips-won = +{ NUMBER($amount) } ꦕꦶꦥ\nevent-checked = { $name } ꦩꦺ\n"

    assert without_glyphs(planted) == {"label-pair": "ꦥꦱ", "chips-won": "ꦕꦥꦶ"}
    assert without_glyphs("label-pair = 对子 Đôi ต่ำ\n") == {}
    assert without_glyphs('label-seri = { $n ->\n  [one] Drei\n *[other] { "ꦥ" }\n}\n') == {"label-seri": "ꦥ"}


def test_both_weights_have_the_same_glyphs() -> None:
    def missing(weight: Weight) -> set[str]:
        face = font(weight, 24)
        return {
            character
            for character in map(chr, range(0x20, 0x2100))
            if bytes(face.getmask(character)) == bytes(face.getmask("\U0010ffff"))
        }

    assert missing(Weight.MEDIUM) == missing(Weight.BOLD)


def marked(key: str, **fields: str | int) -> str:
    """A translator that says of everything under which key it stands."""
    return f"\ue000{key}\ue001{in_language('en')(key, **fields)}"


def positions(game: str) -> Iterator[TableState]:
    """The questions of a hand of three who do the first thing they can; of a long hand only the first."""
    rules = next(iter(GAMES[game].presets.values()))
    state = begun(table((5_000,) * 3, ("Sari", "Budi", "Wati"), game), rules, 1)
    for _ in range(20):
        yield state
        if state.playing is None:
            return
        now = state.playing.round
        for seat in now.awaited:
            options = now.options(seat)
            named = [Action(each.verb, each.least) for each in options.amounts if now.window]
            state = hands.act(state, seat, (*named, *options.ready)[0]).state
        if now.window and state.playing is not None and state.playing.round.question == now.question:
            state = hands.close_window(state).state


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_drawn_is_known_to_be(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def noted(words: str, *where: Any) -> Any:
        drawn.append(words)
        return fit_text(MARK.sub("", words), *where)

    packages = (bot.pictures, *(import_module(f"bot.games.{each}") for each in ("qiuqiu", "kookiew", "quandui")))
    for module in (each for of in packages for each in pkgutil.iter_modules(of.__path__, f"{of.__name__}.")):
        if hasattr(import_module(module.name), "fit_text"):
            monkeypatch.setattr(f"{module.name}.fit_text", noted)
    # A hand in which nobody is all-in has no side pot to be won.
    samples = [event for samples in SAMPLES[game].values() for event in samples]
    events = tuple(event for event in samples if getattr(event, "pot", 0) == 0)
    for state in positions(game):
        assert state.hand is not None
        for hand in (state.hand, replace(state.hand, events=events)):
            table_messages.hand_message(state, hand, GroupSettings(), (), marked).finished()
        private_hands.private_hand(state, "local:0", marked).finished()

    keys = {key for words in drawn for key in MARK.findall(words)}

    assert keys & {"hand-title", "picture-title-pot"}, "no result was drawn, so it was not tried"
    assert {key for key in keys if not key.startswith(DRAWN)} == set(), "add these to DRAWN"
