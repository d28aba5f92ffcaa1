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
    nets = [net_text(tally.net, translate) for tally in tallies]
    if len(tallies) <= FEW_PLAYERS:
        lines = [
            translate("evening-line", name=tally.name, chips=tally.took, net=net)
            for tally, net in zip(tallies, nets, strict=True)
        ]
    else:
        entries = zip(tallies, nets, strict=True)
        lines = fill_lines(translate("evening-short", name=tally.name, net=net) for tally, net in entries)
    return (translate("evening-title", hands=state.hands_played), *lines)
