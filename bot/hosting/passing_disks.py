"""Platforms that run a program on a disk that is thrown away with every restart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from bot.chats.findings import Finding, fault

PLATFORMS: Final = {
    "DYNO": "Heroku",
    "FLY_APP_NAME": "Fly.io",
    "K_SERVICE": "Cloud Run",
    "RAILWAY_PROJECT_ID": "Railway",
    "RENDER": "Render",
}
"""The variable of the environment by which a program can tell that it runs there."""


def passing_disk_findings(folder: Path, environment: Mapping[str, str], root: Path = Path("/")) -> Iterator[Finding]:
    """What is to be said against a folder if it is not on a volume that lasts.

    Args:
        folder: one that is there.
        root: what the platform throws away; a volume is another file system than this.
    """
    platform = next((name for variable, name in PLATFORMS.items() if variable in environment), None)
    if platform is not None and folder.stat().st_dev == root.stat().st_dev:
        yield fault(
            f"The data folder is on a disk of {platform} that does not last: chips and hands are gone at a restart, "
            "which may come once a day.",
            "Attach a volume and let KIU_DATA name a folder on it, or host Kiu elsewhere; docs/hosting.md tells how.",
        )
