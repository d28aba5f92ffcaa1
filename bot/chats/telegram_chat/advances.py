"""Calls that a deal is given ahead of everybody else, and that its group goes without afterwards.

A group takes few calls a minute, and a busy table would use them all. So a few are always kept for the end of a deal.
Those that were taken are paid back: ordinary calls are let in, and not made.
"""

from __future__ import annotations

import asyncio

from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.errands import Errands
from bot.chats.telegram_chat.numbers import is_group
from bot.chats.telegram_chat.pace import Pace
from bot.messages import Urgency


class Advances:
    """What all groups have been given ahead, and have not paid back yet."""

    def __init__(self, calls: Calls, pace: Pace, errands: Errands) -> None:
        self._calls = calls
        self._pace = pace
        self._errands = errands
        self._owed: dict[int, int] = {}

    async def admit(self, chat: int) -> None:
        """Wait until a chat takes a call that a deal waits for: ahead, or in line with the most urgent."""
        owed = self._owed.get(chat, 0)
        if not is_group(chat) or owed >= self._pace.closing.calls:
            await self._calls.admit(chat, Urgency.SUMMONS)
            return
        if chat not in self._owed:
            self._errands.run(self._pay_back(chat))
        self._owed[chat] = owed + 1
        await self._calls.admit_first(chat)

    async def _pay_back(self, chat: int) -> None:
        await asyncio.sleep(self._pace.pay_back_after * self._pace.second)
        while owed := self._owed[chat]:
            # Where there is always something more urgent, the next deal would find nothing kept.
            await self._calls.admit(chat, Urgency.SUMMONS)
            self._owed[chat] -= 1
            if self._owed[chat] < owed:
                # No other deal has come meanwhile, so there is time to show what happens in the new hand.
                await asyncio.sleep(self._pace.pay_back_every * self._pace.second)
        del self._owed[chat]
