"""The names of commands on Discord, and slash commands as lines for the dispatcher."""

from __future__ import annotations

import pytest

from bot.chats.discord_chat.notation import with_discord_names
from bot.chats.discord_chat.slash_commands import command_line
from bot.commands import BY_NAME, COMMANDS, SECTIONS, CommandSpec, Kind, parse
from bot.wording import in_language, languages
from tests.command_samples import SAMPLES
from tests.removed_features import needs


def test_commands_stand_in_their_groups() -> None:
    paths = {spec.name: spec.discord for spec in COMMANDS}

    expected = {
        "open": "table open",
        "sit out": "table sit-out",
        "all-in": "play all-in",
        "house set": "admin house-set",
        "verify mine": "proof verify-mine",
        "hand": "hand",
    }
    assert expected.items() <= paths.items()
    assert "verify details" not in paths


# --- slash commands as lines -----------------------------------------------------------------------------------


def sample(kind: Kind) -> str | int:
    """What Discord hands over for a parameter."""
    return int(SAMPLES[kind]) if kind.is_number else "discord:42" if kind is Kind.PERSON else SAMPLES[kind]


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_all_options_arrive(spec: CommandSpec) -> None:
    given = {each.name: sample(each.kind) for each in spec.parameters}

    order = parse(command_line(spec, given))

    assert order.spec is spec
    assert {**order.words, **order.amounts} == given


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_optional_options_can_be_left_out(spec: CommandSpec) -> None:
    given = {each.name: sample(each.kind) for each in spec.parameters if not each.optional}

    order = parse(command_line(spec, given))

    assert order.spec is spec
    assert {**order.words, **order.amounts} == given


def test_a_picked_player_is_that_player_and_no_part_of_the_reason() -> None:
    line = command_line(BY_NAME["bank grant"], {"player": "discord:42", "amount": 5, "reason": "for fun"})

    assert line == "bank grant discord:42 5 for fun"


@pytest.mark.parametrize("word", ["Three  red dogs", "<@42>", "/join", "🀄 鬼", "MINE", "12"])
def test_a_word_for_the_deal_arrives_unchanged(word: str) -> None:
    order = parse(command_line(BY_NAME["shuffle"], {"words": f" {word} "}))

    assert order.spec is BY_NAME["shuffle"]
    assert order.word("words") == word


def test_help_knows_commands_by_their_names_on_discord() -> None:
    needs("house_rules")

    def asked(name: str) -> str:
        return command_line(BY_NAME["help"], {"command": name})

    assert asked("/admin house-set") == asked("house set") == "help house set"
    assert asked("table open") == "help open"
    assert asked("nonsense") == "help nonsense"


# --- how commands are spelled ----------------------------------------------------------------------------------


def test_texts_have_the_names_of_commands_on_discord() -> None:
    needs("house_rules", "proofs", "wallets")
    assert with_discord_names("Try /daily.") == "Try /money daily."
    assert (
        with_discord_names("/house set RULE VALUE, or /house to see")
        == "/admin house-set RULE VALUE, or /house show to see"
    )
    assert with_discord_names("Sari added “Three /join dogs”, /leave") == "Sari added “Three /join dogs”, /table leave"
    assert with_discord_names("/verify mine, /verify 12") == "/proof verify-mine, /proof verify 12"
    assert with_discord_names("as in /open qiuqiu") == "as in /table open qiuqiu"
    assert with_discord_names("check/call /callme, 1/2 https://x/call") == "check/call /callme, 1/2 https://x/call"


@pytest.mark.parametrize("language", languages())
def test_the_help_has_the_names_of_commands_on_discord(language: str) -> None:
    from bot.features.help import pages as help_pages

    pages = [help_pages.section_page(section, in_language(language)) for section in SECTIONS]
    typed = [with_discord_names(line).split(" — ")[0] for page in pages for line in page.lines]

    for line, spec in zip(typed, COMMANDS, strict=True):
        assert line.startswith(f"/{spec.discord}"), line
