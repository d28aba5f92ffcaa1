"""One hand of Quan Dui, from the deal to the settlement.

Nobody's timing tells anything about their cards, because the questions never depend on them:

* After every discard a window opens for all others with the same answers: win, dui and pass. A claim without the cards
  for it is accepted and comes to nothing; only the player's own view says so.
* Answers are sealed: a seat that has answered stays awaited and may answer again, and nothing public changes until the
  window closes, by time or, where the house rules allow it, when everybody has answered.
* Without a claim the right neighbour draws or picks up, and both are always possible.
* For an absent player the card that came last is discarded, so that it tells nothing of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from engine.ballot import Ballot
from engine.game import Deal
from engine.play import LEAVE, NOTHING, Action, Card, Event, Options, Round, Seat, Step, View
from engine.quandui import events as happened
from engine.quandui.cards import CARDS, PACK, UNKNOWN, card_word
from engine.quandui.claims import (
    DUI,
    PASS,
    WIN,
    Decision,
    Later,
    best,
    decide,
    has_to_win,
    in_order_of_play,
    may_win,
    rightful,
    wants_to_be_asked,
)
from engine.quandui.copies import Copies
from engine.quandui.melds import FULL, HeldCards, Layout, completing, layout, makes_dui, pair_with
from engine.quandui.rules import QuanDuiRules
from engine.refusal import Refused

DRAW, PICK_UP = Action("draw"), Action("pick-up")

DISCARD: tuple[Action, ...] = tuple(Action("discard", choice=card_word(card)) for card in CARDS)

_CLAIMS = Options((WIN, DUI, PASS))
_CLAIM_TO_WIN = Options((WIN, PASS))
_TURN = Options((DRAW, PICK_UP))


class Discard(NamedTuple):
    seat: Seat
    card: Card


class Beaten(NamedTuple):
    """A claim that came to nothing because another came before it; while the hand goes on only its player knows."""

    own: Later

    seat: Seat
    """The receiver of the discard."""

    claim: Action


@dataclass(frozen=True, slots=True)
class QuanDuiView(View):
    seat: Seat | None
    options: Options = field(repr=False)
    rules: QuanDuiRules
    dealer: Seat
    awaited: tuple[Seat, ...]
    turn: Seat
    """The seat to draw or discard; during a window, the discarder."""

    window: int
    """Seconds for claims to the last discard; 0 without a window."""

    answer: Action | None = field(repr=False)
    """The viewer's answer in this window."""

    beaten: Beaten | None = field(repr=False)
    """The claim that came before the viewer's, until the next discard."""

    hand: HeldCards = field(repr=False)
    """The viewer's own cards, the hidden ones by number; a bystander has none."""

    newest: Card | None = field(repr=False)
    """The hidden card that the viewer took last; ``None`` if there is none."""

    has_passed: bool
    """True if the viewer has played on with a complete hand (QD-13)."""

    exposed: tuple[tuple[Card, ...], ...]
    """For each seat, one card of each dui that lies face up."""

    cards: tuple[int, ...]
    """The number of hidden cards of each seat."""

    discards: tuple[Discard, ...]
    """The discards in the middle, the latest last."""

    offered: Card | None

    stock: int
    """Cards left to draw."""

    stacks: tuple[int, ...]
    staked: tuple[int, ...]
    absent: frozenset[Seat]
    """Seats that have left; their hands are played on for them."""

    shown: Layout | None
    """The hand of the winner."""

    settlement: Mapping[Seat, int] | None

    @property
    def layout(self) -> Layout:
        """The viewer's cards in pairs and singles."""
        return layout(self.hand, self.rules.four_alike)

    @property
    def rightful(self) -> frozenset[Action]:
        """The claims to the offered discard to which the viewer's cards entitle."""
        if not self.window or self.offered is None:
            return frozenset()
        possible = rightful(self.rules, self.hand, self.offered, self.has_passed)
        return possible & set(self.options.ready)

    @property
    def makes(self) -> Action:
        """The best claim to the offered discard to which the viewer's cards entitle: a win, a dui, or to pass."""
        return best(self.rightful)

    @property
    def completed(self) -> Layout | None:
        """The viewer's cards with the offered discard, if they may be shown as eight pairs."""
        if self.offered is None:
            return None
        taken = self.hand.taking(self.offered)
        return layout(taken, self.rules.four_alike) if may_win(self.rules, taken, self.has_passed) else None

    @property
    def picks_up(self) -> bool:
        """True if it is the viewer who may pick the offered discard up, now or if nobody claims it."""
        if self.seat is None or self.offered is None:
            return False
        return self.seat == (in_order_of_play(self.turn, len(self.cards))[0] if self.window else self.turn)

    @property
    def partner(self) -> Card | None:
        """The viewer's hidden card that makes one more pair with the offered discard, a dui before a ka."""
        if self.offered is None:
            return None
        if makes_dui(self.hand, self.offered, self.rules.four_alike):
            return self.offered
        pairs = layout(self.hand.taking(self.offered), self.rules.four_alike).pairs
        if len(pairs) == len(self.layout.pairs):
            return None
        return next((two if one == self.offered else one for one, two in pairs if self.offered in (one, two)), None)

    @property
    def in_vain(self) -> bool:
        """True if the viewer has made a claim that comes to nothing, for want of the cards."""
        return self.answer in (WIN, DUI) and self.answer not in self.rightful

    @property
    def completing(self) -> tuple[Card, ...]:
        """The cards any one of which would complete the viewer's fifteen; none if these are sixteen."""
        return completing(self.hand, self.rules.four_alike)


class _Fields(NamedTuple):
    rules: QuanDuiRules
    pack: tuple[Card, ...]
    dealer: Seat
    carried_in: int
    stacks: tuple[int, ...]

    hands: tuple[HeldCards, ...]
    copies: Copies

    next_card: int

    turn: Seat

    question: int = 1
    ballot: Ballot | None = None
    """The claims to the last discard, while they can be made."""

    decided: Decision | None = None
    """The last discard's receiver by a claim; ``None`` without one, or before the decision."""

    discards: tuple[Discard, ...] = ()
    opening: bool = True
    """True if nothing has been discarded yet."""

    without_stock: int = 0
    """Turns in a row without a card from the stock (QD-16)."""

    absent: frozenset[Seat] = frozenset()
    have_passed: frozenset[Seat] = frozenset()
    """Seats that have played on with a complete hand (QD-13); secret."""

    order_of_play: tuple[tuple[Seat, str], ...] = ()
    """Every draw, and every discard that was taken by its number, in order."""

    carried_out: int = 0
    """There is no pot to play for: chips carried in are carried on."""

    winner: Seat | None = None
    settlement: Mapping[Seat, int] | None = None


class QuanDuiRound(_Fields, Round[QuanDuiView]):
    """One hand of Quan Dui, as an immutable value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<QuanDuiRound of {self.seats}, question {self.question}>"

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        if self.settlement is not None:
            return ()
        if self.ballot is not None:
            return self.ballot.awaited
        return () if self.turn in self.absent else (self.turn,)

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        drawn = [seat for seat, word in self.order_of_play if word == DRAW.verb]
        return (*self.rules.dealing.begin(range(self.seats), self.dealer), *drawn)

    @property
    def opened(self) -> tuple[int, ...]:
        """All discards, exposed dui, and the winner's hand."""
        return tuple(sorted(self.copies.opened))

    def held(self, seat: Seat) -> tuple[int, ...]:
        return self.copies.held(seat)

    @property
    def staked(self) -> tuple[int, ...]:
        """Two stakes from everybody: nobody can owe more (QD-17)."""
        return (self.rules.buy_in,) * self.seats

    @property
    def window(self) -> int:
        return 0 if self.ballot is None else self.rules.claim_seconds

    @property
    def next_dealer(self) -> Seat | None:
        """The winner, or the same dealer after a drawn hand (QD-7)."""
        if self.settlement is None:
            return None
        return self.dealer if self.winner is None else self.winner

    @property
    def stock(self) -> int:
        """Cards left to draw."""
        return len(self.pack) - self.next_card

    @property
    def discarding(self) -> bool:
        """True if the seat whose turn it is holds sixteen cards."""
        return self.hands[self.turn].size == FULL

    @property
    def offered(self) -> Card | None:
        return None if self.discarding or self.settlement is not None else self.discards[-1].card

    def options(self, seat: Seat) -> Options:
        if self.ballot is not None:
            return self.ballot.options(seat)
        if seat not in self.awaited:
            return NOTHING
        return self._discards(seat) if self.discarding else _TURN

    def _discards(self, seat: Seat) -> Options:
        """Win if possible, or discard any hidden card: the singles first, by number."""
        hand = self.hands[seat]
        singles = layout(hand, self.rules.four_alike).singles
        cards = dict.fromkeys((*singles, *sorted(hand.hidden)))
        wins = (WIN,) if self._may_win(seat) else ()
        return Options((*wins, *[DISCARD[each] for each in cards if each < len(DISCARD)]))

    def _may_win(self, seat: Seat) -> bool:
        """True if this seat, holding sixteen cards, may show them (QD-13, QD-14)."""
        if self.opening and not self.rules.dealer_wins:
            return False
        return may_win(self.rules, self.hands[seat], seat in self.have_passed)

    def lapse(self, seat: Seat) -> Action:
        """Pass, draw, or discard the card that came last."""
        if self.ballot is not None:
            return PASS
        return DISCARD[self.hands[seat].last] if self.discarding else DRAW

    def close(self) -> Step[QuanDuiView]:
        if self.ballot is None:
            raise Refused("no-window")
        story: list[Event] = []
        return _go_on(_decide(self, self.ballot.closed(self.lapse), story), story)

    def not_asked(self, seat: Seat) -> Refused:
        """Nobody claims their own discard (QD-8)."""
        if self.ballot is not None and seat == self.turn:
            return Refused("own-discard")
        return super().not_asked(seat)

    def asks(self, seat: Seat, standing: str) -> bool:
        """In a window, whether the discard makes what the player wants to be asked about, until they pass (QD-21)."""
        if self.ballot is None:
            return True
        view = self.view(seat)
        return view.answer != PASS and wants_to_be_asked(standing, view.rightful)

    def view(self, seat: Seat | None) -> QuanDuiView:
        hand = HeldCards() if seat is None else self.hands[seat]
        return QuanDuiView(
            seat=seat,
            options=NOTHING if seat is None else self.options(seat),
            rules=self.rules,
            dealer=self.dealer,
            awaited=self.awaited,
            turn=self.turn,
            window=self.window,
            answer=None if self.ballot is None or seat is None else self.ballot.answers.get(seat),
            beaten=self._beaten(seat),
            hand=HeldCards(tuple(sorted(hand.hidden)), hand.exposed),
            newest=hand.hidden[-1] if hand.hidden else None,
            has_passed=seat in self.have_passed,
            exposed=tuple([each.exposed for each in self.hands]),
            cards=tuple([len(each.hidden) for each in self.hands]),
            discards=self.discards,
            offered=self.offered,
            stock=self.stock,
            stacks=self.stacks,
            staked=self.staked,
            absent=self.absent,
            shown=None if self.winner is None else layout(self.hands[self.winner], self.rules.four_alike),
            settlement=self.settlement,
        )

    def _beaten(self, seat: Seat | None) -> Beaten | None:
        """The claim of a seat that came to nothing for the sake of another, if it made one to the last discard."""
        decided = self.decided
        own = None if decided is None else next((each for each in decided.later if each.seat == seat), None)
        return None if decided is None or own is None else Beaten(own, decided.seat, decided.claim)

    @property
    def told(self) -> str:
        """The rightful claims to the winning discard that came later: ``2-win 3-dui``."""
        decided = self.decided
        if self.winner is None or decided is None:
            return ""
        return " ".join(f"{later.seat}-{later.claim.verb}" for later in decided.later)

    def _after(self, seat: Seat, action: Action) -> Step[QuanDuiView]:
        story: list[Event] = []
        if action == LEAVE:
            story.append(happened.Left(seat))
            ballot = None if self.ballot is None else self.ballot.without(seat)
            return _go_on(self._replace(absent=self.absent | {seat}, ballot=ballot), story)
        if self.ballot is not None:
            return _go_on(self._replace(ballot=self.ballot.answer(seat, action)), story)
        return _go_on(_take_turn(self, action, story), story)


_CARD_OF = (*PACK, *UNKNOWN)
"""The card that each number of a pack stands for."""


def begin(deal: Deal[QuanDuiRules]) -> Step[QuanDuiView]:
    """Take two stakes from everybody, deal six cards to the dealer and five to the others, then five twice (QD-4)."""
    rules, dealer, around = deal.rules, deal.dealer, len(deal.stacks)
    places: list[tuple[int, ...]] = [()] * around
    cards = tuple([_CARD_OF[number] for number in deal.pack])
    receivers = rules.dealing.begin(range(around), dealer)
    for place, seat in enumerate(receivers):
        places[seat] += (place,)
    now = QuanDuiRound(
        rules,
        cards,
        dealer,
        deal.carried,
        tuple([stack - rules.buy_in for stack in deal.stacks]),
        tuple([HeldCards(tuple([cards[place] for place in each])) for each in places]),
        Copies(tuple(places), ((),) * around),
        len(receivers),
        turn=dealer,
        carried_out=deal.carried,
    )
    return Step(now, (happened.Staked(rules.buy_in), happened.Dealt(dealer, now.stock)))


def _go_on(now: QuanDuiRound, story: list[Event]) -> Step[QuanDuiView]:
    while now.settlement is None:
        if now.ballot is None:
            if now.turn not in now.absent:
                break
            now = _take_turn(now, now.lapse(now.turn), story)
        else:
            if now.ballot.questions and not (now.ballot.complete and now.rules.claim_window == "all_answered"):
                break
            now = _decide(now, now.ballot, story)
    return Step(now, tuple(story))


def _take_turn(now: QuanDuiRound, action: Action, story: list[Event]) -> QuanDuiRound:
    now = now._replace(question=now.question + 1)
    if action == DRAW:
        return _draw(now, story)
    if action == PICK_UP:
        return _pick_up(now, story)
    if action == WIN:
        return _win(now, now.turn, None, story)
    return _discard(now, CARDS[DISCARD.index(action)], story)


def _draw(now: QuanDuiRound, story: list[Event]) -> QuanDuiRound:
    seat, place = now.turn, now.next_card
    story.append(happened.Drew(seat, now.stock - 1))
    return now._replace(
        hands=_with(now.hands, seat, now.hands[seat].taking(now.pack[place])),
        copies=now.copies.taking(seat, place),
        next_card=place + 1,
        order_of_play=(*now.order_of_play, (seat, DRAW.verb)),
        without_stock=0,
    )


def _pick_up(now: QuanDuiRound, story: list[Event]) -> QuanDuiRound:
    """Take the discard in turn (QD-11), and win if that is all one may do with it (QD-12)."""
    rules, seat, offer = now.rules, now.turn, now.discards[-1]
    hand = now.hands[seat]
    exposed = rules.pick_up_dui == "exposed" and makes_dui(hand, offer.card, rules.four_alike)
    forced = has_to_win(rules, hand, offer.card, seat in now.have_passed)
    story.append(happened.PickedUp(seat, offer.card, exposed))
    now = _taking_the_discard(now, seat, PICK_UP)
    if exposed:
        return _expose(now, seat, offer, story)
    now = _take(now, seat, offer)
    return _win(now, seat, offer, story) if forced else now


def _taking_the_discard(now: QuanDuiRound, seat: Seat, how: Action) -> QuanDuiRound:
    """The discard leaves the middle, and everybody sees who has it; its number is public since it was discarded."""
    move = (seat, f"{how.verb} {now.copies.discard + 1}")
    return now._replace(
        discards=now.discards[:-1], without_stock=now.without_stock + 1, order_of_play=(*now.order_of_play, move)
    )


def _take(now: QuanDuiRound, seat: Seat, offer: Discard) -> QuanDuiRound:
    hands = _with(now.hands, seat, now.hands[seat].taking(offer.card))
    return now._replace(hands=hands, copies=now.copies.taking(seat, now.copies.discard))


def _expose(now: QuanDuiRound, seat: Seat, offer: Discard, story: list[Event]) -> QuanDuiRound:
    """Lay a dui face up; with the eighth there is nothing left to discard, and the hand is won (QD-10)."""
    hand = now.hands[seat]
    at = now.copies.chosen(seat, hand.hidden, offer.card)
    hand = HeldCards(hand.without(at).hidden, (*hand.exposed, offer.card))
    now = now._replace(hands=_with(now.hands, seat, hand), copies=now.copies.exposing(seat, at))
    return now if hand.hidden else _win(now, seat, offer, story)


def _discard(now: QuanDuiRound, one: Card, story: list[Event]) -> QuanDuiRound:
    """Discard a card, and ask everybody else who is there whether they want it (QD-8)."""
    seat, hand = now.turn, now.hands[now.turn]
    at = now.copies.chosen(seat, hand.hidden, one, absent=seat in now.absent)
    story.append(happened.Discarded(seat, one))
    question = _CLAIM_TO_WIN if not now.stock and now.rules.stock_end == "win_only" else _CLAIMS
    asked = [other for other in in_order_of_play(seat, now.seats) if other not in now.absent]
    return now._replace(
        ballot=Ballot(dict.fromkeys(asked, question), sealed=True),
        decided=None,
        hands=_with(now.hands, seat, hand.without(at)),
        copies=now.copies.discarding(seat, at),
        have_passed=now.have_passed | {seat} if now._may_win(seat) else now.have_passed,
        discards=(*now.discards, Discard(seat, one)),
        opening=False,
    )


def _decide(now: QuanDuiRound, ballot: Ballot, story: list[Event]) -> QuanDuiRound:
    """Close the window: give the discard to the first claim, or go on with the right neighbour (QD-8, QD-9)."""
    discarder, offer = now.turn, now.discards[-1]
    order = in_order_of_play(discarder, now.seats)

    def is_rightful(seat: Seat, claim: Action) -> bool:
        return claim in rightful(now.rules, now.hands[seat], offer.card, seat in now.have_passed)

    decided = decide(order, ballot.answers, is_rightful)
    now = now._replace(ballot=None, decided=decided, question=now.question + 1)
    if decided is None:
        if not now.stock:
            return _draw_the_hand(now, "stock", story)
        if now.without_stock >= now.rules.endless * now.seats:
            return _draw_the_hand(now, "endless", story)
        return now._replace(turn=order[0])
    seat, claim, _ = decided
    now = _taking_the_discard(now._replace(turn=seat), seat, claim)
    if claim == WIN:
        return _win(_take(now, seat, offer), seat, offer, story)
    story.append(happened.Claimed(seat, offer.card, discarder))
    return _expose(now, seat, offer, story)


def _win(now: QuanDuiRound, seat: Seat, offer: Discard | None, story: list[Event]) -> QuanDuiRound:
    """Show eight pairs, ``offer`` being the discard that was taken for it; everybody else pays (QD-17)."""
    shown = layout(now.hands[seat], now.rules.four_alike)
    amount = shown.stakes * now.rules.stake
    story.append(_won(now, seat, shown, amount, offer))
    settlement = dict.fromkeys(range(now.seats), -amount) | {seat: amount * (now.seats - 1)}
    return _settle(now._replace(copies=now.copies.showing(seat), winner=seat), settlement)


def _won(now: QuanDuiRound, seat: Seat, shown: Layout, amount: int, offer: Discard | None) -> happened.Won:
    pairs = shown.pairs
    if offer is None:
        return happened.Won(seat, pairs, shown.stakes, amount, None, None, None, False, ())
    decided = now.decided
    forced = decided is None and bool(now.hands[seat].hidden)
    later = () if decided is None else decided.later
    completed = pair_with(pairs, offer.card)
    return happened.Won(seat, pairs, shown.stakes, amount, offer.card, offer.seat, completed, forced, later)


def _draw_the_hand(now: QuanDuiRound, reason: str, story: list[Event]) -> QuanDuiRound:
    """Nobody has won: nobody pays (QD-15, QD-16)."""
    story.append(happened.HandDrawn(reason))
    return _settle(now, dict.fromkeys(range(now.seats), 0))


def _settle(now: QuanDuiRound, settlement: Mapping[Seat, int]) -> QuanDuiRound:
    stacks = [stack + now.rules.buy_in + settlement[seat] for seat, stack in enumerate(now.stacks)]
    return now._replace(stacks=tuple(stacks), settlement=MappingProxyType(settlement))


def _with(hands: tuple[HeldCards, ...], seat: Seat, hand: HeldCards) -> tuple[HeldCards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
