"""Permissions of the bot in its servers and in the channels of open tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.chats.discord_chat.ids import group_id, guild_id_of
from bot.chats.discord_chat.permissions import (
    CHANNEL_PERMISSIONS,
    THREAD_PERMISSIONS,
    granted_in,
    lacking,
    wording_key,
)
from bot.chats.findings import Finding, fault, few, good, note
from bot.chats.known_places import KnownPlaces
from bot.messages import Place
from bot.wording import FALLBACK, in_language

PAGE = 200
"""Servers per call, Discord's maximum."""

MOST_CHANNELS = 25
"""The most channels checked; each takes two or three calls."""

_THREADS = frozenset(
    each.value
    for each in (
        discord.ChannelType.news_thread,
        discord.ChannelType.public_thread,
        discord.ChannelType.private_thread,
    )
)


async def server_findings(client: discord.Client, bot: int, known: KnownPlaces) -> list[Finding]:
    """Check all servers and the channels of open tables."""
    guilds = {group_id(int(each["id"])): each for each in await _guilds(client)}
    findings = list(_servers(list(guilds.values())))
    gone = [each for each in known.tables if each.group not in guilds and guild_id_of(each.group) is not None]
    if gone:
        findings.append(
            note(
                f"{_counted(len({each.group for each in gone}), 'server')} with open tables no longer "
                f"{'has' if len({each.group for each in gone}) == 1 else 'have'} the bot.",
                "Their tables wait as they are, with every chip, until it is added again.",
            )
        )
    tables = list(dict.fromkeys(each for each in known.tables if each.group in guilds))
    for place in tables[-MOST_CHANNELS:]:
        if finding := await _channel(client, bot, guilds[place.group], place):
            findings.append(finding)
    if tables and not any(each.text.startswith("In the channel") for each in findings):
        asked = min(len(tables), MOST_CHANNELS)
        findings.append(good(f"It may do all that it needs in {_counted(asked, 'channel')} with open tables."))
    if len(tables) > MOST_CHANNELS:
        findings.append(note(f"{len(tables) - MOST_CHANNELS} more channels with open tables were not asked about."))
    return findings


async def _guilds(client: discord.Client) -> list[Mapping[str, Any]]:
    guilds: list[Mapping[str, Any]] = []
    while True:
        page = await client.http.get_guilds(PAGE, after=guilds[-1]["id"] if guilds else None, with_counts=False)
        guilds += page
        if len(page) < PAGE:
            return guilds


def _servers(guilds: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    if not guilds:
        yield note("The bot is in no server yet.", "Open the invite link below.")
        return
    missing = {str(each["id"]): lacking(discord.Permissions(int(each["permissions"]))) for each in guilds}
    well = [each["name"] for each in guilds if not missing[str(each["id"])]]
    if well:
        yield good(f"{_in_servers(well)} the bot's roles have all the permissions that Kiu needs.")
    for each in guilds:
        if lacks := missing[str(each["id"])]:
            yield fault(
                f"In {each['name']} the bot's roles lack permissions: {permission_names(lacks)}.",
                "Allow them in Server Settings, Roles, or open the invite link below once more.",
            )


async def _channel(client: discord.Client, bot: int, guild: Mapping[str, Any], place: Place) -> Finding | None:
    """Return the fault of a table's channel, or ``None``."""
    try:
        channel: Mapping[str, Any] = await client.http.get_channel(int(place.channel))
        is_thread = channel["type"] in _THREADS
        # A thread takes its channel's permissions.
        above: Mapping[str, Any] = await client.http.get_channel(channel["parent_id"]) if is_thread else channel
        me: Mapping[str, Any] = await client.http.get_member(guild["id"], bot)
    except discord.NotFound:
        return note(f"In {guild['name']} a channel with an open table is gone; Kiu closes the table when it notices.")
    except discord.Forbidden:
        return fault(
            f"In the channel {place.channel} of {guild['name']} there is an open table, and the bot cannot see it.",
            "Allow it View Channel in the permissions of that channel.",
        )
    granted = granted_in(guild, above.get("permission_overwrites") or (), me["roles"], bot)
    if lacks := lacking(granted, THREAD_PERMISSIONS if is_thread else CHANNEL_PERMISSIONS):
        return fault(
            f"In the channel #{channel['name']} of {guild['name']} the bot lacks permissions: "
            f"{permission_names(lacks)}.",
            "Allow them in the permissions of that channel.",
        )
    return None


def permission_names(permissions: Iterable[str]) -> str:
    translate = in_language(FALLBACK)
    return ", ".join(translate(wording_key(name)) for name in permissions)


def _in_servers(names: Sequence[str]) -> str:
    return f"In {names[0]}" if len(names) == 1 else f"In {len(names)} servers ({few(names)})"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
