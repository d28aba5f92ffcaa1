"""Telling people, once and privately, that they cannot be written to and can play without."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import structlog

from bot.chats.discord_chat.rendering import layout
from bot.presenting import answers
from bot.wording import Translator

if TYPE_CHECKING:
    from bot.chats.discord_chat.client import KiuClient

log = structlog.get_logger()

ANSWERABLE_SECONDS = 14 * 60.0
"""How long something can be added to an answer: a minute less than Discord says."""

REMEMBERED = 1_000


class ClosedDoors:
    """Who takes no private messages, and how each can be told of it."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[float, discord.Interaction[KiuClient], Translator]] = {}
        self._told: set[int] = set()
        self._to_tell: set[int] = set()

    async def answered(self, interaction: discord.Interaction[KiuClient], translate: Translator) -> None:
        """Remember that this person was answered just now, and add what was still to be said."""
        now = asyncio.get_running_loop().time()
        user = interaction.user.id
        self._last.pop(user, None)
        self._last[user] = (now, interaction, translate)
        if len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]
        if user in self._to_tell:
            await self._tell(user, interaction, translate)

    async def found_closed(self, user: int) -> None:
        """A private message could not be delivered: say so once, now or with the next answer."""
        if user in self._told:
            return
        self._told.add(user)
        self._to_tell.add(user)
        at, interaction, translate = self._last.get(user, (0.0, None, None))
        if interaction and translate and asyncio.get_running_loop().time() - at < ANSWERABLE_SECONDS:
            await self._tell(user, interaction, translate)

    def found_open(self, user: int) -> None:
        """A private message arrived."""
        self._told.discard(user)
        self._to_tell.discard(user)

    async def _tell(self, user: int, interaction: discord.Interaction[KiuClient], translate: Translator) -> None:
        self._to_tell.discard(user)
        try:
            await interaction.followup.send(
                view=layout(answers.sentence(translate("answer-not-reachable"))), ephemeral=True
            )
        except discord.HTTPException as error:
            log.info("not told that private messages are closed", code=error.code)
            self._to_tell.add(user)
