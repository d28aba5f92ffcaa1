"""The reference pages say what the code does."""

from __future__ import annotations

import re

import pytest

from bot.commands import COMMANDS
from bot.groups import TableRules
from engine.games import GAMES
from tests.docs.reference import DOCS, pages

RULES = [*(name for game in GAMES.values() for name in game.rules.kinds()), *TableRules.kinds()]


@pytest.mark.parametrize("name", ["house-rules.md", "commands.md"])
def test_a_page_is_what_the_code_would_write_now(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")

    assert written == pages()[name], "stale: run python -m tests.docs.reference"


def test_every_rule_command_and_preset_has_its_line() -> None:
    rules, commands = pages()["house-rules.md"], pages()["commands.md"]

    assert [name for name in RULES if f"| `{name}` | " not in rules] == []
    assert [spec.usage for spec in COMMANDS if f"| `{spec.usage}` | " not in commands] == []
    assert [name for game in GAMES.values() for name in game.presets if f"| `{name}` " not in rules] == []


def test_every_decision_that_a_rule_cites_is_among_the_decisions() -> None:
    decisions = (DOCS / "decisions.md").read_text(encoding="utf-8")
    decided = {
        code for codes in re.findall(r"^\| ([A-Z0-9, -]+) \|", decisions, re.MULTILINE) for code in codes.split(", ")
    }
    cited = set(re.findall(r"\b[A-Z]{2}-\d+\b", pages()["house-rules.md"]))

    assert len(cited) > 20
    assert cited - decided == set()
