"""One word for one thing: the words that a language avoids, and how long sentences and buttons may be."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from fluent.syntax import ast

from bot.wording import in_language, languages
from tests.bot.wording.sentences import Sentence, sentences, text, written
from tests.bot.wording.used_keys import ROOT

LANGUAGES = languages()

AVOIDED: Mapping[str, Mapping[str, str]] = {
    language: dict(line.split("  →  ") for line in lines)
    for language, *lines in (
        each.strip().splitlines()
        for each in (Path(__file__).parent / "avoided.txt").read_text("utf-8").split("\n# ")[1:]
    )
}
"""The words that a language does not use of Kiu, as patterns, each with what it says instead."""

OF_DISCORD = ("discord-", "share-server")
"""How the keys of what is said on Discord alone begin, where a group is called a server."""

BRIEF = ("refused-", "answer-", "toast-", "notice-", "private-")
"""How the keys of what is read on a phone between two moves begin."""

MOST_WORDS = 25
"""The most words of a sentence that somebody has to read before they act."""

LABELS = ("button-", "offer-")
MOST_LETTERS = 20
"""The most letters on a button: on a phone of 360 px three such stand in a row and none is cut."""

MOST_WITH_A_GAME = 24
"""The most letters on a button that names a game: such buttons stand alone in their rows."""


def found(language: str, said: str) -> list[str]:
    """The words of a text that its language avoids."""
    return [each[0] for pattern in AVOIDED[language] for each in re.finditer(pattern, said, re.IGNORECASE)]


def page_words(language: str) -> dict[str, str]:
    """The words of the page of the local room."""
    path = ROOT / "bot" / "chats" / "local_chat" / "page" / "words" / f"{language}.json"
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return words


def longest(pattern: ast.Pattern) -> str:
    """A pattern in its longest form; a value shows as one word."""
    parts = []
    for each in pattern.elements:
        if isinstance(each, ast.TextElement):
            parts.append(each.value)
        elif isinstance(each.expression, ast.SelectExpression):
            parts.append(max((longest(variant.value) for variant in each.expression.variants), key=len))
        elif isinstance(each.expression, ast.StringLiteral):
            parts.append(each.expression.value)
        else:
            parts.append("x")
    return "".join(parts)


def long_sentences(every: Mapping[str, Sentence]) -> list[str]:
    """The keys under which a sentence that has to be read in a hurry is too long."""
    brief = [each for each in every.values() if each.key.startswith(BRIEF)]
    return [
        each.key
        for each in brief
        if any(len(part.split()) > MOST_WORDS for part in re.split(r"[.!?:;](?:\s|$)", longest(each.pattern)))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_keeps_to_its_vocabulary(language: str) -> None:
    every = sentences(text(language)).items()
    said = {key: written(each.pattern) for key, each in every if not key.startswith(OF_DISCORD)}
    said |= {f"the page's {key}": words for key, words in page_words(language).items()}

    assert {key: words for key, each in said.items() if (words := found(language, each))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_dots_are_one_letter(language: str) -> None:
    assert [key for key, each in sentences(text(language)).items() if "..." in written(each.pattern)] == []
    assert [key for key, each in page_words(language).items() if "..." in each] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_word_with_the_same_values(language: str) -> None:
    named = {key: set(re.findall(r"\{\w+\}", each)) for key, each in page_words(language).items()}

    assert named == {key: set(re.findall(r"\{\w+\}", each)) for key, each in page_words("en").items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_between_two_moves_is_short(language: str) -> None:
    assert long_sentences(sentences(text(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_not_cut_on_a_phone(language: str) -> None:
    translate, every = in_language(language), sentences(text(language))
    labels = {
        key: translate(key, amount=10_000, label="xiao hong", game="Koo Kiew", name="Rina")
        for key in every
        if key.startswith(LABELS)
    }

    assert len(labels) > 80
    most = {key: MOST_WITH_A_GAME if "game" in every[key].variables else MOST_LETTERS for key in labels}
    assert {key: label for key, label in labels.items() if len(label) > most[key]} == {}


def test_each_word_to_avoid_would_be_found() -> None:
    assert found("en", "The packs are sealed; he has your hand, and a hash of nobody's valet.") == [
        "sealed", "hash", "valet", "nobody's", "your hand", "he",
    ]  # fmt: skip
    assert found("en", "Your hand is safe. The house rules of this group.") == []
    assert found("id", "Aku pegang tanganmu, kataku kepadamu; pasanganmu kuat, ketik HAND.") == [
        "Aku", "kataku", "tanganmu", "pasanganmu", "kepadamu", "HAND",
    ]  # fmt: skip
    assert found("id", "Tanda tangan di kartu; itu berlaku, dan pasangan tertinggi menang.") == []


def test_a_long_sentence_would_be_found() -> None:
    planted = (
        "refused-a = { $n ->\n  [one] No.\n *[other] " + "word " * 26 + ".\n}\nrefused-b = Short. " + "Also short. " * 9
    )

    assert long_sentences(sentences(planted + "\n")) == ["refused-a"]
