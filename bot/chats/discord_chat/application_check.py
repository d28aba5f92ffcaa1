"""Findings from the REST API alone: settings, servers and slash commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import AppCommandOptionType, AppCommandType, AppInfo, Permissions

from bot.chats.discord_chat.gateway import override_urls, token_refused
from bot.chats.discord_chat.guilds import INVITED_WITH, lacking, wording_key
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS
from bot.chats.findings import Finding, fault, few, good, note
from bot.chats.not_served import NotReached
from bot.commands import COMMANDS
from bot.wording import FALLBACK, in_language

SCOPES = ("bot", "applications.commands")

SERVERS_ASKED = 200
"""As many as one call brings."""


async def check(token: str, *, api_url: str, sync_file: Path) -> list[Finding]:
    """Ask Discord about the application; raise ``TokenRefused`` or ``NotReached`` if that fails."""
    override_urls(api_url, "")
    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.http.static_login(token.strip())
            application = await client.application_info()
            servers: Sequence[Mapping[str, Any]] = await client.http.get_guilds(SERVERS_ASKED)
            commands: Sequence[Mapping[str, Any]] = await client.http.get_global_commands(application.id)
    except discord.LoginFailure as error:
        raise token_refused(error) from None
    except (discord.HTTPException, discord.GatewayNotFound, *NETWORK_ERRORS) as error:
        raise NotReached(type(error).__name__) from None
    return [
        good(f"This is the application {application.name}, {application.id}."),
        _endpoint(application),
        _installation(application),
        *_permissions(servers),
        _commands(commands, sync_file),
        good(f"Invite it to a server: {discord.utils.oauth_url(application.id, permissions=INVITED_WITH)}"),
    ]


def _endpoint(application: AppInfo) -> Finding:
    url = application.interactions_endpoint_url
    if not url:
        return good("Commands and presses come to Kiu: no interactions endpoint URL is set.")
    return fault(
        f"Commands and presses go to {urlsplit(url).hostname}, and none of them to Kiu.",
        "In the Developer Portal, under General Information, empty Interactions Endpoint URL and save.",
    )


def _installation(application: AppInfo) -> Finding:
    config = application.guild_integration_config
    params = application.install_params if config is None else config.oauth2_install_params
    where = "In the Developer Portal, under Installation,"
    if params is None:
        return fault("The bot cannot be installed in a server by its profile.", f"{where} tick Guild Install.")
    lacks = [each for each in SCOPES if each not in params.scopes]
    if "bot" in params.scopes:
        lacks += _names(lacking(params.permissions))
    if lacks:
        return fault(f"The install link does not ask for {', '.join(lacks)}.", f"{where} add it to Guild Install.")
    return good("The install link asks for all that Kiu needs.")


def _permissions(servers: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    if not servers:
        yield note("The bot is in no server yet.", "Open the invite link below.")
        return
    missing = [(str(each["name"]), lacking(Permissions(int(each["permissions"])))) for each in servers]
    if well := [name for name, lacks in missing if not lacks]:
        where = f"In {well[0]}" if len(well) == 1 else f"In {len(well)} servers ({few(well)})"
        yield good(f"{where} the bot's roles have all the permissions that Kiu needs.")
    for name, lacks in missing:
        if lacks:
            yield fault(
                f"In {name} the bot's roles lack permissions: {', '.join(_names(lacks))}.",
                "Allow them in Server Settings, Roles, or open the invite link below once more.",
            )


def _names(permissions: Iterable[str]) -> list[str]:
    translate = in_language(FALLBACK)
    return [translate(wording_key(name)) for name in permissions]


def _commands(registered: Sequence[Mapping[str, Any]], sync_file: Path) -> Finding:
    wanted, there = {f"/{spec.discord}" for spec in COMMANDS}, set(_slash_commands(registered))
    if wanted == there:
        return good(f"All {len(wanted)} slash commands are registered.")
    return fault(
        f"Slash commands are registered in another version than this Kiu's: {few(sorted(wanted ^ there))}.",
        # The digest in the file says that they are registered.
        f"Stop Kiu, delete {sync_file} if it is there, and start it again: it registers them.",
    )


def _slash_commands(commands: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for command in commands:
        if command.get("type", 1) == AppCommandType.chat_input.value:
            options = command.get("options", ())
            within = [each["name"] for each in options if each["type"] == AppCommandOptionType.subcommand.value]
            yield from (f"/{command['name']} {each}" for each in within) if within else (f"/{command['name']}",)
