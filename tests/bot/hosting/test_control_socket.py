"""The control socket: other processes of the host ask the running Kiu, and nobody else does."""

from __future__ import annotations

import asyncio
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import __version__
from bot.hosting.control_socket import NAME, Answer, CannotAnswer, ControlSocket, Fields, NotRunning, ask
from tests.bot.test_kill import running, say
from tests.patience import LONGEST_WAIT

GONE = "No Kiu is running on"


async def _counted(asked: Fields) -> Fields:
    return {"steps": asked["steps"]}


def _answers(answer: Answer = _counted) -> Mapping[str, Answer]:
    return {"status": answer}


async def test_the_running_program_says_what_it_is_and_leaves_no_socket_behind(tmp_path: Path) -> None:
    with pytest.raises(NotRunning, match=GONE):
        await ask(tmp_path, "status")
    async with running(tmp_path) as program:
        assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
        one = await program.browser(secrets.token_hex(16), "Sari")
        await say(one, "/open qiuqiu", "1")
        status = await ask(tmp_path, "status")
        assert status["version"] == __version__
        assert status["process"] == program.process.pid
        assert status["content"]["tables"] == [["local:home", "main"]]
        assert "Sari" not in str(status)
        await one.close()
        program.process.kill()
        await program.process.wait()
    assert (tmp_path / NAME).exists(), "a kill leaves it behind"
    with pytest.raises(NotRunning, match=GONE):
        await ask(tmp_path, "status")
    async with running(tmp_path) as program:
        assert (await ask(tmp_path, "status"))["process"] == program.process.pid
        program.process.terminate()
        assert await program.process.wait() == 0
    assert not (tmp_path / NAME).exists()


async def test_a_reason_is_told_and_an_error_only_says_where_to_look(tmp_path: Path) -> None:
    async def refuses(*_: object) -> Fields:
        raise CannotAnswer("The disk is full.")

    async def fails(*_: object) -> Fields:
        raise ValueError("the word is swordfish")

    async with ControlSocket(tmp_path, _answers(refuses)):
        with pytest.raises(CannotAnswer, match="The disk is full"):
            await ask(tmp_path, "status")
    async with ControlSocket(tmp_path, _answers(fails)):
        with pytest.raises(CannotAnswer, match="its log says why") as error:
            await ask(tmp_path, "status")
    assert "swordfish" not in str(error.value)


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"[1]\n", b"{}\n", b'{"request": []}\n', b'{"request": "fly"}\n', b"\xff\n"]
)
async def test_what_it_does_not_understand_is_refused_and_it_goes_on(tmp_path: Path, line: bytes) -> None:
    async with ControlSocket(tmp_path, _answers()):
        reader, writer = await asyncio.open_unix_connection(tmp_path / NAME)
        writer.write(line)
        writer.write_eof()
        assert b"does not understand" in await reader.read()
        writer.close()
        assert await ask(tmp_path, "status", {"steps": 0}) == {"steps": 0}


async def test_what_was_asked_is_done_even_if_nobody_waits_for_the_answer(tmp_path: Path) -> None:
    go, done = asyncio.Event(), asyncio.Event()

    async def slow(_: Fields) -> Fields:
        await go.wait()
        done.set()
        return {}

    async with ControlSocket(tmp_path, _answers(slow)):
        _, writer = await asyncio.open_unix_connection(tmp_path / NAME)
        writer.write(b'{"request": "status"}\n')
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        go.set()
        await asyncio.wait_for(done.wait(), LONGEST_WAIT)


async def test_who_asks_hears_when_it_ends_meanwhile(tmp_path: Path) -> None:
    async def never(*_: object) -> Fields:
        await asyncio.Event().wait()
        return {}

    async with ControlSocket(tmp_path, _answers(never)):
        asking = asyncio.create_task(ask(tmp_path, "status"))
        await asyncio.sleep(0.05)
    with pytest.raises(NotRunning, match="ended before"):
        await asking
