"""People at a table on Discord: they press components, fill modals and read ephemeral messages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.messages import SURE, PlayerId
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.interactions import Interaction, InteractionType
from tests.chats.discord.double.member import Member, SeenButton
from tests.chats.discord.double.models import Message
from tools.pace.people import ANSWER_PATIENCE, PersonAtTable, ScreenButton
from tools.pace.presses import Press
from tools.pace.table_watch import TableWatch, Version

PREFIX = "kiu:"

Recent = Callable[[int], Sequence[Message]]
"""The latest messages of a channel that have buttons, the newest last."""


class PersonOnDiscord(PersonAtTable):
    """A member of a guild who looks at one channel and at their direct messages."""

    def __init__(
        self, member: Member, recent: Recent, player: PlayerId, watch: TableWatch, *more: Any, **named: Any
    ) -> None:
        super().__init__(player, watch, *more, **named)
        self.member = member
        self._recent = recent

    # --- the phone ---------------------------------------------------------------------------------------------

    def buttons(self) -> list[ScreenButton]:
        """Those of the channel, of ephemeral messages to this person, and of their direct messages."""
        channel, user = self.member.channel, self.member.user
        direct = self.member.discord.world.dm_channel(user)
        messages = [each for each in self._recent(channel.id) if each.only_for in (None, user)]
        messages += self._recent(direct.id) if direct is not None else ()
        there = [each for each in messages if each.id in each.channel.messages]
        return [
            ScreenButton(part["label"], part["custom_id"].removeprefix(PREFIX), SeenButton(message, part))
            for message in sorted(there, key=lambda message: message.id, reverse=True)
            for part in message.parts()
            if part["type"] == ComponentType.BUTTON and not part.get("disabled") and "custom_id" in part
        ]

    async def press(self, button: ScreenButton) -> Press:
        noted = self.noted()
        return await self._answer_to(self.member.press_only(button.source), noted)

    def confirming(self, button: ScreenButton, words: str) -> ScreenButton | None:
        # It carries the amount, which the button that asked for one does not.
        sure = [each for each in self.buttons() if each.pressed.command.endswith(SURE) and each.verb == button.verb]
        return next((each for each in sure if each.pressed.turn == button.pressed.turn), None)

    def press_command(self, command: str) -> None:
        member = self.member
        board = next(each for each in reversed(self._recent(member.channel.id)) if each.only_for is None)
        button = {
            "type": int(ComponentType.BUTTON),
            "id": 2,
            "style": 2,
            "label": command,
            "custom_id": PREFIX + self.data_of(command),
        }
        # The library looks for the button in the message; what it then edits is the message that is there.
        shown = replace(board, components=[{"type": int(ComponentType.ROW), "id": 1, "components": [button]}])
        data = {"custom_id": button["custom_id"], "component_type": int(ComponentType.BUTTON), "id": 2}
        pressed = member.discord.interact(member, member.channel, InteractionType.COMPONENT, data, shown)
        pressed.source = board

    async def give(self, button: ScreenButton, version: Version) -> Press:
        opened = self.member.press_only(button.source)
        try:
            async with asyncio.timeout(ANSWER_PATIENCE):
                await opened.responded.wait()
        except TimeoutError:
            return self.not_asked("no answer")
        if opened.modal is None:
            return self.not_asked(opened.text)
        await asyncio.sleep(self.random.uniform(2, 5))
        noted = self.noted()
        kinds = [each["component"]["type"] for each in opened.modal["components"] if "component" in each]
        kind = kinds[0] if kinds else ComponentType.TEXT_INPUT
        if kind == ComponentType.SELECT:
            labels = [(option["label"], option["value"]) for option in opened.select()["options"]]
            label = next((label for label, value in labels if value == self._wished(button, version)), labels[0][0])
            submitted = asyncio.create_task(self.member.choose(opened, label))
        else:
            submitted = asyncio.create_task(self.member.fill(opened, str(self._amount(button, version))))
        return await self._answer_to(await submitted, noted)

    async def type(self, line: str) -> Press:
        noted = self.noted()
        return await self._answer_to(await self.member.slash(f"play {line.partition(' ')[0]}"), noted)

    async def _answer_to(self, interaction: Interaction, noted: Press) -> Press:
        try:
            async with asyncio.timeout(ANSWER_PATIENCE):
                await interaction.responded.wait()
        except TimeoutError:
            noted.words = "no answer"
            return noted
        # A client shows what it has got; Kiu may still be storing the effect of a press that it deferred.
        await self._until_handled(noted)
        noted.words = interaction.text
        return noted

    # --- deciding ----------------------------------------------------------------------------------------------

    def _amount(self, button: ScreenButton, version: Version) -> int:
        """An amount that is allowed, and on no button."""
        ranges = self._options(version).amounts
        span = next(each for each in ranges if each.verb == button.verb)
        return min(span.most, span.least + self.random.randint(1, 30))

    def _wished(self, button: ScreenButton, version: Version) -> str:
        """The choice that this person makes."""
        wanted = self._wanted(version)
        return wanted.choice if wanted.verb == button.verb else ""


def recent_messages(kept: int = 8) -> tuple[dict[int, deque[Message]], Callable[[Message], None]]:
    """The latest messages with buttons of each channel, and what to tell them of a message."""
    by_channel: dict[int, deque[Message]] = {}

    def tell(message: Message) -> None:
        messages = by_channel.setdefault(message.channel.id, deque(maxlen=kept))
        if message not in messages and any(part["type"] == ComponentType.BUTTON for part in message.parts()):
            messages.append(message)

    return by_channel, tell
