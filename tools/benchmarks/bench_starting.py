"""From the command line to the first page, and what the running process weighs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tools.benchmarks.measuring import Row, duration, times
from tools.benchmarks.storage import folder

ROUNDS = 5
HEAVIEST = 6

EVERYTHING = "import bot.__main__, bot.running, bot.chats.discord_chat, bot.chats.telegram_chat"
LEAST_BOT = (
    "import aiohttp.web, aiosqlite, click, discord.app_commands, fluent.runtime, PIL.Image, pydantic_settings, "
    "sqlalchemy, structlog, telegram.ext"
)
"""What a bot imports that serves both platforms with the same libraries, and does nothing."""


def _environment(compiled: Path) -> dict[str, str]:
    """The environment of a process that keeps its compiled modules in ``compiled``, as any installation keeps them."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return usual | {"PYTHONPYCACHEPREFIX": str(compiled.absolute())}


def _page_served(data: Path, compiled: Path) -> tuple[float, float, int]:
    """Start Kiu; return the seconds to the first page, those to a clean end, and the memory in bytes."""
    settings = {"KIU_DATA": str(data), "KIU_PORT": "0", "KIU_LOG_LEVEL": "warning", **_environment(compiled)}
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "bot"], env=settings, stdout=subprocess.PIPE, text=True) as app:
        try:
            assert app.stdout is not None
            address = re.search(r"http://\S+", app.stdout.readline())
            assert address is not None, "Kiu did not start"
            with urllib.request.urlopen(address[0]) as page:  # noqa: S310 - it is our own address
                assert page.status == 200
                page.read()
            took = time.perf_counter() - start
            memory = _memory(app.pid)
        finally:
            stopping = time.perf_counter()
            app.terminate()
            try:
                app.wait(10)
            finally:
                app.kill()
    return took, time.perf_counter() - stopping, memory


def _memory(process: int) -> int:
    """The memory of a process that lies in the machine's own, in bytes; zero where the system does not tell so."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="ascii"))
    return int(found[1]) * 1024 if found else 0


def _bare() -> float:
    return _run("-c", "pass")


def _run(*arguments: str, compiled: Path | None = None) -> float:
    """Run Python, and return the seconds that it took."""
    environment = None if compiled is None else _environment(compiled)
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure() -> list[Row]:
    """Time the start beside that of Python alone."""
    with folder() as path:
        first, *_ = _page_served(path / "first", path / "compiled")
        starts: dict[str, list[float]] = {"new data folder": [], "data folder in use": []}
        bare, ends, memory = [], [], []
        for number in range(ROUNDS):
            bare.append(_bare())
            for seconds in starts.values():
                took, ended, weight = _page_served(path / str(number), path / "compiled")
                seconds.append(took)
                ends.append(ended)
                memory.append(weight)
        imports = [*_imports(path / "compiled")]
    beside = f"Python alone: {duration(median(bare))}"
    rows = [
        Row(
            f"from `python -m bot` to the first page, {what}",
            duration(median(seconds)),
            beside,
            times(median(bare) / median(seconds)),
            "≤ 3 s",
            median(seconds) <= 3,
        )
        for what, seconds in starts.items()
    ]
    return [
        *rows,
        Row("the same with no module compiled yet", duration(first), beside, times(median(bare) / first)),
        Row("from SIGTERM to the end", duration(max(ends)), "–", "–", "≤ 5 s", max(ends) <= 5),
        Row("memory after the first page", f"{median(memory) / 1e6:.0f} MB", "–", "–"),
        *imports,
    ]


def _imports(compiled: Path) -> Iterator[Row]:
    """Time importing everything beside a least bot, and name the packages that take most of it."""
    runs = {"everything": ("-c", EVERYTHING), "least": ("-c", LEAST_BOT), "version": ("-m", "bot", "--version")}
    seconds = {name: median(_run(*each, compiled=compiled) for _ in range(ROUNDS)) for name, each in runs.items()}
    share = seconds["everything"] / seconds["least"]
    yield Row(
        "importing everything with both chats",
        duration(seconds["everything"]),
        f"a least bot on the same libraries: {duration(seconds['least'])}",
        times(1 / share),
        "≤ 1.6 of it",
        share <= 1.6,
    )
    told = seconds["version"]
    yield Row("`python -m bot --version`", duration(told), "–", "–", "≤ 0.15 s", told <= 0.15)
    command = [sys.executable, "-X", "importtime", "-c", EVERYTHING]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=_environment(compiled))
    own: dict[str, int] = {}
    for line in done.stderr.splitlines():
        read = re.match(r"import time:\s+(\d+) \|\s+\d+ \| \s*(\S+)", line)
        if read:
            package = read[2].partition(".")[0]
            own[package] = own.get(package, 0) + int(read[1])
    heaviest = sorted(own.items(), key=lambda each: each[1], reverse=True)[:HEAVIEST]
    shares = ", ".join(f"{package} {micros / 1000:.0f}" for package, micros in heaviest)
    yield Row("its modules", f"{sum(own.values()) / 1000:.0f} ms", f"of these, ms: {shares}", "–")
