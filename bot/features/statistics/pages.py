from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from bot.features.statistics.charts import Share, Tick, balance_chart, shares_chart
from bot.features.statistics.counting import (
    BEST,
    BY_CLOCK,
    HANDS,
    MOVE,
    NET,
    OWN,
    POT,
    RAREST,
    SHOWDOWN,
    SHOWDOWN_WON,
    STREAK,
    TYPE,
    WON,
    Maximum,
    Tally,
)
from bot.features.statistics.queries import BalanceHistory, Record
from bot.ledger import hand_number
from bot.messages import Button, Message, Picture, PlayerId, Select
from bot.presenting.drafts import Draft
from bot.presenting.net import net_text
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import GameRules

OVERVIEW, TYPES, BALANCE = 1, 2, 3
"""Page numbers."""

POINTS: Final = 240
"""Most points of a chart besides its lowest and highest."""

DAYS: Final = 4
"""Most days named on its axis."""

WITH_POTS: Final = frozenset({"qiuqiu"})
"""Games with pots, rather than chips from a banker or from all others."""


class Shown(NamedTuple):
    name: str

    player: PlayerId
    """The player; empty for the reader's own."""

    translate: Translator

    @property
    def own(self) -> bool:
        return not self.player

    def command(self, game: str, page: int) -> str:
        return " ".join(filter(None, ("stats page", game, str(page), self.player)))


def nothing(shown: Shown) -> Message:
    translate = shown.translate
    line = translate("stats-nothing", name=shown.name)
    return Message(translate("stats-title", name=shown.name), (line,), buttons=(_ways(translate),))


def overview(game: str, found: Mapping[str, Tally], shown: Shown) -> Message:
    translate, counts, best = shown.translate, found[game].counts, found[game].best
    hands, won = counts.get(HANDS, 0), counts.get(WON, 0)
    lines = [
        translate(
            "stats-hands",
            hands=hands,
            won=won,
            share=percent(won / hands if hands else 0, translate),
            net=net_text(counts.get(NET, 0), translate),
        )
    ]
    if shows := counts.get(SHOWDOWN, 0):
        lines.append(translate("stats-showdown", times=shows, won=counts.get(SHOWDOWN_WON, 0)))
    if pot := best.get(POT):
        won_in = translate(
            "stats-pot" if game in WITH_POTS else "stats-win", chips=pot.value, hand=hand_number(pot.hand)
        )
        lines.append(won_in)
    if made := max(filter(None, (best.get(BEST), best.get(OWN + BEST))), key=_value, default=None):
        name = PRESENTERS[game].hand_name(GAMES[game].hand_name(made.value), translate)
        lines.append(translate("stats-best", made=name, hand=hand_number(made.hand)))
    if streak := best.get(STREAK):
        lines.append(
            translate("stats-streak", now=counts.get(STREAK, 0), most=streak.value, hand=hand_number(streak.hand))
        )
    if moves := "; ".join(_moves(game, counts, (MOVE, OWN + MOVE), translate)):
        lines.append(translate("stats-moves", moves=moves))
    if lapses := "; ".join(_moves(game, counts, (BY_CLOCK,), translate)):
        lines.append(translate("stats-by-clock", moves=lapses))
    others = tuple(
        Button(TITLES[each], shown.command(each, OVERVIEW)) for each in TITLES if each in found and each != game
    )
    charts = []
    if GAMES[game].hand_types:
        charts.append(Button(translate("button-stats-types"), shown.command(game, TYPES)))
    if shown.own:
        charts.append(Button(translate("button-stats-balance"), shown.command(game, BALANCE)))
    rows = (others, tuple(charts), _replays([pot, made, streak], translate), _ways(translate))
    return Message(
        translate("stats-title-game", name=shown.name, game=TITLES[game]),
        tuple(lines),
        translate("stats-footer-own") if shown.own else translate("stats-footer"),
        tuple(filter(None, rows)),
    )


def _value(each: Maximum) -> int:
    return each.value


def _moves(game: str, counts: Mapping[str, int], before: Sequence[str], translate: Translator) -> Iterator[str]:
    made = {verb.name: sum(counts.get(each + verb.name, 0) for each in before) for verb in GAMES[game].verbs}
    for verb in sorted(made, key=lambda verb: -made[verb]):
        if made[verb]:
            yield translate("stats-move", move=translate(f"move-{verb}"), times=made[verb])


def types_page(game: str, found: Mapping[str, Tally], rules: GameRules, shown: Shown) -> Draft:
    """Compare the frequency of each type of hand with its probability."""
    translate, counts = shown.translate, found[game].counts
    odds = GAMES[game].type_odds(rules)
    times = {each: counts.get(TYPE + each, 0) + counts.get(OWN + TYPE + each, 0) for each in GAMES[game].hand_types}
    rows = [each for each in times if times[each] or each in odds]
    total, ways = sum(times.values()), sum(odds.values())
    lines = [translate("stats-types-own" if shown.own else "stats-types-shown", count=total)]
    lines.append(translate("stats-types-odds" if odds else "stats-types-without-odds"))
    if any(verb.name == "fold" for verb in GAMES[game].verbs):
        lines.append(translate("stats-types-folded"))
    shares = [
        Share(
            PRESENTERS[game].type_name(each, translate),
            times[each] / total if total else 0.0,
            odds.get(each, 0) / ways if ways else None,
            translate(
                "stats-type-note", times=times[each], share=percent(times[each] / total if total else 0, translate)
            ),
        )
        for each in rows
    ]
    alt = " ".join([lines[0], *[_said(each, translate) for each in shares]])
    own, expected = translate("stats-chart-own"), translate("stats-chart-odds")
    back = (Button(translate("button-back"), shown.command(game, OVERVIEW)),)
    message = Message(
        translate("stats-types-title", name=shown.name, game=TITLES[game]),
        tuple(lines),
        translate("stats-footer-own") if shown.own else translate("stats-footer"),
        (back,),
    )
    return Draft(message, partial(_shares, shares, own, expected, alt) if shares else None)


def _shares(shares: Sequence[Share], own: str, expected: str, alt: str) -> Picture:
    return Picture(shares_chart(shares, own, expected), alt)


def _said(row: Share, translate: Translator) -> str:
    if row.expected is None:
        return translate("stats-type-said", type=row.label, note=row.note)
    return translate("stats-type-said-odds", type=row.label, note=row.note, odds=percent(row.expected, translate))


def balance_page(game: str, history: BalanceHistory | None, zone: tzinfo, shown: Shown) -> Draft:
    """Chart the reader's balance."""
    translate = shown.translate
    title, footer = translate("stats-balance-title"), translate("stats-footer-own")
    buttons = ((Button(translate("button-back"), shown.command(game, OVERVIEW)),),)
    if history is None:
        return Draft(Message(title, (translate("ledger-empty"),), footer, buttons))
    day = partial(_day, zone=zone, translate=translate)
    points = history.points
    line = translate(
        "stats-balance",
        first=points[0].balance,
        begun=day(points[0].at),
        last=points[-1].balance,
        ended=day(points[-1].at),
        least=history.lowest.balance,
        lowest=day(history.lowest.at),
        most=history.highest.balance,
        highest=day(history.highest.at),
    )
    numbers, balances = [point.number for point in points], [point.balance for point in points]
    days: dict[str, int] = {}
    for point in points:
        days.setdefault(day(point.at), point.number)
    named = list(days.items())
    step = -(-len(named) // DAYS)
    below = [Tick(number, label) for label, number in named[::step]]
    beside = [Tick(at, translate("house-number", amount=at)) for at in round_amounts(max(balances))]
    return Draft(
        Message(title, (line,), footer, buttons), lambda: Picture(balance_chart(numbers, balances, below, beside), line)
    )


def round_amounts(most: int) -> range:
    """Return at most seven round amounts from zero to at least ``most``."""
    units = (10**digits * first for digits in count() for first in (1, 2, 5))
    unit = next(unit for unit in units if 5 * unit >= most)
    return range(0, most + unit, unit)


def _day(moment: datetime, zone: tzinfo, translate: Translator) -> str:
    date = moment.astimezone(zone).date()
    return translate("month-day", day=date.day, month=date.month)


def records_page(records: Sequence[Record], name_of: Callable[[PlayerId], str], translate: Translator) -> Message:
    lines: list[str] = []
    for game, title in TITLES.items():
        held = {record.what: record for record in records if record.game == game}
        if held:
            lines += ["", title] if lines else [title]
            lines += _records(game, held, name_of, translate)
    hands = _replays([Maximum(record.value, record.hand) for record in records], translate)
    return Message(
        translate("button-records"),
        tuple(lines) or (translate("records-none"),),
        translate("records-footer"),
        ((Button(translate("button-stats"), "stats"), Button(translate("button-chips"), "chips")),),
        select=Select(translate("records-select"), hands) if hands else None,
    )


def _records(
    game: str, held: Mapping[str, Record], name_of: Callable[[PlayerId], str], translate: Translator
) -> Iterator[str]:
    if pot := held.get(POT):
        yield translate(
            "records-pot" if game in WITH_POTS else "records-win",
            chips=pot.value,
            name=name_of(pot.player),
            hand=hand_number(pot.hand),
        )
    rarest, best = held.get(RAREST), held.get(BEST)
    if rarest is not None and rarest.made is not None:
        made = PRESENTERS[game].hand_name(rarest.made.name, translate)
        deals = round(rarest.value / 1000)
        yield translate(
            "records-rarest", made=made, deals=deals, name=name_of(rarest.player), hand=hand_number(rarest.hand)
        )
    elif best is not None:
        made = PRESENTERS[game].hand_name(GAMES[game].hand_name(best.value), translate)
        yield translate("records-best", made=made, name=name_of(best.player), hand=hand_number(best.hand))
    if streak := held.get(STREAK):
        yield translate(
            "records-streak", times=streak.value, name=name_of(streak.player), hand=hand_number(streak.hand)
        )


def _replays(maxima: Sequence[Maximum | None], translate: Translator) -> tuple[Button, ...]:
    hands = dict.fromkeys(each.hand for each in maxima if each is not None)
    return tuple(Button(translate("stats-replay-hand", hand=hand_number(hand)), f"replay {hand}") for hand in hands)


def _ways(translate: Translator) -> tuple[Button, ...]:
    return Button(translate("button-records"), "records"), Button(translate("button-chips"), "chips")


def percent(share: float, translate: Translator) -> str:
    """Return a percentage with one decimal, three for tiny shares."""
    digits = 3 if 0 < share < 0.001 else 1
    whole, part = divmod(round(share * 100 * 10**digits), 10**digits)
    return translate("percent", whole=whole, part=f"{part:0{digits}}")
