"""Limits for oneself, floods and the integrity report in the local room: one tab reads them, no other."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.dispatch.admission import FloodLimits, Rate
from tests.chats.local.room_evening import RoomScenario
from tests.chats.local.served_room import SocketClient

KEYS = itertools.count()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[RoomScenario]:
    async with RoomScenario(tmp_path, flood_limits=FloodLimits(person=Rate(0.2, 12))) as scenario:
        yield scenario
        await scenario.sound()


async def says(tab: SocketClient, line: str) -> dict[str, Any]:
    """Type a line and wait for the answer to it."""
    key = f"line:{next(KEYS)}"
    await tab.say(type="say", id=key, text=f"/{line}")
    while (answer := await tab.next("reply", "refused")).get("id") != key:
        pass
    return answer


async def test_a_page_is_shown_to_one_tab_and_others_see_who_sits_out(room: RoomScenario) -> None:
    (sari, _), (budi, budi_id) = await room.enter("Sari", 1), await room.enter("Budi", 2)
    await says(sari, "open qiuqiu")
    await says(budi, "join")
    page = await says(budi, "limit hands 1")
    assert "Hands a day: 1 hand" in json.dumps(page)
    asked = await says(budi, "break week")
    assert "Do you mean it?" in json.dumps(asked)
    await says(budi, "break begin week")
    await room.app.wait_until_idle()
    chair = room.state().chair_of(budi_id)
    assert chair is not None
    assert chair.out
    refused = await says(budi, "sit back")
    assert refused["refused"]
    assert "nobody can end it sooner" in json.dumps(refused)
    seen = json.dumps(await sari.settle())
    assert "Budi is sitting out." in seen
    assert "limit" not in seen
    assert "break" not in seen


async def test_a_flood_is_answered_once_and_the_first_guest_reads_the_report(room: RoomScenario) -> None:
    (host, _), (budi, _) = await room.enter("Sari", 1), await room.enter("Budi", 2)
    answers = [json.dumps(await says(budi, "top")) for _ in range(20)]
    assert sum("more than I can follow" in each for each in answers) == 1
    assert "more than I can follow" not in answers[-1]
    assert "Ranking by chips" not in answers[-1]
    report = json.dumps(await says(host, "integrity"))
    assert "Integrity report" in report
    assert "Integrity report" not in json.dumps(await says(budi, "integrity"))
