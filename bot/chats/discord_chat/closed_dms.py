"""The notice, shown once and privately, to players who take no direct messages."""

from __future__ import annotations

from typing import Any

import discord
import structlog

from bot.chats.discord_chat.ids import PLATFORM
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.rendering import layout_view
from bot.presenting import answers
from bot.wording import Translator

log = structlog.get_logger()


class ClosedDms:
    def __init__(self) -> None:
        self._known: set[int] = set()
        self._to_notify: set[int] = set()

    def on_refused(self, user: int) -> None:
        """Owe the user a notice with the next reply."""
        if user not in self._known:
            self._known.add(user)
            self._to_notify.add(user)

    def on_delivered(self, user: int) -> None:
        """Note an open direct message, so that a later refusal is announced again."""
        self._known.discard(user)
        self._to_notify.discard(user)

    def forget(self, user: int) -> None:
        self.on_delivered(user)

    async def on_reply(self, interaction: discord.Interaction[Any], translate: Translator) -> None:
        user = interaction.user.id
        if user not in self._to_notify:
            return
        self._to_notify.discard(user)
        notice = layout_view(answers.sentence(translate("answer-not-reachable")))
        try:
            await interaction.followup.send(view=notice, ephemeral=True)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.warning(
                "not told that private messages are closed",
                action="told with the next answer",
                platform=PLATFORM,
                error=type(error).__name__,
            )
            self._to_notify.add(user)
