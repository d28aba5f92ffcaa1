"""Somebody on Discord, who sees what a person sees and does what a person does."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.chats.discord.double.interactions import Deed, Interaction
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.world import Channel, Guild, Json, Message, Part, User

if TYPE_CHECKING:
    from tests.chats.discord.double.server import Discord

SUB_COMMAND, GROUP, STRING, INTEGER, USER = 1, 2, 3, 4, 6
"""The types of options."""


class Press(NamedTuple):
    """A button as somebody saw it."""

    message: Message
    part: Json

    @property
    def label(self) -> str:
        return str(self.part["label"])


@dataclass(frozen=True, eq=False)
class Member:
    """A person in a server, looking at one of its channels."""

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
        """The private chat with the bot."""
        chat = self.discord.world.private_chat(self.user)
        return list(chat.messages.values()) if chat is not None else []

    @property
    def visible(self) -> list[Message]:
        """What the channel shows this person, oldest first: what is public, and what is for him alone."""
        return [each for each in self.channel.messages.values() if each.only_for in (None, self.user)]

    @property
    def public(self) -> list[Message]:
        """What the channel shows everybody, oldest first."""
        return [each for each in self.channel.messages.values() if each.only_for is None]

    @property
    def board(self) -> Message:
        """The newest public message of the channel with a button, which is how the table stands."""
        return self.button("", self.public).message

    @property
    def pings(self) -> list[Message]:
        """The messages that pinged this person and are still there."""
        return [
            message
            for channel in self.guild.channels
            for message in channel.messages.values()
            if self.user.id in message.pings
        ]

    def reads(self, text: str) -> bool:
        """Whether the words stand anywhere on the screen: in the channel or in the private chat."""
        return any(text in message.text for message in (*self.visible, *self.inbox))

    async def sees(self, text: str, seconds: float = 10.0) -> None:
        """Wait until the words stand in the channel."""
        await self.discord.until(
            lambda: any(text in message.text for message in self.visible), f"{text!r} ({self.screen()})", seconds
        )

    async def receives(self, text: str, seconds: float = 10.0) -> None:
        """Wait until the words stand in the private chat."""
        await self.discord.until(
            lambda: any(text in message.text for message in self.inbox), f"a private {text!r}", seconds
        )

    async def is_offered(self, label: str, seconds: float = 10.0) -> Press:
        """Wait for a button, and look at it."""
        await self.discord.until(lambda: self.find(label) is not None, f"button {label!r} ({self.screen()})", seconds)
        return self.button(label)

    def find(self, label: str, among: list[Message] | None = None) -> Press | None:
        """The newest button whose label begins like this, wherever this person sees it; by default in the channel."""
        for message in reversed(self.visible if among is None else among):
            for part in message.parts():
                if part["type"] == Part.BUTTON and part["label"].startswith(label) and not part.get("disabled"):
                    return Press(message, part)
        return None

    def button(self, label: str, among: list[Message] | None = None) -> Press:
        """The same, where it has to be."""
        found = self.find(label, among)
        assert found is not None, f"{self.name} sees no button {label!r}: {self.screen()}"
        return found

    def screen(self) -> str:
        """The end of what this person sees, for when a test wants to see something else."""
        labels = [part["label"] for each in self.visible for part in each.parts() if part["type"] == Part.BUTTON]
        return f"{[each.text[-200:] for each in self.visible][-3:]}, buttons {labels}"

    # --- doing -------------------------------------------------------------------------------------------------

    async def press(self, button: str | Press, among: list[Message] | None = None) -> Interaction:
        """Press a button and wait for the answer."""
        return await self._answered(self.tap(button, among))

    def tap(self, button: str | Press, among: list[Message] | None = None) -> Interaction:
        """Press a button and wait for nothing."""
        seen = self.button(button, among) if isinstance(button, str) else button
        now = [part.get("custom_id") for part in seen.message.parts()]
        assert seen.part["custom_id"] in now, "Discord itself refuses a button that an edit has taken away"
        data: Json = {"custom_id": seen.part["custom_id"], "component_type": int(Part.BUTTON), "id": seen.part["id"]}
        return self.discord.deed(self, seen.message.channel, Deed.COMPONENT, data, seen.message)

    async def fill(self, opened: Interaction, text: str) -> Interaction:
        """Write something into the field of a modal and send it off."""
        field = opened.form()
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        assert least <= len(text) <= most, f"the field takes {least} to {most} characters"
        filled = {"type": int(Part.TEXT_INPUT), "id": 2, "custom_id": field["custom_id"], "value": text}
        return await self._send_off(opened, filled)

    async def choose(self, opened: Interaction, label: str) -> Interaction:
        """Choose something in a modal and send it off."""
        field = opened.select()
        value = next(option["value"] for option in field["options"] if option["label"] == label)
        chosen = {"type": int(Part.SELECT), "id": 2, "custom_id": field["custom_id"], "values": [value]}
        return await self._send_off(opened, chosen)

    async def _send_off(self, opened: Interaction, filled: Json) -> Interaction:
        assert opened.modal is not None
        holder = next(iter(opened.modal["components"]))
        parts: Json = (
            {"type": int(Part.LABEL), "id": 1, "component": filled}
            if holder["type"] == Part.LABEL
            else {"type": int(Part.ROW), "id": 1, "components": [filled]}
        )
        data: Json = {"custom_id": opened.modal["custom_id"], "components": [parts]}
        return await self._answered(self.discord.deed(self, opened.channel, Deed.MODAL, data, opened.source))

    async def slash(self, path: str, *, in_private: bool = False, hidden: bool = False, **given: Any) -> Interaction:
        """Use a slash-command and wait for the answer.

        Args:
            path: the names of the groups and the command, with spaces between.
            in_private: whether it is typed in the private chat with the bot.
            hidden: whether to use it though this person's client does not offer it.
            given: what follows, by name; ``buy_in`` stands for ``buy-in``.
        """
        return await self._answered(self._command(Deed.COMMAND, path, given, in_private=in_private, hidden=hidden))

    async def autocomplete(self, path: str, name: str, typed: str, *, hidden: bool = False, **given: Any) -> list[str]:
        """What is offered while this is typed into one option of a command."""
        asked = self._command(Deed.AUTOCOMPLETE, path, {**given, name: typed}, focused=name, hidden=hidden)
        return (await self._answered(asked)).offered

    def _command(
        self,
        deed: Deed,
        path: str,
        given: Json,
        *,
        focused: str = "",
        in_private: bool = False,
        hidden: bool = False,
    ) -> Interaction:
        names = path.split(" ")
        command = _named(self.discord.world.commands, names[0])
        if not hidden:
            assert self._is_offered(command, in_private=in_private), f"{self.name} is not offered /{path}"
        leaf = command
        for name in names[1:]:
            leaf = _named(leaf["options"], name)
        options = self._options(leaf.get("options") or [], given, focused)
        for name in reversed(names[1:]):
            options = [{"name": name, "type": SUB_COMMAND, "options": options}]
        data: Json = {"id": command["id"], "name": names[0], "type": 1, "options": options}
        users = [value for value in given.values() if isinstance(value, Member)]
        if users:
            data["resolved"] = {"users": {str(each.user.id): each.user.payload() for each in users}}
        channel = self.channel
        if in_private:
            world = self.discord.world
            channel = world.private_chat(self.user) or world.open_private_chat(self.user)
        return self.discord.deed(self, channel, deed, data, None)

    def _is_offered(self, command: Json, *, in_private: bool) -> bool:
        """Whether this person's client lists a command."""
        contexts = command.get("contexts")
        if in_private:
            return contexts is None or 1 in contexts
        wanted = command.get("default_member_permissions")
        mine = self.guild.people[self.user.id]
        allowed = wanted is None or bool(mine & Permission.ADMINISTRATOR) or (int(wanted) & mine) == int(wanted)
        return allowed and (contexts is None or 0 in contexts)

    def _options(self, declared: list[Json], given: Json, focused: str) -> list[Json]:
        """What was typed, checked as the client checks it before it sends anything."""
        values = {name.replace("_", "-"): value for name, value in given.items()}
        focused = focused.replace("_", "-")
        unknown = set(values) - {option["name"] for option in declared}
        assert not unknown, f"there is no option {unknown}"
        options: list[Json] = []
        for option in declared:
            name = option["name"]
            if name not in values:
                assert focused or not option.get("required"), f"{name} has to be given"
                continue
            value = values[name]
            if name == focused:
                assert option.get("autocomplete"), f"{name} suggests nothing"
                options.append({"name": name, "type": option["type"], "value": value, "focused": True})
                continue
            choices = [choice["value"] for choice in option.get("choices") or []]
            assert not choices or value in choices, f"{name} takes one of {choices}"
            if option["type"] == INTEGER:
                assert isinstance(value, int)
                assert value >= option.get("min_value", value), f"{name} is at least {option['min_value']}"
                assert value <= option.get("max_value", value), f"{name} is at most {option['max_value']}"
            if isinstance(value, Member):
                value = str(value.user.id) if option["type"] == USER else value.player
            options.append({"name": name, "type": option["type"], "value": value})
        return options

    async def _answered(self, asked: Interaction) -> Interaction:
        """Wait for the first answer, and until the bot is not thinking any more."""
        await self.discord.until(
            lambda: asked.heard.is_set() and not asked.waiting,
            f"an answer to {asked.deed.name} of {self.name}: the application did not respond",
        )
        return asked


def _named(offered: list[Json], name: str) -> Json:
    found = next((each for each in offered if each["name"] == name), None)
    assert found is not None, f"there is no /{name}; there are {[each['name'] for each in offered]}"
    return found
