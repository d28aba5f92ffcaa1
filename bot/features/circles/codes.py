"""Codes by which an admin of another group, or the same person elsewhere, takes up an offer; settings keep them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.environment.entropy import Entropy
from bot.groups import Groups, GroupSettings

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nobody mistakes one for another."""

LENGTH: Final = 8
LASTS: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Codes:
    groups: Groups
    entropy: Entropy
    now: Callable[[], datetime]
    key: str
    """In the settings: what is offered, as JSON, and until when, by code."""

    async def offer(self, group: str, what: Sequence[Any]) -> str:
        number = int(self.entropy.key().hex(), 16)
        code = "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))
        await self.renew(group, code, what)
        return code

    async def find(self, code: str) -> tuple[str, Sequence[Any]] | None:
        """Return an offer and the group that keeps it."""
        await self.groups.reload()
        for group, settings in self.groups.all().items():
            if (found := self._open(settings).get(code.upper())) is not None:
                return group, found[1]
        return None

    async def renew(self, group: str, code: str, what: Sequence[Any]) -> None:
        await self._change(group, what, {code.upper(): ((self.now() + LASTS).isoformat(), what)})

    async def drop(self, code: str) -> None:
        while (found := await self.find(code)) is not None:
            await self._change(*found, {})

    async def _change(self, group: str, old: Sequence[Any], new: Mapping[str, Any]) -> None:
        def changed(now: GroupSettings) -> GroupSettings:
            others = {code: each for code, each in self._open(now).items() if list(each[1]) != list(old)}
            return now.with_feature(self.key, {**others, **new})

        await self.groups.change(group, changed)

    def _open(self, settings: GroupSettings) -> Mapping[str, Any]:
        kept, now = settings.of_features.get(self.key, {}), self.now().isoformat()
        return {code: each for code, each in kept.items() if each[0] > now}
