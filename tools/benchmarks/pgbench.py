"""``pgbench`` with the statements of Kiu's actions: a hand, then its lines one by one, each in a transaction."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

from bot.cluster.session import plain
from tools.benchmarks.storage import HAND
from tools.postgresql import Server

SCRIPT: Final = Path(__file__).with_name("hand.sql")


class PgBench:
    """Plays in a database that a ledger has made."""

    def __init__(self, server: Server, url: str) -> None:
        self._server, self._url, self._runs = server, plain(url), 0

    def rate(self, sessions: int, hands: int) -> float:
        """Return actions a second of sessions at the same time, each at a table of its own."""
        self._runs += 1
        given = {"client": sessions, "transactions": hands, "protocol": "prepared", "file": SCRIPT}
        options = [
            f"--define=run={self._runs}",
            "--define=hand=0",
            *(f"--{name}={value}" for name, value in given.items()),
        ]
        command = [str(self._server.programs / "pgbench"), "--no-vacuum", *options, self._url]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = re.search(r"tps = ([0-9.]+) \(without", done.stdout)
        if found is None:
            raise RuntimeError(f"pgbench: {done.stdout}{done.stderr}")
        return HAND * float(found[1])
