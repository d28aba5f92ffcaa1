"""Buttons whose ``custom_id`` carries the command, so that they work after a restart."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot.chats.fitting import cut
from bot.messages import Button

PREFIX = "kiu:"
"""Begins the ``custom_id`` of a button; the data of :class:`bot.messages.Button` follows."""

CUSTOM_ID = re.compile(rf"{PREFIX}(?P<data>(?s:.+))")

LABEL_LIMIT = 80
"""How many characters Discord allows the label of a button."""

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
