"""A browser for all tests of a worker that want one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest_asyncio

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    """The browser, started once; every test has profiles of its own in it."""
    from tests.chats.local.browser_pages import launched

    async with launched() as one:
        yield one
