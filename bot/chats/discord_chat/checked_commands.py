"""Comparison of the slash commands registered with Discord with those of this Kiu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord

from bot.chats.discord_chat.command_names import command_path
from bot.chats.discord_chat.command_sync import is_entry_point
from bot.chats.findings import Finding, fault, few, good, note
from bot.commands import COMMANDS

FRESH = timedelta(hours=1)
"""The time for which people may still be offered old commands."""


def command_findings(registered: Sequence[Mapping[str, Any]], sync_file: Path, now: datetime) -> Iterator[Finding]:
    wanted, there = {str(command_path(spec)) for spec in COMMANDS}, set(_slash_commands(registered))
    remedy = "Start Kiu: it registers them."
    if sync_file.exists():
        # The digest says that they are registered, so nothing would register them again.
        remedy = f"Stop Kiu, delete {sync_file}, and start it again: it registers them."
    if wanted - there:
        names = few(sorted(f"/{each}" for each in wanted - there))
        yield fault(f"Slash commands are not registered: {names}.", remedy)
    elif there - wanted:
        names = few(sorted(f"/{each}" for each in there - wanted))
        yield fault(f"Slash commands are registered that this Kiu does not have: {names}.", remedy)
    else:
        yield good(f"All {len(wanted)} slash commands are registered.")
    if launching := [f"/{each['name']}" for each in registered if is_entry_point(each)]:
        yield good(f"Activities are switched on: their command {few(launching)} is kept beside Kiu's own.")
    if (newest := _newest(registered)) is not None:
        yield from _age(newest, now)


def _age(newest: datetime, now: datetime) -> Iterator[Finding]:
    since = now - newest
    at = f"{newest:%Y-%m-%d %H:%M} UTC"
    if since < FRESH:
        yield note(
            f"Commands were registered at {at}, {_spoken(since)} ago.",
            "Whoever does not see the newest of them yet restarts Discord.",
        )
    else:
        yield good(f"The newest of them was registered at {at}, {_spoken(since)} ago.")


def _newest(registered: Iterable[Mapping[str, Any]]) -> datetime | None:
    versions = [int(each["version"]) for each in registered if str(each.get("version", "")).isdecimal()]
    return discord.utils.snowflake_time(max(versions)).astimezone(UTC) if versions else None


def _spoken(span: timedelta) -> str:
    for size, unit in ((timedelta(days=1), "days"), (timedelta(hours=1), "hours")):
        if span >= 2 * size:
            return f"{span // size} {unit}"
    return f"{max(0, span // timedelta(minutes=1))} minutes"


def _slash_commands(commands: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for command in commands:
        if command.get("type", 1) != discord.AppCommandType.chat_input.value:
            continue
        within = [
            each["name"]
            for each in command.get("options", ())
            if each["type"] == discord.AppCommandOptionType.subcommand.value
        ]
        yield from (f"{command['name']} {each}" for each in within) if within else (command["name"],)
