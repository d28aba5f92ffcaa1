"""The page asks Discord's client around it for a code, and nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser as Chromium
from playwright.async_api import Frame, Page, Route

from bot.features.table_page.page_routes import BUILT
from tests.chats.local.browser_pages import IN_CHROMIUM

pytestmark = IN_CHROMIUM

PAGE = BUILT.parent / "page"

APPLICATION = "123456789012345678"
QUERY = "frame_id=f-1&instance_id=i-1-gc-5-6&guild_id=5&channel_id=6&platform=desktop"

CLIENT = """<!doctype html><iframe src="%s"></iframe><script>
let codes = 0;
window.heard = [];
addEventListener("message", ({ data: [kind, content], source, origin }) => {
  heard.push([kind, content]);
  const { cmd, nonce } = content;
  if (kind === 0) source.postMessage([1, { cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null }], origin);
  if (cmd !== "AUTHORIZE") return;
  const refusal = { evt: "ERROR", data: { code: 5000, message: "refused" } };
  const answer = location.search ? refusal : { evt: null, data: { code: `code-${(codes += 1)}` } };
  source.postMessage([1, { cmd, nonce, ...answer }], origin);
});
</script>"""

TRYING = """import { discordHello, inDiscord } from "./discord_identity.js";
Object.assign(window, { discordHello, inDiscord });"""

POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"


@asynccontextmanager
async def framed(chromium: Chromium, around: str) -> AsyncIterator[tuple[Page, Frame]]:
    """The page in a frame of another document."""
    context = await chromium.new_context()
    own = f"https://{APPLICATION}.discordsays.com"
    files = {
        "/": ("text/html", '<!doctype html><script type="module" src="/trying.js"></script>'),
        "/trying.js": ("text/javascript", TRYING),
        "/discord_identity.js": ("text/javascript", (BUILT.with_name("page") / "discord_identity.js").read_text()),
    }

    async def serve(route: Route) -> None:
        path = route.request.url.removeprefix(own).partition("?")[0]
        if path in files:
            kind, body = files[path]
            await route.fulfill(content_type=kind, body=body, headers={"Content-Security-Policy": POLICY})
        else:
            await route.fulfill(content_type="text/html", body=CLIENT % f"{own}/?{QUERY}")

    await context.route("**/*", serve)
    page = await context.new_page()
    await page.goto(around)
    frame = page.frames[1]
    await frame.wait_for_function("'discordHello' in window")
    yield page, frame
    await context.close()


async def test_every_hello_has_a_code_of_its_own(chromium: Chromium) -> None:
    async with framed(chromium, "https://discord.com/channels/5/6") as (page, frame):
        assert await frame.evaluate("inDiscord")
        hellos = [await frame.evaluate("discordHello()") for _ in range(2)]
        heard: list[Any] = await page.evaluate("heard")
    place = {"instance": "i-1-gc-5-6", "guild": "5", "channel": "6"}
    assert hellos == [{"discord": f"code-{number}", **place} for number in (1, 2)]
    assert [kind for kind, _ in heard] == [0, 1, 1]
    shaken = {"v": 1, "encoding": "json", "client_id": APPLICATION, "frame_id": "f-1", "sdk_version": "2.5.0"}
    assert heard[0][1] == shaken
    args = heard[1][1]["args"]
    assert (args["client_id"], args["scope"], args["prompt"]) == (APPLICATION, ["identify"], "none")


async def test_a_refusal_of_the_person_is_an_error(chromium: Chromium) -> None:
    async with framed(chromium, "https://discord.com/?refusing") as (_, frame):
        assert await frame.evaluate("discordHello().catch((error) => error.message)") == "refused"


async def test_other_documents_around_the_page_name_nobody(chromium: Chromium) -> None:
    async with framed(chromium, "https://discord.com.evil.example/") as (page, frame):
        await page.clock.install()
        await frame.evaluate(
            "discordHello().then(JSON.stringify, (error) => error.message).then((said) => { window.said = said; })"
        )
        await page.clock.fast_forward(11_000)
        await frame.wait_for_function("window.said")
        assert await frame.evaluate("said") == "Discord does not answer"
        assert [kind for kind, _ in await page.evaluate("heard")] == [0]
