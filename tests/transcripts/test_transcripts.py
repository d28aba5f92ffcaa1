"""Every transcript in the documentation is what the program really prints."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chats.script_chat.play import BadScript, play

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
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
    lines = script.read_text(encoding="utf-8").replace("! seed plain", "! seed other").splitlines()
    printed: list[str] = []
    await play(lines[:7], printed.append)
    assert "\n".join(printed) not in script.with_suffix(".txt").read_text(encoding="utf-8")


async def test_a_line_that_means_nothing_is_named() -> None:
    with pytest.raises(BadScript, match="this line means nothing"):
        await play(["sari says hello"], lambda line: None)


async def test_a_button_that_never_was_is_named() -> None:
    with pytest.raises(BadScript, match="there is no button 'Fly'"):
        await play(["sari> Fly"], lambda line: None)
