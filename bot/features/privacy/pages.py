"""The pages about privacy: what is stored, what is handed over, and what forgetting means, before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.environment.host import Host
from bot.messages import AddressLine, Button, File, Message
from bot.wording import Translator


def overview(platform: str, days: int, host: Host, translate: Translator) -> Message:
    """Tell what is stored, why, for how long, who sees it and whom to ask, with buttons that export or forget it.

    The keys to cards that nobody showed are kept for ``days``; the local room keeps what is said in it, too.
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
    buttons = (
        Button(translate("button-export-me"), "export me"),
        Button(translate("button-forget-me"), "forget me"),
    )
    return Message(translate("privacy-title"), tuple(lines[1:]), buttons=(buttons,), brief=translate("privacy-brief"))


def _addresses(host: Host, translate: Translator) -> Iterable[str]:
    """Yield the addresses of more, if the host has published it."""
    for label, url in ((translate("privacy-url"), host.privacy_url), (translate("terms-url"), host.terms_url)):
        if url:
            yield from ("", label, AddressLine(url))


def export(file: File, tables: Mapping[str, Sequence[Any]], translate: Translator) -> Message:
    """Everything that is stored of somebody, as a file."""
    rows = sum(map(len, tables.values()))
    return Message(translate("export-me-title"), (translate("export-me-rows", rows=rows),), file=file)


class Forgetting(NamedTuple):
    """The losses of somebody who is forgotten."""

    groups: int
    """Groups that know them."""

    chips: int
    """Chips in all of them."""

    seats: int
    """Tables at which they sit."""

    code: str
    """The code on their button, so that nobody else's press counts."""


def forget(facts: Forgetting, platform: str, translate: Translator) -> Message:
    """Tell exactly what will happen, with the button that asks once more."""
    groups, chips, seats, code = facts
    what = translate("forget-what", groups=groups, chips=chips, seats=seats, platform=platform)
    lines = tuple(what.splitlines())
    buttons = (
        (Button(translate("button-back"), "privacy"), Button(translate("button-export-me"), "export me")),
        (Button(translate("button-forget-me"), f"forget now {code}", style="danger"),),
    )
    return Message(translate("forget-title"), lines, buttons=buttons, brief=translate("forget-brief"))


def forget_surely(facts: Forgetting, platform: str, translate: Translator) -> Message:
    """Tell what goes, in short, with the button that does it."""
    groups, chips, seats, code = facts
    line = translate("forget-surely", groups=groups, chips=chips, seats=seats, platform=platform)
    row = (
        Button(translate("button-back"), "privacy"),
        Button(translate("button-forget-now"), f"forget now {code}", style="danger"),
    )
    return Message(translate("forget-title"), (line,), buttons=(row,), brief=translate("forget-brief"))
