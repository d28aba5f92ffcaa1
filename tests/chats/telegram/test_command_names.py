"""The names of commands on Telegram, as they are typed and in its menus."""

from __future__ import annotations

import re

import pytest

from bot.chats.telegram_chat.bot_commands import (
    BOT_DESCRIPTION_MOST,
    DESCRIPTION_MOST,
    SHORT_DESCRIPTION_MOST,
    command_line,
    may_mention_players,
    menu_commands,
    telegram_name,
    telegram_names,
)
from bot.commands import SPECS, CommandSpec, Menu, Who, parse
from bot.wording import in_language, languages
from tests.command_samples import SAMPLES
from tests.removed_features import needs


def sample(spec: CommandSpec) -> str:
    """Something that may follow a command."""
    return " ".join(SAMPLES[each.kind].split(" ")[0] for each in spec.parameters)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_command_is_read_under_its_telegram_name(spec: CommandSpec) -> None:
    order = parse(command_line(telegram_name(spec.name).upper(), sample(spec)))
    assert order.spec is spec
    assert len({**order.words, **order.amounts}) == len(spec.parameters)


def test_no_two_commands_share_a_name() -> None:
    assert len(telegram_names()) == len(SPECS)


def test_players_are_mentioned_only_where_a_command_takes_them() -> None:
    needs("bank", "proofs", "removing", "shuffling")
    assert [may_mention_players(word) for word in ("kick", "BANK_GRANT", "unknown")] == [True, True, True]
    assert [may_mention_players(word) for word in ("shuffle", "Raise", "verify_mine")] == [False, False, False]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("menu", Menu)
def test_menus_keep_the_limits_of_telegram(language: str, menu: Menu) -> None:
    for each in menu_commands(menu, language):
        assert re.fullmatch(r"[a-z0-9_]{1,32}", each.command)
        assert 1 <= len(each.description.encode("utf-16-le")) // 2 <= DESCRIPTION_MOST


def test_commands_of_admins_are_offered_to_admins_only() -> None:
    admins_only = {telegram_name(spec.name) for spec in SPECS if spec.who is Who.ADMIN}
    assert admins_only
    for menu in Menu:
        offered = {each.command for each in menu_commands(menu, "en")}
        assert bool(admins_only & offered) == (menu is Menu.ADMINS)


def test_commands_stand_in_menus_under_their_names_on_telegram() -> None:
    assert {each.command for menu in Menu for each in menu_commands(menu, "en")} <= set(telegram_names())
    described = {each.command: each.description for each in menu_commands(Menu.ADMINS, "en")}
    assert "/house_set" in described["house_set"]


@pytest.mark.parametrize("language", languages())
def test_descriptions_of_the_bot_keep_the_limits_of_telegram(language: str) -> None:
    translate = in_language(language)
    assert 1 <= len(translate("telegram-description").encode("utf-16-le")) // 2 <= BOT_DESCRIPTION_MOST
    assert 1 <= len(translate("telegram-short-description").encode("utf-16-le")) // 2 <= SHORT_DESCRIPTION_MOST
