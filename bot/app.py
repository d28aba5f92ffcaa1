from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog

import bot.games  # noqa: F401 - the games add their presenters
from bot.dispatch.admission import FloodControl, FloodLimit, Gate
from bot.dispatch.autocomplete import Autocomplete
from bot.dispatch.dispatcher import Dispatcher
from bot.dispatch.membership import Membership
from bot.dispatch.place_context import PlaceContext
from bot.dispatch.services import Background, WebPage
from bot.dispatch.services import Services as HandlerServices
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.environment.host import DEFAULT_HOST, Host
from bot.environment.metrics import Metrics
from bot.features.installed import HANDLERS
from bot.groups import Groups
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.ledger import LOCAL, Ledger, LedgerError, Storage, TableSaved, queries
from bot.live.announcer import Announcer
from bot.live.deal_closing import DealClosing
from bot.live.own_chance import OwnChance
from bot.measuring import store_watch, watch_parts
from bot.messages import Chat, Place
from bot.tables.computers import Computers
from bot.tables.hindrances import Hindrances
from bot.tables.manager import TableManager
from bot.tables.sealing import KeyExpiry
from bot.tables.store import Services

log = structlog.get_logger()


def every_book(book: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class App:
    ledger: Ledger
    groups: Groups
    members: Members
    hindrances: Hindrances
    tables: TableManager
    announcer: Announcer
    dispatcher: Dispatcher
    membership: Membership
    background: Sequence[Background]
    autocomplete: Autocomplete
    own_chance: OwnChance
    metrics: Metrics
    web_pages: Sequence[WebPage]
    identities: Mapping[str, Any]
    """Identify visitors of web pages for features, by the field of a hello."""

    chats: dict[str, Chat]
    """The connected chats, by platform."""

    following: Sequence[Callable[[], Awaitable[None]]] = ()
    serves: Callable[[str], bool] = every_book
    """Returns true for the books of the groups that this process serves."""

    _resumed: set[tuple[str, str]] = field(default_factory=set)
    """Groups with tables and untold words of theirs that a platform has taken up."""

    _one_resuming: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def resume(self, platform: str = "", books: Callable[[str], bool] = every_book) -> int:
        """Resume the served tables, all or some or those shown on one platform, each once; the chats must be ready."""
        for group, untold in self.groups.untold():
            place = Place(group, untold.channel)
            if self._is_shown(place, platform) and self._begins(place, repr(untold)):
                self.announcer.post_untold(group, untold)
        resumed = 0
        for stored in await self.ledger.read(queries.tables_to_resume):
            place = Place(stored.group, stored.channel)
            if books(self.groups.book(stored.group)) and self._is_shown(place, platform):
                async with self._one_resuming:
                    # One may have been opened on another platform meanwhile.
                    table = self.tables.by_id(stored.table)
                    if table is None and self._begins(place, stored.table):
                        await self._resume(stored, place)
                        resumed += stored.open
                    elif platform and table is not None:
                        self.announcer.show(table.state, ())
        return resumed

    async def _resume(self, stored: TableSaved, place: Place) -> None:
        await self.members.recall("", stored.group, *(each.group for each in self.groups.places(place)))
        try:
            await self.announcer.restore(stored)
            await self.tables.resume(stored)
        except LedgerError:
            raise
        except Exception:
            # The others would wait for it in every process.
            log.exception("table not resumed", action="the others go on", table=stored.table)

    def _is_shown(self, place: Place, platform: str) -> bool:
        """Return true if the tables of a place are shown on a platform; an empty one stands for all."""
        stands = self.groups.places(place) or self.groups.of(place.group).places or (place,)
        return platform in ("", *(each.platform for each in stands))

    def _begins(self, place: Place, what: str) -> bool:
        """Return true once for each table, and all that is untold, of a place that is served."""
        book = self.groups.book(place.group)
        if not self.serves(book) or (book, what) in self._resumed:
            return False
        self._resumed.add((book, what))
        return True

    async def take(self, books: Callable[[str], bool]) -> None:
        """Resume the tables of further books that are served now, as other processes have left them."""
        await self.groups.reload()
        self.members.forget_known(lambda group: books(self.groups.book(group)))
        for platform in tuple(self.chats):
            await self.resume(platform, books)

    async def give_away(self, books: Callable[[str], bool]) -> None:
        """Finish the present jobs of books that are served no longer, and leave their messages as they stand."""
        self._resumed.difference_update([each for each in self._resumed if books(each[0])])
        self.announcer.hold(books)
        try:
            async with self._one_resuming:
                # One may be in the middle of being resumed.
                pass
            await self.tables.give_away(books)
        finally:
            await self.announcer.let_go(books)

    async def maintain(self) -> None:
        """Do the work that one process does for all, as long as it runs."""
        for each in self.background:
            await each.begin()

    async def follow(self) -> None:
        """Take over what other processes have changed for all."""
        await self.groups.reload()
        for step in self.following:
            await step()

    async def rest(self) -> None:
        for each in self.background:
            await each.stop()

    def suspend(self, platform: str) -> None:
        """Hold the tables that no other platform serves until the next run."""
        self.chats.pop(platform, None)
        self.tables.suspend()
        self.announcer.suspend(platform)

    async def wait_until_idle(self) -> None:
        await self.tables.wait_until_idle()
        await self.announcer.wait_until_idle()
        for each in self.background:
            await each.wait_until_idle()


@asynccontextmanager
async def open_app(
    url: str,
    *,
    chats: dict[str, Chat],
    clock: Clock,
    entropy: Entropy,
    language: str = "en",
    flood_limit: FloodLimit | None = None,
    host: Host = DEFAULT_HOST,
    metrics: Metrics | None = None,
    storage: Storage = LOCAL,
    serves: Callable[[str], bool] = every_book,
    maintains: bool = True,
) -> AsyncIterator[App]:
    """Open the ledger and all on it, and close it on every way out; raise ``bot.ledger.CannotOpen`` with the reason."""
    metrics = metrics or Metrics()
    async with await Ledger.open(url, now=clock.utc, watch=store_watch(metrics), storage=storage) as ledger:
        groups = Groups(ledger, language)
        members = Members(ledger, groups, clock)
        wallets = Wallets(ledger, groups, clock)
        hindrances = Hindrances()
        announcer = Announcer(ledger, groups, members, chats, clock, metrics)
        computers = Computers(members, wallets, entropy)
        deal_closing = DealClosing(groups, chats, announcer)
        own_chance = OwnChance()
        sources = (deal_closing, own_chance)
        tables = TableManager(Services(ledger, groups, clock, entropy, announcer, sources, computers, hindrances))
        hindrances.on_reached = tables.rest
        tables.serves = serves
        announcer.display.on_shown.append(tables.shown)
        announcer.display.time_left = tables.time_left
        announcer.state_of = tables.state_of
        gate = Gate()
        membership = Membership(ledger, gate.closed, groups, members, tables, announcer)
        services = HandlerServices(
            ledger=ledger,
            groups=groups,
            members=members,
            wallets=wallets,
            hindrances=hindrances,
            tables=tables,
            announcer=announcer,
            place_context=PlaceContext(groups, tables, deal_closing.has_beacon),
            clock=clock,
            entropy=entropy,
            chats=chats,
            membership=membership,
            gate=gate,
            host=host,
            background=[KeyExpiry(ledger, clock)],
        )
        dispatcher = Dispatcher(services, FloodControl(flood_limit, clock.now), metrics, HANDLERS)
        watch_parts(metrics, ledger, tables, announcer)
        app = App(
            ledger, groups, members, hindrances, tables, announcer, dispatcher, membership, services.background,
            Autocomplete(services), own_chance, metrics, services.web_pages,
            {name: made_for(dispatcher) for name, made_for in services.identities.items()}, chats,
            services.following, serves
        )  # fmt: skip
        await groups.load()
        if maintains:
            await app.maintain()
        try:
            yield app
        finally:
            await app.tables.stop()
            # It may wait for a table, which from here on makes nobody wait for long.
            await app.rest()
            await app.announcer.stop()
