"""Names that look the same: nothing invisible tells them apart, and nobody at a table looks like somebody else."""

from __future__ import annotations

import unicodedata
from itertools import combinations, count

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import Command, Person, Place, Reply
from bot.messages.lookalikes import all_told_apart, looks
from bot.messages.names import NAME_CHARACTERS, safe_name
from bot.tables.computers import NAMES
from bot.wording.isolation import without_isolates
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.rows import rows
from tests.strange_text import strange_texts

INVISIBLE = "\u034f\u2800\u3164\u115f\u1160\uffa0\u17b4\u180b\ufe0f\u200b\u200d\u2060\u00ad\U000e0041\ufffc\U0001d159"
ALIKE = (
    "Budi",
    "Вudi",
    "Bud\u0456",
    "Ｂｕｄｉ",
    "𝐁𝐮𝐝𝐢",
    "Bu\u034fdi",
    "Budi\u2800",
    "\u3164Budi",
    "Bu\ufe0fdi",
    "budi",
    "BUDI",
)

_keys = count(1)
_STACKED = regex.compile(r"\p{M}{3}")
_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")


def alike(one: str, other: str) -> bool:
    return not looks(safe_name(one)).isdisjoint(looks(safe_name(other)))


# --- one name ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
def test_nothing_invisible_is_in_a_name(character: str) -> None:
    assert safe_name(f"Bu{character}di{character}") == "Budi"
    assert safe_name(character) == safe_name(character * 30) == "?"


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_strange_names_are_shown_and_hide_nothing(count: int) -> None:
    for name in strange_texts(count):
        shown = safe_name(name)
        assert 1 <= len(shown) <= NAME_CHARACTERS
        assert not _IGNORED.search(shown)
        assert {unicodedata.category(each)[0] for each in shown.replace(" ", "x")} <= set("LMNPS"), ascii(shown)
        assert not _STACKED.search(shown), ascii(shown)
        assert safe_name(shown) == shown


# --- two names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), list(combinations(ALIKE, 2)))
def test_other_letters_and_other_scripts_look_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Martin", "Rnartin"), ("Ilya", "llya"), ("Ilya", "1lya"), ("Олег", "Oлeг"), ("Bob 0", "Bob O")]
)
def test_what_unicode_says_is_confusable_looks_the_same(one: str, other: str) -> None:
    assert alike(one, other) or alike(one.lower(), other.lower())


@rows(__file__)
def test_what_looks_different_is_different(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.lists(st.text("BuВdi\u0456І1l (2)3\u034f", max_size=30), max_size=8))
def test_of_names_shown_together_no_two_look_the_same_and_the_first_is_as_it_was(names: list[str]) -> None:
    safe = [safe_name(name) for name in names]
    shown = list(all_told_apart(dict(enumerate(safe))).values())
    assert shown[:1] == safe[:1]
    for one, other in combinations(shown, 2):
        assert looks(one).isdisjoint(looks(other)), shown
    assert all(len(name) <= NAME_CHARACTERS for name in shown)


# --- at a table --------------------------------------------------------------------------------------------------


async def do(scenario: Scenario, name: str, shown: str, text: str) -> Reply:
    """Let somebody type a line whom the platform calls by some name."""
    reply = await scenario.app.dispatcher.handle(
        Command(Person(player_id(name), shown), Place(GROUP, "main"), text, key=f"test:{next(_keys)}")
    )
    await scenario.app.wait_until_idle()
    assert not reply.refused, words(reply.message)
    return reply


def shown_everywhere(scenario: Scenario) -> str:
    """Everything that anybody was ever shown."""
    return "\n".join(without_isolates(words(seen.message)) for seen in scenario.chat.seen)


@pytest.mark.parametrize(
    ("other", "game"), [*((name, "qiuqiu") for name in ALIKE), ("Bud\u0456", "koo-kiew"), ("Budi\u2800", "quan-dui")]
)
async def test_two_at_a_table_never_look_the_same_wherever_it_is_shown(
    scenario: Scenario, other: str, game: str
) -> None:
    await do(scenario, "one", "Budi", f"open {game}")
    await do(scenario, "two", other, "join")
    shown = scenario.state().seated[1].name
    assert looks(shown).isdisjoint(looks("Budi"))
    assert f"{shown} sat down" in shown_everywhere(scenario)
    await do(scenario, "two", other, "shuffle rain")
    await do(scenario, "one", "Budi", "start")
    closing = without_isolates(words(scenario.chat.shown[scenario.chat.closings()[-1]]))
    assert f"1. Budi · 2. {shown}" in closing
    assert scenario.hand().names == ("Budi", shown)
    for seen in scenario.chat.seen:
        # Without the names as they are told apart, no name is left that looks like them.
        rest = without_isolates(words(seen.message)).replace(shown, "").replace("Budi", "")
        assert not any(alike(word.strip(".,:;"), "Budi") for word in rest.split()), rest


async def test_nobody_looks_like_a_computer_player_nor_the_other_way_round(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await do(scenario, "one", f"{NAMES[0][0]}\u034f{NAMES[0][1:]}", "open qiuqiu")
    await do(scenario, "one", NAMES[0], "add computer")
    await do(scenario, "one", f"{NAMES[0]} ", "add computer ")
    await do(scenario, "two", NAMES[1].replace("i", "\u0456"), "join")
    names = [chair.name for chair in scenario.state().seated]
    assert names == [NAMES[0], f"{NAMES[0]} (2)", NAMES[1], f"{NAMES[1].replace('i', chr(0x456))} (2)"]
    assert len({chair.player for chair in scenario.state().seated}) == 4
