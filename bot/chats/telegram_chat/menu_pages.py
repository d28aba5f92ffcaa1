"""Pages of menus for one user alone.

A private page about a group carries a hidden link to it, so that its buttons keep their place after a restart.
"""

from __future__ import annotations

from dataclasses import replace

from telegram import CallbackQuery, User
from telegram import Message as TelegramMessage

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ids import SourceMessage, chat_id_of, is_group, naming
from bot.chats.telegram_chat.rendering import fits_a_caption
from bot.messages import Message, MessageGone, Place, Pressed, Reply, Urgency
from bot.presenting import answers


class MenuPages:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def show(
        self, query: CallbackQuery, source: SourceMessage, user: User, press: Pressed, place: Place, reply: Reply
    ) -> str:
        """Show a page in place of the pressed one, and return the notice of its place, or nothing.

        Raise ``Unreachable`` if it cannot be shown to this user alone.
        """
        if not is_group(source.chat):
            page = replace(reply, message=await self._about(user, place, reply.message))
            await self._turn(query, source, press, page, place)
            return ""
        ephemeral = self._context.ephemeral_messages
        if await ephemeral.show_page(source, user.id, query.id, reply.message, secret=reply.secret):
            return ""
        await self.send(user, place, reply, press.command)
        if source.ephemeral_id:
            await ephemeral.remove(source.chat, user.id, source.ephemeral_id)
        return self._context.translator(source.chat, user)("telegram-menu-sent")

    async def send(self, user: User, place: Place, reply: Reply, about: str | None) -> None:
        """Send a page to a private chat; raise ``Unreachable`` if the bot may not write there."""
        page = await self._about(user, place, reply.message)
        await self._context.private_chats.send(
            user.id, page, behind=self._link(place), clickable_commands=False, protect_content=reply.secret
        )

    async def _turn(
        self, query: CallbackQuery, source: SourceMessage, press: Pressed, reply: Reply, place: Place
    ) -> None:
        chats, link, page = self._context.private_chats, self._link(place), reply.message
        shows_picture = isinstance(query.message, TelegramMessage) and bool(query.message.photo)
        turns = press.in_menu
        if turns and (not shows_picture or (page.picture is not None and fits_a_caption(page))):
            await self._context.calls.acquire(source.chat, Urgency.ANSWER, query.from_user.id)
            try:
                await self._context.sender.edit(source.chat, source.message_id, page, Urgency.ANSWER, behind=link)
            except MessageGone:
                pass
            else:
                return
        await chats.send(
            source.chat,
            page,
            behind=link,
            clickable_commands=False,
            protect_content=reply.secret,
        )
        if turns:
            await self._context.sender.remove(source.chat, source.message_id)

    async def _about(self, user: User, place: Place, page: Message) -> Message:
        chat = chat_id_of(place.group)
        if not is_group(chat):
            return page
        title = await self._context.directory.title(chat)
        about = answers.about_group(page, title, self._context.translator(chat, user))
        return replace(about, brief="")

    def _link(self, place: Place) -> str:
        named = naming(place)
        return self._context.deep_link(named) if named else ""
