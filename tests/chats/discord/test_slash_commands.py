"""The menus of Discord: drawn from the list of commands, within every limit, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import Locale

from bot.chats.discord_chat.client import KiuClient
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.spelling import Path as CommandPath
from bot.chats.discord_chat.spelling import line_of, path_of, spelled_here
from bot.chats.discord_chat.synchronising import payload, synchronise
from bot.chats.discord_chat.translator import CommandTranslator, language_of
from bot.commands import BY_NAME, COMMANDS, CommandSpec, Kind, Who, parse
from bot.presenting import answers
from bot.wording import in_language, languages
from tests.command_samples import SAMPLES

NAME = re.compile(r"[-_\w]{1,32}")
MANAGE_GUILD = str(1 << 5)

Menu = dict[str, Any]


@pytest.fixture
async def client() -> KiuClient:
    """A client that is not connected to anything."""
    nobody: Any = None
    made = KiuClient(nobody, nobody, Pace(), None, "")
    await made.tree.set_translator(CommandTranslator())
    return made


@pytest.fixture
async def menus(client: KiuClient) -> list[Menu]:
    """What Discord is told."""
    found: list[Menu] = await payload(client.tree)
    return found


def parts(menus: list[Menu]) -> Iterator[Menu]:
    """Every command, group, parameter and choice."""
    for menu in menus:
        yield menu
        yield from parts([*menu.get("options", []), *menu.get("choices", [])])


def leaves(menus: list[Menu]) -> Iterator[tuple[str, Menu]]:
    """Every command that can be used, by what is typed for it."""
    for menu in menus:
        below = [each for each in menu["options"] if each["type"] == 1]
        if below:
            yield from ((f"{menu['name']} {each['name']}", each) for each in below)
        else:
            yield menu["name"], menu


# --- the limits ------------------------------------------------------------------------------------------------


def test_names_are_as_discord_wants_them(menus: list[Menu]) -> None:
    named = [part for part in parts(menus) if "description" in part]

    assert [
        part["name"] for part in named if not NAME.fullmatch(part["name"]) or part["name"].lower() != part["name"]
    ] == []
    assert [part["name"] for part in named if not 1 <= len(part["description"]) <= 100] == []


def test_there_are_no_more_of_anything_than_discord_takes(menus: list[Menu]) -> None:
    assert len(menus) <= 100
    for part in parts(menus):
        assert len(part.get("options", [])) <= 25
        assert len(part.get("choices", [])) <= 25
    for menu in menus:
        assert all(size(menu, locale.value) <= 8_000 for locale in Locale)


def size(menu: Menu, locale: str) -> int:
    """How many characters Discord counts of a command: the longer of what is said in general and in a language."""
    own = len(menu["name"]) + len(str(menu.get("value", "")))
    described = max(
        len(menu.get("description", "")), len((menu.get("description_localizations") or {}).get(locale, ""))
    )
    return own + described + sum(size(each, locale) for each in (*menu.get("options", []), *menu.get("choices", [])))


def test_what_must_be_given_stands_before_what_may(menus: list[Menu]) -> None:
    for _, menu in leaves(menus):
        needed = [each["required"] for each in menu["options"]]
        assert needed == sorted(needed, reverse=True)


# --- the commands ----------------------------------------------------------------------------------------------


def test_every_command_is_there_once(menus: list[Menu]) -> None:
    assert sorted(name for name, _ in leaves(menus)) == sorted(str(path_of(spec)) for spec in COMMANDS)
    assert len({path_of(spec) for spec in COMMANDS}) == len(COMMANDS)


def test_commands_stand_in_their_groups() -> None:
    paths = {spec.name: str(path_of(spec)) for spec in COMMANDS}

    assert paths["open"] == "table open"
    assert paths["sit out"] == "table sit-out"
    assert paths["all-in"] == "play all-in"
    assert paths["house"] == "house show"
    assert paths["house rule"] == "house rule"
    assert paths["house set"] == "admin house-set"
    assert paths["bank grant"] == "admin bank-grant"
    assert paths["chips"] == "money chips"
    assert paths["hand"] == "hand"
    assert paths["shuffle"] == "shuffle"
    assert paths["verify"] == "proof verify"
    assert paths["verify mine"] == "proof verify-mine"
    assert paths["disclose"] == "proof disclose"
    assert paths["fairness"] == "fairness"


def test_what_only_admins_may_do_is_hidden_from_others(menus: list[Menu]) -> None:
    for menu in menus:
        assert str(menu["default_member_permissions"]) == (MANAGE_GUILD if menu["name"] == "admin" else "None")
    assert {path_of(spec).group for spec in COMMANDS if spec.who is Who.ADMIN} == {"admin"}
    assert {spec.who for spec in COMMANDS if path_of(spec).group == "admin"} == {Who.ADMIN}


def test_only_what_makes_sense_there_is_offered_in_private(menus: list[Menu]) -> None:
    private = {menu["name"] for menu in menus if 1 in menu["contexts"]}

    assert private == {"help", "rules", "language", "hand", "hint", "money", "proof", "fairness"}
    assert all(0 in menu["contexts"] for menu in menus)
    assert all(menu["integration_types"] == [0] for menu in menus)


def test_games_and_languages_are_chosen_and_amounts_have_bounds(menus: list[Menu]) -> None:
    by_name = dict(leaves(menus))
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


# --- the languages ---------------------------------------------------------------------------------------------


def test_everything_is_said_in_every_language(menus: list[Menu]) -> None:
    wanted = {locale.value for locale in Locale if language_of(locale.value)}

    assert {"en-US", "en-GB", "id"} <= wanted
    for part in parts(menus):
        if "description" in part:
            assert set(part["description_localizations"]) == wanted, part["name"]
            assert all(1 <= len(text) <= 100 for text in part["description_localizations"].values())


def test_a_description_is_in_the_language_it_is_for(menus: list[Menu]) -> None:
    (join,) = [menu for name, menu in leaves(menus) if name == "table join"]

    assert join["description"] == in_language("en")("command-join")
    assert join["description_localizations"]["en-GB"] == in_language("en")("command-join")
    assert join["description_localizations"]["id"] == in_language("id")("command-join")


def test_every_locale_finds_its_language_or_none() -> None:
    assert language_of("en-US") == "en"
    assert language_of("id") == "id"
    assert language_of("tlh") is None


# --- from the menu to the line ---------------------------------------------------------------------------------


def sample(kind: Kind) -> str | int:
    """What Discord would hand over for a parameter."""
    return int(SAMPLES[kind]) if kind.is_number else "discord:42" if kind.is_player else SAMPLES[kind]


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_what_is_filled_in_arrives_as_it_was_meant(spec: CommandSpec) -> None:
    given = {each.name: sample(each.kind) for each in spec.parameters}

    order = parse(line_of(spec, given))

    assert order.spec is spec
    assert {**order.words, **order.amounts} == given


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_what_may_be_left_out_can_be(spec: CommandSpec) -> None:
    given = {each.name: sample(each.kind) for each in spec.parameters if not each.optional}

    order = parse(line_of(spec, given))

    assert order.spec is spec
    assert {**order.words, **order.amounts} == given


def test_a_mentioned_player_is_that_player() -> None:
    line = line_of(BY_NAME["bank grant"], {"player": "<@!42>", "amount": 5, "reason": "for fun"})

    assert line == "bank grant discord:42 5 for fun"


@pytest.mark.parametrize("word", ["Three  red dogs", "<@42>", "/join", "🀄 鬼", "MINE", "12"])
def test_a_word_for_the_deal_arrives_to_the_letter(word: str) -> None:
    order = parse(line_of(BY_NAME["shuffle"], {"words": f" {word} "}))

    assert order.spec is BY_NAME["shuffle"]
    assert order.word("words") == word


def test_help_is_given_for_a_command_as_it_is_spelled_here() -> None:
    def asked(name: str) -> str:
        return line_of(BY_NAME["help"], {"command": name})

    assert asked("/admin house-set") == asked("house set") == "help house set"
    assert asked("table open") == "help open"
    assert asked("nonsense") == "help nonsense"


# --- how commands are spelled ----------------------------------------------------------------------------------


def test_texts_name_commands_as_they_are_typed_here() -> None:
    assert spelled_here("Try /daily.") == "Try /money daily."
    assert (
        spelled_here("/house set RULE VALUE, or /house to see") == "/admin house-set RULE VALUE, or /house show to see"
    )
    assert spelled_here("Sari added “Three /join dogs”, /leave") == "Sari added “Three /join dogs”, /table leave"
    assert spelled_here("/verify mine, /verify 12") == "/proof verify-mine, /proof verify 12"
    assert spelled_here("as in /open qiuqiu") == "as in /table open qiuqiu"
    assert spelled_here("check/call /callme, 1/2 https://x/call") == "check/call /callme, 1/2 https://x/call"


@pytest.mark.parametrize("language", languages())
def test_the_whole_help_is_spelled_so(language: str) -> None:
    lines = answers.help_message(in_language(language)).lines
    typed = [spelled_here(line).split(" — ")[0] for line in lines if line.startswith("/")]

    assert len(typed) == len(COMMANDS)
    for line, spec in zip(typed, COMMANDS, strict=True):
        assert line.startswith(f"/{path_of(spec)}"), line
    assert CommandPath("", "help") == path_of(BY_NAME["help"])


# --- telling Discord -------------------------------------------------------------------------------------------


async def test_discord_is_told_once(client: KiuClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def sync() -> list[Any]:
        told.append("told")
        return []

    monkeypatch.setattr(client.tree, "sync", sync)
    memory = tmp_path / "data" / "commands.txt"

    assert await synchronise(client.tree, memory)
    assert not await synchronise(client.tree, memory)
    client.tree.remove_command("hand")
    assert await synchronise(client.tree, memory)
    assert told == ["told", "told"]
