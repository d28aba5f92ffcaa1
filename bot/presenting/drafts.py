"""Messages with a picture still to be drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from bot.messages import Message, Picture


@dataclass(frozen=True, slots=True)
class Draft:
    """A message with the function that draws its picture."""

    message: Message
    draw: Callable[[], Picture] | None = None

    def finished(self) -> Message:
        """Draw the picture; too slow for the event loop."""
        return self.message if self.draw is None else replace(self.message, picture=self.draw())


class DraftRenderer:
    """Draws pictures in a thread of its own."""

    def __init__(self) -> None:
        # One thread for all pictures: more would only take the interpreter from the tables.
        self._thread = ThreadPoolExecutor(1, "pictures")

    async def finished(self, draft: Draft) -> Message:
        if draft.draw is None:
            return draft.message
        return await asyncio.get_running_loop().run_in_executor(self._thread, draft.finished)

    def stop(self) -> None:
        """Stop drawing, and drop waiting drafts."""
        self._thread.shutdown(wait=False, cancel_futures=True)
