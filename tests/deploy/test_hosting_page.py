"""Every command on the page for hosts is typed here, or held against the help of its program if it cannot be.

What takes a machine of its own is typed by `make soak`; that Kiu has these commands is looked at every time.
"""

from __future__ import annotations

import re
import secrets
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import aiohttp
import click
import pytest

from bot.__main__ import main
from tests.bot.test_kill import Program as Room
from tests.bot.test_kill import hand_and_question, say
from tests.deploy.hosting_page import PAGE, Machine, sections, typed
from tests.deploy.installed import Installed
from tests.deploy.running import address_of, running
from tests.free_ports import free_port
from tests.patience import LONGEST_WAIT
from tools.postgresql import Server

ANY_PORT = {"KIU_PORT": "0"}
APART = {
    *("From a clone, with make", "As a package, with pipx or pip", "In a container", "As a service of systemd"),
    *("Backups and restoring", "Moving to another machine", "Two bots on one machine", "Several processes"),
}
"""Sections with a test of their own."""


@pytest.fixture
def machine(tmp_path: Path, installed: Installed) -> Machine:
    return Machine(tmp_path, installed)


async def test_what_the_other_sections_say_can_be_typed_while_kiu_runs(machine: Machine) -> None:
    lines = [f"(\n{typed(name)}\n)" for name in sections() if typed(name) and name not in APART]
    await machine.type("\n".join(("kiu", *lines)), **ANY_PORT)


async def test_a_clone_is_started_by_make(machine: Machine) -> None:
    machine.install_packages()
    assert "served: make run" in await machine.type(typed("From a clone, with make"), **ANY_PORT)


@pytest.mark.soak
async def test_a_package_is_started_by_its_command(machine: Machine) -> None:
    """The place that pip made works as well as the one that pipx makes."""
    lines = typed("As a package, with pipx or pip") + "../kiu-program/bin/kiu --version\n"
    assert re.search(r"^served: kiu\nKiu \d", await machine.type(lines, **ANY_PORT), re.MULTILINE)


async def test_the_settings_of_a_container_open_its_room(machine: Machine) -> None:
    await machine.type(typed("In a container"))
    said = await machine.type("kiu settings\nstat -c %a .env")
    assert re.search(r"^KIU_HOST +0\.0\.0\.0  \(\.env\)$", said, re.MULTILINE)
    assert re.search(r"^KIU_ROOM_PASSWORD +\(set, not shown\)  \(\.env\)$", said, re.MULTILINE)
    assert said.endswith("600\n")


@pytest.mark.soak
async def test_the_service_is_what_was_installed_for_it(machine: Machine) -> None:
    """As systemd would, its program is started in its folder, and finds its settings there."""
    await machine.type(typed("As a service of systemd"))
    unit = (machine.path("/etc/systemd/system") / "kiu@.service").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(ExecStart|WorkingDirectory|StateDirectory)=(.+)$", unit, re.MULTILINE))
    folder = machine.path(told["WorkingDirectory"].replace("%S", "/var/lib").replace("%i", "home"))
    assert folder == machine.path("/var/lib") / told["StateDirectory"].replace("%i", "home")
    assert (folder / ".env").stat().st_mode & 0o777 == 0o600
    packages = sysconfig.get_path("purelib")
    async with running(machine.path(told["ExecStart"]), cwd=folder, PYTHONPATH=packages) as program:
        await address_of(program)
        program.process.terminate()
        assert await program.ends() == 0, program.written
    assert sorted(path.name for path in folder.iterdir()) == [".env", "data"]


@pytest.mark.soak
async def test_a_bot_that_is_moved_goes_on_in_mid_hand(machine: Machine, installed: Installed) -> None:
    old, new = machine.checkout / "old", machine.checkout / "new"
    pack, unpack = filter(None, typed("Moving to another machine").splitlines())
    secret = {name: secrets.token_hex(16) for name in ("Sari", "Budi")}
    (old / "kiu-home").mkdir(parents=True)
    new.mkdir()
    async with running(installed.kiu, cwd=old / "kiu-home") as program, aiohttp.ClientSession() as session:
        room = Room(program.process, await address_of(program), session)
        sari, budi = [await room.browser(secret[name], name) for name in secret]
        for number, (who, line) in enumerate(((sari, "/open qiuqiu"), (budi, "/join"), (sari, "/start"))):
            assert (await say(who, line, str(number)))["type"] == "reply"
        before = [await hand_and_question(who, "x") for who in (sari, budi)]
        program.process.terminate()
        assert await program.ends() == 0, program.written
    await machine.type(f"cd old; {pack}; mv kiu-home.tar ../new; rm -r kiu-home; cd ../new; {unpack}")
    async with running(installed.kiu, cwd=new / "kiu-home") as program, aiohttp.ClientSession() as session:
        room = Room(program.process, await address_of(program), session)
        people = [await room.browser(secret[name], name) for name in secret]
        assert [await hand_and_question(who, "y") for who in people] == before
        assert not all([(await say(who, "/check", "z"))["refused"] for who in people]), "whose turn it was goes on"
        program.process.terminate()
        assert await program.ends() == 0, program.written


@pytest.mark.soak
async def test_a_backup_is_restored(machine: Machine) -> None:
    lines = typed("Backups and restoring").splitlines()
    make, restore = lines[0], next(line for line in lines if line.startswith("kiu restore "))
    await machine.type("kiu", **ANY_PORT)
    said = await machine.type(make)
    (backup,) = (machine.checkout / "data" / "backups").iterdir()
    assert str(backup) in said
    named = re.sub(r"data/backups/\S+", f"data/backups/{backup.name}", restore)
    assert named != restore
    assert "Restored: " in await machine.type(named)


@pytest.mark.soak
async def test_two_bots_run_beside_each_other(machine: Machine) -> None:
    lines = typed("Two bots on one machine")
    for port in ("8101", "8102"):
        lines = lines.replace(port, str(free_port()))
    assert (await machine.type(lines)).count("served: kiu --folder ") == 2
    assert all((machine.checkout / name / "data" / "kiu.sqlite3").is_file() for name in ("kiu-friday", "kiu-sunday"))


async def test_a_bot_is_copied_to_postgresql(machine: Machine, postgresql: Server) -> None:
    line = next(line for line in typed("Several processes").splitlines() if line.startswith("kiu copy "))
    await machine.type("kiu", **ANY_PORT)
    said = await machine.type(re.sub(r"postgresql://\S+", postgresql.new_database(), line))
    assert "Copied and verified: " in said


# --- commands that can only be looked up ----------------------------------------------------------------------


def lines_of(*programs: str) -> list[list[str]]:
    """The commands of these programs anywhere on the page, as words."""
    blocks = "\n".join(typed(name) for name in sections()).splitlines()
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", PAGE, flags=re.MULTILINE | re.DOTALL))
    commands = [re.sub(r">.*", "", each) for line in (*blocks, *inline) for each in line.split("|")]
    words = [shlex.split(each) for each in commands]
    return [each[each.index("sudo") + 1 :] if "sudo" in each else each for each in words if set(programs) & set(each)]


OTHERS = ("docker", "useradd", "systemctl", "journalctl")


@pytest.mark.parametrize("program", OTHERS)
def test_other_programs_have_the_options_that_are_used(program: str) -> None:
    found = [words for words in lines_of(program) if words[0] == program]
    assert found
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here")
    for words in found:
        if words[1:2] == ["compose"]:
            continue
        asked = [program, words[1], "--help"] if program == "docker" and words[1:2] else [program, "--help"]
        helped = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=LONGEST_WAIT)
        text = helped.stdout + helped.stderr
        # What stands behind the image or the container is no option of Docker's.
        options = {word for word in words if word.startswith("--")}
        assert {each for each in options if f"{each} " not in text and f"{each}=" not in text} == set(), words


def test_kiu_has_every_command_and_option_that_is_named() -> None:
    lines = [words for words in lines_of("kiu") if words[0] == "kiu" or "exec" in words]
    lines += lines_of("kiu-program/bin/kiu", "/opt/kiu/bin/kiu")
    seen = set()
    for words in lines:
        last = max(number for number, word in enumerate(words) if word.rpartition("/")[2] == "kiu")
        words = words[last + 1 :]
        command: click.Command = main
        while isinstance(command, click.Group) and words:
            context = click.Context(command)
            _, words, _ = command.make_parser(context).parse_args(list(words))
            if words:
                found = command.get_command(context, words.pop(0))
                assert found is not None
                command = found
                seen.add(command.name)
        command.make_parser(click.Context(command)).parse_args(list(words))
    assert {"doctor", "settings"} <= seen
