"""Whole files: how they are split, and how much of one is read; and heavy files in the page."""

from __future__ import annotations

import base64
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from engine.fairness.bounds import MOST_BYTES
from tests.verify.heavy_files import filled, heavy
from tests.verify.making import Kind, made
from tests.verify.verifiers import ROOT, SCRIPT, open_page
from verify import kiu_verify

RECORD = made(Kind.OVER, Random(4)).text
PROGRAMS = [[sys.executable, "-m", "bot", "verify"], [sys.executable, "-I", "-S", str(SCRIPT)]]
MOST_FILE_BYTES = kiu_verify.MOST_FILE_BYTES

FILES: dict[str, Callable[[int], bytes]] = {
    "lines of nothing": lambda size: b"\n" * size,
    "lines of objects": lambda size: b"{}\n" * (size // 3),
    "a line too long": lambda size: b"{" + b" " * size + b"}\n{}",
    "lists in lists": lambda size: b"[" * size,
    "a list of lists in lists": lambda size: b"[" * (size // 2) + b"]" * (size // 2),
    "a list of empty lists in a list": lambda size: filled("[[[]", ",[]", "]]", size),
    "a list of one record too large": lambda size: filled('[{"a":[0', ",[]", "]}]", 2 * size),
    "a list of a text without an end": lambda size: filled('["', "x", "", size),
    "a list of a text of escapes": lambda size: filled('["', '\\"', '"]', 2 * size),
    "a list of backslashes": lambda size: filled('["', "\\", '"]', size),
    "a list of blanks": lambda size: filled("[1", " ", "]", 2 * size),
    "a list of a huge number": lambda size: filled("[", "9", "]", 2 * size),
    "commas": lambda size: filled("[", ",", "]", size),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_split_in_a_moment_and_in_little_memory(name: str) -> None:
    split, began = kiu_verify.records_in, process_time()
    content = FILES[name](MOST_BYTES)
    assert len(split(content)) <= 10_001
    assert process_time() - began < 1
    # Each allocation is noted, which takes long.
    content = FILES[name](MOST_BYTES // 4)
    tracemalloc.start()
    try:
        split(content)
        assert tracemalloc.get_traced_memory()[1] <= 10 * len(content)
    finally:
        tracemalloc.stop()


def test_records_are_split_as_they_are_spelled() -> None:
    split = kiu_verify.records_in
    odd = ['{"a":"],[\\"\\\\"}', '{"b":[1,{"c":"}"}]}', '{"d":"\\\\\\\\"}', "[[],[]]", '"x"', "7", "{}"]
    for between in (",", " ,\n\t"):
        assert split(f"[{between.join(odd)}]".encode()) == [each.encode() for each in odd]
    assert split(f" \r\n[ {RECORD} ]\n ".encode()) == [RECORD.encode()]
    for none in ("[1,]", "[,1]", "[]", "[1", "[1]x", '["]', "[1}", '["\\"]', "x[1]", "{} x\n{}", ""):
        whole = none.encode()
        assert split(whole) in ([whole], [b"1"]), none


@pytest.mark.parametrize(
    "program", [[sys.executable, "-m", "bot", "verify"], [sys.executable, "-I", "-S", str(SCRIPT)]]
)
def test_a_file_without_an_end_is_refused_without_reading_all_of_it(program: list[str]) -> None:
    """A gigabyte is piped in, and the program has less memory than that."""
    most = 700 << 20
    done = subprocess.run(
        ["sh", "-c", f"head -c 1000000000 /dev/zero | {' '.join(program)} -"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )
    assert done.returncode == 1, done.stderr
    assert str(MOST_FILE_BYTES) in done.stdout
    assert "Traceback" not in done.stderr


def test_a_record_too_large_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(heavy()["too large"]())
    for program in PROGRAMS:
        done = subprocess.run([*program, str(path)], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 1
        assert "larger than any record" in done.stdout


class Run(NamedTuple):
    """What the page made of the file that lies in ``heavy``."""

    valid: bool
    milliseconds: float
    grown: int
    """By how many bytes its memory was larger afterwards."""


def refused(page: Page, devtools: CDPSession) -> Run:
    devtools.send("HeapProfiler.collectGarbage")
    before = devtools.send("Runtime.getHeapUsage")["usedSize"]
    valid, took = page.evaluate(
        "() => { const began = performance.now(); return [kiuVerify(heavy).valid, performance.now() - began]; }"
    )
    return Run(valid, took, devtools.send("Runtime.getHeapUsage")["usedSize"] - before)


def test_heavy_files_are_refused_in_a_moment_by_the_page(chromium: Browser) -> None:
    with open_page(chromium) as page:
        devtools = page.context.new_cdp_session(page)
        for name, make in heavy().items():
            content = make()
            page.evaluate("text => { window.heavy = Uint8Array.from(atob(text), c => c.charCodeAt(0)); }", b64(content))
            most = max(1 << 20, 10 * len(content))
            # What chromium compiles meanwhile is no part of the file: the run that takes the least tells most of it.
            runs = [refused(page, devtools)]
            while runs[-1].grown > most and len(runs) < 8:
                runs.append(refused(page, devtools))
            assert not any(run.valid for run in runs), name
            # A second on a quiet machine; what is kept out is work that grows with the file.
            assert min(run.milliseconds for run in runs) < 5_000, name
            assert runs[-1].grown <= most, name


def b64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_the_page_reads_no_file_that_is_too_large(tmp_path: Path, chromium: Browser) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MOST_FILE_BYTES + 1)
    with open_page(chromium) as page:
        page.set_input_files("#files", str(path))
        page.wait_for_selector(".verdict.bad")
        assert f"{MOST_FILE_BYTES} bytes" in page.inner_text(".verdict.bad")
