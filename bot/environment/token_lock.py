"""One running Kiu a token and user of a machine: two of them would answer every command twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout


class TokenInUse(Exception):
    """Another Kiu on this machine runs with the same token."""


@contextmanager
def token_lock(platform: str, token: str, folder: Path | None = None) -> Iterator[None]:
    """Hold the lock of a token as long as the program uses it; it goes with the process, however that ends.

    Args:
        platform: whose token it is, for the sentence.
        token: only a hash of it becomes the name of the lock.
        folder: where locks lie; usually the machine's folder for temporary files.

    Raises:
        TokenInUse: somebody else holds it.
    """
    # The user is part of the name: a file that somebody else has left behind could not be locked.
    name = hashlib.sha256(f"kiu {os.getuid()} {platform} {token}".encode()).hexdigest()[:24]
    lock = FileLock((folder or Path(tempfile.gettempdir())) / f"kiu-{name}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise TokenInUse(
            f"Another Kiu on this machine already uses this {platform} token. Stop it first, or give this one its own."
        ) from None
    try:
        yield
    finally:
        lock.release()
