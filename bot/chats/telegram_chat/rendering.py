"""Messages as Telegram shows them: a text with entities, and a keyboard beneath.

No markup is used, so no name can break it. But Telegram turns what looks like an address, a command or a mention into
a link by itself; an invisible word joiner prevents that in names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User

from bot.chats.fitting import cut, fitted, plain
from bot.chats.telegram_chat.command_names import TELEGRAM_NAMES, with_telegram_names
from bot.chats.telegram_chat.ids import user_id_of
from bot.messages import Button, Message

TEXT_MOST = 4096
CAPTION_MOST = 1024
ALERT_MOST = 200
BUTTONS_A_ROW = 8
BUTTONS_MOST = 100

_WORD_JOINER = "\u2060"


class FormattedText(NamedTuple):
    """A text and its entities: which parts of it are bold, mentions or links."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


class UrlButton(NamedTuple):
    """A button that opens an address."""

    label: str
    url: str


def utf16_length(text: str) -> int:
    """The length of a text as Telegram counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def formatted(
    message: Message, longest: int = TEXT_MOST, *, mentioning: bool = False, clickable_commands: bool = False
) -> FormattedText:
    """A message as a text with entities.

    Args:
        message: what is to be shown, as far as it fits.
        longest: how long the text may be, in UTF-16 code units.
        mentioning: whether its last line mentions the player it is about.
        clickable_commands: whether tapping a command in it sends the command; not where names are shown.
    """
    unlinked = Message(
        without_links(message.title, clickable_commands=clickable_commands),
        tuple(without_links(line, clickable_commands=clickable_commands) for line in message.lines),
        without_links(message.footer, clickable_commands=clickable_commands),
    )
    short = fitted(unlinked, longest, utf16_length)
    text = plain(short)
    entities = []
    if short.title:
        entities.append(MessageEntity(MessageEntity.BOLD, 0, utf16_length(short.title)))
    user = user_id_of(message.mention) if mentioning and message.mention else None
    if user is not None:
        body = plain(replace(short, footer="")).rstrip()
        start = body.rfind("\n") + 1
        entities.append(mention(user, utf16_length(body[:start]), utf16_length(body[start:])))
    return FormattedText(text, tuple(entities))


def verbatim_text(message: Message) -> FormattedText:
    """A message without any change, for text that must be shown exactly as it was given.

    A line in which Telegram would turn something into a link is shown as code, where it does not.
    """
    text, start, entities = plain(message), 0, []
    for number, line in enumerate(text.split("\n")):
        length = utf16_length(line)
        if without_links(line) != line:
            entities.append(MessageEntity(MessageEntity.CODE, start, length))
        elif message.title and number == 0:
            entities.append(MessageEntity(MessageEntity.BOLD, start, length))
        start += length + 1
    return FormattedText(text, tuple(entities))


def mention(user: int, offset: int, length: int) -> MessageEntity:
    """The entity that makes a part of a text the mention of a user."""
    return MessageEntity(MessageEntity.TEXT_MENTION, offset, length, user=User(user, "", is_bot=False))


def alert_text(message: Message) -> str:
    """The text of a message for an alert, where nothing can be tapped; its brief text, if it has one."""
    return cut(with_telegram_names(message.brief or plain(message)), ALERT_MOST, utf16_length)


def fits_an_alert(message: Message) -> bool:
    """Whether a message is a short text and nothing else."""
    text_only = not message.buttons and message.picture is None and message.file is None
    return text_only and utf16_length(plain(message)) <= ALERT_MOST


_WOULD_BE_LINK = re.compile(
    r"(?<=@)(?=\w)"  # a mention
    r"|(?<=#)(?=\w*[^\W\d])"  # a hashtag
    r"|(?<=\$)(?=[A-Z])"
    r"|(?<=\w\.)(?=[^\W\d_])"  # an address, with or without what follows
    r"|(?<=:)(?=//)"
    r"|(?<=/)(?=\w)"  # a command
)


def without_links(text: str, *, clickable_commands: bool = False) -> str:
    """The text with nothing in it that Telegram would turn into a link, except commands if they are to be clickable."""
    text = with_telegram_names(text)
    return _WOULD_BE_LINK.sub(
        lambda found: "" if clickable_commands and _is_command(text, found.start()) else _WORD_JOINER, text
    )


def _is_command(text: str, after_slash: int) -> bool:
    word = re.compile(r"\w+", re.ASCII).match(text, after_slash)
    before = text[after_slash - 2 : after_slash - 1]
    return text[after_slash - 1] == "/" and word is not None and word[0] in TELEGRAM_NAMES and not before.isalnum()


def inline_keyboard(
    buttons: Sequence[Sequence[Button]], links: Sequence[UrlButton] = ()
) -> InlineKeyboardMarkup | None:
    """The buttons in rows as Telegram allows them, and a last row of links; ``None`` if there are no buttons."""
    rows = [
        [_callback_button(button) for button in row[start : start + BUTTONS_A_ROW]]
        for row in buttons
        for start in range(0, len(row), BUTTONS_A_ROW)
    ]
    if links:
        rows.append([InlineKeyboardButton(link.label, url=link.url) for link in links])
    room = BUTTONS_MOST
    for row in rows:
        del row[max(room, 0) :]
        room -= len(row)
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _callback_button(button: Button) -> InlineKeyboardButton:
    style = None if button.style == "plain" else button.style
    return InlineKeyboardButton(button.label, callback_data=button.data, style=style)
