"""The hands shown in a round of QiuQiu, read from its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.qiuqiu.events import Showed
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.shown_hand import ShownHand


def shown_hands(events: Iterable[Any], rules: QiuQiuRules) -> tuple[ShownHand, ...]:
    """What was shown, as it was declared, which need not be the best it could have been (QQ-16)."""
    ranked = ranking(rules)
    return tuple(
        ShownHand(event.seat, event.label, ranked.declared_strength(event.tiles, event.label))
        for event in events
        if isinstance(event, Showed)
    )
