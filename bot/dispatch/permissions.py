"""Who may use which command, whatever the state of things; what only hosts and players may do, the table knows."""

from __future__ import annotations

from bot.commands import CommandSpec, Who
from bot.commands.refusal import Refusal
from bot.messages import Person

HARMLESS = frozenset(
    {
        "hand", "hint", "status", "house", "house rule", "chips", "ledger", "top", "rules", "help", "language",
        "verify", "verify mine", "fairness",
    }
)  # fmt: skip
"""What changes neither chips nor tables nor rules, and is answered even while the bot is not in the group."""

IN_THE_NAME_OF_THE_GROUP = frozenset(
    {"house", "house rule", "rules", "help", "status", "close", "kick", "top", "verify", "fairness"}
)
"""What an admin may do as the group, besides what only admins may: whatever needs neither chips nor a chair."""


def check_permissions(who: Person, spec: CommandSpec | None, *, away: bool) -> None:
    """Refuse what somebody may not do.

    Args:
        who: the person, or an admin who speaks as the group.
        spec: the command; ``None`` for a word of a button that is no command.
        away: whether the bot was sent away from the group.

    Raises:
        Refusal: it is for admins only, or needs a person, or the bot is away.
    """
    name = "" if spec is None else spec.name
    admins_only = spec is not None and spec.who is Who.ADMIN
    if who.anonymous and not admins_only and name not in IN_THE_NAME_OF_THE_GROUP:
        raise Refusal("anonymous")
    if admins_only and not who.admin:
        raise Refusal("admin-only")
    if away and name not in HARMLESS:
        raise Refusal("group-away")
