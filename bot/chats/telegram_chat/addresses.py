"""Kiu's notation of Telegram's ids, and links that name a place.

A group is a group chat, or a private chat with its user's id.
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
"""The topic of messages outside a forum's topics."""


_BEFORE_SUPERGROUPS = 10**12
"""Supergroups have ids below its negative; the rest is their number in addresses."""


class SourceMessage(NamedTuple):
    chat: int
    topic: int
    message_id: int
    ephemeral_id: int = 0
    """Its other id, if one member alone sees it."""


def group_id(chat: int) -> str:
    return f"{PLATFORM}:{chat}"


def place_of(chat: int, topic: int = NO_TOPIC) -> Place:
    """Return the place of a topic; only its group has the chat's id, which can change."""
    return Place(group_id(chat), str(topic))


def chat_id_of(group: str) -> int:
    return int(group.partition(":")[2])


def topic_of(place: Place) -> int:
    return int(place.channel)


def message_url(place: Place, number: int) -> str:
    """Return the address of a message; empty outside supergroups."""
    chat, topic = chat_id_of(place.group), topic_of(place)
    if chat >= -_BEFORE_SUPERGROUPS:
        return ""
    thread = "" if topic == NO_TOPIC else f"{topic}/"
    return f"https://t.me/c/{-chat - _BEFORE_SUPERGROUPS}/{thread}{number}"


def player_id(user: int) -> PlayerId:
    return f"{PLATFORM}:{user}"


def user_id_of(player: PlayerId) -> int | None:
    """Return ``None`` for a player of another platform."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def is_group(chat: int) -> bool:
    return chat < 0


TABLE_PAYLOAD = "table-"
"""The beginning of a deep link's payload for a user's hand or a seat; a table's id follows."""

_PLACE = re.compile(r"(?P<line>.*)__(?P<chat>-[0-9]{1,20})_(?P<topic>[0-9]{1,20})", re.ASCII)
"""A command and its place in a link, which takes letters, digits, ``_`` and ``-``."""


def place_behind(message: MaybeInaccessibleMessage | None) -> Place | None:
    for each in (*message.entities, *message.caption_entities) if isinstance(message, TelegramMessage) else ():
        if each.type == MessageEntity.TEXT_LINK and each.url is not None:
            _, place = started(parse_qs(urlsplit(each.url).query).get("place", [""])[0])
            if place is not None:
                return place
    return None


def starting(line: str, place: Place | None) -> str:
    words = "_".join(line.split())
    if place is None or not is_group(chat_id_of(place.group)):
        return words
    return f"{words}__{chat_id_of(place.group)}_{topic_of(place)}"


def started(payload: str) -> tuple[str, Place | None]:
    """Invert :func:`starting`, for any link."""
    named = _PLACE.fullmatch(payload)
    if named is None:
        return payload.replace("_", " "), None
    return named["line"].replace("_", " "), place_of(int(named["chat"]), int(named["topic"]))
