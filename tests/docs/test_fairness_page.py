"""The page on the sealed deal names every field of a record, every check and every value of the house rule."""

from __future__ import annotations

import re

import pytest

from engine.fairness import records
from engine.fairness.checks import CHECKS
from engine.fairness.reading import BEACONS, DISCLOSURES
from engine.fairness.receivers import DEALING, DRAW, FOLD, STREET
from engine.games import GAMES
from tests.bot.wording.dealing import deal
from tests.docs.picture import ALT
from tests.docs.reference import DOCS
from tests.engine.fairness.example_deals import so_far

PAGE = (DOCS / "fairness.md").read_text(encoding="utf-8")


def firsts(heading: str) -> list[str]:
    """What the first column of the tables in a section names."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0].split("\n### ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_every_field_of_a_record_is_explained_and_no_other() -> None:
    dealt = so_far(deal("qiuqiu", GAMES["qiuqiu"].rules(), 2, "page"))
    fields = records.read(records.record(dealt)).keys() | records.read(records.own_cards(dealt, 0)).keys()

    named = firsts("A record, field by field")

    assert sorted(named) == sorted(fields)


def test_every_check_is_explained_and_no_other() -> None:
    checks = {"text", "fields", *CHECKS[records.RECORD], *CHECKS[records.OWN_CARDS]}

    assert sorted(firsts("What is checked")) == sorted(checks)


def test_every_word_of_an_order_of_play_is_explained() -> None:
    section = PAGE.split("### Whose a card was\n")[1].split("\n### ")[0]
    told = {word.split()[0] for word in re.findall("`([^`]+)`", section)}

    assert {DEALING, FOLD, STREET, DRAW, "pick-up", "dui", "win"} <= told


@pytest.mark.parametrize("game", GAMES)
def test_the_dealing_of_every_game_is_explained(game: str) -> None:
    dealings = {str(rules.dealing) for rules in GAMES[game].presets.values()}

    assert all(f"`{dealing}`" in PAGE for dealing in dealings), dealings


def test_every_way_of_disclosure_is_explained() -> None:
    assert [name for name in firsts("What becomes of cards that nobody showed") if name != "disclosure"] == [
        *DISCLOSURES
    ]


def test_every_way_to_treat_a_missing_beacon_is_explained() -> None:
    named = [name for name in firsts("What becomes of a deal without a beacon") if name != "beacon"]
    assert named == [*BEACONS]


def test_it_says_who_could_still_do_what() -> None:
    section = PAGE.split("### Who could still do what\n")[1].split("\n### ")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    assert [row.split(",")[0] for row in rows[1:]] == [
        "a player",
        "an admin",
        "the operator",
        "the operator",
        "the platform",
    ]


def test_the_picture_stands_there_with_its_words() -> None:
    assert f'<img src="pictures/sealed-deal.svg" alt="{ALT}"' in PAGE
