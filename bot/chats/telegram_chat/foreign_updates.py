"""Updates about groups that other processes serve: one process reads them all from Telegram."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from telegram import Message, Update
from telegram.error import TelegramError

from bot.chats.forwarding import Forwarding, Subject
from bot.chats.telegram_chat.addresses import (
    PLATFORM,
    TABLE_PAYLOAD,
    group_id,
    is_group,
    place_behind,
    player_id,
    started,
)
from bot.chats.telegram_chat.bot_commands import command_in
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.questions import question_behind
from bot.chats.telegram_chat.updates import UpdateHandler
from bot.messages import Pressed

ANSWER_SECONDS: Final = 4.0
"""Seconds until the sender of an update that nobody takes is told so."""


class ForeignUpdates:
    def __init__(self, context: TelegramContext, handler: UpdateHandler, forwarding: Forwarding) -> None:
        self._context = context
        self._handler = handler
        self._forwarding = forwarding

    async def receive(self, update: Update) -> None:
        """Handle an update, or return once it is stored for the process that will."""
        key, subject = self._context.idempotency_key(update), self._subject_of(update)
        handle = partial(self._handler.handle, update)
        if subject is None:
            await handle()
        elif await self._forwarding.route(PLATFORM, key, subject, update.to_json, handle):
            return
        elif update.callback_query is not None or self._command_in(update.message):
            self._context.run(self._tell_if_it_waits(update, key))

    def _subject_of(self, update: Update) -> Subject | None:
        chat, user = update.effective_chat, update.effective_user
        message, query = update.message, update.callback_query
        if chat is None:
            return None
        table, place, line = "", None, ""
        if query is not None:
            press, place = Pressed.read(query.data or ""), place_behind(query.message)
            table, line = press.table, press.command
        elif message is not None:
            line, replied = self._command_in(message), message.reply_to_message
            command, _, payload = line.partition(" ")
            if command == "start" and payload.startswith(TABLE_PAYLOAD):
                table = payload.removeprefix(TABLE_PAYLOAD)
            elif command == "start":
                line, place = started(payload)
            elif replied is not None and not line and (asked := question_behind(replied)) is not None:
                table, line, place = asked.table, asked.command, place_behind(replied)
        if is_group(chat.id) or user is None:
            return Subject(group_id(chat.id), line=line)
        if place is not None and not table:
            return Subject(place.group, line=line)
        # A button without a table is about its own chat.
        player = "" if query is not None else player_id(user.id)
        return Subject(group_id(chat.id), player, table, line)

    def _command_in(self, message: Message | None) -> str:
        if message is None:
            return ""
        return command_in(message, self._context.bot.username, self._context.directory.user_id_of)

    async def _tell_if_it_waits(self, update: Update, key: str) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        chat, user = update.effective_chat, update.effective_user
        if chat is None or user is None or not await self._forwarding.waits(key):
            return
        sentence, bot = self._context.translator(chat.id, user)("answer-follows"), self._context.bot
        with suppress(TelegramError):
            if update.callback_query is not None:
                await bot.answer_callback_query(update.callback_query.id, sentence)
            elif update.message is not None:
                await update.message.reply_text(sentence)
