"""The Chat protocol on Telegram."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.app import App
from bot.chats.call_watch import CallWatch
from bot.chats.members_asked import MembershipUnknown
from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.api_errors import BotRemoved, GroupGone, TopicGone
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.command_menus import set_descriptions, set_menus
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.deal_closings import DealClosings
from bot.chats.telegram_chat.diagnosing import NO_EPHEMERAL_MESSAGES, PRIVATE_ANSWER, missing_rights
from bot.chats.telegram_chat.directory import Directory
from bot.chats.telegram_chat.ephemeral_messages import EphemeralMessages
from bot.chats.telegram_chat.ids import (
    PLATFORM,
    SHARED_PAYLOAD,
    chat_id_of,
    group_id,
    is_group,
    player_id,
    topic_of,
    user_id_of,
)
from bot.chats.telegram_chat.limits import RateLimits, Timeouts
from bot.chats.telegram_chat.network import new_bot, until_reached
from bot.chats.telegram_chat.polling import Polling
from bot.chats.telegram_chat.private_chats import PrivateChats
from bot.chats.telegram_chat.rendering import UrlButton
from bot.chats.telegram_chat.sending import Extras, Sender
from bot.chats.telegram_chat.start_command import TABLE_PAYLOAD
from bot.chats.telegram_chat.update_order import UpdateOrder
from bot.chats.telegram_chat.updates import ALLOWED_UPDATES, UpdateHandler
from bot.chats.telegram_chat.webhook import Webhook, WebhookServer
from bot.environment.metrics import Metrics, Queue
from bot.messages import (
    Diagnosis,
    Message,
    MessageGone,
    MessageId,
    Place,
    PlayerId,
    TableAddress,
    Unreachable,
    Unwelcome,
    Urgency,
)
from bot.wording import in_language
from engine.fairness import Beacon

log = structlog.get_logger()


class TelegramChat:
    """The Chat protocol on Telegram, and the source of commands."""

    platform = PLATFORM
    proves_quotes = True
    ping_rest = 0.0
    private_edits_are_free = False
    has_private_pane = False
    sends_every_hand = False

    def __init__(
        self,
        token: str,
        *,
        api_url: str = "",
        webhook: Webhook | None = None,
        rate_limits: RateLimits | None = None,
        timeouts: Timeouts | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._metrics = metrics or Metrics()
        self._api_watch = CallWatch(PLATFORM, self._metrics)
        self._bot: Bot = new_bot(token, api_url, self._api_watch)
        self._rate_limits = rate_limits or RateLimits()
        self._timeouts = timeouts or Timeouts()
        self.beacon_seconds = self._timeouts.beacon
        self._webhook = webhook
        self._server: WebhookServer | None = None
        self._polling: Polling | None = None
        self._background_tasks = BackgroundTasks()
        self._app: App
        self._context: TelegramContext
        self._updates: UpdateHandler
        self._order: UpdateOrder
        self._calls: ApiCalls
        self._sender: Sender
        self._deal_closings: DealClosings
        self._stopped = asyncio.Event()

    async def start(self, app: App) -> None:
        """Connect, however long the network is down; raise ``TokenRefused``, or ``PortTaken`` for the webhook."""
        self._app = app
        self._calls = ApiCalls(self._rate_limits, self._timeouts, self._migrated)
        self._metrics.watch_queue(Queue.CALLS, lambda: self._calls.waiting)
        self._sender = Sender(self._bot, self._calls)
        self._deal_closings = DealClosings(self._bot, self._calls, self._sender, self._timeouts, self._background_tasks)
        self._context = TelegramContext(
            app,
            self._bot,
            self._timeouts,
            self._calls,
            self._sender,
            PrivateChats(self._bot, self._calls, self._sender),
            EphemeralMessages(self._bot, self._calls, self._sender, self._timeouts),
            Directory(self._bot, self._timeouts),
            self._background_tasks,
        )
        self._updates = UpdateHandler(self._context)
        self._order = UpdateOrder(self._updates.handle)
        await until_reached("connect", self._bot.initialize, self._timeouts)
        if self._webhook is not None:
            self._server = WebhookServer(self._webhook, self._bot, self._order, self._timeouts)
            await self._server.start()
        else:
            await until_reached("end the webhook", self._bot.delete_webhook, self._timeouts)
        try:
            await until_reached("set the menus", lambda: set_menus(self._bot), self._timeouts)
            await until_reached("set the descriptions", lambda: set_descriptions(self._bot), self._timeouts)
        except TelegramError as error:
            # Commands can be typed without menus.
            log.error(
                "menus not set",
                action="commands can be typed; tried again at the next start",
                platform=PLATFORM,
                error=error.message,
            )

    @property
    def connected(self) -> bool:
        """True if Telegram took the webhook or answered the last poll."""
        if self._server is not None:
            return self._server.registered
        return self._polling is not None and self._polling.connected

    async def serve(self) -> None:
        """Pass commands to the dispatcher until stopped; raise ``TokenRefused`` or ``AnotherSession``."""
        try:
            if self._server is not None:
                await self._receive(self._server)
            else:
                await self._poll()
        finally:
            await self._order.stop()

    async def _receive(self, server: WebhookServer) -> None:
        try:
            await server.register(ALLOWED_UPDATES)
            await self._stopped.wait()
        finally:
            server.suspend()

    async def _poll(self) -> None:
        self._polling = Polling(self._bot, self._order, ALLOWED_UPDATES, self._timeouts)
        polling = asyncio.create_task(self._polling.run())
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
        self._stopped.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timeouts.close):
                await self._background_tasks.stop()
                if self._server is not None:
                    await self._server.stop()
                await self._bot.shutdown()

    @property
    def webhook_address(self) -> str:
        return self._server.address if self._server is not None else ""

    async def _migrated(self, old: int, new: int) -> None:
        await self._app.membership.moved(group_id(old), group_id(new))

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the chat takes a call, before anything of a past turn."""
        self._updates.presses.amounts.drop_outdated()
        await self._calls.acquire(chat_id_of(place.group), urgency)

    async def forget(self, player: PlayerId) -> None:
        user = user_id_of(player)
        if user is not None:
            self._context.private_chats.forget(user)
            self._context.directory.forget(user)

    def only_reader(self, place: Place) -> PlayerId | None:
        chat = chat_id_of(place.group)
        return None if is_group(chat) else player_id(chat)

    def channel_name(self, place: Place) -> str:
        """Return nothing: the Bot API does not tell names of topics."""
        return ""

    def seconds_until_hand(self, place: Place) -> float:
        """Return the seconds until a group has room for a new hand; 0 if it has now."""
        return self._calls.seconds_until_hand(chat_id_of(place.group))

    async def post(self, place: Place, message: Message) -> MessageId:
        return await self._post(place, message, Urgency.RESULT)

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Replace an earlier message without pings."""
        chat, links = chat_id_of(place.group), self._seat_link(place, message)
        with self._reporting_gone(place):
            await self._sender.edit(chat, int(number), message, Urgency.TABLE, Extras(links=links))

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> None:
        """Mention the player on turn in a reply to the table's message, the only kind with a sound."""
        await self._post(place, message, Urgency.PING, reply_to=int(table_message or 0))

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        """Return ``False``: every edit counts."""
        return False

    def calls_in_private(self, player: PlayerId) -> bool:
        """True if a player is known to look at the private chat."""
        user = user_id_of(player)
        return user is not None and self._context.private_chats.is_looked_at(user)

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Show the closing message of a deal and return the die thrown below it.

        Telegram cannot tell if a die was thrown before, so a doubtful one is not repeated.
        """
        chat = chat_id_of(place.group)
        try:
            with self._reporting_gone(place):
                return await self._deal_closings.post_closing(
                    chat, message, topic=topic_of(place), throwing=not again, patience=patience
                )
        except MessageGone as gone:
            raise Unwelcome(str(gone)) from None

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """Ask Telegram about a member; after a timeout the answer is no."""
        user, chat = user_id_of(player), chat_id_of(group)
        if user is None or not is_group(chat):
            return user == chat
        try:
            return await self._context.directory.is_member(chat, user)
        except MembershipUnknown:
            return False

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """Return the deep link to a table for members of the group; ``None`` in a private chat."""
        if not is_group(chat_id_of(place.group)):
            return None
        return TableAddress(self._context.deep_link(f"start={SHARED_PAYLOAD}{table}"), "group")

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, or edit an earlier one, and return its id; raise ``Unreachable`` if the chat is
        closed.
        """
        user = user_id_of(player)
        if user is None:
            raise Unreachable(player)
        if message.file is not None or message.link is not None:
            # Only a hand can be edited into another hand.
            links = self._context.link_buttons(message, user)
            extras = Extras(links=links, clickable_commands=True)
            return str(await self._context.private_chats.send(user, message, extras))
        chat, _, earlier = (instead_of or "").rpartition("/")
        if chat and await self._context.ephemeral_messages.edit_hand(int(chat), user, int(earlier), message):
            return f"{chat}/{earlier}"
        number = int(earlier) if earlier and not chat else None
        return str(await self._context.private_chats.send_hand(user, message, number))

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        """Remove a private or ephemeral message; raise ``MessageGone`` if that is impossible."""
        user, (chat, _, message_id) = user_id_of(player), number.rpartition("/")
        assert user is not None
        if ":" in number:
            group, _, message_id = number.partition(":")
            await self._sender.remove(int(group), int(message_id))
        elif chat:
            await self._context.ephemeral_messages.remove(int(chat), user, int(message_id))
        else:
            await self._context.private_chats.remove(user, int(message_id))

    @asynccontextmanager
    async def diagnosis(self, place: Place) -> AsyncIterator[Diagnosis]:
        chat, topic = chat_id_of(place.group), topic_of(place)
        with self._api_watch.watching() as calls:
            missing = await missing_rights(self._bot, chat)
            if is_group(chat) and not await self._context.ephemeral_messages.is_supported(chat, self._bot.id):
                missing += (NO_EPHEMERAL_MESSAGES,)
            die = partial(self._deal_closings.try_die, chat, topic)
            yield Diagnosis(calls, missing, PRIVATE_ANSWER, die)

    async def _post(self, place: Place, message: Message, urgency: Urgency, *, reply_to: int = 0) -> MessageId:
        chat, links = chat_id_of(place.group), self._seat_link(place, message)
        try:
            with self._reporting_gone(place):
                number = await self._sender.post(
                    chat, message, urgency, Extras(topic_of(place), reply_to, links, mentioning=True)
                )
        except MessageGone as gone:
            raise Unwelcome(str(gone)) from None
        return str(number)

    @contextmanager
    def _reporting_gone(self, place: Place) -> Iterator[None]:
        membership = self._app.membership
        try:
            yield
        except BotRemoved:
            self._background_tasks.run(membership.removed(place.group))
            raise
        except TopicGone:
            self._background_tasks.run(membership.place_gone(place))
            raise
        except GroupGone:
            # A group may have become a supergroup in a lost update.
            self._background_tasks.run(self._updates.membership.gone(chat_id_of(place.group)))
            raise

    def _seat_link(self, place: Place, message: Message) -> tuple[UrlButton, ...]:
        chat = chat_id_of(place.group)
        menus = (button for row in message.buttons for button in row if button.command == "menu" and button.turn)
        button = next(menus, None)
        if button is None or not is_group(chat):
            return ()
        translate = in_language(self._app.groups.of(place.group).language)
        table = button.turn.partition(":")[0]
        link = self._context.deep_link(f"start={TABLE_PAYLOAD}{table}")
        return (UrlButton(translate("telegram-hands-in-private"), link),)
