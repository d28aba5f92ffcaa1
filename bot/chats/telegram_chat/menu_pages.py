"""Pages of menus: each is shown to one user alone, in the group where that can be, else in their private chat.

A page in the private chat that is about a group says so in its last line; behind its first letter is a link that names
the place, so that its buttons are about that place too, even after a restart.
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
    """Shows pages to those who have pressed a button that leads to one."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def show(
        self, query: CallbackQuery, source: SourceMessage, user: User, press: Pressed, place: Place, reply: Reply
    ) -> str:
        """Show a page, in the place of the one that was pressed.

        Args:
            query: the press.
            source: the message of the button that was pressed.
            user: who pressed it.
            press: the button.
            place: what it is about.
            reply: the page, and whether it is secret.

        Returns:
            What the user has to be told about where it is; empty if they are looking at it.

        Raises:
            bot.messages.Unreachable: it cannot be shown to this user alone.
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
        """Send a page to the private chat of a user.

        Args:
            user: whose chat.
            place: what it is about.
            reply: the page, and whether it is secret.
            about: what the user has asked.

        Raises:
            bot.messages.Unreachable: the bot may not write to this user.
        """
        page = await self._about(user, place, reply.message)
        await self._context.private_chats.send(
            user.id, page, behind=self._link(place), clickable_commands=False, protect_content=reply.secret
        )

    async def _turn(
        self, query: CallbackQuery, source: SourceMessage, press: Pressed, reply: Reply, place: Place
    ) -> None:
        """Put a page in the place of the pressed one in a private chat, or below if that cannot be."""
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
        """The page as it is shown in the private chat of a user: with the name of the group that it is about."""
        chat = chat_id_of(place.group)
        if not is_group(chat):
            return page
        title = await self._context.chat_titles.title(chat)
        about = answers.about_group(page, title, self._context.translator(chat, user))
        return replace(about, brief="")

    def _link(self, place: Place) -> str:
        """The link that names a place; empty for a private chat, whose pages are about itself."""
        named = naming(place)
        return self._context.deep_link(named) if named else ""
