"""``python -m bot doctor`` as a host runs it, and its look at the data folder when Kiu starts."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import pytest

from bot import __version__
from bot.features.doctor import data_folder, serving
from bot.features.doctor.data_folder import data_findings
from bot.features.doctor.examining import exit_code
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import CannotOpen
from tests.bot.test_kill import ROOT, running, say
from tests.child_processes import completed

SECTIONS = ["Settings", "The running Kiu", "Data folder", "Database", "Backups", "Discord and Telegram"]


def environment(folder: Path, **changed: str) -> dict[str, str]:
    """The environment of a host who has set nothing but a folder."""
    foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
    others = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return others | {"KIU_DATA": str(folder), "KIU_PORT": "0"} | changed


@pytest.fixture
def private_folder(tmp_path: Path) -> Path:
    """A folder that nobody else can use."""
    tmp_path.chmod(0o700)
    return tmp_path


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder in which everybody may make files."""
    tmp_path.chmod(0o777)
    return tmp_path


async def doctor(folder: Path, **changed: str) -> tuple[int, str]:
    """Its exit code, and what it writes."""
    done = await completed(sys.executable, "-m", "bot", "doctor", cwd=ROOT, env=environment(folder, **changed))
    assert done.stderr == ""
    return done.returncode, done.stdout


def outcome(folder: Path) -> int:
    """What the doctor comes to in a good folder: the disk of the tests may be in memory, or nearly full."""
    return exit_code(data_findings(folder))


async def test_every_section_is_told_before_the_first_start_and_nothing_is_made(private_folder: Path) -> None:
    code, text = await doctor(private_folder / "data")

    assert [line for line in text.splitlines() if line and line[0] != " "][:-1] == SECTIONS
    assert code == outcome(private_folder), text
    assert "will be made at the first start" in text
    assert list(os.scandir(private_folder)) == []


async def test_a_running_kiu_is_asked_and_not_disturbed(open_folder: Path) -> None:
    async with running(open_folder) as program:
        one = await program.browser(secrets.token_hex(16), "Sari")
        await say(one, "/open qiuqiu", "1")
        code, text = await doctor(open_folder)
        assert (await say(one, "/close", "2"))["type"] == "reply"
        await one.close()
        program.process.terminate()
        _, errors = await program.process.communicate()
    assert f"Kiu {__version__} is running, as process {program.process.pid}, " in text
    assert "with 1 open table." in text
    assert "The books balance: " in text
    assert "Other users of this machine can put files into the folder" in text, text
    assert code == EXIT_TO_MEND, text
    assert "Sari" not in text
    (warning,) = [line for line in errors.decode().splitlines() if "chmod 700" in line]
    assert "to mend" in warning, "the short form has said it at the start, and Kiu has started all the same"


async def test_wrong_settings_are_told_and_nothing_else_is_looked_at(tmp_path: Path) -> None:
    done = await completed(sys.executable, "-m", "bot", "doctor", cwd=ROOT, env=environment(tmp_path, KIU_PROT="1"))
    assert (done.returncode, done.stdout) == (EXIT_CANNOT_START, "")
    assert "KIU_PORT" in done.stderr


def test_a_start_says_in_the_log_what_is_wrong_and_is_refused_for_the_worst_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_folder, "free_space", lambda _: data_folder.LITTLE_FREE - 1)
    logged: list[str] = []
    monkeypatch.setattr(
        serving.log, "warning", lambda _, what, remedy: logged.append(f"{what} {remedy}"), raising=False
    )

    serving.check_at_start(tmp_path)
    (line,) = [each for each in logged if "are free" in each]
    assert line.endswith(data_folder.MAKE_SPACE)
    assert not any("will be made" in each or "Python" in each for each in logged), "what is in order is not told"

    monkeypatch.setattr(data_folder, "free_space", lambda _: 0)
    with pytest.raises(CannotOpen, match=data_folder.MAKE_SPACE):
        serving.check_at_start(tmp_path)
