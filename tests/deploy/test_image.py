"""The image itself, built and started, where a program for that is here and can get the image of Python."""

from __future__ import annotations

import re
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

from bot import __version__
from tests.deploy.installed import ROOT

pytestmark = [pytest.mark.soak, pytest.mark.timeout(900)]

TAG = "kiu-test"


def done(*command: str, seconds: float = 800) -> str:
    """What a command writes; without success the test fails."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def succeeds(*command: str) -> bool:
    """Whether a command is there and ends well."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False, timeout=120).returncode == 0


def engine() -> tuple[str, ...] | None:
    """What builds images here; ``None`` if nothing does."""
    base = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)[-1]
    for program in ("docker", "podman"):
        if succeeds(program, "info") and (
            succeeds(program, "image", "inspect", base) or succeeds(program, "pull", base)
        ):
            return (program,)
    if succeeds("buildah", "inspect", "--type", "image", base) or succeeds("buildah", "pull", base):
        return ("buildah",)
    return None


@pytest.fixture(scope="module")
def inside() -> Iterator[Callable[..., str]]:
    """Runs a command in a new container of the image."""
    program = engine()
    if program is None:
        pytest.skip("there is no docker, podman or buildah here that has the image of Python")
    if program == ("buildah",):
        done("buildah", "build", "--isolation", "chroot", "--format", "docker", "--tag", TAG, ".")
        container = done("buildah", "from", "--name", f"{TAG}-{secrets.token_hex(4)}", TAG).strip()
        yield lambda *command: done("buildah", "run", "--isolation", "chroot", container, "--", *command)
        done("buildah", "rm", container)
    else:
        done(*program, "build", "--tag", TAG, ".")
        hardened = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")  # noqa: S108
        yield lambda *command: done(*program, "run", "--rm", *hardened, TAG, *command)


def test_the_image_has_kiu_and_its_settings_and_runs_as_nobody(inside: Callable[..., str]) -> None:
    assert inside("kiu", "--version") == f"Kiu {__version__}\n"
    assert inside("id", "-u") == "10001\n"
    assert re.search(r"^KIU_DATA +/data  \(environment\)$", inside("kiu", "settings"), re.MULTILINE)


def test_the_data_folder_belongs_to_its_user_alone(inside: Callable[..., str]) -> None:
    assert inside("stat", "-c", "%u:%g %a", "/data") == "10001:10001 700\n"


def test_neither_sources_nor_settings_of_the_host_are_in_it(inside: Callable[..., str]) -> None:
    found = inside("find", "/opt/kiu", "/data", "-name", ".env", "-o", "-name", "tests", "-path", "*kiu/tests")
    assert found == ""
    assert inside("sh", "-c", "test -e /source || echo absent") == "absent\n"
