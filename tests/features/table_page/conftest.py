"""A browser for every test of the page that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser as Chromium

from tests.chats.local.browser_pages import launched


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    """The browser, started once; every test has profiles of its own in it."""
    async with launched() as one:
        yield one
