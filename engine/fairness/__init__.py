"""The sealed deal (SD1): every deal can be verified without showing a card that was not shown at the table.

Before anybody may add a word, four packs are sealed and one fingerprint of them is posted.
When the deal closes, seats, words and chance from outside pick one pack and re-order it; the three others lie open for
all.
Every card shown later comes with its proofs, and cards that nobody shows stay sealed.
"""

from __future__ import annotations

from engine.fairness.closing import REVEAL_BYTES, WORD_BYTES, Beacon, BeaconKind, Chance, Closing, pairwise_id, pledge
from engine.fairness.dealing import SealedDeal
from engine.fairness.sealing import (
    MOST_ATTEMPTS,
    NO_RECORD,
    PACKS,
    TABLE_BYTES,
    Context,
    Opening,
    Seal,
    SealedPack,
    rules_in_force,
)
from engine.fairness.streams import KEY_BYTES, Stream, shuffle

__all__ = [
    "KEY_BYTES",
    "MOST_ATTEMPTS",
    "NO_RECORD",
    "PACKS",
    "REVEAL_BYTES",
    "TABLE_BYTES",
    "WORD_BYTES",
    "Beacon",
    "BeaconKind",
    "Chance",
    "Closing",
    "Context",
    "Opening",
    "Seal",
    "SealedDeal",
    "SealedPack",
    "Stream",
    "pairwise_id",
    "pledge",
    "rules_in_force",
    "shuffle",
]
