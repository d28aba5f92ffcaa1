from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.features.guests.links import PLAY, WATCH
from bot.messages import AddressLine, Button, Message, PlayerId
from bot.pictures.qr_code import qr_code
from bot.presenting.drafts import Draft
from bot.wording import Translator

MOST_LISTED = 6
"""Most people with buttons."""


class Here(NamedTuple):
    player: PlayerId
    name: str
    kind: str


class Waits(NamedTuple):
    number: int
    name: str
    kind: str


def asked(number: int, name: str, kind: str, translate: Translator) -> Message:
    answering = (*_answering(number, translate), Button(translate("button-guests"), "guests"))
    return Message(lines=(translate("guests-asked", name=name, kind=kind),), buttons=(answering,))


def _answering(number: int, translate: Translator, name: str = "") -> tuple[Button, ...]:
    let_in = translate("button-guest-let-in", name=name) if name else translate("button-guest-in")
    return (
        Button(let_in, f"guests let {number}", style="primary"),
        Button(translate("button-guest-no"), f"guests no {number}"),
    )


def overview(
    here: Sequence[Here], waiting: Iterable[Waits], until: str, said: Sequence[str], translate: Translator
) -> Message:
    waiting = list(waiting)[:MOST_LISTED]
    lines = [translate("guests-asked", name=each.name, kind=each.kind) for each in waiting]
    lines += [translate("guests-here", name=each.name, kind=each.kind) for each in here]
    if until:
        lines.append(translate("guests-open", until=until))
    answering = [_answering(each.number, translate, each.name) for each in waiting]
    outs = tuple(
        Button(translate("button-guest-out", name=each.name), f"guests out {each.player}")
        for each in here[:MOST_LISTED]
    )
    links = (
        Button(translate("button-guest-link-watch"), f"guests {WATCH}"),
        Button(translate("button-guest-link-everyone"), f"guests {WATCH} everyone"),
        Button(translate("button-guest-link-play"), f"guests {PLAY}"),
    )
    off = (Button(translate("button-guests-off"), "guests off", style="danger"),) if here or until else ()
    top = (*said, "") if said else ()
    return Message(
        translate("guests-title"),
        (*top, *(lines or [translate("guests-nobody")])),
        translate("guests-how"),
        tuple(filter(None, (*answering, outs, links, off))),
    )


def link(address: str, kind: str, everyone: bool, until: str, translate: Translator) -> Draft:
    line = translate("guests-link", kind=kind, everyone="yes" if everyone else "no", until=until)
    back = ((Button(translate("button-guests"), "guests"),),)
    message = Message(translate("guests-title"), (line, AddressLine(address)), buttons=back)
    return Draft(message, lambda: qr_code(address, translate("guests-code")))
