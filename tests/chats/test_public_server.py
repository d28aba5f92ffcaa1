"""The public address: the pages alone, under its own name, in the frames of the platforms alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.chats.not_served import PortTaken
from bot.chats.public_server import MARK, public_pages
from bot.chats.web_server import AllowedHosts
from bot.environment.settings import Settings
from tests.chats.telegram import table_page
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.chats.telegram.table_page import URL, PublicPage, public_page

HOST = {"Host": "kiu.example.org"}


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[PublicPage]:
    async with (
        Telegram(second=SECOND) as telegram,
        Scenario(telegram, tmp_path / "kiu") as scenario,
        public_page(scenario) as served,
    ):
        yield served


async def test_the_page_may_be_framed_by_the_platforms_alone(page: PublicPage) -> None:
    async with page.session.get(f"{page.address}/table", headers=HOST) as answer:
        assert answer.status == 200
        ancestors = re.search("frame-ancestors ([^;]*)", answer.headers["Content-Security-Policy"])
        assert ancestors is not None
        assert ancestors[1].split() == [
            "https://web.telegram.org", "https://*.telegram.org", "https://discord.com", "https://*.discord.com",
            "https://*.discordsays.com",
        ]  # fmt: skip
        assert "X-Frame-Options" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers[MARK] == table_page.MARK


async def test_a_browser_is_told_apart_by_a_cookie_no_script_can_read(page: PublicPage) -> None:
    async with page.session.get(f"{page.address}/table", headers=HOST) as answer:
        cookie = re.fullmatch(
            "kiu-browser=([0-9a-f]{64}); Path=/table; HttpOnly; Secure; SameSite=None; Partitioned",
            answer.headers["Set-Cookie"],
        )
        assert cookie is not None
    sent = {**HOST, "Cookie": f"kiu-browser={cookie[1]}"}
    async with page.session.get(f"{page.address}/table", headers=sent) as answer:
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/ws", "/verify", "/picture/1.png", "/healthz", "/room.js"])
async def test_nothing_of_the_room_is_served(path: str, page: PublicPage) -> None:
    async with page.session.get(page.address + path, headers=HOST) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("host", ["elsewhere.example.org", "10.0.0.7", "kiu.example.org.evil.example", ""])
async def test_other_names_are_not_answered(host: str, page: PublicPage) -> None:
    async with page.session.get(f"{page.address}/table", headers={"Host": host}) as answer:
        assert answer.status == 421


@pytest.mark.parametrize(
    "origin", ["", "null", "https://evil.example", "http://kiu.example.org", f"{URL}.evil.example"]
)
async def test_other_documents_open_no_socket(origin: str, page: PublicPage) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with page.line(origin=origin):
            pass
    assert refused.value.status == 403


async def test_a_port_that_is_taken_is_told_in_a_sentence(page: PublicPage) -> None:
    port = int(page.address.rpartition(":")[2])
    settings = Settings(_env_file=None, public_url=URL, public_port=port)
    with pytest.raises(
        PortTaken, match=f"^The public page cannot listen on 127.0.0.1:{port}: Address already in use.$"
    ):
        async with public_pages(settings, [], {}, ""):
            pass


@pytest.mark.parametrize(
    ("given", "kept"),
    [("https://Kiu.example.org/", URL), ("https://kiu.example.org:8443", "https://kiu.example.org:8443"), ("", "")],
)
def test_the_address_is_an_origin(given: str, kept: str) -> None:
    assert Settings(_env_file=None, public_url=given).public_url == kept


@pytest.mark.parametrize(
    "given", ["http://kiu.example.org", "kiu.example.org", "https://a b", "https://x.org/kiu", "https://"]
)
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="public_url"):
        Settings(_env_file=None, public_url=given)


def test_a_public_name_is_one_of_several() -> None:
    hosts = AllowedHosts("localhost", "Kiu.Example.org")
    assert hosts.allows("kiu.example.org")
    assert hosts.allows("kiu.example.org:443")
    assert hosts.allows("127.0.0.1:8098")
    assert not hosts.allows("example.org")
