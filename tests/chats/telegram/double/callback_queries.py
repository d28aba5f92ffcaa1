"""Presses of buttons on their way: each waits to be answered once, and not for ever."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tests.chats.telegram.double.chats import Post

LONGEST_WAIT = 60.0
"""Seconds after which a press can no longer be answered."""


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What the presser of a button was told."""

    text: str
    alert: bool
    """Whether it has to be dismissed, or only shows for a moment."""


@dataclass(slots=True, eq=False)
class CallbackQuery:
    """One press of one button by one person."""

    id: str
    presser: int
    post: Post
    data: str
    update: int = 0
    """The update that tells the bot of it."""

    answers: int = 0
    _born: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _said: asyncio.Future[QueryAnswer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def age(self) -> float:
        """Seconds since the button was pressed."""
        return asyncio.get_running_loop().time() - self._born

    def grow_old(self) -> None:
        """Let it wait for too long."""
        self._born -= LONGEST_WAIT

    @property
    def too_old(self) -> bool:
        return self.age >= LONGEST_WAIT

    @property
    def answered(self) -> bool:
        return self._said.done()

    def answer(self, text: str, *, alert: bool) -> None:
        self.answers += 1
        if not self._said.done():
            self._said.set_result(QueryAnswer(text, alert))

    async def said(self) -> QueryAnswer:
        """Wait for the answer."""
        return await asyncio.shield(self._said)
