"""One table of the real program in a Telegram group, a Discord server and a real browser, and a kill in mid-hand."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import aiohttp
from playwright.async_api import Browser as Chromium
from playwright.async_api import TimeoutError as NotThere

from tests.chats.discord.activity_in_chromium import Proxy, opened
from tests.chats.discord.double.activities import CLIENT_SECRET
from tests.chats.discord.double.server import Discord
from tests.chats.local.browser_pages import IN_CHROMIUM
from tests.chats.telegram.double import Telegram
from tests.chats.test_process import Outside, started
from tests.free_ports import free_port
from tests.patience import until

pytestmark = IN_CHROMIUM


async def test_a_real_program_goes_on_in_three_places(chromium: Chromium, tmp_path: Path) -> None:
    port, locks = free_port(), tmp_path / "locks"
    locks.mkdir()
    secret = {"KIU_DISCORD_CLIENT_SECRET": CLIENT_SECRET}
    settings = {"KIU_PUBLIC_URL": "https://kiu.example.org", "KIU_PUBLIC_PORT": str(port), **secret}
    async with Discord() as discord, Telegram() as telegram, aiohttp.ClientSession() as session:
        guild, outside = discord.guild(), Outside(discord, telegram, locks)
        rina, made = discord.member(guild, "Rina", admin=True), discord.member(guild, "Made")
        dewi = telegram.person("Dewi")
        group = telegram.group("Friday dominoes", dewi)
        proxy = Proxy(session, discord.world.bot.id, lambda: f"http://127.0.0.1:{port}")

        def asked() -> str:
            board = next((post.text for post in reversed(group.by_bots()) if "▸" in post.text), "")
            return next((name for name in ("Rina", "Made", "Dewi") if name in board.rpartition("▸")[2]), "")

        async def checks() -> None:
            before = asked()
            while asked() == before:
                # One place may show the next question before another, whose button is refused until then.
                with suppress(TimeoutError, NotThere):
                    async with asyncio.timeout(5):
                        if before == "Made":
                            await page.locator('[data-command="check"]').first.click(timeout=5_000)
                        else:
                            await (rina.press("Check") if before == "Rina" else dewi.presses("Check", in_=group))
                        await until(lambda: asked() != before)

        async with started(tmp_path / "data", outside, **settings) as program:
            await program.logs("connected", platform="discord")
            await program.logs("connected", platform="telegram")
            await dewi.starts()
            await dewi.types("/link", in_=group)
            await dewi.presses("Get a code", in_=group)
            code = re.search(r"^(\w{8})$", (await dewi.sees("other group types")).text, re.MULTILINE)
            assert code is not None
            await rina.press("Agree", (await rina.slash("link", code=code[1])).messages)
            await dewi.presses("Agree", in_=group)
            await dewi.sees("is in a circle now", in_=group)
            await dewi.types("/open qiuqiu", in_=group)
            await rina.is_offered("Join")
            await rina.press("Join")
            page = await opened(chromium, discord.operations.activities, proxy, made)
            await page.locator('[data-command="join"]').first.click()
            await dewi.sees("Made", in_=group)
            await dewi.presses("Start", in_=group)
            await telegram.until("a question", asked)
            await checks()
            await checks()
            program.process.kill()
        async with started(tmp_path / "data", outside, **settings) as program:
            await program.logs("connected", platform="discord")
            while asked():
                await checks()
            over = await program.logs("hand over")
            assert len(over["net"]) == 3
            assert sum(over["net"].values()) == 0
            await dewi.sees("the pot", in_=group)
            await rina.sees("the pot")
            await page.get_by_text("the pot").first.wait_for()
        await chromium.contexts[0].close()
        assert discord.faults == []
