from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Host:
    contact: str = ""
    """An address or a name on a platform, or empty."""

    privacy_url: str = ""
    """The address of PRIVACY.md, or empty."""

    terms_url: str = ""
    """The address of TERMS.md, or empty."""

    public_url: str = ""
    """The address of the public page, or empty."""

    forget_groups_after: timedelta | None = timedelta(days=90)
    """Time until the people of a group without the bot are forgotten; ``None`` for never."""


DEFAULT_HOST = Host()
