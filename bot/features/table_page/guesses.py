"""Guesses of onlookers about who gains most, in memory only."""

from __future__ import annotations

from typing import NamedTuple

from bot.chats.frames import Frame
from bot.ledger import hand_number
from bot.messages import PlayerId
from engine.table.hand import AnyHand


class Tally(NamedTuple):
    right: int = 0
    guessed: int = 0


class Guessed(NamedTuple):
    best: tuple[str, ...]
    right: int
    guessed: int


class Guesses:
    """The guesses at one table."""

    def __init__(self) -> None:
        self._hand = 0
        self._chairs: dict[PlayerId, int] = {}
        self._tallies: dict[PlayerId, Tally] = {}
        self._best: frozenset[int] = frozenset()
        self._counted: Guessed | None = None

    def guess(self, hand: AnyHand, player: PlayerId, chair: int) -> None:
        """Keep a person's only guess."""
        if hand.id != self._hand:
            self._hand, self._chairs, self._best, self._counted = hand.id, {}, frozenset(), None
        self._chairs[player] = chair

    def count(self, hand: AnyHand) -> bool:
        """Count the guesses once somebody has won; ``False`` if that was done before."""
        settlement = hand.round.settlement or {}
        most = max(settlement.values(), default=0)
        if hand.id != self._hand or self._counted is not None or most <= 0:
            return False
        best = [seat for seat, net in settlement.items() if net == most]
        self._best = frozenset(hand.chairs[seat] for seat in best)
        for player, chair in self._chairs.items():
            right, guessed = self._tallies.get(player, Tally())
            self._tallies[player] = Tally(right + (chair in self._best), guessed + 1)
        right = sum(chair in self._best for chair in self._chairs.values())
        self._counted = Guessed(tuple(hand.names[seat] for seat in best), right, len(self._chairs))
        return True

    def about(self, hand: AnyHand | None) -> Guessed | None:
        return self._counted if hand is not None and hand.id == self._hand else None

    def own(self, hand: AnyHand, player: PlayerId) -> Frame | None:
        if hand.id != self._hand or player not in self._chairs:
            return None
        chair = self._chairs[player]
        name = hand.names[hand.chairs.index(chair)]
        outcome = {} if self._counted is None else {"hit": chair in self._best}
        frame = {"type": "guess", "hand": hand_number(hand.id), "chair": chair, "name": name, **outcome}
        return frame | self._tallies.get(player, Tally())._asdict()
