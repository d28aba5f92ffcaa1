"""Who ended an evening at a table with what, for the message that closes it."""

from __future__ import annotations

from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.presenting.net import net_text
from bot.tables.state import TableState
from bot.wording import Translator


def evening_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    """What everybody took away from a closed table and their net against what they brought, who won most first.

    There is nothing to tell of a table at which no hand was played.
    """
    if not state.hands_played:
        return ()
    tallies = sorted(state.tallies, key=lambda tally: (-tally.net, tally.name))
    key = "evening-line" if len(tallies) <= FEW_PLAYERS else "evening-short"
    lines = [translate(key, name=each.name, chips=each.took, net=net_text(each.net, translate)) for each in tallies]
    if len(tallies) > FEW_PLAYERS:
        lines = fill_lines(lines)
    return (translate("evening-title", hands=state.hands_played), *lines)
