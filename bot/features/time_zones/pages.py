"""Pages for the choice of a time zone: likely zones, regions, zones of a region."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.groups.time_zones import by_region, zone_of
from bot.messages import Button, Message, Select
from bot.presenting.dates import clock_text
from bot.presenting.turning import turned
from bot.wording import Translator

LIKELY: Final = (("Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"), ("Asia/Singapore", "Asia/Shanghai", "UTC"))
"""Zones shown first: Indonesia and other countries of these games."""

ZONES_A_PAGE: Final = 20


def overview(zone: str, now: datetime, translate: Translator, *, chosen: bool = False) -> Message:
    """Return the present zone, likely ones, and regions."""
    where = {"zone": zone, "time": clock_text(now, zone_of(zone))}
    return Message(
        translate("zone-title"),
        (translate("zone-chosen" if chosen else "zone-time", **where), translate("zone-how")),
        buttons=tuple(tuple(_zone(each, now) for each in row) for row in LIKELY),
        select=Select(translate("zone-pick-region"), tuple(Button(each, f"house zone {each}") for each in by_region())),
    )


def region(name: str, page: int, now: datetime, translate: Translator) -> Message:
    """Count pages from 1; larger numbers mean the last page."""
    turning = turned(by_region()[name], page, ZONES_A_PAGE, f"house zone {name}", translate)
    title = translate("zone-region-title", region=name, page=turning.number, pages=turning.pages)
    return _choice(title, turning.shown, turning.buttons, now, translate)


def several(zones: Sequence[str], now: datetime, translate: Translator) -> Message:
    return _choice(translate("zone-several"), zones[:ZONES_A_PAGE], (), now, translate)


def _choice(
    title: str, zones: Sequence[str], turning: tuple[Button, ...], now: datetime, translate: Translator
) -> Message:
    back = (Button(translate("button-back"), "house zone"),)
    return Message(
        title,
        (translate("zone-how"),),
        buttons=tuple(filter(None, (turning, back))),
        select=Select(translate("zone-pick"), tuple(_zone(each, now) for each in zones)),
    )


def _zone(name: str, now: datetime) -> Button:
    city = name.partition("/")[2].replace("_", " ") or name
    return Button(f"{city} {clock_text(now, zone_of(name))}", f"house zone {name}")
