"""A PostgreSQL of one's own: a server of the system's package, on loopback, in a temporary folder."""

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

from tests.free_ports import free_port

PROGRAMS: Final = Path("/usr/lib/postgresql")
"""The folder in which Debian keeps each version's programs."""

MISSING: Final = "PostgreSQL is not installed: apt-get install postgresql"

_names = count()

_WATCH: Final = 'exec 3<&0; (read -r _ <&3; "$0" stop --mode=immediate --pgdata="$1/data"; rm -rf "$1") >&- 2>&- &'
"""Waits in the background until nobody holds the other end of a pipe, as nobody does who was killed."""


class ServerFailed(Exception):
    """A program of PostgreSQL failed; the text is its own."""


class Server:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, programs: Path, settings: tuple[str, ...]) -> None:
        self.folder, self.port, self.programs = folder, free_port(), programs
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
        name = f"kiu_{os.getpid()}_{next(_names)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name).replace("postgresql:", "postgresql+psycopg:", 1)

    def processor_seconds(self) -> float:
        """Return the processor time of the server and of all its processes, those that ended too."""
        first = (self.folder / "data" / "postmaster.pid").read_text().split()[0]
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            # After the name: state, parent …, own user and system time, and those of children that ended.
            if stat.parent.name == first:
                ticks += sum(map(int, fields[11:15]))
            elif fields[1] == first:
                ticks += sum(map(int, fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), f"--pgdata={self.folder / 'data'}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, preexec_fn=_as_owner)
        if done.returncode:
            raise ServerFailed(f"{program}: {done.stdout}{done.stderr}")


def programs() -> Path | None:
    """Return the folder of the newest installed server's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    newest = max(PROGRAMS.glob("*/bin"), key=lambda folder: int(folder.parent.name), default=None)
    return newest if newest is not None and (newest / "initdb").exists() else None


def begun(*settings: str, life: int, beneath: Path | None = None) -> Server:
    """Start a server, its data ``beneath`` a folder; raise ``ServerFailed`` if it cannot start, or is not installed.

    ``life`` is the reading end of a pipe: server and data are gone once all ends for writing are closed.
    """
    if (found := programs()) is None:
        raise ServerFailed(MISSING)
    server = Server(Path(tempfile.mkdtemp(prefix="kiu-pg-", dir=beneath)), found, settings)
    watch = ["sh", "-c", _WATCH, str(found / "pg_ctl"), str(server.folder)]
    subprocess.run(watch, stdin=life, preexec_fn=_as_owner, start_new_session=True, check=True)
    server.make()
    server.start()
    return server


@contextmanager
def running(*settings: str, beneath: Path | None = None) -> Iterator[Server]:
    """Run a server as long as this process goes on; raise ``ServerFailed`` as for :func:`begun`."""
    ours, theirs = os.pipe()
    try:
        yield begun(*settings, life=ours, beneath=beneath)
    finally:
        os.close(ours)
        os.close(theirs)


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
