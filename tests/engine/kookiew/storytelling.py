"""Whole deals of Koo Kiew written down as they would be told, for tests to read like the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import game, notation
from engine.kookiew import events as happened
from engine.kookiew.cards import TwoCards, card_name, hand_names
from engine.kookiew.game import KooKiew
from engine.kookiew.round import KooKiewRound, KooKiewView
from engine.kookiew.rules import USUAL, KooKiewRules
from engine.play import Event, Step

KOO_KIEW = KooKiew()


class Deal:
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
        self.names = list(seats)
        dealer = self.names.index(banker) if banker else 0
        pack = arranged([cards.split() for _, cards in seats.values()], self.names.index(bidder) if bidder else dealer)
        self.lines: list[str] = []
        self._go(
            KOO_KIEW.deal(
                game.Deal(rules, tuple([chips for chips, _ in seats.values()]), dealer, tuple(pack), streak=streak)
            )
        )

    def _go(self, step: Step[KooKiewView]) -> None:
        assert isinstance(step.round, KooKiewRound)
        self.now = step.round
        self.lines += [told(event, self.names) for event in step.events]

    def play(self, script: str) -> Deal:
        """Play ``Ani stake 20 · Budi pass · (time)``: everybody named must be awaited."""
        for each in script.split(" · "):
            name, _, text = each.partition(" ")
            if name == "(time)":
                self._go(self.now.close())
                continue
            seat = self.names.index(name)
            assert seat in self.now.awaited, f"{each}: {self.asked} are asked"
            action = self.now.lapse(seat) if text == "(sleeps)" else notation.read(text, KOO_KIEW.verbs)
            self._go(self.now.play(seat, action))
        return self

    @property
    def asked(self) -> list[str]:
        """Who is asked now."""
        return [self.names[seat] for seat in self.now.awaited]

    def offered(self, name: str) -> list[str]:
        """What a player may do."""
        options = self.now.options(self.names.index(name))
        ready = [notation.write(action) for action in options.ready]
        return [*ready, *(f"{verb} {a}-{b}" for verb, a, b in options.amounts)]

    @property
    def opened(self) -> list[str]:
        """The cards that lie open, in the order in which they were dealt."""
        return [card_name(self.now.pack[place]) for place in self.now.opened]

    def can_prove(self, name: str) -> list[str]:
        """The cards that a player can prove to be theirs, in the order in which they were dealt."""
        return [card_name(self.now.pack[place]) for place in self.now.held(self.names.index(name))]

    @property
    def won(self) -> dict[str, int]:
        """What everybody won or lost."""
        assert self.now.settlement is not None
        return {self.names[seat]: chips for seat, chips in self.now.settlement.items()}

    @property
    def next_banker(self) -> str:
        """Who is to hold the bank next."""
        assert self.now.next_dealer is not None
        return self.names[self.now.next_dealer]

    def story(self, since: str) -> list[str]:
        """The lines from the first that begins with ``since``."""
        first = next(number for number, line in enumerate(self.lines) if line.startswith(since))
        return self.lines[first:]


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
