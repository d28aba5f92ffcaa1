"""A poker betting round: legal checks, bets, calls, raises and folds with their amounts.

Table stakes: a player may always go all-in for less (QQ-20 to QQ-25).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play import NOTHING, Action, AdvanceAction, AdvanceVerb, AmountRange, Options, Seat
from engine.pots import clockwise

CHECK = Action("check")
CALL = Action("call")
FOLD = Action("fold")
ALL_IN = Action("all-in")

ADVANCE_VERBS = (
    AdvanceVerb("check-fold", button=True),
    AdvanceVerb("call", button=True),
    AdvanceVerb("check"),
    AdvanceVerb("fold"),
)
"""Decisions before one's turn (QQ-32)."""


class Limits(NamedTuple):
    """House rules for the bets of one betting round, in chips."""

    min_bet: int
    """The smallest bet, and the smallest increase of a raise."""

    max_bet: int | None
    """The largest bet and increase; ``None`` is no limit."""

    raise_cap: int | None = None
    """The most raises after the first bet."""

    at_least_last_raise: bool = False
    """True if a raise must match the last bet or raise."""

    checking: bool = True
    """False if a player must bet or fold."""


class Betting(NamedTuple):
    """One betting round, and the chips of the whole hand."""

    limits: Limits
    stacks: tuple[int, ...]

    contributed: tuple[int, ...]
    """Chips put in during the whole hand, antes included."""

    bets: tuple[int, ...]
    """Chips put in during this betting round."""

    folded: frozenset[Seat]
    actors: tuple[Seat, ...]
    """Seats that can still bet, clockwise, the next to act first."""

    to_act: int
    """The number of actors who have not acted since the last bet or raise."""

    current_bet: int = 0

    last_raise: int = 0
    """The size of the last full bet or raise."""

    raises: int = 0

    increases: int = 0
    """Bets and raises, including an all-in for less."""

    acted: frozenset[Seat] = frozenset()
    """Seats that acted since the last full bet or raise; a smaller all-in does not reopen raising for them."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seat to act; empty once the betting round is over.

        The only seat that can still bet is not asked when it owes nothing.
        """
        if not self.to_act:
            return ()
        seat = self.actors[0]
        return () if len(self.actors) == 1 and self.bets[seat] == self.current_bet else (seat,)

    @property
    def live(self) -> tuple[Seat, ...]:
        folded = self.folded
        return tuple([seat for seat in range(len(self.stacks)) if seat not in folded])

    def begin_round(self, limits: Limits, first: Seat) -> Betting:
        """Begin the next betting round with ``first`` or the next seat that can bet.

        Nobody is asked where at most one player can still bet.
        """
        can_bet = [seat for seat in self.live if self.stacks[seat]]
        return self._replace(
            limits=limits,
            bets=(0,) * len(self.stacks),
            actors=clockwise(can_bet, first, len(self.stacks)),
            to_act=len(can_bet) if len(can_bet) > 1 else 0,
            current_bet=0,
            last_raise=0,
            raises=0,
            increases=0,
            acted=frozenset(),
        )

    def check(self) -> Betting:
        seat, *others = self.actors
        return self._replace(actors=(*others, seat), to_act=self.to_act - 1, acted=self.acted | {seat})

    def fold(self) -> Betting:
        folded = self.folded | {self.actors[0]}
        one_is_left = len(folded) == len(self.stacks) - 1
        return self._replace(folded=folded, actors=self.actors[1:], to_act=0 if one_is_left else self.to_act - 1)

    def call(self) -> Betting:
        """Match the current bet, or go all-in towards it."""
        seat = self.actors[0]
        after = self._put_in(seat, min(self.current_bet - self.bets[seat], self.stacks[seat]))
        return after._replace(to_act=self.to_act - 1, acted=self.acted | {seat})

    def raise_to(self, total: int) -> Betting:
        """Bet or raise to ``total`` chips in this betting round and ask all others again.

        After an all-in below the minimum, seats that have acted may only call or fold.
        """
        seat = self.actors[0]
        increase = total - self.current_bet
        after = self._put_in(seat, total - self.bets[seat])
        to_act, increases = len(self.actors) - 1, self.increases + 1
        if increase < self._min_raise:
            return after._replace(to_act=to_act, current_bet=total, increases=increases, acted=self.acted | {seat})
        return after._replace(
            to_act=to_act,
            current_bet=total,
            increases=increases,
            last_raise=increase,
            raises=self.raises + 1 if self.current_bet else 0,
            acted=frozenset((seat,)),
        )

    def give_back(self, seat: Seat, amount: int) -> Betting:
        """Return unmatched chips to their seat."""
        return self._replace(
            stacks=_changed(self.stacks, seat, amount), contributed=_changed(self.contributed, seat, -amount)
        )

    def _put_in(self, seat: Seat, amount: int) -> Betting:
        others = self.actors[1:]
        return self._replace(
            stacks=_changed(self.stacks, seat, -amount),
            contributed=_changed(self.contributed, seat, amount),
            bets=_changed(self.bets, seat, amount),
            actors=(*others, seat) if amount < self.stacks[seat] else others,
        )

    def options(self, seat: Seat) -> Options:
        if self.awaited != (seat,):
            return NOTHING
        owed = self.current_bet - self.bets[seat]
        if owed >= self.stacks[seat]:
            return _ALL_IN_OR_FOLD
        capped = self.limits.raise_cap is not None and self.current_bet and self.raises >= self.limits.raise_cap
        if len(self.actors) == 1 or seat in self.acted or capped:
            return _CALL_OR_FOLD
        return self._open_options(seat, owed)

    def advance_action(self, seat: Seat, name: str) -> AdvanceAction | None:
        """Return the decision called ``name`` as it stands; ``None`` if it makes no sense now (QQ-32).

        Its stage counts the bets and raises that would make it void.
        """
        owed = 0 if seat not in self.actors else self.current_bet - self.bets[seat]
        free = not owed and self.limits.checking
        waits = seat in self.actors[: self.to_act]
        if name == "check-fold" and (waits or (seat in self.actors and not self.increases)):
            # The first bet is what it is for: it also stands for whoever has checked already.
            return AdvanceAction(name, stage=(max(self.increases, 1),))
        if waits and owed and name == "call":
            return AdvanceAction(name, min(owed, self.stacks[seat]), (self.increases,))
        if waits and free and name in ("call", "check"):
            return AdvanceAction("check", stage=(self.increases,))
        return AdvanceAction(name) if waits and not free and name == "fold" else None

    def from_advance(self, seat: Seat, decided: AdvanceAction) -> Action:
        if decided.name == "check-fold":
            return CHECK if CHECK in self.options(seat).ready else FOLD
        return Action(decided.name)

    def _open_options(self, seat: Seat, owed: int) -> Options:
        """Return the options of a seat that owes fewer chips than it has."""
        limits, current_bet = self.limits, self.current_bet
        verb = "raise" if current_bet else "bet"
        total = self.bets[seat] + self.stacks[seat]
        least = current_bet + self._min_raise
        most = total if limits.max_bet is None else min(total, current_bet + limits.max_bet)
        ready = [CALL] if owed else [CHECK] if limits.checking else []
        amounts: tuple[AmountRange, ...] = ()
        if least <= most:
            amounts = (AmountRange(verb, least, most),)
            if least < total:
                ready.append(Action(verb, least))
            pot_sized = min(current_bet + owed + sum(self.contributed), most)
            if least < pot_sized < total:
                ready.append(Action(verb, pot_sized))
        if most == total:
            ready.append(ALL_IN)
        if owed or not limits.checking:
            ready.append(FOLD)
        return Options(tuple(ready), amounts)

    @property
    def _min_raise(self) -> int:
        """The smallest increase of the bet, except for an all-in (QQ-22)."""
        limits = self.limits
        return max(limits.min_bet, self.last_raise) if limits.at_least_last_raise else limits.min_bet


_CALL_OR_FOLD = Options((CALL, FOLD))
_ALL_IN_OR_FOLD = Options((ALL_IN, FOLD), synonyms=(CALL,))
"""The options of a seat that owes at least all it has: its call is an all-in and offered once (QQ-25)."""


def _changed(chips: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    changed = list(chips)
    changed[seat] += by
    return tuple(changed)


def post_antes(stacks: tuple[int, ...], ante: int) -> Betting:
    """Take the ante, or all of a shorter stack, from everybody."""
    antes = tuple([min(stack, ante) for stack in stacks])
    return Betting(
        limits=Limits(1, None),
        stacks=tuple([stack - put_in for stack, put_in in zip(stacks, antes, strict=True)]),
        contributed=antes,
        bets=(0,) * len(stacks),
        folded=frozenset(),
        actors=(),
        to_act=0,
    )
