from __future__ import annotations

import asyncio
import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.chats.frames import Frame, RefusedByRoom, text_of
from bot.chats.visitors import Identify, Visitor
from bot.commands import spec_of
from bot.dispatch.services import Services
from bot.environment.task_set import TaskSet
from bot.features.guests import pages
from bot.features.guests.links import PLAY, WATCH, Link, Links, Seat, hashed
from bot.ledger import WriteSet, queries
from bot.ledger.writes import LINKED, GuestSaved
from bot.messages import Command, CommandHandler, Person, Place, PlayerId, Reply
from bot.messages.lookalikes import told_apart
from bot.messages.names import safe_name
from bot.presenting import answers

PLATFORM: Final = "guest"

MOST_GUESTS: Final = 50
MOST_WAITING: Final = 20

PATIENCE: Final = timedelta(minutes=2)
"""Time after which somebody waits no more whose page has gone."""

ASKED_EVERY: Final = timedelta(minutes=1)
"""The shortest time between two messages that ask a group."""

TURNED_AWAY: Final = 1000

_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)

_ID_DIGITS: Final = 16


@dataclass(slots=True)
class Knock:
    """Somebody at the door."""

    number: int
    token_hash: str = field(repr=False)
    name: str
    seat: Seat
    seen: datetime


class Door:
    def __init__(self, services: Services, links: Links) -> None:
        self._services = services
        self._links = links
        self._knocks: dict[str, list[Knock]] = {}
        """By group."""

        self._asked: dict[str, datetime] = {}
        self._turned_away: LRUCache[tuple[str, str], bool] = LRUCache(TURNED_AWAY)
        """Groups and hashes of tokens."""

        self._inside: dict[tuple[str, PlayerId], asyncio.Event] = {}
        """Ends of open pages, by group and guest."""

        self._numbers = 0
        self._entering = asyncio.Lock()
        self._running = TaskSet()

    def waiting(self, group: str) -> list[Knock]:
        now = self._services.clock.utc()
        self._knocks[group] = [each for each in self._knocks.get(group, []) if now - each.seen < PATIENCE]
        return self._knocks[group]

    # --- coming in -------------------------------------------------------------------------------------------------

    def identify(self, commands: CommandHandler) -> Identify:
        return partial(self._identify, commands)

    async def _identify(self, commands: CommandHandler, hello: Frame) -> Visitor:
        token, group = text_of(hello, "guest"), self._links.group_of(text_of(hello, "mark"))
        language = text_of(hello, "language")
        if group is None or not _TOKEN.fullmatch(token):
            raise RefusedByRoom("guest-link-over")
        await self._services.members.recall("", *{group, self._services.groups.book(group)})
        async with self._entering:
            kept = await self._services.ledger.read(queries.guest, hashed(token), LINKED)
            link = self._links.link(group, text_of(hello, "code"))
            seat = None if kept is None else self._links.people(group).get(kept.player)
            if kept is not None and self._is_expelled(group, kept.player):
                raise RefusedByRoom("guest-out")
            more = link is not None and seat is not None and link.kind == PLAY != seat.kind
            if kept is not None and seat is not None and not more:
                return self._visitor(commands, group, kept, seat, language)
            kept = await self._knock(group, hashed(token), kept, link, text_of(hello, "name"))
            return self._visitor(commands, group, kept, self._links.people(group)[kept.player], language)

    async def _knock(
        self, group: str, token_hash: str, kept: GuestSaved | None, link: Link | None, wanted: str
    ) -> GuestSaved:
        """Let somebody in if nobody has to be asked, else refuse them and ask."""
        waiting = self.waiting(group)
        known = next((each for each in waiting if each.token_hash == token_hash), None)
        if known is not None:
            known.seen = self._services.clock.utc()
            raise RefusedByRoom("guest-waits")
        if link is None:
            raise RefusedByRoom("guest-link-over")
        if (group, token_hash) in self._turned_away:
            raise RefusedByRoom("guest-refused")
        if len(self._links.people(group)) >= MOST_GUESTS or len(waiting) >= MOST_WAITING:
            raise RefusedByRoom("guest-full")
        name = self._free_name(group, wanted) if kept is None else kept.name
        self._numbers += 1
        seat = Seat(link.kind, link.channel)
        knock = Knock(self._numbers, token_hash, name, seat, self._services.clock.utc())
        if link.everyone:
            return await self._admit(group, knock)
        self.waiting(group).append(knock)
        self._ask(group, knock)
        raise RefusedByRoom("guest-waits")

    def _free_name(self, group: str, wanted: str) -> str:
        """Return a name that looks like nobody's in the group; raise ``RefusedByRoom``."""
        shown = safe_name(unicodedata.normalize("NFKC", wanted))
        if not wanted:
            raise RefusedByRoom("name-needed")
        if not any(unicodedata.category(each)[0] in "LNS" for each in shown):
            raise RefusedByRoom("name-empty", name=shown)
        services, book = self._services, self._services.groups.book(group)
        seated = [chair.name for table in services.tables.of_group(book) for chair in table.state.seated]
        people = [each.name for each in services.members.of_group(book)]
        free = told_apart(shown, ["Kiu", *people, *seated, *(each.name for each in self.waiting(group))])
        if free != shown:
            raise RefusedByRoom("name-taken", name=shown, suggestion=free)
        return shown

    def _ask(self, group: str, knock: Knock) -> None:
        now, place = self._services.clock.utc(), Place(group, knock.seat.channel)
        last = self._asked.get(group)
        if last is None or now - last >= ASKED_EVERY:
            self._asked[group] = now
            self._services.announcer.announce(place, partial(pages.asked, knock.number, knock.name, knock.seat.kind))

    async def let_in(self, group: str, number: int, receipt: WriteSet) -> str | None:
        """Return the name of the person let in, if they still wait."""
        async with self._entering:
            knock = self._take(group, number)
            return None if knock is None else (await self._admit(group, knock, receipt)).name

    def turn_away(self, group: str, number: int) -> str | None:
        knock = self._take(group, number)
        if knock is None:
            return None
        self._turned_away[group, knock.token_hash] = True
        return knock.name

    def _take(self, group: str, number: int) -> Knock | None:
        knock = next((each for each in self.waiting(group) if each.number == number), None)
        if knock is not None:
            self._knocks[group].remove(knock)
        return knock

    async def _admit(self, group: str, knock: Knock, receipt: WriteSet = ()) -> GuestSaved:
        ledger = self._services.ledger
        kept = await ledger.read(queries.guest, knock.token_hash, LINKED)
        if kept is None:
            player = f"{PLATFORM}:{self._services.entropy.key().hex()[:_ID_DIGITS]}"
            kept = GuestSaved(knock.token_hash, player, knock.name, LINKED)
            await ledger.commit((kept,))
        await self._links.seat(group, kept.player, knock.seat, receipt)
        return kept

    # --- inside ----------------------------------------------------------------------------------------------------

    def _visitor(self, commands: CommandHandler, group: str, kept: GuestSaved, seat: Seat, language: str) -> Visitor:
        person = Person(kept.player, kept.name, language=language)
        return Visitor(
            person,
            Place(group, seat.channel),
            partial(self._carry_out, commands, person, group),
            sees=lambda place: place.channel == seat.channel or bool(self._services.groups.of(group).circle),
            gone=self._inside.setdefault((group, kept.player), asyncio.Event()),
        )

    async def _carry_out(
        self,
        commands: CommandHandler,
        person: Person,
        group: str,
        place: Place,
        text: str,
        *,
        turn: str = "",
        key: str = "",
        language: str = "",
        in_menu: bool = False,
    ) -> Reply:
        seat, services = self._links.people(group).get(person.id), self._services
        if seat is None or self._is_expelled(group, person.id):
            raise RefusedByRoom("guest-out")
        who, spec = Person(person.id, person.name, language=language), spec_of(text)
        if seat.kind == WATCH and spec is not None and spec.as_group and spec.anywhere:
            # Pages that are the same for everybody need no member with chips.
            who = replace(who, anonymous=True)
        elif seat.kind == WATCH:
            translate = services.members.own_translator(group, who)
            return Reply(answers.sentence(translate("refused-guest-watches")), refused=True)
        own_key = f"{person.id}:{key}" if key else ""
        command = Command(who, place, text, turn, own_key, in_menu=in_menu, on_page=True)
        return await self._running.finish(commands.handle(command))

    # --- going -----------------------------------------------------------------------------------------------------

    async def name(self, player: PlayerId) -> str:
        return await self._services.ledger.read(queries.guest_name, player)

    def close_pages(self, group: str, player: PlayerId) -> None:
        if (gone := self._inside.pop((group, player), None)) is not None:
            gone.set()

    def close_pages_of_expelled(self) -> None:
        for group, player in list(self._inside):
            if self._is_expelled(group, player):
                self.close_pages(group, player)

    def _is_expelled(self, group: str, player: PlayerId) -> bool:
        return self._services.hindrances.expelled(player, self._services.groups.book(group))

    async def out(self, group: str, *players: PlayerId) -> None:
        """Close their pages; they leave the tables with their chips."""
        for player in players:
            self.close_pages(group, player)
            await self._services.membership.member_gone(group, player)

    def forget_waiting(self, group: str) -> None:
        self._knocks.pop(group, None)
