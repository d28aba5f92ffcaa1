"""Handlers of buttons and selects in messages of any age."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord
from discord import ui

from bot.chats.discord_chat.buttons import CUSTOM_ID, PREFIX, SELECT_CUSTOM_ID

OnPress = Callable[[discord.Interaction[Any], str], Awaitable[None]]
"""Called with the interaction and the data of the button."""


def dynamic_button(on_press: OnPress) -> type[ui.DynamicItem[ui.Button[Any]]]:
    """Return the class of all buttons for ``Client.add_dynamic_items``."""

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
    """Return the class of all selects for ``Client.add_dynamic_items``."""

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
