"""An interaction: what a person did, and how the bot responded."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from tests.chats.discord.double.components import ComponentType, Json, walk
from tests.chats.discord.double.models import Channel, Message, MessageFlag, User

RESPONSE_SECONDS = 3.0
"""How many seconds Discord waits for the first response."""

TOKEN_SECONDS = 15 * 60.0
"""For how many seconds an interaction's token allows followups and edits."""


class InteractionType(IntEnum):
    """The types of interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The types of first response."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9
    LAUNCH = 12


ALLOWED_CALLBACKS = {
    InteractionType.COMMAND: (Callback.MESSAGE, Callback.DEFERRED, Callback.MODAL, Callback.LAUNCH),
    InteractionType.COMPONENT: (
        Callback.MESSAGE,
        Callback.DEFERRED,
        Callback.DEFERRED_UPDATE,
        Callback.UPDATE,
        Callback.MODAL,
        Callback.LAUNCH,
    ),
    InteractionType.AUTOCOMPLETE: (Callback.AUTOCOMPLETE,),
    InteractionType.MODAL: (Callback.MESSAGE, Callback.DEFERRED, Callback.DEFERRED_UPDATE, Callback.UPDATE),
}
"""Which first responses each type of interaction allows."""


@dataclass(eq=False)
class Interaction:
    """An interaction with all responses to it."""

    id: int
    type: InteractionType
    user: User
    channel: Channel
    source: Message | None
    """The message whose button was pressed."""

    created_at: float
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    callback: Callback | None = None
    expired: bool = False
    messages: list[Message] = field(default_factory=list)
    """The messages sent in response, in order."""

    followups: list[Message] = field(default_factory=list)
    """Those that were sent after the first response."""

    modal: Json | None = None
    instance: str = ""
    """The id of the instance of the Activity that was launched."""

    choices: list[Json] = field(default_factory=list)
    responded: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the first response."""

    @property
    def original(self) -> Message | None:
        """The message that ``@original`` means."""
        if self.callback in (Callback.UPDATE, Callback.DEFERRED_UPDATE):
            return self.source
        return self.messages[0] if self.messages else None

    @property
    def loading(self) -> bool:
        """Whether a deferred response still waits for its message."""
        return bool(self.messages and self.messages[0].flags & MessageFlag.LOADING)

    # --- for tests ---------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The texts of all messages sent in response."""
        return "\n".join(message.text for message in self.messages if message.text)

    @property
    def ephemeral(self) -> bool:
        """Whether there was a message in response, and every one was ephemeral."""
        return bool(self.messages) and all(message.flags & MessageFlag.EPHEMERAL for message in self.messages)

    @property
    def silent(self) -> bool:
        """Whether the interaction was only acknowledged, with neither a message nor a modal nor a launch."""
        return not (self.messages or self.modal or self.instance)

    @property
    def choice_names(self) -> list[str]:
        """The names of the choices that autocomplete offered."""
        return [choice["name"] for choice in self.choices]

    def text_input(self) -> Json:
        """The text field of the modal that was opened."""
        return self.text_inputs()[0]

    def text_inputs(self) -> list[Json]:
        """All text fields of the modal that was opened."""
        return self._in_modal(ComponentType.TEXT_INPUT)

    def select(self) -> Json:
        """The select of the modal that was opened."""
        return self._in_modal(ComponentType.SELECT)[0]

    def _in_modal(self, kind: ComponentType) -> list[Json]:
        assert self.modal is not None, f"no modal was opened, but: {self.text or 'nothing'}"
        return [part for part in walk(self.modal["components"]) if part["type"] == kind]
