"""Posting one message, repeated if the network fails."""

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
    """Post a message and return it as Discord has it; it makes no sound, unless it pings somebody.

    Args:
        channel: gives the channel to each attempt; the client may be another one by then.
        message: what is shown.
        retry_delay: seconds before the call is repeated after a network error.
        reference: the message that it replies to, if any.
        verbatim: whether every letter stays as it was given.
        nonce: keeps Discord for some minutes from posting the same twice, so that a call whose answer was lost can be
            repeated; a new one for every call if none is given.

    Raises:
        discord.HTTPException: Discord does not accept the message.
    """
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
