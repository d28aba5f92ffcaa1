from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.features.bans.standing import Ban
from bot.groups import GroupSettings
from bot.ledger import PersonSaved
from bot.messages import Button, Message, PlayerId, Select, in_rows
from bot.wording import Translator

LENGTHS = ("1h", "1d", "7d", "30d")
"""With a button; others are typed."""

ROW = 3
"""Buttons in a row; names are long."""

MOST_LIFTED = 9
"""With a button; others are lifted by name."""

MOST_PICKED = 25
"""Most people in a list of the strictest platform."""


def ban_list(
    bans: Mapping[PlayerId, Ban],
    settings: GroupSettings,
    names: Mapping[PlayerId, str],
    others: Sequence[PersonSaved],
    now: datetime,
    said: Sequence[str],
    translate: Translator,
) -> Message:
    lines = [
        translate("bans-line", name=names[player], admin=names.get(ban.by, ban.by), **ban.fields(now, settings))
        for player, ban in bans.items()
    ] or [translate("bans-nobody")]
    lifts = [Button(translate("bans-lift", name=names[each]), f"unban {each}") for each in list(bans)[:MOST_LIFTED]]
    rows = in_rows(lifts, ROW)
    options = tuple(Button(each.name, f"bans {each.player}") for each in others[:MOST_PICKED])
    select = Select(translate("bans-whom"), options) if options else None
    top = (*said, "") if said else ()
    back = Button(translate("button-back"), "house section order")
    return Message(translate("bans-title"), (*top, *lines), translate("bans-how"), (*rows, (back,)), select=select)


def lengths(player: PlayerId, name: str, translate: Translator) -> Message:
    told = [translate("for-time", count=int(each[:-1]), unit=each[-1]) for each in LENGTHS]
    row = tuple(Button(name, f"ban {player} {each}", style="danger") for each, name in zip(LENGTHS, told, strict=True))
    others = (
        Button(translate("bans-for-good"), f"ban {player}", style="danger"),
        Button(translate("button-back"), "bans"),
    )
    return Message(translate("bans-title"), (translate("bans-how-long", name=name),), buttons=(row, others))
