"""Content of an edit, without a picture that is already shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import discord
from cachetools import LRUCache

from bot.chats.discord_chat.rendering import attachments, layout_view, picture_filename
from bot.messages import Message

PICTURES_KEPT = 2_000

Content: TypeAlias = Callable[[], dict[str, Any]]
"""Makes the arguments of an edit anew for each attempt, since sending uses files up."""

_NO_MENTIONS = discord.AllowedMentions.none()


class ShownPictures:
    """The picture of each message that has no other attachment."""

    def __init__(self) -> None:
        self._names: LRUCache[int, str] = LRUCache(PICTURES_KEPT)

    def edit_content(self, message_id: int, message: Message) -> Content:
        """Return the arguments of an edit that mentions nobody."""
        kept = self._names.get(message_id)
        changes_files = kept is None or kept != _only_picture(message)

        def content() -> dict[str, Any]:
            arguments: dict[str, Any] = {"view": layout_view(message), "allowed_mentions": _NO_MENTIONS}
            return arguments | {"attachments": attachments(message)} if changes_files else arguments

        return content

    def remember(self, message_id: int, message: Message) -> None:
        self._names.pop(message_id, None)
        if picture := _only_picture(message):
            self._names[message_id] = picture


def _only_picture(message: Message) -> str:
    """Return the file name of the only attachment if it is a picture, else nothing."""
    return picture_filename(message.picture) if message.picture is not None and message.file is None else ""
