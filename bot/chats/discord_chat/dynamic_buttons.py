"""What happens when a button is pressed, whenever its message was sent."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord
from discord import ui

from bot.chats.discord_chat.buttons import CUSTOM_ID, PREFIX

OnPress = Callable[[discord.Interaction[Any], str], Awaitable[None]]
"""Called with the interaction and the data of the button."""


def dynamic_button(on_press: OnPress) -> type[ui.DynamicItem[ui.Button[Any]]]:
    """The class of all buttons, to be registered by ``Client.add_dynamic_items``.

    Args:
        on_press: called when one of them is pressed.
    """

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
