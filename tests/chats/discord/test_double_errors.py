"""The double itself: what it reports of invalid messages, and a connection without heartbeats."""

from __future__ import annotations

import asyncio
from typing import Any

import discord as library
import pytest
from discord import ui

from tests.chats.discord.double.rate_limits import Limits
from tests.chats.discord.double.server import Discord
from tests.chats.discord.plain_client import connected_client


@pytest.fixture(autouse=True)
def _validate_answers(discord: Discord) -> None:
    discord.validate_answers()


def too_long() -> ui.LayoutView:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("a" * 4000))
    return view


async def test_invalid_messages_are_reported(discord: Discord) -> None:
    discord.rate_limiter.limits = Limits().scaled(0.05)
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        sent = await client.get_partial_messageable(sari.channel.id).send(view=too_long())
        http = client.http

        async def report(method: str, path: str, **body: Any) -> str:
            route = library.http.Route(method, path, channel_id=sari.channel.id, message_id=sent.id)
            with pytest.raises(library.HTTPException):
                await http.request(route, json=body)
            (fault,) = discord.faults
            discord.faults.clear()
            return fault

        post, edit = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
        text, button = {"type": 10, "content": "a"}, {"type": 2, "style": 1, "label": "a", "custom_id": "a"}
        v2 = 1 << 15
        assert "2001 characters" in await report("POST", post, content="a" * 2001)
        assert "4002 characters" in await report(
            "POST", post, flags=v2, components=[{**text, "content": "a" * 2001}] * 2
        )
        assert "41 components" in await report(
            "POST", post, flags=v2, components=[{"type": 17, "components": [text] * 40}]
        )
        assert "twice" in await report("POST", post, components=[{"type": 1, "components": [button, button]}])
        assert "content together" in await report("POST", post, flags=v2, content="a", components=[text])
        assert "without their flag" in await report("POST", post, components=[text])
        assert "cannot be taken off" in await report("PATCH", edit, flags=0, components=[text])
        # The OpenAPI description, if there is one, reports the next fault in other words.
        assert await report("POST", post, components=[{"type": 1, "components": [{**button, "label": "a" * 81}]}])
        assert "is not there" in await report(
            "POST", post, flags=v2, components=[{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
        )


async def test_a_connection_without_heartbeats_is_given_up(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    discord.gateway.heartbeat_seconds = 0.1
    async with connected_client(discord, heartbeat_timeout=1.5):
        await asyncio.sleep(2)
        assert discord.gateway.resumed == 0, "heartbeats keep it alive"
        discord.gateway.frozen = True
        await asyncio.sleep(2)
        discord.gateway.frozen = False
        await discord.until(lambda: discord.gateway.resumed > 0, "a resumed session")
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
