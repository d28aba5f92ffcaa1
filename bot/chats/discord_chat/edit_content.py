"""What an edit of a message sends, in whatever way it is made; a picture that is shown already is not sent again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import discord
from cachetools import LRUCache

from bot.chats.discord_chat.rendering import attachments, layout_view, picture_filename
from bot.messages import Message

PICTURES_KEPT = 2_000

Content: TypeAlias = Callable[[], dict[str, Any]]
"""Makes the arguments of an edit; made anew for each attempt, since sending uses files up."""

_NO_MENTIONS = discord.AllowedMentions.none()


class ShownPictures:
    """The picture of each message that has no other attachment."""

    def __init__(self) -> None:
        self._names: LRUCache[int, str] = LRUCache(PICTURES_KEPT)

    def edit_content(self, message_id: int, message: Message) -> Content:
        """The arguments of an edit that replaces a message by another one; nobody is mentioned."""
        kept = self._names.get(message_id)
        changes_files = kept is None or kept != _only_picture(message)

        def content() -> dict[str, Any]:
            arguments: dict[str, Any] = {"view": layout_view(message), "allowed_mentions": _NO_MENTIONS}
            return arguments | {"attachments": attachments(message)} if changes_files else arguments

        return content

    def remember(self, message_id: int, message: Message) -> None:
        """A message is shown now."""
        self._names.pop(message_id, None)
        if picture := _only_picture(message):
            self._names[message_id] = picture


def _only_picture(message: Message) -> str:
    """The file name of the picture if it is the only attachment of a message, or nothing."""
    return picture_filename(message.picture) if message.picture is not None and message.file is None else ""
