from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import tzinfo
from functools import partial

from cachetools import TTLCache

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, handles, own_page, public_page
from bot.dispatch.admission import FloodControl, FloodLimit, Verdict
from bot.dispatch.services import Handlers, Services, answer, told
from bot.features.histories import pages
from bot.features.histories.pages import HandsPage
from bot.features.histories.queries import of_player, of_table
from bot.features.histories.replays import Replay, Replays
from bot.features.histories.showing import Showing
from bot.ledger import HandRow, hand_number, queries
from bot.messages import Place, PlayerId, Reply

HANDS_A_PAGE = 8

SHARED_AGAIN = 3600.0
"""Seconds until a hand may be shared again at a place."""

SHARES_KEPT = 10_000

SHARES = FloodLimit(6, 60.0)
"""The most messages that the members of a group may share, which go before those of tables."""


_BEFORE = Parameter("before", Kind.NUMBER, optional=True)


class HistoryHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        clock = services.clock
        self._shared: TTLCache[tuple[Place, int], bool] = TTLCache(SHARES_KEPT, SHARED_AGAIN, timer=clock.now)
        self._floods = FloodControl(SHARES, clock.now)
        self._replays = Replays(services.ledger, services.entropy)
        self._showing = Showing(services.ledger, self._replays, services.entropy)

    @handles(
        own_page(name="history", section="history", discord="history mine", parts=("table",), parameters=(_BEFORE,))
    )
    async def history(self, request: Request) -> Reply:
        """List newest hands first."""
        services, before = self._services, request.amount("before")
        limit = HANDS_A_PAGE + 1
        players = self._players(request)
        found = await services.ledger.read(of_player, players, before=before, limit=limit)
        shown = found[:HANDS_A_PAGE]
        page = HandsPage(
            "history",
            await self._listed([(each.group, each.hand) for each in shown]),
            players.values(),
            older=shown[-1].line if len(found) > HANDS_A_PAGE else None,
            first=before is None,
            other="history table" if self._table(request) else "",
        )
        return Reply(pages.history(page, self._zone(request), request.translate), menu=True, secret=True)

    @handles(public_page(name="history table", part=True, parameters=(_BEFORE,)))
    async def history_of_table(self, request: Request) -> Reply:
        """List newest hands first."""
        table, before = self._table(request), request.amount("before")
        if not table:
            raise Refusal("no-table")
        found = await self._services.ledger.read(of_table, table, before=before, limit=HANDS_A_PAGE + 1)
        page = HandsPage(
            "history table",
            await self._listed([(request.group, each) for each in found[:HANDS_A_PAGE]]),
            (),
            older=found[HANDS_A_PAGE - 1] if len(found) > HANDS_A_PAGE else None,
            first=before is None,
            other="history" if not request.who.anonymous else "",
        )
        return Reply(pages.history(page, self._zone(request), request.translate), menu=True)

    def _table(self, request: Request) -> str:
        try:
            return self._services.tables.meant(request).state.id
        except Refusal:
            return ""

    def _zone(self, request: Request) -> tzinfo:
        return self._services.groups.of(request.group).time_zone

    def _players(self, request: Request) -> dict[str, PlayerId]:
        """Return the accounts under which the sender plays in the books of their group."""
        groups, account = self._services.groups, request.who.account or request.who.id
        return {book: groups.person(book, account) for book in groups.books(request.where.group)}

    async def _listed(self, hands: Iterable[tuple[str, int]]) -> tuple[Replay | HandRow, ...]:
        found: list[Replay | HandRow] = []
        for group, hand in hands:
            try:
                found.append(await self._replays.of(group, hand))
            except Refusal:
                row = await self._services.ledger.read(queries.hand, hand)
                if row is not None and row.settlement is not None:
                    found.append(row)
        return tuple(found)

    @handles(
        public_page(
            name="replay",
            section="history",
            discord="history replay",
            parameters=(Parameter("hand", Kind.NUMBER), Parameter("step", Kind.NUMBER, optional=True)),
        )
    )
    async def replay(self, request: Request) -> Reply:
        """Return a public step of a hand with the sender's cards."""
        player = "" if request.who.anonymous else request.who.id
        replay = await self._replays.of(request.group, request.amount("hand") or 0, player)
        step = request.amount("step") or 1
        made = partial(pages.page, replay, step, player, self._zone(request), request.translate)
        message = await asyncio.to_thread(lambda: made().finished())
        return Reply(message, menu=True, secret=pages.is_secret(message))

    @handles(CommandSpec(name="share hand", part=True, parameters=(Parameter("hand", Kind.NUMBER),), in_private=True))
    async def share_hand(self, request: Request) -> Reply:
        services, hand = self._services, request.amount("hand") or 0
        replay = await self._replays.of(request.group, hand)
        if (request.where, hand) in self._shared:
            raise Refusal("shared-already", hand=hand_number(hand))
        self._check_often(request)
        self._shared[request.where, hand] = True
        await services.ledger.commit(request.receipt)
        shared = partial(pages.shared, replay, request.who.name, self._zone(request))
        services.announcer.post_draft(request.where, shared)
        return told(answer(request, "hand-shared", hand=hand_number(hand)))

    @handles(
        CommandSpec(
            name="show cards",
            section="history",
            discord="history show-cards",
            parameters=(Parameter("hand", Kind.NUMBER, optional=True), Parameter("cards", Kind.WORDS, optional=True)),
            in_private=True,
        )
    )
    async def show_cards(self, request: Request) -> Reply:
        """Choose cards of a finished hand, or show them."""
        services, wanted = self._services, request.word("cards")
        hand = request.amount("hand") or await self._latest(request)
        if not services.groups.of(request.group).tables.show_cards:
            raise Refusal("showing-off")
        said: tuple[str, ...] = ()
        if wanted:
            self._check_often(request)
            new = await self._showing.show(request, hand, wanted.lower())
            services.announcer.post_draft(request.where, partial(pages.shows, new))
            cards = pages.cards_text(new.game, new.cards, request.translate)
            said = (request.translate("showing-done", cards=cards),)
        own = await self._showing.own(request.group, hand, request.who.id)
        return Reply(pages.showing(own, said, request.translate), menu=True, secret=True)

    def _check_often(self, request: Request) -> None:
        if self._floods.verdict(request.group) is not Verdict.CARRIED_OUT:
            raise Refusal("shared-often")

    async def _latest(self, request: Request) -> int:
        """Return the sender's newest hand, at this table first; raise ``Refusal`` if there is none."""
        try:
            hand = self._services.tables.meant(request).state.hand
        except Refusal:
            hand = None
        if hand is not None and hand.over and hand.seat(request.who.id) is not None:
            return hand.id
        found = await self._services.ledger.read(of_player, {request.group: request.who.id}, limit=1)
        if not found:
            raise Refusal("nothing-played")
        return found[0].hand
