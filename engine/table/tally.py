from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.facts import SeatFacts
from engine.table.hand import AnyHand
from engine.table.players import PlayerId, is_computer


@dataclass(frozen=True, slots=True)
class Tally:
    """Over all sittings."""

    player: PlayerId
    name: str
    brought: int = 0
    took: int = 0
    hands: int = 0

    won: int = 0

    biggest: int = 0
    """The most chips from one hand: from the pot, or else the net."""

    best: str = ""

    worth: int = 0

    among_people: int = 0
    """Their net of hands among people, which can be settled."""

    reversed: int = 0
    """Their net of hands reversed later."""

    @property
    def net(self) -> int:
        return self.took - self.brought - self.reversed

    @property
    def computer(self) -> bool:
        return is_computer(self.player)


Tallies: TypeAlias = tuple[Tally, ...]


def with_result(tallies: Tallies, hand: AnyHand, facts: Sequence[SeatFacts]) -> Tallies:
    settlement = hand.round.settlement
    assert settlement is not None
    with_people = not any(map(is_computer, hand.players))

    def counted(tally: Tally) -> Tally:
        seat = hand.seat(tally.player)
        if seat is None:
            return tally
        net, made = settlement[seat], facts[seat].made
        if made is not None and made.shown and made.worth > tally.worth:
            tally = replace(tally, best=made.name, worth=made.worth)
        return replace(
            tally,
            hands=tally.hands + 1,
            won=tally.won + (net > 0),
            biggest=max(tally.biggest, facts[seat].taken) if net > 0 else tally.biggest,
            among_people=tally.among_people + (net if with_people else 0),
        )

    return tuple(map(counted, tallies))


def with_reversal(tallies: Tallies, nets: Mapping[PlayerId, int]) -> Tallies:
    """Take out a reversed hand with these nets; the biggest pot and the best hand stay, as they were seen."""
    with_people = not any(map(is_computer, nets))

    def counted(tally: Tally) -> Tally:
        net = nets.get(tally.player)
        if net is None:
            return tally
        return replace(
            tally,
            hands=max(tally.hands - 1, 0),
            won=max(tally.won - (net > 0), 0),
            among_people=tally.among_people - (net if with_people else 0),
            reversed=tally.reversed + net,
        )

    return tuple(map(counted, tallies))
