"""Stakes and results, seat by seat or as a roster: 56 players with the longest names fit one message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.games.kookiew.history import label_text, long_cards
from bot.games.kookiew.settlement_picture import SettlementRow, settlement_picture
from bot.ledger import hand_number
from bot.messages import Picture
from bot.pictures.celebration import Celebration
from bot.presenting.line_filling import fill_lines
from bot.presenting.net import net_text
from bot.presenting.special_hands import celebrated, celebrating_line
from bot.wording import Translator
from bot.wording.isolation import isolated
from engine.kookiew import events as happened
from engine.kookiew.cards import card_name
from engine.kookiew.round import KooKiewView
from engine.kookiew.special_hands import special_hand
from engine.play import Seat
from engine.table.hand import AnyHand

TITLE = "Koo Kiew"

NAMED = 12
"""The most awaited players named."""

ALT_HANDS = 10
"""The most hands in the alternative text."""


def bank_lines(hand: AnyHand, view: KooKiewView, translate: Translator) -> tuple[str, ...]:
    """Return the bank, the stakes and their cover before the settlement."""
    if view.stage == "bidding":
        return (translate("bank-to-bid-for", least=view.rules.least_bank),)
    if view.settlement is not None:
        return ()
    stakes = [stake for stake in view.stakes if stake]
    total, covered, still_open = sum(stakes), sum(view.covered), view.stage == "staking"
    lines = [translate("bank-held", name=hand.names[view.dealer], amount=view.bank)]
    if stakes:
        lines.append(translate("bank-stakes", count=len(stakes), total=total))
    if still_open and view.cover is not None and covered < view.cover:
        lines.append(translate("bank-cover-left", amount=view.cover - covered))
    elif covered < total or (still_open and covered == view.cover):
        lines.append(translate("bank-covered", covered=covered, total=total))
    return tuple(lines)


def seat_marks(view: KooKiewView, seat: Seat, translate: Translator) -> tuple[str, ...]:
    if view.stage == "bidding":
        return () if seat in view.awaited else (translate("mark-answered"),)
    if seat == view.dealer:
        return (translate("mark-banker"),)
    stake = view.stakes[seat]
    if stake is None:
        return (translate("mark-to-stake"),)
    covered = view.covered[seat]
    if covered < stake:
        return (translate("mark-stake-covered", covered=covered, amount=stake),)
    return (translate("mark-stake", amount=stake) if stake else translate("mark-no-stake"),)


def many_players(hand: AnyHand, view: KooKiewView, translate: Translator) -> tuple[str, ...]:
    """Return stakes and the players awaited."""
    if view.stage == "bidding":
        answered = [_numbered(hand, seat) for seat in range(len(hand.names)) if seat not in view.awaited]
        return (*_group(translate("roster-answered", count=len(answered)), answered), *_waiting(hand, view, translate))
    staked: list[str] = []
    uncovered: list[str] = []
    out: list[str] = []
    for seat, (stake, covered) in enumerate(zip(view.stakes, view.covered, strict=True)):
        if stake:
            in_part = 0 < covered < stake
            chips = translate("chips-covered" if in_part else "house-number", covered=covered, amount=stake)
            (staked if covered else uncovered).append(f"{_numbered(hand, seat)}: {chips}")
        elif stake == 0 and seat != view.dealer:
            out.append(_numbered(hand, seat))
    return (
        *_group(translate("roster-covered" if uncovered else "roster-staked", count=len(staked)), staked),
        *_group(translate("roster-not-covered", count=len(uncovered)), uncovered),
        *_group(translate("roster-no-stake", count=len(out)), out),
        *(_waiting(hand, view, translate) if view.stage == "staking" else ()),
    )


def _waiting(hand: AnyHand, view: KooKiewView, translate: Translator) -> list[str]:
    count = len(view.awaited)
    if count > NAMED:
        return [translate("roster-waiting-many", count=count)]
    return _group(translate("roster-waiting", count=count), [_numbered(hand, seat) for seat in view.awaited])


def own_result(hand: AnyHand, seat: Seat, translate: Translator) -> str:
    """Return a seat's hand and the bank's."""
    shown = {event.seat: event for event in hand.events if isinstance(event, happened.BankerShowed | happened.Settled)}
    if not shown:
        return ""
    banker = next(event for event in shown.values() if isinstance(event, happened.BankerShowed))
    held = shown[seat]
    return translate(
        "private-held" if held is banker else "private-held-against",
        cards=long_cards(held.hand, translate),
        label=label_text(held.label, translate),
        bank=label_text(banker.label, translate),
    )


def _settled(hand: AnyHand) -> list[happened.Settled]:
    events = [event for event in hand.events if isinstance(event, happened.Settled)]
    return sorted(events, key=lambda event: hand.chairs[event.seat])


def _net(event: happened.Settled, translate: Translator) -> str:
    if not event.covered:
        return ""
    return net_text(event.net, translate)


def _numbered(hand: AnyHand, seat: Seat) -> str:
    return f"{hand.chairs[seat] + 1} {isolated(hand.names[seat])}"


def _group(heading: str, entries: Sequence[str]) -> list[str]:
    return [heading, *fill_lines(entries)] if entries else []


def settlement_draft(hand: AnyHand, translate: Translator) -> Callable[[], Picture]:
    settled = _settled(hand)
    showed = next(event for event in hand.events if isinstance(event, happened.BankerShowed))
    counted = next(event for event in hand.events if isinstance(event, happened.BankCounted))
    chips = translate("picture-bank", before=counted.before, after=counted.after)
    bank = _row(hand, showed, chips, translate)
    bank = replace(bank, label=f"{translate('mark-banker')} · {bank.label}")
    rows = [
        _row(hand, event, _net(event, translate), translate, won=event.wins and event.covered > 0) for event in settled
    ]
    if len(rows) < ALT_HANDS:
        spoken = [_spoken(hand, showed, translate), *(_spoken(hand, event, translate) for event in settled)]
        alt = translate("picture-settlement", hands="; ".join(spoken))
    else:
        alt = translate("picture-settlement-many", bank=_spoken(hand, showed, translate), count=len(rows))
    title = translate("hand-title", game=TITLE, number=hand_number(hand.id))
    special, told = special_hand(hand.events), special_told(hand, translate)
    alt = " ".join([*celebrating_line(told, translate), alt])
    cards = [card_name(card) for event in settled if special and event.seat == special.seats[0] for card in event.hand]
    return lambda: Picture(settlement_picture(bank, rows, title=title, special=told, cards=cards), alt)


def special_told(hand: AnyHand, translate: Translator) -> Celebration | None:
    special = special_hand(hand.events)
    if special is None:
        return None
    counted = next(event for event in hand.events if isinstance(event, happened.BankCounted))
    return celebrated(
        special,
        hand,
        game=TITLE,
        words=translate("special-broken-bank-words"),
        net=next(event.net for event in _settled(hand) if event.seat == special.seats[0]),
        pot=translate("special-bank", before=counted.before, after=counted.after),
        translate=translate,
    )


def _row(
    hand: AnyHand,
    event: happened.Settled | happened.BankerShowed,
    chips: str,
    translate: Translator,
    *,
    won: bool = False,
) -> SettlementRow:
    seat = event.seat
    cards = tuple(card_name(card) for card in event.hand)
    return SettlementRow(hand.chairs[seat] + 1, hand.names[seat], cards, label_text(event.label, translate), chips, won)


def _spoken(hand: AnyHand, event: happened.Settled | happened.BankerShowed, translate: Translator) -> str:
    words = f"{hand.names[event.seat]}: {long_cards(event.hand, translate)}, {label_text(event.label, translate)}"
    net = _net(event, translate) if isinstance(event, happened.Settled) else ""
    return f"{words}, {net}" if net else words
