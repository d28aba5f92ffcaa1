from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from bot.features.circles.codes import LASTS
from bot.features.circles.queries import Holding
from bot.groups import GroupSettings
from bot.messages import Button, Message
from bot.presenting import house_words
from bot.presenting.presenters import TITLES
from bot.wording import Translator


class Part(NamedTuple):
    name: str
    holding: Holding


def overview(circle: str, silent: str, move: str, translate: Translator) -> Message:
    """Return the page of a circle; ``move`` is the command to stand here instead."""
    row = [Button(translate("button-link-group"), "link group")]
    if circle:
        row.append(Button(translate("button-link-me"), "link me"))
        row.append(Button(translate("button-link-end"), "link end", style="danger"))
    lines = [translate("circle-of", name=circle) if circle else translate("circle-none")]
    if silent:
        lines.append(translate("circle-silent", name=silent))
    here = (Button(translate("button-link-here"), move),) if move else ()
    return Message(translate("circle-title"), tuple(lines), buttons=tuple(filter(None, (here, tuple(row)))))


def code(code: str, key: str, translate: Translator) -> Message:
    return Message(translate("circle-title"), (translate(key, minutes=LASTS // timedelta(minutes=1)), code))


def accounts(code: str, name: str, chips: int, translate: Translator) -> Message:
    button = Button(translate("button-link-accounts"), f"link mine {code}", style="primary")
    return Message(
        translate("circle-title"), (translate("accounts-offer", name=name, chips=chips),), buttons=((button,),)
    )


def linked(name: str, translate: Translator) -> Message:
    button = Button(translate("button-link-undo"), "link undo", style="danger")
    return Message(translate("circle-title"), (translate("accounts-are", name=name),), buttons=((button,),))


def offer(
    code: str, first: Part, second: Part, ours: GroupSettings, theirs: GroupSettings, translate: Translator
) -> Message:
    lines = [
        *(_line(each, translate) for each in (first, second)),
        translate("circle-rules", name=first.name),
        *_differing(ours, theirs, translate),
        translate("circle-anew"),
        translate("circle-ends"),
    ]
    agree = Button(translate("button-link-agree"), f"link agree {code}", style="primary")
    not_now = Button(translate("button-link-not-now"), f"link not {code}")
    return Message(translate("circle-title"), tuple(lines), buttons=((agree, not_now),))


def ending(circle: int, groups: Iterable[Part], translate: Translator) -> Message:
    lines = [translate("circle-ends"), *(_line(each, translate) for each in groups)]
    button = Button(translate("button-link-end-now"), f"link end {circle}", style="danger")
    return Message(translate("circle-title"), tuple(lines), buttons=((button,),))


def _line(group: Part, translate: Translator) -> str:
    people, chips = group.holding
    return translate("circle-line", name=group.name, people=people, chips=chips)


def _differing(first: GroupSettings, other: GroupSettings, translate: Translator) -> list[str]:
    found = []
    for game, title in TITLES.items():
        ours, theirs = first.game(game).rules, other.game(game).rules
        if changed := ours.differences(theirs):
            found.append(translate("circle-rules-of", game=title, rules=house_words.in_line(ours, changed, translate)))
    if changed := first.tables.differences(other.tables):
        found.append(translate("circle-rules-tables", rules=house_words.in_line(first.tables, changed, translate)))
    return found
