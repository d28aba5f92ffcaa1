"""Pages of menus for one user alone."""

from __future__ import annotations

from telegram import CallbackQuery, User
from telegram import Message as TelegramMessage

from bot.chats.telegram_chat.addresses import SourceMessage, is_group
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import fits_a_caption
from bot.chats.telegram_chat.sender import Extras
from bot.messages import MessageGone, Place, Pressed, Reply, Urgency


class MenuPages:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def show(
        self, query: CallbackQuery, source: SourceMessage, press: Pressed, place: Place, reply: Reply
    ) -> str:
        """Show a page in place of the pressed one, and return the notice of its place, or nothing.

        Raise ``Unreachable`` if it cannot be shown to this user alone.
        """
        user, ephemeral = query.from_user, self._context.ephemeral_messages
        if not is_group(source.chat):
            await self._turn(query, source, press, place, reply)
            return ""
        if await ephemeral.show_page(source, user.id, query.id, reply.message, secret=reply.secret):
            return ""
        await self.send(user, place, reply)
        if source.ephemeral_id:
            await ephemeral.remove(source.chat, user.id, source.ephemeral_id)
        return self._context.translator(source.chat, user)("telegram-menu-sent")

    async def send(self, user: User, place: Place, reply: Reply) -> None:
        """Send a page to a private chat; raise ``Unreachable`` if the bot may not write there."""
        page = await self._context.about(reply.message, place, user)
        await self._context.private_chats.send(user.id, page, self._extras(place, reply))

    async def _turn(
        self, query: CallbackQuery, source: SourceMessage, press: Pressed, place: Place, reply: Reply
    ) -> None:
        page = await self._context.about(reply.message, place, query.from_user)
        shows_picture = isinstance(query.message, TelegramMessage) and bool(query.message.photo)
        if press.in_menu and (not shows_picture or (page.picture is not None and fits_a_caption(page))):
            await self._context.calls.acquire(source.chat, Urgency.ANSWER, query.from_user.id)
            try:
                await self._context.sender.edit(
                    source.chat, source.message_id, page, Urgency.ANSWER, self._extras(place, reply)
                )
            except MessageGone:
                pass
            else:
                return
        await self._context.private_chats.send(source.chat, page, self._extras(place, reply))
        if press.in_menu:
            await self._context.sender.remove(source.chat, source.message_id)

    def _extras(self, place: Place, reply: Reply) -> Extras:
        return Extras(behind=self._context.hidden_link(place), protected=reply.secret)
