"""What every column of text in the database holds of people: the one list that erasing and exporting go by.

A column that is missing here, or a new table, fails a test: whoever adds one decides what it holds.
Numbers, such as the id of an account or of a hand, are nobody's name; what they lead to is listed where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final


class Holds(Enum):
    """What of people can stand in a column."""

    NOTHING = auto()
    """Neither ids nor names of people, whatever happens."""

    IDS = auto()
    """The id of a player, alone or beside something else: ``k3/telegram:1``. The group of a private chat counts too."""

    NAME = auto()
    """What a player is called, in a row of theirs."""

    LANGUAGE = auto()
    """What a player has chosen, in a row of theirs."""

    TEXT = auto()
    """What somebody typed: ids and names may stand in it."""

    JSON = auto()
    """JSON in a form of Kiu's own: ids, and names beside them."""

    SETTINGS = auto()
    """The settings of a group, as JSON: ids, names beside them, and what admins typed."""

    MESSAGE = auto()
    """A message as it is shown, as JSON: ids and names may stand anywhere in it."""

    NOTATION = auto()
    """A line of a journal, which must stay as it can be played again; only what was typed to shuffle is personal."""

    PROOF = auto()
    """A proof, which cannot be changed. It has pairwise ids in it; one with an id that somebody typed goes whole."""

    PICTURE = auto()
    """Names may be drawn in it, so it goes if the message that it belongs to names the player."""

    FINGERPRINT = auto()
    """A hash of a command, in which nothing can be read."""

    PASSING = auto()
    """An update as the platform sent it, which is removed as soon as it is handled."""

    REQUEST = auto()
    """Whom to forget, until that is done."""


PERSONAL_DATA: Final[Mapping[str, Mapping[str, Holds]]] = {
    "account": {"kind": Holds.NOTHING, "group_id": Holds.IDS, "owner": Holds.IDS, "player": Holds.IDS},
    "rule_set": {"hash": Holds.NOTHING, "rules": Holds.NOTHING},
    "hand": {
        "table_id": Holds.NOTHING,
        "group_id": Holds.IDS,
        "game": Holds.NOTHING,
        "rules_hash": Holds.NOTHING,
        "players": Holds.JSON,
        "stacks": Holds.NOTHING,
        "settlement": Holds.NOTHING,
        "facts": Holds.NOTHING,
        # The lines of a journal that name nobody, but the seats of the players.
        "lines": Holds.NOTHING,
        "voided": Holds.TEXT,
    },
    "deal": {"sealed": Holds.PROOF, "record": Holds.PROOF, "record_hash": Holds.NOTHING},
    # Only a record with pairwise ids alone, and without a reason that somebody typed, is ever packed.
    "record_piece": {"piece": Holds.NOTHING},
    "record_frame": {"frame": Holds.NOTHING},
    "seal": {"table_id": Holds.NOTHING},
    "key_slot": {"table_id": Holds.NOTHING, "content": Holds.NOTHING},
    "agreement": {"player": Holds.IDS},
    "log_entry": {"identity": Holds.NOTHING, "value": Holds.NOTHING},
    "log_node": {"hash": Holds.NOTHING},
    "posted_head": {"group_id": Holds.IDS, "channel": Holds.NOTHING},
    "group_count": {"group_id": Holds.IDS, "what": Holds.NOTHING},
    "transfer": {"reason": Holds.NOTHING, "actor": Holds.IDS, "note": Holds.TEXT},
    "movement_sum": {"reason": Holds.NOTHING},
    "player_limit": {"player": Holds.IDS, "limits": Holds.NOTHING},
    "player_best": {"game": Holds.NOTHING, "what": Holds.NOTHING},
    "player_count": {"game": Holds.NOTHING, "what": Holds.NOTHING},
    "journal": {"table_id": Holds.NOTHING, "actor": Holds.IDS, "text": Holds.NOTATION},
    "game_table": {
        "id": Holds.NOTHING,
        "group_id": Holds.IDS,
        "channel": Holds.NOTHING,
        "game": Holds.NOTHING,
        "state": Holds.JSON,
    },
    "chat_group": {"id": Holds.IDS, "settings": Holds.SETTINGS},
    "person": {"group_id": Holds.IDS, "player": Holds.IDS, "name": Holds.NAME, "language": Holds.LANGUAGE},
    "message": {"table_id": Holds.NOTHING, "slot": Holds.IDS, "message": Holds.NOTHING},
    "receipt": {"key": Holds.IDS, "fingerprint": Holds.FINGERPRINT, "reply": Holds.TEXT},
    "inbox": {"bot": Holds.PASSING, "chat": Holds.PASSING, "body": Holds.PASSING},
    "post": {"place": Holds.IDS, "body": Holds.MESSAGE, "picture": Holds.PICTURE},
    "guest": {"token_hash": Holds.IDS, "player": Holds.IDS, "name": Holds.NAME},
    "erasure": {"player": Holds.REQUEST, "pseudonym": Holds.NOTHING},
    "erased_newcomer": {"hash": Holds.FINGERPRINT},
    "erasure_key": {"key": Holds.NOTHING},
}
"""By table and column: every column of text or bytes."""

OWN_ROWS: Final = frozenset({"guest", "message", "player_limit"})
"""The tables whose rows that name a player are theirs alone, and go with them."""

CHANGED_AT_ONCE: Final = (
    "account",
    "agreement",
    "chat_group",
    "game_table",
    "group_count",
    "guest",
    "message",
    "person",
    "player_limit",
    "post",
    "posted_head",
    "receipt",
)
"""The tables of which something is kept in memory, or is looked up by a player's id: they change in one transaction."""
