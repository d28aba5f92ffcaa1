"""The tree of slash-commands, drawn from the list of commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.chats.discord_chat.spelling import ADMIN, line_of, path_of, spelled_here
from bot.chats.discord_chat.translator import in_words
from bot.chats.fitting import cut
from bot.commands import COMMANDS, CommandSpec, Kind, Parameter
from bot.ledger import MOST_CHIPS
from bot.presenting.presenters import TITLES
from bot.wording import in_language, languages

if TYPE_CHECKING:
    from bot.chats.discord_chat.client import KiuClient

_MOST_NUMBER = 2**53 - 1
"""Discord's largest whole number."""

_LABEL_MOST = 100

_CHIPS: Any = app_commands.Range[int, 1, MOST_CHIPS]
_TYPES: dict[Kind, Any] = {
    Kind.AMOUNT: _CHIPS,
    Kind.BET: _CHIPS,
    Kind.BUY_IN: _CHIPS,
    Kind.REBUY: _CHIPS,
    Kind.NUMBER: app_commands.Range[int, 1, _MOST_NUMBER],
    Kind.HAND: app_commands.Range[int, 1, _MOST_NUMBER],
}
"""How Discord asks for what is no text."""

_NOT_SUGGESTED = (Kind.GAME, Kind.LANGUAGE, Kind.NUMBER, Kind.HAND, Kind.AMOUNT, Kind.WORDS)

_Callback = Callable[..., Coroutine[Any, Any, None]]


def grow(tree: app_commands.CommandTree[KiuClient]) -> None:
    """Put every command there is on the tree."""
    groups: dict[str, app_commands.Group] = {}
    in_private = {path_of(spec).group for spec in COMMANDS if spec.in_private}
    for spec in COMMANDS:
        group, name = path_of(spec)
        if not group:
            tree.add_command(_command(spec, name))
            continue
        if group not in groups:
            groups[group] = _group(group, in_private=group in in_private)
            tree.add_command(groups[group])
        groups[group].add_command(_command(spec, name))


def _group(name: str, *, in_private: bool) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=in_words(lambda translate: translate(f"discord-group-{name}")),
        default_permissions=discord.Permissions(manage_guild=True) if name == ADMIN else None,
        allowed_contexts=_contexts(in_private=in_private),
        allowed_installs=app_commands.AppInstallationType(guild=True),
        auto_locale_strings=False,
    )


def _command(spec: CommandSpec, name: str) -> app_commands.Command[Any, ..., None]:
    top = not path_of(spec).group
    return app_commands.Command(
        name=name,
        description=in_words(lambda translate: translate(spec.key)),
        callback=_callback(spec),
        allowed_contexts=_contexts(in_private=spec.in_private) if top else None,
        allowed_installs=app_commands.AppInstallationType(guild=True) if top else None,
        auto_locale_strings=False,
    )


def _contexts(*, in_private: bool) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=in_private or None)


def _callback(spec: CommandSpec) -> _Callback:
    """What is called when the command is used; the library reads its parameters off its signature."""

    async def used(interaction: discord.Interaction[KiuClient], **given: Any) -> None:
        named = {parameter.name: given.get(_identifier(parameter)) for parameter in spec.parameters}
        await interaction.client.clerk.used(interaction, line_of(spec, named))

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction[discord.Client]
    )
    used.__signature__ = inspect.Signature([first, *map(_signed, spec.parameters)])  # type: ignore[attr-defined]
    callback: _Callback = used
    named = {_identifier(each): each for each in spec.parameters}
    callback = app_commands.rename(**{name: each.name for name, each in named.items()})(callback)
    callback = app_commands.describe(**{name: in_words(_described(each)) for name, each in named.items()})(callback)
    callback = app_commands.choices(**{name: found for name, each in named.items() if (found := _choices(each))})(
        callback
    )
    suggested = {name: _autocomplete(spec, each) for name, each in named.items() if _is_suggested(each)}
    return app_commands.autocomplete(**suggested)(callback)


def _identifier(parameter: Parameter) -> str:
    return parameter.name.replace("-", "_")


def _signed(parameter: Parameter) -> inspect.Parameter:
    return inspect.Parameter(
        _identifier(parameter),
        inspect.Parameter.KEYWORD_ONLY,
        default=None if parameter.optional else inspect.Parameter.empty,
        annotation=_TYPES.get(parameter.kind, str),
    )


def _described(parameter: Parameter) -> Callable[[Any], str]:
    return lambda translate: str(translate(f"discord-parameter-{parameter.name}"))


def _choices(parameter: Parameter) -> list[app_commands.Choice[str]]:
    """What can be chosen, where that is the same for everybody at all times."""
    if parameter.kind is Kind.GAME:
        return [app_commands.Choice(name=title, value=game) for game, title in TITLES.items()]
    if parameter.kind is Kind.LANGUAGE:
        return [app_commands.Choice(name=in_language(each)("language-name"), value=each) for each in languages()]
    return []


def _is_suggested(parameter: Parameter) -> bool:
    """Whether Kiu can say what fits while it is typed: neither reasons in somebody's own words nor numbers of hands."""
    return parameter.kind not in _NOT_SUGGESTED


def _autocomplete(spec: CommandSpec, parameter: Parameter) -> Any:
    async def suggested(
        interaction: discord.Interaction[KiuClient], typed: Any
    ) -> list[app_commands.Choice[str]] | list[app_commands.Choice[int]]:
        given = {name.replace("_", "-"): str(value) for name, value in interaction.namespace if value not in (None, "")}
        found = await interaction.client.clerk.suggested(interaction, spec, parameter, str(typed), given)
        labels = [cut(spelled_here(each.label), _LABEL_MOST) for each in found]
        if parameter.kind.is_number:
            amounts = [int(each.value) for each in found]
            return [
                app_commands.Choice(name=label, value=amount) for label, amount in zip(labels, amounts, strict=True)
            ]
        words = [each.value for each in found]
        return [app_commands.Choice(name=label, value=word) for label, word in zip(labels, words, strict=True)]

    return suggested
