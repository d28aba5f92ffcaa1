"""Reception of updates by long polling or by a webhook, and the order in which they are handled.

Updates of one person in a chat are handled one after the other, all others at once: a table's mailbox orders what
several people do, so a hanging call delays only its own person. An update is confirmed after it is handled, so the next
run gets unfinished ones, and idempotency keys make repetitions harmless.

The library's ``Updater`` confirms updates held only in memory, and competes for ever with another program; here the
newcomer gives way. Its web server answers before an update is stored and needs Tornado, and waiting updates would fill
its ``BaseUpdateProcessor``.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError

from bot.chats.not_served import AnotherSession, PortTaken
from bot.chats.telegram_chat.api_calls import ALLOWED_UPDATES, Timeouts
from bot.chats.telegram_chat.network import until_reached
from bot.chats.web_server import WebServer
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored

_Person: TypeAlias = tuple[int | None, int | None]


class Handling(NamedTuple):
    begun: float
    """The time of arrival by the loop's clock."""

    task: asyncio.Task[bool]
    """Returns ``False`` if nothing could be stored, so that the update must come again."""

    @property
    def must_come_again(self) -> bool:
        return self.task.done() and (self.task.cancelled() or not self.task.result())


class UpdateOrder:
    def __init__(self, handle: Callable[[Update], Awaitable[None]]) -> None:
        self._handle = handle
        self._last: dict[_Person, asyncio.Task[bool]] = {}
        """The last unhandled update of each person in a chat."""

        self._unconfirmed: dict[int, Handling] = {}
        self._tasks = TaskSet()

    def begin(self, update: Update) -> Handling:
        """Handle an update in its turn; an unconfirmed repetition is begun once."""
        if (known := self._unconfirmed.get(update.update_id)) is not None:
            return known
        chat, user = update.effective_chat, update.effective_user
        person = None if chat is None else chat.id, None if user is None else user.id
        task = self._last[person] = self._tasks.start(self._run(update, self._last.get(person)))
        task.add_done_callback(lambda _: self._forget(task, person))
        handling = self._unconfirmed[update.update_id] = Handling(asyncio.get_running_loop().time(), task)
        return handling

    def confirmed(self, number: int) -> None:
        """Forget a confirmed update."""
        self._unconfirmed.pop(number, None)

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _run(self, update: Update, earlier: asyncio.Task[bool] | None) -> bool:
        if earlier is not None:
            await asyncio.wait((earlier,))
        try:
            await self._handle(update)
        except (NotStored, LedgerClosed):
            return False
        return True

    def _forget(self, task: asyncio.Task[bool], person: _Person) -> None:
        if self._last.get(person) is task:
            del self._last[person]


log = structlog.get_logger()

ANOTHER_PROGRAM = (
    "Another program is connected to Telegram with the same token. Stop it first: a token serves one at a time."
)


class Polling:
    def __init__(self, bot: Bot, order: UpdateOrder, timeouts: Timeouts) -> None:
        self._bot = bot
        self._order = order
        self._timeouts = timeouts
        self._offset: int | None = None
        self._started = self._conflict = asyncio.get_running_loop().time()
        self._conflicts_since: float | None = None
        self.connected = True
        """True if Telegram answered the last request."""

        self._lost = False
        """True while Telegram is asked for immediate answers, to notice its return."""

    async def run(self) -> None:
        """Ask for updates until cancelled; raise ``TokenRefused`` or ``AnotherSession``."""
        while True:
            try:
                updates = await until_reached("ask for updates", self._ask, self._timeouts)
            except Conflict:
                if self._gives_up():
                    raise AnotherSession(ANOTHER_PROGRAM) from None
                await asyncio.sleep(self._timeouts.conflict_delay)
            except TelegramError as error:
                log.error("Telegram refuses to send updates", action="asked again after a pause", error=error.message)
                await asyncio.sleep(self._timeouts.retry_delay_max)
            else:
                await self._handle(sorted(updates, key=lambda each: each.update_id))

    async def _handle(self, updates: Sequence[Update]) -> None:
        if not updates:
            return
        handling = {each.update_id: self._order.begin(each) for each in updates}
        await asyncio.wait([each.task for each in handling.values()], timeout=self._timeouts.unconfirmed)
        hangs_since = asyncio.get_running_loop().time() - self._timeouts.handling
        for number, each in handling.items():
            if each.must_come_again or not (each.task.done() or each.begun < hangs_since):
                break
            self._offset = number + 1
            self._order.confirmed(number)
        if again := [number for number, each in handling.items() if each.must_come_again]:
            for number in again:
                self._order.confirmed(number)
            await asyncio.sleep(self._timeouts.retry_delay)

    async def _ask(self) -> Sequence[Update]:
        timeout = 0 if self._lost else self._timeouts.poll
        try:
            updates = await self._bot.get_updates(self._offset, timeout=timeout, allowed_updates=ALLOWED_UPDATES)
        except TelegramError as error:
            self.connected = False
            # Another program's requests are no reason to end its own more often.
            self._lost = not isinstance(error, Conflict)
            raise
        self.connected, self._lost = True, False
        return updates

    def _gives_up(self) -> bool:
        """Count a conflict with another program; of the two, the newcomer gives up sooner.

        The newcomer meets a conflict soon after its start.
        """
        timeouts, now = self._timeouts, asyncio.get_running_loop().time()
        if self._conflicts_since is None or now - self._conflict > timeouts.newcomer_patience:
            self._conflicts_since = now
            log.warning("another program asks Telegram for the same updates", action="waits for the other to stop")
        self._conflict = now
        is_newcomer = self._conflicts_since - self._started < timeouts.newcomer
        patience = timeouts.newcomer_patience if is_newcomer else timeouts.conflict_patience
        return now - self._conflicts_since >= patience


SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header, not what is in it
UPDATE_BYTES_MOST = 1024 * 1024

IDLE_SECONDS = 75.0
"""Idle seconds before a connection from Telegram is closed."""


@dataclass(frozen=True, slots=True)
class Webhook:
    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


class WebhookServer:
    def __init__(self, webhook: Webhook, bot: Bot, timeouts: Timeouts) -> None:
        self._webhook = webhook
        self._bot = bot
        self._timeouts = timeouts
        self._order: UpdateOrder
        self._ready = asyncio.Event()
        self._server: WebServer | None = None
        self.connected = False
        """True if Telegram has taken the address."""

        self.address = ""

    async def start(self, order: UpdateOrder) -> None:
        """Listen, with requests waiting for :meth:`run`; raise ``PortTaken`` for a taken port."""
        self._order = order
        app = web.Application(client_max_size=UPDATE_BYTES_MOST)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self._receive)
        self._server = WebServer(app, handler_cancellation=True, shutdown_timeout=0.5, keepalive_timeout=IDLE_SECONDS)
        try:
            host, port = await self._server.start(self._webhook.host, self._webhook.port)
        except OSError as error:
            where = f"{self._webhook.host}:{self._webhook.port}"
            raise PortTaken(f"The webhook of Telegram cannot listen on {where}: {error.strerror}.") from None
        self.address = f"http://{host}:{port}"

    async def run(self) -> None:
        """Accept updates until cancelled, and set the webhook, however long that takes; raise ``TokenRefused``.

        Requests that wait at the end come to the next run.
        """
        hook, timeouts = self._webhook, self._timeouts
        self._ready.set()
        try:
            while not self.connected:
                try:
                    await until_reached(
                        "set the webhook",
                        lambda: self._bot.set_webhook(
                            hook.url, secret_token=hook.secret, allowed_updates=ALLOWED_UPDATES
                        ),
                        timeouts,
                    )
                    self.connected = True
                except TelegramError as error:
                    # The address may not be known everywhere yet.
                    log.error(
                        "Telegram does not take the address of the webhook",
                        action="asked again until it does",
                        error=str(error),
                    )
                    await asyncio.sleep(timeouts.retry_delay_max)
            await asyncio.Event().wait()
        finally:
            self._ready.clear()
            self.connected = False

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()
            self._server = None

    async def _receive(self, request: web.Request) -> web.Response:
        secret = request.headers.get(SECRET_HEADER, "")
        # Invalid UTF-8 becomes half surrogates.
        if not hmac.compare_digest(secret.encode(errors="surrogateescape"), self._webhook.secret.encode()):
            log.warning("request to the webhook without the secret", action="refused")
            return web.Response(status=403, text="Only Telegram may bring updates, with the secret it was given.\n")
        await self._ready.wait()
        try:
            update = Update.de_json(await request.json(), self._bot)
        except Exception as error:
            # A repetition could not be parsed either.
            log.warning("update cannot be parsed", action="it is left out", error=type(error).__name__)
            return web.Response()
        handling = self._order.begin(update)
        left = handling.begun + self._timeouts.handling - asyncio.get_running_loop().time()
        # An answer confirms the update. Until then Telegram holds back the chat's messages, or the person's presses.
        await asyncio.wait((handling.task,), timeout=max(left, 0))
        self._order.confirmed(update.update_id)
        return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE if handling.must_come_again else HTTPStatus.OK)
