"""The double itself: rate limits, error codes, and requests against the contract."""

from __future__ import annotations

import asyncio
from typing import Any

import discord as library
import pytest
from discord import ui

from tests.chats.discord.double.contract import load_contract
from tests.chats.discord.double.rate_limits import Limits
from tests.chats.discord.double.server import Discord
from tests.chats.discord.plain_client import connected_client

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture(autouse=True)
def _validate_answers(discord: Discord) -> None:
    discord.validate_answers()


def too_long() -> ui.LayoutView:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("a" * 4000))
    return view


async def test_requests_over_a_rate_limit_are_rejected_and_repeated_by_discord_py(
    discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    discord.rate_limiter.limits = Limits().scaled(0.1)
    guild = discord.guild()
    sari = discord.member(guild, "Sari")
    quiet = discord.channel(guild, "quiet")
    async with connected_client(discord) as client:
        loud = client.get_partial_messageable(sari.channel.id)
        await asyncio.gather(*(loud.send(str(number)) for number in range(12)))
        assert len(sari.visible) == 12
        assert discord.calls.rate_limited() == [], "discord.py keeps to the headers"
        discord.flood(sari.channel, 0.3)
        slow = asyncio.create_task(loud.send("slow"))
        await client.get_partial_messageable(quiet.id).send("quick")
        assert not slow.done()
        await slow
        assert discord.calls.rate_limited() != []
        assert "rate limited" in caplog.text


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


async def test_requests_are_validated_by_the_openapi_description(discord: Discord) -> None:
    if load_contract() is None:
        pytest.skip("no copy of Discord's own description is at hand")
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        post = library.http.Route("POST", "/channels/{channel_id}/messages", channel_id=sari.channel.id)
        for body in ({"content": 5}, {"components": [{"type": 1, "components": [{"type": 2, "style": 77}]}]}):
            with pytest.raises(library.HTTPException):
                await client.http.request(post, json=body)
            assert "is not" in discord.faults.pop()
        with pytest.raises(library.HTTPException):
            await client.http.request(post, json={"content": "a"}, params={"colour": "red"})
        assert "no query parameter colour" in discord.faults.pop()


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
