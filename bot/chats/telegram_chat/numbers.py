"""Groups, places and players as Telegram numbers them.

A group is a chat: a group, or somebody's private chat with the bot, whose number is that of the person.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.messages import Place, PlayerId

PLATFORM = "telegram"

NO_TOPIC = 0
"""Where messages stand that are in no topic of a forum."""


class Spot(NamedTuple):
    """Where something was typed or pressed."""

    chat: int
    topic: int
    message: int
    """The message that was typed, or under which the button stands."""


def group_of(chat: int) -> str:
    """The group that a chat is."""
    return f"{PLATFORM}:{chat}"


def place_of(chat: int, topic: int = NO_TOPIC) -> Place:
    """The place that a topic of a chat is; it knows nothing of the chat's number, which can change."""
    return Place(group_of(chat), str(topic))


def chat_of(group: str) -> int:
    """The number of the chat that a group is."""
    return int(group.partition(":")[2])


def topic_of(place: Place) -> int:
    """The topic of a place, or :data:`NO_TOPIC`."""
    return int(place.channel)


def player_of(user: int) -> PlayerId:
    """The player that a person is."""
    return f"{PLATFORM}:{user}"


def user_of(player: PlayerId) -> int | None:
    """The number of a player, if Telegram is where the player is."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def is_group(chat: int) -> bool:
    """Whether a chat is more than one person's."""
    return chat < 0
