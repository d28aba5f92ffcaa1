"""Slash commands and entries in the menu of a person."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import discord
from discord import AppCommandOptionType, AppCommandType, Locale, app_commands

from bot.chats.discord_chat.notation import player_id, with_discord_names
from bot.chats.fitting import cut
from bot.commands import COMMANDS, CommandSpec, Kind, Parameter
from bot.ledger import MOST_CHIPS
from bot.presenting.presenters import TITLES
from bot.wording import FALLBACK, has, in_language, language_of, languages

PART = Parameter("part", Kind.WORD, optional=True)
"""The option for one of the words that may follow the name of a command."""

ADMIN_GROUPS = ("admin", "mod")
"""Groups of admin commands; Discord hides only whole groups and limits each to 25."""

ENTRY_POINT = 4
"""The type of the command that Discord makes for Activities; it must stay."""

LAUNCHED_BY_DISCORD = 2

TEXT_LIMIT = 100
"""The characters of a description, or of a choice."""

_CHAT_INPUT, _USER_MENU = AppCommandType.chat_input.value, AppCommandType.user.value
_SUBCOMMAND = AppCommandOptionType.subcommand.value
_STRING, _INTEGER, _USER = (getattr(AppCommandOptionType, each).value for each in ("string", "integer", "user"))

_COMPLETED = (Kind.CHIPS, Kind.PRESET, Kind.CHOICE, Kind.ADVANCE, Kind.DURATION)

_ENTRY_POINT_FIELDS = ("id", "name", "description", "type", "handler", "integration_types", "contexts")

Json = dict[str, Any]


# --- as Discord is told of them --------------------------------------------------------------------------------


@cache
def payload() -> Sequence[Json]:
    commands: dict[str, Json] = {}
    for spec in COMMANDS:
        group, _, name = spec.discord.rpartition(" ")
        options = [_option(spec, each) for each in _parameters(spec)]
        command = {"type": _CHAT_INPUT, "name": name, **_localized("description", spec.key), "options": options}
        if group:
            commands.setdefault(group, _group(group))["options"].append({**command, "type": _SUBCOMMAND})
        else:
            commands[name] = {**command, **_where(for_admins=False, in_private=spec.in_private, anywhere=spec.anywhere)}
    menu = [
        {"type": _USER_MENU, **_localized("name", menu_key(spec)), **_where(for_admins=spec.for_admins)}
        for spec in COMMANDS
        if spec.user_menu
    ]
    return (*commands.values(), *menu)


def entry_point() -> Json:
    """Return the command that opens the table page."""
    described = _localized("description", "open-table-page")
    handled = {"handler": LAUNCHED_BY_DISCORD, "contexts": [0], "integration_types": [0]}
    return {"type": ENTRY_POINT, "name": "launch", **described, **handled}


async def register(client: discord.Client, sync_file: Path | None, *, has_page: bool = False) -> bool:
    """Register changed commands; return ``True`` if there were any. Discord refuses all without the command for
    Activities, so one that is there stays as it is.
    """
    application = client.application_id
    assert application is not None
    digest = digest_of(application, [*payload(), *([entry_point()] if has_page else [])])
    if _digest_in(sync_file) == digest:
        return False
    there: Sequence[Mapping[str, Any]] = await client.http.get_global_commands(application)
    kept = [
        {name: each[name] for name in _ENTRY_POINT_FIELDS if each.get(name) is not None}
        for each in there
        if each["type"] == ENTRY_POINT
    ]
    new = [entry_point()] if has_page and not kept else []
    try:
        await client.http.bulk_upsert_global_commands(application, [*payload(), *kept, *new])
    except discord.HTTPException as error:
        if not new or isinstance(error, discord.DiscordServerError):
            raise
        # Activities may not be switched on, and the other commands are worth more; the next start tries again.
        await client.http.bulk_upsert_global_commands(application, [*payload(), *kept])
        digest = ""
    write_digest(sync_file, digest)
    return True


def digest_of(application: int, commands: Sequence[Json]) -> str:
    return hashlib.sha256(json.dumps([application, commands], sort_keys=True).encode()).hexdigest()


def _digest_in(sync_file: Path | None) -> str:
    return sync_file.read_text("ascii", "replace") if sync_file is not None and sync_file.exists() else ""


def write_digest(sync_file: Path | None, digest: str) -> None:
    if sync_file is not None:
        sync_file.parent.mkdir(parents=True, exist_ok=True)
        sync_file.write_text(digest, encoding="ascii")


def menu_key(spec: CommandSpec) -> str:
    """Return the wording's key of an entry in the menu of a person."""
    return f"discord-menu-{spec.name.replace(' ', '-')}"


def _group(name: str) -> Json:
    in_private = any(spec.in_private for spec in COMMANDS if spec.discord.startswith(f"{name} "))
    return {
        "type": _CHAT_INPUT,
        "name": name,
        **_localized("description", f"discord-group-{name}"),
        "options": [],
        **_where(for_admins=name in ADMIN_GROUPS, in_private=in_private),
    }


def _where(*, for_admins: bool, in_private: bool = False, anywhere: bool = False) -> Json:
    """Return where it is offered: in servers, in direct messages, and where Kiu is not."""
    return {
        "default_member_permissions": discord.Permissions(manage_guild=True).value if for_admins else None,
        "contexts": [0, *([1] if in_private else []), *([2] if anywhere else [])],
        "integration_types": [0, 1] if anywhere else [0],
    }


def _parameters(spec: CommandSpec) -> tuple[Parameter, ...]:
    return (*spec.parameters, PART) if spec.parts else spec.parameters


def description_key(parameter: str) -> str:
    """Return the key of a parameter's description, or of its name where that says it all."""
    key = f"discord-parameter-{parameter}"
    return key if has(key) else f"parameter-{parameter}"


def _option(spec: CommandSpec, parameter: Parameter) -> Json:
    kind, choices = parameter.kind, _choices(spec, parameter)
    option: Json = {
        "type": _USER if kind is Kind.PERSON else _INTEGER if kind.is_number else _STRING,
        **_localized("name", f"parameter-{parameter.name}"),
        "name": parameter.name,
        **_localized("description", description_key(parameter.name)),
        "required": not parameter.optional,
    }
    if kind.is_number:
        option |= {"min_value": 1, **({"max_value": MOST_CHIPS} if kind.is_amount else {})}
    if choices:
        return option | {"choices": [{"name": name, "value": value} for name, value in choices.items()]}
    return option | {"autocomplete": True} if kind in _COMPLETED or parameter.suggest is not None else option


def _choices(spec: CommandSpec, parameter: Parameter) -> dict[str, str]:
    if parameter.kind is Kind.GAME:
        return {title: game for game, title in TITLES.items()}
    if parameter.kind is Kind.LANGUAGE:
        return {in_language(each)("language-name"): each for each in languages()}
    return {each: each for each in spec.parts} if parameter is PART else {}


def _localized(field: str, key: str) -> Json:
    """Return a text in the default language, and in each locale of Discord that the wording covers.

    The default language has entries too, or English (UK) would show those of another English.
    """
    locales = {each.value: language for each in Locale if (language := language_of(each.value))}
    return {
        field: _text(key, FALLBACK),
        f"{field}_localizations": {locale: _text(key, language) for locale, language in locales.items()},
    }


def _text(key: str, language: str) -> str:
    return cut(with_discord_names(in_language(language)(key)), TEXT_LIMIT)


# --- as people use them ----------------------------------------------------------------------------------------


class Use(NamedTuple):
    """A command as it is used, or typed until now."""

    spec: CommandSpec
    options: Mapping[str, Any]
    focused: str = ""
    """The option that is being typed."""

    @property
    def picked(self) -> list[discord.User | discord.Member]:
        return [each for each in self.options.values() if isinstance(each, (discord.User, discord.Member))]

    @property
    def line(self) -> str:
        words = {name: player_id(each) if each in self.picked else each for name, each in self.options.items()}
        return command_line(self.spec, words)

    @property
    def missing(self) -> list[Parameter]:
        """The required parameters that the menu of a person does not ask for."""
        return [each for each in self.spec.parameters if not each.optional and each.name not in self.options]


def use_of(interaction: discord.Interaction[Any]) -> Use:
    """Raise ``KeyError`` for one that another version registered."""
    data: Json = {**(interaction.data or {})}
    path, options = data["name"], data.get("options", [])
    if options and options[0]["type"] == _SUBCOMMAND:
        path, options = f"{path} {options[0]['name']}", options[0].get("options", [])
    spec = _specs()[data["type"], path]
    if "target_id" in data:
        options = [{"type": _USER, "name": spec.parameters[0].name, "value": data["target_id"]}]
    focused = next((each["name"] for each in options if each.get("focused")), "")
    given = app_commands.Namespace(interaction, data.get("resolved", {}), options)
    return Use(spec, dict(iter(given)), focused)


@cache
def _specs() -> Mapping[tuple[int, str], CommandSpec]:
    menu = {(_USER_MENU, _text(menu_key(spec), FALLBACK)): spec for spec in COMMANDS if spec.user_menu}
    return {(_CHAT_INPUT, spec.discord): spec for spec in COMMANDS} | menu


def command_line(spec: CommandSpec, options: Mapping[str, str | int | None]) -> str:
    """Return the line for the dispatcher."""
    part = [str(options[PART.name])] if spec.parts and options.get(PART.name) else []
    words = [_word(each, str(options[each.name])) for each in spec.parameters if options.get(each.name) is not None]
    return " ".join([spec.name, *part, *words])


def _word(parameter: Parameter, value: str) -> str:
    text = value.strip()
    if parameter.name == "command":
        known = _specs().get((_CHAT_INPUT, text.removeprefix("/").lower()))
        return text if known is None else known.name
    return text
