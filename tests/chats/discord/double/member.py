"""A member of a guild, who sees what a person sees and does what a person does."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tests import removed_features
from tests.chats.discord.double.components import ComponentType, Json
from tests.chats.discord.double.interactions import Interaction, InteractionType
from tests.chats.discord.double.models import Channel, Guild, Message, User
from tests.chats.discord.double.slash_command_input import (
    USER_MENU,
    Player,
    command_data,
    find_command,
    is_offered,
    user_menu_data,
)

if TYPE_CHECKING:
    from tests.chats.discord.double.server import Discord


class SeenButton(NamedTuple):
    """A button as a member saw it."""

    message: Message
    part: Json

    @property
    def label(self) -> str:
        return str(self.part["label"])


@dataclass(frozen=True, eq=False)
class Member:
    """A person in a guild, looking at one of its channels."""

    discord: Discord
    user: User
    guild: Guild
    channel: Channel

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def player(self) -> str:
        """How the bot knows this person."""
        return f"discord:{self.user.id}"

    def at(self, channel: Channel) -> Member:
        """The same person, looking at another channel."""
        return dataclasses.replace(self, channel=channel)

    # --- seeing ------------------------------------------------------------------------------------------------

    @property
    def inbox(self) -> list[Message]:
        """The direct messages from the bot, oldest first."""
        chat = self.discord.world.dm_channel(self.user)
        return list(chat.messages.values()) if chat is not None else []

    @property
    def visible(self) -> list[Message]:
        """What the channel shows this person, oldest first: public messages, and ephemeral ones for this person."""
        return [each for each in self.channel.messages.values() if each.only_for in (None, self.user)]

    @property
    def public(self) -> list[Message]:
        """The public messages of the channel, oldest first."""
        return [each for each in self.channel.messages.values() if each.only_for is None]

    @property
    def hands(self) -> list[Message]:
        """The private hands that were sent to this person in the channel, or by direct message, oldest first."""
        responded = [each for each in self.discord.responses.interactions.values() if each.user is self.user]
        sent = [message for each in responded for message in each.followups if message.channel is self.channel]
        return sorted((each for each in (*sent, *self.inbox) if each.attachments), key=lambda message: message.id)

    @property
    def live_message(self) -> Message:
        """The table's live message: the newest public message of the channel with a button."""
        return self.button("", self.public).message

    @property
    def pings(self) -> list[Message]:
        """The messages that pinged this person."""
        return [
            message
            for channel in self.guild.channels
            for message in channel.messages.values()
            if self.user.id in message.pings
        ]

    def reads(self, text: str) -> bool:
        """Whether a text is anywhere in the channel or in the direct messages."""
        return any(text in message.text for message in (*self.visible, *self.inbox))

    async def sees(self, text: str, seconds: float = 10.0) -> None:
        """Wait until a text is in the channel."""
        await self.discord.until(
            lambda: any(text in message.text for message in self.visible), f"{text!r} ({self.screen()})", seconds
        )

    async def is_offered(self, label: str, seconds: float = 10.0) -> SeenButton:
        """Wait for a button in the channel, and return it."""
        await self.discord.until(lambda: self.find(label) is not None, f"button {label!r} ({self.screen()})", seconds)
        return self.button(label)

    def find(self, label: str, among: list[Message] | None = None) -> SeenButton | None:
        """The newest button whose label begins like this; by default in the channel."""
        for message in reversed(self.visible if among is None else among):
            for part in message.parts():
                enabled = part["type"] == ComponentType.BUTTON and not part.get("disabled")
                if enabled and part["label"].startswith(label):
                    return SeenButton(message, part)
        return None

    def button(self, label: str, among: list[Message] | None = None) -> SeenButton:
        """The same button, which has to be there."""
        found = self.find(label, among)
        assert found is not None, f"{self.name} sees no button {label!r}: {self.screen()}"
        return found

    def screen(self) -> str:
        """The last messages and all buttons in the channel, for the messages of failed assertions."""
        parts = [part for each in self.visible for part in each.parts()]
        labels = [part["label"] for part in parts if part["type"] == ComponentType.BUTTON]
        return f"{[each.text[-200:] for each in self.visible][-3:]}, buttons {labels}"

    # --- doing -------------------------------------------------------------------------------------------------

    async def press(self, button: str | SeenButton, among: list[Message] | None = None) -> Interaction:
        """Press a button and wait for the response."""
        return await self._responded(self.press_only(button, among))

    def press_only(self, button: str | SeenButton, among: list[Message] | None = None) -> Interaction:
        """Press a button without waiting for anything."""
        seen = self.button(button, among) if isinstance(button, str) else button
        now = [part.get("custom_id") for part in seen.message.parts()]
        assert seen.part["custom_id"] in now, "Discord itself refuses a button that an edit has removed"
        data: Json = {
            "custom_id": seen.part["custom_id"],
            "component_type": int(ComponentType.BUTTON),
            "id": seen.part["id"],
        }
        return self.discord.interact(self, seen.message.channel, InteractionType.COMPONENT, data, seen.message)

    async def pick(self, label: str, among: list[Message] | None = None) -> Interaction:
        """Pick the newest option with this label from a select in a message, and wait for the response."""
        for message in reversed(self.visible if among is None else among):
            for part in message.parts():
                values = [each["value"] for each in part.get("options", ()) if each["label"] == label]
                if part["type"] == ComponentType.SELECT and values:
                    kind = int(ComponentType.SELECT)
                    data: Json = {
                        "custom_id": part["custom_id"],
                        "component_type": kind,
                        "id": part["id"],
                        "values": values[:1],
                    }
                    picked = self.discord.interact(self, message.channel, InteractionType.COMPONENT, data, message)
                    return await self._responded(picked)
        raise AssertionError(f"{self.name} can pick no {label!r}: {self.screen()}")

    async def fill(self, opened: Interaction, text: str) -> Interaction:
        """Type a text into the field of a modal and submit it."""
        return await self._submit(opened, _filled(opened.text_input(), text))

    async def fill_all(self, opened: Interaction, **texts: str) -> Interaction:
        """Type into every field of a modal, named by its ``custom_id``, and submit it."""
        fields = opened.text_inputs()
        assert [field["custom_id"] for field in fields] == list(texts)
        return await self._submit(opened, *(_filled(field, texts[field["custom_id"]]) for field in fields))

    async def choose(self, opened: Interaction, label: str) -> Interaction:
        """Choose an option in a modal and submit it."""
        field = opened.select()
        value = next(option["value"] for option in field["options"] if option["label"] == label)
        chosen = {"type": int(ComponentType.SELECT), "id": 2, "custom_id": field["custom_id"], "values": [value]}
        return await self._submit(opened, chosen)

    async def _submit(self, opened: Interaction, *filled: Json) -> Interaction:
        assert opened.modal is not None
        texts = [each for each in opened.modal["components"] if each["type"] == ComponentType.TEXT]
        holders = [each for each in opened.modal["components"] if each not in texts]
        parts: list[Json] = [
            # A text comes back without its words.
            *({"type": int(ComponentType.TEXT), "id": 1} for _ in texts),
            *(
                {"type": int(ComponentType.LABEL), "id": 1, "component": each}
                if holder["type"] == ComponentType.LABEL
                else {"type": int(ComponentType.ROW), "id": 1, "components": [each]}
                for holder, each in zip(holders, filled, strict=True)
            ),
        ]
        data: Json = {"custom_id": opened.modal["custom_id"], "components": parts}
        submitted = self.discord.interact(self, opened.channel, InteractionType.MODAL, data, opened.source)
        return await self._responded(submitted)

    async def slash(self, path: str, *, in_private: bool = False, hidden: bool = False, **given: Any) -> Interaction:
        """Use a slash command and wait for the response.

        Args:
            path: the names of the groups and the command, with spaces between.
            in_private: whether it is used in the direct messages with the bot.
            hidden: whether to use it though this person's client does not offer it.
            given: the options by name; ``buy_in`` stands for ``buy-in``.
        """
        return await self._responded(self.use(path, in_private=in_private, hidden=hidden, **given))

    def use(self, path: str, *, in_private: bool = False, hidden: bool = False, **given: Any) -> Interaction:
        """Use a slash command without waiting for anything."""
        return self._use_command(InteractionType.COMMAND, path, given, in_private=in_private, hidden=hidden)

    async def choose_from_menu(self, name: str, target: Player, *, hidden: bool = False) -> Interaction:
        """Choose an entry from the menu of a person and wait for the response.

        Args:
            name: the entry, in this person's language.
            target: whose menu.
            hidden: whether to choose it though this person's client does not offer it.
        """
        commands = self.discord.world.commands
        entry = next(
            each
            for each in commands
            if each.get("type") == USER_MENU
            and each.get("name_localizations", {}).get(self.user.locale, each["name"]) == name
        )
        offered = hidden or is_offered(entry, self.guild.members[self.user.id], in_private=False)
        assert offered, f"{self.name} is not offered {name}"
        data = user_menu_data(commands, entry["name"], target)
        return await self._responded(
            self.discord.interact(self, self.channel, InteractionType.COMMAND, data, source=None)
        )

    async def autocomplete(self, path: str, name: str, typed: str, *, hidden: bool = False, **given: Any) -> list[str]:
        """The names of the choices that are offered while this is typed into an option of a command."""
        typing = {**given, name: typed}
        asked = self._use_command(InteractionType.AUTOCOMPLETE, path, typing, focused=name, hidden=hidden)
        return (await self._responded(asked)).choice_names

    def _use_command(
        self,
        kind: InteractionType,
        path: str,
        given: Json,
        *,
        focused: str = "",
        in_private: bool = False,
        hidden: bool = False,
    ) -> Interaction:
        world = self.discord.world
        removed_features.types(path)
        command = find_command(world.commands, path.split(" ")[0])
        if not hidden:
            installed = self.user.has_app and not (in_private or self.channel.is_bots)
            permissions = self.guild.members[self.user.id]
            offered = is_offered(command, permissions, in_private=in_private, installed=installed)
            assert offered, f"{self.name} is not offered /{path}"
        channel = self.channel
        if in_private:
            channel = world.dm_channel(self.user) or world.open_dm(self.user)
        return self.discord.interact(self, channel, kind, command_data(world.commands, path, given, focused), None)

    async def _responded(self, interaction: Interaction) -> Interaction:
        """Wait for the first response, and if that was deferred, for the message."""
        await self.discord.until(
            lambda: interaction.responded.is_set() and not interaction.loading,
            f"a response to {interaction.type.name} of {self.name}: the application did not respond",
        )
        return interaction


def _filled(field: Json, text: str) -> Json:
    """A text field with what was typed into it."""
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    assert least <= len(text) <= most, f"the field takes {least} to {most} characters"
    return {"type": int(ComponentType.TEXT_INPUT), "id": 2, "custom_id": field["custom_id"], "value": text}
