"""A poker betting round: who may check, bet, call, raise or fold, and for how much.

The value holds the chips of everybody and the seats still to act; acting returns the next value.
Table stakes: a player may always put in all he has for less (decisions QQ-20 to QQ-25).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play import NOTHING, Action, AmountRange, Options, Seat

CHECK = Action("check")
CALL = Action("call")
FOLD = Action("fold")
ALL_IN = Action("all-in")


class Limits(NamedTuple):
    """What the house rules say about the bets of one betting round; amounts are chips."""

    least: int
    """The smallest bet, and the smallest increase of a raise."""

    most: int | None
    """The largest bet and increase; ``None`` is no limit."""

    raise_cap: int | None = None
    """The most raises after the first bet."""

    at_least_last_raise: bool = False
    """Whether a raise must also be as large as the bet or raise before it."""

    checking: bool = True
    """Whether a player may check when nobody has bet; if not, it is bet or fold."""


class Betting(NamedTuple):
    """One betting round, and the chips of the whole hand."""

    limits: Limits
    stacks: tuple[int, ...]
    """Chips each seat still has before it."""

    paid: tuple[int, ...]
    """Chips each seat has put in during the whole hand, antes included."""

    bets: tuple[int, ...]
    """Chips each seat has put in during this betting round."""

    folded: frozenset[Seat]
    able: tuple[Seat, ...]
    """The seats that can still bet, having chips and not having folded: clockwise, the next to act first."""

    waiting: int
    """How many of the able seats are still to act; with none, nobody is asked."""

    high: int = 0
    """The bet to match."""

    last_raise: int = 0
    """The size of the last full bet or raise."""

    raises: int = 0
    """Full raises after the first bet."""

    acted: frozenset[Seat] = frozenset()
    """Seats that have acted since the last full bet or raise: a smaller all-in does not let them raise again."""

    asked: Options = NOTHING
    """What the next to act may do: worked out once, however often it is looked at."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seat that is asked now, if any."""
        return self.able[:1] if self.waiting else ()

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not folded."""
        folded = self.folded
        return tuple([seat for seat in range(len(self.stacks)) if seat not in folded])

    def open(self, limits: Limits, first: Seat) -> Betting:
        """Begin the next betting round, with ``first`` or the next able seat clockwise to act.

        Where at most one player can still bet there is nothing to decide, and nobody is asked.
        """
        stacks, folded, around = self.stacks, self.folded, len(self.stacks)
        able = tuple([seat for seat in (*range(first, around), *range(first)) if stacks[seat] and seat not in folded])
        waiting = len(able) if len(able) > 1 else 0
        return _asking(limits, stacks, self.paid, (0,) * around, folded, able, waiting, 0, 0, 0, frozenset())

    def options(self, seat: Seat) -> Options:
        """What ``seat`` may do now: nothing unless it is its turn."""
        return self.asked if self.waiting and self.able[0] == seat else NOTHING

    def check(self) -> Betting:
        """Pass without betting."""
        limits, stacks, paid, bets, folded, able, waiting, high, last_raise, raises, acted, _ = self
        seat, *others = able
        return _asking(
            limits,
            stacks,
            paid,
            bets,
            folded,
            (*others, seat),
            waiting - 1,
            high,
            last_raise,
            raises,
            acted | {seat},
        )

    def fold(self) -> Betting:
        """Give up the hand; what was paid stays in the pot."""
        limits, stacks, paid, bets, folded, able, waiting, high, last_raise, raises, acted, _ = self
        folded |= {able[0]}
        waiting = waiting - 1 if len(folded) < len(stacks) - 1 else 0
        return _asking(limits, stacks, paid, bets, folded, able[1:], waiting, high, last_raise, raises, acted)

    def call(self) -> Betting:
        """Match the bet, or put in all that is left towards it."""
        limits, stacks, paid, bets, folded, able, waiting, high, last_raise, raises, acted, _ = self
        seat, *others = able
        put = high - bets[seat]
        if put < stacks[seat]:
            others.append(seat)
        else:
            put = stacks[seat]
        return _asking(
            limits,
            _changed(stacks, seat, -put),
            _changed(paid, seat, put),
            _changed(bets, seat, put),
            folded,
            tuple(others),
            waiting - 1,
            high,
            last_raise,
            raises,
            acted | {seat},
        )

    def raise_to(self, total: int) -> Betting:
        """Bet or raise, so that the seat's bet in this betting round is ``total`` chips; all others are asked again.

        An all-in that raises by less than the least raise leaves those who have acted the choice to call or fold only.
        """
        limits, stacks, paid, bets, folded, able, _, high, last_raise, raises, acted, _ = self
        seat, *others = able
        waiting = len(others)
        put = total - bets[seat]
        if put < stacks[seat]:
            others.append(seat)
        if total - high >= _least_raise(limits, last_raise):
            if high:
                raises += 1
            last_raise = total - high
            acted = frozenset((seat,))
        else:
            acted = acted | {seat}
        return _asking(
            limits,
            _changed(stacks, seat, -put),
            _changed(paid, seat, put),
            _changed(bets, seat, put),
            folded,
            tuple(others),
            waiting,
            total,
            last_raise,
            raises,
            acted,
        )


def _asking(
    limits: Limits,
    stacks: tuple[int, ...],
    paid: tuple[int, ...],
    bets: tuple[int, ...],
    folded: frozenset[Seat],
    able: tuple[Seat, ...],
    waiting: int,
    high: int,
    last_raise: int,
    raises: int,
    acted: frozenset[Seat],
) -> Betting:
    """The betting round with its question put to the next to act.

    Nobody is asked when the only one able to bet owes nothing, since nobody could answer a bet.
    """
    if not waiting:
        return Betting(limits, stacks, paid, bets, folded, able, 0, high, last_raise, raises, acted)
    seat = able[0]
    stack, bet = stacks[seat], bets[seat]
    owed = high - bet
    if owed >= stack:
        asked = _CALL_ALL_IN_OR_FOLD
    elif len(able) == 1:
        if not owed:
            return Betting(limits, stacks, paid, bets, folded, able, 0, high, last_raise, raises, acted)
        asked = _CALL_OR_FOLD
    elif seat in acted or (high and limits.raise_cap is not None and raises >= limits.raise_cap):
        asked = _CALL_OR_FOLD if owed else _CHECK_ONLY if limits.checking else _FOLD_ONLY
    else:
        asked = _open_question(limits, bet + stack, high, owed, last_raise, high + owed + sum(paid))
    return Betting(limits, stacks, paid, bets, folded, able, waiting, high, last_raise, raises, acted, asked)


_CALL_ALL_IN_OR_FOLD = Options((CALL, ALL_IN, FOLD))
_CALL_OR_FOLD = Options((CALL, FOLD))
_CHECK_ONLY = Options((CHECK,))
_FOLD_ONLY = Options((FOLD,))


def _open_question(limits: Limits, total: int, high: int, owed: int, last_raise: int, pot_sized: int) -> Options:
    """What a seat may do to which the betting is open.

    Args:
        limits: those of this betting round.
        total: what the seat's bet would be with all its chips in.
        high: the bet to match.
        owed: what the seat has to add to match it: less than it has.
        last_raise: the size of the last full bet or raise.
        pot_sized: what the seat's bet would be after a raise by the pot.
    """
    verb = "raise" if high else "bet"
    least = high + _least_raise(limits, last_raise)
    most = total if limits.most is None else min(total, high + limits.most)
    ready = [CALL] if owed else [CHECK] if limits.checking else []
    amounts: tuple[AmountRange, ...] = ()
    if least <= most:
        amounts = (AmountRange(verb, least, most),)
        if least < total:
            ready.append(Action(verb, least))
        pot_sized = min(pot_sized, most)
        if least < pot_sized < total:
            ready.append(Action(verb, pot_sized))
    if most == total:
        ready.append(ALL_IN)
    if owed or not limits.checking:
        ready.append(FOLD)
    return Options(tuple(ready), amounts)


def _least_raise(limits: Limits, last_raise: int) -> int:
    """The least by which the bet may be raised, unless a player goes all-in for less (QQ-22)."""
    return last_raise if limits.at_least_last_raise and last_raise > limits.least else limits.least


def _changed(chips: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The chips of all seats, those of one changed."""
    changed = list(chips)
    changed[seat] += by
    return tuple(changed)


def seated(stacks: tuple[int, ...], ante: int) -> Betting:
    """The chips after everybody has put in the ante, or all he has towards it; no betting round is open yet."""
    paid = tuple([stack if stack < ante else ante for stack in stacks])
    return Betting(
        Limits(1, None),
        tuple([stack - put for stack, put in zip(stacks, paid, strict=True)]),
        paid,
        (0,) * len(stacks),
        frozenset(),
        (),
        0,
    )
