"""The three verifiers behind one face: what each finds out about a record, check by check."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from engine.fairness.verifying import verify
from verify import kiu_verify

Findings = dict[str, bool]
"""Which checks passed, by name."""

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "verify" / "kiu_verify.py"
PAGE = ROOT / "verify" / "index.html"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def engine(content: bytes) -> Findings:
    """What Kiu's own verifier finds."""
    return dict(verify(content).checks)


def script(content: bytes) -> Findings:
    """What the script that stands alone finds."""
    return dict(kiu_verify.check(content))


def lying(findings: Findings) -> set[str]:
    """The checks that did not pass."""
    return {name for name, passed in findings.items() if not passed}


BY_PYTHON: dict[str, Callable[[bytes], Findings]] = {"engine": engine, "script": script}


def on_page(page: Page, contents: Sequence[bytes]) -> list[Findings]:
    """What the page finds about many records."""
    # One text each way, because the browser is told of every value in a list apart.
    asked = " ".join(base64.b64encode(content).decode() for content in contents)
    answers = page.evaluate(
        """all => JSON.stringify(all.split(" ").map(
            each => kiuVerify(Uint8Array.from(atob(each), c => c.charCodeAt(0))).checks
        ))""",
        asked,
    )
    return [{check["name"]: check["passed"] for check in checks} for checks in json.loads(answers)]


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as playwright:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def open_page(chromium: Browser, *, phone: bool = False) -> Iterator[Page]:
    """The page in a profile of its own without a network; nothing may go wrong in it."""
    problems: list[str] = []
    width, height = (390, 844) if phone else (1280, 800)
    context = chromium.new_context(viewport={"width": width, "height": height}, is_mobile=phone, offline=True)
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text))
    page.goto(PAGE.as_uri())
    yield page
    assert problems == []
    context.close()
