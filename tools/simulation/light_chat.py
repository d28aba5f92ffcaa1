"""A chat in memory that keeps Kiu's ``Chat`` protocol strictly, with the budgets and the faults of a platform.

It sends with the code that the Telegram adapter sends with: the same lanes, pauses and retries. There is one for each
life of Kiu; the servers behind it go on.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import structlog
from telegram.error import BadRequest, TelegramError

from bot.app import App
from bot.chats.fitting import plain
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts
from bot.chats.telegram_chat.bot_api_errors import (
    BotRemoved,
    TopicGone,
    chat_errors,
    is_network_error,
    may_retry,
    retry_after,
)
from bot.ledger import LedgerClosed, NotStored
from bot.messages import (
    Command,
    Message,
    MessageGone,
    MessageId,
    Person,
    Place,
    PlayerId,
    Question,
    Quote,
    Reply,
    TableAddress,
    Unreachable,
    Unwelcome,
    Urgency,
)
from engine.fairness import Beacon, BeaconKind
from tools.simulation.chats import How
from tools.simulation.light_connection import CALL_SECONDS, Connection
from tools.simulation.light_server import FREE_AFTER_A_PRESS, LightServer, number_of
from tools.simulation.light_updates import Update

log = structlog.get_logger()

CLOSING_ATTEMPTS = 6
FREE_ATTEMPTS = 5

NO_CHANNEL = "0"
"""What stands for a channel where a group is meant and none of its channels."""

_Result = TypeVar("_Result")

Answered = Callable[[Update, Reply | Question], None]
"""Takes the answer to an update."""


class LightChat:
    """The adapter of one life of Kiu.

    Args:
        life: the number of this life, which no other has.
        server: the platform.
        connection: the way there.
        receive: begins to bring updates to this life.
        confirm: notes that an update was handled.
        answered: shows the answer to whoever has pressed or typed.
    """

    def __init__(
        self,
        life: int,
        server: LightServer,
        connection: Connection,
        receive: Callable[[LightChat], None],
        confirm: Callable[[Update], None],
        answered: Answered,
    ) -> None:
        style = server.style
        self.life = life
        self.platform = style.platform
        self.beacon_seconds = style.beacon_seconds
        self.proves_quotes = style.proves_quotes
        self.ping_rest = style.ping_rest
        self.private_edits_are_free = style.private_edits_are_free
        self.has_private_pane = style.has_private_pane
        self.sends_every_hand = style.sends_every_hand
        self._server = server
        self._connection = connection
        self._receive, self._confirm, self._answered = receive, confirm, answered
        self._calls = ApiCalls(style.limits, Timeouts(), self._migrated)
        self._lanes: dict[Place, int] = {}
        self._pressed: dict[MessageId, float] = {}
        """When a button of which message was last pressed, in this life."""

        self._open: set[PlayerId] = set()
        self._closed: set[PlayerId] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._inside = asyncio.get_running_loop()
        self._app: App
        self._stopped = asyncio.Event()
        self._background: set[asyncio.Task[None]] = set()

    # --- the connection ----------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether the platform can be reached."""
        return not self._connection.cut

    async def start(self, app: App) -> None:
        """Connect."""
        self._app = app

    async def serve(self) -> None:
        """Bring what people do to the dispatcher, until stopped."""
        if not self._server.style.redelivers:
            here = [each.id for each in self._server.groups.values() if each.has_bot and not each.moved_to]
            await self._app.membership.present(self.platform, here)
        self._receive(self)
        await self._stopped.wait()

    async def stop(self) -> None:
        """Close the connection; nothing can be sent afterwards."""
        self._stopped.set()
        self._connection.cut = True
        tasks = [*self._tasks, *self._background]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _migrated(self, old: int, new: int) -> None:
        await self._app.membership.moved(f"{self.platform}:{old}", f"{self.platform}:{new}")

    # --- updates -----------------------------------------------------------------------------------------------

    def deliver(self, update: Update) -> None:
        """Take an update in the loop of this life."""
        self._inside.call_soon(self._begin, update)

    def _begin(self, update: Update) -> None:
        self._run(self._handle(update))

    def _run(self, job: Coroutine[Any, Any, None]) -> None:
        task = self._inside.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _handle(self, update: Update) -> None:
        if update.event:
            method, *words = update.event
            try:
                await getattr(self._app.membership, method)(*words)
            except (NotStored, LedgerClosed):
                # It was not confirmed, so it comes again where that is so; elsewhere the next refusal tells the same.
                return
        else:
            answer = await self._carried_out(update)
            if not (isinstance(answer, Reply) and answer.ignored):
                self._run(self._answer(update, answer))
        self._connection.tell(self._confirm, update)

    async def _carried_out(self, update: Update) -> Reply | Question:
        dispatcher, server, own = self._app.dispatcher, self._server, update.place
        private = server.is_private(own)
        if private:
            self._open.add(update.who)
            self._closed.discard(update.who)
        else:
            self._app.announcer.try_again(*own)
        if update.message:
            self._pressed[update.message] = self._inside.time()
        await dispatcher.recall(update.who, own.group)
        if self._app.groups.of(own.group).away and not private:
            self._run(self._look(update))
        table = update.turn.partition(":")[0]
        place = own
        if private and table:
            place = dispatcher.place_of(update.who, table) or own
        elif private and not update.message:
            place = dispatcher.place_in_private(update.who, update.line, own, NO_CHANNEL)
        member, admin = update.member, update.admin
        if place.group != own.group:
            try:
                member, admin = await self._asked(place.group, update.who)
            except TelegramError:
                member, admin = True, False
                if is_for_members(update.line):
                    translate = dispatcher.translator(own.group, update.who)
                    return Reply(membership_unknown(MembershipUnknown(), self.platform, translate), refused=True)
        account = server.people[update.who]
        command = Command(
            Person(update.who, account.name, admin, account.language, member),
            place,
            update.line,
            update.turn,
            f"{self.platform}:{update.number}",
            in_private=private,
            in_menu=update.in_menu,
        )
        return dispatcher.asked(command) if update.asks else await dispatcher.handle(command)

    async def _look(self, update: Update) -> None:
        """Something comes from a group that the bot is noted as gone from: it may be back, and that was not stored."""
        with suppress(TelegramError, LedgerClosed):
            await self._asked(update.place.group, update.who)
            await self._app.membership.arrived(update.place.group)

    async def _asked(self, group: str, player: PlayerId) -> tuple[bool, bool]:
        """What somebody is in a group: whether a member, and whether an admin."""
        server = self._server
        return await self._connection.call(
            Place(group, NO_CHANNEL), lambda: server.membership(group, player), counts=False
        )

    async def _answer(self, update: Update, answer: Reply | Question) -> None:
        """Answer whoever has pressed or typed, for as long as they may still wait."""
        try:
            await self._free(update.place, lambda: self._answered(update, answer))
        except TelegramError as error:
            log.warning("not answered", action="they see the effect", platform=self.platform, error=str(error))

    async def _free(self, place: Place, work: Callable[[], _Result]) -> _Result:
        """Make a call that uses up no budget, again if nobody knows what became of it."""
        return await retried(
            lambda: self._connection.call(place, work, counts=False),
            attempts=FREE_ATTEMPTS,
            first_pause=1.0,
            may_retry=may_retry,
            retry_after=retry_after,
        )

    # --- the Chat protocol -------------------------------------------------------------------------------------

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the chat takes one more call; not where most edits are free, which wait for their own."""
        if not self._server.style.presses_free_edits:
            await self._calls.acquire(self.lane(place), urgency)

    async def _acquired(self, place: Place, urgency: Urgency) -> None:
        if self._server.style.presses_free_edits:
            await self._calls.acquire(self.lane(place), urgency)

    async def forget(self, player: PlayerId) -> None:
        """Drop whether their private chat is open."""
        self._open.discard(player)
        self._closed.discard(player)

    def only_reader(self, place: Place) -> PlayerId | None:
        """The person whose private chat a place is."""
        return place.group if self._server.is_private(place) else None

    def channel_name(self, place: Place) -> str:
        """The name of a channel."""
        return f"#{place.channel}"

    def seconds_until_hand(self, place: Place) -> float:
        """In how many seconds the minute of a group has room for another hand; 0 if it has now."""
        if self._server.style.presses_free_edits:
            return 0.0
        return self._calls.seconds_until_hand(self.lane(place))

    async def post(self, place: Place, message: Message) -> MessageId:
        """Post a new message.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        return await self._post("post", place, message, Urgency.RESULT)

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> None:
        """Post a short message that mentions the player on turn.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        await self._post("ping", place, message, Urgency.PING)

    async def _post(self, how: How, place: Place, message: Message, urgency: Urgency, nonce: str = "") -> MessageId:
        await self._acquired(place, urgency)
        try:
            with self._reporting_gone(place), chat_errors():
                return await self._calls.send(
                    self.lane(place), lambda lane: self._shown(lane, how, place, message, nonce), urgency
                )
        except MessageGone as gone:
            raise Unwelcome(str(gone)) from None

    async def _shown(self, lane: int, how: How, place: Place, message: Message, nonce: str) -> MessageId:
        there = self._there(lane, place)
        return await self._connection.call(there, lambda: self._server.show(how, there, message, nonce=nonce))

    def _there(self, lane: int, place: Place) -> Place:
        """The place, whose group may have got another id while the call waited."""
        return place if lane == self.lane(place) else place._replace(group=f"{self.platform}:{lane}")

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Put a message in the place of an earlier one.

        Raises:
            MessageGone: it was deleted meanwhile.
            Unwelcome: nothing can be shown there.
        """

        def work() -> None:
            self._server.edit(place, number, message)

        with self._reporting_gone(place), chat_errors():
            if self.edits_are_free(place, number):
                await self._free(place, work)
                return
            await self._acquired(place, Urgency.TABLE)
            await self._calls.change(self.lane(place), lambda: self._connection.call(place, work), Urgency.TABLE)

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        """Whether somebody has pressed a button of the message lately, where that makes its edits free."""
        fresh = self._inside.time() - self._pressed.get(number, -math.inf) < FREE_AFTER_A_PRESS - CALL_SECONDS
        return self._server.style.presses_free_edits and fresh

    def calls_in_private(self, player: PlayerId) -> bool:
        """Whether the private chat of a player is known to be open, where players are called in private."""
        return self._server.style.calls_in_private and player in self._open

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """Whether somebody is in a group; if the platform does not say, they are not."""
        if group == player:
            return True
        try:
            return (await self._asked(group, player))[0]
        except TelegramError:
            return False

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """An address that leads to the place; ``None`` for a private chat."""
        if self._server.is_private(place):
            return None
        return TableAddress(f"https://{self.platform}.test/{place.channel}/{number}", "group")

    @contextmanager
    def _reporting_gone(self, place: Place) -> Iterator[None]:
        """Around a call: a refusal tells what has happened to the place, if no update did."""
        membership = self._app.membership
        try:
            yield
        except BotRemoved:
            if not self._server.is_private(place):
                self._run(_quietly(membership.removed(place.group)))
            raise
        except TopicGone:
            self._run(_quietly(membership.place_gone(place)))
            raise

    # --- the closing of a deal ---------------------------------------------------------------------------------

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Post the closing message of a deal, and return the beacon that the platform adds.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        match self._server.style.beacon:
            case BeaconKind.TELEGRAM:
                return await self._close_with_die(place, message, again, patience)
            case BeaconKind.DISCORD:
                return await self._close_with_number(place, message, again)
            case _:
                standing = await self._free(place, lambda: next(self._server.closings(place, message), None))
                if standing is None or not again:
                    await self._post("closing", place, message, Urgency.WINDOW)
                return None

    async def _close_with_number(self, place: Place, message: Message, again: bool) -> Beacon | None:
        """The number that the message gets is the beacon; one that was posted before is found again."""
        server = self._server
        if again:
            with self._reporting_gone(place), chat_errors():
                found = await self._free(place, lambda: next(server.closings(place, message), None))
            if found is not None:
                return Beacon(BeaconKind.DISCORD, found.encode())
        nonce = hashlib.blake2b(plain(message).encode(), digest_size=12).hexdigest()

        async def attempt() -> MessageId:
            return await self._post("closing", place, message, Urgency.WINDOW, nonce)

        # With its nonce it is posted once, however often it is sent.
        number = await retried(attempt, attempts=CLOSING_ATTEMPTS, first_pause=1.0, may_retry=is_network_error)
        return None if again else Beacon(BeaconKind.DISCORD, number.encode())

    async def _close_with_die(self, place: Place, message: Message, again: bool, patience: float) -> Beacon | None:
        """A die is thrown below the message, or below the lines that it would repeat, as long as there is time."""
        until = self._inside.time() + self.beacon_seconds * patience
        quote = message.said_already
        if quote is not None and not again:
            try:
                return await self._thrown(place, until, quote)
            except BadRequest:
                # The lines do not stand there any more.
                pass
        showing = self._inside.create_task(self._close(place, message))
        self._background.add(showing)
        showing.add_done_callback(self._shown_at_last)
        try:
            async with asyncio.timeout_at(until):
                await asyncio.shield(showing)
        except (TimeoutError, TelegramError):
            # The message is shown all the same, as soon as the chat takes it, unless the deal is given up.
            if patience > 1:
                showing.cancel()
            return None
        except asyncio.CancelledError:
            showing.cancel()
            raise
        return None if again else await self._thrown(place, until, None)

    def _shown_at_last(self, showing: asyncio.Task[None]) -> None:
        self._background.discard(showing)
        if not showing.cancelled() and (error := showing.exception()) is not None:
            log.warning("closing message not shown", action="the deal goes on", error=type(error).__name__)

    async def _close(self, place: Place, message: Message) -> None:
        async def attempt() -> None:
            await self._calls.acquire(self.lane(place), Urgency.DEAL)
            await self._post("closing", place, message, Urgency.WINDOW)

        await retried(attempt, attempts=CLOSING_ATTEMPTS, first_pause=1.0, may_retry=is_network_error)

    async def _thrown(self, place: Place, until: float, quote: Quote | None) -> Beacon | None:
        """Throw the die once; what it shows, if the platform says so in time.

        Raises:
            telegram.error.BadRequest: it was to quote what is not there.
        """
        lane = self.lane(place)
        try:
            async with asyncio.timeout_at(until):
                await self._calls.acquire(lane, Urgency.DEAL)
                value = await self._calls.send(lane, lambda lane: self._die(lane, place, quote), Urgency.WINDOW)
        except (TimeoutError, TelegramError) as error:
            if quote is not None and isinstance(error, BadRequest):
                raise
            log.warning("no die", action="the deal goes on without a beacon", error=type(error).__name__)
            return None
        return Beacon(BeaconKind.TELEGRAM, bytes([value]))

    async def _die(self, lane: int, place: Place, quote: Quote | None) -> int:
        there = self._there(lane, place)
        return await self._connection.call(there, lambda: self._server.throw(there, quote))

    # --- private messages --------------------------------------------------------------------------------------

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, in the place of an earlier one if there is one, and return its number.

        Raises:
            Unreachable: the player takes no private messages.
        """
        if player in self._closed or player not in self._server.people:
            raise Unreachable(player)
        try:
            number = await self._sent_privately(player, message, instead_of)
        except Unwelcome as why:
            self._closed.add(player)
            self._open.discard(player)
            raise Unreachable(str(why)) from None
        self._open.add(player)
        return number

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        """Take a private message away; it may be gone already."""
        self._server.clear(number)

    async def _sent_privately(self, player: PlayerId, message: Message, instead_of: MessageId | None) -> MessageId:
        server, place, lane = self._server, self._server.private_chat(player), number_of(player)
        if message.pane and server.style.has_private_pane:
            return await self._shown_in_pane(player, place, message)
        if instead_of is not None:
            await self._calls.acquire(lane, Urgency.ANSWER)
            earlier = instead_of

            async def change() -> None:
                await self._connection.call(place, lambda: server.edit(place, earlier, message, "private"))

            try:
                with chat_errors():
                    await self._calls.change(lane, change, Urgency.ANSWER)
            except MessageGone:
                pass
            else:
                return instead_of
        await self._calls.acquire(lane, Urgency.ANSWER)
        with chat_errors():
            return await self._calls.send(
                lane, lambda _: self._shown(lane, "private", place, message, ""), Urgency.ANSWER
            )

    async def _shown_in_pane(self, player: PlayerId, place: Place, message: Message) -> MessageId:
        number, server = f"pane-{message.pane}-{number_of(player)}", self._server

        def work() -> None:
            if message == Message(pane=message.pane):
                server.clear(number)
            else:
                server.show("private", place, message, number=number)

        with chat_errors():
            await self._free(place, work)
        return number

    def lane(self, place: Place) -> int:
        """The number of the lane to a place: above 0 for people, below for groups or, elsewhere, their channels."""
        if self._server.is_private(place) or not self._server.style.by_channel:
            return number_of(place.group)
        return self._lanes.setdefault(place, -1 - len(self._lanes))


async def _quietly(report: Coroutine[Any, Any, None]) -> None:
    """Report something about a group that the next call would tell again."""
    with suppress(NotStored, LedgerClosed):
        await report
