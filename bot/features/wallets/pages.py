"""The page about a person's chips: their places, the ways to earn them, all reports."""

from __future__ import annotations

from typing import Final

from bot.commands import BY_LINE
from bot.groups import TableRules
from bot.ledger import Wealth
from bot.messages import Button, Message, in_rows
from bot.wording import Translator

WAYS: Final = ("ledger", "evening", "top", "stats", "history", "export", "daily", "limit")
"""Commands of the page's buttons, in their order."""

WAYS_A_ROW: Final = 3


def chips_page(wealth: Wealth, at_stake: int, rules: TableRules, table: str, translate: Translator) -> Message:
    """Return the page; ``at_stake`` of the chips on tables are staked in running hands."""
    lines = [
        translate("chips-line", wallet=wealth.in_wallet, tables=wealth.on_tables - at_stake, pot=at_stake),
        translate("chips-total", total=wealth.total),
        "",
        translate("chips-buy-in", usual=rules.buy_in, least=rules.min_buy_in, most=rules.max_buy_in),
        translate("chips-given", grant=rules.grant, floor=rules.daily),
        translate("chips-gifts", gifts=rules.gifts),
    ]
    ways = [Button(translate(f"button-{name}"), name) for name in WAYS if name in BY_LINE]
    rows = in_rows(ways, WAYS_A_ROW)
    if table:
        rows.append((Button(translate("button-back"), "menu", f"{table}:"),))
    return Message(translate("chips-title"), tuple(lines), translate("play-chips"), tuple(rows))
