"""The host's words on privacy: whom to ask, where to read more, and how long groups are remembered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Host:
    """The host of a bot."""

    contact: str = ""
    """Whom to ask: an address, a name on a platform; empty if nothing is said."""

    privacy_url: str = ""
    """The address of PRIVACY.md; empty if it is published nowhere."""

    terms_url: str = ""
    """The address of TERMS.md."""

    forget_groups_after: timedelta | None = timedelta(days=90)
    """After how long the people of a group are forgotten that the bot was removed from; ``None`` if never."""


DEFAULT_HOST = Host()
