"""What somebody has won or lost, in chips: the one meaning of a plus or minus before an amount."""

from __future__ import annotations

from bot.wording import Translator


def net_text(net: int, translate: Translator) -> str:
    """Chips won (``+1,250``), lost (``−40``), or neither (``±0``), as the language writes them."""
    if not net:
        return translate("chips-even")
    return translate("chips-won", amount=net) if net > 0 else translate("chips-lost", amount=-net)
