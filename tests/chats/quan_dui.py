"""A hand of Quan Dui as the tests of every chat look at it: who knows which card, and what a decent player does."""

from __future__ import annotations

import re
from random import Random

from engine.play import Action, Seat
from engine.quandui import events as happened
from engine.quandui.cards import card, card_name
from engine.quandui.game import QuanDui
from engine.quandui.round import QuanDuiRound, QuanDuiView
from engine.table.hand import AnyHand

WINDOW = 8
"""For how many seconds a discard can be claimed under the usual rules."""

_GAME = QuanDui()
_CARD = re.compile("|".join(sorted(set(_GAME.pack_names))))


def round_of(hand: AnyHand) -> QuanDuiRound:
    assert isinstance(hand.round, QuanDuiRound)
    return hand.round


def view_of(hand: AnyHand, seat: Seat) -> QuanDuiView:
    return round_of(hand).view(seat)


def held(hand: AnyHand, seat: Seat) -> set[str]:
    """The cards that nobody but this seat sees, in words."""
    return {card_name(each) for each in view_of(hand, seat).hand.hidden}


def as_drawn(hand: AnyHand, seat: Seat) -> list[str]:
    """The different hidden cards of this seat in the order of their picture: pairs, then singles."""
    view = view_of(hand, seat)
    hidden = view.layout.pairs[len(view.hand.exposed) :]
    return list(dict.fromkeys(map(card_name, [*(each for pair in hidden for each in pair), *view.layout.singles])))


def cards_in(text: str) -> set[str]:
    """Every card that is named in a text."""
    return set(_CARD.findall(text))


def seen_by_all(hand: AnyHand) -> set[str]:
    """Every card that has lain face up so far."""
    return {card_name(event.card) for event in hand.events if isinstance(event, happened.Discarded)}


def decent(hand: AnyHand, seat: Seat) -> Action:
    """What a computer player would do in this seat."""
    return _GAME.choose(view_of(hand, seat), Random(0))


def label(action: Action) -> str:
    """How the button of an action begins."""
    return card_name(card(action.choice)) if action.choice else action.verb.replace("-", " ").capitalize()
