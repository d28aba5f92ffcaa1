"""Who owes whom, in words: in chips, and never in a currency."""

from __future__ import annotations

from collections.abc import Mapping

from bot.messages import PlayerId
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.wording import Translator
from engine.settling import balanced, payments


def settling_lines(nets: Mapping[PlayerId, int], names: Mapping[PlayerId, str], translate: Translator) -> list[str]:
    """Who owes whom how much, so that everybody is even: a line each, or several on a line if there are many.

    Odd chips that none of them won are owed by nobody, and that is said.

    Args:
        nets: the chips that each player has won or lost among people.
        names: what they are called.
        translate: into the language of the reader.
    """
    even, odd = balanced(nets), abs(sum(nets.values()))
    paid = payments(even)
    short = len(paid) > FEW_PLAYERS
    lines = [
        translate(
            "settle-short" if short else "settle-line",
            debtor=names[each.debtor],
            creditor=names[each.creditor],
            amount=each.amount,
        )
        for each in paid
    ]
    return [
        *((fill_lines(lines) if short else lines) or [translate("settle-nobody")]),
        *([translate("settle-odd", count=odd)] if odd else []),
    ]
