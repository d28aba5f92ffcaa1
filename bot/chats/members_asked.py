"""Questions to a platform about membership, and the message if it does not answer."""

from __future__ import annotations

from bot.commands import spec_of
from bot.messages import Message
from bot.presenting import answers
from bot.wording import Translator


class MembershipUnknown(Exception):
    """The platform does not answer a question about a member in time."""


class BotNotThere(MembershipUnknown):
    """The bot is outside the group, so its platform tells nothing of it."""


def is_for_members(line: str) -> bool:
    """True if only members of the group may send a line."""
    spec = spec_of(line)
    return spec is not None and spec.for_members


def membership_unknown(why: MembershipUnknown, platform: str, translate: Translator) -> Message:
    """Say that nothing was done."""
    if isinstance(why, BotNotThere):
        return answers.sentence(translate("membership-gone"))
    return answers.sentence(translate("membership-unknown", platform=platform))
