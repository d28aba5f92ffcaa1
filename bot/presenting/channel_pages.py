"""The page of the channels open to tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.groups import GroupSettings
from bot.messages import Button, Message, Place
from bot.wording import Translator

NameOf = Callable[[Place], str]


def names(settings: GroupSettings, group: str, name_of: NameOf, translate: Translator) -> str:
    return ", ".join(name(Place(group, channel), name_of, translate) for channel in sorted(settings.channels))


def name(place: Place, name_of: NameOf, translate: Translator) -> str:
    """Return the name of a channel, or its number if the platform tells no name."""
    return name_of(place) or translate("channel-without-name", number=place.channel)


def page(settings: GroupSettings, here: Place, name_of: NameOf, translate: Translator) -> Message:
    """Return the channels open to tables, with buttons for the channel ``here``."""
    if settings.channels:
        line = translate("channels-some", channels=names(settings, here.group, name_of, translate))
    else:
        line = translate("channels-all")
    row = []
    if here.channel not in settings.channels:
        also = Button(translate("button-channel-also" if settings.channels else "button-channel-only"), "channels add")
        row.append(also)
    else:
        row.append(Button(translate("button-channel-not"), "channels remove"))
    if settings.channels:
        row.append(Button(translate("button-channels-all"), "channels all"))
    back = Button(translate("button-back"), "house section order")
    return Message(translate("channels-title"), (line,), translate("channels-how"), ((*row, back),))
