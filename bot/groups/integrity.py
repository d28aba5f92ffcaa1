"""What the hands of a group say of how its people play with each other: from what everybody could see, and no more.

Chips do not say where they come from, so what a hand moved is shared out: every loser's chips go to the winners of that
hand in proportion to what they won. So the flows of a hand sum to its nets.

A number that chance alone hardly ever makes is called unusual. That has many honest reasons, and is no proof.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from bot.ledger import EPOCH, FIRST_WEEK, Newcomer
from bot.messages import PlayerId, is_computer

Pair = tuple[PlayerId, PlayerId]

UNUSUAL: Final = 4.0
"""From how many standard deviations on a number is unusual; chance alone goes so far in one of 16,000 cases."""

FEWEST: Final = 20
"""From how many cases on anything can be said."""

MOST: Final = 0.5
"""Which share of what an account was given makes most of it."""

DUMPED: Final = ((0.75, 0.0, 1.55), (0.6, 0.05, 2.4))
"""Two ways of losing chips that honest players hardly ever have: in a few hands, and in more of them.

Each is the least share of what the account was given, the greatest share of the loss that came back, and the least
deviation, which is the root of n for n hands of one size. Of evenings that two to six computer players began with new
accounts, on seeds that chose none of these figures, 7 of 12,000 of QiuQiu had such a loss, and none of 4,000 of Koo
Kiew and of 1,500 of Quan Dui.
"""

AGGRESSIVE: Final = ("bet", "raise")
ALL_IN: Final = "all-in"
ANSWERS: Final = ("call", "fold", *AGGRESSIVE)
"""What a player can do who has to pay; a fold by the clock is none of it, and neither is an all-in, of which the
journal alone does not say whether it raises."""


class PlayedHand(NamedTuple):
    """A finished hand: who played, what each won or lost, and what they did, in order."""

    players: tuple[PlayerId, ...]
    nets: tuple[int, ...]
    moves: tuple[tuple[PlayerId, str], ...] = ()
    """Who did what, in the notation of the journal, where the game has bets."""

    at: datetime = EPOCH
    """When it was dealt."""


def flows(nets: Sequence[int]) -> dict[tuple[int, int], int]:
    """How many chips went from which loser to which winner of a hand, by seat.

    Every loser's chips go to the winners in proportion to what they won, as far as whole chips allow. What losers lost
    and nobody won, such as odd chips left for the next hand, goes nowhere, and what came from an earlier one has no
    source.
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
    """An amount in whole parts, in proportion to some weights, none of which a part exceeds; the sum is exact."""
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
    """The chips that went from one person to another, both ways counted against each other."""

    giver: PlayerId
    taker: PlayerId
    net: int
    hands: int
    """In how many hands both were dealt in."""

    of: int
    """Of how many that the one of them played who played fewer."""

    deviation: float
    """How far the net is from nothing, in standard deviations of what so many hands of these sizes make by chance."""

    @property
    def unusual(self) -> bool:
        return self.hands >= FEWEST and self.deviation >= UNUSUAL


class FoldRate(NamedTuple):
    """How often one person folds when a certain other has bet or raised, beside everybody else."""

    who: PlayerId
    to: PlayerId
    folds: int
    cases: int
    folds_to_others: int
    cases_with_others: int

    @property
    def unusual(self) -> bool:
        """True if they fold to this one much more often than to others."""
        n, m = self.cases, self.cases_with_others
        if n < FEWEST or m < FEWEST:
            return False
        share = (self.folds + self.folds_to_others) / (n + m)
        spread = math.sqrt(share * (1 - share) * (1 / n + 1 / m))
        return spread > 0 and (self.folds / n - self.folds_to_others / m) / spread >= UNUSUAL


class Fed(NamedTuple):
    """That most of what a new account was given went to one person within its first week."""

    giver: PlayerId
    taker: PlayerId
    lost: int
    back: int
    """What came back of it."""

    given: int
    """What the mint gave the account in that week."""

    hands: int
    """In how many hands it lost chips to the taker."""

    ranked: int
    """What of the net a ranking counts: that of the hands since it began."""

    deviation: float
    """As in ``PairFlow``: low where one or two hands moved nearly all, as honest players go all-in."""

    @property
    def net(self) -> int:
        return self.lost - self.back

    @property
    def unusual(self) -> bool:
        """True if it is nearly all, and little came back: honest players win from each other now and then."""
        return any(
            self.net >= self.given * share and self.back <= self.lost * back and self.deviation >= deviation
            for share, back, deviation in DUMPED
        )


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """What the hands of a while say; unusual is what chance alone hardly ever makes, and no proof of anything."""

    hands: int
    people: int
    pairs: tuple[PairFlow, ...]
    """Every two people between whom chips went, unusual ones first, then by how many."""

    folds: tuple[FoldRate, ...]
    """Every two people of whom something can be said, unusual ones first."""

    voids: Mapping[PlayerId, int]
    """How many hands were called off or reversed, by whom; empty stands for nobody."""

    complete: bool = True
    """True if all hands of the while were looked at."""

    fed: tuple[Fed, ...] = ()
    """The new accounts that lost most of what they were given to one person, unusual ones first."""

    @property
    def fed_by_several(self) -> dict[PlayerId, list[Fed]]:
        """Those that several new accounts fed, with what each of these lost."""
        takers: defaultdict[PlayerId, list[Fed]] = defaultdict(list)
        for each in self.fed:
            takers[each.taker].append(each)
        return {taker: fed for taker, fed in takers.items() if len(fed) > 1}


@dataclass(slots=True)
class IntegrityTally:
    """Adds hands up, in any order; computer players are left out of what is said, and count in what they won."""

    newcomers: Mapping[PlayerId, Newcomer] = field(default_factory=dict)
    """Whose account began meanwhile, with what they were given in its first week."""

    ranked_since: datetime = EPOCH
    """When the ranking begins from which dumped chips are left out."""

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
        """Count some hands."""
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
        """What all of it says."""
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
