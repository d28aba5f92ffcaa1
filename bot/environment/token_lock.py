"""A lock against a second Kiu with the same token, which would answer every command twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout


class TokenInUse(Exception):
    """Another Kiu uses the token; the text is one sentence for the host."""


@contextmanager
def token_lock(platform: str, token: str, folder: Path | None = None) -> Iterator[None]:
    """Hold the lock until the block or the process ends; raise ``TokenInUse`` if another process has it."""
    # The user is part of the name, because a file left behind by another user could not be locked.
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
