"""A machine on which only some folders can be written, as in a container or under a hardened unit."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

_SCRIPT = """
mount --make-rprivate /
for folder in {folders}; do mount --bind "$folder" "$folder"; done
mount -o remount,bind,ro /
! touch "$1" 2> /dev/null || exit 99
shift
exec "$@"
"""

_UNSHARE = ("unshare", "--user", "--map-root-user", "--mount")


def read_only_but_for(*folders: Path, witness: Path) -> list[str]:
    """What to write before a command, so that it can write these folders alone.

    Args:
        witness: a file that it must not be able to make; otherwise the command ends with 99.
    """
    script = _SCRIPT.format(folders=" ".join(f"'{folder}'" for folder in folders))
    return [*_UNSHARE, "sh", "-e", "-c", script, "sh", str(witness)]


def is_possible() -> bool:
    """Whether this machine lets us make such a machine."""
    if shutil.which("unshare") is None:
        return False
    done = subprocess.run([*_UNSHARE, "mount", "--make-rprivate", "/"], capture_output=True, check=False, timeout=60)
    return done.returncode == 0
