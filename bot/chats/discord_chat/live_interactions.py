"""Interactions that are still alive: what can be edited and sent through them, outside every rate limit of the bot.

The token of an interaction is valid for fifteen minutes. It is a secret: it is never stored and never logged, so none
outlives the process. A press that was answered by an update of its message (callback 7), or only acknowledged (6), can
edit that message; whatever was answered can carry ephemeral followups, and edit those.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import discord
import structlog
from cachetools import TTLCache

from bot.chats.discord_chat.edit_content import Content, ShownPictures
from bot.chats.discord_chat.ids import PLATFORM
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.rendering import attachments, layout_view
from bot.chats.discord_chat.timeouts import Timeouts
from bot.messages import Message, MessageId

Interaction: TypeAlias = discord.Interaction[Any]

log = structlog.get_logger()

TOKENS_KEPT = 2_000

EPHEMERAL = "ephemeral"
"""Stands for the channel in the number of an ephemeral message, which can be edited only while its token lives."""

RESPONSE_SECONDS = 3.0
"""How many seconds Discord waits for the first response to an interaction."""

_UPDATES = (discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update)
_ANSWERS = (
    *_UPDATES,
    discord.InteractionResponseType.channel_message,
    discord.InteractionResponseType.deferred_channel_message,
)


class UnansweredPress:
    """A press of a button, or a submitted modal, that the next edit of its message may answer.

    Args:
        interaction: the interaction; it must have a message.
    """

    def __init__(self, interaction: Interaction) -> None:
        assert interaction.message is not None
        self.interaction = interaction
        self.message = interaction.message.id
        self.accepted = False
        """Whether the command was carried out, so that an edit which begins now shows what it did."""

        self.edited = asyncio.Event()
        """Set when the message was edited, by this press or by another call."""

        self.responding = asyncio.Lock()
        """Held while the first response is made, since there can be only one."""

    async def wait_until_edited(self, seconds: float) -> None:
        """Wait until the message was edited, for so long at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.edited.wait(), seconds)


class _Editor(NamedTuple):
    """Edits one message through the token of an interaction."""

    interaction: Interaction
    edit: Callable[..., Awaitable[object]]
    remove: Callable[[], Awaitable[object]]


class LiveInteractions:
    """The newest living interaction for each message, and for each user in each channel.

    Args:
        pictures: the pictures that messages show.
        timeouts: how long a token is used.
    """

    def __init__(self, pictures: ShownPictures, timeouts: Timeouts) -> None:
        self._pictures = pictures
        self._under_way: dict[tuple[int, int | None], list[asyncio.Future[None]]] = {}
        """For each user and channel, what is done when the interactions that are being handled have their answers."""

        self._unanswered: dict[int, list[UnansweredPress]] = {}
        self._editors: TTLCache[int, _Editor] = TTLCache(TOKENS_KEPT, timeouts.token_seconds, _now)
        self._latest: TTLCache[tuple[int, int | None], Interaction] = TTLCache(
            TOKENS_KEPT, timeouts.token_seconds, _now
        )

    # --- what happens to interactions --------------------------------------------------------------------------

    @contextmanager
    def under_way(self, interaction: Interaction) -> Iterator[None]:
        """While this lasts, an interaction is being handled."""
        key: tuple[int, int | None] = (interaction.user.id, interaction.channel_id)
        over = asyncio.get_running_loop().create_future()
        under_way = self._under_way.setdefault(key, [])
        under_way.append(over)
        try:
            yield
        finally:
            over.set_result(None)
            under_way.remove(over)
            if not under_way:
                del self._under_way[key]

    @contextmanager
    def unanswered(self, interaction: Interaction) -> Iterator[UnansweredPress]:
        """While this lasts, an edit of the message that was pressed answers the press."""
        press = UnansweredPress(interaction)
        presses = self._unanswered.setdefault(press.message, [])
        presses.append(press)
        try:
            yield press
        finally:
            presses.remove(press)
            if not presses:
                del self._unanswered[press.message]

    def answered(self, interaction: Interaction) -> None:
        """An interaction has got its first response; remember what can be done with its token now."""
        if interaction.response.type in _UPDATES and interaction.message is not None:
            self._editors[interaction.message.id] = _Editor(
                interaction, interaction.edit_original_response, interaction.delete_original_response
            )
        if interaction.response.type in _ANSWERS:
            self._latest[interaction.user.id, interaction.channel_id] = interaction

    # --- messages ----------------------------------------------------------------------------------------------

    def can_edit(self, message_id: int) -> bool:
        """Whether somebody has pressed a button of the message lately."""
        return message_id in self._unanswered or self._editor(message_id) is not None

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message as the answer to a press of it, or through the token of the newest one.

        Returns:
            Whether it was edited; if not, no token is left that Discord accepts.
        """
        presses = tuple(self._unanswered.get(message_id, ()))
        content = self._pictures.edit_content(message_id, message)
        try:
            # What an accepted press did is part of this edit; a press that is being carried out may be refused yet.
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
            if response.is_done() or not await _taken(lambda: response.edit_message(**content())):
                return False
        self.answered(press.interaction)
        return True

    async def _edit_by_token(self, message_id: int, content: Content) -> bool:
        while (editor := self._editor(message_id)) is not None:
            if await _taken(partial(_edit, editor, content)):
                return True
            if self._editors.get(message_id) is editor:
                del self._editors[message_id]
        return False

    def _editor(self, message_id: int) -> _Editor | None:
        editor = self._editors.get(message_id)
        return editor if editor is not None and not editor.interaction.client.is_closed() else None

    # --- ephemeral followups -----------------------------------------------------------------------------------

    async def send_followup(self, user: int, channel: int, message: Message) -> MessageId | None:
        """Send an ephemeral message to a user in a channel, and return its number.

        Returns:
            ``None`` if the user has done nothing there lately, or Discord takes no more followups.
        """
        if under_way := self._under_way.get((user, channel)):
            # Whoever starts a hand has just done something, and no followup may come before the answer to that.
            await asyncio.wait(tuple(under_way), timeout=RESPONSE_SECONDS)
        interaction = self._latest.get((user, channel))
        if interaction is None or interaction.client.is_closed():
            return None
        followup, sent = interaction.followup, []

        async def send() -> None:
            sent.append(
                await followup.send(view=layout_view(message), files=attachments(message), ephemeral=True, wait=True)
            )

        if not await _taken(send):
            self._latest.pop((user, channel), None)
            return None
        return self.sent(interaction, sent[0].id, message)

    def sent(self, interaction: Interaction, message_id: int, message: Message) -> MessageId:
        """Return the number of an ephemeral message that was sent, by which it can be edited from now on."""
        followup = interaction.followup
        self._pictures.remember(message_id, message)
        self._editors[message_id] = _Editor(
            interaction, partial(followup.edit_message, message_id), partial(followup.delete_message, message_id)
        )
        return f"{EPHEMERAL}/{message_id}"

    async def remove(self, message_id: int) -> bool:
        """Remove an ephemeral message, and return whether that was still possible."""
        editor = self._editor(message_id)
        return editor is not None and await _taken(editor.remove)


async def _edit(editor: _Editor, content: Content) -> None:
    await editor.edit(**content())


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _taken(call: Callable[[], Awaitable[object]]) -> bool:
    """Make a call with the token of an interaction; return whether Discord took it.

    Whatever is wrong with a token (too late, unknown, answered already, too many followups), there is another way.
    """
    try:
        await call()
    except (discord.HTTPException, *NETWORK_ERRORS) as error:
        log.warning(
            "interaction not usable",
            action="sent as an ordinary message",
            platform=PLATFORM,
            error=type(error).__name__,
            code=getattr(error, "code", 0),
        )
        return False
    return True
