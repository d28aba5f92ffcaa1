"""Whole deals of Koo Kiew written down as they would be told, for tests to read like the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import game
from engine.kookiew import events as happened
from engine.kookiew.cards import TwoCards, hand_names
from engine.kookiew.game import KooKiew
from engine.kookiew.round import KooKiewRound
from engine.kookiew.rules import USUAL, KooKiewRules
from engine.play import Event
from tests.engine.storytelling import Told

KOO_KIEW = KooKiew()


class Deal(Told[KooKiewRound]):
    """A deal at a table of named players, the first of whom holds the bank unless another is named."""

    def __init__(
        self,
        seats: Mapping[str, tuple[int, str]],
        *,
        banker: str = "",
        bidder: str = "",
        rules: KooKiewRules = USUAL,
        streak: int = 0,
    ) -> None:
        """Deal to players with chips and cards: ``{"Ani": (500, "red-horse red-soldier")}``.

        Cards that are not given are dealt from what is left, in the order of their numbers.
        Where the bank is bid for, ``banker`` is the first in line and ``bidder`` the one who will get it.
        """
        names = list(seats)
        dealer = names.index(banker) if banker else 0
        pack = arranged([cards.split() for _, cards in seats.values()], names.index(bidder) if bidder else dealer)
        stacks = tuple([chips for chips, _ in seats.values()])
        super().__init__(KOO_KIEW, names, game.Deal(rules, stacks, dealer, tuple(pack), streak=streak), told)


def arranged(wanted: Sequence[Sequence[str]], banker: int) -> list[int]:
    """A pack from which everybody is dealt the wanted cards, singly, clockwise from the banker's left."""
    around = len(wanted)
    order = [(banker + 1 + place) % around for place in range(around)]
    spare: dict[str, list[int]] = {}
    for number, name in enumerate(KOO_KIEW.pack_names):
        spare.setdefault(name, []).append(number)
    hands = [[spare[name].pop(0) for name in each] for each in wanted]
    rest = [number for numbers in spare.values() for number in numbers]
    dealt = [hands[seat].pop(0) if hands[seat] else rest.pop(0) for _ in range(2) for seat in order]
    return dealt + rest


def told(event: Event, names: Sequence[str]) -> str:
    """An event as a line of the story."""
    match event:
        case happened.BidSealed(seat, left):
            return f"{names[seat]} {'leaves' if left else 'has answered'}"
        case happened.BidsOpened(bids):
            return "bids: " + (", ".join(f"{names[seat]} {chips}" for seat, chips in bids) or "none")
        case happened.BankTaken(seat, chips):
            return f"{names[seat]} holds the bank with {chips}"
        case happened.Dealt(cards):
            return f"{cards} cards each"
        case happened.Staked(seat, amount):
            return f"{names[seat]} stakes {amount}"
        case happened.SatOut(seat, left):
            return f"{names[seat]} {'leaves' if left else 'passes'}"
        case happened.StakesClosed(players, total):
            return f"{players} staked {total}"
        case happened.BankerShowed(seat, hand, label):
            return f"{names[seat]} shows {_laid(hand, label)}"
        case happened.CoveredInPart(seat, stake, covered, _):
            return f"{covered} of {stake} covered for {names[seat]}"
        case happened.Settled(seat, hand, label, wins, stake, covered, net, owed, unpaid):
            result = f"{names[seat]} {'beats' if wins else 'loses to'} the bank with {_laid(hand, label)}"
            debt = f", {owed} owed" if owed else f", {unpaid} unpaid" if unpaid else ""
            part = "" if covered == stake else f" of {stake}"
            return f"{result}: {net:+} on {covered}{part}{debt}" if stake else result
        case happened.BankCounted(seat, before, after):
            return f"the bank of {names[seat]}: {before}, now {after}"
        case happened.BankPassed(seat, to, why):
            return f"{names[to]} is to be banker after {names[seat]}: {why}"
    raise AssertionError(f"nobody can tell {event}")


def _laid(hand: TwoCards, label: str) -> str:
    return f"{label} ({' '.join(hand_names(hand))})"
