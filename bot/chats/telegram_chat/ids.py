"""Ids of Telegram as Kiu writes them: groups, places and players; and links that name a place.

A group is a chat of Telegram: a group chat, or a private chat with the bot, whose id is that of the user.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from telegram import MaybeInaccessibleMessage, MessageEntity
from telegram import Message as TelegramMessage

from bot.messages import Place, PlayerId

PLATFORM = "telegram"

NO_TOPIC = 0
"""The topic of messages that are in no topic of a forum."""


_BEFORE_SUPERGROUPS = 10**12
"""The ids of supergroups begin beyond this, below zero; what is beyond it is their number in addresses."""


class SourceMessage(NamedTuple):
    """The message that was typed, or under which a button was pressed."""

    chat: int
    topic: int
    message_id: int
    ephemeral_id: int = 0
    """Its other id, if one member of the group alone sees it."""


def group_id(chat: int) -> str:
    """The group that a chat is."""
    return f"{PLATFORM}:{chat}"


def place_of(chat: int, topic: int = NO_TOPIC) -> Place:
    """The place that a topic of a chat is; the chat's id, which can change, is only in the place's group."""
    return Place(group_id(chat), str(topic))


def chat_id_of(group: str) -> int:
    """The id of the chat that a group is."""
    return int(group.partition(":")[2])


def topic_of(place: Place) -> int:
    """The topic of a place, or :data:`NO_TOPIC`."""
    return int(place.channel)


def message_url(place: Place, number: int) -> str:
    """The address of a message; empty in a chat whose messages have none, which is any but a supergroup."""
    chat, topic = chat_id_of(place.group), topic_of(place)
    if chat >= -_BEFORE_SUPERGROUPS:
        return ""
    thread = "" if topic == NO_TOPIC else f"{topic}/"
    return f"https://t.me/c/{-chat - _BEFORE_SUPERGROUPS}/{thread}{number}"


def player_id(user: int) -> PlayerId:
    """The player that a Telegram user is."""
    return f"{PLATFORM}:{user}"


def user_id_of(player: PlayerId) -> int | None:
    """The id of a player's Telegram user; ``None`` for a player of another platform."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def is_group(chat: int) -> bool:
    """Whether a chat is a group, and not a private chat."""
    return chat < 0


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
