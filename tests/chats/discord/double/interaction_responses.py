"""Responses to interactions: the callback within three seconds, and followup messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.activities import Activities
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.interactions import (
    ALLOWED_CALLBACKS,
    RESPONSE_SECONDS,
    TOKEN_SECONDS,
    Callback,
    Interaction,
)
from tests.chats.discord.double.message_validation import faults_of_modal
from tests.chats.discord.double.messages import MessageOperations, faults_of, is_public
from tests.chats.discord.double.models import Message, MessageFlag
from tests.chats.discord.double.rest import Answer

CHOICES_LIMIT = 25


class ResponseOperations:
    """The operations that respond to interactions.

    Args:
        messages: the operations on messages.
        activities: what is launched.
        fault: notes what is wrong with a call, and returns the error that Discord would.
    """

    def __init__(
        self, messages: MessageOperations, activities: Activities, fault: Callable[[Call, list[str]], Json]
    ) -> None:
        self._messages = messages
        self._activities = activities
        self._fault = fault
        self.interactions: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.response_seconds = RESPONSE_SECONDS
        self.token_seconds = TOKEN_SECONDS

    def add(self, interaction: Interaction) -> None:
        """From now on the bot may respond to an interaction."""
        self.interactions[interaction.id] = self._by_token[interaction.token] = interaction

    def forget_expired(self) -> None:
        """Forget the interactions that nothing can be said to any more, so that a long evening stays small."""
        now = asyncio.get_running_loop().time()
        for each in [each for each in self.interactions.values() if now - each.created_at > 2 * self.token_seconds]:
            del self.interactions[each.id], self._by_token[each.token]

    async def callback(self, call: Call) -> Answer:
        """The first response to an interaction."""
        interaction = self.interactions.get(int(call.path["interaction_id"]))
        now = asyncio.get_running_loop().time()
        if interaction is None or interaction.token != call.path["interaction_token"]:
            raise api_errors.unknown_interaction()
        if interaction.callback is not None:
            raise api_errors.already_acknowledged()
        if now - interaction.created_at > self.response_seconds:
            raise api_errors.unknown_interaction()
        kind, data = Callback(call.body["type"]), call.body.get("data") or {}
        updates = kind in (Callback.UPDATE, Callback.DEFERRED_UPDATE)
        if kind not in ALLOWED_CALLBACKS[interaction.type] or (updates and interaction.source is None):
            return 400, self._fault(call, [f"{kind.name} is no response to {interaction.type.name}"])
        faults = self._faults_of_callback(interaction, kind, data, call.files)
        if faults:
            return 400, self._fault(call, faults)
        interaction.callback = kind
        message = self._respond(interaction, kind, data, call)
        interaction.responded.set()
        return self._callback_result(call, interaction, kind, message)

    def _faults_of_callback(
        self, interaction: Interaction, kind: Callback, data: Json, files: dict[str, bytes]
    ) -> list[str]:
        match kind:
            case Callback.MESSAGE:
                return faults_of(data, files)
            case Callback.UPDATE:
                assert interaction.source is not None
                if interaction.source.id not in interaction.source.channel.messages:
                    raise api_errors.unknown_message()
                return faults_of(data, files, interaction.source)
            case Callback.MODAL:
                return faults_of_modal(data)
            case Callback.AUTOCOMPLETE if len(data["choices"]) > CHOICES_LIMIT:
                return [f"{len(data['choices'])} choices"]
        return []

    def _respond(self, interaction: Interaction, kind: Callback, data: Json, call: Call) -> Message | None:
        match kind:
            case Callback.MESSAGE | Callback.DEFERRED:
                message = self._new_message(interaction, call, MessageFlag(data.get("flags") or 0))
                if kind is Callback.DEFERRED:
                    message.flags |= MessageFlag.LOADING
                return message
            case Callback.UPDATE:
                assert interaction.source is not None
                call.public = is_public(interaction.source)
                self._messages.edited(interaction.source, call, data)
                return interaction.source
            case Callback.AUTOCOMPLETE:
                interaction.choices = data["choices"]
            case Callback.MODAL:
                interaction.modal = data
            case Callback.LAUNCH:
                interaction.instance = self._activities.launched(interaction.channel, interaction.user).id
        return None

    def _new_message(self, interaction: Interaction, call: Call, flags: MessageFlag) -> Message:
        """A message in response to an interaction."""
        only_for = interaction.user if flags & MessageFlag.EPHEMERAL else None
        message = self._messages.new_message(interaction.channel, call, only_for)
        call.public = is_public(message)
        interaction.messages.append(message)
        return message

    def _callback_result(self, call: Call, interaction: Interaction, kind: Callback, message: Message | None) -> Answer:
        if call.query.get("with_response") not in ("1", "true"):
            return 204, None
        payload: Json = {"id": str(interaction.id), "type": int(interaction.type)}
        answer: Json = {"interaction": payload}
        if interaction.instance:
            payload["activity_instance_id"] = interaction.instance
            answer["resource"] = {"type": int(kind), "activity_instance": {"id": interaction.instance}}
        if message is not None:
            payload |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & MessageFlag.LOADING),
                "response_message_ephemeral": bool(message.flags & MessageFlag.EPHEMERAL),
            }
            if kind is not Callback.DEFERRED:
                answer["resource"] = {"type": int(kind), "message": message.payload()}
        return 200, answer

    def _interaction_of(self, call: Call) -> Interaction:
        found = self._by_token.get(call.path["webhook_token"])
        if found is None or found.callback is None:
            raise api_errors.unknown_webhook()
        if found.expired or asyncio.get_running_loop().time() - found.created_at > self.token_seconds:
            raise api_errors.token_expired()
        return found

    def followup(self, call: Call) -> Answer:
        """A followup message."""
        interaction = self._interaction_of(call)
        if interaction.loading:
            # The first followup after a deferral replaces its message, and is ephemeral if that was.
            return self._edited(interaction.messages[0], call)
        faults = faults_of(call.body, call.files)
        if faults:
            return 400, self._fault(call, faults)
        message = self._new_message(interaction, call, MessageFlag(call.body.get("flags") or 0))
        interaction.followups.append(message)
        return (200, message.payload()) if call.query.get("wait") in ("1", "true") else (204, None)

    def _message_of(self, call: Call) -> Message:
        interaction = self._interaction_of(call)
        if "message_id" not in call.path:
            message = interaction.original
        else:
            number = int(call.path["message_id"])
            message = next((each for each in interaction.messages if each.id == number), None)
        if message is None or message.id not in message.channel.messages:
            raise api_errors.unknown_message()
        return message

    def edit(self, call: Call) -> Answer:
        """Edit a message."""
        return self._edited(self._message_of(call), call)

    def _edited(self, message: Message, call: Call) -> Answer:
        call.public = is_public(message)
        return self._messages.edited(message, call, call.body)

    def delete(self, call: Call) -> Answer:
        """Delete a message."""
        message, interaction = self._message_of(call), self._interaction_of(call)
        if message in interaction.messages:
            interaction.messages.remove(message)
        return self._messages.deleted(message)
