"""Special hands that have won, in words and for their picture."""

from __future__ import annotations

from bot.ledger import hand_number
from bot.pictures.celebration import Celebration
from bot.presenting.dates import date_text
from bot.presenting.drawn_hand import DrawnMoment
from bot.presenting.net import net_text
from bot.wording import Translator
from engine.special_hand import SpecialHand
from engine.table.hand import AnyHand


def celebrated(
    special: SpecialHand, hand: AnyHand, *, game: str, words: str, net: int, pot: str, translate: Translator
) -> Celebration:
    first, *others = special.seats
    began = hand.began
    return Celebration(
        headline=translate(f"special-{special.kind}"),
        words=words,
        name=hand.names[first],
        more=translate("special-more", count=len(others)) if others else "",
        chips=net_text(net, translate) if net > 0 else "",
        pot=pot,
        title=translate("hand-title", game=game, number=hand_number(hand.id)),
        date=date_text(began, translate),
    )


def drawn_moment(special: SpecialHand | None, told: Celebration | None) -> DrawnMoment | None:
    """Return the same for a page."""
    if special is None or told is None:
        return None
    return DrawnMoment(special.kind.replace("_", "-"), special.seats[0], told.headline, f"{told.name}: {told.words}")


def celebrating_line(told: Celebration | None, translate: Translator) -> tuple[str, ...]:
    """Return the same in one line, or none."""
    if told is None:
        return ()
    return (translate("special-told", name=told.name, headline=told.headline, words=told.words),)
