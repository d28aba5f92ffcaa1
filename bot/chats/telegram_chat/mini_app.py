"""People who open the table page as Telegram's Mini App, known by Telegram's signature alone, a bearer token.

It opens a page for an hour; the browser that used it first may come back to the same group until the evening is over or
Kiu is started again.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from functools import partial
from typing import Final, NamedTuple

import structlog
from cachetools import LRUCache
from init_data_py import InitData, hash_token, validate_by_hash
from init_data_py.errors import InvalidInitDataError
from telegram import User

from bot.chats.forwarding import Notes
from bot.chats.frames import Frame, RefusedByRoom, text_of
from bot.chats.members_asked import BotNotThere, MembershipUnknown
from bot.chats.telegram_chat.addresses import NO_TOPIC, PLATFORM, chat_id_of, is_group, place_of, player_id
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.visitors import NotYet, Visitor
from bot.ledger import queries
from bot.messages import Command, Person, Place, Reply

log = structlog.get_logger()

FRESH: Final = timedelta(hours=1)
"""The age up to which a signature opens a page."""

EVENING: Final = timedelta(hours=12)
"""The age up to which it brings back the same browser."""

CLOCK_SKEW: Final = timedelta(seconds=60)

PAGES_REMEMBERED: Final = 10_000


class _Opened(NamedTuple):
    browser: str
    place: Place


class _OpenedHere:
    """The first uses of signatures in a single process, by hash."""

    def __init__(self) -> None:
        self._noted: LRUCache[str, str] = LRUCache(PAGES_REMEMBERED)

    async def noted(self, key: str) -> str | None:
        return self._noted.get(key)

    async def note(self, key: str, value: str) -> str:
        noted: str = self._noted.setdefault(key, value)
        return noted


class MiniApp:
    def __init__(self, context: TelegramContext, notes: Notes | None = None) -> None:
        """Keep the first uses of signatures in ``notes`` that several processes share, or in memory."""
        self._context = context
        self._key = hash_token(context.bot.token)
        self._notes = notes or _OpenedHere()

    async def identify(self, hello: Frame) -> Visitor:
        """Return a member of the wanted table's group; raise ``RefusedByRoom`` or ``NotYet``."""
        browser = text_of(hello, "browser")
        signed = text_of(hello, "telegram")
        key = f"page:{hashlib.sha256(signed.encode()).hexdigest()}"
        known = await self._notes.noted(key)
        data = self._verified(signed, comes_back=known is not None and browser != "")
        if data.user is None or data.user.is_bot:
            raise RefusedByRoom("not-let-in")
        user = User(
            data.user.id,
            data.user.first_name,
            is_bot=False,
            last_name=data.user.last_name,
            language_code=data.user.language_code,
        )
        try:
            wanted = data.start_param or text_of(hello, "table")
            place = await self._place(user, wanted, None if known is None else _read(known))
        except BotNotThere:
            raise RefusedByRoom("not-member") from None
        except MembershipUnknown:
            raise NotYet from None
        opened = _read(await self._notes.note(key, json.dumps(_Opened(browser, place))))
        if (opened.browser, self._group(opened.place)) != (browser, place.group):
            log.info("page not opened", platform=PLATFORM, error="used before")
            raise RefusedByRoom("not-let-in")
        person = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        return Visitor(person, place, partial(self._carry_out, user))

    def _verified(self, signed: str, *, comes_back: bool) -> InitData:
        now = self._context.app.announcer.display.clock.utc()
        try:
            data = validate_by_hash(signed, self._key, token_hashed=True, expires_in=EVENING, now=now)
        except (InvalidInitDataError, RecursionError) as error:
            # Its text may have parts of the signature.
            log.info("page not opened", platform=PLATFORM, error=type(error).__name__)
            raise RefusedByRoom("not-let-in") from None
        is_fresh = -CLOCK_SKEW <= now - data.issued_at <= FRESH
        if is_fresh or comes_back:
            return data
        log.info("page not opened", platform=PLATFORM, error="not fresh")
        raise RefusedByRoom("not-let-in")

    async def _place(self, user: User, table_id: str, opened: _Opened | None) -> Place:
        """Return it to members of its group alone, since ids can be guessed.

        Raise ``MembershipUnknown`` if Telegram does not answer.
        """
        player, own, app = player_id(user.id), place_of(user.id), self._context.app
        await app.dispatcher.recall(player, own.group)
        if (found := self._context.table_place(user.id, table_id)) is not None:
            place = found
        elif opened is not None:
            # Its table has closed meanwhile.
            place = opened.place._replace(group=self._group(opened.place))
        elif table_id:
            closed = await app.ledger.read(queries.table, table_id)
            reached = None if closed is None else app.members.reached(Place(closed.group, closed.channel), player)
            if reached is None:
                raise RefusedByRoom("not-member")
            place = reached.place._replace(group=self._group(reached.place))
        else:
            place = app.dispatcher.place_in_private(player, "table", own, str(NO_TOPIC))
            return place if await self._is_member(user, place) else own
        if not await self._is_member(user, place):
            raise RefusedByRoom("not-member")
        return place

    def _group(self, place: Place) -> str:
        return self._context.app.groups.present(place.group)

    async def _is_member(self, user: User, place: Place) -> bool:
        if place.platform != PLATFORM:
            return False
        chat = chat_id_of(place.group)
        return await self._context.directory.is_member(chat, user.id) if is_group(chat) else chat == user.id

    async def _carry_out(
        self,
        user: User,
        place: Place,
        text: str,
        *,
        turn: str = "",
        key: str = "",
        language: str = "",
        in_menu: bool = False,
    ) -> Reply:
        """Carry out a press as from the private chat, even if its page closes."""
        context, chat = self._context, user.id
        own_key = f"{PLATFORM}:page:{user.id}:{key}" if key else ""
        await context.app.dispatcher.recall(player_id(user.id), place.group)
        try:
            who = await context.person(user, chat, place, text, in_menu=in_menu)
        except MembershipUnknown as why:
            return Reply(context.membership_unknown(why, chat, user), refused=True)
        command = Command(who, place, text, turn, own_key, in_private=True, in_menu=in_menu, on_page=True)
        return await context.background_tasks.finish(context.app.dispatcher.handle(command))


def _read(noted: str) -> _Opened:
    browser, place = json.loads(noted)
    return _Opened(browser, Place(*place))
