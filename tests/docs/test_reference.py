"""The reference pages say what the code does."""

from __future__ import annotations

import re

import pytest

from bot.commands import COMMANDS
from bot.groups import TableRules
from bot.wording import FALLBACK, in_language
from engine.games import GAMES
from engine.kookiew.cards import KINDS, PACK
from tests.docs.reference import DOCS, PAGES

RULES = [*(name for game in GAMES.values() for name in game.rules.kinds()), *TableRules.kinds()]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_would_write_now(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")

    assert written == PAGES[name](), "stale: run make docs"


def test_every_rule_command_and_preset_has_its_line() -> None:
    rules, commands = PAGES["house-rules.md"](), PAGES["commands.md"]()

    assert [name for name in RULES if f"| `{name}` | " not in rules] == []
    assert [each for spec in COMMANDS if f"| `{(each := spec.usage(in_language(FALLBACK)))}` | " not in commands] == []
    assert [name for game in GAMES.values() for name in game.presets if f"| `{name}` " not in rules] == []


def test_the_pack_made_at_home_has_every_card_of_koo_kiew_once() -> None:
    """KK-1, KK-8: what is left of four ordinary packs is exactly the pack of the game."""
    page = PAGES["koo-kiew-pack.md"]()
    cards = re.findall(r"\| (\w+)([♠♥♦♣])(?= \|)", page)
    left_out = {"5", "6", "7", "8", "9", "10"}

    assert len(cards) == len(set(cards)) == len(KINDS) == 28
    assert {card for card, _ in cards} | left_out == {*map(str, range(2, 11)), "J", "Q", "K", "A"}
    assert not {card for card, _ in cards} & left_out
    assert len(cards) * 4 == len(PACK)
    assert "| 將 general | K♠ | K♦ | K♥ | K♣ | 1 |" in page
    assert "| 卒 soldier | A♠ | A♦ | A♥ | A♣ | 7 |" in page


def test_every_decision_that_a_rule_cites_is_among_the_decisions() -> None:
    decisions = (DOCS / "decisions.md").read_text(encoding="utf-8")
    decided = {
        code for codes in re.findall(r"^\| ([A-Z0-9, -]+) \|", decisions, re.MULTILINE) for code in codes.split(", ")
    }
    cited = set(re.findall(r"\b[A-Z]{2}-\d+\b", PAGES["house-rules.md"]()))

    assert len(cited) > 20
    assert cited - decided == set()
