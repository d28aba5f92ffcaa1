"""An evening's results, from public tallies only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from bot.features.evenings.card_picture import IN_ONE_COLUMN, MOST_ROWS, EveningRow, evening_picture
from bot.messages import Picture, PlayerId, RowLine
from bot.messages.lookalikes import all_told_apart
from bot.presenting.dates import date_text
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.presenting.net import net_text
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.presenting.table_ends import TABLE_ENDS, TableEnd
from bot.wording import Translator
from engine.settling import balanced, payments
from engine.table.state import TableState
from engine.table.tally import Tally


class Standing(NamedTuple):
    tally: Tally
    name: str
    has: int
    """Chips taken away and chips on the table, as if a running hand had not begun."""

    net: int


def standings(state: TableState) -> list[Standing]:
    """Return everybody who has sat, the biggest winner first."""
    names = all_told_apart({tally.player: tally.name for tally in state.tallies})
    hand = state.playing
    at_table = {chair.player: chair.stack for chair in state.seated}
    if hand is not None:
        for player, staked in zip(hand.players, hand.round.staked, strict=True):
            at_table[player] = at_table.get(player, 0) + staked
    found = []
    for tally in state.tallies:
        lies = at_table.get(tally.player, 0)
        found.append(Standing(tally, names[tally.player], tally.took + lies, tally.net + lies))
    return sorted(found, key=lambda each: (-each.net, each.name))


def evening_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    """Return takings, nets and debts by player; nothing for a closed table without hands."""
    if state.closed and not state.hands_over:
        return ()
    found = standings(state)
    if len(found) <= FEW_PLAYERS:
        lines: list[str] = [_line(each, translate) for each in found]
    else:
        lines = fill_lines(
            translate("evening-short", name=each.name, net=net_text(each.net, translate)) for each in found
        )
    title = translate("evening-title" if state.closed else "evening-title-so-far", hands=state.hands_over)
    return (title, *lines, "", *settling(state, translate))


def _line(standing: Standing, translate: Translator) -> RowLine:
    name, net = standing.name, net_text(standing.net, translate)
    shown = translate("evening-line", name=name, chips=standing.has, net=net)
    return RowLine(shown, (name, translate("house-number", amount=standing.has), net), translate("evening-heads"))


def settling(state: TableState, translate: Translator) -> tuple[str, ...]:
    """Return the debts after an evening; none at a practice table.

    Hands with computer players are left out, for these neither pay nor are paid.
    """
    if state.practice:
        return (translate("evening-practice"),)
    computers = any(tally.computer and tally.hands for tally in state.tallies)
    nets = {tally.player: tally.among_people for tally in state.tallies if not tally.computer}
    names = all_told_apart({tally.player: tally.name for tally in state.tallies})
    return (
        translate("settle-title"),
        *settling_lines(nets, names, translate),
        *((translate("settle-computers"),) if computers else ()),
    )


def settling_lines(nets: Mapping[PlayerId, int], names: Mapping[PlayerId, str], translate: Translator) -> list[str]:
    """Return the payments that make everybody even; say so if odd chips are owed by nobody."""
    even, odd = balanced(nets), abs(sum(nets.values()))
    paid = payments(even)
    short = len(paid) > FEW_PLAYERS
    lines = [
        translate(
            "settle-short" if short else "settle-line",
            debtor=names[each.debtor],
            creditor=names[each.creditor],
            amount=each.amount,
        )
        for each in paid
    ]
    return [
        *((fill_lines(lines) if short else lines) or [translate("settle-nobody")]),
        *([translate("settle-odd", count=odd)] if odd else []),
    ]


def full_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    return tuple(" · ".join(filter(None, _facts(state, each, translate))) for each in standings(state))


def _facts(state: TableState, standing: Standing, translate: Translator) -> tuple[str, ...]:
    tally = standing.tally
    return (
        translate("evening-player", name=standing.name, net=net_text(standing.net, translate)),
        translate("evening-chips", brought=tally.brought, has=standing.has),
        translate("evening-reversed", net=net_text(-tally.reversed, translate)) if tally.reversed else "",
        translate("evening-hands-won", hands=tally.hands, won=tally.won),
        _biggest(state, tally, translate),
        translate("evening-best", label=_best(state, tally, translate)) if tally.best else "",
    )


def _best(state: TableState, tally: Tally, translate: Translator) -> str:
    return PRESENTERS[state.game_name].hand_name(tally.best, translate) if tally.best else ""


def _biggest(state: TableState, tally: Tally, translate: Translator) -> str:
    if not tally.biggest:
        return ""
    return translate("evening-biggest-pot" if state.game.plays_for_pot else "evening-biggest-win", amount=tally.biggest)


def card_title(state: TableState, began: datetime | None, translate: Translator) -> str:
    title = TITLES[state.game_name]
    if state.practice:
        title = translate("practice-title", title=title)
    if began is None:
        return title
    date = date_text(began, translate)
    return f"{title} · {date}"


def card_draft(
    state: TableState, began: datetime | None, translate: Translator, result: Callable[[], Picture] | None = None
) -> Callable[[], Picture] | None:
    """Return the function that draws the card; only the result if no hand was played."""
    if not state.tallies or (state.closed and not state.hands_over):
        return result
    title, found = card_title(state, began, translate), standings(state)
    wide = len(found) <= IN_ONE_COLUMN
    rows = [_row(state, each, translate, first=not place, wide=wide) for place, each in enumerate(found[:MOST_ROWS])]
    notes = [
        *([translate("evening-more", count=len(found) - MOST_ROWS)] if len(found) > MOST_ROWS else []),
        translate("practice-footer" if state.practice else "card-footer"),
    ]
    legend = "" if wide else translate("evening-legend", pot="yes" if state.game.plays_for_pot else "no")
    hands = translate("evening-hands", hands=state.hands_over)
    alt = " ".join([translate("picture-evening", title=title, hands=hands), "; ".join(full_lines(state, translate))])

    def drawn() -> Picture:
        above = None if result is None else result()
        result_png = b"" if above is None else above.png
        png = evening_picture(rows, title=title, aside=hands, legend=legend, notes=notes, result=result_png)
        if above is None:
            return Picture(png, alt)
        return above if png == above.png else Picture(png, f"{above.alt} {alt}")

    return drawn


def _row(state: TableState, standing: Standing, translate: Translator, *, first: bool, wide: bool) -> EveningRow:
    tally = standing.tally
    if wide:
        hands = translate("evening-hands-won", hands=tally.hands, won=tally.won)
        biggest = _biggest(state, tally, translate)
        best = translate("evening-best", label=_best(state, tally, translate)) if tally.best else ""
    else:
        hands = translate("evening-hands-short", hands=tally.hands, won=tally.won)
        biggest = translate("evening-biggest-short", amount=tally.biggest) if tally.biggest else ""
        best = _best(state, tally, translate)
    return EveningRow(
        name=standing.name,
        net=net_text(standing.net, translate),
        chips=translate("evening-chips", brought=tally.brought, has=standing.has),
        hands=hands,
        biggest=biggest,
        best=best,
        first=first and standing.net > 0,
    )


TABLE_ENDS.append(TableEnd(evening_lines, card_draft))
