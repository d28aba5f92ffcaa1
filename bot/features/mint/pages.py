"""Pages of the mint's grants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.features.mint.sources import Account, MintAudit
from bot.messages import Button, Message, PlayerId
from bot.messages.lookalikes import all_told_apart
from bot.presenting.net import net_text
from bot.presenting.turning import turned
from bot.wording import Translator

PLAYERS_A_PAGE: Final = 8


def audit(found: MintAudit, page: int, name_of: Callable[[PlayerId], str], translate: Translator) -> Message:
    turning = turned(found.people, page, PLAYERS_A_PAGE, "audit", translate)
    ways = (Button(translate("button-ranking"), "top"), Button(translate("button-season"), "season"))
    return Message(
        translate("audit-title"),
        (*_totals(found, translate), "", *_players(turning.shown, name_of, translate)),
        buttons=tuple(filter(None, (turning.buttons, ways))),
    )


def _totals(found: MintAudit, translate: Translator) -> list[str]:
    held = found.held
    lines = [
        translate("audit-source", source=translate(f"audit-of-{source}"), chips=net_text(chips, translate))
        for source, chips in found.by_source.items()
    ]
    for what, chips in (
        (translate("audit-to-computers"), found.computers),
        (translate("audit-to-practice"), held.practice),
        (translate("audit-odd-chips"), found.odd_chips),
    ):
        if chips:
            lines.append(translate("audit-source", source=what, chips=net_text(chips, translate)))
    lines.append(translate("audit-given", chips=-held.mint))
    lines.append(
        translate(
            "audit-held",
            total=held.total,
            wallets=held.wallets,
            tables=held.stacks + held.carried,
            practice=held.practice,
            sums="yes" if found.balances else "no",
        )
    )
    if found.from_computers:
        lines.append(translate("audit-from-computers", chips=net_text(found.from_computers, translate)))
    return lines


def _players(shown: Sequence[Account], name_of: Callable[[PlayerId], str], translate: Translator) -> list[str]:
    names = all_told_apart({each.player: name_of(each.player) for each in shown})
    return [
        translate(
            "audit-player",
            name=names[each.player],
            given=each.given,
            parts=", ".join(
                translate("audit-part", source=translate(f"audit-of-{source}"), chips=net_text(chips, translate))
                for source, chips in each.by_source.items()
            ),
            computers=net_text(each.from_computers, translate),
            farmed="yes" if each.from_computers else "no",
            several="yes" if each.by_source else "no",
        )
        for each in shown
    ]
