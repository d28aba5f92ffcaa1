"""Claims to a discard: what a hand entitles to, and who gets the card (QD-8 to QD-12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.play import Action, AdvanceVerb, Card, Seat
from engine.quandui.melds import HeldCards, layout, makes_dui
from engine.quandui.rules import QuanDuiRules

WIN, DUI, PASS = Action("win"), Action("dui"), Action("pass")

ASK_ALWAYS = AdvanceVerb("ask-always", button=True, standing=True)
PASS_UNLESS_DUI = AdvanceVerb("pass-unless-dui", button=True, standing=True)
PASS_UNLESS_WIN = AdvanceVerb("pass-unless-win", button=True, standing=True)

STANDING = (ASK_ALWAYS, PASS_UNLESS_DUI, PASS_UNLESS_WIN)
"""The discards about which a player wants to be asked (QD-21): all, those that make a dui or a win, or wins only."""


def in_order_of_play(discarder: Seat, around: int) -> tuple[Seat, ...]:
    """Everybody but the discarder, beginning at the discarder's right: play is anticlockwise (QD-6)."""
    return tuple([(discarder - distance) % around for distance in range(1, around)])


def may_win(rules: QuanDuiRules, hand: HeldCards, has_passed: bool = False) -> bool:
    """True if these sixteen cards, a taken discard among them, may be shown as eight pairs.

    ``has_passed`` tells that the player has played on with a complete hand before (QD-13).
    """
    stakes = layout(hand, rules.four_alike).stakes
    return stakes > (1 if has_passed and rules.after_passing == "quan_dui" else 0)


def rightful(rules: QuanDuiRules, hand: HeldCards, discard: Card, has_passed: bool = False) -> frozenset[Action]:
    """The claims to ``discard`` that a hand of fifteen cards entitles to."""
    claims = set()
    if may_win(rules, hand.taking(discard), has_passed):
        claims.add(WIN)
    if makes_dui(hand, discard, rules.four_alike):
        claims.add(DUI)
    return frozenset(claims)


def best(claims: Collection[Action]) -> Action:
    """The best of the claims that a hand entitles to: a win, else a dui, else to pass."""
    return next((claim for claim in (WIN, DUI) if claim in claims), PASS)


def wants_to_be_asked(standing: str, claims: Collection[Action]) -> bool:
    """True if a player wants to be asked about a discard with these rightful claims (QD-21)."""
    if standing == PASS_UNLESS_WIN.name:
        return WIN in claims
    return standing != PASS_UNLESS_DUI.name or bool(claims)


def last_pair_only_ka(rules: QuanDuiRules, hand: HeldCards, discard: Card) -> bool:
    """True if ``discard`` would complete these fifteen cards with a ka and could not do so with a dui."""
    completes = layout(hand.taking(discard), rules.four_alike).complete
    return completes and not makes_dui(hand, discard, rules.four_alike)


def has_to_win(rules: QuanDuiRules, hand: HeldCards, discard: Card, has_passed: bool = False) -> bool:
    """True if picking up ``discard`` leaves no choice but to show the hand (QD-12)."""
    forced = rules.forced_win == "any_discard" and last_pair_only_ka(rules, hand, discard)
    return forced and may_win(rules, hand.taking(discard), has_passed)


class Later(NamedTuple):
    """A claim that another one came before (QD-8)."""

    seat: Seat
    claim: Action
    why: Literal["win_first", "nearer"]
    """A win goes before a dui; of two alike, the one nearer in order of play."""


class Decision(NamedTuple):
    """The receiver of a discard, and the claim."""

    seat: Seat
    claim: Action
    later: tuple[Later, ...]
    """The other rightful claims, in the order in which they would have counted."""


def decide(
    order: Sequence[Seat], answers: Mapping[Seat, Action], is_rightful: Callable[[Seat, Action], bool]
) -> Decision | None:
    """Give the discard to a win before a dui, then to the nearer in ``order``; ``None`` without a claim (QD-8).

    A claim to which the cards do not entitle comes to nothing.
    """
    claims = [
        (seat, claim)
        for claim in (WIN, DUI)
        for seat in order
        if answers.get(seat) == claim and is_rightful(seat, claim)
    ]
    if not claims:
        return None
    (first, claim), *others = claims
    later = [Later(seat, other, "nearer" if other == claim else "win_first") for seat, other in others]
    return Decision(first, claim, tuple(later))
