"""Asking a platform whether somebody is in the group that they mean in private: for what that matters, and what is said
if the platform does not answer."""

from __future__ import annotations

from bot.commands import spec_of
from bot.messages import Message
from bot.presenting import answers
from bot.wording import Translator


class MembershipUnknown(Exception):
    """The platform does not say in time what a user is in a group."""


class BotNotThere(MembershipUnknown):
    """The bot itself is not in the group any more, so its platform tells nothing of it."""


def is_for_members(line: str) -> bool:
    """Whether a line may be carried out for members of its group only."""
    spec = spec_of(line)
    return spec is not None and spec.for_members


def membership_unknown(why: MembershipUnknown, platform: str, translate: Translator) -> Message:
    """What a user is told if their platform does not say whether they may do something; nothing was done."""
    if isinstance(why, BotNotThere):
        return answers.sentence(translate("membership-gone"))
    return answers.sentence(translate("membership-unknown", platform=platform))
