"""Words for a deal of Koo Kiew, its cards and hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.games.kookiew.four_colour_cards import PIECES
from bot.wording import Translator
from engine.kookiew import events as happened
from engine.kookiew.cards import colour, rank
from engine.kookiew.ranking import PAIR, Comparison, ranking
from engine.kookiew.round import KooKiewView
from engine.play import Card, Seat
from engine.table.hand import AnyHand, Lapsed

ROSTER_EVENTS = (happened.Staked, happened.SatOut, happened.BidSealed, happened.CoveredInPart, happened.Settled, Lapsed)
"""Events of single players."""

CLOSE = ("colour", "piece", "second_colour", "nothing")
"""Deciding steps between equal points, or two pairs."""

BIDS_LISTED = 5


def history_lines(hand: AnyHand, translate: Translator, *, singly: bool) -> tuple[str, ...]:
    told = [event for event in hand.events if singly or not isinstance(event, ROSTER_EVENTS)]
    return tuple(line for event in told for line in _event_lines(event, hand.names, translate))


def result_lines(hand: AnyHand, view: KooKiewView, translate: Translator) -> tuple[str, ...]:
    """Return the bank's net and hand, the best other hand, and uncovered stakes."""
    showed = next((event for event in hand.events if isinstance(event, happened.BankerShowed)), None)
    counted = next((event for event in hand.events if isinstance(event, happened.BankCounted)), None)
    if showed is None or counted is None:
        return (translate("event-no-stakes"),)
    net = counted.after - counted.before
    name, label = hand.names[counted.seat], label_text(showed.label, translate)
    bank = translate(
        "result-bank-won" if net > 0 else "result-bank-lost" if net else "result-bank-even",
        name=name,
        amount=abs(net),
        label=label,
    )
    settled = [event for event in hand.events if isinstance(event, happened.Settled) and event.covered]
    cut = [event for event in hand.events if isinstance(event, happened.CoveredInPart)]
    owed = sum(each.owed for each in settled)
    after = [translate("event-many-owed", amount=owed)] if owed else []
    for event in hand.events:
        if isinstance(event, happened.BankPassed):
            after += _event_lines(event, hand.names, translate)
    return (bank, _best(settled, view, hand.names, translate), *_not_covered(cut, translate), *after)


def _best(settled: Sequence[happened.Settled], view: KooKiewView, names: Sequence[str], translate: Translator) -> str:
    won = [event for event in settled if event.net > 0]
    if not won:
        strength = ranking(view.rules).strength
        best = max(settled, key=lambda event: strength(event.hand))
        return translate(
            "result-bank-empty" if best.wins else "result-nobody-else",
            name=names[best.seat],
            label=_told_with_why(best, translate),
        )
    most = max(event.net for event in won)
    best, *others = [event for event in won if event.net == most]
    return translate(
        "result-won-most", name=names[best.seat], others=len(others), amount=most, label=_told_with_why(best, translate)
    )


def _not_covered(cut: Sequence[happened.CoveredInPart], translate: Translator) -> list[str]:
    back = sum(each.stake - each.covered for each in cut)
    return [translate("event-many-covered-in-part", count=len(cut), back=back, cover=cut[0].cover)] if cut else []


def _event_lines(event: Any, names: Sequence[str], translate: Translator) -> list[str]:
    match event:
        case Lapsed(seat):
            return [translate("event-lapsed", name=names[seat])]
        case happened.BidSealed(seat, left):
            return [translate("event-got-up" if left else "event-has-answered", name=names[seat])]
        case happened.BidsOpened(bids):
            return [_bids_line(bids, names, translate)]
        case happened.BankTaken(seat, chips):
            return [translate("event-bank-taken", name=names[seat], amount=chips)]
        case happened.Dealt():
            return []
        case happened.Staked(seat, amount):
            return [translate("event-staked", name=names[seat], amount=amount)]
        case happened.SatOut(seat, left):
            return [translate("event-got-up" if left else "event-no-stake", name=names[seat])]
        case happened.StakesClosed(players, total):
            return [
                translate("event-stakes-closed", count=players, total=total)
                if players
                else translate("event-no-stakes")
            ]
        case happened.CoveredInPart(seat, stake, covered, cover):
            return [
                translate(
                    "event-covered-in-part",
                    name=names[seat],
                    stake=stake,
                    covered=covered,
                    back=stake - covered,
                    cover=cover,
                )
            ]
        case happened.BankerShowed(seat, cards, label):
            words, worth = long_cards(cards, translate), label_text(label, translate)
            return [translate("event-banker-showed", name=names[seat], cards=words, label=worth)]
        case happened.Settled():
            return _settled(event, names[event.seat], translate)
        case happened.BankCounted(seat, before, after):
            return [translate("event-bank-counted", name=names[seat], before=before, after=after)]
        case happened.BankPassed(seat, to, why):
            return [translate(f"event-bank-{why}", name=names[seat], to=names[to])]
    raise TypeError(f"no words for {type(event).__name__}")


def _bids_line(bids: Sequence[tuple[Seat, int]], names: Sequence[str], translate: Translator) -> str:
    if not bids:
        return translate("event-no-bids")
    highest = bids[:BIDS_LISTED]
    offered = ", ".join(translate("bid-of", name=names[seat], amount=chips) for seat, chips in highest)
    return translate("event-bids-opened", bids=offered, lower=len(bids) - len(highest))


def _settled(event: happened.Settled, name: str, translate: Translator) -> list[str]:
    cards, label = long_cards(event.hand, translate), label_text(event.label, translate)
    if not event.stake:
        return [translate("event-settled-out", name=name, cards=cards, label=label)]
    if not event.covered:
        return [translate("event-settled-not-covered", name=name, cards=cards, label=label)]
    if event.decided.by in CLOSE:
        label = _told_with_why(event, translate)
    if not event.wins:
        lost = -event.net
        return [translate("event-settled-lost", name=name, cards=cards, label=label, amount=lost)]
    lines = [translate("event-settled-won", name=name, cards=cards, label=label, amount=event.net)]
    if event.unpaid:
        lines.append(translate("event-unpaid", name=name, amount=event.unpaid))
    return [*lines, translate("event-owed", name=name, amount=event.owed)] if event.owed else lines


def _told_with_why(event: happened.Settled, translate: Translator) -> str:
    return translate("label-and-why", label=label_text(event.label, translate), why=why_text(event.decided, translate))


def why_text(decided: Comparison, translate: Translator) -> str:
    """Return the deciding step as the end of a sentence."""
    better, lesser = decided.labels if decided.wins else reversed(decided.labels)
    if decided.by == "pair":
        return translate("why-pair", label=label_text(lesser, translate))
    if decided.by == "points":
        return translate("why-points", more=better, less=lesser)
    if decided.by == "nothing":
        return translate("why-tie")
    cards = (decided.player, decided.banker) if decided.wins else (decided.banker, decided.player)
    higher, lower = (long_cards([card], translate) for card in cards)
    held, rule = "pairs" if better == PAIR else "points", decided.rule or "none"
    step = decided.by.replace("_", "-")
    return translate(f"why-{step}", held=held, higher=higher, lower=lower, rule=rule)


def long_cards(cards: Iterable[Card], translate: Translator) -> str:
    """Return cards in full: ``將 yellow general + 炮 red cannon``."""
    return " + ".join(
        translate(
            "card",
            sign=PIECES[rank(card)][0],
            colour=translate(f"choice-colours-{colour(card)}"),
            piece=translate(f"piece-{rank(card)}"),
        )
        for card in cards
    )


def label_text(label: str, translate: Translator) -> str:
    """Return the words for a hand: ``pair``, ``7 points``."""
    return translate("label-pair") if label == PAIR else translate("label-points", points=int(label))
