"""Faults in what is said, how often, and when platforms want to be called."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from telegram.error import NetworkError

from bot.chats.call_queue import CallQueue
from bot.live.public_messages import PublicMessages
from bot.messages import MessageGone, Unwelcome, Urgency
from bot.tables.computers import Computers
from bot.tables.table import Table
from tools.simulation.plan import FaultKind
from tools.simulation.planted_faults.planted_fault import Patch, Planted, Where

planted = Planted()
BUDGETS, MESSAGES, RESOURCES = "platform budgets kept", "messages at least once", "resources within bounds"


@planted(8, MESSAGES, 30)
def message_lost_when_the_chat_fails(patch: Patch) -> None:
    """What could not be sent is never sent again."""
    send = PublicMessages._send

    async def given_up(messages: PublicMessages, pending: Any, posted: Any) -> None:
        try:
            await send(messages, pending, posted)
        except MessageGone:
            raise
        except Exception:
            posted.pending = None

    patch.setattr(PublicMessages, "_send", given_up)


@planted(8, f"{MESSAGES} | {RESOURCES}", 3)
def posted_anew_instead_of_edited(patch: Patch) -> None:
    """A message that stands already is posted once more for every change of it."""
    post_or_edit = PublicMessages._post_or_edit

    async def anew(messages: PublicMessages, posted: Any, message: Any) -> Any:
        posted.number = None
        return await post_or_edit(messages, posted, message)

    patch.setattr(PublicMessages, "_post_or_edit", anew)


@planted(8, MESSAGES, 6, where=Where.WORLD, needs=(FaultKind.LOST_ANSWER,))
def sent_again_without_end_when_the_outcome_is_unknown(patch: Patch) -> None:
    """A message of which nobody knows whether it has arrived is posted again and again, whatever comes back."""
    post_or_edit = PublicMessages._post_or_edit

    async def again(messages: PublicMessages, posted: Any, message: Any) -> Any:
        stands = posted.number is not None
        try:
            return await post_or_edit(messages, posted, message)
        except (MessageGone, Unwelcome):
            raise
        except Exception:
            while not stands:
                await messages._acquired(Urgency.RESULT)
                with suppress(NetworkError):
                    await messages.chat.post(messages.place, message)
            raise

    patch.setattr(PublicMessages, "_post_or_edit", again)


@planted(30, RESOURCES, 4)
def messages_remembered_for_ever(patch: Patch) -> None:
    """The numbers of messages that nobody will edit are kept in memory."""
    patch.setattr(PublicMessages, "_prune", lambda messages: ())


@planted(30, RESOURCES, 4, where=Where.WORLD)
def tasks_that_never_end(patch: Patch) -> None:
    """Every action leaves a task behind that waits for ever."""
    run = Table._carry_out
    left: list[asyncio.Task[bool]] = []

    async def leaving(table: Table, request: Any) -> Any:
        left.append(asyncio.create_task(asyncio.Event().wait()))
        return await run(table, request)

    patch.setattr(Table, "_carry_out", leaving)


@planted(30, "no unexpected errors in the log", 8)
def computer_player_that_fails(patch: Patch) -> None:
    """Computer players raise an error instead of choosing."""

    async def failing(computers: Computers, game: Any, view: Any) -> Any:
        known: Mapping[str, int] = {}
        return known["action"]

    patch.setattr(Computers, "choose", failing)


@planted(19, BUDGETS, 4, where=Where.WORLD, needs=(FaultKind.TOO_MANY,))
def called_again_before_retry_after(patch: Patch) -> None:
    """Whoever asks for a pause is called again at once."""
    patch.setattr(CallQueue, "pause", lambda queue, seconds: None)


@planted(19, BUDGETS, 6, where=Where.WORLD)
def calls_without_limits(patch: Patch) -> None:
    """Nothing waits until a chat takes one more call."""

    async def at_once(queue: CallQueue, *args: Any) -> None:
        return None

    patch.setattr(CallQueue, "acquire", at_once)
