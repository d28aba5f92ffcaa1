"""Buttons and selects: their ids, and the call when one is pressed, however old its message is."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Self

import discord
from discord import ui

from bot.chats.fitting import LEFT_OUT, cut
from bot.messages import Button, Select

PREFIX = "kiu:"
"""Precedes the data of a button in its ``custom_id``."""

CUSTOM_ID = re.compile(rf"{PREFIX}(?P<data>(?s:.+))")

LABEL_LIMIT = 80

SELECT_PREFIX = "kiu@"
"""Precedes the number of a select in its ``custom_id``."""

SELECT_CUSTOM_ID = re.compile(rf"{SELECT_PREFIX}[0-9]+")

OPTIONS_LIMIT = 25

TEXT_LIMIT = 100

PLACEHOLDER_LIMIT = 150

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def discord_button(button: Button) -> ui.Button[Any]:
    label = cut(button.label, LABEL_LIMIT)
    return ui.Button(label=label, style=_STYLES[button.style], custom_id=f"{PREFIX}{button.data}")


def discord_selects(select: Select) -> Iterator[ui.Select[Any]]:
    for number, start in enumerate(range(0, len(select.options), OPTIONS_LIMIT)):
        options = [
            discord.SelectOption(label=cut(each.label, TEXT_LIMIT), value=each.data)
            for each in select.options[start : start + OPTIONS_LIMIT]
        ]
        placeholder = cut(select.prompt, PLACEHOLDER_LIMIT) if number == 0 else LEFT_OUT
        yield ui.Select(custom_id=f"{SELECT_PREFIX}{number}", placeholder=placeholder, options=options)


OnPress = Callable[[discord.Interaction[Any], str], Awaitable[None]]
"""Called with the interaction and the data of the button."""


def dynamic_button(on_press: OnPress) -> type[ui.DynamicItem[ui.Button[Any]]]:
    class DynamicButton(ui.DynamicItem[ui.Button[Any]], template=CUSTOM_ID):
        @classmethod
        async def from_custom_id(
            cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            assert isinstance(item, ui.Button)
            return cls(item)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            await on_press(interaction, self.custom_id.removeprefix(PREFIX))

    return DynamicButton


def dynamic_select(on_press: OnPress) -> type[ui.DynamicItem[ui.Select[Any]]]:
    class DynamicSelect(ui.DynamicItem[ui.Select[Any]], template=SELECT_CUSTOM_ID):
        @classmethod
        async def from_custom_id(
            cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            assert isinstance(item, ui.Select)
            return cls(item)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            if self.item.values:
                await on_press(interaction, self.item.values[0])

    return DynamicSelect
