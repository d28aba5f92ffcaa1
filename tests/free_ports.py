"""Ports on which a program that a test starts can listen."""

from __future__ import annotations

import itertools
import os
import socket
from contextlib import suppress

# Below those that systems give to connections and to whoever asks for any port, so that nobody gets one by chance;
# processes that run tests beside each other look in different places.
_candidates = itertools.count(20_000 + os.getpid() % 100 * 100)


def free_port() -> int:
    """A port on which nobody listens, and which this process gives out once."""
    while True:
        port = next(_candidates)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
