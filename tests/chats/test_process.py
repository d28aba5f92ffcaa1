"""The program as a host starts it, with both tokens: it serves both platforms, and says in a sentence why it cannot."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sys
from asyncio.subprocess import STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from bot import __version__
from tests.chats.discord.double.gateway import Close
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Person, Telegram
from tests.child_processes import child_process
from tests.patience import LONGEST_WAIT

_Player = TypeVar("_Player", Member, Person)

ROOT = Path(__file__).parents[2]


class Outside(NamedTuple):
    """The two platforms."""

    discord: Discord
    telegram: Telegram
    locks: Path
    """Where programs lock their tokens: those of another test have the same ones."""


@pytest.fixture
async def outside(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Outside]:
    async with Discord() as discord, Telegram() as telegram:
        yield Outside(discord, telegram, tmp_path_factory.mktemp("locks"))
        assert discord.faults == []


class Program:
    """A running program, and everything it writes."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.written = ""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.written += line.decode()

    async def says(self, words: str) -> None:
        """Wait until it has written this."""
        async with asyncio.timeout(LONGEST_WAIT):
            while words not in self.written:
                assert self.process.returncode is None, self.written
                await asyncio.sleep(0.02)

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of its log, which are JSON where nobody looks."""
        return [json.loads(line) for line in self.written.splitlines() if line.startswith("{")]

    async def logs(self, event: str, **fields: Any) -> dict[str, Any]:
        """Wait until it has logged this, and return the line."""
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                for line in self.log:
                    if line["event"] == event and fields.items() <= line.items():
                        return line
                assert self.process.returncode is None, self.written
                await asyncio.sleep(0.02)

    async def ends(self) -> int:
        """Wait until it has ended, and return its exit code."""
        async with asyncio.timeout(LONGEST_WAIT):
            code = await self.process.wait()
            await self._reading
        return code

    async def killed(self) -> None:
        """End it, if it still runs, and read all that it wrote."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ends()


def program_environment(folder: Path, outside: Outside) -> dict[str, str]:
    """The environment of a program with the tokens of both platforms."""
    here = {
        "KIU_DATA": str(folder),
        "KIU_PORT": "0",
        "TMPDIR": str(outside.locks),
        "DISCORD_TOKEN": outside.discord.token,
        "DISCORD_API_URL": outside.discord.api_url,
        "DISCORD_GATEWAY_URL": outside.discord.gateway_url,
        "TELEGRAM_TOKEN": outside.telegram.token,
        "TELEGRAM_API_URL": outside.telegram.server.address,
    }
    foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)} | here


@asynccontextmanager
async def started(folder: Path, outside: Outside, *arguments: str, **settings: str) -> AsyncIterator[Program]:
    """The program with the tokens of both platforms, unless ``settings`` say otherwise."""
    environment = program_environment(folder, outside) | settings
    async with child_process(
        sys.executable, "-m", "bot", *arguments, cwd=ROOT, env=environment, stderr=STDOUT
    ) as process:
        program = Program(process)
        try:
            yield program
        finally:
            await program.killed()
        for token in (outside.discord.token, outside.telegram.token):
            assert token not in program.written


async def test_it_serves_both_and_goes_on_after_a_kill(tmp_path: Path, outside: Outside) -> None:
    discord, telegram, _ = outside
    guild = discord.guild()
    sari, budi = (discord.member(guild, name) for name in ("Sari", "Budi"))
    dewi, agus = telegram.person("Dewi"), telegram.person("Agus")
    group = telegram.group("Friday dominoes", dewi, agus)

    async with started(tmp_path, outside) as program:
        await program.says("Kiu is ready. Open http://")
        await program.says("Kiu is ready on Discord.")
        await program.says("Kiu is ready on Telegram.")
        await program.logs("connected", platform="discord")
        await program.logs("connected", platform="telegram")
        await sari.slash("table open", game="qiuqiu")
        await budi.is_offered("Join")
        await budi.press("Join")
        await sari.is_offered("Start")
        await sari.press("Start")
        await dewi.types("/open qiuqiu", in_=group)
        await agus.presses("Join", in_=group)
        await dewi.presses("Start", in_=group)
        await sari.is_offered("Check")
        await dewi.sees_button("Check", in_=group)
        # On a slow machine a call to the player on turn may stand below the table already.
        live, live_there = sari.live_message, next(post for post in reversed(group.by_bots()) if "▸" in post.text)
        first, first_there = _asked(live.text, sari, budi), _asked(live_there.text, dewi, agus)
        assert (await first.press("Check")).silent
        await first_there.presses("Check", in_=group)
        await sari.sees(f"{first.name} checked")
        await dewi.sees(f"{first_there.name} checked", in_=group)
        program.process.kill()
    opened = {line["group"]: line["host"] for line in program.log if line["event"] == "table opened"}
    assert sorted(opened.values()) == sorted([f"discord:{sari.user.id}", f"telegram:{dewi.user.id}"])

    async with started(tmp_path, outside) as program:
        found = await program.logs("started")
        assert (found["version"], found["database"]) == (__version__, "kiu.sqlite3")
        assert (await program.logs("connected", platform="discord"))["tables"] == 1
        assert (await program.logs("connected", platform="telegram"))["tables"] == 1
        next_, next_there = _asked(live.text, sari, budi), _asked(live_there.text, dewi, agus)
        assert (await next_.press("Bet 20")).silent
        await next_there.presses("Bet 20", in_=group)
        await sari.sees(f"{next_.name} bet 20")
        await dewi.sees(f"{next_there.name} bet 20", in_=group)
        assert f"{next_.name} bet 20" in live.text, "the table is shown in the message that was there"
        assert f"{next_there.name} bet 20" in live_there.text
        folds = _asked(live.text, sari, budi)
        await folds.press("Fold")
        over = await program.logs("hand over", group=next(each for each in opened if each.startswith("discord:")))
        assert over["net"] == {f"discord:{next_.user.id}": 10, f"discord:{folds.user.id}": -10}
        assert over["ms"] > 0
        await agus.types("/start", in_=group)
        await agus.sees("A hand is being played. The next one begins by itself.", in_=group)
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0, program.written
    assert program.log[-1]["event"] == "stopped"
    assert "stopping" in [line["event"] for line in program.log]
    for person in (sari, budi, dewi, agus):
        assert person.name not in json.dumps(program.log)


def _bytes_of(file: Path) -> int:
    return file.stat().st_size


async def _at_rest(file: Path) -> int:
    """Wait until a file grows no more, and return its size."""
    size = -1
    async with asyncio.timeout(LONGEST_WAIT):
        while size != (now := _bytes_of(file)):
            size = now
            await asyncio.sleep(0.5)
    return size


def _asked(live: str, *people: _Player) -> _Player:
    """Whom the last line of a table asks."""
    question = live.rpartition("▸")[2]
    return next(person for person in people if person.name in question)


UNKNOWN_ON_DISCORD = {"DISCORD_TOKEN": "nobody.knows.this-token-of-a-stranger-indeed"}
UNKNOWN_ON_TELEGRAM = {"TELEGRAM_TOKEN": "123456789:AAnobodyKnowsThisTokenOfAStranger123"}
NO_TOKEN = {"TELEGRAM_TOKEN": "no token at all"}


@pytest.mark.parametrize(
    ("wrong", "platform"),
    [
        ({"DISCORD_TOKEN": ""} | UNKNOWN_ON_TELEGRAM, "Telegram"),
        pytest.param({"DISCORD_TOKEN": ""} | NO_TOKEN, "Telegram", marks=pytest.mark.soak),
        pytest.param(UNKNOWN_ON_DISCORD | NO_TOKEN, "_TOKEN", marks=pytest.mark.soak),
    ],
    ids=["unknown", "no token", "both"],
)
async def test_a_token_that_is_refused_is_said_in_one_sentence_and_without_another_platform_it_ends(
    tmp_path: Path, outside: Outside, wrong: dict[str, str], platform: str
) -> None:
    async with started(tmp_path, outside, **wrong) as program:
        assert await program.ends() == 4, program.written
    assert platform in program.written.strip().splitlines()[-1]
    assert "Traceback" not in program.written
    assert not any(token in program.written for token in wrong.values() if token)


@pytest.mark.parametrize(
    ("wrong", "platform"), [(UNKNOWN_ON_DISCORD, "Discord"), pytest.param(NO_TOKEN, "Telegram", marks=pytest.mark.soak)]
)
async def test_a_token_that_is_refused_does_not_end_the_other_platform(
    tmp_path: Path, outside: Outside, wrong: dict[str, str], platform: str
) -> None:
    discord, telegram, _ = outside
    async with started(tmp_path, outside, **wrong) as program:
        await program.says("platform not served, the others go on")
        await program.says("Kiu is ready")
        if platform == "Telegram":
            sari = discord.member(discord.guild(), "Sari")
            await program.logs("connected", platform="discord")
            assert "/table open" in (await sari.slash("help", command="open", in_private=True)).text
        else:
            dewi = telegram.person("Dewi")
            group = telegram.group("Friday dominoes", dewi)
            await dewi.types("/open qiuqiu", in_=group)
            await dewi.sees("QiuQiu table", in_=group)
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0, program.written
    (line,) = [line for line in program.log if "not served" in line["event"]]
    assert line["platform"] == platform.lower()
    assert platform in line["error"]
    assert "Traceback" not in program.written
    assert next(iter(wrong.values())) not in program.written


@pytest.mark.soak
async def test_a_token_that_is_revoked_later_ends_that_platform_alone(tmp_path: Path, outside: Outside) -> None:
    discord, telegram, _ = outside
    dewi = telegram.person("Dewi")
    group = telegram.group("Friday dominoes", dewi)
    async with started(tmp_path, outside) as program:
        await program.logs("connected", platform="discord")
        await program.logs("connected", platform="telegram")
        discord.gateway.reject_with = Close.BAD_TOKEN
        discord.gateway.invalidate(resumable=False)
        await program.says("platform not served, the others go on")
        await dewi.types("/open qiuqiu", in_=group)
        await dewi.sees("QiuQiu table", in_=group)
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0, program.written


@pytest.mark.soak
async def test_a_second_instance_on_the_same_token_says_so_and_ends(tmp_path: Path, outside: Outside) -> None:
    async with started(tmp_path / "one", outside) as first:
        await first.logs("connected", platform="telegram")
        async with started(tmp_path / "two", outside) as second:
            assert await second.ends() == 3, second.written
        assert "token" in second.written
        assert first.process.returncode is None


async def test_when_the_disk_fails_it_says_that_nobody_knows_ends_and_finds_out(
    tmp_path: Path, outside: Outside
) -> None:
    """Where a file may not grow, SQLite is told of an error of the disk in the midst of a commit."""
    discord = outside.discord
    guild = discord.guild()
    sari, budi = (discord.member(guild, name) for name in ("Sari", "Budi"))
    async with started(tmp_path, outside, TELEGRAM_TOKEN="") as program:
        await program.logs("connected", platform="discord")
        await sari.slash("table open", game="qiuqiu")
        await budi.is_offered("Join")
        await budi.press("Join")
        await sari.is_offered("Start")
        await sari.press("Start")
        await sari.is_offered("Check")
        asked = _asked(sari.live_message.text, sari, budi)
        size = await _at_rest(tmp_path / "kiu.sqlite3-wal")
        resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (size, size))
        assert "look at the table before you repeat it" in (await asked.press("Check")).text
        assert await program.ends() == 8, program.written
    assert "Traceback" not in program.written

    assert "disk I/O error" in (await program.logs("the disk has failed", level="critical"))["error"]
    assert program.written.strip().splitlines()[-1].startswith("The disk failed while something was being stored")

    async with started(tmp_path, outside, TELEGRAM_TOKEN="") as program:
        assert (await program.logs("connected", platform="discord"))["tables"] == 1
        await asked.press("Check")
        await sari.sees(f"{asked.name} checked")
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0, program.written


async def test_while_a_network_is_away_it_waits_and_serves_the_rest(tmp_path: Path, outside: Outside) -> None:
    with outside.telegram.server.away():
        async with started(tmp_path, outside) as program:
            await program.logs("connected", platform="discord")
            await program.says("Kiu is ready")
            assert [line["platform"] for line in program.log if line["event"] == "connected"] == ["discord"]
            outside.telegram.server.is_away = False
            person = outside.telegram.person("Dewi")
            await person.types("/open qiuqiu", in_=outside.telegram.group("Friday dominoes", person))
            program.process.send_signal(signal.SIGTERM)
            assert await program.ends() == 0, program.written
