"""Kiu as a host installs it: a wheel that is built from the checkout, in a virtual environment of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

SOURCES = ("bot", "engine", "verify", "deploy", "pyproject.toml", "README.md", "LICENSE", ".env.example")
"""What a wheel is made of."""


class Installed(NamedTuple):
    """A wheel, and the environment that it was installed into."""

    wheel: Path
    environment: Path

    @property
    def programs(self) -> Path:
        """The folder with the command ``kiu``."""
        return self.environment / "bin"

    @property
    def kiu(self) -> Path:
        """The command."""
        return self.programs / "kiu"


def install(folder: Path) -> Installed:
    """Build the wheel and install it, with neither network nor any file written into the checkout.

    The packages that Kiu needs are those of the interpreter that runs the tests.
    """
    sources, environment = folder / "sources", folder / "environment"
    sources.mkdir(parents=True)
    for name in SOURCES:
        copied = ROOT / name
        if copied.is_dir():
            shutil.copytree(copied, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(copied, sources / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    offline = ("--no-index", "--no-deps")
    _run(*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(folder), str(sources))
    (wheel,) = folder.glob("*.whl")
    venv.create(environment, with_pip=False, symlinks=True)
    _run(*pip, "--python", str(environment / "bin" / "python"), "install", *offline, str(wheel))
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = environment / "lib" / version / "site-packages"
    (packages / "packages-of-the-tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(wheel, environment)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
