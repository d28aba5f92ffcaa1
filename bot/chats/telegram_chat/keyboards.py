"""Keyboards under the bot's messages, covered while a player chooses an amount.

Edits keep the cover until the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from cachetools import LRUCache
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chats.telegram_chat.rendering import UrlButton, inline_keyboard
from bot.messages import Button, Pressed

KEYBOARDS_REMEMBERED = 2_000

Rows: TypeAlias = Sequence[Sequence[InlineKeyboardButton]]

_Message: TypeAlias = tuple[int, int]


class _Cover(NamedTuple):
    turn: str
    rows: Rows


class Keyboards:
    """Keyboards of recently edited messages."""

    def __init__(self) -> None:
        self._own: LRUCache[_Message, InlineKeyboardMarkup | None] = LRUCache(KEYBOARDS_REMEMBERED)
        """The core's keyboard of each message."""

        self._covers: LRUCache[_Message, _Cover] = LRUCache(KEYBOARDS_REMEMBERED)
        self._shown: LRUCache[_Message, InlineKeyboardMarkup | None] = LRUCache(KEYBOARDS_REMEMBERED)
        self.on_edit: Callable[[int, int], None] = lambda chat, message_id: None
        """Called with each message whose edit updates its keyboard."""

        self.on_change: Callable[[], None] = lambda: None
        """Called before a table is shown with a change."""

    def edited(
        self, chat: int, message_id: int, buttons: Sequence[Sequence[Button]], links: Sequence[UrlButton]
    ) -> InlineKeyboardMarkup | None:
        """Return the keyboard for an edit, without the cover of a past turn."""
        own = self._own[chat, message_id] = inline_keyboard(buttons, links)
        cover = self._covers.get((chat, message_id))
        if cover is not None and not any(button.turn == cover.turn for row in buttons for button in row):
            del self._covers[chat, message_id]
        self._shown[chat, message_id] = wanted = self._covered(chat, message_id, own)
        self.on_edit(chat, message_id)
        return wanted

    def cover(self, chat: int, message_id: int, turn: str, rows: Rows, present: InlineKeyboardMarkup | None) -> None:
        """Cover the buttons of a turn."""
        self._own.setdefault((chat, message_id), present)
        self._covers[chat, message_id] = _Cover(turn, rows)

    def uncover(self, chat: int, message_id: int) -> None:
        self._covers.pop((chat, message_id), None)

    def change(self, chat: int, message_id: int) -> InlineKeyboardMarkup | None:
        """Return a changed keyboard, or ``None``."""
        wanted = self._covered(chat, message_id, self._own.get((chat, message_id)))
        if wanted == self._shown.get((chat, message_id)):
            return None
        self._shown[chat, message_id] = wanted
        return wanted

    def _covered(self, chat: int, message_id: int, own: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
        cover = self._covers.get((chat, message_id))
        if cover is None or own is None:
            return own
        others = [[each for each in row if not _belongs_to(each, cover.turn)] for row in own.inline_keyboard]
        return InlineKeyboardMarkup([*cover.rows, *(row for row in others if row)])


def _belongs_to(button: InlineKeyboardButton, turn: str) -> bool:
    return isinstance(button.callback_data, str) and Pressed.read(button.callback_data).turn == turn
