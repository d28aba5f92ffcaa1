"""Ports on which a program that a test starts can listen."""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Iterator
from contextlib import suppress

_candidates: dict[int, Iterator[int]] = {}
"""By process, since one that runs tests may be forked from another."""


def free_port() -> int:
    """A port on which nobody listens, and which this process gives out once."""
    # Below those that systems give to connections and to programs that ask for any port, so that nobody gets one by
    # chance; processes that run tests beside each other look in different places.
    own = _candidates.setdefault(os.getpid(), itertools.count(20_000 + os.getpid() % 100 * 100))
    while True:
        port = next(own)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
