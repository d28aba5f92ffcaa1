"""An interaction: what a person did, and what the bot answers to it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from tests.chats.discord.double.world import Channel, Flag, Json, Message, Part, User, walk

PATIENCE = 3.0
"""How many seconds the first answer may take."""


class Deed(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The kinds of first answer."""

    MESSAGE = 4
    LATER = 5
    UPDATE_LATER = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ANSWERS = {
    Deed.COMMAND: (Callback.MESSAGE, Callback.LATER, Callback.MODAL),
    Deed.COMPONENT: (
        Callback.MESSAGE,
        Callback.LATER,
        Callback.UPDATE_LATER,
        Callback.UPDATE,
        Callback.MODAL,
    ),
    Deed.AUTOCOMPLETE: (Callback.CHOICES,),
    Deed.MODAL: (Callback.MESSAGE, Callback.LATER, Callback.UPDATE_LATER, Callback.UPDATE),
}
"""Which first answers each deed allows."""


@dataclass(eq=False)
class Interaction:
    """One of them, from the deed to the last word about it; for a test, this is the answer."""

    id: int
    deed: Deed
    user: User
    channel: Channel
    source: Message | None
    """The message whose button was pressed."""

    born: float
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    callback: Callback | None = None
    expired: bool = False
    messages: list[Message] = field(default_factory=list)
    """What was said in answer, the first answer first."""

    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the first answer is there."""

    @property
    def original(self) -> Message | None:
        """The message that ``@original`` means."""
        if self.callback in (Callback.UPDATE, Callback.UPDATE_LATER):
            return self.source
        return self.messages[0] if self.messages else None

    @property
    def waiting(self) -> bool:
        """Whether the person still sees that the bot is thinking."""
        return bool(self.messages and self.messages[0].flags & Flag.LOADING)

    # --- for tests ---------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Everything that was said in answer."""
        return "\n".join(message.text for message in self.messages if message.text)

    @property
    def private(self) -> bool:
        """Whether all that was said is for the person alone."""
        return bool(self.messages) and all(message.flags & Flag.EPHEMERAL for message in self.messages)

    @property
    def silent(self) -> bool:
        """Whether nothing was said: the button was acknowledged, and that is all."""
        return not self.messages and self.modal is None

    @property
    def offered(self) -> list[str]:
        """The names of the choices that were offered while the person typed."""
        return [choice["name"] for choice in self.choices]

    def form(self) -> Json:
        """The text field of the modal that was opened."""
        return self._in_modal(Part.TEXT_INPUT)

    def select(self) -> Json:
        """What there is to choose from in the modal that was opened."""
        return self._in_modal(Part.SELECT)

    def _in_modal(self, kind: Part) -> Json:
        assert self.modal is not None, f"no modal was opened, but: {self.text or 'nothing'}"
        return next(part for part in walk(self.modal["components"]) if part["type"] == kind)
