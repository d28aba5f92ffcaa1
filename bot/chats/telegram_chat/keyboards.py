"""The keyboards under the bot's messages: what the core has put there, and what stands in its place meanwhile.

While a player chooses an amount, the buttons of that turn are covered by others. The message itself may be edited
meanwhile, and keeps the cover as long as the same turn stands; with the turn it goes.
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
"""A chat and the id of a message in it."""


class _Cover(NamedTuple):
    """What stands in the place of the buttons of a turn."""

    turn: str
    rows: Rows


class Keyboards:
    """The keyboards of the messages that were edited lately."""

    def __init__(self) -> None:
        self._own: LRUCache[_Message, InlineKeyboardMarkup | None] = LRUCache(KEYBOARDS_REMEMBERED)
        """What the core has put under each message."""

        self._covers: LRUCache[_Message, _Cover] = LRUCache(KEYBOARDS_REMEMBERED)
        self._shown: LRUCache[_Message, InlineKeyboardMarkup | None] = LRUCache(KEYBOARDS_REMEMBERED)
        self.on_edit: Callable[[int, int], None] = lambda chat, message_id: None
        """Is told of each message whose edit brings its keyboard up to date."""

        self.on_change: Callable[[], None] = lambda: None
        """Is told that a table is about to be shown as it has become."""

    def edited(
        self, chat: int, message_id: int, buttons: Sequence[Sequence[Button]], links: Sequence[UrlButton]
    ) -> InlineKeyboardMarkup | None:
        """The keyboard with which a message is edited; a cover of a turn that is over is gone."""
        own = self._own[chat, message_id] = inline_keyboard(buttons, links)
        cover = self._covers.get((chat, message_id))
        if cover is not None and not any(button.turn == cover.turn for row in buttons for button in row):
            del self._covers[chat, message_id]
        self._shown[chat, message_id] = wanted = self._covered(chat, message_id, own)
        self.on_edit(chat, message_id)
        return wanted

    def cover(self, chat: int, message_id: int, turn: str, rows: Rows, present: InlineKeyboardMarkup | None) -> None:
        """Cover the buttons of a turn, under a message that shows a keyboard at present."""
        self._own.setdefault((chat, message_id), present)
        self._covers[chat, message_id] = _Cover(turn, rows)

    def uncover(self, chat: int, message_id: int) -> None:
        """Show again what the core has put under a message."""
        self._covers.pop((chat, message_id), None)

    def change(self, chat: int, message_id: int) -> InlineKeyboardMarkup | None:
        """The keyboard to be put under a message now; ``None`` if it is there already."""
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
