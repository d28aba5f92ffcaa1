"""Telegram, as the announcer and the process see it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.app import App
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.closings import Closings
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ephemeral_hands import EphemeralHands
from bot.chats.telegram_chat.menus import offer_menus
from bot.chats.telegram_chat.network import bot_with, patiently
from bot.chats.telegram_chat.numbers import PLATFORM, chat_of, group_of, is_group, topic_of, user_of
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.polling import Polling
from bot.chats.telegram_chat.private_chats import PrivateChats
from bot.chats.telegram_chat.rendering import Link
from bot.chats.telegram_chat.rights import Rights
from bot.chats.telegram_chat.sending import Sender
from bot.chats.telegram_chat.troubles import SentAway
from bot.chats.telegram_chat.typed import TABLE_LINK
from bot.chats.telegram_chat.updates import KINDS, Updates
from bot.chats.telegram_chat.webhook import Webhook, WebhookServer
from bot.messages import Message, MessageGone, MessageId, Place, PlayerId, Unreachable, Unwelcome, Urgency
from bot.wording import in_language
from engine.fairness import Beacon

log = structlog.get_logger()


class TelegramChat:
    """Keeps the Chat protocol on Telegram, and brings to the dispatcher what people do there.

    Args:
        token: from @BotFather.
        api_url: where the Bot API is, if not at Telegram.
        webhook: where Telegram brings news, if it is not asked for it.
        pace: limits and patience.

    Raises:
        bot.chats.errors.TokenRefused: it cannot be a token.
    """

    platform = PLATFORM

    def __init__(
        self, token: str, *, api_url: str = "", webhook: Webhook | None = None, pace: Pace | None = None
    ) -> None:
        self._bot: Bot = bot_with(token, api_url)
        self._pace = pace or Pace()
        self.beacon_seconds = self._pace.beacon_within
        self._webhook = webhook
        self._server: WebhookServer | None = None
        self._background_tasks = BackgroundTasks()
        self._app: App
        self._context: TelegramContext
        self._updates: Updates
        self._calls: Calls
        self._sender: Sender
        self._closings: Closings
        self._stopped = asyncio.Event()

    # --- the connection ----------------------------------------------------------------------------------------

    async def start(self, app: App) -> None:
        """Connect, however long the network is away; return when messages can be sent.

        Raises:
            bot.chats.errors.TokenRefused: Telegram does not know the token.
            PortTaken: the port of the webhook is not to be had.
        """
        self._app = app
        self._calls = Calls(self._pace, self._moved)
        self._sender = Sender(self._bot, self._calls)
        self._closings = Closings(self._bot, self._calls, self._sender, self._pace, self._background_tasks)
        private = PrivateChats(self._bot, self._calls, self._sender)
        self._context = TelegramContext(
            app,
            self._bot,
            self._pace,
            self._calls,
            self._sender,
            private,
            EphemeralHands(self._bot, self._calls, self._sender, self._pace),
            Rights(self._bot, self._pace),
            self._background_tasks,
        )
        self._updates = Updates(self._context)
        await patiently("connect", self._bot.initialize, self._pace)
        if self._webhook is not None:
            self._server = WebhookServer(self._webhook, self._bot, self._updates.take)
            await self._server.start()
        else:
            await patiently("end the webhook", self._bot.delete_webhook, self._pace)
        try:
            await patiently("set the menus", lambda: offer_menus(self._bot), self._pace)
        except TelegramError as error:
            # Commands can be typed without.
            log.error("menus not set", platform=PLATFORM, error=error.message)

    async def serve(self) -> None:
        """Bring to the dispatcher what people do, until stopped.

        Raises:
            bot.chats.errors.TokenRefused: Telegram does not take the token any more.
            bot.chats.errors.AnotherSession: somebody else asks for news with it.
        """
        if self._server is not None:
            await self._server.open(KINDS, self._pace)
            await self._stopped.wait()
            return
        polling = asyncio.create_task(Polling(self._bot, self._updates.take, KINDS, self._pace).run())
        stopping = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait((polling, stopping), return_when=asyncio.FIRST_COMPLETED)
            if polling.done():
                polling.result()
        finally:
            for task in (polling, stopping):
                task.cancel()
            await asyncio.gather(polling, stopping, return_exceptions=True)

    async def stop(self) -> None:
        """Close the connection; nothing can be sent afterwards."""
        self._stopped.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace.goodbye):
                await self._background_tasks.stop()
                if self._server is not None:
                    await self._server.stop()
                await self._bot.shutdown()

    @property
    def webhook_address(self) -> str:
        """Where the webhook listens, once started."""
        return self._server.address if self._server is not None else ""

    async def _moved(self, old: int, new: int) -> None:
        await self._app.membership.moved(group_of(old), group_of(new))

    # --- what the announcer asks for ---------------------------------------------------------------------------

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the chat takes one more call."""
        await self._calls.acquire(chat_of(place.group), urgency)

    async def post(self, place: Place, message: Message) -> MessageId:
        """Show a new message in a chat and return its number; whom it mentions is pinged.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        return await self._post(place, message, Urgency.RESULT)

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Put ``message`` in the place of an earlier one; nobody is pinged.

        Raises:
            MessageGone: it was deleted meanwhile, or the group has become another chat.
            Unwelcome: nothing can be shown there.
        """
        chat, links = chat_of(place.group), self._doors(place, message)
        try:
            await self._sender.edit(chat, int(number), message, Urgency.TABLE, topic=topic_of(place), links=links)
        except SentAway:
            self._sent_away(chat)
            raise

    async def ping(self, place: Place, message: Message) -> MessageId | None:
        """Ping the player on turn with a short message.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        return await self._post(place, message, Urgency.PING)

    async def remove(self, place: Place, number: MessageId) -> None:
        """Take a message away; one that cannot be taken away stays."""
        await self._sender.remove(chat_of(place.group), int(number))

    async def post_closing(self, place: Place, message: Message, *, again: bool) -> Beacon:
        """Show the closing message of a deal, and return what the dice below it show.

        Telegram cannot be asked whether they were thrown before. So if they may have been, none are thrown.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        chat = chat_of(place.group)
        try:
            return await self._closings.post_closing(chat, message, topic=topic_of(place), throwing=not again)
        except MessageGone as gone:
            raise Unwelcome(str(gone)) from None
        except SentAway:
            self._sent_away(chat)
            raise

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, in the place of an earlier one if that can be edited, and return its number.

        Raises:
            Unreachable: the player has not opened the private chat, or has closed it.
        """
        user = user_of(player)
        if user is None:
            raise Unreachable(player)
        number = await self._context.private.send_private(user, message, int(instead_of) if instead_of else None)
        return str(number)

    async def _post(self, place: Place, message: Message, urgency: Urgency) -> MessageId:
        chat, links = chat_of(place.group), self._doors(place, message)
        try:
            number = await self._sender.post(
                chat, message, urgency, topic=topic_of(place), mentioning=True, links=links
            )
        except MessageGone as gone:
            raise Unwelcome(str(gone)) from None
        except SentAway:
            self._sent_away(chat)
            raise
        return str(number)

    def _sent_away(self, chat: int) -> None:
        """The bot has learnt by a refusal that it was removed; the tables there are to wait."""
        self._background_tasks.run(self._app.membership.removed(group_of(chat)))

    def _doors(self, place: Place, message: Message) -> tuple[Link, ...]:
        """Beside the button to sit down, the link that seats somebody too and brings the hand in private."""
        chat = chat_of(place.group)
        joins = (button for row in message.buttons for button in row if button.command == "join" and button.turn)
        button = next(joins, None)
        if button is None or not is_group(chat):
            return ()
        translate = in_language(self._app.groups.of(place.group).language)
        table = button.turn.partition(":")[0]
        return (Link(translate("telegram-hands-in-private"), self._context.own_link(f"start={TABLE_LINK}{table}")),)
