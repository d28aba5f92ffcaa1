from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.environment.host import Host
from bot.messages import AddressLine, Button, File, Message
from bot.wording import Translator


def overview(platform: str, days: int, host: Host, translate: Translator) -> Message:
    """Explain stored data, purpose, period, readers and contact, with buttons to export and forget.

    Keys to unshown cards are kept for ``days``; the local room also keeps its chat.
    """
    after = 0 if host.forget_groups_after is None else host.forget_groups_after.days
    parts = [
        translate("privacy-stored", platform=platform),
        translate("privacy-why"),
        translate("privacy-how-long", days=days, groups=after),
        translate("privacy-who"),
        translate("privacy-contact", contact=host.contact) if host.contact else translate("privacy-whom"),
    ]
    lines = [line for part in parts for line in ("", *part.splitlines())]
    lines += _addresses(host, translate)
    buttons = (Button(translate("button-export-me"), "export me"), Button(translate("button-forget-me"), "forget me"))
    return Message(translate("privacy-title"), tuple(lines[1:]), buttons=(buttons,), brief=translate("told-in-private"))


def _addresses(host: Host, translate: Translator) -> Iterable[str]:
    for label, url in ((translate("privacy-url"), host.privacy_url), (translate("terms-url"), host.terms_url)):
        if url:
            yield from ("", label, AddressLine(url))


def export(file: File, tables: Mapping[str, Sequence[Any]], translate: Translator) -> Message:
    rows = sum(map(len, tables.values()))
    return Message(translate("export-me-title"), (translate("export-me-rows", rows=rows),), file=file)


class Forgetting(NamedTuple):
    groups: int

    chips: int

    seats: int
    """Tables with their seats."""

    code: str
    """The code on their button, useless to others."""


def forget(facts: Forgetting, platform: str, translate: Translator) -> Message:
    groups, chips, seats, code = facts
    what = translate("forget-what", groups=groups, chips=chips, seats=seats, platform=platform)
    lines = tuple(what.splitlines())
    buttons = (
        (Button(translate("button-back"), "privacy"), Button(translate("button-export-me"), "export me")),
        (Button(translate("button-forget-me"), f"forget now {code}", style="danger"),),
    )
    return Message(translate("forget-title"), lines, buttons=buttons, brief=translate("told-in-private"))


def forget_surely(facts: Forgetting, platform: str, translate: Translator) -> Message:
    groups, chips, seats, code = facts
    line = translate("forget-surely", groups=groups, chips=chips, seats=seats, platform=platform)
    row = (
        Button(translate("button-back"), "privacy"),
        Button(translate("button-forget-now"), f"forget now {code}", style="danger"),
    )
    return Message(translate("forget-title"), (line,), buttons=(row,), brief=translate("told-in-private"))
