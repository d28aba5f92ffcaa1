"""Asking Discord what only Discord knows of the application: its settings, its servers and its registered commands.

It takes the REST API alone, so that a running Kiu is not disturbed: no second session, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import discord

from bot.chats.discord_chat.command_names import command_path
from bot.chats.discord_chat.connection import override_urls, token_refused
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.permissions import INVITED_WITH, lacking, wording_key
from bot.chats.errors import NotReached
from bot.chats.findings import Finding, fault, good, note
from bot.commands import COMMANDS
from bot.wording import FALLBACK, in_language

PAGE = 200
"""How many servers Discord tells at once."""

MOST_NAMED = 10
"""How many servers or commands are named before the rest is counted."""

SCOPES = ("bot", "applications.commands")

_PRIVILEGED_INTENTS = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""The privileged intents by their names in the portal, and the flags of an application that has them."""


async def check(token: str, *, api_url: str, sync_file: Path) -> list[Finding]:
    """Ask Discord about the application.

    Args:
        token: the bot's token.
        api_url: the URL of the API, if not Discord's own.
        sync_file: where Kiu keeps which commands it registered last.

    Raises:
        bot.chats.errors.TokenRefused: Discord does not know the token.
        NotReached: Discord does not answer.
    """
    override_urls(api_url, "")
    try:
        async with _logged_in(token) as client:
            application = await client.application_info()
            guilds = await _guilds(client)
            commands: Sequence[Mapping[str, Any]] = await client.http.get_global_commands(application.id)
    except discord.LoginFailure as error:
        raise token_refused(error) from None
    except (discord.HTTPException, *NETWORK_ERRORS) as error:
        raise NotReached(type(error).__name__) from None
    return [
        good(f"This is the application {application.name}, {application.id}."),
        _endpoint(application),
        *_intents(application),
        *_installation(application),
        *_servers(guilds),
        _registered(commands, sync_file),
        good(f"Invite it to a server: {discord.utils.oauth_url(application.id, permissions=INVITED_WITH)}"),
    ]


@asynccontextmanager
async def _logged_in(token: str) -> AsyncIterator[discord.Client]:
    """A client that can make requests and has no session.

    Raises:
        discord.LoginFailure: Discord does not know the token.
    """
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.http.static_login(token.strip())
        yield client


async def _guilds(client: discord.Client) -> list[Mapping[str, Any]]:
    """All servers that the bot is in, each with the permissions that its roles have there."""
    guilds: list[Mapping[str, Any]] = []
    while True:
        page = await client.http.get_guilds(PAGE, after=guilds[-1]["id"] if guilds else None, with_counts=False)
        guilds += page
        if len(page) < PAGE:
            return guilds


def _endpoint(application: discord.AppInfo) -> Finding:
    url = application.interactions_endpoint_url
    if not url:
        return good("Commands and presses come to Kiu: no interactions endpoint URL is set.")
    return fault(
        f"Commands and presses go to {urlsplit(url).hostname}, and none of them to Kiu.",
        "In the Developer Portal, under General Information, empty Interactions Endpoint URL and save.",
    )


def _intents(application: discord.AppInfo) -> Iterator[Finding]:
    on = [
        name
        for name, flags in _PRIVILEGED_INTENTS.items()
        if any(getattr(application.flags, flag) for flag in flags)
    ]  # fmt: skip
    if on:
        yield note(
            f"Privileged intents are switched on: {', '.join(on)}. Kiu does not ask for them.",
            "In the Developer Portal, under Bot, you can switch them off.",
        )
    else:
        yield good("No privileged intent is switched on, and Kiu needs none.")
    if application.bot_require_code_grant:
        yield fault(
            "Adding the bot needs an OAuth2 code grant, so the invite link fails.",
            "In the Developer Portal, under Bot, switch off Requires OAuth2 Code Grant.",
        )
    if not application.bot_public:
        yield note("Only you can add the bot to a server: Public Bot is off.")


def _installation(application: discord.AppInfo) -> Iterator[Finding]:
    """What the install link of the application asks for, which people see as Add App on the bot's profile."""
    config = application.guild_integration_config
    params = application.install_params if config is None else config.oauth2_install_params
    where = "In the Developer Portal, under Installation,"
    if config is None and params is None:
        yield fault("The bot cannot be installed in a server by its profile.", f"{where} tick Guild Install.")
    elif params is None:
        yield note("The bot's profile has no install link of its own; the invite link below works all the same.")
    else:
        scopes = [each for each in SCOPES if each not in params.scopes]
        missing = lacking(params.permissions)
        more = [name for name, granted in params.permissions if granted and not getattr(INVITED_WITH, name)]
        if scopes:
            yield fault(
                f"The install link does not ask for {', '.join(scopes)}.",
                f"{where} add it to the scopes of Guild Install.",
            )
        if missing and "bot" in params.scopes:
            yield fault(
                f"The install link does not ask for these permissions: {_permission_names(missing)}.",
                f"{where} add them to the permissions of Guild Install.",
            )
        if more:
            yield note(
                f"The install link asks for more than Kiu needs: {', '.join(more)}.",
                f"{where} you can take them out of the permissions of Guild Install.",
            )
        if not scopes and not missing:
            yield good("The install link asks for all that Kiu needs.")


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
                f"In {each['name']} the bot's roles lack permissions: {_permission_names(lacks)}.",
                "Allow them in Server Settings, Roles, or open the invite link below once more.",
            )


def _registered(commands: Iterable[Mapping[str, Any]], sync_file: Path) -> Finding:
    wanted, there = {str(command_path(spec)) for spec in COMMANDS}, set(_slash_commands(commands))
    if wanted == there:
        return good(f"All {len(wanted)} slash commands are registered.")
    remedy = "Start Kiu: it registers them."
    if sync_file.exists():
        # It believes that they are registered, and would not do it again.
        remedy = f"Stop Kiu, delete {sync_file}, and start it again: it registers them."
    if wanted - there:
        few = _few(sorted(f"/{each}" for each in wanted - there))
        return fault(f"Slash commands are not registered: {few}.", remedy)
    few = _few(sorted(f"/{each}" for each in there - wanted))
    return fault(f"Slash commands are registered that this Kiu does not have: {few}.", remedy)


def _slash_commands(commands: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The paths of the registered slash commands, those in a group after its name."""
    for command in commands:
        if command.get("type", 1) != discord.AppCommandType.chat_input.value:
            continue
        within = [
            each["name"]
            for each in command.get("options", ())
            if each["type"] == discord.AppCommandOptionType.subcommand.value
        ]
        yield from (f"{command['name']} {each}" for each in within) if within else (command["name"],)


def _in_servers(names: Sequence[str]) -> str:
    return f"In {names[0]}" if len(names) == 1 else f"In {len(names)} servers ({_few(names)})"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _permission_names(permissions: Iterable[str]) -> str:
    """Permissions as Discord's settings call them."""
    translate = in_language(FALLBACK)
    return ", ".join(translate(wording_key(name)) for name in permissions)
