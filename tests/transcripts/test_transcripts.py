"""Every transcript in the documentation is what the program really prints."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.house_rules import GameRules, one_of, rule
from tests.removed_features import REMOVED
from tests.script_chat.play import play

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
VECTORS = Path(__file__).parents[1] / "vectors"
SCRIPTS = sorted(FOLDER.glob("*.script"))


def transcript(script: Path) -> str:
    """What playing a script prints."""
    return played(script.read_text(encoding="utf-8").splitlines())


def played(lines: Iterable[str]) -> str:
    """What playing these lines prints."""
    printed: list[str] = []
    asyncio.run(play(lines, printed.append))
    return "\n".join(printed) + "\n"


def without_offers(text: str) -> str:
    """Leave out the answers' buttons where features went that offer some."""
    return re.sub(r"^( +\w+ : |)(\[[^]]+\] ?)+$\n", "", text, flags=re.MULTILINE) if REMOVED else text


def test_there_are_transcripts() -> None:
    assert len(SCRIPTS) >= 4


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_transcript(script: Path) -> None:
    """`python -m tests.transcripts.write` writes them anew after an intended change."""
    assert without_offers(transcript(script)) == without_offers(script.with_suffix(".txt").read_text(encoding="utf-8"))


@cache
def with_one_more(rules: type[GameRules]) -> Any:
    """The rules of a game and one more; the same class each time, since rules that were read are remembered."""
    one_more = ("one_more", str, rule("off", one_of("off", "on"), section="fairness"))
    return dataclasses.make_dataclass("Wider", [one_more], bases=(rules,), frozen=True)


def with_one_more_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every game one more house rule, which is off in every preset."""
    for game in GAMES.values():
        wider = with_one_more(game.rules)  # type: ignore[arg-type]
        presets = {name: wider.from_texts(preset.texts()) for name, preset in game.presets.items()}
        monkeypatch.setattr(type(game), "rules", wider)
        monkeypatch.setattr(type(game), "presets", presets)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_new_house_rule_at_its_default_changes_no_transcript(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_one_more_rule(monkeypatch)
    assert '"one_more":"off"' in GAMES["qiuqiu"].in_force(GAMES["qiuqiu"].rules()), "the rule is part of what is sealed"
    assert transcript(script) == script.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_another_seed_changes_no_transcript(script: Path) -> None:
    """What a seed decides is hidden, or stacked."""
    lines = script.read_text(encoding="utf-8").splitlines()
    told = script.with_suffix(".txt").read_text(encoding="utf-8")
    assert played([*lines, "! seed other"]) == f"{told}\n! seed other\n"


def test_a_hand_that_no_script_has_stacked_follows_from_the_seed() -> None:
    lines = ("sari: /open qiuqiu", "budi: /join", "wati: /join", "sari: /start")
    stories = {played([*lines, f"! seed {seed}"]).rpartition("!")[0] for seed in range(6)}
    assert 1 < len(stories) <= 3, "only who deals first is shown"
    assert played([*lines, "! seed 7"]) == played([*lines, "! seed 7"])
