"""Messages for Telegram: a text with entities, and a keyboard beneath.

No name can break this, but Telegram makes links of addresses, commands and mentions; an invisible word joiner prevents
that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeVar

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User, WebAppInfo

from bot.chats.fitting import cut, fitted, plain
from bot.chats.telegram_chat.addresses import user_id_of
from bot.chats.telegram_chat.bot_commands import telegram_names, with_telegram_names
from bot.messages import TIME_LEFT, AddressLine, Button, Fold, Message, SecretLine

TEXT_MOST = 4096
CAPTION_MOST = 1024
ALERT_MOST = 200
LABEL_CHARACTERS = {3: 10, 2: 17, 1: 36}
"""Label characters shown whole by a phone of 360 px, by buttons in the row."""

SPLITS_REMEMBERED = 1_000

_WORD_JOINER = "\u2060"

CLOCK_SIGN = "⏱ "

_ROOM_FOR_TIME = TIME_LEFT * len("23:59:59 UTC")

TIME_FORMAT = "T"
"""Telegram's format for a moment in the reader's own time, with seconds."""


class FormattedText(NamedTuple):
    text: str
    entities: tuple[MessageEntity, ...] = ()


class UrlButton(NamedTuple):
    label: str
    url: str
    web_app: bool = False
    """True to open it inside Telegram, which only private chats allow."""


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fits_a_caption(message: Message) -> bool:
    """True if a message fits below its picture, where space is far smaller."""
    text = plain(message.with_time(f"{CLOCK_SIGN}{_ROOM_FOR_TIME}"))
    return utf16_length(without_links(text)) <= CAPTION_MOST


def formatted(
    message: Message,
    longest: int = TEXT_MOST,
    *,
    mentioning: bool = False,
    clickable_commands: bool = False,
    behind: str = "",
) -> FormattedText:
    left = message.countdown
    message = message.with_time(f"{CLOCK_SIGN}{_ROOM_FOR_TIME}" if left is not None and left.ends is not None else "")

    def unlinked(lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            line
            if isinstance(line, AddressLine)
            else type(line)(without_links(line, clickable_commands=clickable_commands))
            for line in lines
        )

    title, footer = unlinked((message.title, message.footer))
    fold = None if message.fold is None else Fold(message.fold.sign, unlinked(message.fold.lines))
    whole = Message(title, unlinked(message.lines), footer, fold=fold)
    short = fitted(whole, longest, utf16_length)
    text = plain(short)
    entities = []
    if short.title:
        entities.append(MessageEntity(MessageEntity.BOLD, 0, utf16_length(short.title)))
    entities += [*_spoilers(short), *_quote(short)]
    if behind and text:
        entities.append(MessageEntity(MessageEntity.TEXT_LINK, 0, utf16_length(text[0]), url=behind))
    user = user_id_of(message.mention) if mentioning and message.mention else None
    if user is not None:
        body = plain(replace(short, footer="", fold=None)).rstrip()
        start = body.rfind("\n") + 1
        entities.append(mention(user, utf16_length(body[:start]), utf16_length(body[start:])))
    if left is None or left.ends is None:
        return FormattedText(text, tuple(entities))
    return _with_moment(text, left.ends, entities)


def _with_moment(text: str, ends: datetime, entities: Sequence[MessageEntity]) -> FormattedText:
    """Put the end of the clock into its reserved place.

    Readers see their own time; older clients and servers show UTC.
    """
    moments = [
        MessageEntity(
            MessageEntity.DATE_TIME,
            utf16_length(text[: found.start()]),
            len(_ROOM_FOR_TIME),
            unix_time=ends.replace(microsecond=0),
            date_time_format=TIME_FORMAT,
        )
        for found in re.finditer(_ROOM_FOR_TIME, text)
    ]
    return FormattedText(text.replace(_ROOM_FOR_TIME, f"{ends:%H:%M:%S} UTC"), (*entities, *moments))


def _spoilers(message: Message) -> Iterator[MessageEntity]:
    """Yield an entity for each run of secret lines."""
    lines = [*((message.title,) if message.title else ()), *message.lines]
    whole = "\n".join(lines)
    # Telegram strips leading empty lines.
    start = len(whole.lstrip("\n")) - len(whole)
    for secret, run in groupby(lines, lambda line: isinstance(line, SecretLine)):
        text = "\n".join(run)
        if secret and (shown := text.strip("\n")):
            yield MessageEntity(MessageEntity.SPOILER, start + text.index(shown), utf16_length(shown))
        start += utf16_length(text) + 1


def _quote(message: Message) -> Iterator[MessageEntity]:
    shown = "\n".join(message.small_print).strip("\n")
    if shown:
        start = utf16_length(plain(message)) - utf16_length(shown)
        yield MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, start, utf16_length(shown))


def verbatim_text(message: Message) -> FormattedText:
    """Show a line with automatic links as code, which has none."""
    text, start, entities = plain(message), 0, [*_quote(message)]
    for number, line in enumerate(text.split("\n")):
        length = utf16_length(line)
        if without_links(line) != line:
            entities.append(MessageEntity(MessageEntity.CODE, start, length))
        elif message.title and number == 0:
            entities.append(MessageEntity(MessageEntity.BOLD, start, length))
        start += length + 1
    return FormattedText(text, tuple(entities))


def mention(user: int, offset: int, length: int) -> MessageEntity:
    return MessageEntity(MessageEntity.TEXT_MENTION, offset, length, user=User(user, "", is_bot=False))


def alert_text(message: Message) -> str:
    """Return a message's brief text, or its text without taps, for an alert."""
    return cut(with_telegram_names(message.brief or plain(message.with_time())), ALERT_MOST, utf16_length)


def fits_an_alert(message: Message) -> bool:
    """True for a short text alone."""
    text_only = not message.rows and message.picture is None and message.file is None
    return text_only and utf16_length(plain(message.with_time())) <= ALERT_MOST


_DIGEST_OR_LINK = re.compile(
    r"\b(?=[0-9]*[a-f])[0-9a-f]{64}\b"  # a fingerprint, left whole for copying
    r"|(?<=@)(?=\w)"  # a mention
    r"|(?<=#)(?=[0-9]*[^\s0-9.,:;!?)])"  # a hashtag
    r"|(?<=\$)(?=[A-Z]|1INCH)"
    r"|(?<=[^\s.]\.)(?=[^\s\d.])"  # an address; its parts may be emoji
    r"|(?<=\d\.)(?=\d{1,3}\.\d{1,3}\.\d)"  # an address of four numbers
    r"|(?<=:)(?=//)"
    r"|(?<=/)(?=\w)"  # a command
    r"|(?<=\+)(?=\d(?:[ ()-]*\d){6})"  # the number of a telephone
    r"|(?<=\d)(?=[ -]*\d(?:[ -]*\d){11})"  # that of a bank card
)
"""Matches a place for a mark against automatic links, or a whole fingerprint."""


def without_links(text: str, *, clickable_commands: bool = False) -> str:
    """Prevent automatic links, except from clickable commands."""
    text = with_telegram_names(text)

    def with_mark(found: re.Match[str]) -> str:
        stays = clickable_commands and _is_command(text, found.start())
        return found[0] or ("" if stays else _WORD_JOINER)

    return _DIGEST_OR_LINK.sub(with_mark, text)


def _is_command(text: str, after_slash: int) -> bool:
    word = re.compile(r"\w+", re.ASCII).match(text, after_slash)
    before = text[after_slash - 2 : after_slash - 1]
    return text[after_slash - 1] == "/" and word is not None and word[0] in telegram_names() and not before.isalnum()


def inline_keyboard(
    buttons: Sequence[Sequence[Button]], links: Sequence[UrlButton] = ()
) -> InlineKeyboardMarkup | None:
    """Return rows with whole labels above the links."""
    rows = [[_callback_button(button) for button in row] for each in buttons for row in _reflowed(each)]
    rows += [[_link_button(link) for link in row] for row in _reflowed(links)]
    return InlineKeyboardMarkup(rows) if rows else None


_ButtonT = TypeVar("_ButtonT", Button, UrlButton)


def _reflowed(row: Sequence[_ButtonT]) -> Iterator[Sequence[_ButtonT]]:
    start = 0
    for size in _row_sizes(tuple(button.label for button in row)):
        yield row[start : start + size]
        start += size


@lru_cache(SPLITS_REMEMBERED)
def _row_sizes(labels: tuple[str, ...]) -> tuple[int, ...]:
    """Return the sizes of rows as few and as equal as show every label whole."""
    possible = [
        size
        for size, room in LABEL_CHARACTERS.items()
        if size == 1 or (size <= len(labels) and max(map(len, labels[:size])) <= room)
    ]
    splits = [(size, *_row_sizes(labels[size:])) for size in possible] if labels else [()]
    return min(splits, key=lambda sizes: (len(sizes), sum(size**2 for size in sizes)))


def _link_button(link: UrlButton) -> InlineKeyboardButton:
    if link.web_app:
        return InlineKeyboardButton(link.label, web_app=WebAppInfo(link.url))
    return InlineKeyboardButton(link.label, url=link.url)


def _callback_button(button: Button) -> InlineKeyboardButton:
    style = None if button.style == "plain" else button.style
    return InlineKeyboardButton(button.label, callback_data=button.data, style=style)
