"""Evidence of collusion in the public part of a group's hands.

Each loser's chips are shared among the winners in proportion to their wins, so the flows of a hand sum to its nets. A
number hardly ever made by chance is called unusual; it has many honest reasons and is no proof.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from bot.features.integrity.queries import FIRST_WEEK, Newcomer
from bot.ledger import EPOCH
from bot.messages import PlayerId, is_computer

Pair = tuple[PlayerId, PlayerId]

UNUSUAL: Final = 4.0
"""Standard deviations of an unusual number; chance alone reaches it in one of 16,000 cases."""

FEWEST: Final = 20
"""Fewest cases that allow a statement."""

MOST: Final = 0.5
"""Share of an account's grants that makes most of them."""

DUMPED: Final = ((0.75, 0.0, 1.55), (0.6, 0.05, 2.4))
"""Two thresholds of dumping, for few hands and for more.

Each has the least share of the grants, the greatest share returned, and the least deviation (the root of n for n hands
of one size). Among new accounts in simulated evenings with two to six computer players, 7 of 12,000 at QiuQiu crossed
one, none of 4,000 at Koo Kiew and 1,500 at Quan Dui.
"""

AGGRESSIVE: Final = ("bet", "raise")
ALL_IN: Final = "all-in"
ANSWERS: Final = ("call", "fold", *AGGRESSIVE)
"""Answers to a bet; neither a fold by the clock nor an all-in, for the journal alone does not tell a raise."""


class PlayedHand(NamedTuple):
    players: tuple[PlayerId, ...]
    nets: tuple[int, ...]
    moves: tuple[tuple[PlayerId, str], ...] = ()
    """Actions in the notation of the journal, in games with bets."""

    at: datetime = EPOCH


def flows(nets: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the chips from each loser to each winner, by seats.

    Wins share a loss in proportion, in whole chips. Odd chips left for the next hand have no receiver, those of an
    earlier one no source.
    """
    losses = [(seat, -net) for seat, net in enumerate(nets) if net < 0]
    wins = {seat: net for seat, net in enumerate(nets) if net > 0}
    lost, won = sum(loss for _, loss in losses), sum(wins.values())
    if not lost or not won:
        return {}
    # Only what is both lost and won has flowed from somebody to somebody.
    flowed = min(lost, won)
    left = _shares(flowed, wins)
    given = _shares(flowed, dict(losses))
    found: dict[tuple[int, int], int] = {}
    for loser, loss in given.items():
        for winner, amount in _shares(loss, left).items():
            if amount:
                found[loser, winner] = amount
                left[winner] -= amount
    return found


def _shares(amount: int, weights: Mapping[int, int]) -> dict[int, int]:
    total = sum(weights.values())
    if total == 0:
        return dict.fromkeys(weights, 0)
    parts = {each: amount * weight // total for each, weight in weights.items()}
    missing = amount - sum(parts.values())
    by_rest = sorted(weights, key=lambda each: (-(amount * weights[each] % total), each))
    for each in by_rest[:missing]:
        parts[each] += 1
    return parts


class PairFlow(NamedTuple):
    """The net flow from one person to another."""

    giver: PlayerId
    taker: PlayerId
    net: int
    hands: int
    """Hands with both dealt in."""

    of: int

    deviation: float
    """Standard deviations of the net from zero."""

    @property
    def unusual(self) -> bool:
        return self.hands >= FEWEST and self.deviation >= UNUSUAL


class FoldRate(NamedTuple):
    """One person's folds to another's bets, compared with those to everybody else."""

    who: PlayerId
    to: PlayerId
    folds: int
    cases: int
    folds_to_others: int
    cases_with_others: int

    @property
    def unusual(self) -> bool:
        """Return true if they fold to this one much more often."""
        n, m = self.cases, self.cases_with_others
        if n < FEWEST or m < FEWEST:
            return False
        share = (self.folds + self.folds_to_others) / (n + m)
        spread = math.sqrt(share * (1 - share) * (1 / n + 1 / m))
        return spread > 0 and (self.folds / n - self.folds_to_others / m) / spread >= UNUSUAL


class Fed(NamedTuple):
    """A new account that lost most of its grants to one person."""

    giver: PlayerId
    taker: PlayerId
    lost: int
    back: int
    """Chips that came back."""

    given: int
    """Chips from the mint in that week."""

    hands: int
    """Hands lost to the receiver."""

    ranked: int
    """The part of the net since the ranking began."""

    deviation: float
    """As in ``PairFlow``; low if one or two all-ins moved nearly all."""

    @property
    def net(self) -> int:
        return self.lost - self.back

    @property
    def unusual(self) -> bool:
        """Return true if nearly all went and little came back, unlike among honest players."""
        return any(
            self.net >= self.given * share and self.back <= self.lost * back and self.deviation >= deviation
            for share, back, deviation in DUMPED
        )


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """Findings of a period; unusual ones are no proof."""

    hands: int
    people: int
    pairs: tuple[PairFlow, ...]
    """Unusual ones first, then by size."""

    folds: tuple[FoldRate, ...]
    """Those with enough cases, unusual ones first."""

    voids: Mapping[PlayerId, int]
    """Hands called off or reversed by actor, empty for none."""

    complete: bool = True
    """True if all hands of the period were counted."""

    fed: tuple[Fed, ...] = ()
    """Unusual ones first."""

    @property
    def fed_by_several(self) -> dict[PlayerId, list[Fed]]:
        """Return receivers from several new accounts."""
        takers: defaultdict[PlayerId, list[Fed]] = defaultdict(list)
        for each in self.fed:
            takers[each.taker].append(each)
        return {taker: fed for taker, fed in takers.items() if len(fed) > 1}


@dataclass(slots=True)
class IntegrityTally:
    """Sums of hands in any order; computer players only count as winners and losers."""

    newcomers: Mapping[PlayerId, Newcomer] = field(default_factory=dict)
    """Begun in the period, with the grants of their first week."""

    ranked_since: datetime = EPOCH
    """Start of the ranking that leaves dumped chips out."""

    hands: int = 0
    _lost_early: defaultdict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))
    _back_early: defaultdict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))
    _ranked: Counter[Pair] = field(default_factory=Counter)
    _played: Counter[PlayerId] = field(default_factory=Counter)
    _together: Counter[Pair] = field(default_factory=Counter)
    _net: defaultdict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    _squares: defaultdict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    _cases: Counter[Pair] = field(default_factory=Counter)
    _folds: Counter[Pair] = field(default_factory=Counter)

    def add(self, hands: Iterable[PlayedHand]) -> None:
        for hand in hands:
            self.hands += 1
            people = sorted({player for player in hand.players if not is_computer(player)})
            self._played.update(people)
            self._together.update((one, other) for place, one in enumerate(people) for other in people[place + 1 :])
            self._count_chips(hand)
            self._count_folds(hand)

    def _count_chips(self, hand: PlayedHand) -> None:
        for (loser, winner), amount in flows(hand.nets).items():
            giver, taker = hand.players[loser], hand.players[winner]
            if is_computer(giver) or is_computer(taker):
                continue
            pair, signed = ((giver, taker), amount) if giver < taker else ((taker, giver), -amount)
            self._net[pair] += signed
            self._squares[pair] += amount * amount
            ranked = amount if hand.at >= self.ranked_since else 0
            if self._is_new(giver, hand.at):
                self._lost_early[giver, taker].append(amount)
                self._ranked[giver, taker] += ranked
            if self._is_new(taker, hand.at):
                self._back_early[taker, giver].append(amount)
                self._ranked[taker, giver] -= ranked

    def _is_new(self, player: PlayerId, at: datetime) -> bool:
        newcomer = self.newcomers.get(player)
        return newcomer is not None and at < newcomer.began + FIRST_WEEK

    def _count_folds(self, hand: PlayedHand) -> None:
        aggressor: PlayerId = ""
        for who, text in hand.moves:
            verb = text.partition(" ")[0]
            if verb in ANSWERS and aggressor not in ("", who) and not is_computer(who) and not is_computer(aggressor):
                self._cases[who, aggressor] += 1
                self._folds[who, aggressor] += verb == "fold"
            if verb in AGGRESSIVE:
                aggressor = who
            elif verb == ALL_IN:
                aggressor = ""

    def report(self, voids: Mapping[PlayerId, int], *, complete: bool = True) -> IntegrityReport:
        pairs = [self._pair(pair, net) for pair, net in self._net.items() if net]
        folds = list(self._fold_rates())
        return IntegrityReport(
            self.hands,
            len(self._played),
            tuple(sorted(pairs, key=lambda each: (not each.unusual, -each.net, each.giver, each.taker))),
            tuple(sorted(folds, key=lambda each: (not each.unusual, -each.folds / each.cases, each.who, each.to))),
            dict(voids),
            complete,
            tuple(sorted(self._fed(), key=lambda each: (not each.unusual, -each.net, each.giver, each.taker))),
        )

    def _fed(self) -> Iterable[Fed]:
        for pair, amounts in self._lost_early.items():
            lost, back, given = sum(amounts), self._back_early.get(pair, []), self.newcomers[pair[0]].given
            net = lost - sum(back)
            if net > given * MOST:
                deviation = net / math.hypot(*amounts, *back)
                yield Fed(*pair, lost, sum(back), given, len(amounts), self._ranked[pair], deviation)

    def _pair(self, pair: Pair, net: int) -> PairFlow:
        giver, taker = pair if net > 0 else pair[::-1]
        fewer = min(self._played[giver], self._played[taker])
        deviation = abs(net) / math.sqrt(self._squares[pair])
        return PairFlow(giver, taker, abs(net), self._together[pair], fewer, deviation)

    def _fold_rates(self) -> Iterable[FoldRate]:
        cases, folds = Counter[PlayerId](), Counter[PlayerId]()
        for (who, to), count in self._cases.items():
            cases[who] += count
            folds[who] += self._folds[who, to]
        for (who, to), count in self._cases.items():
            if count >= FEWEST:
                own = self._folds[who, to]
                yield FoldRate(who, to, own, count, folds[who] - own, cases[who] - count)
