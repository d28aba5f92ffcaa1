"""Answers to interactions: the first within three seconds, and whatever follows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.chats.discord.double import trouble
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.interactions import ANSWERS, PATIENCE, Callback, Interaction
from tests.chats.discord.double.message_rules import faults_of_modal
from tests.chats.discord.double.posting import Posting, faults_of, is_public
from tests.chats.discord.double.rest import Answer
from tests.chats.discord.double.world import Flag, Json, Message

MOST_CHOICES = 25


class Responding:
    """Whatever answers what a person did.

    Args:
        posting: what puts messages somewhere.
        fault: notes what is wrong with a call, and says it as Discord would.
    """

    def __init__(self, posting: Posting, fault: Callable[[Call, list[str]], Json]) -> None:
        self._posting = posting
        self._fault = fault
        self.interactions: dict[int, Interaction] = {}
        self.patience = PATIENCE

    async def callback(self, call: Call) -> Answer:
        """The first answer to an interaction."""
        interaction = self.interactions.get(int(call.path["interaction_id"]))
        now = asyncio.get_running_loop().time()
        if interaction is None or interaction.token != call.path["interaction_token"]:
            raise trouble.unknown_interaction()
        if interaction.callback is not None:
            raise trouble.already_acknowledged()
        if now - interaction.born > self.patience:
            raise trouble.unknown_interaction()
        kind, data = Callback(call.body["type"]), call.body.get("data") or {}
        if kind not in ANSWERS[interaction.deed]:
            return 400, self._fault(call, [f"{kind.name} is no answer to {interaction.deed.name}"])
        faults = self._faults_of_callback(interaction, kind, data, call.files)
        if faults:
            return 400, self._fault(call, faults)
        interaction.callback = kind
        message = self._first_answer(interaction, kind, data, call)
        interaction.heard.set()
        return self._callback_answer(call, interaction, kind, message)

    def _faults_of_callback(
        self, interaction: Interaction, kind: Callback, data: Json, files: dict[str, bytes]
    ) -> list[str]:
        match kind:
            case Callback.MESSAGE:
                return faults_of(data, files)
            case Callback.UPDATE:
                assert interaction.source is not None
                return faults_of(data, files, interaction.source)
            case Callback.MODAL:
                return faults_of_modal(data)
            case Callback.CHOICES if len(data["choices"]) > MOST_CHOICES:
                return [f"{len(data['choices'])} choices"]
        return []

    def _first_answer(self, interaction: Interaction, kind: Callback, data: Json, call: Call) -> Message | None:
        match kind:
            case Callback.MESSAGE | Callback.LATER:
                message = self._said(interaction, call, Flag(data.get("flags") or 0))
                if kind is Callback.LATER:
                    message.flags |= Flag.LOADING
                return message
            case Callback.UPDATE:
                assert interaction.source is not None
                call.public = is_public(interaction.source)
                self._posting.edited(interaction.source, call, data)
                return interaction.source
            case Callback.CHOICES:
                interaction.choices = data["choices"]
            case Callback.MODAL:
                interaction.modal = data
        return None

    def _said(self, interaction: Interaction, call: Call, flags: Flag) -> Message:
        """A message in answer to an interaction."""
        only_for = interaction.user if flags & Flag.EPHEMERAL else None
        message = self._posting.new_message(interaction.channel, call, only_for)
        call.public = is_public(message)
        interaction.messages.append(message)
        return message

    def _callback_answer(self, call: Call, interaction: Interaction, kind: Callback, message: Message | None) -> Answer:
        if call.query.get("with_response") not in ("1", "true"):
            return 204, None
        told: Json = {"id": str(interaction.id), "type": int(interaction.deed)}
        answer: Json = {"interaction": told}
        if message is not None:
            told |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & Flag.LOADING),
                "response_message_ephemeral": bool(message.flags & Flag.EPHEMERAL),
            }
            if kind is not Callback.LATER:
                answer["resource"] = {"type": int(kind), "message": message.payload()}
        return 200, answer

    def _interaction_of(self, call: Call) -> Interaction:
        token = call.path["webhook_token"]
        found = next((each for each in self.interactions.values() if each.token == token), None)
        if found is None or found.callback is None:
            raise trouble.unknown_webhook()
        if found.expired:
            raise trouble.token_expired()
        return found

    def follow_up(self, call: Call) -> Answer:
        """One more message in answer."""
        interaction = self._interaction_of(call)
        if interaction.waiting:
            # The first word after a deferral takes its place, and is as private as it was.
            return self._edited_answer(interaction.messages[0], call)
        faults = faults_of(call.body, call.files)
        if faults:
            return 400, self._fault(call, faults)
        message = self._said(interaction, call, Flag(call.body.get("flags") or 0))
        return (200, message.payload()) if call.query.get("wait") in ("1", "true") else (204, None)

    def _answer_of(self, call: Call) -> Message:
        interaction = self._interaction_of(call)
        if "message_id" not in call.path:
            message = interaction.original
        else:
            number = int(call.path["message_id"])
            message = next((each for each in interaction.messages if each.id == number), None)
        if message is None or message.id not in message.channel.messages:
            raise trouble.unknown_message()
        return message

    def read_answer(self, call: Call) -> Answer:
        """An answer as it stands."""
        return 200, self._answer_of(call).payload()

    def edit_answer(self, call: Call) -> Answer:
        """Another text for an answer."""
        return self._edited_answer(self._answer_of(call), call)

    def _edited_answer(self, message: Message, call: Call) -> Answer:
        call.public = is_public(message)
        return self._posting.edited(message, call, call.body)

    def delete_answer(self, call: Call) -> Answer:
        """An answer is taken away."""
        message = self._answer_of(call)
        del message.channel.messages[message.id]
        return 204, None
