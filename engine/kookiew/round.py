"""One deal of Koo Kiew: two cards each, face down; blind stakes against the banker; then everything is shown.

The order is deal, stakes, show (KK-11). Nobody looks at a card before the end, so there is nothing to hide from
anybody: stakes are public, and what lies face down is in no view at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from engine.ballot import Ballot
from engine.game import Deal
from engine.kookiew import events as happened
from engine.kookiew.cards import PACK, TwoCards
from engine.kookiew.ranking import PAIR, label, ranking
from engine.kookiew.rules import CARDS, KooKiewRules
from engine.kookiew.settlement import Bet, cover, settle
from engine.play import LEAVE, NOTHING, Action, AmountRange, Card, Event, Options, Round, Seat, Step, View
from engine.pots import clockwise
from engine.refusal import Refused

PASS = Action("pass")
"""No stake on this deal; in the bidding, no bid."""

SHOW = Action("show")
"""The banker turns all cards."""

PASS_BANK = Action("pass-bank")
"""The banker turns all cards and gives up the bank after this deal."""

Stage: TypeAlias = Literal["bidding", "staking", "showing", "over"]
"""The seats asked: everybody for a bid, the players for stakes, the banker to show, or nobody."""


@dataclass(frozen=True, slots=True)
class KooKiewView(View):
    """A deal of Koo Kiew as one seat, or a bystander, sees it; all amounts are chips."""

    seat: Seat | None
    options: Options
    rules: KooKiewRules
    dealer: Seat
    """The banker; while the bank is bid for, the seat it falls to if nobody bids."""

    stage: Stage
    awaited: tuple[Seat, ...]
    stacks: tuple[int, ...]
    stakes: tuple[int | None, ...]
    """The stake of each seat: 0 for none and the banker, ``None`` before its decision."""

    covered: tuple[int, ...]
    """The covered part of each stake, or what would be covered if stakes closed now (KK-12); all of it without a cover.
    """

    staked: tuple[int, ...]
    """Chips that each seat has in the pot: a player the stake, and once stakes are closed what is covered of it;
    the banker what the stakes may cost at worst."""

    bank: int
    """The chips with which the bank answers for the stakes; 0 until somebody holds it."""

    cover: int | None
    """Chips of stakes that the bank covers in all; ``None`` where it does not have to cover them (KK-12)."""

    streak: int
    """Deals in a row with this dealer's bank before this one."""

    shown: tuple[TwoCards, ...]
    """The hand of every seat once they are turned; nothing before."""

    carried_in: int
    settlement: Mapping[Seat, int] | None


class _Fields(NamedTuple):
    rules: KooKiewRules
    pack: tuple[Card, ...]
    brought: tuple[int, ...]
    """The chips that each seat came with."""

    dealer: Seat
    carried_in: int
    carried_out: int
    """Chips that another game left in the pot: no stake of this one is ever odd, so they lie where they are."""

    streak: int
    """Deals in a row with this dealer's bank before this one."""

    stage: Stage
    question: int
    bids: Ballot
    """The bidding for the bank; empty where nobody bids."""

    bank: int
    stakes: tuple[int | None, ...]
    settlement: Mapping[Seat, int] | None = None
    next_dealer: Seat | None = None


class KooKiewRound(_Fields, Round[KooKiewView]):
    """One deal of Koo Kiew, as an immutable value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<KooKiewRound of {self.seats}, {self.stage}>"

    @property
    def seats(self) -> int:
        return len(self.brought)

    @property
    def window(self) -> int:
        """Bids and stakes are asked of all at once; the window closes when its time is up or all have answered."""
        return self.rules.stake_seconds if self.stage in ("bidding", "staking") else 0

    @property
    def awaited(self) -> tuple[Seat, ...]:
        if self.stage == "bidding":
            return self.bids.awaited
        if self.stage == "staking":
            return tuple([seat for seat, stake in enumerate(self.stakes) if stake is None])
        return (self.dealer,) if self.stage == "showing" else ()

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody but the banker, from the banker's left."""
        return (*range(self.dealer + 1, self.seats), *range(self.dealer))

    @property
    def cover(self) -> int | None:
        """Chips of stakes that the bank covers in all; ``None`` where it does not have to cover them (KK-12)."""
        return self.bank // self.rules.pair_payout if self.rules.solvency == "cover" else None

    @property
    def covered(self) -> tuple[int, ...]:
        """The covered part of each stake, from the banker's left, whatever the order of staking (KK-12).

        While stakes are taken, the part that would be covered if they closed now.
        """
        stakes = [stake or 0 for stake in self.stakes]
        if self.cover is None or sum(stakes) <= self.cover:
            return tuple(stakes)
        players = self.players
        in_order = cover(self.bank, [stakes[seat] for seat in players], self.rules.pair_payout)
        for seat, covered in zip(players, in_order, strict=True):
            stakes[seat] = covered
        return tuple(stakes)

    @property
    def shown(self) -> tuple[TwoCards, ...]:
        """The hand of every seat once they are turned; nothing before, and nothing if nobody has staked."""
        return _hands(self) if self.stage == "over" and any(self.covered) else ()

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        """Nobody while the bank is bid for: the cards are dealt once it is known who holds it (KK-14)."""
        return () if self.stage == "bidding" else self.rules.dealing.begin(range(self.seats), self.dealer)

    @property
    def banker(self) -> Seat | None:
        """The buyer of the bank, or the dealer if nobody bid (KK-10)."""
        return self.dealer if self.rules.bank_is_sold and self.stage != "bidding" else None

    @property
    def opened(self) -> tuple[int, ...]:
        """Every card that was dealt, once the hands are turned."""
        return tuple(range(self.dealt)) if self.shown else ()

    def held(self, seat: Seat) -> tuple[int, ...]:
        """Both cards once they are turned: before that, nobody has seen their own."""
        return _places(self)[seat] if self.shown else ()

    @property
    def staked(self) -> tuple[int, ...]:
        """The stakes, of which what is not covered goes back as they are closed; and what they may cost the banker.

        That is the most there is to be lost: every winner might hold a pair.
        """
        covered = self.covered
        in_pot = [stake or 0 for stake in self.stakes] if self.stage == "staking" else list(covered)
        in_pot[self.dealer] = min(self.bank, sum(covered) * self.rules.pair_payout)
        return tuple(in_pot)

    def options(self, seat: Seat) -> Options:
        if self.stage == "bidding":
            return self.bids.options(seat)
        if self.stage == "staking":
            return self._stakes_open_to(seat)
        return _TO_SHOW[self.rules.bank] if self.stage == "showing" and seat == self.dealer else NOTHING

    def _stakes_open_to(self, seat: Seat) -> Options:
        """A stake within the limits and the player's chips, however much the bank covers (KK-11); or none."""
        if not 0 <= seat < self.seats or self.stakes[seat] is not None:
            return NOTHING
        chips, limit = self.brought[seat], self.rules.max_stake
        most = chips if limit is None else min(chips, limit)
        return Options((PASS,), (AmountRange("stake", self.rules.min_stake, most),))

    def lapse(self, seat: Seat) -> Action:
        """No bid and no stake; the banker shows."""
        return SHOW if self.stage == "showing" else PASS

    def view(self, seat: Seat | None) -> KooKiewView:
        staked, settlement = self.staked, self.settlement
        if settlement is None:
            stacks = [chips - risked for chips, risked in zip(self.brought, staked, strict=True)]
        else:
            stacks = [chips + settlement[each] for each, chips in enumerate(self.brought)]
        return KooKiewView(
            seat=seat,
            options=NOTHING if seat is None else self.options(seat),
            rules=self.rules,
            dealer=self.dealer,
            stage=self.stage,
            awaited=self.awaited,
            stacks=tuple(stacks),
            stakes=self.stakes,
            covered=self.covered,
            staked=staked,
            bank=self.bank,
            cover=self.cover,
            streak=self.streak,
            shown=self.shown,
            carried_in=self.carried_in,
            settlement=settlement,
        )

    def close(self) -> Step[KooKiewView]:
        """Pass for every silent seat; raise ``Refused`` if nothing is open."""
        if self.stage == "bidding":
            return _open_bids(self, self.bids.closed(self.lapse), [])
        if self.stage == "staking":
            return _close_stakes(self, [])
        raise Refused("no-window")

    def not_asked(self, seat: Seat) -> Refused:
        if not self.window:
            return super().not_asked(seat)
        stands_apart = self.stage == "staking" and seat == self.dealer
        return Refused("banker-stakes-nothing" if stands_apart else "already-answered")

    def _after(self, seat: Seat, action: Action) -> Step[KooKiewView]:
        left = action == LEAVE
        if self.stage == "bidding":
            bids = self.bids.answer(seat, PASS if left else action)
            story: list[Event] = [happened.BidSealed(seat, left)]
            return _open_bids(self, bids, story) if bids.complete else Step(self._replace(bids=bids), tuple(story))
        if self.stage == "staking":
            return _stake(self, seat, action)
        return _show(self, "left" if left else "given-up" if action == PASS_BANK else "")


_TO_SHOW: Mapping[str, Options] = {
    "kept": Options((SHOW, PASS_BANK)),
    "after_deals": Options((SHOW, PASS_BANK)),
    "every_deal": Options((SHOW,)),
    "highest_bidder": Options((SHOW,)),
    "fixed": Options((SHOW,)),
}
"""The banker's options under each value of the rule ``bank`` (KK-10)."""


def begin(deal: Deal[KooKiewRules]) -> Step[KooKiewView]:
    """Open the stakes, or the bidding for the bank before them (KK-10, KK-11).

    The dealer is the banker, or the first in line for a bank that is bid for. Chips that lie in the pot from another
    game stay there.
    """
    rules, stacks = deal.rules, deal.stacks
    now = KooKiewRound(
        rules,
        tuple([PACK[number] for number in deal.pack]),
        stacks,
        deal.dealer,
        carried_in=deal.carried,
        carried_out=deal.carried,
        streak=deal.streak,
        stage="bidding",
        question=0,
        bids=Ballot({}),
        bank=0,
        stakes=(None,) * len(stacks),
    )
    if not rules.bank_is_sold:
        return _open_stakes(now, now.dealer, now.brought[now.dealer], [])
    questions = {
        seat: Options((PASS,), (AmountRange("bid", rules.least_bank, chips),)) for seat, chips in enumerate(stacks)
    }
    return Step(now._replace(bids=Ballot(questions)), ())


def _open_bids(now: KooKiewRound, bids: Ballot, story: list[Event]) -> Step[KooKiewView]:
    """Give the bank to the highest bidder, who puts up what they have bid (KK-10).

    Of equal bids the first clockwise from the dealer counts. If nobody bids, the dealer holds the least bank there is.
    """
    answers = bids.opened()
    in_line = clockwise(answers, now.dealer, now.seats)
    offered = [(seat, answers[seat].amount) for seat in in_line if answers[seat] != PASS]
    offered.sort(key=lambda bid: -bid[1])
    story.append(happened.BidsOpened(tuple(offered)))
    banker, chips = offered[0] if offered else (now.dealer, now.rules.least_bank)
    return _open_stakes(now._replace(bids=Ballot({})), banker, chips, story)


def _open_stakes(now: KooKiewRound, banker: Seat, chips: int, story: list[Event]) -> Step[KooKiewView]:
    bank = now.brought[banker] if now.rules.solvency == "unlimited" else chips
    story += [happened.BankTaken(banker, bank), happened.Dealt(CARDS)]
    stakes = [None if seat != banker else 0 for seat in range(now.seats)]
    after = now._replace(dealer=banker, stage="staking", question=now.question + 1, bank=bank, stakes=tuple(stakes))
    return Step(after, tuple(story))


def _stake(now: KooKiewRound, seat: Seat, action: Action) -> Step[KooKiewView]:
    """Take a stake, or none; the last one closes the window. A covered bank does not close it: stakes nearer to the
    banker's left go first (KK-12).
    """
    amount = action.amount
    story: list[Event] = [happened.Staked(seat, amount) if amount else happened.SatOut(seat, left=action == LEAVE)]
    stakes = (*now.stakes[:seat], amount, *now.stakes[seat + 1 :])
    after = now._replace(stakes=stakes)
    return Step(after, tuple(story)) if None in stakes else _close_stakes(after, story)


def _close_stakes(now: KooKiewRound, story: list[Event]) -> Step[KooKiewView]:
    """Lay the cover and ask the banker to turn the cards; without a single stake there is nothing to turn them for."""
    stakes = tuple([stake or 0 for stake in now.stakes])
    story.append(happened.StakesClosed(sum(map(bool, stakes)), sum(stakes)))
    after = now._replace(stage="showing", question=now.question + 1, stakes=stakes)
    covered = after.covered
    for seat in after.players:
        if covered[seat] < stakes[seat]:
            assert after.cover is not None
            story.append(happened.CoveredInPart(seat, stakes[seat], covered[seat], after.cover))
    if not any(covered):
        return _over(after, dict.fromkeys(range(now.seats), 0), "", story)
    return Step(after, tuple(story))


def _places(now: KooKiewRound) -> tuple[tuple[int, int], ...]:
    """The places of each seat's two cards: dealt singly, clockwise, from the banker's left (KK-14)."""
    around, first = now.seats, now.dealer + 1
    return tuple([((seat - first) % around, around + (seat - first) % around) for seat in range(around)])


def _hands(now: KooKiewRound) -> tuple[TwoCards, ...]:
    return tuple([(now.pack[one], now.pack[other]) for one, other in _places(now)])


def _show(now: KooKiewRound, why: str) -> Step[KooKiewView]:
    """Turn all hands and settle every stake with the bank, from the banker's left (KK-12)."""
    rules, order, hands, banker = now.rules, ranking(now.rules), _hands(now), now.dealer
    to_beat, covered = hands[banker], now.covered
    bets = []
    for seat in now.players:
        stake, hand = now.stakes[seat] or 0, hands[seat]
        pays = rules.pair_payout if label(hand) == PAIR else 1
        bets.append(Bet(stake, pays if order.beats(hand, to_beat) else 0))
    due = settle(rules.solvency, now.bank, bets, rules.pair_payout)
    paid = settle("collect", now.bank, bets) if rules.solvency == "unlimited" else due
    nets = dict.fromkeys(range(now.seats), 0)
    story: list[Event] = [happened.BankerShowed(banker, to_beat, label(to_beat))]
    for seat, (stake, pays), net, full in zip(now.players, bets, paid, due, strict=True):
        nets[seat] = net
        hand = hands[seat]
        decided = order.decide(hand, to_beat)
        unpaid = covered[seat] * pays - full if pays else 0
        settled = happened.Settled(
            seat, hand, label(hand), decided.wins, stake, covered[seat], net, full - net, unpaid, decided
        )
        story.append(settled)
    nets[banker] = -sum(nets.values())
    story.append(happened.BankCounted(banker, now.bank, now.bank + nets[banker]))
    return _over(now, nets, why, story)


def _over(now: KooKiewRound, nets: Mapping[Seat, int], why: str, story: list[Event]) -> Step[KooKiewView]:
    """The finished deal, and who is to hold the bank next (KK-10)."""
    chips = [before + nets[seat] for seat, before in enumerate(now.brought)]
    why = why or _why_it_passes(now, chips[now.dealer])
    over = now._replace(stage="over", question=now.question + 1, settlement=MappingProxyType(nets))
    if not why:
        return Step(over._replace(next_dealer=now.dealer), tuple(story))
    others = [(now.dealer + step) % now.seats for step in range(1, now.seats)]
    able = [seat for seat in others if chips[seat] >= now.rules.least_bank]
    to = able[0] if able else others[0]
    if not now.rules.bank_is_sold:
        story.append(happened.BankPassed(now.dealer, to, why))
    return Step(over._replace(next_dealer=to), tuple(story))


def _why_it_passes(now: KooKiewRound, chips: int) -> str:
    """The reason why the bank passes on from a banker with so many chips; empty if it stays."""
    rules = now.rules
    if chips < rules.least_bank:
        return "too-small"
    had_enough = rules.bank == "after_deals" and now.streak + 1 >= rules.bank_deals
    return "in-turn" if had_enough or rules.bank in ("every_deal", "highest_bidder") else ""
