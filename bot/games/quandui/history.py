"""Words for a hand of Quan Dui, its cards and pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from bot.wording import Translator
from bot.wording.isolation import listed
from engine.play import Card
from engine.quandui import events as happened
from engine.quandui.cards import card_name
from engine.quandui.melds import Pair
from engine.quandui.rules import QuanDuiRules
from engine.table.hand import AnyHand, Lapsed


def history_lines(hand: AnyHand, translate: Translator) -> tuple[str, ...]:
    """Return a line for every event; a card taken and its discard share one."""
    lines: list[str] = []
    joined = False
    for event, following in zip_longest(hand.events, hand.events[1:]):
        if joined:
            joined = False
        elif isinstance(following, happened.Discarded) and (line := _turn(event, following, hand.names, translate)):
            lines.append(line)
            joined = True
        else:
            lines += _event_lines(event, hand, translate)
    return tuple(lines)


def result_lines(hand: AnyHand, translate: Translator) -> tuple[str, ...]:
    ends = [event for event in hand.events if isinstance(event, happened.Won | happened.HandDrawn)]
    return tuple(line for event in ends for line in _event_lines(event, hand, translate))


def _turn(took: Any, discarded: happened.Discarded, names: Sequence[str], translate: Translator) -> str:
    name, card = names[discarded.seat], card_name(discarded.card)
    match took:
        case happened.Drew():
            return translate("event-drew-discarded", name=name, card=card)
        case happened.PickedUp(exposed=False):
            return translate("event-picked-up-discarded", name=name, taken=card_name(took.card), card=card)
    return ""


def _event_lines(event: Any, hand: AnyHand, translate: Translator) -> list[str]:
    names = hand.names
    match event:
        case Lapsed(seat):
            return [translate("event-lapsed", name=names[seat])]
        case happened.Staked() | happened.Dealt():
            return []
        case happened.Drew(seat):
            return [translate("event-drew", name=names[seat])]
        case happened.PickedUp(seat, card, exposed):
            return [
                translate(
                    "event-picked-up-dui" if exposed else "event-picked-up", name=names[seat], card=card_name(card)
                )
            ]
        case happened.Claimed(seat, card, discarder):
            return [translate("event-claimed", name=names[seat], card=card_name(card), other=names[discarder])]
        case happened.Discarded(seat, card):
            return [translate("event-discarded", name=names[seat], card=card_name(card))]
        case happened.Left(seat):
            return [translate("event-played-for", name=names[seat])]
        case happened.Won():
            return _won(event, names, translate)
        case happened.HandDrawn(reason):
            if reason == "stock":
                return [translate("event-drawn-stock")]
            assert isinstance(hand.rules, QuanDuiRules)
            return [translate("event-drawn-endless", turns=hand.rules.endless)]
    raise TypeError(f"no words for {type(event).__name__}")


def _won(event: happened.Won, names: Sequence[str], translate: Translator) -> list[str]:
    name, label = names[event.seat], label_text(event.pairs, translate)
    if event.card is None or event.discarder is None or event.pair is None:
        lines = [translate("event-won-alone", name=name, label=label)]
    else:
        card, other = card_name(event.card), names[event.discarder]
        lines = [translate("event-won-by-discard", name=name, label=label, card=card, other=other)]
        one, second = event.pair
        kind = "dui" if one == second else "ka"
        forced = "yes" if event.forced else "no"
        pair = f"{card_name(one)} + {card_name(second)}"
        lines.append(translate("why-completed", kind=kind, pair=pair, forced=forced))
        for later in event.later:
            why = later.why.replace("_", "-")
            lines.append(translate(f"why-{why}", name=name, other=names[later.seat], claim=later.claim.verb))
    payers = [each for seat, each in enumerate(names) if seat != event.seat]
    paid = translate("event-paid", names=listed(payers), count=len(payers), amount=event.amount, stakes=event.stakes)
    return [*lines, paid]


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards in a row: ``3 suo, da hong``."""
    return ", ".join(map(card_name, cards))


def pair_lines(pairs: Sequence[Pair], translate: Translator) -> list[str]:
    dui = cards_text(one for one, other in pairs if one == other)
    ka = ", ".join(f"{card_name(one)} + {card_name(other)}" for one, other in pairs if one != other)
    lines = [translate("cards-dui", cards=dui)] if dui else []
    return [*lines, translate("cards-ka", cards=ka)] if ka else lines


def label_text(pairs: Sequence[Pair], translate: Translator) -> str:
    """Label eight pairs: ``quan dui``, or ``5 dui, 3 ka``."""
    dui = sum(one == other for one, other in pairs)
    return (
        translate("label-quan-dui")
        if dui == len(pairs)
        else translate("label-dui-and-ka", dui=dui, ka=len(pairs) - dui)
    )
