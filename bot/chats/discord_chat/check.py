"""Findings about the application, from the REST API alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import discord

from bot.chats.clock_difference import ClockDifference
from bot.chats.discord_chat.checked_commands import command_findings
from bot.chats.discord_chat.checked_servers import permission_names, server_findings
from bot.chats.discord_chat.connection import override_urls, token_refused
from bot.chats.discord_chat.http_trace import dates_trace
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.permissions import INVITED_WITH, lacking
from bot.chats.errors import NotReached
from bot.chats.findings import Finding, fault, good, note
from bot.chats.known_places import KnownPlaces

SCOPES = ("bot", "applications.commands")

FEW_SESSIONS = 0.2
"""A smaller part of a day's sessions hints at constant reconnections."""

_PRIVILEGED_INTENTS = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}


async def check(
    token: str, *, api_url: str, sync_file: Path, known: KnownPlaces, now: Callable[[], datetime]
) -> list[Finding]:
    """Ask Discord about the application; raise ``TokenRefused`` or ``NotReached`` if that fails."""
    override_urls(api_url, "")
    clocks = ClockDifference(now)
    try:
        async with _logged_in(token, clocks) as (client, bot):
            application = await client.application_info()
            _, _, sessions = await client.http.get_bot_gateway()
            servers = await server_findings(client, int(bot["id"]), known)
            commands: Sequence[Mapping[str, Any]] = await client.http.get_global_commands(application.id)
    except discord.LoginFailure as error:
        raise token_refused(error) from None
    except (discord.HTTPException, discord.GatewayNotFound, *NETWORK_ERRORS) as error:
        raise NotReached(type(error).__name__) from None
    clock = clocks.finding("Discord")
    return [
        _who(application, bot),
        *([clock] if clock else []),
        _sessions(sessions),
        _endpoint(application),
        *_intents(application),
        *_installation(application),
        *servers,
        *command_findings(commands, sync_file, now()),
        good(f"Invite it to a server: {discord.utils.oauth_url(application.id, permissions=INVITED_WITH)}"),
    ]


@asynccontextmanager
async def _logged_in(token: str, clocks: ClockDifference) -> AsyncIterator[tuple[discord.Client, Mapping[str, Any]]]:
    async with discord.Client(intents=discord.Intents(guilds=True), http_trace=dates_trace(clocks)) as client:
        yield client, await client.http.static_login(token.strip())


def _who(application: discord.AppInfo, bot: Mapping[str, Any]) -> Finding:
    shown = bot.get("global_name") or bot["username"]
    name = "" if shown == application.name else f"; in servers it is called {shown}"
    return good(f"This is the application {application.name}, {application.id}{name}.")


def _sessions(limit: Mapping[str, Any]) -> Finding:
    left, total = limit["remaining"], limit["total"]
    if left >= FEW_SESSIONS * total:
        return good(f"{left} of {total} connections a day are left.")
    again = timedelta(seconds=limit["reset_after"] // 1000)
    return fault(
        f"Something connects again and again: {left} of {total} connections are left for the next {again} hours.",
        "Look into the log for lost connections. If another program has the token, reset it in the Developer Portal, "
        "under Bot, and set the new one as DISCORD_TOKEN.",
    )


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
                f"The install link does not ask for these permissions: {permission_names(missing)}.",
                f"{where} add them to the permissions of Guild Install.",
            )
        if more:
            yield note(
                f"The install link asks for more than Kiu needs: {', '.join(more)}.",
                f"{where} you can take them out of the permissions of Guild Install.",
            )
        if not scopes and not missing:
            yield good("The install link asks for all that Kiu needs.")
