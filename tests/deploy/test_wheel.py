"""Kiu installed from a wheel: the command, its version, everything it ships, and a table in its local room."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
from pathlib import Path
from zipfile import ZipFile

import aiohttp

from bot import __version__
from tests.bot.test_kill import Program as Room
from tests.bot.test_kill import say
from tests.deploy.installed import ROOT, Installed
from tests.deploy.running import address_of, running


def told(installed: Installed, folder: Path, *arguments: str) -> str:
    """What the installed command writes, run in a folder."""
    done = subprocess.run(
        [installed.kiu, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_ships_every_file_of_the_program(installed: Installed) -> None:
    packed = set(ZipFile(installed.wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in ("bot", "engine")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - packed == set()


def test_the_wheel_ships_nothing_else_but_what_a_host_needs(installed: Installed) -> None:
    packed = ZipFile(installed.wheel).namelist()
    shipped = {name.partition("/share/kiu/")[2] for name in packed if "/share/kiu/" in name}
    tops = {name.partition("/")[0] for name in packed}
    assert {re.sub(rf"^kiu-{re.escape(__version__)}", "kiu", top) for top in tops} == {
        "bot", "engine", "kiu.data", "kiu.dist-info"
    }  # fmt: skip
    assert shipped == {
        ".env.example",
        "verify/README.md",
        "verify/index.html",
        "verify/kiu_verify.py",
        *(f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir()),
    }


def test_the_command_tells_its_version_and_explains_every_setting(installed: Installed, tmp_path: Path) -> None:
    assert told(installed, tmp_path, "--version") == f"Kiu {__version__}\n"
    assert told(installed, tmp_path, "settings", "--example") == (ROOT / ".env.example").read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == []


async def test_the_installed_command_plays_in_its_local_room_from_an_empty_folder(
    installed: Installed, tmp_path: Path
) -> None:
    async with running(installed.kiu, cwd=tmp_path) as program, aiohttp.ClientSession() as session:
        address = await address_of(program)
        room = Room(program.process, address, session)
        sari, budi = [await room.browser(secrets.token_hex(16), name) for name in ("Sari", "Budi")]
        assert (await say(sari, "/open qiuqiu", "one"))["type"] == "reply"
        assert (await say(budi, "/join", "two"))["type"] == "reply"
        assert (await say(sari, "/start", "three"))["type"] == "reply"
        hand = await say(budi, "/hand", "four")
        assert re.fullmatch("[0-9a-f]{64}", hand["message"]["picture"]["hash"]), "the dominoes are drawn"
        async with session.get(address + "verify") as page:
            assert await page.read() == (ROOT / "verify" / "index.html").read_bytes()
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0, program.written
    assert os.listdir(tmp_path) == ["data"]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
