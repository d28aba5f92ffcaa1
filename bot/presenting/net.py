from __future__ import annotations

from bot.wording import Translator


def net_text(net: int, translate: Translator) -> str:
    """Return ``+1,250`` for a win, ``−40`` for a loss, ``±0`` for neither."""
    if not net:
        return translate("chips-even")
    return translate("chips-won", amount=net) if net > 0 else translate("chips-lost", amount=-net)
