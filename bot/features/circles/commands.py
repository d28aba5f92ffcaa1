from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.services import Handlers, Services, answer, told
from bot.features.circles import accounts, joining, pages, silence
from bot.features.circles.accounts import Account
from bot.features.circles.codes import Codes
from bot.features.circles.queries import Holding, divided, holding
from bot.ledger import queries, wallet
from bot.messages import Message, Place, Reply
from bot.wording import Translator
from engine.table.changes import Notice

_CODE = Parameter("code", Kind.WORD)
_CIRCLE = Parameter("circle", Kind.NUMBER, optional=True)


class Offer(NamedTuple):
    first: Place
    second: Place | None = None
    shown: str = ""
    """The terms as the other admin saw them."""

    @staticmethod
    def read(stored: Sequence[Any]) -> Offer:
        first, second, shown = stored
        return Offer(Place(*first), second and Place(*second), shown)


class CircleHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._offers = Codes(services.groups, services.entropy, services.clock.utc, "circle_codes")
        self._accounts = Codes(services.groups, services.entropy, services.clock.utc, "account_codes")
        services.membership.on_silent = partial(silence.fallen_silent, services)

    @handles(
        CommandSpec(
            name="link",
            section="order",
            discord="link",
            parts=("group", "here", "me", "undo", "end"),
            parameters=(Parameter("code", Kind.WORD, optional=True),),
            reads_only=True,
            as_group=True,
            in_private=True,
            across_groups=True,
        )
    )
    async def link(self, request: Request) -> Reply:
        services, code = self._services, request.word("code")
        if not code:
            return Reply(self._overview(request), menu=True)
        if (found := await self._accounts.find(code)) is not None:
            account = Account(*found[1])
            await accounts.check(services, account, request)
            name = services.members.name(account.circle, account.player)
            chips = await services.ledger.read(queries.balance, wallet(account.circle, request.who.id))
            return Reply(pages.accounts(code, name, chips, request.translate), menu=True, secret=True)
        offer = await self._found(code, request.where)
        joining.check(services, offer.first.group, request.where)
        page = await self._page(code, offer.first, request.where)
        return Reply(page(request.translate), menu=True, secret=True)

    @handles(admin_command(name="link group", part=True, across_groups=True))
    async def link_group(self, request: Request) -> Reply:
        if not self._services.announcer.others_come(request.where):
            raise Refusal("circle-alone")
        self._services.tables.check_none_open(request.group)
        code = await self._offers.offer(request.where.group, Offer(request.where))
        return Reply(pages.code(code, "circle-code", request.translate), menu=True, secret=True)

    @handles(admin_command(name="link agree", part=True, across_groups=True, parameters=(_CODE,)))
    async def link_agree(self, request: Request) -> Reply:
        """Agree to join: first the group that was offered it, then the one that offers."""
        services, code, where = self._services, request.word("code"), request.where
        offer = await self._found(code, where)
        if services.groups.book(where.group) != services.groups.book(offer.first.group):
            joining.check(services, offer.first.group, where)
            services.tables.check_none_open(services.groups.book(offer.first.group), where.group)
            shown = joining.terms(services.groups.of_book(offer.first.group))
            await self._offers.renew(offer.first.group, code, offer._replace(second=where, shown=shown))
            services.announcer.announce(offer.first, await self._page(code, offer.first, where))
            return answer(request, "circle-asked", name=self._name_of(offer.first))
        if offer.second is None:
            raise Refusal("circle-others-first")
        await joining.join(services, offer.first, offer.second, offer.shown, request)
        await self._offers.drop(code)
        services.announcer.post(where, Notice("circle-joined", {}))
        return told(answer(request, "circle-joined"))

    @handles(admin_command(name="link not", part=True, across_groups=True, parameters=(_CODE,)))
    async def link_not(self, request: Request) -> Reply:
        await self._found(request.word("code"), request.where)
        await self._offers.drop(request.word("code"))
        return answer(request, "circle-not")

    @handles(
        admin_command(
            name="link end",
            part=True,
            across_groups=True,
            parameters=(Parameter("circle", Kind.NUMBER, optional=True),),
        )
    )
    async def link_end(self, request: Request) -> Reply:
        if not request.book:
            raise Refusal("circle-none")
        number = int(request.book.removeprefix(joining.CIRCLE))
        if request.amount("circle") != number:
            return Reply(pages.ending(number, await self._parts(request.book), request.translate), menu=True)
        for place in await joining.end(self._services, request):
            self._services.announcer.post(place, Notice("circle-ended", {"admin": request.who.name}))
        return told(answer(request, "circle-ended"))

    @handles(admin_command(name="link here", part=True, across_groups=True))
    async def link_here(self, request: Request) -> Reply:
        await silence.stand_here(self._services, request)
        return answer(request, "circle-here")

    # --- two accounts of a person ------------------------------------------------------------------------------

    @handles(CommandSpec(name="link me", part=True, across_groups=True, in_private=True))
    async def link_me(self, request: Request) -> Reply:
        if not request.book:
            raise Refusal("circle-none")
        services, player = self._services, request.who.id
        if len(services.groups.accounts(request.book, player)) > 1:
            page = pages.linked(services.members.name(request.book, player), request.translate)
        else:
            code = await self._accounts.offer(request.book, Account(request.book, player))
            page = pages.code(code, "accounts-code", request.translate)
        return Reply(page, menu=True, secret=True)

    @handles(CommandSpec(name="link mine", part=True, across_groups=True, in_private=True, parameters=(_CODE,)))
    async def link_mine(self, request: Request) -> Reply:
        found = await self._accounts.find(request.word("code"))
        if found is None:
            raise Refusal("circle-no-such-code")
        account = Account(*found[1])
        # Nobody takes a seat in between.
        async with self._services.gate.alone():
            await accounts.check(self._services, account, request)
            await accounts.link(self._services, account, request)
        await self._accounts.drop(request.word("code"))
        return answer(request, "accounts-linked", name=self._services.members.name(account.circle, account.player))

    @handles(CommandSpec(name="link undo", part=True, across_groups=True, in_private=True))
    async def link_undo(self, request: Request) -> Reply:
        async with self._services.gate.alone():
            await accounts.undo(self._services, request)
        return answer(request, "accounts-apart")

    # --- parts -------------------------------------------------------------------------------------------------

    def _overview(self, request: Request) -> Message:
        if not request.book:
            return pages.overview("", "", "", request.translate)
        groups = self._services.groups
        places = groups.of(request.book).places
        silent = silence.named(self._services, [each for each in places if groups.is_silent(each)])
        here = next(each for each in places if groups.present(each.group) == request.where.group)
        move = "link here" if here.channel != request.where.channel else ""
        return pages.overview(self._name_of(request.where), silent, move, request.translate)

    async def _found(self, code: str, where: Place) -> Offer:
        found, book = await self._offers.find(code), self._services.groups.book
        if found is None:
            raise Refusal("circle-no-such-code")
        offer = Offer.read(found[1])
        if offer.second is not None and book(where.group) not in {
            book(each.group) for each in (offer.first, offer.second)
        }:
            raise Refusal("circle-no-such-code")
        return offer

    async def _parts(self, circle: str) -> list[pages.Part]:
        services = self._services
        places = {services.groups.present(each.group): each for each in services.groups.of(circle).places}
        got = dict.fromkeys(places, Holding(0, 0))
        for wallets in (
            await services.ledger.read(divided, circle, list(places), services.groups.of(circle).accounts)
        ).values():
            for account, chips in wallets.items():
                people, before = got[account.group]
                got[account.group] = Holding(people + 1, before + chips)
        return [pages.Part(silence.named(services, [place]), got[group]) for group, place in places.items()]

    async def _page(self, code: str, first: Place, second: Place) -> Callable[[Translator], Message]:
        ledger, groups, book = self._services.ledger, self._services.groups, self._services.groups.book(first.group)
        offering = pages.Part(self._name_of(first), await ledger.read(holding, book))
        other = pages.Part(self._name_of(second), await ledger.read(holding, second.group))
        return partial(pages.offer, code, offering, other, groups.of(book), groups.of(second.group))

    def _name_of(self, place: Place) -> str:
        services = self._services
        return silence.named(services, services.groups.of_book(place.group).places or (place,))
