"""Print the transcript of a script: ``python -m tests.script_chat FILE``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.environment import logs
from tests.script_chat.play import play

logs.set_up("warning")
asyncio.run(play(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines(), print))
