"""Buttons whose ``custom_id`` carries the command, and selects whose values do, so that they work after a restart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.chats.fitting import LEFT_OUT, cut
from bot.messages import Button, Select

PREFIX = "kiu:"
"""Begins the ``custom_id`` of a button; the data of :class:`bot.messages.Button` follows."""

CUSTOM_ID = re.compile(rf"{PREFIX}(?P<data>(?s:.+))")

LABEL_LIMIT = 80
"""How many characters Discord allows the label of a button."""

SELECT_PREFIX = "kiu@"
"""Begins the ``custom_id`` of a select in a message; its number follows. Each of its values is the data of a button."""

SELECT_CUSTOM_ID = re.compile(rf"{SELECT_PREFIX}[0-9]+")

OPTIONS_LIMIT = 25
"""How many options Discord allows a select."""

TEXT_LIMIT = 100
"""How many characters Discord allows the label of an option."""

PLACEHOLDER_LIMIT = 150
"""How many characters a select may say before anything is picked."""

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def discord_button(button: Button) -> ui.Button[Any]:
    """A button as Discord shows it."""
    label = cut(button.label, LABEL_LIMIT)
    return ui.Button(label=label, style=_STYLES[button.style], custom_id=f"{PREFIX}{button.data}")


def discord_selects(select: Select) -> Iterator[ui.Select[Any]]:
    """A list to pick from as Discord shows it: several selects if it has more options than one of them takes."""
    for number, start in enumerate(range(0, len(select.options), OPTIONS_LIMIT)):
        options = [
            discord.SelectOption(label=cut(each.label, TEXT_LIMIT), value=each.data)
            for each in select.options[start : start + OPTIONS_LIMIT]
        ]
        placeholder = cut(select.prompt, PLACEHOLDER_LIMIT) if number == 0 else LEFT_OUT
        yield ui.Select(custom_id=f"{SELECT_PREFIX}{number}", placeholder=placeholder, options=options)
