"""Kiu as the image starts it, on a machine that is read-only but for its data and the folder for temporary files."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
import yaml

from tests.deploy.installed import Installed
from tests.deploy.read_only import is_possible, read_only_but_for
from tests.deploy.running import address_of, running
from tests.deploy.test_container import image_variables, last
from tests.patience import LONGEST_WAIT

pytestmark = pytest.mark.skipif(not is_possible(), reason="this machine lets nobody make read-only views of it")


async def test_it_starts_is_healthy_and_ends(installed: Installed, tmp_path: Path) -> None:
    data, temporary, elsewhere = (tmp_path / name for name in ("data", "tmp", "elsewhere"))
    for folder in (data, temporary, elsewhere):
        folder.mkdir()
    variables = {"PATH": f"{installed.programs}:{os.environ['PATH']}", "HOME": str(temporary), "KIU_DATA": str(data)}
    assert variables.keys() == image_variables().keys(), "these are what the image sets, with the places of this test"
    limits = read_only_but_for(data, temporary, witness=elsewhere / "written")
    async with running(*limits, *yaml.safe_load(last("CMD")), cwd=data, TMPDIR=str(temporary), **variables) as program:
        await address_of(program)
        check = yaml.safe_load(last("HEALTHCHECK").partition(" CMD ")[2])
        async with running(*check, cwd=data, **variables) as checking:
            assert await checking.ends() == 0, checking.written
        program.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(LONGEST_WAIT):
            assert await program.ends() == 0, program.written
    assert list(elsewhere.iterdir()) == []
    assert "kiu.sqlite3" in {path.name for path in data.iterdir()}
