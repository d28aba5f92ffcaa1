"""Every transcript in the documentation is what the program really prints."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.chats.script_chat.play import PLACE, BadScript, ScriptChat, play
from bot.messages import Message
from engine.fairness import NO_BEACON

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
VECTORS = Path(__file__).parents[1] / "vectors"
SCRIPTS = sorted(FOLDER.glob("*.script"))


def transcript(script: Path) -> str:
    """What playing a script prints."""
    printed: list[str] = []
    asyncio.run(play(script.read_text(encoding="utf-8").splitlines(), printed.append))
    return "\n".join(printed) + "\n"


def test_there_are_transcripts() -> None:
    assert len(SCRIPTS) >= 4


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_transcript(script: Path) -> None:
    """`python -m tests.transcripts.write` writes them anew after an intended change."""
    assert transcript(script) == script.with_suffix(".txt").read_text(encoding="utf-8")


async def test_another_seed_is_another_story() -> None:
    script = FOLDER / "01-plain-hand.script"
    lines = script.read_text(encoding="utf-8").replace("! seed plain10", "! seed other").splitlines()
    printed: list[str] = []
    await play(lines[:7], printed.append)
    assert "\n".join(printed) not in script.with_suffix(".txt").read_text(encoding="utf-8")


async def test_a_line_that_means_nothing_is_named() -> None:
    with pytest.raises(BadScript, match="this line means nothing"):
        await play(["sari says hello"], lambda line: None)


def test_a_record_is_checked_as_its_bytes_stand() -> None:
    printed: list[str] = []
    room = ScriptChat(printed.append)
    record = json.loads((VECTORS / "sealed_deal.json").read_text(encoding="utf-8"))[0]
    room.files = {"true.json": json.dumps(record).encode(), "false.json": json.dumps({**record, "pick": 7}).encode()}
    room.verify("true.json")
    room.verify("false.json")
    assert printed[0].startswith("| valid: all ")
    assert printed[1].startswith("| not valid: pick")
    with pytest.raises(BadScript, match=r"nobody was given 'other\.json'"):
        room.verify("other.json")


async def test_paper_shows_a_closing_message_once() -> None:
    printed: list[str] = []
    room = ScriptChat(printed.append)
    for again in (False, True):
        assert await room.post_closing(PLACE, Message("Closed", ("a1",)), again=again) == NO_BEACON
    assert printed.count("| a1") == 1
    await room.post_closing(PLACE, Message("Closed", ("b2",)), again=True)
    assert printed.count("| b2") == 1


async def test_a_button_that_never_was_is_named() -> None:
    with pytest.raises(BadScript, match="there is no button 'Fly'"):
        await play(["sari> Fly"], lambda line: None)
