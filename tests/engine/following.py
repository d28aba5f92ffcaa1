"""Where every card is, found without asking the round: by following what everybody is told.

This is a second account of what lies open and of who holds what, for the laws to compare with the round's own.
Cards are known by their *place*: when they are dealt or drawn, 0 for the first of the pack.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.game import Deal, Game
from engine.kookiew import events as in_koo_kiew
from engine.kookiew.round import KooKiewView
from engine.play import Card, Event, Seat
from engine.qiuqiu import events as in_qiuqiu
from engine.qiuqiu.round import QiuQiuView
from engine.quandui import events as in_quan_dui
from engine.quandui.claims import in_order_of_play
from engine.quandui.round import QuanDuiView


class Following(ABC):
    """The cards of one hand, as somebody knows them who has the pack and hears all that is told in public."""

    def __init__(self, game: Game[Any, Any], deal: Deal[Any]) -> None:
        self.pack = tuple(game.pack[number] for number in deal.pack)
        self.seats = len(deal.stacks)
        self.dealer = deal.dealer
        self.opened: set[int] = set()
        """What lies, or has lain, open."""

        self.named: Counter[Card] = Counter()
        """The cards shown, as the events name them, each copy once."""

    @abstractmethod
    def hear(self, event: Event) -> None:
        """Follow what an event tells of cards."""

    def card_at(self, place: int) -> Card:
        """The card at a place, as views and events have it."""
        return self.pack[place]

    @abstractmethod
    def held(self, seat: Seat, view: Any) -> set[int]:
        """The cards that a player holds or has folded, and has seen."""

    @abstractmethod
    def dealt(self) -> int:
        """How many cards have been dealt or drawn so far."""

    def stock(self, view: Any) -> int:
        """How many cards are left to draw, as a view tells where its game has a stock."""
        return len(self.pack) - self.dealt()

    @abstractmethod
    def in_hand(self, view: Any) -> Iterable[Card]:
        """The cards in the viewer's own hand, as an event would name them."""


class FollowingQiuQiu(Following):
    """Every tile is there once, so its name tells its place."""

    def __init__(self, game: Game[Any, Any], deal: Deal[Any]) -> None:
        super().__init__(game, deal)
        self._still_in = self.seats
        self._dealt = 0

    def hear(self, event: Event) -> None:
        match event:
            case in_qiuqiu.Dealt(tiles):
                self._dealt += tiles * self._still_in
            case in_qiuqiu.Folded():
                self._still_in -= 1
            case in_qiuqiu.Showed(_, tiles):
                self.named.update(tiles)
                self.opened.update(map(self._place, tiles))

    def _place(self, tile: Card) -> int:
        return self.pack.index(tile)

    def held(self, seat: Seat, view: QiuQiuView) -> set[int]:
        return set(map(self._place, view.hand))

    def dealt(self) -> int:
        return self._dealt

    def in_hand(self, view: QiuQiuView) -> Iterable[Card]:
        return view.hand


class FollowingKooKiew(Following):
    """Two cards each, dealt singly and clockwise from the banker's left (KK-14)."""

    def __init__(self, game: Game[Any, Any], deal: Deal[Any]) -> None:
        super().__init__(game, deal)
        self._dealt = 0

    def hear(self, event: Event) -> None:
        match event:
            case in_koo_kiew.Dealt(cards):
                self._dealt += cards * self.seats
            case in_koo_kiew.BankTaken(seat):
                self.dealer = seat
            case in_koo_kiew.BankerShowed(seat, hand) | in_koo_kiew.Settled(seat, hand):
                self.named.update(hand)
                self.opened |= self._dealt_to(seat)

    def _dealt_to(self, seat: Seat) -> set[int]:
        order = [(self.dealer + distance) % self.seats for distance in range(1, self.seats + 1)]
        return {place for place, owner in enumerate(order * 2) if owner == seat}

    def held(self, seat: Seat, view: KooKiewView) -> set[int]:
        return self._dealt_to(seat) if view.shown else set()

    def dealt(self) -> int:
        return self._dealt

    def in_hand(self, view: KooKiewView) -> Iterable[Card]:
        return view.shown[view.seat] if view.shown and view.seat is not None else ()


class FollowingQuanDui(Following):
    """Every copy is followed from hand to hand.

    Of several copies that a player holds hidden, one that has lain open before is discarded or exposed, and if there
    is none, the one that came last. For an absent player the bot always discards the card that came last.
    """

    def __init__(self, game: Game[Any, Any], deal: Deal[Any]) -> None:
        super().__init__(game, deal)
        self.hidden: list[list[int]] = [[] for _ in range(self.seats)]
        self.exposed: list[list[int]] = [[] for _ in range(self.seats)]
        self.seen: list[set[int]] = [set() for _ in range(self.seats)]
        """Every card that a player has ever had in hand."""

        self._absent: set[Seat] = set()
        self._drawn = 0
        self._discard = -1
        for batch in (6, 5, 5):
            for seat in (self.dealer, *in_order_of_play(self.dealer, self.seats)):
                for _ in range(batch if seat == self.dealer else 5):
                    self._draw(seat)

    def hear(self, event: Event) -> None:
        match event:
            case in_quan_dui.Left(seat):
                self._absent.add(seat)
            case in_quan_dui.Drew(seat):
                self._draw(seat)
            case in_quan_dui.Discarded(seat, card):
                self._discard = self._parted_with(seat, card)
            case in_quan_dui.Claimed(seat, card) | in_quan_dui.PickedUp(seat, card, True):
                self.exposed[seat] += [self._discard, self._parted_with(seat, card)]
            case in_quan_dui.PickedUp(seat):
                self._take(seat, self._discard)
            case in_quan_dui.Won(seat, pairs, _, _, taken):
                if taken is not None and self._discard not in (*self.hidden[seat], *self.exposed[seat]):
                    self._take(seat, self._discard)
                hand = {*self.hidden[seat], *self.exposed[seat]}
                self.named.update(card for pair in pairs for card in pair)
                self.named.subtract(map(self.card_at, hand & self.opened))
                self.opened |= hand

    def _draw(self, seat: Seat) -> None:
        self._take(seat, self._drawn)
        self._drawn += 1

    def _take(self, seat: Seat, place: int) -> None:
        self.hidden[seat].append(place)
        self.seen[seat].add(place)

    def _parted_with(self, seat: Seat, card: Card) -> int:
        copies = [place for place in self.hidden[seat] if self.card_at(place) == card]
        already_open = [place for place in copies if place in self.opened]
        place = already_open[0] if already_open and seat not in self._absent else copies[-1]
        self.hidden[seat].remove(place)
        if place not in self.opened:
            self.opened.add(place)
            self.named[card] += 1
        return place

    def held(self, seat: Seat, view: QuanDuiView) -> set[int]:
        return {*self.hidden[seat], *self.exposed[seat]}

    def stock(self, view: QuanDuiView) -> int:
        return view.stock

    def dealt(self) -> int:
        return self._drawn

    def in_hand(self, view: QuanDuiView) -> Iterable[Card]:
        return *view.hand.hidden, *view.hand.exposed * 2
