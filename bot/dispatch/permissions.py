"""Who may use which command: members, admins, anonymous admins, and nobody but a few while the bot is away.

What only hosts and players may do is checked at the table.
"""

from __future__ import annotations

from datetime import datetime

from bot.commands import CommandSpec, Refusal
from bot.groups import GroupSettings
from bot.groups.local_time import moment
from bot.messages import Person


def check_membership(who: Person, spec: CommandSpec) -> None:
    """Refuse what somebody asks of a group that they have left or were banned from.

    What is about no group is answered all the same, and so is what returns their own chips.

    Raises:
        Refusal: they are not in the group.
    """
    if spec.for_members and not who.member:
        raise Refusal("not-in-group")


def check_ban(who: Person, spec: CommandSpec, settings: GroupSettings, now: datetime) -> None:
    """Refuse what somebody may not do who is banned: they may read all that they could, and finish a running hand.

    Whoever administers the group could lift it, and so is kept from nothing.

    Raises:
        Refusal: they are banned.
    """
    ban = settings.ban_of(who.id, now)
    if ban is None or spec.for_banned or who.admin or who.anonymous:
        return
    if ban.until is None:
        raise Refusal("banned-for-good", given=ban.given, why=ban.reason)
    until = moment(ban.until, now, settings)
    raise Refusal("banned", until=until, given=ban.given, why=ban.reason)


def check_permissions(who: Person, spec: CommandSpec, *, away: bool) -> None:
    """Refuse what somebody may not do.

    Args:
        who: the person, or an admin who speaks as the group.
        spec: the command.
        away: whether the bot was removed from the group.

    Raises:
        Refusal: it is for admins only, or needs a person, or the bot is away.
    """
    if who.anonymous and not (spec.for_admins or spec.as_group):
        raise Refusal("anonymous")
    if spec.for_admins and not who.admin:
        raise Refusal("admin-only")
    if away and not spec.while_away:
        raise Refusal("group-away")
