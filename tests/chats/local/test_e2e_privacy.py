"""In the local room: a copy of all that is stored of oneself, and being forgotten with what one has written there."""

from __future__ import annotations

import base64
import json
import secrets
from pathlib import Path
from typing import Any

from bot.ledger import queries
from tests.bot.traces import traces
from tests.chats.local.own_chance_world import Page, World
from tests.manual_clock import ManualClock
from tests.passing_time import let_pass


async def presses(page: Page, label: str, frame: dict[str, Any]) -> dict[str, Any]:
    """Press a button of an answer, and return the answer to that."""
    (button,) = [each for row in frame["message"]["buttons"] for each in row if each["label"] == label]
    key = f"press:{secrets.token_hex(4)}"
    await page.sends(type="press", id=key, text=button["command"], turn=button["turn"], menu=button.get("menu", False))
    return await page.gets(lambda each: each["type"] == "reply" and each.get("id") == key)


async def test_a_copy_and_being_forgotten_by_presses(tmp_path: Path) -> None:
    clock = ManualClock()
    kiu = World(tmp_path / "first", clock)
    (tmp_path / "first").mkdir()
    await kiu.begin()
    try:
        sari, budi = [await kiu.page(name) for name in ("Saraswati", "Budi")]
        own = (sari.player, "Saraswati", "my secret recipe")
        await kiu.sits(sari, budi)
        await sari.sends(type="say", id="chat", text="my secret recipe")
        await budi.gets(lambda frame: frame["type"] == "post" and "recipe" in json.dumps(frame))
        await budi.sends(type="say", id="chat", text="thank you, Saraswati")
        await sari.gets(lambda frame: frame["type"] == "post" and "thank you" in json.dumps(frame))

        copy = await presses(sari, "Export me", await presses(sari, "Forget me", await sari.says("/privacy")))
        content = base64.b64decode(copy["message"]["file"]["src"].partition("base64,")[2])
        assert json.loads(content)["player"] == sari.player
        assert "my secret recipe" in content.decode()
        page = await presses(sari, "Forget me", await presses(sari, "Forget me", await sari.says("/privacy")))
        assert not (await presses(sari, "Forget me now", page))["refused"]
        assert traces(kiu.file, own)
        await kiu.die()
        budi = await kiu.page("Budi")
        sari = await kiu.page("Saraswati")
        since = len(budi.frames)
        await let_pass(kiu.app, clock, 5)

        assert (await sari.gets(lambda frame: frame["type"] == "refused"))["reason"] == "forgotten"
        edited = await budi.gets(lambda frame: frame["type"] == "edit" and "thank you" in json.dumps(frame), since)
        assert "Saraswati" not in json.dumps(edited)
        await let_pass(kiu.app, clock, 10)
        assert await kiu.app.ledger.read(queries.erasures) == []
        assert traces(kiu.file, own) == []
        assert (await kiu.app.ledger.audit()).sound
        shown = json.dumps((await kiu.page("Wati")).frames, ensure_ascii=False)
        assert "thank you" in shown
        assert not [text for text in own if text in shown]
    finally:
        await kiu.end()
