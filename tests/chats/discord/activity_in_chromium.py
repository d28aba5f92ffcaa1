"""The real page as a member sees it in Discord: in Discord's frame, behind Discord's proxy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import aiohttp
from playwright.async_api import Browser as Chromium
from playwright.async_api import FrameLocator, Route, WebSocketRoute

from tests.chats.discord.double.activities import Activities
from tests.chats.discord.double.member import Member

Heard: TypeAlias = Callable[[aiohttp.ClientWebSocketResponse, str | None], None]
"""Gets each frame that comes to a page, and ``None`` for the end of its line."""

HOST = {"Host": "kiu.example.org"}

CLIENT = """<!doctype html><iframe src="%s" width="390" height="844"></iframe><script>
addEventListener("message", async ({ data: [kind, { cmd, nonce }], source, origin }) => {
  const say = (content) => source.postMessage([1, content], origin);
  if (kind === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null });
  if (cmd === "AUTHORIZE") say({ cmd, nonce, evt: null, data: { code: await authorize() } });
});
</script>"""


class Proxy:
    """Discord's proxy, which passes on what a page asks Kiu, as soon as there is one."""

    def __init__(self, session: aiohttp.ClientSession, application: int, address: Callable[[], str]) -> None:
        self._session = session
        self._address = address
        self.origin = f"https://{application}.discordsays.com"
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        """The line that the page has opened last."""

        self._lines = 0

    async def asked(self, path: str) -> aiohttp.ClientResponse:
        return await self._session.get(f"{self._address()}{path}", headers={**HOST, "Accept-Encoding": "identity"})

    async def line(self) -> aiohttp.ClientWebSocketResponse:
        headers = {**HOST, "Origin": self.origin}
        number = self._lines = self._lines + 1
        while True:
            with suppress(aiohttp.ClientError):
                socket = await self._session.ws_connect(f"{self._address()}/table/socket", headers=headers)
                # The page may have given this line up meanwhile, and opened another.
                if number == self._lines:
                    self.socket = socket
                return socket
            await asyncio.sleep(0.1)


async def opened(
    chromium: Chromium, activities: Activities, proxy: Proxy, member: Member, heard: Heard = lambda *_: None
) -> FrameLocator:
    """The page that a member sees in Discord."""
    instance = activities.launched(member.channel, member.user)
    place = f"instance_id={instance.id}&guild_id={member.guild.id}&channel_id={member.channel.id}"
    context = await chromium.new_context(reduced_motion="reduce")

    async def proxied(route: Route) -> None:
        answer = await proxy.asked(route.request.url.removeprefix(proxy.origin))
        await route.fulfill(body=await answer.read(), status=answer.status, headers=dict(answer.headers))

    async def bridged(line: WebSocketRoute) -> None:
        socket = await proxy.line()
        line.on_message(lambda text: asyncio.ensure_future(socket.send_str(str(text))))
        line.on_close(lambda *_: asyncio.ensure_future(socket.close()))

        async def pass_on() -> None:
            async for message in socket:
                assert message.type is aiohttp.WSMsgType.TEXT
                heard(socket, message.data)
                line.send(message.data)
            heard(socket, None)
            await line.close()

        tasks.append(asyncio.ensure_future(pass_on()))

    tasks: list[asyncio.Future[None]] = []
    client = CLIENT % f"{proxy.origin}/?frame_id=f-1&{place}&platform=desktop"
    await context.route("https://discord.com/**", lambda route: route.fulfill(content_type="text/html", body=client))
    await context.route(f"{proxy.origin}/**", proxied)
    await context.route_web_socket(f"{proxy.origin.replace('https', 'wss')}/**", bridged)
    page = await context.new_page()
    await page.expose_function("authorize", lambda: activities.authorize(member.user))
    await page.goto("https://discord.com/channels/1/2")
    return page.frame_locator("iframe")
