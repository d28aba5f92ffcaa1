"""Kiu's notation of Discord's ids: players, groups and channels; and text escaped for Discord.

Commands stand in groups on Discord: ``/table open`` is ``/open`` in other chats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import discord

from bot.commands import COMMANDS
from bot.messages import MessageId, Place, PlayerId

PLATFORM = "discord"

NO_CHANNEL = "0"
"""The channel of a place where nothing can be shown."""

_MARKUP = re.compile(
    r"[\\*_~`|\[\]<@]"  # markup, masked links, mentions of every kind
    r"|:(?=//)"  # a URL that would become a link
    r"|(?<=\w)/(?=\w)"  # an invitation, which needs no scheme
)
_LINE_START = re.compile(r"^[ \t]*(?=[#>+-])|^[ \t]*[0-9]+(?=\.)", re.MULTILINE)
"""Matches the start of a heading, a quotation, small text or a list."""


def player_id(user: discord.abc.Snowflake) -> PlayerId:
    return f"{PLATFORM}:{user.id}"


def user_id_of(player: PlayerId) -> int | None:
    """Return ``None`` for a player of another platform."""
    return guild_id_of(player) if player.startswith(f"{PLATFORM}:") else None


def group_id(guild_id: int) -> str:
    return f"{PLATFORM}:{guild_id}"


def guild_id_of(group: str) -> int | None:
    """Return ``None`` for a group that stands for direct messages."""
    number = group.partition(":")[2]
    return int(number) if number.isascii() and number.isdigit() else None


def dm_group_id(user: discord.abc.Snowflake) -> str:
    return f"{PLATFORM}:@{user.id}"


def dm_user_of(group: str) -> PlayerId | None:
    platform, _, user = group.partition(":@")
    return f"{platform}:{user}" if user else None


def message_url(place: Place, number: MessageId) -> str:
    address = f"https://discord.com/channels/{place.group.partition(':')[2]}/{place.channel}"
    return f"{address}/{number}" if number else address


def escape_markdown(text: str) -> str:
    return _LINE_START.sub(r"\g<0>\\", _MARKUP.sub(r"\\\g<0>", text))


def escaped_length(text: str) -> int:
    return len(escape_markdown(text))


@cache
def _paths() -> Mapping[str, str]:
    return {spec.name: spec.discord for spec in COMMANDS}


@cache
def _quotation_or_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _paths()), key=len, reverse=True)
    return re.compile(r"“[^”]*”|(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_discord_names(text: str) -> str:
    """Give every command in a text its Discord name, except in quotations."""
    return _quotation_or_command().sub(lambda found: "/" + _paths()[found[1]] if found[1] else found[0], text)
