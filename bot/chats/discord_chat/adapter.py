"""The Chat protocol on Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path

from bot.app import App
from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.activity import Activity
from bot.chats.discord_chat.channel_messages import ChannelMessages
from bot.chats.discord_chat.components import ShownPictures, with_table_page
from bot.chats.discord_chat.direct_messages import DirectMessages
from bot.chats.discord_chat.foreign_interactions import ForeignInteractions
from bot.chats.discord_chat.gateway import Gateway, GatewayClient, Handler, RateLimits, Timeouts, override_urls
from bot.chats.discord_chat.guilds import GuildEvents, GuildMembers, missing_in, wording_key
from bot.chats.discord_chat.http_calls import PRIVATE_ANSWER, ChannelGone, errors_translated
from bot.chats.discord_chat.interactions import InteractionHandler
from bot.chats.discord_chat.notation import NO_CHANNEL, PLATFORM, dm_user_of, guild_id_of, message_url, user_id_of
from bot.chats.discord_chat.page_codes import PageCodes
from bot.chats.discord_chat.shards import SharedGateway
from bot.chats.discord_chat.tokens import LiveInteractions
from bot.chats.forwarding import Forwarding
from bot.chats.members_asked import MembershipUnknown
from bot.chats.visitors import Identify
from bot.environment.metrics import Metrics
from bot.messages import Chat, Diagnosis, Message, MessageId, Place, PlayerId, TableAddress, Unreachable, Unwelcome
from bot.wording import in_language
from engine.fairness import Beacon, BeaconKind


class DiscordChat(Chat):
    platform = PLATFORM
    beacon_seconds = 1.0
    ping_rest = 60.0

    def __init__(
        self,
        token: str,
        *,
        api_url: str = "",
        gateway_url: str = "",
        sync_file: Path | None = None,
        rate_limits: RateLimits | None = None,
        timeouts: Timeouts | None = None,
        metrics: Metrics | None = None,
        page_secret: str = "",
        several: bool = False,
    ) -> None:
        """With a ``page_secret``, the application's client secret, the table page is opened as an Activity.

        Where ``several`` processes share the token, shards are received one by one.
        """
        override_urls(api_url, gateway_url)
        self._timeouts = timeouts or Timeouts()
        self._calls = CallWatch(PLATFORM, metrics or Metrics())
        new_client = partial(GatewayClient, self._timeouts, sync_file, self._calls, has_page=bool(page_secret))
        self.gateway = (SharedGateway if several else Gateway)(token, self._timeouts, new_client)
        pictures = ShownPictures()
        self._live = LiveInteractions(pictures, self._timeouts)
        self._messages = ChannelMessages(self.gateway, self._live, pictures, self._timeouts)
        self._direct = DirectMessages(self.gateway, self._messages, self._live, rate_limits or RateLimits())
        self._members = GuildMembers(self._timeouts)
        self._resumed = asyncio.Event()
        self._activity: Activity | None = None
        if page_secret:
            codes = PageCodes(page_secret, self._calls)
            self._activity = Activity(self.gateway, self._members, codes, self._resumed, self._timeouts)
        self._serves = False
        self._foreign: ForeignInteractions | None = None
        self.forwarding: Forwarding | None = None
        self._app: App
        self._guild_events: GuildEvents
        self._interactions: InteractionHandler

    async def start(self, app: App) -> None:
        """Connect, however long the network is down; raise ``TokenRefused`` for a bad token."""
        self._app = app
        if self._activity is not None:
            self._activity.open(app)
        self._guild_events = GuildEvents(app, self.gateway, self._messages, self._members, self._resumed)
        self._interactions = InteractionHandler(
            app, self._timeouts, self._live, self._direct, self._members, self._resumed
        )
        events = self._guild_events
        handlers: Sequence[Handler] = (
            events.on_ready,
            events.on_guild_join,
            events.on_guild_remove,
            events.on_guild_channel_delete,
            events.on_raw_thread_delete,
            events.on_member_ban,
            self._interactions.on_interaction,
        )
        if isinstance(self.gateway, SharedGateway):
            assert self.forwarding is not None
            foreign = ForeignInteractions(app, self.gateway, self._interactions, events, self.forwarding)
            self._foreign, events.report = foreign, foreign.report
            self.gateway.forwarding = self.forwarding
            self.gateway.on_interaction, self.gateway.on_ready = foreign.receive, foreign.on_ready
            # Interactions come as data, and sessions one by one.
            handlers = handlers[1:-1]
        await self.gateway.open(handlers)

    @property
    def identify(self) -> Identify | None:
        """Identifies people in the table page's Activity."""
        return None if self._activity is None else self._activity.identify

    @property
    def connected(self) -> bool:
        return self.gateway.established

    async def serve(self) -> None:
        """Pass events to the application until stopped; raise ``TokenRefused`` for a bad token."""
        self._resumed.set()
        if self._foreign is None:
            await self._guild_events.on_ready()
        elif self.forwarding is not None:
            self.forwarding.handles(PLATFORM, self._foreign.handle)
            self._serves = True
        try:
            await self.gateway.wait_until_closed()
        finally:
            # Its shards are another process's.
            self._serves = False
            if self.forwarding is not None:
                self.forwarding.handles_no_more(PLATFORM)

    @property
    def shards(self) -> int:
        return self.gateway.count if self._serves and isinstance(self.gateway, SharedGateway) else 0

    async def receive(self, shards: frozenset[int]) -> None:
        if isinstance(self.gateway, SharedGateway):
            await self.gateway.receive(shards)

    def share_limits(self, processes: int) -> None:
        self._direct.share_limits(processes)

    async def stop(self) -> None:
        if self._activity is not None:
            await self._activity.close()
        if self._foreign is not None:
            await self._foreign.stop()
        await self.gateway.close()

    async def forget(self, player: PlayerId) -> None:
        user = user_id_of(player)
        if user is not None:
            self._direct.forget(user)
            self._members.forget(user)
            self._interactions.forget(player)

    def only_reader(self, place: Place) -> PlayerId | None:
        return dm_user_of(place.group)

    def channel_name(self, place: Place) -> str:
        """Return the name of a channel or thread if Discord has told it."""
        if (guild := guild_id_of(place.group)) is not None:
            self.gateway.client.ask_about(guild)
        channel = self.gateway.client.get_channel(int(place.channel))
        name = getattr(channel, "name", "")
        return f"#{name}" if name else ""

    async def post(self, place: Place, message: Message) -> MessageId:
        with self._shown_at(place):
            return str(await self._messages.post(int(place.channel), self._with_page(place, message)))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Replace an earlier message, as the answer to a press if there is one; nobody is pinged."""
        with self._shown_at(place):
            await self._messages.edit(int(place.channel), int(number), self._with_page(place, message))

    def _with_page(self, place: Place, message: Message) -> Message:
        if self._activity is None or guild_id_of(place.group) is None:
            return message
        return with_table_page(message, in_language(self._app.groups.of(place.group).language)("open-table-page"))

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> bool:
        with self._shown_at(place):
            if table_message is None:
                await self._messages.post(int(place.channel), message)
            else:
                await self._messages.reply(int(place.channel), message, int(table_message))
        return False

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        return self._live.can_edit(int(number))

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Post a closing message; its id, made by Discord, is the beacon."""
        with self._shown_at(place):
            posted = await self._messages.post_closing(int(place.channel), message, again=again)
        return None if posted is None else Beacon(BeaconKind.DISCORD, str(posted).encode())

    @contextmanager
    def _shown_at(self, place: Place) -> Iterator[None]:
        if place.channel == NO_CHANNEL:
            raise Unwelcome("no channel")
        try:
            with errors_translated():
                yield
        except ChannelGone:
            self._guild_events.report_gone(place)
            raise

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """Ask Discord about a member; after a timeout the answer is no."""
        user, guild = user_id_of(player), guild_id_of(group)
        if user is None or guild is None:
            return dm_user_of(group) == player
        with suppress(MembershipUnknown):
            return await self._members.member(self.gateway.client, guild, user) is not None
        return False

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        if guild_id_of(place.group) is None:
            return None
        return TableAddress(message_url(place, number or ""), "server")

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        user = user_id_of(player)
        if user is None:
            raise Unreachable(player)
        return await self._direct.send(user, self._channel_of(player, message), message, instead_of)

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        await self._direct.remove(number)

    def _channel_of(self, player: PlayerId, message: Message) -> int | None:
        tables = (button.turn.partition(":")[0] for row in message.buttons for button in row if button.turn)
        place = self._app.dispatcher.place_of(player, message.pane or next(tables, ""))
        return int(place.channel) if place is not None else None

    @asynccontextmanager
    async def diagnosis(self, place: Place) -> AsyncIterator[Diagnosis]:
        with self._calls.watching() as calls:
            missing = missing_in(self.gateway.client, int(place.channel))
            yield Diagnosis(calls, tuple(map(wording_key, missing)), PRIVATE_ANSWER)
