"""Facts of a hand of Quan Dui.

A pass is no move, since silence looks the same. A claim is a public move if it took the discard; of any other only its
player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.facts import MadeHand, Move, SeatFacts, counted, final_moves
from engine.play import Event
from engine.quandui.claims import DUI, PASS, WIN
from engine.quandui.events import Claimed, Won
from engine.quandui.round import QuanDuiRound

PAIRS = 8
"""The pairs of a complete hand."""

QUAN_DUI = "quan-dui"

TYPES: tuple[str, ...] = (QUAN_DUI, *[f"dui-{dui}" for dui in range(PAIRS - 1, -1, -1)])
"""Every type of hand that wins, the best first: eight dui, or so many dui among the pairs.

No odds are told of them, because they depend on what is claimed and kept.
"""


def facts(over: QuanDuiRound, story: Iterable[Event], moves: Iterable[Move]) -> tuple[SeatFacts, ...]:
    """Return the facts of each seat; the winner's payment stands for a pot."""
    told, final, settlement = tuple(story), final_moves(moves), over.settlement
    assert settlement is not None
    won = next((event for event in told if isinstance(event, Won)), None)
    seen = _claims_seen(told, final, won, over.seats)
    return tuple(
        SeatFacts(
            showdown=seat == over.winner,
            pots=(settlement[seat],) if seat == over.winner else (),
            made=_made(won) if won is not None and won.seat == seat else None,
            moves=_without_claims(made) + seen[seat],
            by_clock=_without_claims(by_clock),
            hidden_moves=_claims(made) - seen[seat],
        )
        for seat, (made, by_clock) in enumerate(counted(final, over.seats))
    )


def _claims_seen(told: Iterable[Event], final: Iterable[Move], won: Won | None, seats: int) -> tuple[Counter[str], ...]:
    seen = tuple(Counter[str]() for _ in range(seats))
    last = {move.seat: move.verb for move in sorted(final, key=lambda move: move.question)}
    for event in told:
        if isinstance(event, Claimed):
            seen[event.seat][DUI.verb] += 1
    if won is not None and last.get(won.seat) == WIN.verb:
        seen[won.seat][WIN.verb] += 1
    return seen


def _claims(made: Mapping[str, int]) -> Counter[str]:
    return Counter({verb: made[verb] for verb in (DUI.verb, WIN.verb) if verb in made})


def _without_claims(made: Mapping[str, int]) -> Counter[str]:
    return Counter({verb: times for verb, times in made.items() if verb not in (DUI.verb, WIN.verb, PASS.verb)})


def _made(won: Won) -> MadeHand:
    worth = 1 + sum(one == other for one, other in won.pairs)
    return MadeHand(hand_name(worth), hand_name(worth), worth, shown=True)


def hand_name(worth: int) -> str:
    """The name of the hands of a worth, which is one more than the number of their dui."""
    return TYPES[-worth]
