"""The history of a hand of QiuQiu in words, who won it and why, and its hands in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.tables.hands import Lapsed
from bot.tables.state import AnyHand
from bot.wording import Translator
from bot.wording.isolation import isolated
from engine.qiuqiu import events as happened
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import Tile, hand_names


def history_lines(hand: AnyHand, translate: Translator) -> tuple[str, ...]:
    """Every event, a line each."""
    lines: list[str] = []
    antes = [event for event in hand.events if isinstance(event, happened.Anted)]
    if antes:
        lines.append(translate("event-ante", amount=max(event.amount for event in antes)))
    for event in hand.events:
        lines.extend(_event_lines(event, hand.names, _pots(hand), translate))
    return tuple(lines)


def result_lines(hand: AnyHand, view: QiuQiuView, translate: Translator) -> tuple[str, ...]:
    """Who won which pot, and why the first of them."""
    won = [event for event in hand.events if isinstance(event, happened.Awarded | happened.Uncontested)]
    lines = [line for event in won for line in _event_lines(event, hand.names, _pots(hand), translate)]
    reason = _reason(won[0], hand.names, view, translate)
    return (*lines[:1], reason, *lines[1:]) if reason else tuple(lines)


def _pots(hand: AnyHand) -> int:
    """How many pots were shared."""
    return len({event.pot for event in hand.events if isinstance(event, happened.Awarded)})


def _reason(won: Any, names: Sequence[str], view: QiuQiuView, translate: Translator) -> str:
    """Why a pot went to its winners, by the comparison that the rules make of the hands shown.

    Nothing is said where halves of pots are played for, since then pairs are compared and not hands (QQ-17).
    """
    if not isinstance(won, happened.Awarded) or view.rules.compare != "normal":
        return ""
    winners = [seat for seat, _ in won.shares]
    label = label_text(view.shown[winners[0]].label, translate)
    ranked = ranking(view.rules)
    others = [seat for seat in view.shown if seat not in winners]
    if not others:
        return translate("result-equal", label=label) if len(winners) > 1 else ""
    second = max(others, key=lambda seat: ranked.declared_strength(view.shown[seat].tiles, view.shown[seat].label))
    lesser = label_text(view.shown[second].label, translate)
    if lesser == label:
        return translate("result-tie-broken", label=label, other=names[second])
    return translate("result-beats", label=label, lesser=lesser, other=names[second])


def _event_lines(event: Any, names: Sequence[str], pots: int, translate: Translator) -> list[str]:
    """One event as lines of the history."""
    match event:
        case Lapsed(seat):
            return [translate("event-lapsed", name=names[seat])]
        case happened.Anted(seat, amount, all_in):
            return [translate("event-ante-short", name=names[seat], amount=amount)] if all_in else []
        case happened.Carried(amount):
            return [translate("event-carried", amount=amount)]
        case happened.Dealt(tiles):
            return [translate("event-dealt-first", tiles=tiles) if tiles > 1 else translate("event-dealt-more")]
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
            text = label_text(label, translate)
            return [translate("event-showed", name=names[seat], tiles=groups_text(groups), label=text)]
        case happened.Uncontested(seat, amount):
            return [translate("event-uncontested", name=names[seat], amount=amount)]
        case happened.Awarded():
            return _award_lines(event, names, pots, translate)
    raise TypeError(f"no words for {type(event).__name__}")


def _award_lines(event: happened.Awarded, names: Sequence[str], pots: int, translate: Translator) -> list[str]:
    if pots == 1:
        pot = translate("pot-only")
    elif event.pot == 0:
        pot = translate("pot-main")
    else:
        pot = translate("pot-side", number=event.pot)
    if event.part != "whole":
        pot = translate(f"pot-{event.part}", pot=pot)
    winners = [names[seat] for seat, _ in event.shares]
    if len(winners) == 1:
        return [translate("event-won-pot", name=winners[0], pot=pot, amount=event.shares[0][1])]
    amounts = " / ".join(translate("amount", amount=amount) for _, amount in event.shares)
    lines = [translate("event-shared-pot", names=listed(winners), pot=pot, amounts=amounts)]
    if event.carried:
        lines.append(translate("event-odd-carried", odd=event.carried))
    elif event.odd:
        lines.append(translate("event-odd", odd=event.odd, names=listed(winners[: event.odd])))
    return lines


# --- hands in words ---------------------------------------------------------------------------------------------


def label_text(label: str, translate: Translator) -> str:
    """The words for a declared hand: ``9-5``, ``Murni Besar (Pure Big)``."""
    values = pair_values(label)
    return translate("label-pairs", high=values[0], low=values[1]) if values else translate(f"label-{label}")


def groups_text(groups: Sequence[Sequence[Tile]]) -> str:
    return " | ".join(" + ".join(hand_names(group)) for group in groups)


def listed(names: Iterable[str]) -> str:
    """Names one after the other."""
    return ", ".join(map(isolated, names))
