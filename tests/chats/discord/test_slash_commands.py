"""The slash commands: built from the list of commands, within every limit, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale

from bot.chats.discord_chat import slash_commands
from bot.commands import COMMANDS, Kind, Who
from bot.wording import in_language, language_of, languages
from tests.removed_features import needs

NAME = re.compile(r"[-_\w]{1,32}")
MANAGE_GUILD = str(1 << 5)
CHAT_INPUT, USER_MENU = 1, 2
USER_OPTION = 6

Payload = dict[str, Any]


@pytest.fixture
def payloads() -> list[Payload]:
    """The payloads with which the commands are registered."""
    return [*slash_commands.payload()]


def parts(payloads: list[Payload]) -> Iterator[Payload]:
    """Every command, group, option and choice."""
    for each in payloads:
        yield each
        yield from parts([*each.get("options", []), *each.get("choices", [])])


def leaves(payloads: list[Payload]) -> Iterator[tuple[str, Payload]]:
    """Every command that can be typed, by its path."""
    for payload in payloads:
        if payload["type"] != CHAT_INPUT:
            continue
        below = [each for each in payload["options"] if each["type"] == 1]
        if below:
            yield from ((f"{payload['name']} {each['name']}", each) for each in below)
        else:
            yield payload["name"], payload


# --- the limits ------------------------------------------------------------------------------------------------


def test_names_and_descriptions_are_valid(payloads: list[Payload]) -> None:
    named = [part for part in parts(payloads) if "description" in part]

    assert [
        part["name"] for part in named if not NAME.fullmatch(part["name"]) or part["name"].lower() != part["name"]
    ] == []
    assert [part["name"] for part in named if not 1 <= len(part["description"]) <= 100] == []


def test_everything_is_within_the_limits(payloads: list[Payload]) -> None:
    assert len([payload for payload in payloads if payload["type"] == CHAT_INPUT]) <= 100
    assert len([payload for payload in payloads if payload["type"] == USER_MENU]) <= 15
    for part in parts(payloads):
        assert len(part.get("options", [])) <= 25
        assert len(part.get("choices", [])) <= 25
    for payload in payloads:
        assert all(size(payload, locale.value) <= 8_000 for locale in Locale)


def size(payload: Payload, locale: str) -> int:
    """How many characters Discord counts of a command: of each text, the longer of the default and the localized."""
    own = len(payload["name"]) + len(str(payload.get("value", "")))
    described = max(
        len(payload.get("description", "")), len((payload.get("description_localizations") or {}).get(locale, ""))
    )
    return (
        own + described + sum(size(each, locale) for each in (*payload.get("options", []), *payload.get("choices", [])))
    )


def test_required_options_come_first(payloads: list[Payload]) -> None:
    for _, payload in leaves(payloads):
        needed = [each["required"] for each in payload["options"]]
        assert needed == sorted(needed, reverse=True)


# --- the commands ----------------------------------------------------------------------------------------------


def test_every_command_is_there_once(payloads: list[Payload]) -> None:
    assert sorted(name for name, _ in leaves(payloads)) == sorted(spec.discord for spec in COMMANDS)
    assert len({spec.discord for spec in COMMANDS}) == len(COMMANDS)


def test_admin_commands_are_hidden_from_others(payloads: list[Payload]) -> None:
    for payload in payloads:
        menus = [in_language("en")(key) for key in ("discord-menu-bank-grant", "discord-menu-bans")]
        for_admins = payload["name"] in ("admin", "mod", *menus)
        assert str(payload["default_member_permissions"]) == (MANAGE_GUILD if for_admins else "None")
    assert {spec.discord.partition(" ")[0] for spec in COMMANDS if spec.who is Who.ADMIN} == {"admin", "mod"}
    assert {spec.who for spec in COMMANDS if spec.discord.partition(" ")[0] in ("admin", "mod")} == {Who.ADMIN}


def test_some_commands_are_offered_in_direct_messages(payloads: list[Payload]) -> None:
    private = {payload["name"] for payload in payloads if 1 in payload["contexts"]}

    personal = {"help", "rules", "language", "hand", "hint", "fairness", "practice"}
    elsewhere = {
        *("money", "proof", "table", "play", "house", "shuffle", "find-table", "settings", "privacy"),
        *("notify", "limit", "forget", "history", "link"),
    }
    assert private == personal | elsewhere
    assert all(0 in payload["contexts"] for payload in payloads)
    for payload in payloads:
        anywhere = payload["name"] in personal
        assert payload["integration_types"] == ([0, 1] if anywhere else [0]), payload["name"]
        assert (2 in payload["contexts"]) == anywhere, payload["name"]


def test_options_have_choices_autocomplete_and_bounds(payloads: list[Payload]) -> None:
    by_name = dict(leaves(payloads))
    (game, preset, buy_in) = by_name["table open"]["options"]
    (language,) = by_name["language"]["options"]
    (reason,) = [each for each in by_name["admin bank-grant"]["options"] if each["name"] == "reason"]

    assert {"name": "QiuQiu", "value": "qiuqiu"} in [
        {k: each[k] for k in ("name", "value")} for each in game["choices"]
    ]
    assert preset["autocomplete"]
    assert (buy_in["min_value"], buy_in["max_value"], buy_in["type"]) == (1, 10**12, 4)
    assert [each["value"] for each in language["choices"]] == list(languages())
    assert not reason.get("autocomplete")


def test_people_are_picked_by_discord_s_own_options(payloads: list[Payload]) -> None:
    by_name = dict(leaves(payloads))
    for spec in COMMANDS:
        options = {each["name"]: each for each in by_name[spec.discord]["options"]}
        for parameter in spec.parameters:
            picked = options[parameter.name]["type"] == USER_OPTION
            assert picked is (parameter.kind is Kind.PERSON), (spec.name, parameter.name)
            assert not (picked and options[parameter.name].get("autocomplete"))


def test_the_menu_of_a_person_has_names_in_every_language(payloads: list[Payload]) -> None:
    needs("bank", "bans", "removing")
    entries = [payload for payload in payloads if payload["type"] == USER_MENU]

    assert [entry["name"] for entry in entries] == ["Remove from table", "Ban from tables", "Give chips"]
    for entry in entries:
        assert entry["contexts"] == [0]
        names = {entry["name"], *entry["name_localizations"].values()}
        assert all(1 <= len(name) <= 32 for name in names)
        assert len(names) == len(languages())


# --- the languages ---------------------------------------------------------------------------------------------


def test_every_description_is_in_every_language(payloads: list[Payload]) -> None:
    wanted = {locale.value for locale in Locale if language_of(locale.value)}

    assert {"en-US", "en-GB", "id"} <= wanted
    for part in parts(payloads):
        if "description" in part:
            assert set(part["description_localizations"]) == wanted, part["name"]
            assert all(1 <= len(text) <= 100 for text in part["description_localizations"].values())
