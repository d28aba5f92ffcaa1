"""Interactions' tokens edit and send messages outside the bot's rate limits.

A token lives fifteen minutes and is a secret, never stored or logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeAlias

import discord
from cachetools import TTLCache

from bot.chats.discord_chat.components import ShownPictures, attachments, layout_view
from bot.chats.discord_chat.gateway import Timeouts
from bot.chats.discord_chat.http_calls import errors_logged
from bot.messages import Message, MessageId

Interaction: TypeAlias = discord.Interaction[Any]

TOKENS_KEPT = 2_000

EPHEMERAL = "ephemeral"

RESPONSE_SECONDS = 3.0
"""Discord's limit for the first response to an interaction."""

_UPDATES = (discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update)


class Press:
    """A press or submitted modal; the first edit of its message is the response, unless there has been one."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.edited = asyncio.Event()
        """Set when any token has edited the message."""

        self.responding = asyncio.Lock()
        """Held during the first response, since there can be only one."""

    @property
    def edits_message(self) -> bool:
        """True after the response, unless that was a message, which the token edits instead."""
        return self._interaction.response.type in _UPDATES

    async def edit(self, **content: Any) -> bool:
        """Return ``False`` if the press can no longer edit its message."""
        response = self._interaction.response
        async with self.responding:
            if not response.is_done():
                await response.edit_message(**content)
                return True
        if self.edits_message:
            await self._interaction.edit_original_response(**content)
        return self.edits_message

    async def remove(self) -> None:
        await self._interaction.delete_original_response()

    async def acknowledge(self, edited_within: float = 0.0) -> None:
        """Respond without an edit if none comes in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(edited_within):
                await self.edited.wait()
        async with self.responding:
            if not self._interaction.response.is_done():
                with errors_logged("interaction not deferred"):
                    await self._interaction.response.defer()


class _Followup(NamedTuple):
    interaction: Interaction
    message: int

    async def edit(self, **content: Any) -> bool:
        await self.interaction.followup.edit_message(self.message, **content)
        return True

    async def remove(self) -> None:
        await self.interaction.followup.delete_message(self.message)


class LiveInteractions:
    """The newest interaction by message, and by user and channel."""

    def __init__(self, pictures: ShownPictures, timeouts: Timeouts) -> None:
        self._pictures = pictures
        self._under_way: dict[tuple[int, int | None], asyncio.Event] = {}
        """The newest interaction in progress by user and channel; set once it is answered."""

        self._presses: dict[int, list[Press]] = {}
        """By message."""

        self._editors: TTLCache[int, Press | _Followup] = TTLCache(TOKENS_KEPT, timeouts.token_seconds, _now)
        self._latest: TTLCache[tuple[int, int | None], Interaction] = TTLCache(
            TOKENS_KEPT, timeouts.token_seconds, _now
        )

    @contextmanager
    def under_way(self, interaction: Interaction) -> Iterator[None]:
        key = (interaction.user.id, interaction.channel_id)
        over = self._under_way[key] = asyncio.Event()
        try:
            yield
        finally:
            over.set()
            if self._under_way.get(key) is over:
                del self._under_way[key]

    @contextmanager
    def pressed(self, interaction: Interaction) -> Iterator[Press]:
        """Let edits of the pressed message go through a press, now and later."""
        assert interaction.message is not None
        number, press = interaction.message.id, Press(interaction)
        presses = self._presses.setdefault(number, [])
        presses.append(press)
        try:
            yield press
        finally:
            presses.remove(press)
            if not presses:
                del self._presses[number]
            if press.edits_message:
                self._editors[number] = press

    def answered(self, interaction: Interaction) -> None:
        """Send followups through an interaction from now on."""
        self._latest[interaction.user.id, interaction.channel_id] = interaction

    def can_edit(self, message_id: int) -> bool:
        return message_id in self._presses or message_id in self._editors

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message by the newest token that can; return ``False`` if none can."""
        # A press that is responding may turn out to be refused.
        presses = sorted(self._presses.get(message_id, ()), key=lambda each: each.responding.locked())
        known = self._editors.get(message_id)
        for editor in (*presses, *([] if known is None else [known])):
            with errors_logged("interaction not usable"):
                if await editor.edit(**self._pictures.edit_content(message_id, message)):
                    self._pictures.remember(message_id, message)
                    for press in presses:
                        press.edited.set()
                    return True
        self._editors.pop(message_id, None)
        return False

    async def send_followup(self, user: int, channel: int, message: Message) -> MessageId | None:
        if (under_way := self._under_way.get((user, channel))) is not None:
            # No followup may precede the answer to the press that started the hand.
            with suppress(TimeoutError):
                async with asyncio.timeout(RESPONSE_SECONDS):
                    await under_way.wait()
        interaction = self._latest.get((user, channel))
        if interaction is None:
            return None
        with errors_logged("interaction not usable"):
            return await self.follow_up(interaction, message)
        self._latest.pop((user, channel), None)
        return None

    async def follow_up(self, interaction: Interaction, message: Message) -> MessageId:
        view, files = layout_view(message), attachments(message)
        sent = await interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
        return self.sent(interaction, sent.id, message)

    def sent(self, interaction: Interaction, message_id: int, message: Message) -> MessageId:
        self._pictures.remember(message_id, message)
        self._editors[message_id] = _Followup(interaction, message_id)
        return f"{EPHEMERAL}/{message_id}"

    async def remove(self, message_id: int) -> bool:
        """Return ``False`` if the message could no longer be removed."""
        editor = self._editors.get(message_id)
        if editor is not None:
            with errors_logged("interaction not usable"):
                await editor.remove()
                return True
        return False


def _now() -> float:
    return asyncio.get_running_loop().time()
