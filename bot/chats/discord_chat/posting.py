"""Posting of one message, repeated after network errors."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import discord

from bot.chats.discord_chat.ids import user_id_of
from bot.chats.discord_chat.network_errors import network_retried
from bot.chats.discord_chat.rendering import attachments, layout_view
from bot.messages import Message


async def post_message(
    channel: Callable[[], discord.abc.Messageable],
    message: Message,
    retry_delay: float,
    *,
    reference: discord.MessageReference | None = None,
    verbatim: bool = False,
    nonce: str = "",
) -> discord.Message:
    """Post a message, silently unless it pings somebody; raise ``discord.HTTPException`` on refusal."""
    nonce = nonce or secrets.token_hex(12)
    user = user_id_of(message.mention) if message.mention else None
    allowed_mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[] if user is None else [discord.Object(user)]
    )

    options: dict[str, Any] = {} if reference is None else {"reference": reference}

    async def send() -> discord.Message:
        return await channel().send(
            view=layout_view(message, verbatim=verbatim),
            files=attachments(message),
            nonce=nonce,
            allowed_mentions=allowed_mentions,
            silent=user is None,
            **options,
        )

    return await network_retried(send, retry_delay)
