"""The page of the verifier, for tests that look at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.verify.verifiers import CHROMIUM, open_page


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    with open_page() as opened:
        yield opened
