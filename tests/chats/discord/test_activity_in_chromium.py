"""The real page in Discord's frame, behind Discord's proxy, from its opening to an action at the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest
from discord import AutoShardedClient
from playwright.async_api import Browser as Chromium
from playwright.async_api import FrameLocator, Route, WebSocketRoute, expect

from tests.chats.discord.activity_page import Pages, pages_of
from tests.chats.discord.conftest import _checked, _without_pause
from tests.chats.discord.double.activities import CLIENT_SECRET
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import PASSIVE, Scenario
from tests.chats.local.browser_pages import IN_CHROMIUM

pytestmark = IN_CHROMIUM

CLIENT = """<!doctype html><iframe src="%s" width="390" height="844"></iframe><script>
addEventListener("message", async ({ data: [kind, { cmd, nonce }], source, origin }) => {
  const say = (content) => source.postMessage([1, content], origin);
  if (kind === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null });
  if (cmd === "AUTHORIZE") say({ cmd, nonce, evt: null, data: { code: await authorize() } });
});
</script>"""


async def opened(chromium: Chromium, scenario: Scenario, pages: Pages, member: Member) -> FrameLocator:
    """The page that a member sees in Discord."""
    activities = scenario.discord.operations.activities
    instance = activities.launched(member.channel, member.user)
    place = f"instance_id={instance.id}&guild_id={member.guild.id}&channel_id={member.channel.id}"
    context = await chromium.new_context()

    async def proxied(route: Route) -> None:
        answer = await pages.asked(route.request.url.removeprefix(pages.origin))
        await route.fulfill(body=await answer.read(), status=answer.status, headers=dict(answer.headers))

    async def bridged(line: WebSocketRoute) -> None:
        socket = await pages.line()
        line.on_message(lambda text: asyncio.ensure_future(socket.send_str(str(text))))
        line.on_close(lambda *_: asyncio.ensure_future(socket.close()))

        async def pass_on() -> None:
            async for message in socket:
                assert message.type is aiohttp.WSMsgType.TEXT
                line.send(message.data)

        tasks.append(asyncio.ensure_future(pass_on()))

    tasks: list[asyncio.Future[None]] = []
    client = CLIENT % f"{pages.origin}/?frame_id=f-1&{place}&platform=desktop"
    await context.route("https://discord.com/**", lambda route: route.fulfill(content_type="text/html", body=client))
    await context.route(f"{pages.origin}/**", proxied)
    await context.route_web_socket(f"{pages.origin.replace('https', 'wss')}/**", bridged)
    page = await context.new_page()
    await page.expose_function("authorize", lambda: activities.authorize(member.user))
    await page.goto("https://discord.com/channels/1/2")
    return page.frame_locator("iframe")


async def test_a_member_plays_inside_discord(
    chromium: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _without_pause)
    async with (
        Discord() as discord,
        _checked(Scenario(discord, tmp_path, page_secret=CLIENT_SECRET)) as scenario,
        pages_of(scenario) as pages,
    ):
        await scenario.seated("Sari", "Budi")
        asked = scenario.asked()
        frame = await opened(chromium, scenario, pages, asked)
        await expect(frame.get_by_text("Budi").first).to_be_visible()
        await (
            frame.get_by_role("button", name=PASSIVE[0]).or_(frame.get_by_role("button", name=PASSIVE[1])).first.click()
        )
        await scenario.discord.until(lambda: scenario.asked().player != asked.player, "the next player's turn")
        await chromium.contexts[0].close()
