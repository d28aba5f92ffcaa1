"""Living interactions, whose tokens edit and send messages outside the bot's rate limits.

A token lives fifteen minutes and is a secret, never stored or logged. After a response of type 6 or 7 it edits the
pressed message; after any response it sends ephemeral followups.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord
import structlog
from cachetools import TTLCache

from bot.chats.discord_chat.components import Content, ShownPictures, attachments, layout_view
from bot.chats.discord_chat.gateway import Timeouts
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS
from bot.chats.discord_chat.notation import PLATFORM
from bot.messages import Message, MessageId

Interaction: TypeAlias = discord.Interaction[Any]

_Result = TypeVar("_Result")

log = structlog.get_logger()

TOKENS_KEPT = 2_000

EPHEMERAL = "ephemeral"

RESPONSE_SECONDS = 3.0
"""Discord's limit for the first response to an interaction."""

_UPDATES = (discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update)
_ANSWERS = (
    *_UPDATES,
    discord.InteractionResponseType.channel_message,
    discord.InteractionResponseType.deferred_channel_message,
)


@dataclass(eq=False, slots=True)
class UnansweredPress:
    """A press or submitted modal that the next edit of its message may answer."""

    interaction: Interaction
    message: int
    accepted: bool = False
    """True once the command was carried out, so that a later edit shows its effect."""

    edited: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when any call has edited the message."""

    responding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during the first response, since there can be only one."""

    async def wait_until_edited(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.edited.wait(), seconds)


class _Editor(NamedTuple):
    interaction: Interaction
    edit: Callable[..., Awaitable[object]]
    remove: Callable[[], Awaitable[object]]


class LiveInteractions:
    """The newest interaction for each message, and for each user in each channel."""

    def __init__(self, pictures: ShownPictures, timeouts: Timeouts) -> None:
        self._pictures = pictures
        self._under_way: dict[tuple[int, int | None], asyncio.Event] = {}
        """The newest interaction in progress by user and channel; set once it is answered."""

        self._unanswered: dict[int, list[UnansweredPress]] = {}
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
    def unanswered(self, interaction: Interaction) -> Iterator[UnansweredPress]:
        """Let an edit of the pressed message answer the press."""
        assert interaction.message is not None
        press = UnansweredPress(interaction, interaction.message.id)
        presses = self._unanswered.setdefault(press.message, [])
        presses.append(press)
        try:
            yield press
        finally:
            presses.remove(press)
            if not presses:
                del self._unanswered[press.message]

    def answered(self, interaction: Interaction) -> None:
        """Remember the uses of a token after the first response."""
        if interaction.response.type in _UPDATES and interaction.message is not None:
            self._editors[interaction.message.id] = _Editor(
                interaction, interaction.edit_original_response, interaction.delete_original_response
            )
        if interaction.response.type in _ANSWERS:
            self._latest[interaction.user.id, interaction.channel_id] = interaction

    def can_edit(self, message_id: int) -> bool:
        return message_id in self._unanswered or self._editor(message_id) is not None

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message as the answer to a press, or by the newest token."""
        presses = tuple(self._unanswered.get(message_id, ()))
        content = self._pictures.edit_content(message_id, message)
        try:
            # This edit shows only accepted presses; others may still be refused.
            for press in sorted(presses, key=lambda each: not each.accepted):
                if await self._update(press, content):
                    break
            else:
                if not await self._edit_by_token(message_id, content):
                    return False
        finally:
            for press in presses:
                press.edited.set()
        self._pictures.remember(message_id, message)
        return True

    async def _update(self, press: UnansweredPress, content: Content) -> bool:
        response = press.interaction.response
        async with press.responding:
            if response.is_done() or await _taken(response.edit_message(**content())) is None:
                return False
        self.answered(press.interaction)
        return True

    async def _edit_by_token(self, message_id: int, content: Content) -> bool:
        editor = self._editor(message_id)
        if editor is None or await _taken(editor.edit(**content())) is not None:
            return editor is not None
        self._editors.pop(message_id, None)
        return False

    def _editor(self, message_id: int) -> _Editor | None:
        editor = self._editors.get(message_id)
        return editor if editor is not None and not editor.interaction.client.is_closed() else None

    async def send_followup(self, user: int, channel: int, message: Message) -> MessageId | None:
        if (under_way := self._under_way.get((user, channel))) is not None:
            # No followup may precede the answer to the press that started the hand.
            with suppress(TimeoutError):
                await asyncio.wait_for(under_way.wait(), RESPONSE_SECONDS)
        interaction = self._latest.get((user, channel))
        if interaction is None or interaction.client.is_closed():
            return None
        view, files = layout_view(message), attachments(message)
        sent = await _taken(interaction.followup.send(view=view, files=files, ephemeral=True, wait=True))
        if sent is None:
            self._latest.pop((user, channel), None)
            return None
        return self.sent(interaction, sent.id, message)

    def sent(self, interaction: Interaction, message_id: int, message: Message) -> MessageId:
        followup = interaction.followup
        self._pictures.remember(message_id, message)
        self._editors[message_id] = _Editor(
            interaction, partial(followup.edit_message, message_id), partial(followup.delete_message, message_id)
        )
        return f"{EPHEMERAL}/{message_id}"

    async def remove(self, message_id: int) -> bool:
        """Return ``False`` if the message could no longer be removed."""
        editor = self._editor(message_id)
        return editor is not None and await _taken(_done(editor.remove())) is not None


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _done(removed: Awaitable[object]) -> bool:
    await removed
    return True


async def _taken(call: Awaitable[_Result]) -> _Result | None:
    """Return ``None`` if Discord refused the token for any reason, since there is another way."""
    try:
        return await call
    except (discord.HTTPException, *NETWORK_ERRORS) as error:
        log.warning(
            "interaction not usable",
            action="sent as an ordinary message",
            platform=PLATFORM,
            error=type(error).__name__,
            code=getattr(error, "code", 0),
        )
        return None
