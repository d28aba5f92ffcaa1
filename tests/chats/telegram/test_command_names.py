"""The names of commands on Telegram, as they are typed and in its menus."""

from __future__ import annotations

import re

import pytest

from bot.chats.telegram_chat.command_menus import COMMANDS_MOST, DESCRIPTION_MOST, menu
from bot.chats.telegram_chat.command_names import TELEGRAM_NAMES, command_line, may_mention_players, telegram_name
from bot.commands import COMMANDS, CommandSpec, Who, parse
from bot.wording import languages
from tests.command_samples import SAMPLES


def sample(spec: CommandSpec) -> str:
    """Something that may follow a command."""
    return " ".join(SAMPLES[each.kind].split(" ")[0] for each in spec.parameters)


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_every_command_is_read_under_its_telegram_name(spec: CommandSpec) -> None:
    order = parse(command_line(telegram_name(spec.name).upper(), sample(spec)))
    assert order.spec is spec
    assert len({**order.words, **order.amounts}) == len(spec.parameters)


def test_two_words_are_read_too() -> None:
    assert parse(command_line("house", "set hui on")).name == "house set"
    assert parse(command_line("bank", "grant sari 50 a gift")).name == "bank grant"


def test_no_two_commands_share_a_name() -> None:
    assert len(TELEGRAM_NAMES) == len(COMMANDS)


def test_players_are_mentioned_only_where_a_command_takes_them() -> None:
    assert [may_mention_players(word) for word in ("kick", "BANK_GRANT", "unknown")] == [True, True, True]
    assert [may_mention_players(word) for word in ("shuffle", "Raise", "verify_mine")] == [False, False, False]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("admins", "private"), [(False, False), (True, False), (False, True)])
def test_menus_keep_the_limits_of_telegram(language: str, admins: bool, private: bool) -> None:
    commands = menu(language, admins=admins, private=private)
    assert len(commands) <= COMMANDS_MOST
    for each in commands:
        assert re.fullmatch(r"[a-z0-9_]{1,32}", each.command)
        assert 1 <= len(each.description.encode("utf-16-le")) // 2 <= DESCRIPTION_MOST


def test_commands_of_admins_are_offered_to_admins_only() -> None:
    admins_only = {telegram_name(spec.name) for spec in COMMANDS if spec.who is Who.ADMIN}
    assert admins_only
    assert not admins_only & {each.command for each in menu("en")}
    for of_admins in (menu("en", admins=True), menu("en", private=True)):
        assert {each.command for each in of_admins} == TELEGRAM_NAMES
