"""Half surrogates: a command with one anywhere is refused with a sentence, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.__main__ import main
from bot.commands import BY_LINE
from bot.environment.half_surrogates import has_half_surrogate
from bot.messages import Command, Person, Place
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario

HALVES = ("\ud83d", "\udc00", "\ude00\ud83d", "\udcff")
texts = st.text(st.characters() | st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF, categories=["Cs"]))

Change = Callable[[Command, str], Command]
CHANGES: dict[str, Change] = {
    "text": lambda command, half: replace(command, text=f"{command.text} {half}"),
    "word": lambda command, half: replace(command, text=f"{command.text}{half}"),
    "turn": lambda command, half: replace(command, turn=f"1:{half}"),
    "key": lambda command, half: replace(command, key=f"{command.key}{half}"),
    "name": lambda command, half: replace(command, who=replace(command.who, name=f"Sari{half}")),
    "id": lambda command, half: replace(command, who=replace(command.who, id=f"test:{half}")),
    "language": lambda command, half: replace(command, who=replace(command.who, language=half)),
    "group": lambda command, half: replace(command, where=Place(f"{GROUP}{half}", "main")),
    "channel": lambda command, half: replace(command, where=Place(GROUP, half)),
    "picked": lambda command, half: replace(command, picked=(Person("test:budi", half),)),
}


def encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@given(texts)
def test_a_text_has_one_if_it_cannot_be_encoded(text: str) -> None:
    assert has_half_surrogate(text) is not encodes(text)


@given(st.recursive(texts | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(texts, inner)))
def test_it_is_found_however_deep_it_lies(value: Any) -> None:
    assert has_half_surrogate(value) is not encodes(json.dumps(value, ensure_ascii=False))


async def state(scenario: Scenario) -> tuple[Any, ...]:
    app = scenario.app
    members = [(each.player, each.name) for each in app.members.of_group(GROUP)]
    return scenario.state(), members, await scenario.in_wallet("sari"), await scenario.all_chips()


@pytest.mark.parametrize("changed", CHANGES)
async def test_every_command_with_one_is_refused_and_nothing_happens(scenario: Scenario, changed: str) -> None:
    scenario.admins.add("sari")
    await scenario.sit("sari", "budi")
    before, seen = await state(scenario), len(scenario.chat.seen)
    with capture_logs() as logged:
        for half, name in product(HALVES, BY_LINE):
            command = CHANGES[changed](scenario.command("sari", name), half)
            counted = scenario.app.metrics.refusals()["half-surrogate"]
            reply = await scenario.app.dispatcher.handle(command)
            assert reply.refused
            assert "half a character" in words(reply.message), name
            assert not has_half_surrogate(words(reply.message))
            assert scenario.app.metrics.refusals()["half-surrogate"] == counted + 1
            asked = scenario.app.dispatcher.asked(command)
            assert "half a character" in words(asked.message), name  # type: ignore[union-attr]
        await scenario.app.wait_until_idle()
    assert logged == []
    assert await state(scenario) == before
    assert len(scenario.chat.seen) == seen


# --- what a host gives -------------------------------------------------------------------------------------------


def test_a_settings_file_that_is_no_utf8_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"KIU_HOST=\xff\n")
    result = CliRunner().invoke(main, ["doctor"])
    assert (result.exit_code, isinstance(result.exception, SystemExit)) == (2, True)
    assert "no UTF-8" in result.output
