from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

import structlog

from bot import __version__
from bot.chats.findings import Kind
from bot.environment.clock import SystemClock
from bot.features.doctor.data_folder import data_findings
from bot.features.doctor.queries import content
from bot.hosting.control_socket import Answer, Fields
from bot.hosting.served_chats import Running
from bot.ledger import CannotOpen

log = structlog.get_logger()


@asynccontextmanager
async def serving(kiu: Running) -> AsyncIterator[Mapping[str, Answer]]:
    """Answer the doctor; raise ``CannotOpen`` if the data folder is of no use."""
    await asyncio.to_thread(check_at_start, kiu.settings.data)
    since = SystemClock().utc().isoformat()

    async def status(_: Fields) -> Fields:
        now = await kiu.ledger.read(content)
        told = {"version": __version__, "process": os.getpid(), "since": since, "page": kiu.page_mark}
        return {**told, "content": asdict(now)}

    yield {"status": status}


def check_at_start(folder: Path) -> None:
    """Log what is to be mended; raise ``CannotOpen`` for what Kiu does not start with."""
    for each in data_findings(folder):
        if each.exit_code:
            raise CannotOpen(f"{each.text} {each.remedy}")
        if each.kind is Kind.FAULT:
            log.warning("to mend", what=each.text, remedy=each.remedy)
