"""Hands at a table, dealt from packs that are given, and everything that was done in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.messages import PlayerId
from bot.tables import hands
from bot.tables.computers import Computers
from engine.fairness import Chance, Closing, Seal, SealedDeal
from engine.game import Deal, Game
from engine.play import Action, Round, Seat, View
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.engine.laws import CLOSE, Played, Start, played_again
from tests.seeded_entropy import StackedEntropy

Pack = tuple[int, ...]

BY_COMPUTER, BY_LAPSE, BY_TIME = "computer", "lapse", "window closed"
"""By what ways an action comes about that nobody typed."""


@dataclass
class PlayedHand:
    """A hand, as far as it went."""

    start: Start
    players: tuple[PlayerId, ...]
    look: tuple[Seat, ...]
    """The seats of computer players that choose by their cards."""

    now: Round[Any]
    """Its newest position."""

    actions: list[tuple[Seat | None, Action, str]] = field(default_factory=list)
    """Who did what, and by what way: nobody closes a window."""

    def go_on(self, before: AnyHand, after: AnyHand, seat: Seat | None, action: Action, way: str) -> None:
        """Write an action down, unless a hand is only gone over again for its proofs."""
        if before.round is self.now:
            self.actions.append((seat, action, way))
            self.now = after.round

    @property
    def path(self) -> list[Played]:
        """Every position of it."""
        return played_again(self.start, [(seat, action) for seat, action, _ in self.actions])

    def seat(self, player: PlayerId) -> Seat | None:
        """The seat of a player, if dealt in."""
        return self.players.index(player) if player in self.players else None


class GivenPacks(StackedEntropy):
    """Deals each hand from a pack that is given.

    Args:
        pack: the pack for a hand, by its number from 0 and how many play it.
    """

    def __init__(self, pack: Callable[[int, int], Pack]) -> None:
        super().__init__("given packs")
        self._given = pack

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        if seal.commitment not in self._dealt:
            self.stack(self._given(len(self._dealt), len(closing.seats)))
        return super().deal(seal, closing, chance)


class PlayedHands:
    """Writes down every hand that is dealt at a table; computer players may be made not to look at their cards."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hands: list[PlayedHand] = []
        """The hands of the table that is being played at."""

        self.blind = False
        """Whether computer players choose by what everybody can see."""

        begin, played, closed, choose = hands.begin, hands.played, hands.window_closed, Computers.choose

        def begun(state: TableState, *args: Any) -> Any:
            change = begin(state, *args)
            self.hands.append(_dealt(state, change.state, blind=self.blind))
            return change

        def acted(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
            after = played(hand, seat, action, lapsed=lapsed)
            way = BY_COMPUTER if _is_computer(hand.players[seat]) else BY_LAPSE if lapsed else action.verb
            self.hands[-1].go_on(hand, after, seat, action, way)
            return after

        def shut(hand: AnyHand) -> AnyHand:
            after = closed(hand)
            self.hands[-1].go_on(hand, after, None, CLOSE, BY_TIME)
            return after

        async def chosen(computers: Computers, game: Game[Any, Any], view: View) -> Action:
            if not self.blind:
                return await choose(computers, game, view)
            ready = view.options.ready
            return ready[sum(view.staked) % len(ready)]

        monkeypatch.setattr(hands, "begin", begun)
        monkeypatch.setattr(hands, "played", acted)
        monkeypatch.setattr(hands, "window_closed", shut)
        monkeypatch.setattr(Computers, "choose", chosen)


def _dealt(before: TableState, after: TableState, *, blind: bool) -> PlayedHand:
    hand = after.hand
    assert hand is not None
    dealer = hand.chairs.index(hand.dealer)
    streak = before.streak if hand.players[dealer] == before.last_dealer else 0
    deal = Deal(hand.rules, hand.stacks, dealer, hand.deal.pack, before.carried, streak)
    look = () if blind else tuple(seat for seat, player in enumerate(hand.players) if _is_computer(player))
    return PlayedHand(Start(after.game, deal), hand.players, look, hand.round)


def _is_computer(player: PlayerId) -> bool:
    return player.startswith("computer:")
