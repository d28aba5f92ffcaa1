"""A computer player. Its singles, the numbers of which it holds an odd count, are the distance to a complete hand.

It takes every discard that pairs a single, and lets go of the single with the fewest partners out of sight. With a
complete hand one ka short of quan dui it weighs the stake against the chance of a dui before somebody else wins.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.play import Action, Card
from engine.quandui.cards import CARDS, COPIES, NUMBER, OF_NUMBER
from engine.quandui.claims import DUI, PASS, WIN
from engine.quandui.melds import HeldCards, Pair, layout
from engine.quandui.round import DISCARD, DRAW, PICK_UP, QuanDuiView

_RIVAL = 0.2
"""The chance that one opponent wins in one round of turns, as computer players do; the absent never win."""

_OPENING = 1
"""Rounds of turns in which opponents hardly ever win."""


def choose(view: QuanDuiView, rng: Random) -> Action:
    """Pick one of ``view.options``, of which there must be some."""
    if not view.options:
        raise ValueError("this seat is not asked anything")
    if view.window:
        return _claim(view)
    if view.offered is not None:
        return PICK_UP if _pairs_a_single(view, view.offered) else DRAW
    if WIN in view.options.ready and not _plays_on(view, view.hand):
        return WIN
    return DISCARD[_least_useful(view, rng)]


def _claim(view: QuanDuiView) -> Action:
    assert view.offered is not None
    rightful = view.rightful
    if WIN in rightful:
        # Who completes the hand with a dui need not show it, and may play on for quan dui.
        playing_on = DUI in rightful and _plays_on(view, view.hand.exposing(view.offered))
        return DUI if playing_on else WIN
    return DUI if DUI in rightful and _pairs_a_single(view, view.offered) else PASS


def _pairs_a_single(view: QuanDuiView, card: Card) -> bool:
    rules, hand = view.rules, view.hand
    return len(layout(hand.taking(card), rules.four_alike).singles) < len(view.layout.singles)


def _least_useful(view: QuanDuiView, rng: Random) -> Card:
    """The single that is hardest to pair; of a complete hand, the card of a ka that is hardest to make a dui of."""
    unseen = _unseen(view)
    pairs, singles = view.layout

    def mates(card: Card) -> int:
        """Count the cards out of sight that would pair this one."""
        return sum(unseen[each] for each in OF_NUMBER[NUMBER[card]])

    if singles:
        return min(singles, key=lambda card: (mates(card), unseen[card], rng.random()))
    loose = [card for pair in pairs if pair[0] != pair[1] for card in pair]
    return min(loose, key=lambda card: (unseen[card], mates(card), rng.random()))


def _unseen(view: QuanDuiView) -> Counter[Card]:
    seen = Counter(view.hand.hidden)
    seen.update(offer.card for offer in view.discards)
    for exposed in view.exposed:
        seen.update(exposed * 2)
    return Counter({card: COPIES - seen[card] for card in CARDS})


def _plays_on(view: QuanDuiView, hand: HeldCards) -> bool:
    pairs, _ = laid = layout(hand, view.rules.four_alike)
    if laid.stakes != 1 or laid.dui < len(pairs) - 1:
        return False
    (ka,) = [pair for pair in pairs if pair[0] != pair[1]]
    chance = _chance_of_a_dui(view, ka)
    opponents = len(view.cards) - 1
    return opponents * 2 * chance - (1 - chance) > opponents


def _chance_of_a_dui(view: QuanDuiView, ka: Pair) -> float:
    unseen, around = _unseen(view), len(view.cards)
    found = min(1.0, around * max(unseen[card] for card in ka) / unseen.total())
    beaten = 1 - (1 - _RIVAL) ** (around - 1 - len(view.absent))
    played = len(view.discards) // around
    chance, undecided = 0.0, 1.0
    for coming in range(played, played + view.stock // around):
        chance += undecided * found
        undecided *= (1 - found) * (1 - (beaten if coming >= _OPENING else 0))
    return chance
