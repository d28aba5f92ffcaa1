"""Callback queries: each is to be answered once, and in time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tests.chats.telegram.double.chats import Post

ANSWER_SECONDS = 15.0
"""Seconds after which a press can no longer be answered."""


EPHEMERAL_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The answer to a callback query, as the person who pressed sees it."""

    text: str
    alert: bool
    """Whether it has to be dismissed, or only shows for a moment."""


@dataclass(slots=True, eq=False)
class CallbackQuery:
    """A button pressed by a person."""

    id: str
    presser: int
    post: Post
    data: str
    update: int = 0
    """The update that tells the bot of it."""

    ephemeral_until: float = EPHEMERAL_SECONDS
    """How many seconds after it a bot that is no admin may answer it with a message for the presser alone."""

    answers: int = 0
    _born: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _said: asyncio.Future[QueryAnswer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def age(self) -> float:
        """Seconds since the button was pressed."""
        return asyncio.get_running_loop().time() - self._born

    def grow_old(self) -> None:
        """Make it so old that it can no longer be answered."""
        self._born -= ANSWER_SECONDS

    @property
    def too_old(self) -> bool:
        return self.age >= ANSWER_SECONDS

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
