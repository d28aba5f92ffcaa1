"""Telling players, once and privately, that they take no direct messages and can play without."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import discord
import structlog
from cachetools import LRUCache

from bot.chats.discord_chat.rendering import layout_view
from bot.presenting import answers
from bot.wording import Translator

log = structlog.get_logger()

FOLLOWUP_SECONDS = 14 * 60.0
"""How long a followup to an interaction is sent: a minute less than Discord allows."""

INTERACTIONS_KEPT = 1_000


class _Replied(NamedTuple):
    """An interaction that was replied to."""

    at: float
    """When, in seconds of the event loop."""

    interaction: discord.Interaction[Any]
    translate: Translator


class ClosedDms:
    """Which users take no direct messages, and whether each has been told."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, _Replied] = LRUCache(INTERACTIONS_KEPT)
        """The latest interaction of each user."""

        self._known: set[int] = set()
        self._to_notify: set[int] = set()

    async def on_reply(self, interaction: discord.Interaction[Any], translate: Translator) -> None:
        """An interaction was replied to: remember it, and add the notice if the user has not had it."""
        user = interaction.user.id
        self._latest.pop(user, None)
        self._latest[user] = replied = _Replied(asyncio.get_running_loop().time(), interaction, translate)
        if user in self._to_notify:
            await self._notify(user, replied)

    async def on_refused(self, user: int) -> None:
        """A direct message was refused: tell the user once, now or with the next reply."""
        if user in self._known:
            return
        self._known.add(user)
        self._to_notify.add(user)
        replied = self._latest.get(user)
        if replied is not None and asyncio.get_running_loop().time() - replied.at < FOLLOWUP_SECONDS:
            await self._notify(user, replied)

    def on_delivered(self, user: int) -> None:
        """A direct message arrived; should one be refused later, the user is told again."""
        self._known.discard(user)
        self._to_notify.discard(user)

    async def _notify(self, user: int, replied: _Replied) -> None:
        self._to_notify.discard(user)
        translate = replied.translate
        notice = layout_view(answers.sentence(translate("answer-not-reachable")))
        try:
            await replied.interaction.followup.send(view=notice, ephemeral=True)
        except discord.HTTPException as error:
            log.info("not told that private messages are closed", code=error.code)
            self._to_notify.add(user)
