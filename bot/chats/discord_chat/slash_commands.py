"""Slash commands and entries in the menu of a person, built from the list of commands and registered when changed."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import discord
import structlog
from discord import Locale, app_commands

from bot.chats.discord_chat.interactions import InteractionHandler
from bot.chats.discord_chat.notation import player_id
from bot.chats.discord_chat.slash_names import (
    ADMIN_GROUPS,
    ENTRY_POINT,
    PART,
    command_line,
    user_menu_name,
    with_discord_names,
)
from bot.chats.fitting import cut
from bot.commands import COMMANDS, CommandSpec, Kind, Parameter
from bot.ledger import MOST_CHIPS
from bot.presenting.presenters import TITLES
from bot.wording import FALLBACK, Translator, in_language, language_of, languages

log = structlog.get_logger()

_INTEGER_LIMIT = 2**53 - 1

_TEXT_LIMIT = 100
"""The characters of a description, or of a choice."""

_CHIPS: Any = app_commands.Range[int, 1, MOST_CHIPS]
_NUMBER: Any = app_commands.Range[int, 1, _INTEGER_LIMIT]
_TYPES: Mapping[Kind, Any] = {
    **dict.fromkeys((Kind.AMOUNT, Kind.BET, Kind.BUY_IN, Kind.REBUY), _CHIPS),
    **dict.fromkeys((Kind.NUMBER, Kind.HAND, Kind.DAYS), _NUMBER),
    **dict.fromkeys((Kind.MEMBER, Kind.SEATED), discord.User),
}

_WITHOUT_AUTOCOMPLETE = (Kind.GAME, Kind.LANGUAGE, Kind.NUMBER, Kind.HAND, Kind.DAYS, Kind.AMOUNT, Kind.WORDS)

_ENTRY_POINT_FIELDS = (
    "id",
    "name",
    "name_localizations",
    "description",
    "type",
    "handler",
    "integration_types",
    "contexts",
)

_ADMINS = discord.Permissions(manage_guild=True)

Text = Callable[[Translator], str]


class CommandTranslator(app_commands.Translator):
    """Translator into every locale of Discord that the wording covers.

    The default language has entries too, or English (UK) would show those of another English.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return ``None`` for a locale without wording."""
        text: Text | None = string.extras.get("text")
        language = language_of(locale.value)
        return None if text is None or language is None else _described(text, language)


class KiuCommandTree(app_commands.CommandTree[discord.Client]):
    def __init__(self, client: discord.Client, handler: InteractionHandler) -> None:
        super().__init__(client)
        self._handler = handler
        groups: dict[str, app_commands.Group] = {}
        in_private = {spec.discord.rpartition(" ")[0] for spec in COMMANDS if spec.in_private}
        for spec in COMMANDS:
            name, _, _ = spec.discord.rpartition(" ")
            if name and name not in groups:
                groups[name] = _group(name, in_private=name in in_private)
                self.add_command(groups[name])
            (groups[name] if name else self).add_command(_command(spec, handler))
            if spec.user_menu:
                self.add_command(_user_menu(spec, handler))

    async def register(self, sync_file: Path | None) -> bool:
        """Register changed commands and return ``True`` if there were any.

        Discord refuses all of them if the command for Activities is missing.
        """
        application = self.client.application_id
        assert application is not None
        payload = await self.payload()
        digest = digest_of(application, payload)
        if _read(sync_file) == digest:
            return False
        for command in await self.client.http.get_global_commands(application):
            if command["type"] == ENTRY_POINT:
                fields: Mapping[str, Any] = {**command}
                payload.append({name: fields[name] for name in _ENTRY_POINT_FIELDS if fields.get(name) is not None})
        await self.client.http.bulk_upsert_global_commands(application, payload)
        write_digest(sync_file, digest)
        return True

    async def payload(self) -> list[dict[str, Any]]:
        """Return all commands as Discord takes them."""
        translator = CommandTranslator()
        return [await command.get_translated_payload(self, translator) for command in self.get_commands()]

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        log.error("slash command failed", action="its sender is told", exc_info=getattr(error, "original", error))
        await self._handler.on_error(interaction)


def digest_of(application: int, payload: list[dict[str, Any]]) -> str:
    """Return a digest that changes with the application or its commands."""
    return hashlib.sha256(json.dumps([application, payload], sort_keys=True).encode()).hexdigest()


def _read(sync_file: Path | None) -> str:
    return sync_file.read_text("ascii", "replace") if sync_file is not None and sync_file.exists() else ""


def write_digest(sync_file: Path | None, digest: str) -> None:
    if sync_file is not None:
        sync_file.parent.mkdir(parents=True, exist_ok=True)
        sync_file.write_text(digest, encoding="ascii")


def _localized(text: Text) -> app_commands.locale_str:
    return app_commands.locale_str(_described(text, FALLBACK), text=text)


def _described(text: Text, language: str) -> str:
    return cut(with_discord_names(text(in_language(language))), _TEXT_LIMIT)


def _group(name: str, *, in_private: bool) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=_localized(lambda translate: translate(f"discord-group-{name}")),
        default_permissions=_ADMINS if name in ADMIN_GROUPS else None,
        allowed_contexts=_contexts(in_private=in_private),
        allowed_installs=_installs(),
        auto_locale_strings=False,
    )


def _command(spec: CommandSpec, handler: InteractionHandler) -> app_commands.Command[Any, ..., None]:
    group, _, name = spec.discord.rpartition(" ")
    return app_commands.Command(
        name=name,
        description=_localized(lambda translate: translate(spec.key)),
        callback=_callback(spec, handler),
        allowed_contexts=None if group else _contexts(in_private=spec.in_private, anywhere=spec.anywhere),
        allowed_installs=None if group else _installs(anywhere=spec.anywhere),
        auto_locale_strings=False,
    )


def _user_menu(spec: CommandSpec, handler: InteractionHandler) -> app_commands.ContextMenu:
    async def invoke(interaction: discord.Interaction[Any], user: discord.User) -> None:
        await handler.on_user_menu(interaction, spec, user)

    menu = app_commands.ContextMenu(
        name=_localized(lambda translate: user_menu_name(spec, translate)),
        callback=invoke,
        type=discord.AppCommandType.user,
        allowed_contexts=_contexts(in_private=False),
        allowed_installs=_installs(),
        auto_locale_strings=False,
    )
    menu.default_permissions = _ADMINS if spec.for_admins else None
    return menu


def _contexts(*, in_private: bool, anywhere: bool = False) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=in_private or None, private_channel=anywhere or None)


def _installs(*, anywhere: bool = False) -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=anywhere or None)


def _callback(spec: CommandSpec, handler: InteractionHandler) -> Callable[..., Coroutine[Any, Any, None]]:
    parameters = (*spec.parameters, *([Parameter(PART, Kind.WORD, optional=True)] if spec.parts else []))
    named = {parameter.name.replace("-", "_"): parameter for parameter in parameters}

    async def invoke(interaction: discord.Interaction[Any], **given: Any) -> None:
        picked = [each for each in given.values() if isinstance(each, (discord.User, discord.Member))]
        words = {
            parameter.name: player_id(value) if (value := given.get(name)) in picked else value
            for name, parameter in named.items()
        }
        await handler.on_command(interaction, command_line(spec, words), picked)

    invoke.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            *(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=None if each.optional else inspect.Parameter.empty,
                    annotation=_TYPES.get(each.kind, str),
                )
                for name, each in named.items()
            ),
        ]
    )
    for decorate in (
        app_commands.rename(**{name: _parameter_name(each) for name, each in named.items()}),
        app_commands.describe(**{name: _parameter_description(each) for name, each in named.items()}),
        app_commands.choices(**{name: found for name, each in named.items() if (found := _choices(spec, each))}),
        app_commands.autocomplete(
            **{name: _autocomplete(spec, each, handler) for name, each in named.items() if _has_autocomplete(each)}
        ),
    ):
        decorate(invoke)
    return invoke


def _parameter_name(parameter: Parameter) -> app_commands.locale_str:
    return app_commands.locale_str(parameter.name, text=lambda translate: str(translate(f"parameter-{parameter.name}")))


def _parameter_description(parameter: Parameter) -> app_commands.locale_str:
    return _localized(lambda translate: str(translate(f"discord-parameter-{parameter.name}")))


def _choices(spec: CommandSpec, parameter: Parameter) -> list[app_commands.Choice[str]]:
    if parameter.kind is Kind.GAME:
        return [app_commands.Choice(name=title, value=game) for game, title in TITLES.items()]
    if parameter.kind is Kind.LANGUAGE:
        return [app_commands.Choice(name=in_language(each)("language-name"), value=each) for each in languages()]
    return [app_commands.Choice(name=each, value=each) for each in spec.parts] if parameter.name == PART else []


def _has_autocomplete(parameter: Parameter) -> bool:
    return parameter.kind not in _WITHOUT_AUTOCOMPLETE and not parameter.kind.is_player and parameter.name != PART


def _autocomplete(spec: CommandSpec, parameter: Parameter, handler: InteractionHandler) -> Any:
    async def autocomplete(interaction: discord.Interaction[Any], typed: Any) -> list[app_commands.Choice[Any]]:
        options = {
            name.replace("_", "-"): str(value) for name, value in interaction.namespace if value not in (None, "")
        }
        found = await handler.on_autocomplete(interaction, spec, parameter, str(typed), options)
        typed_as = int if parameter.kind.is_number else str
        return [
            app_commands.Choice(name=cut(with_discord_names(each.label), _TEXT_LIMIT), value=typed_as(each.value))
            for each in found
        ]

    return autocomplete
