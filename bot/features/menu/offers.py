"""Offers: the possible actions of one person at a table, for its menu.

Each is tried on the permissions and on :func:`bot.tables.table.may`, which alone decide.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from bot.commands import Refusal, Request, Scope, parse, spec_of
from bot.dispatch.admission import check_sender
from bot.ledger import table_number
from bot.messages import Person, PlayerId
from bot.tables.handlers import TableContext
from bot.tables.table import hosts, may
from engine.refusal import Refused
from engine.table import seating
from engine.table.seating import Bounds
from engine.table.state import Chair, TableState

Page: TypeAlias = Literal["", "remove", "pause", "host", "end", "stop"]
"""A page of the table's menu; the first has no name."""

Section: TypeAlias = Literal["seat", "chips", "play", "learn", "host"]

PAGES: tuple[Page, ...] = ("", "remove", "pause", "host", "end", "stop")


class Offer(NamedTuple):
    name: str
    """Ends the key of its words."""

    command: str
    section: Section = "seat"
    page: Page = ""
    amount: int = 0

    least: int = 0
    most: int = 0
    """The upper bound of an amount to be asked for; 0 if none is."""

    who: str = ""

    turn: str = ""
    """The packs concerned; empty if it is about the table alone."""

    usual: bool = False
    """True if most people would do it now."""


@dataclass(slots=True)
class Offers:
    """All possible actions of a person at a table, in the order of its buttons."""

    state: TableState
    who: Person
    chair: Chair | None
    available: int

    no_seat: Refused | None = None
    """The reason why a guest cannot sit down."""

    found: list[Offer] = field(default_factory=list)

    def of(self, page: Page) -> tuple[Offer, ...]:
        return tuple(each for each in self.found if each.page == page)


async def offers(table: TableContext, request: Request) -> Offers:
    store, who = table.store, request.who
    hindrance, available = None, 0
    if not who.anonymous:
        available = await store.available_chips(who.id)
        hindrances, group = store.services.hindrances, store.state.place.group
        hindrance = await hindrances.hindrance(who.id, group, practice=store.state.practice)
    asked = _Asked(table, request, hindrance, available)
    await asked.look()
    return asked.offers


class _Asked:
    """Tries useful actions for one person."""

    def __init__(self, table: TableContext, request: Request, hindrance: Refusal | None, available: int) -> None:
        self._table = table
        # A tap that adds its number to the next hand has one.
        self._request = replace(request, key=request.key or "0", sure=True, turn="")
        self._hindrance = hindrance
        self._refusal: Refused | None = None
        state, who = table.state, request.who
        self._state, self._store = state, table.store
        self._chair = None if who.anonymous else state.chair_of(who.id)
        self._least_stack = self._store.least_stack
        hand = state.playing
        self._dealt_in = hand is not None and not who.anonymous and hand.seat(who.id) is not None
        self.offers = Offers(state, who, self._chair, available)

    async def _try(self, offer: Offer) -> bool:
        try:
            await self._check(offer)
        except Refused as refusal:
            self._refusal = refusal
            return False
        self.offers.found.append(offer)
        return True

    async def _check(self, offer: Offer) -> None:
        spec, store = spec_of(offer.command), self._store
        if spec is None:
            raise Refusal("no-such-command", word=offer.command)
        check_sender(self.offers.who, spec, store.settings)
        if spec.plays_on and self._hindrance is not None:
            raise self._hindrance
        if spec.scope is Scope.TABLE:
            turn = f"{self._state.id}:{offer.turn}"
            await may(self._table, replace(self._request, command=parse(offer.command), turn=turn))

    async def _try_page(self, leads: Offer, *offers: Offer) -> None:
        if [each for each in offers if await self._try(each)]:
            await self._try(leads)

    async def look(self) -> None:
        if self._chair is None:
            await self._to_a_guest()
        elif not self._chair.removed:
            await self._to_a_player(self._chair)
        await self._chips()
        await self._next_hand()
        await self._to_look_at()
        await self._ahead()
        await self._learn()
        await self._removals()
        await self._pauses()
        await self._new_hosts()
        await self._ends()

    async def _to_a_guest(self) -> None:
        bounds = seating.buy_in_bounds(self._store.table_rules).within(self.offers.available)
        if not await self._try(Offer("join-with", "join", amount=bounds.usual, usual=True)):
            self.offers.no_seat = self._refusal
            return
        for amount in sorted({bounds.least, bounds.most} - {bounds.usual}):
            await self._try(Offer("join-with", f"join {amount}", amount=amount))
        await self._try_own("join-with", "join", "seat", bounds)

    async def _try_own(self, name: str, command: str, section: Section, bounds: Bounds) -> None:
        if bounds.most - bounds.least > (command == "join"):
            await self._try(Offer(name, command, section, least=bounds.least, most=bounds.most))

    async def _to_a_player(self, chair: Chair) -> None:
        stays = chair.leaving and await self._try(Offer("stay", "join", usual=True))
        if chair.out and not stays:
            await self._try(Offer("sit-back", "sit back", usual=True))
        elif not chair.out and not chair.leaving:
            await self._try(Offer("sit-out", "sit out"))
        if not chair.leaving:
            await self._try(Offer("leave", "leave"))

    async def _chips(self) -> None:
        chair, rules, available = self._chair, self._store.table_rules, self.offers.available
        if chair is None:
            short = available < rules.min_buy_in
        else:
            broke = chair.stack < self._least_stack
            short = broke and available < 1
            bounds = seating.rebuy_bounds(chair, rules).within(available)
            for amount in sorted({bounds.usual, bounds.most}):
                usual = broke and amount == bounds.usual
                await self._try(Offer("rebuy-with", f"rebuy {amount}", "chips", amount=amount, usual=usual))
            await self._try_own("rebuy-own", "rebuy", "chips", bounds)
        if short and not self._state.practice:
            await self._try(Offer("daily", "daily", "chips", usual=True))
        await self._try(Offer("chips", "chips", "chips"))

    async def _next_hand(self) -> None:
        state, chair = self._state, self._chair
        if chair is not None and chair in state.ready(self._least_stack) and not chair.removed:
            await self._try(Offer("start", "start", "play", usual=not state.running))
        if chair is not None and state.sealed is not None:
            await self._try(Offer("shuffle", "shuffle", "play", turn=state.sealed.turn))
        await self._try(Offer("add-computer", "add computer", "host"))

    async def _to_look_at(self) -> None:
        if self._dealt_in:
            await self._try(Offer("hand", "hand", "play"))
            if self._state.practice:
                await self._try(Offer("hint", "hint", "play"))

    async def _ahead(self) -> None:
        game, chair = self._state.game, self._chair
        if chair is None or chair.removed:
            return
        stands = chair.standing or (game.standing_verbs[0].name if game.standing_verbs else "")
        for verb in game.advance_verbs:
            if verb.button and verb.name != stands:
                await self._try(Offer(verb.name, f"advance {verb.name}", "play"))

    async def _learn(self) -> None:
        state, hand, who = self._state, self._state.hand, self.offers.who
        await self._try(Offer("rules", f"rules {state.game_name}", "learn"))
        await self._try(Offer("house-rules", f"house {state.game_name}", "learn"))
        if hand is not None:
            if hand.over:
                await self._try(Offer("verify", f"verify {hand.id}", "learn"))
            await self._try(Offer("evening", f"evening {table_number(state.id)}", "learn"))
        if hand is not None and hand.over:
            seat = None if who.anonymous else hand.seat(who.id)
            if seat is not None and hand.round.held(seat):
                await self._try(Offer("last-cards", f"verify mine {hand.id}", "learn"))
                closed = set(hand.round.held(seat)) - set(hand.round.opened)
                if closed and self._store.table_rules.show_cards and hand.rules.disclosure != "at-close":
                    await self._try(Offer("show-cards", f"show cards {hand.id}", "learn"))
            await self._try(Offer("replay", f"replay {hand.id}", "learn"))
        if not self._store.services.listener.others_come(state.place):
            return
        await self._try(Offer("share", "share", "learn"))
        if self._chair is None:
            if state.game_name in self._store.settings.of_features.get("notified", {}).get(who.id, ()):
                await self._try(Offer("notify-off", "notify off", "learn"))
            else:
                await self._try(Offer("notify", f"notify me {state.game_name}", "learn"))

    async def _removals(self) -> None:
        state = self._state
        others = [each for each in state.seated if not each.removed and each.player != self.offers.who.id]
        await self._try_page(
            Offer("remove", "menu remove", "host"),
            *(_about("remove", "kick", each.player, each.name) for each in others if not each.computer),
            Offer("remove-computer", "remove computer", page="remove"),
            *(_about("readmit", "readmit", each.player, each.name) for each in state.kept_out),
            Offer("bans", "bans", page="remove"),
        )

    async def _pauses(self) -> None:
        state, chair = self._state, self._chair
        if state.paused is not None:
            host = hosts(state, self.offers.who)
            if host or (chair is not None and not chair.gets_up and not chair.goes_on):
                await self._try(Offer("resume", "resume", "host", usual=True))
        elif state.playing is None:
            await self._try(Offer("pause", "pause", "host"))
        else:
            after, now = Offer("pause-after", "pause", page="pause"), Offer("pause-now", "pause now", page="pause")
            await self._try_page(Offer("pausing", "menu pause", "host"), after, now)

    async def _new_hosts(self) -> None:
        people = [_about("hand-over", "host", each.player, each.name, "host") for each in self._state.people]
        await self._try_page(Offer("hand-over", "menu host", "host"), *people)

    async def _ends(self) -> None:
        state = self._state
        if not state.closing:
            await self._try(Offer("close-after" if state.playing else "close", "close", page="end"))
        stops = [Offer("stop", "stop now", page="stop")]
        if state.playing is not None:
            stops.append(Offer("void", f"bank void {state.playing.id}", page="stop"))
        await self._try_page(Offer("stopping", "menu stop", page="end"), *stops)
        if self.offers.of("end"):
            await self._try(Offer("end", "menu end", "host"))


def _about(name: str, verb: str, player: PlayerId, who: str, page: Page = "remove") -> Offer:
    return Offer(name, f"{verb} {player}", page=page, who=who)
