"""The page of the verifier, for tests that look at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.verify.verifiers import CHROMIUM, launched, open_page


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with open_page(chromium) as opened:
        yield opened
