"""Whole hands of Quan Dui written down as they would be told, for tests to read like the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Deal
from engine.play import Card, Event
from engine.quandui import events as happened
from engine.quandui.cards import CARDS, PACK, card, card_name
from engine.quandui.claims import in_order_of_play
from engine.quandui.copies import Copies
from engine.quandui.game import QuanDui
from engine.quandui.melds import HeldCards
from engine.quandui.round import QuanDuiRound
from engine.quandui.rules import AMSTERDAM, PRESETS, QuanDuiRules
from tests.engine.stories import Story, rules_told
from tests.engine.storytelling import Told

QUAN_DUI = QuanDui()


class ScriptedHand(Told[QuanDuiRound]):
    """A hand at a table of named players, clockwise, the first of whom deals unless another is named."""

    def __init__(
        self, seats: Mapping[str, str], *, stock: str = "", dealer: str = "", rules: QuanDuiRules = AMSTERDAM
    ) -> None:
        """Deal cards to players: ``{"Ani": "3-suo 3-wan da-hong"}``, with the cards of ``stock`` on top of the rest.

        Cards that are not given are dealt from what is left, the highest numbers first.
        """
        first = list(seats).index(dealer) if dealer else 0
        pack = arranged([each.split() for each in seats.values()], stock.split(), first)
        super().__init__(QUAN_DUI, list(seats), Deal(rules, (100,) * len(seats), first, tuple(pack)), told)

    def card_at(self, place: int) -> str:
        """The card, and when it was dealt or drawn."""
        return f"{place}: {super().card_at(place)}"

    def holds(self, name: str) -> list[str]:
        """The hidden cards of a player, in the order in which they arrived."""
        return [card_name(each) for each in self.now.hands[self.names.index(name)].hidden]


def hand_of(story: Story) -> ScriptedHand:
    """The hand of a story, dealt."""
    told = story.setting
    seats = {name: cards for name, _, cards in (each.partition(" ") for each in told["seats"].split(", "))}
    rules = rules_told(told.get("rules", ""), AMSTERDAM, PRESETS)
    return ScriptedHand(seats, stock=told.get("stock", ""), dealer=told.get("dealer", ""), rules=rules)


def from_the_top(hands: Sequence[HeldCards]) -> tuple[tuple[Card, ...], Copies]:
    """The cards of a pack from which these hands were dealt one after the other, and which copies they are."""
    pack: list[Card] = []
    hidden, exposed = [], []
    for hand in hands:
        top, laid_out = len(pack), len(pack) + len(hand.hidden)
        pack += [*hand.hidden, *hand.exposed * 2]
        hidden.append(tuple(range(top, laid_out)))
        exposed.append(tuple(range(laid_out, len(pack))))
    return tuple(pack), Copies(tuple(hidden), tuple(exposed), frozenset().union(*exposed))


def arranged(wanted: Sequence[Sequence[str]], stock: Sequence[str], dealer: int) -> list[int]:
    """A pack from which everybody is dealt the wanted cards, and which goes on with the wanted stock."""
    spare = list(PACK)

    def taken(names: Sequence[str]) -> list[Card]:
        cards = [card(each) for each in names]
        for each in cards:
            spare.remove(each)
        return cards

    hands, coming = [taken(cards) for cards in wanted], taken(stock)
    order = (dealer, *in_order_of_play(dealer, len(wanted)))
    places = [seat for batch in (6, 5, 5) for seat in order for _ in range(batch if seat == dealer else 5)]
    pack = [hands[seat].pop(0) if hands[seat] else spare.pop() for seat in places] + coming + spare[::-1]
    assert not any(hands), "a player was given too many cards"
    numbers = {one: [number for number, each in enumerate(PACK) if each == one] for one in CARDS}
    return [numbers[one].pop() for one in pack]


def told(event: Event, names: Sequence[str]) -> str:
    """An event as a line of the story."""
    match event:
        case happened.Staked(amount):
            return f"{amount} staked by each"
        case happened.Dealt(dealer, stock):
            return f"{names[dealer]} deals, {stock} left"
        case happened.Drew(seat, stock):
            return f"{names[seat]} draws, {stock} left"
        case happened.PickedUp(seat, one, exposed):
            return f"{names[seat]} picks up {card_name(one)}{' and exposes it' if exposed else ''}"
        case happened.Claimed(seat, one, discarder):
            return f"{names[seat]} has a dui of {card_name(one)} from {names[discarder]}"
        case happened.Discarded(seat, one):
            return f"{names[seat]} discards {card_name(one)}"
        case happened.Left(seat):
            return f"{names[seat]} leaves"
        case happened.Won(seat, pairs, stakes, amount, one, discarder):
            with_what = "" if one is None or discarder is None else f" with {card_name(one)} from {names[discarder]}"
            dui = sum(first == second for first, second in pairs)
            return f"{names[seat]} wins{with_what}: {dui} dui, {stakes} x {amount // stakes}"
        case happened.HandDrawn(reason):
            return f"drawn: {reason}"
    raise AssertionError(f"nobody can tell {event}")
