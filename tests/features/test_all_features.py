"""Menus and other names of commands, with all features together."""

from __future__ import annotations

import pytest

from bot.commands import BY_LINE, MENUS, SPECS, Menu, spec_of
from bot.commands.catalogue import OTHER_NAMES


def test_every_other_name_means_a_command() -> None:
    assert set(OTHER_NAMES.values()) <= set(BY_LINE)
    assert [name for name, spec in BY_LINE.items() if spec_of(name) is not spec] == []


@pytest.mark.parametrize("menu", Menu)
def test_a_menu_has_about_twelve_commands_and_the_help_for_the_rest(menu: Menu) -> None:
    names = MENUS[menu]

    assert 6 <= len(names) <= 12
    assert len(set(names)) == len(names)
    assert names.count("help") == 1
    assert set(names) <= set(BY_LINE)


def test_menus_offer_what_can_be_done_there() -> None:
    admins_only = {spec.name for spec in SPECS if spec.for_admins}

    assert {menu for menu in Menu if admins_only & set(MENUS[menu])} == {Menu.ADMINS}
    assert [name for name in MENUS[Menu.PRIVATE] if not BY_LINE[name].in_private] == []
