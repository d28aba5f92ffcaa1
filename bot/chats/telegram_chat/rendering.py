"""Messages as Telegram shows them: a text with entities, and a keyboard beneath.

There is no markup that a name could break. But Telegram makes links of what looks like an address, a command or a
mention by itself; a joiner that nobody sees keeps names from becoming any of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User

from bot.chats.fitting import cut, fitted, plain
from bot.chats.telegram_chat.numbers import user_of
from bot.chats.telegram_chat.spelling import NAMES, spelled_here
from bot.messages import Button, Message

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_ALERT = 200
BUTTONS_IN_A_ROW = 8
MOST_BUTTONS = 100

_JOINER = "\u2060"


class Written(NamedTuple):
    """A text and what is special about its parts."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


class Link(NamedTuple):
    """A button that leads somewhere."""

    label: str
    url: str


def measured(text: str) -> int:
    """How long a text is to Telegram, which counts in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def written(
    message: Message, longest: int = LONGEST_TEXT, *, mentioning: bool = False, tapped: bool = False
) -> Written:
    """A message as a text with entities.

    Args:
        message: what is to be shown; as much of it as fits is.
        longest: how long it may be.
        mentioning: whether the player it is about is mentioned, by its last line.
        tapped: whether the commands in it may be sent by tapping them; where names stand, they may not.
    """
    harmless = Message(
        tamed(message.title, tapped=tapped),
        tuple(tamed(line, tapped=tapped) for line in message.lines),
        tamed(message.footer, tapped=tapped),
    )
    short = fitted(harmless, longest, measured)
    text = plain(short)
    entities = []
    if short.title:
        entities.append(MessageEntity(MessageEntity.BOLD, 0, measured(short.title)))
    user = user_of(message.mention) if mentioning and message.mention else None
    if user is not None:
        body = plain(replace(short, footer="")).rstrip()
        start = body.rfind("\n") + 1
        entities.append(mention(user, measured(body[:start]), measured(body[start:])))
    return Written(text, tuple(entities))


def to_the_letter(message: Message) -> Written:
    """A message of which nothing is changed, for words that must stand as they were given.

    A line in which Telegram would make a link of something stands as code, in which it makes none.
    """
    text, start, entities = plain(message), 0, []
    for number, line in enumerate(text.split("\n")):
        length = measured(line)
        if tamed(line) != line:
            entities.append(MessageEntity(MessageEntity.CODE, start, length))
        elif message.title and number == 0:
            entities.append(MessageEntity(MessageEntity.BOLD, start, length))
        start += length + 1
    return Written(text, tuple(entities))


def mention(user: int, offset: int, length: int) -> MessageEntity:
    """Make a part of a text the mention of somebody."""
    return MessageEntity(MessageEntity.TEXT_MENTION, offset, length, user=User(user, "", is_bot=False))


def in_an_alert(message: Message) -> str:
    """The words of a message for an alert, where nothing can be tapped; its brief ones, if it has such."""
    return cut(spelled_here(message.brief or plain(message)), LONGEST_ALERT, measured)


def fits_an_alert(message: Message) -> bool:
    """Whether a message is a few words and nothing else."""
    bare = not message.buttons and message.picture is None and message.file is None
    return bare and measured(plain(message)) <= LONGEST_ALERT


_LOOKS_LIVE = re.compile(
    r"(?<=@)(?=\w)"  # a mention
    r"|(?<=#)(?=\w*[^\W\d])"  # a hashtag
    r"|(?<=\$)(?=[A-Z])"
    r"|(?<=\w\.)(?=[^\W\d_])"  # an address, with or without what follows
    r"|(?<=:)(?=//)"
    r"|(?<=/)(?=\w)"  # a command
)


def tamed(text: str, *, tapped: bool = False) -> str:
    """The text with nothing in it that Telegram would make a link of, but for commands that may be tapped."""
    text = spelled_here(text)
    return _LOOKS_LIVE.sub(lambda found: "" if tapped and _is_command(text, found.start()) else _JOINER, text)


def _is_command(text: str, after_slash: int) -> bool:
    word = re.compile(r"\w+", re.ASCII).match(text, after_slash)
    before = text[after_slash - 2 : after_slash - 1]
    return text[after_slash - 1] == "/" and word is not None and word[0] in NAMES and not before.isalnum()


def keyboard(buttons: Sequence[Sequence[Button]], links: Sequence[Link] = ()) -> InlineKeyboardMarkup | None:
    """The buttons in rows that Telegram takes, and a last row of links; ``None`` if there is nothing to press."""
    rows = [
        [_pressed(button) for button in row[start : start + BUTTONS_IN_A_ROW]]
        for row in buttons
        for start in range(0, len(row), BUTTONS_IN_A_ROW)
    ]
    if links:
        rows.append([InlineKeyboardButton(link.label, url=link.url) for link in links])
    room = MOST_BUTTONS
    for row in rows:
        del row[max(room, 0) :]
        room -= len(row)
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _pressed(button: Button) -> InlineKeyboardButton:
    style = None if button.style == "plain" else button.style
    return InlineKeyboardButton(button.label, callback_data=button.data, style=style)
