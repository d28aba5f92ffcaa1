"""Every transcript in the documentation is what the program really prints."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.messages import Message
from engine.games import GAMES
from engine.house_rules import GameRules, one_of, rule
from tests.manual_clock import ManualClock
from tests.removed_features import REMOVED
from tests.script_chat.play import PLACE, ScriptChat, play
from tests.script_chat.stacking import BadScript
from tests.seeded_entropy import StackedEntropy

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


async def test_a_line_that_means_nothing_is_named() -> None:
    with pytest.raises(BadScript, match="this line means nothing"):
        await play(["sari says hello"], lambda line: None)


def test_a_record_is_checked_as_its_bytes_stand() -> None:
    printed: list[str] = []
    chat = ScriptChat(printed.append, StackedEntropy("none"), ManualClock())
    record = json.loads((VECTORS / "sealed_deal.json").read_text(encoding="utf-8"))[0]
    chat.files = {"true.json": json.dumps(record).encode(), "false.json": json.dumps({**record, "pick": 7}).encode()}
    chat.verify("true.json")
    chat.verify("false.json")
    assert printed[0].startswith("| valid: all ")
    assert printed[1].startswith("| not valid: pick")
    with pytest.raises(BadScript, match=r"nobody was given 'other\.json'"):
        chat.verify("other.json")


async def test_paper_shows_a_closing_message_once() -> None:
    printed: list[str] = []
    chat = ScriptChat(printed.append, StackedEntropy("none"), ManualClock())
    for again in (False, True):
        assert await chat.post_closing(PLACE, Message("Closed", ("a1",)), again=again) is None
    assert printed.count("| a1") == 1
    await chat.post_closing(PLACE, Message("Closed", ("b2",)), again=True)
    assert printed.count("| b2") == 1


async def test_a_button_that_never_was_is_named() -> None:
    with pytest.raises(BadScript, match="there is no button 'Fly'"):
        await play(["sari> Fly"], lambda line: None)


async def test_what_cannot_be_sent_again_is_named() -> None:
    with pytest.raises(BadScript, match="only 1 lines and presses were sent"):
        await play(["sari: /open qiuqiu", "! again 2"], lambda line: None)


@pytest.mark.parametrize("line", ["! clock 1h", "! clock +1", "! press sari call", "! kill budi", "! again x"])
async def test_a_line_for_the_chat_itself_that_is_not_whole_means_nothing(line: str) -> None:
    with pytest.raises(BadScript, match="this line means nothing"):
        await play([line], lambda line: None)
