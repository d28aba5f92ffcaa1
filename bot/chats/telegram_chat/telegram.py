"""The Chat protocol on Telegram."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

import structlog
from telegram import Update
from telegram.error import TelegramError

from bot.app import App
from bot.chats.call_watch import CallWatch
from bot.chats.forwarding import Forwarding
from bot.chats.frames import Frame
from bot.chats.members_asked import MembershipUnknown
from bot.chats.telegram_chat.addresses import (
    PLATFORM,
    TABLE_PAYLOAD,
    chat_id_of,
    group_id,
    is_group,
    player_id,
    topic_of,
    user_id_of,
)
from bot.chats.telegram_chat.api_calls import (
    ApiCalls,
    BotRemoved,
    GroupGone,
    RateLimits,
    Timeouts,
    TopicGone,
    chat_errors,
)
from bot.chats.telegram_chat.bot_check import missing_rights
from bot.chats.telegram_chat.bot_commands import set_descriptions, set_menus
from bot.chats.telegram_chat.closing_dice import DealClosings
from bot.chats.telegram_chat.context import BackgroundTasks, TelegramContext
from bot.chats.telegram_chat.directory import Directory
from bot.chats.telegram_chat.ephemeral_messages import EphemeralMessages
from bot.chats.telegram_chat.foreign_updates import ForeignUpdates
from bot.chats.telegram_chat.mini_app import MiniApp
from bot.chats.telegram_chat.network import new_bot, until_reached
from bot.chats.telegram_chat.page_links import PageLinks, set_menu_button
from bot.chats.telegram_chat.private_messages import PrivateChats
from bot.chats.telegram_chat.private_sides import PrivateSides
from bot.chats.telegram_chat.receiving import Polling
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.chats.telegram_chat.updates import UpdateHandler
from bot.chats.visitors import NotYet, Visitor
from bot.environment.metrics import Metrics, Queue
from bot.messages import Chat, Diagnosis, Message, MessageId, Place, PlayerId, TableAddress, Unreachable, Urgency
from engine.fairness import Beacon

log = structlog.get_logger()

PRIVATE_ANSWER = "answerCallbackQuery"


class TelegramChat(Chat):
    platform = PLATFORM
    proves_quotes = True
    sends_every_hand = False

    def __init__(
        self,
        token: str,
        *,
        api_url: str = "",
        rate_limits: RateLimits | None = None,
        timeouts: Timeouts | None = None,
        page_links: PageLinks | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._timeouts = timeouts or Timeouts()
        self.beacon_seconds = self._timeouts.beacon
        metrics = metrics or Metrics()
        self._api_watch = CallWatch(PLATFORM, metrics)
        self._bot = new_bot(token, api_url, self._api_watch)
        limits = rate_limits or RateLimits()
        self.company = limits.company
        self._calls = ApiCalls(limits, self._timeouts, self._migrated)
        metrics.queues.labels(Queue.CALLS).set_function(lambda: self._calls.waiting)
        self._sender = Sender(self._bot, self._calls)
        self._background_tasks = BackgroundTasks()
        self._page_links = page_links or PageLinks()
        self._mini_app: MiniApp | None = None
        self._deal_closings = DealClosings(self._bot, self._calls, self._sender, self._timeouts, self._background_tasks)
        self._context: TelegramContext
        self._private_sides: PrivateSides
        self._handler: UpdateHandler
        self._polling: Polling
        self._serves = False
        self.forwarding: Forwarding | None = None

    async def start(self, app: App) -> None:
        """Connect, however long the network is down; raise ``TokenRefused``."""
        self._context = TelegramContext(
            app,
            self._bot,
            self._timeouts,
            self._calls,
            self._sender,
            PrivateChats(self._bot, self._calls, self._sender),
            EphemeralMessages(self._bot, self._calls, self._sender, self._timeouts, app.groups),
            Directory(self._bot, self._timeouts),
            self._background_tasks,
            self._page_links,
        )
        self._private_sides = PrivateSides(self._context)
        self._mini_app = MiniApp(self._context, self.forwarding.notes if self.forwarding else None)
        self._handler = UpdateHandler(self._context)
        handle = self._handler.handle
        if self.forwarding is not None:
            handle = ForeignUpdates(self._context, self._handler, self.forwarding).receive
        self._polling = Polling(self._bot, handle, self._timeouts, in_turns=self.forwarding is not None)
        await until_reached("connect", self._bot.initialize, self._timeouts)
        await until_reached("end the webhook", self._bot.delete_webhook, self._timeouts)
        try:
            await until_reached("set the menus", lambda: set_menus(self._bot), self._timeouts)
            await until_reached("set the button", lambda: set_menu_button(self._bot, self._page_links), self._timeouts)
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
        """True if Telegram answered the last poll."""
        return self._polling.connected

    async def serve(self) -> None:
        """Raise ``TokenRefused`` or ``AnotherSession``."""
        if self.forwarding is not None:
            self.forwarding.handles(PLATFORM, self._handle_forwarded)
        self._serves = True
        try:
            await self._polling.run()
        finally:
            self._serves = False
            if self.forwarding is not None:
                self.forwarding.handles_no_more(PLATFORM)
            await self._polling.stop()

    @property
    def shards(self) -> int:
        """One while it serves, since a single process at a time may ask for updates."""
        return int(self._serves)

    async def receive(self, shards: frozenset[int]) -> None:
        """Ask for updates, or leave that to another process."""
        if shards:
            self._polling.reads.set()
        else:
            self._polling.reads.clear()

    async def _handle_forwarded(self, content: str, told: bool) -> None:
        update = Update.de_json(json.loads(content), self._bot)
        async with self._polling.turn(update):
            await self._handler.handle(update)

    def share_limits(self, processes: int) -> None:
        self._calls.share_limits(processes)

    async def stop(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timeouts.close):
                await self._background_tasks.stop()
                await self._bot.shutdown()

    async def identify(self, hello: Frame) -> Visitor:
        """Return the member whose Mini App says hello; raise ``RefusedByRoom`` or ``NotYet``."""
        if self._mini_app is None:
            raise NotYet
        return await self._mini_app.identify(hello)

    async def _migrated(self, old: int, new: int) -> None:
        await self._context.app.membership.moved(group_id(old), group_id(new))

    # --- messages to places ------------------------------------------------------------------------------------------

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        await self._calls.acquire(chat_id_of(place.group), urgency)

    def seconds_until_hand(self, place: Place) -> float:
        """Return the seconds until a group has room for a new hand; 0 if it has now."""
        return self._calls.seconds_until_hand(chat_id_of(place.group))

    async def post(self, place: Place, message: Message) -> MessageId:
        extras = self._extras(place, message)
        with self._reporting_gone(place):
            return str(await self._sender.post(chat_id_of(place.group), message, Urgency.RESULT, extras))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Replace an earlier message without pings."""
        extras = Extras(links=self._context.links_below(place, message))
        with self._reporting_gone(place):
            await self._sender.edit(chat_id_of(place.group), int(number), message, Urgency.TABLE, extras)

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> bool:
        """Mention the player on turn in a reply to the table's message, the only kind with a sound."""
        extras = self._extras(place, message, reply_to=int(table_message or 0))
        with self._reporting_gone(place), chat_errors():
            sent = await self._sender.send(chat_id_of(place.group), message, Urgency.PING, extras)
        # A reply does not show a message that was deleted.
        return sent.reply_to_message is not None

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Show the closing message of a deal and return the die thrown below it.

        Telegram cannot tell if a die was thrown before, so a doubtful one is not repeated.
        """
        with self._reporting_gone(place):
            return await self._deal_closings.post_closing(
                chat_id_of(place.group), message, topic=topic_of(place), throwing=not again, patience=patience
            )

    def _extras(self, place: Place, message: Message, *, reply_to: int = 0) -> Extras:
        return Extras(topic_of(place), reply_to, self._context.links_below(place, message), mentioning=True)

    @contextmanager
    def _reporting_gone(self, place: Place) -> Iterator[None]:
        membership = self._context.app.membership
        try:
            yield
        except BotRemoved:
            self._context.run(membership.removed(place.group))
            raise
        except TopicGone:
            self._context.run(membership.place_gone(*place))
            raise
        except GroupGone:
            self._context.run(membership.place_gone(place.group))
            raise

    # --- places and people -------------------------------------------------------------------------------------------

    def only_reader(self, place: Place) -> PlayerId | None:
        chat = chat_id_of(place.group)
        return None if is_group(chat) else player_id(chat)

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """Return a deep link for members of the group; ``None`` in a private chat."""
        if not is_group(chat_id_of(place.group)):
            return None
        return TableAddress(self._context.deep_link(f"start={TABLE_PAYLOAD}{table}"), "group")

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """Ask Telegram about a member; after a timeout the answer is no."""
        user, chat = user_id_of(player), chat_id_of(group)
        if user is None or not is_group(chat):
            return user == chat
        try:
            return await self._context.directory.is_member(chat, user)
        except MembershipUnknown:
            return False

    async def forget(self, player: PlayerId) -> None:
        user = user_id_of(player)
        if user is not None:
            self._context.private_chats.forget(user)
            self._context.directory.forget(user)

    # --- private messages --------------------------------------------------------------------------------------------

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        """True if a player is known to look at the private chat, or at an ephemeral message in the group."""
        user = user_id_of(player)
        if user is None or self._context.private_chats.is_looked_at(user):
            return user is not None
        # An app that was closed has lost the message.
        return not away and self._private_sides.asks_in_group(user, table)

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send it, or edit an earlier one, and return its id; raise ``Unreachable`` if the chat is closed."""
        user, private_chats = user_id_of(player), self._context.private_chats
        if user is None:
            raise Unreachable(player)
        if message.file is not None or message.link is not None:
            # Only a hand can be edited into another hand.
            extras = Extras(links=self._context.link_buttons(message, user), clickable_commands=True)
            return str(await private_chats.send(user, message, extras))
        return await self._private_sides.send(user, message, instead_of)

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        """Remove a private message, or if that is possible one of another chat, ``CHAT:NUMBER`` or ephemeral
        ``CHAT/NUMBER``.
        """
        user, (group, _, ephemeral_id) = user_id_of(player), number.rpartition("/")
        assert user is not None
        if group:
            await self._context.ephemeral_messages.remove(int(group), user, int(ephemeral_id))
        else:
            chat, _, message_id = number.rpartition(":")
            await self._sender.remove(int(chat or user), int(message_id))

    @asynccontextmanager
    async def diagnosis(self, place: Place) -> AsyncIterator[Diagnosis]:
        chat, topic = chat_id_of(place.group), topic_of(place)
        with self._api_watch.watching() as calls:
            missing = await missing_rights(self._bot, chat)
            die = partial(self._deal_closings.try_die, chat, topic)
            measure = partial(self._private_sides.measure, place)
            yield Diagnosis(calls, missing, PRIVATE_ANSWER, die, measure)
