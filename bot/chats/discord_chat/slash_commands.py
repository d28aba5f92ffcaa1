"""Slash commands and entries in the menu of a person, built from the list of commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.chats.discord_chat.command_names import ADMIN_GROUPS, PART, command_line, command_path, with_discord_names
from bot.chats.discord_chat.ids import player_id
from bot.chats.discord_chat.interactions import InteractionHandler
from bot.chats.discord_chat.localization import localized, parameter_name, user_menu_name
from bot.chats.fitting import cut
from bot.commands import COMMANDS, CommandSpec, Kind, Parameter
from bot.ledger import MOST_CHIPS
from bot.presenting.presenters import TITLES
from bot.wording import in_language, languages

log = structlog.get_logger()

_INTEGER_LIMIT = 2**53 - 1

_CHOICE_LIMIT = 100

_CHIPS: Any = app_commands.Range[int, 1, MOST_CHIPS]
_TYPES: Mapping[Kind, Any] = {
    Kind.AMOUNT: _CHIPS,
    Kind.BET: _CHIPS,
    Kind.BUY_IN: _CHIPS,
    Kind.REBUY: _CHIPS,
    Kind.NUMBER: app_commands.Range[int, 1, _INTEGER_LIMIT],
    Kind.HAND: app_commands.Range[int, 1, _INTEGER_LIMIT],
    Kind.DAYS: app_commands.Range[int, 1, _INTEGER_LIMIT],
    Kind.MEMBER: discord.User,
    Kind.SEATED: discord.User,
}

_WITHOUT_AUTOCOMPLETE = (Kind.GAME, Kind.LANGUAGE, Kind.NUMBER, Kind.HAND, Kind.DAYS, Kind.AMOUNT, Kind.WORDS)

_Callback = Callable[..., Coroutine[Any, Any, None]]


class KiuCommandTree(app_commands.CommandTree[discord.Client]):
    def __init__(self, client: discord.Client, handler: InteractionHandler) -> None:
        super().__init__(client)
        self._handler = handler
        groups: dict[str, app_commands.Group] = {}
        in_private = {command_path(spec).group for spec in COMMANDS if spec.in_private}
        for spec in COMMANDS:
            group, name = command_path(spec)
            if not group:
                self.add_command(_command(spec, name, handler))
                continue
            if group not in groups:
                groups[group] = _group(group, in_private=group in in_private)
                self.add_command(groups[group])
            groups[group].add_command(_command(spec, name, handler))
        for spec in COMMANDS:
            if spec.user_menu:
                self.add_command(_user_menu(spec, handler))

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        log.error("slash command failed", action="whoever sent it is told", exc_info=getattr(error, "original", error))
        await self._handler.on_error(interaction)


def _group(name: str, *, in_private: bool) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=localized(lambda translate: translate(f"discord-group-{name}")),
        default_permissions=discord.Permissions(manage_guild=True) if name in ADMIN_GROUPS else None,
        allowed_contexts=_contexts(in_private=in_private),
        allowed_installs=_installs(),
        auto_locale_strings=False,
    )


def _command(spec: CommandSpec, name: str, handler: InteractionHandler) -> app_commands.Command[Any, ..., None]:
    ungrouped = not command_path(spec).group
    return app_commands.Command(
        name=name,
        description=localized(lambda translate: translate(spec.key)),
        callback=_callback(spec, handler),
        allowed_contexts=_contexts(in_private=spec.in_private, anywhere=spec.anywhere) if ungrouped else None,
        allowed_installs=_installs(anywhere=spec.anywhere) if ungrouped else None,
        auto_locale_strings=False,
    )


def _user_menu(spec: CommandSpec, handler: InteractionHandler) -> app_commands.ContextMenu:
    async def invoke(interaction: discord.Interaction[Any], user: discord.User) -> None:
        await handler.on_user_menu(interaction, spec, user)

    menu = app_commands.ContextMenu(
        name=localized(lambda translate: user_menu_name(spec, translate)),
        callback=invoke,
        type=discord.AppCommandType.user,
        allowed_contexts=_contexts(in_private=False),
        allowed_installs=app_commands.AppInstallationType(guild=True),
        auto_locale_strings=False,
    )
    menu.default_permissions = discord.Permissions(manage_guild=True) if spec.for_admins else None
    return menu


def _contexts(*, in_private: bool, anywhere: bool = False) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=in_private or None, private_channel=anywhere or None)


def _installs(*, anywhere: bool = False) -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=anywhere or None)


def _callback(spec: CommandSpec, handler: InteractionHandler) -> _Callback:
    parameters = (*spec.parameters, *([Parameter(PART, Kind.WORD, optional=True)] if spec.parts else []))

    async def invoke(interaction: discord.Interaction[Any], **given: Any) -> None:
        options = {parameter.name: given.get(_identifier(parameter)) for parameter in parameters}
        picked = [each for each in options.values() if isinstance(each, (discord.User, discord.Member))]
        words = {name: player_id(each) if each in picked else each for name, each in options.items()}
        await handler.on_command(interaction, command_line(spec, words), picked)

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction[discord.Client]
    )
    invoke.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *map(_signature_parameter, parameters)]
    )
    callback: _Callback = invoke
    named = {_identifier(each): each for each in parameters}
    callback = app_commands.rename(**{name: parameter_name(each) for name, each in named.items()})(callback)
    callback = app_commands.describe(**{name: _description(each) for name, each in named.items()})(callback)
    callback = app_commands.choices(**{name: found for name, each in named.items() if (found := _choices(spec, each))})(
        callback
    )
    completed = {
        name: _autocomplete(spec, each, handler)
        for name, each in named.items()
        if _has_autocomplete(each) and each.name != PART
    }
    return app_commands.autocomplete(**completed)(callback)


def _identifier(parameter: Parameter) -> str:
    return parameter.name.replace("-", "_")


def _signature_parameter(parameter: Parameter) -> inspect.Parameter:
    return inspect.Parameter(
        _identifier(parameter),
        inspect.Parameter.KEYWORD_ONLY,
        default=None if parameter.optional else inspect.Parameter.empty,
        annotation=_TYPES.get(parameter.kind, str),
    )


def _description(parameter: Parameter) -> app_commands.locale_str:
    return localized(lambda translate: str(translate(f"discord-parameter-{parameter.name}")))


def _choices(spec: CommandSpec, parameter: Parameter) -> list[app_commands.Choice[str]]:
    if parameter.kind is Kind.GAME:
        return [app_commands.Choice(name=title, value=game) for game, title in TITLES.items()]
    if parameter.kind is Kind.LANGUAGE:
        return [app_commands.Choice(name=in_language(each)("language-name"), value=each) for each in languages()]
    return [app_commands.Choice(name=each, value=each) for each in spec.parts] if parameter.name == PART else []


def _has_autocomplete(parameter: Parameter) -> bool:
    return parameter.kind not in _WITHOUT_AUTOCOMPLETE and not parameter.kind.is_player


def _autocomplete(spec: CommandSpec, parameter: Parameter, handler: InteractionHandler) -> Any:
    async def autocomplete(
        interaction: discord.Interaction[Any], typed: Any
    ) -> list[app_commands.Choice[str]] | list[app_commands.Choice[int]]:
        options = {
            name.replace("_", "-"): str(value) for name, value in interaction.namespace if value not in (None, "")
        }
        found = await handler.on_autocomplete(interaction, spec, parameter, str(typed), options)
        labels = [cut(with_discord_names(each.label), _CHOICE_LIMIT) for each in found]
        if parameter.kind.is_number:
            amounts = [int(each.value) for each in found]
            return [
                app_commands.Choice(name=label, value=amount) for label, amount in zip(labels, amounts, strict=True)
            ]
        words = [each.value for each in found]
        return [app_commands.Choice(name=label, value=word) for label, word in zip(labels, words, strict=True)]

    return autocomplete
