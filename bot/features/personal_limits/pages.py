from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from bot.commands.durations import in_units
from bot.features.personal_limits.play_limits import BREAKS, MEASURES, MOST, DailyLimit, Measure, Played, PlayLimits
from bot.messages import AmountQuestion, Button, Message
from bot.wording import Translator

COMMAND: Final = "limit"
OFF: Final = "off"

USUAL: Final[Mapping[Measure, tuple[int, ...]]] = MappingProxyType(
    {"chips": (250, 500, 1000, 2000), "hands": (20, 50, 100, 200), "hours": (1, 2, 3, 4)}
)

SECONDS_A_MINUTE: Final = 60

Told = Callable[[datetime], str]
"""Puts a moment into words of the local clock."""


def measure(word: str) -> Measure | None:
    """Return the measure that is meant, or ``None``."""
    return next((each for each in MEASURES if each == word), None)


def overview(
    limits: PlayLimits, played: Played, now: datetime, told: Told, translate: Translator, said: str = ""
) -> Message:
    """Return all limits with today's play and buttons."""
    lines = [*((said, "") if said else ())]
    if limits.on_break(now) and limits.break_until is not None:
        lines += [translate("break-runs", until=told(limits.break_until)), ""]
    lines += [_line(each, limits.limit(each), played, now, told, translate) for each in MEASURES]
    lines += ["", *translate("limits-how").splitlines()]
    buttons = (
        tuple(Button(translate(f"limit-{each}"), f"{COMMAND} {each}") for each in MEASURES),
        (Button(translate("button-take-break"), "break"), Button(translate("button-back"), "chips")),
    )
    return Message(translate("button-limit"), tuple(lines), buttons=buttons)


def _line(what: Measure, limit: DailyLimit, played: Played, now: datetime, told: Told, translate: Translator) -> str:
    holds, coming = limit.at(now), limit.coming(now)
    line = translate(
        "limit-line",
        what=translate(f"limit-{what}"),
        most=_most(what, holds, translate),
        used=_used(what, played, translate),
    )
    if coming is None:
        return line
    return translate("limit-line-later", line=line, most=_most(what, limit.later, translate), since=told(coming))


def _most(what: Measure, amount: int | None, translate: Translator) -> str:
    return translate("house-no-limit") if amount is None else counted(what, amount, translate)


def counted(what: Measure, amount: int, translate: Translator) -> str:
    if what == "chips":
        return translate("limit-chips-most", amount=amount)
    return (
        translate("hands-counted", hands=amount) if what == "hands" else translate("for-time", count=amount, unit="h")
    )


def _used(what: Measure, played: Played, translate: Translator) -> str:
    if what != "hours":
        return translate(f"limit-{what}-used", amount=played.of(what))
    hours, minutes = divmod(played.seconds // SECONDS_A_MINUTE, 60)
    return translate("limit-hours-used", hours=hours, minutes=minutes)


def choice(what: Measure, limit: DailyLimit, now: datetime, translate: Translator) -> Message:
    holds = limit.at(now)
    amounts = tuple(
        Button(
            counted(what, amount, translate),
            f"{COMMAND} {what} {amount}",
            style="primary" if amount == holds else "plain",
        )
        for amount in USUAL[what]
    )
    own = Button(translate("button-other-amount"), f"{COMMAND} {what}", ask=question(what, translate))
    none = (Button(translate("house-no-limit"), f"{COMMAND} {what} {OFF}"),) if holds is not None else ()
    line = translate("limit-now", what=translate(f"limit-{what}"), most=_most(what, holds, translate))
    back = Button(translate("button-back"), COMMAND)
    return Message(translate("button-limit"), (line,), buttons=(amounts, (own, *none), (back,)))


def question(what: Measure, translate: Translator) -> AmountQuestion:
    return AmountQuestion(translate(f"ask-limit-{what}", least=1, most=MOST[what]), 1, MOST[what])


def changed(what: Measure, limit: DailyLimit, now: datetime, told: Told, translate: Translator) -> str:
    coming = limit.coming(now)
    if coming is not None:
        return translate("limit-changes-later", most=_most(what, limit.later, translate), since=told(coming))
    return translate("limit-set", most=_most(what, limit.at(now), translate))


def breaks(translate: Translator) -> Message:
    periods = tuple(Button(period(each, translate), f"break {each}") for each in BREAKS)
    back = Button(translate("button-back"), COMMAND)
    lines = tuple(translate("break-what").splitlines())
    return Message(translate("break-title"), lines, buttons=(periods, (back,)))


def period(word: str, translate: Translator) -> str:
    count, unit = in_units(BREAKS[word])
    return translate("for-time", count=count, unit=unit)


def confirmation(period: str, until: str, translate: Translator) -> Message:
    sure = Button(translate("button-break-begin"), f"break begin {period}", style="danger")
    back = Button(translate("button-back"), "break")
    lines = (translate("break-sure", until=until), *translate("break-what").splitlines())
    return Message(translate("break-title"), lines, buttons=((sure,), (back,)))
