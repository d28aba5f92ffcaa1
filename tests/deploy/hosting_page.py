"""The commands on the page for hosts, and a machine on which they can be typed without harm to the real one."""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
import textwrap
import venv
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from bot.environment.settings_check import PREFIXES
from tests.child_processes import completed
from tests.deploy.installed import ROOT, SOURCES, Installed

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")

FOLDERS = ("/opt/kiu", "/var/lib/kiu", "/etc/systemd/system", "/srv/kiu")
"""What stands for a folder of the machine is one in the folder of the test."""

STANDINS = {
    # Whatever has to be root is done by whoever runs the test, and nobody else has to be there.
    "sudo": 'while :; do case "$1" in -u) shift 2 ;; *) exec "$@" ;; esac; done',
    "install": """
        for each do
            shift
            case "$last" in -o | -g) ;; *) case "$each" in -o | -g) ;; *) set -- "$@" "$each" ;; esac ;; esac
            last=$each
        done
        exec "$INSTALL" "$@"
    """,
    # These change the machine, show something without end, or are not here.
    **dict.fromkeys(("useradd", "systemctl", "journalctl", "nano", "docker", "pipx"), "true"),
}
"""Programs that are not run as they are, as shell scripts."""

_PRELUDE = """
programs=
serve() {
    said=$(mktemp)
    "$@" > "$said" 2>&1 &
    programs="$programs $!"
    until grep -q "^Kiu is ready" "$said"; do
        kill -0 $! || { cat "$said" >&2; exit 1; }
        sleep 0.1
    done
    echo "served: $*"
}
finish() {
    for each in $programs; do kill -TERM "$each"; done
    for each in $programs; do wait "$each" || test $? = 143; done
}
"""
"""``serve`` starts a program that goes on until it is stopped, once it is ready; ``finish`` ends them all."""

SERVERS = re.compile(r"^(make run|kiu( --folder \S+)?)$", re.MULTILINE)
"""Lines that start Kiu itself."""


def sections() -> dict[str, str]:
    """The text of each section, without those below it, by its heading."""
    parts = re.split(r"^#{2,3} (.+)$", PAGE, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def typed(section: str) -> str:
    """The lines of a section that are to be typed."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", sections()[section], re.MULTILINE | re.DOTALL)
    return "\n".join(textwrap.dedent(block) for block in blocks)


class Machine:
    """A machine of a host, in a folder: a checkout with the files of a release in it, and the command ``kiu``."""

    def __init__(self, folder: Path, installed: Installed) -> None:
        self.folder = folder
        self.checkout = folder / "checkout"
        self.checkout.mkdir()
        self._installed = installed
        self._standins = folder / "programs"
        self._standins.mkdir()
        for name, script in STANDINS.items():
            program = self._standins / name
            program.write_text(f"#!/bin/sh\n{textwrap.dedent(script)}\n")
            program.chmod(0o755)
        for name in (*SOURCES, "Makefile", "requirements.txt"):
            copied = ROOT / name
            if copied.is_dir():
                shutil.copytree(copied, self.checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(copied, self.checkout / name)
        shutil.copy(installed.wheel, self.checkout)
        sums = (
            f"{sha256((self.checkout / name).read_bytes()).hexdigest()}  {name}\n"
            for name in (installed.wheel.name, "requirements.txt")
        )
        (self.checkout / "SHA256SUMS").write_text("".join(sums))
        for each in ("/opt", "/var/lib", "/etc/systemd/system", "/srv"):
            self.path(each).mkdir(parents=True, exist_ok=True)

    def path(self, path: str) -> Path:
        """Where a folder or file of the machine is."""
        return self.folder / "machine" / path.removeprefix("/")

    def install_packages(self) -> None:
        """Do what ``make packages`` would, from the packages that the tests run with."""
        environment = self.checkout / ".venv"
        venv.create(environment, symlinks=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = environment / "lib" / version / "site-packages"
        (packages / "packages-of-the-tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
        shutil.copy(ROOT / "requirements.txt", environment)

    async def type(self, lines: str, **variables: str) -> str:
        """Type lines in the checkout, the first that fails being the last, and return what they write."""
        for folder in FOLDERS:
            lines = re.sub(rf"{re.escape(folder)}\b", str(self.path(folder)), lines)
        script = _PRELUDE + SERVERS.sub(r"serve \g<0>", lines) + "\nfinish\n"
        typed = await completed("sh", "-eu", "-c", script, cwd=self.checkout, env=self._environment(variables))
        assert typed.returncode == 0, f"{lines}\n{typed.stdout}{typed.stderr}"
        return typed.stdout

    def _environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        # What make was told on the way here, it would do again.
        foreign = (*PREFIXES, "PYTHON", "PIP_", "MAKE", "MFLAGS", "ARGS")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        programs = (self._standins, self._installed.programs, Path(sys.executable).parent)
        return kept | {
            "PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]]),
            "HOME": str(self.folder),
            "INSTALL": shutil.which("install") or "",
            # Packages come from where the tests have them, not from an index.
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_COMPILE": "1",
            "PYTHONPATH": sysconfig.get_path("purelib"),
            **variables,
        }
