"""Features beyond playing, a folder each with commands, pages, queries and texts.

Delete a feature by deleting folder and name below. Installed packages add theirs by entry points of the group
``kiu.features``. Features know the core, never each other.
"""

from __future__ import annotations

from typing import Final

FEATURES: Final = (
    "house_rules",
    "channels",
    "wallets",
    "help",
    "languages",
    "removing",
    "pausing",
    "shuffling",
    "menu",
    "hints",
    "notifying",
    "invitations",
    "bans",
    "circles",
    "time_zones",
    "self_test",
    "statements",
    "rankings",
    "statistics",
    "mint",
    "exports",
    "bank",
    "personal_limits",
    "integrity",
    "proofs",
    "evenings",
    "histories",
    "privacy",
    "backups",
    "health",
    "doctor",
    "table_page",
    "guests",
)
