"""Words for the course of a hand of QiuQiu and its winners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.qiuqiu.hand_words import counted_text, groups_text, label_text
from bot.games.qiuqiu.reasons import reason_lines
from bot.wording import Translator
from engine.qiuqiu import events as happened
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.rules import QiuQiuRules
from engine.table.hand import AnyHand, Lapsed


def history_lines(hand: AnyHand, translate: Translator) -> tuple[str, ...]:
    return tuple(line for event in hand.events for line in _event_lines(event, hand, translate))


def result_lines(hand: AnyHand, view: QiuQiuView, translate: Translator) -> tuple[str, ...]:
    """Return each pot's winner and reason, a shared reason once."""
    lines: list[str] = []
    for event in hand.events:
        if isinstance(event, happened.Awarded):
            pot = _pot_name(event.pot, _pots(hand), translate)
            lines += _award_lines(event, hand.names, pot, translate)
            lines += [line for line in reason_lines(event, view, hand.names, pot, translate) if line not in lines]
        elif isinstance(event, happened.Uncontested):
            lines += _event_lines(event, hand, translate)
    for event in hand.events:
        if isinstance(event, happened.Showed) and _counted(event, hand, translate):
            lines += _event_lines(event, hand, translate)
    return tuple(lines)


def _counted(event: happened.Showed, hand: AnyHand, translate: Translator) -> str:
    assert isinstance(hand.rules, QiuQiuRules)
    return counted_text(hand.rules, event.groups, event.label, translate)


def _pots(hand: AnyHand) -> int:
    return len({event.pot for event in hand.events if isinstance(event, happened.Awarded)})


def _event_lines(event: Any, hand: AnyHand, translate: Translator) -> list[str]:
    names = hand.names
    match event:
        case Lapsed(seat):
            return [translate("event-lapsed", name=names[seat])]
        case happened.Anted(seat, amount, all_in):
            return [translate("event-ante-short", name=names[seat], amount=amount)] if all_in else []
        case happened.Carried(amount):
            return [translate("event-carried", amount=amount)]
        case happened.Dealt(tiles):
            return [translate("event-dealt-more")] if tiles == 1 else []
        case happened.Checked(seat):
            return [translate("event-checked", name=names[seat])]
        case happened.Bet(seat, amount, all_in):
            return [translate("event-bet-all-in" if all_in else "event-bet", name=names[seat], amount=amount)]
        case happened.Called(seat, amount, all_in):
            return [translate("event-called-all-in" if all_in else "event-called", name=names[seat], amount=amount)]
        case happened.Raised(seat, to, all_in):
            return [translate("event-raised-all-in" if all_in else "event-raised", name=names[seat], amount=to)]
        case happened.Folded(seat, left):
            return [translate("event-left" if left else "event-folded", name=names[seat])]
        case happened.Returned(seat, amount):
            return [translate("event-returned", name=names[seat], amount=amount)]
        case happened.Showed(seat, _, groups, label):
            text, counted = label_text(label, translate), _counted(event, hand, translate)
            return [translate("event-showed", name=names[seat], tiles=groups_text(groups) + counted, label=text)]
        case happened.Uncontested(seat, amount):
            return [translate("event-uncontested", name=names[seat], amount=amount)]
        case happened.Awarded():
            return _award_lines(event, names, _pot_name(event.pot, _pots(hand), translate), translate)
    raise TypeError(f"no words for {type(event).__name__}")


def _pot_name(number: int, pots: int, translate: Translator) -> str:
    if pots == 1:
        return translate("pot-only")
    return translate("pot-side", number=number) if number else translate("pot-main")


def _award_lines(event: happened.Awarded, names: Sequence[str], pot: str, translate: Translator) -> list[str]:
    if event.part != "whole":
        pot = translate(f"pot-{event.part}", pot=pot)
    if len(event.shares) == 1:
        (seat, amount), *_ = event.shares
        return [translate("event-won-pot", name=names[seat], pot=pot, amount=amount)]
    shares = ", ".join(translate("share-of", name=names[seat], amount=amount) for seat, amount in event.shares)
    return [translate("event-shared-pot", pot=pot, shares=shares)]
