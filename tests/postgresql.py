"""A PostgreSQL of the tests: a server on loopback in a temporary folder, with a new database for each test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.free_ports import free_port

PROGRAMS: Final = Path("/usr/lib/postgresql")
"""The folder in which Debian keeps each version's programs."""

WITHOUT_SYNC: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of tests that never end the machine of a server, only its processes."""

_names = count()


class Server:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, programs: Path, settings: tuple[str, ...]) -> None:
        self.folder, self.port, self._programs = folder, free_port(), programs
        self._settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", *settings)
        if os.geteuid() == 0:
            shutil.chown(folder, _owner().pw_name)

    def make(self) -> None:
        self._run("initdb", "--auth=trust", "--username=kiu", "--encoding=UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        options = " ".join((f"-p {self.port}", *(f"-c {each}" for each in self._settings)))
        self._run("pg_ctl", "start", "--wait", f"--log={self.folder / 'log'}", f"--options={options}")

    def stop(self, mode: str = "immediate") -> None:
        """Stop in a mode of ``pg_ctl``: ``immediate`` is as after a crash, ``fast`` ends sessions first."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://kiu@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Return the URL of an empty database for ``KIU_DATABASE``."""
        name = f"test_{next(_names)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name).replace("postgresql:", "postgresql+psycopg:", 1)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), f"--pgdata={self.folder / 'data'}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, preexec_fn=_as_owner)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def programs() -> Path | None:
    """Return the folder of the newest installed server's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    newest = max(PROGRAMS.glob("*/bin"), key=lambda folder: int(folder.parent.name), default=None)
    return newest if newest is not None and (newest / "initdb").exists() else None


@contextmanager
def server(*settings: str) -> Iterator[Server]:
    """Run a PostgreSQL; skip the test where none is installed."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="kiu-pg-") as folder:
        running = Server(Path(folder), found, settings)
        running.make()
        running.start()
        try:
            yield running
        finally:
            running.stop()


def _owner() -> pwd.struct_passwd:
    """Return the user that runs a server for root, as whom it refuses to run."""
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _as_owner() -> None:
    if os.geteuid() == 0:
        owner = _owner()
        os.setgroups([])
        os.setgid(owner.pw_gid)
        os.setuid(owner.pw_uid)
