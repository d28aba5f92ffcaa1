"""Links that name the place which a message in a private chat is about, so that a restart loses nothing."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from telegram import MaybeInaccessibleMessage, MessageEntity
from telegram import Message as TelegramMessage

from bot.chats.telegram_chat.ids import chat_id_of, is_group, place_of, topic_of
from bot.messages import Place

SHARED_PAYLOAD = "table-"
"""The beginning of a deep link's payload that leads to a table and was handed on to others; the table's id follows."""

_PARAMETER = "place"

_PLACE = re.compile(r"(?P<line>.*)__(?P<chat>-[0-9]{1,20})_(?P<topic>[0-9]{1,20})", re.ASCII)
"""What a start link says of a command and of the place it is about: letters, digits, ``_`` and ``-`` are all it may."""


def naming(place: Place) -> str:
    """What the query of a link says of a place; nothing of a private chat, whose messages are about itself."""
    chat = chat_id_of(place.group)
    return f"{_PARAMETER}={chat}.{topic_of(place)}" if is_group(chat) else ""


def place_behind(message: MaybeInaccessibleMessage | None) -> Place | None:
    """The place that a message of the bot's names in a link."""
    if not isinstance(message, TelegramMessage):
        return None
    for each in (*message.entities, *message.caption_entities):
        if each.type == MessageEntity.TEXT_LINK and each.url is not None:
            chat, _, topic = parse_qs(urlsplit(each.url).query).get(_PARAMETER, [""])[0].partition(".")
            if chat.startswith("-") and chat[1:].isdecimal() and topic.isdecimal():
                return place_of(int(chat), int(topic))
    return None


def starting(line: str, place: Place | None) -> str:
    """The parameter of a start link that has a command carried out in the private chat.

    Args:
        line: the command, of words in small letters, digits and hyphens.
        place: what it is about; ``None`` if that makes no difference.
    """
    words = "_".join(line.split())
    if place is None or not is_group(chat_id_of(place.group)):
        return words
    return f"{words}__{chat_id_of(place.group)}_{topic_of(place)}"


def started(payload: str) -> tuple[str, Place | None]:
    """The inverse of :func:`starting`, for whatever a link may say."""
    named = _PLACE.fullmatch(payload)
    if named is None:
        return payload.replace("_", " "), None
    return named["line"].replace("_", " "), place_of(int(named["chat"]), int(named["topic"]))
