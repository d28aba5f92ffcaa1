"""The parts of a platform's updates that this process receives."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.chats.platforms import PlatformChat
from bot.cluster.locks import Kind


class Receiving:
    """Telegram's one reader, or the shards of Discord's gateway."""

    def __init__(self, kind: Kind, chat: PlatformChat) -> None:
        self.kind = kind
        self._chat = chat
        self._shards: frozenset[int] = frozenset()

    @property
    def count(self) -> int:
        return self._chat.shards

    async def take(self, numbers: frozenset[int]) -> None:
        self._shards |= numbers
        await self._chat.receive(self._shards)

    async def give(self, numbers: frozenset[int]) -> None:
        self._shards -= numbers
        await self._chat.receive(self._shards)

    def idle(self, numbers: Collection[int]) -> Sequence[int]:
        """Return the same numbers, since others go on where this process ends."""
        return sorted(numbers)
