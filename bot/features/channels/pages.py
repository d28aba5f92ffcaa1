from __future__ import annotations

from bot.messages import Button, Message
from bot.wording import Translator


def page(channels: frozenset[str], named: str, here: str, translate: Translator) -> Message:
    if here in channels:
        row = [Button(translate("button-channel-not"), "channels remove")]
    else:
        row = [Button(translate("button-channel-also" if channels else "button-channel-only"), "channels add")]
    if channels:
        row.append(Button(translate("button-channels-all"), "channels all"))
    row.append(Button(translate("button-back"), "house section order"))
    line = translate("channels-some", channels=named) if channels else translate("channels-all")
    return Message(translate("channels-title"), (line,), translate("channels-how"), (tuple(row),))
