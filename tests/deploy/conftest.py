"""One installation for all tests of a run."""

from __future__ import annotations

import pytest
from filelock import FileLock

from tests.deploy.installed import Installed, install


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Kiu installed from a wheel; of several workers, which share this folder, the first that wants it installs it."""
    folder = tmp_path_factory.getbasetemp() / "installed"
    with FileLock(folder.with_suffix(".lock")):
        if (folder / "environment" / "bin" / "kiu").is_file():
            (wheel,) = folder.glob("*.whl")
            return Installed(wheel, folder / "environment")
        return install(folder)
