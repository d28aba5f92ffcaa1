from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from bot.hosting.exit_codes import EXIT_TO_MEND
from bot.hosting.program import end, settings

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_SECONDS: Final = 14.0
"""Seconds, a little above the writer's own limit."""


@click.command()
@click.option("--ready", is_flag=True, help="Ask whether people can play in every chat that is set up.")
def health(ready: bool) -> None:
    """Ask the running Kiu whether its writer and its event loop answer.

    Ends with 0 if all is well, with 1 if not, and with 2 if the settings are wrong.
    """
    end(_ask(settings().data, ready=ready))


async def _ask(data: Path, *, ready: bool) -> int:
    import asyncio

    from bot.hosting.control_socket import CannotAnswer, NotRunning, ask

    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            answered = await ask(data, "health", {"ready": ready})
    except (NotRunning, CannotAnswer, TimeoutError) as error:
        answered = {"is_well": False, "words": str(error) or "Kiu does not answer."}
    click.echo(answered["words"], err=not answered["is_well"])
    return 0 if answered["is_well"] else EXIT_TO_MEND
