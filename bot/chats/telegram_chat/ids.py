"""Telegram's ids as Kiu writes them: groups, places and players.

A group is a Telegram chat: a group chat, or a user's private chat with the bot, whose id is that of the user.
"""

from __future__ import annotations

from typing import NamedTuple

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
