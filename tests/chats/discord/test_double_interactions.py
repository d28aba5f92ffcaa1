"""The double itself: what the token of an interaction allows, for how long, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession

from tests.chats.discord.double.interactions import RESPONSE_SECONDS, TOKEN_SECONDS, Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message, MessageFlag
from tests.chats.discord.double.server import Discord
from tests.chats.virtual_time import in_virtual_time

EPHEMERAL = int(MessageFlag.EPHEMERAL | MessageFlag.COMPONENTS_V2)


def content(text: str, *, flags: int = int(MessageFlag.COMPONENTS_V2)) -> dict[str, Any]:
    """A message with a text and a button."""
    button = {"type": 2, "style": 2, "label": "Press", "custom_id": "press"}
    return {"flags": flags, "components": [{"type": 10, "content": text}, {"type": 1, "components": [button]}]}


@dataclass
class Bot:
    """A bot that calls the API itself."""

    discord: Discord
    session: ClientSession
    sari: Member

    async def call(self, method: str, path: str, body: Any = None) -> int:
        """Call the API and return the status."""
        headers = {"Authorization": f"Bot {self.discord.token}"}
        async with self.session.request(method, self.discord.api_url + path, json=body, headers=headers) as answer:
            return answer.status

    async def posted(self) -> Message:
        """A board with a button, in the channel."""
        assert await self.call("POST", f"/channels/{self.sari.channel.id}/messages", content("board")) == 200
        return self.sari.public[-1]

    async def pressed(self, callback: int, data: Any = None) -> Interaction:
        """Sari presses, and is answered with a callback of a type."""
        press = self.sari.press_only("Press", self.sari.public)
        body = {"type": callback, "data": data} if data is not None else {"type": callback}
        assert await self.call("POST", f"/interactions/{press.id}/{press.token}/callback", body) == 204
        return press

    async def edit(self, press: Interaction, text: str, which: str = "@original") -> int:
        """Edit a message through the token of an interaction."""
        path = f"/webhooks/{self.discord.world.bot.id}/{press.token}/messages/{which}"
        return await self.call("PATCH", path, {"components": content(text)["components"]})


@asynccontextmanager
async def bot() -> AsyncIterator[Bot]:
    async with Discord() as discord, ClientSession() as session:
        yield Bot(discord, session, discord.member(discord.guild(), "Sari"))
    assert discord.faults == []


def test_the_token_edits_the_message_that_the_button_is_on_after_an_update() -> None:
    async def story() -> None:
        async with bot() as kiu:
            board = await kiu.posted()
            for press in (await kiu.pressed(7, content("updated")), await kiu.pressed(6)):
                assert await kiu.edit(press, "edited") == 200
                assert "edited" in board.text
            assert await kiu.edit(press, "by its number", str(board.id)) == 404, "it is no message of this token"

    in_virtual_time(story())


def test_the_token_edits_its_own_answer_after_an_ephemeral_one_and_nobody_else_can() -> None:
    async def story() -> None:
        async with bot() as kiu:
            board = await kiu.posted()
            press = await kiu.pressed(4, content("only for you", flags=EPHEMERAL))
            assert await kiu.edit(press, "edited") == 200
            (answer,) = press.messages
            assert ("edited" in answer.text, "edited" in board.text) == (True, False)
            path = f"/channels/{kiu.sari.channel.id}/messages/{answer.id}"
            assert await kiu.call("PATCH", path, {"components": content("seized")["components"]}) == 404
            assert await kiu.call("DELETE", path) == 404

    in_virtual_time(story())


def test_a_token_lives_for_fifteen_minutes_and_a_press_waits_for_three_seconds() -> None:
    async def story() -> None:
        async with bot() as kiu:
            await kiu.posted()
            press = await kiu.pressed(6)
            await asyncio.sleep(TOKEN_SECONDS - 1)
            assert await kiu.edit(press, "in time") == 200
            await asyncio.sleep(2)
            assert await kiu.edit(press, "too late") == 401
            late = kiu.sari.press_only("Press", kiu.sari.public)
            await asyncio.sleep(RESPONSE_SECONDS + 0.1)
            assert await kiu.call("POST", f"/interactions/{late.id}/{late.token}/callback", {"type": 6}) == 404

    in_virtual_time(story())


def test_the_calls_of_one_token_share_a_bucket_and_count_in_no_other() -> None:
    async def story() -> None:
        async with bot() as kiu:
            await kiu.posted()
            one, two = await kiu.pressed(6), await kiu.pressed(6)
            assert [await kiu.edit(one, f"{number}") for number in range(6)] == [200] * 5 + [429]
            assert await kiu.edit(two, "another") == 200
            await asyncio.sleep(2)
            assert await kiu.edit(one, "again") == 200
            presses = [await kiu.pressed(6) for _ in range(60)]
            assert [await kiu.edit(press, "of many") for press in presses] == [200] * 60, "no global limit counts them"

    in_virtual_time(story())
