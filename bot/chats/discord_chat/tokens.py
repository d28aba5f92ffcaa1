"""Interactions whose tokens edit and send messages outside the bot's rate limits.

A token lives fifteen minutes and is a secret, never stored or logged. After a press it edits the pressed message; after
any response it sends ephemeral followups.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
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


class Press:
    """A press or submitted modal; the first edit of its message is the response, unless there has been one."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._edited = asyncio.Event()
        self.responding = asyncio.Lock()
        """Held during the first response, since there can be only one."""

    @property
    def replied(self) -> bool:
        """True if a message was the response, so that the token edits that message instead of the pressed one."""
        return self._interaction.response.type is discord.InteractionResponseType.channel_message

    async def edit(self, **content: Any) -> bool:
        """Return ``False`` if the press can no longer edit its message."""
        response = self._interaction.response
        async with self.responding:
            if not response.is_done():
                await response.edit_message(**content)
                self._edited.set()
                return True
        if not self.replied:
            await self._interaction.edit_original_response(**content)
        return not self.replied

    async def remove(self) -> None:
        await self.acknowledge()
        await self._interaction.delete_original_response()

    async def acknowledge(self, edited_within: float = 0.0) -> None:
        """Respond without an edit if none comes in time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._edited.wait(), edited_within)
        async with self.responding:
            if not self._interaction.response.is_done():
                with errors_logged("interaction not deferred"):
                    await self._interaction.response.defer()


class _Editor(NamedTuple):
    edit: Callable[..., Awaitable[object]]
    remove: Callable[[], Awaitable[object]]


class LiveInteractions:
    """The newest interaction for each message, and for each user in each channel."""

    def __init__(self, pictures: ShownPictures, timeouts: Timeouts) -> None:
        self._pictures = pictures
        self._under_way: dict[tuple[int, int | None], asyncio.Event] = {}
        """The newest interaction in progress by user and channel; set once it is answered."""

        self._editors: TTLCache[int, _Editor] = TTLCache(TOKENS_KEPT, timeouts.token_seconds, _now)
        self._latest: TTLCache[tuple[int, int | None], Interaction] = TTLCache(
            TOKENS_KEPT, timeouts.token_seconds, _now
        )

    @contextmanager
    def under_way(self, interaction: Interaction) -> Iterator[None]:
        """Mark an interaction as in progress."""
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
        """Let edits of the pressed message go through a press, unless its response is a message."""
        assert interaction.message is not None
        number, press = interaction.message.id, Press(interaction)
        before = self._editors.get(number)
        self._editors[number] = editor = _Editor(press.edit, press.remove)
        try:
            yield press
        finally:
            if press.replied and self._editors.get(number) is editor:
                del self._editors[number]
                if before is not None:
                    self._editors[number] = before

    def answered(self, interaction: Interaction) -> None:
        """Send followups through an interaction from now on."""
        self._latest[interaction.user.id, interaction.channel_id] = interaction

    def can_edit(self, message_id: int) -> bool:
        return message_id in self._editors

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message by its newest token; return ``False`` if that is impossible."""
        editor = self._editors.get(message_id)
        if editor is None:
            return False
        with errors_logged("interaction not usable"):
            if await editor.edit(**self._pictures.edit_content(message_id, message)):
                self._pictures.remember(message_id, message)
                return True
        self._editors.pop(message_id, None)
        return False

    async def send_followup(self, user: int, channel: int, message: Message) -> MessageId | None:
        if (under_way := self._under_way.get((user, channel))) is not None:
            # No followup may precede the answer to the press that started the hand.
            with suppress(TimeoutError):
                await asyncio.wait_for(under_way.wait(), RESPONSE_SECONDS)
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
        followup = interaction.followup
        self._pictures.remember(message_id, message)
        self._editors[message_id] = _Editor(
            partial(followup.edit_message, message_id), partial(followup.delete_message, message_id)
        )
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
