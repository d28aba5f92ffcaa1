"""Pages of rankings and seasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Final

from bot.features.rankings.ranking import By, Ranked
from bot.features.rankings.seasons import Season
from bot.features.rankings.standings import Levelling
from bot.messages import Button, Message, PlayerId, RowLine, Select
from bot.messages.lookalikes import all_told_apart
from bot.presenting.dates import day_text
from bot.presenting.net import net_text
from bot.presenting.turning import turned
from bot.wording import Translator

LINES_A_PAGE: Final = 10
SEASONS_A_PAGE: Final = 8

MOST_NAMED: Final = 3
"""Places of a final table with a name of their own."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a page, and the names of people."""

    translate: Translator
    name_of: Callable[[PlayerId], str]
    zone: tzinfo
    who: PlayerId = ""
    """The reader, whose line is always shown; empty for everybody and for the group's voice."""

    administers: bool = False
    """True if they may manage seasons and read the mint's account."""


# --- rankings ----------------------------------------------------------------------------------------------------


def ranking(by: By, lines: Sequence[Ranked], season: Season | None, reader: Reader) -> Message:
    """Return the top of a ranking and the reader's place."""
    translate = reader.translate
    if by is By.SEASON and season is None:
        text = [translate("ranking-no-season")]
    else:
        text = _first_and_own(lines, reader, with_sign=by is not By.BALANCE)
    name = translate(f"ranking-by-{by}") if season is None or by is not By.SEASON else _named(season, translate)
    choices = tuple(
        Button(translate(f"button-ranking-{each}"), f"top {each}", style="primary" if each is by else "plain")
        for each in By
    )
    chips = Button(translate("button-chips"), "chips")
    ways = (chips, Button(translate("button-seasons"), "seasons"), *_for_admins(reader))
    return Message(
        translate("ranking-title", by=name), tuple(text), translate("ranking-how"), (choices, ways), brief=text[0]
    )


def _for_admins(reader: Reader) -> tuple[Button, ...]:
    translate = reader.translate
    return (Button(translate("button-audit"), "audit"),) if reader.administers else ()


def _first_and_own(lines: Sequence[Ranked], reader: Reader, *, with_sign: bool, start: int = 0) -> list[str]:
    translate, shown = reader.translate, list(lines[start : start + LINES_A_PAGE])
    own = next((each for each in lines if each.player == reader.who), None)
    text = _lines([*shown, own] if own is not None and own not in shown else shown, reader, with_sign=with_sign)
    if own is not None and own not in shown:
        text.insert(len(shown), "…")
    if not shown:
        text.append(translate("ranking-empty"))
    elif own is None and reader.who:
        text += ["", translate("ranking-without-you")]
    return text


def _lines(lines: Iterable[Ranked], reader: Reader, *, with_sign: bool) -> list[str]:
    translate, lines = reader.translate, list(lines)
    names = all_told_apart({each.player: reader.name_of(each.player) for each in lines})
    heads, text = translate("ranking-heads"), list[str]()
    for each in lines:
        name, chips = names[each.player], _chips(each.chips, translate, with_sign=with_sign)
        own = "yes" if each.player == reader.who else "no"
        shown = translate("ranking-line", place=each.place, name=name, chips=chips, own=own)
        text.append(RowLine(shown, (f"{each.place}.", name, chips), heads))
    return text


def _chips(chips: int, translate: Translator, *, with_sign: bool) -> str:
    return net_text(chips, translate) if with_sign else translate("house-number", amount=chips)


# --- seasons -----------------------------------------------------------------------------------------------------


def running(season: Season | None, name: str, lines: Sequence[Ranked], reader: Reader) -> Message:
    translate = reader.translate
    ways = [Button(translate("button-ranking"), "top"), Button(translate("button-seasons"), "seasons")]
    if season is None:
        text = [translate("ranking-no-season")]
        if reader.administers:
            ways.insert(0, Button(translate("button-season-open"), f"season open {name}", style="primary"))
        return Message(translate("season-title"), tuple(text), buttons=(tuple(ways),))
    text = [
        translate("season-since", day=day_text(season.opened, reader.zone, translate)),
        "",
        *_first_and_own(lines, reader, with_sign=True),
    ]
    if reader.administers:
        ways.append(Button(translate("button-season-close"), "season close"))
    return Message(_named(season, translate), tuple(text), translate("ranking-how"), (tuple(ways),))


def closing(season: Season, number: int, lines: Sequence[Ranked], reader: Reader) -> Message:
    translate = reader.translate
    text = (translate("season-close-asked"), "", *_first_and_own(lines, replace(reader, who=""), with_sign=True))
    ways = (
        Button(translate("button-season-close-now"), f"season close {number}", style="danger"),
        Button(translate("button-season-close-reset"), "season reset"),
        Button(translate("button-back"), "season"),
    )
    return Message(_named(season, translate), text, buttons=(ways,))


def levelling(season: Season, number: int, what: Levelling, reader: Reader) -> Message:
    """Preview a reset with the close."""
    translate = reader.translate
    back = Button(translate("button-back"), "season close")
    if what.tables:
        first = translate("refused-season-tables-open")
        return Message(_named(season, translate), (first,), buttons=((back,),))
    moves = translate("season-reset-moves", wallets=what.wallets, taken=what.taken, given=what.given)
    text = (translate("season-reset-asked", grant=what.grant), moves, translate("season-reset-how"))
    reset = Button(translate("button-season-reset-now"), f"season reset {number}", style="danger")
    return Message(_named(season, translate), text, buttons=((reset, back),))


def closed(season: Season, lines: Sequence[Ranked], admin: str, grant: int, reader: Reader) -> Message:
    translate = reader.translate
    first = lines[:LINES_A_PAGE]
    names = all_told_apart({each.player: reader.name_of(each.player) for each in first})
    text = [
        translate(
            "season-podium" if each.place <= MOST_NAMED else "season-place",
            place=each.place,
            name=names[each.player],
            chips=net_text(each.chips, translate),
        )
        for each in first
    ]
    text = text or [translate("ranking-empty")]
    text += ["", translate("season-closed-by", name=admin)]
    if season.reset:
        text.append(translate("season-was-reset", grant=grant))
    buttons = ((Button(translate("button-seasons"), "seasons"),),)
    return Message(translate("season-over-title", name=season.name), tuple(text), buttons=buttons)


def old_seasons(seasons: Sequence[Season], before: int | None, reader: Reader) -> Message:
    """List newest seasons first, leading to their tables."""
    translate = reader.translate
    end = len(seasons) if before is None else max(min(before - 1, len(seasons)), 0)
    numbers = range(end, max(end - SEASONS_A_PAGE, 0), -1)
    text = [_time_of(seasons[number - 1], reader) for number in numbers]
    options = tuple(
        Button(
            _named(seasons[number - 1], translate),
            f"season table {number}" if seasons[number - 1].closed is not None else "season",
        )
        for number in numbers
    )
    turning = []
    if end < len(seasons):
        turning.append(
            Button(translate("button-season-newer"), f"seasons {min(end + SEASONS_A_PAGE, len(seasons)) + 1}")
        )
    if numbers and numbers[-1] > 1:
        turning.append(Button(translate("button-older"), f"seasons {numbers[-1]}"))
    ways = (Button(translate("button-season"), "season"), Button(translate("button-ranking"), "top"))
    return Message(
        translate("seasons-title"),
        tuple(text) or (translate("seasons-none"),),
        buttons=tuple(filter(None, (tuple(turning), ways))),
        select=Select(translate("seasons-pick"), options) if options else None,
    )


def table(season: Season, number: int, lines: Sequence[Ranked], page: int, reader: Reader) -> Message:
    translate = reader.translate
    turning = turned(lines, page, LINES_A_PAGE, f"season table {number}", translate)
    start = (turning.number - 1) * LINES_A_PAGE
    text = (_time_of(season, reader), "", *_first_and_own(lines, reader, with_sign=True, start=start))
    ways = (Button(translate("button-seasons"), "seasons"),)
    buttons = tuple(filter(None, (turning.buttons, ways)))
    return Message(_named(season, translate), text, translate("ranking-how"), buttons)


def _named(season: Season, translate: Translator) -> str:
    return translate("season-named", name=season.name)


def _time_of(season: Season, reader: Reader) -> str:
    translate = reader.translate
    opened = day_text(season.opened, reader.zone, translate)
    if season.closed is None:
        return translate("season-line-running", name=season.name, opened=opened)
    closed = day_text(season.closed, reader.zone, translate)
    reset = "yes" if season.reset else "no"
    return translate("season-line", name=season.name, opened=opened, closed=closed, reset=reset)
