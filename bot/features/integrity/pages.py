"""The integrity report in words. It accuses nobody: unusual numbers stand beside their honest reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.features.integrity.tally import Fed, FoldRate, IntegrityReport, PairFlow
from bot.messages import Button, Message, PlayerId
from bot.messages.lookalikes import all_told_apart
from bot.wording import Translator

USUAL_DAYS: Final = 30
MOST_DAYS: Final = 366
PERIODS: Final = (7, 30, 90)

SHOWN: Final = 5
"""Pairs shown in the report."""

SHOWN_IN_DETAIL: Final = 12

NameOf = Callable[[PlayerId], str]


def page(report: IntegrityReport, days: int, name_of: NameOf, translate: Translator) -> Message:
    """Return unusual findings and their possible meaning."""
    named = _names(report, name_of)
    lines = [_counted(report, translate), ""]
    if report.pairs:
        lines += [translate("integrity-flows"), *(_flow(each, named, translate) for each in report.pairs[:SHOWN])]
    else:
        lines.append(translate("integrity-no-flows"))
    fed = [_fed(each, named, translate) for each in report.fed[:SHOWN]]
    fed += [_fed_by_several(taker, each, named, translate) for taker, each in report.fed_by_several.items()]
    lines += ["", translate("integrity-newcomers"), *fed] if fed else []
    standing_out = [each for each in report.folds if each.unusual]
    lines += ["", *(_fold(each, named, translate) for each in standing_out[:SHOWN])]
    if not standing_out:
        lines.append(translate("integrity-no-folds"))
    lines += [_voids(report, named, translate), "", *translate("integrity-means").splitlines()]
    periods = tuple(
        Button(translate("button-days", amount=each), f"integrity {each}", style="primary" if each == days else "plain")
        for each in PERIODS
    )
    details = Button(translate("button-details"), f"integrity details {days}")
    return Message(_title(days, translate), tuple(lines), buttons=(periods, (details,)))


def details(report: IntegrityReport, days: int, name_of: NameOf, translate: Translator) -> Message:
    named = _names(report, name_of)
    lines = [_counted(report, translate), *translate("integrity-how").splitlines(), ""]
    lines += [
        translate(
            "integrity-pair",
            flow=_flow(each, named, translate),
            hands=each.hands,
            of=each.of,
            share=round(100 * each.hands / each.of) if each.of else 0,
        )
        for each in report.pairs[:SHOWN_IN_DETAIL]
    ]
    lines += [_fold(each, named, translate) for each in report.folds[:SHOWN_IN_DETAIL]]
    if not report.complete:
        lines += ["", translate("integrity-newest", hands=report.hands)]
    back = Button(translate("button-back"), f"integrity {days}")
    return Message(_title(days, translate), tuple(lines), buttons=((back,),))


def _title(days: int, translate: Translator) -> str:
    return translate("integrity-title", days=days)


def _counted(report: IntegrityReport, translate: Translator) -> str:
    return translate("integrity-counted", hands=report.hands, people=report.people)


def _names(report: IntegrityReport, name_of: NameOf) -> dict[PlayerId, str]:
    people = {player for each in report.pairs for player in (each.giver, each.taker)}
    people |= {player for each in report.folds for player in (each.who, each.to)}
    people |= {player for player in report.voids if player}
    people |= {player for each in report.fed for player in (each.giver, each.taker)}
    return all_told_apart({player: name_of(player) for player in sorted(people)})


def _flow(pair: PairFlow, named: dict[PlayerId, str], translate: Translator) -> str:
    line = translate(
        "integrity-flow", giver=named[pair.giver], taker=named[pair.taker], amount=pair.net, hands=pair.hands
    )
    return translate("integrity-unusual", line=line) if pair.unusual else line


def _fed(fed: Fed, named: dict[PlayerId, str], translate: Translator) -> str:
    names = {"giver": named[fed.giver], "taker": named[fed.taker]}
    line = translate("integrity-fed", **names, amount=fed.lost, back=fed.back, given=fed.given, hands=fed.hands)
    return translate("integrity-unusual", line=line) if fed.unusual else line


def _fed_by_several(taker: PlayerId, fed: list[Fed], named: dict[PlayerId, str], translate: Translator) -> str:
    amount = sum(each.net for each in fed)
    line = translate("integrity-fed-by-several", taker=named[taker], count=len(fed), amount=amount)
    return translate("integrity-unusual", line=line) if sum(each.unusual for each in fed) > 1 else line


def _fold(rate: FoldRate, named: dict[PlayerId, str], translate: Translator) -> str:
    line = translate(
        "integrity-fold",
        who=named[rate.who],
        to=named[rate.to],
        folds=rate.folds,
        cases=rate.cases,
        others=rate.folds_to_others,
        all=rate.cases_with_others,
    )
    return translate("integrity-unusual", line=line) if rate.unusual else line


def _voids(report: IntegrityReport, named: dict[PlayerId, str], translate: Translator) -> str:
    if not report.voids:
        return translate("integrity-no-voids")
    who = ", ".join(
        translate("integrity-void", name=named.get(player, translate("integrity-by-kiu")), count=count)
        for player, count in sorted(report.voids.items(), key=lambda each: (-each[1], each[0]))
    )
    return translate("integrity-voids", who=who, count=sum(report.voids.values()))
