"""The table page at its public address, fetched as from outside and compared with what the running Kiu serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import aiohttp

from bot.chats.findings import Finding, fault, good, note
from bot.chats.public_server import MARK

LONGEST: Final = 10.0
"""Seconds for each answer."""

HOW: Final = "docs/hosting.md tells how."


async def public_page_findings(url: str, port: int, mark: str | None) -> list[Finding]:
    """Try the page; ``mark`` is that of the running Kiu, if there is one."""
    if mark is None:
        return [note(f"Without a running Kiu {url}/table cannot be tried.", "Start Kiu, and run this again.")]
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(LONGEST)) as session:
        return [each async for each in _findings(session, url, port, mark)]


async def _findings(session: aiohttp.ClientSession, url: str, port: int, mark: str) -> AsyncIterator[Finding]:
    page = f"{url}/table"
    try:
        async with session.get(page) as answer:
            status, served_by = answer.status, answer.headers.get(MARK)
    except (aiohttp.ClientError, TimeoutError) as error:
        remedy = f"Does the name lead to this machine, and does the proxy or the tunnel run? {HOW}"
        yield fault(f"{page} cannot be reached ({type(error).__name__}).", remedy)
        return
    if served_by != mark:
        yield fault(f"At {page} somebody else answers, not this Kiu.", f"Let it lead to port {port} here. {HOW}")
    elif status == 421:
        yield fault(f"The proxy asks for {page} under another name.", "Let it pass on the header Host as it is.")
    elif status != 200:
        yield fault(f"{page} answers with {status}.", "Look whether KIU_PUBLIC_URL is right.")
    else:
        yield good(f"This Kiu answers at {page}.")
        yield await _socket(session, url)


async def _socket(session: aiohttp.ClientSession, url: str) -> Finding:
    try:
        async with session.ws_connect(f"{url}/table/socket", origin=url):
            return good("Its WebSocket can be opened.")
    except (aiohttp.ClientError, TimeoutError):
        return fault("Its WebSocket cannot be opened.", "Let the proxy pass on WebSockets, and the header Origin.")
