"""Write sets: tuples of writes that become durable together or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Connection

from bot.ledger.account import Account
from bot.ledger.batch import Batch
from bot.ledger.key_slots import slot_content
from bot.ledger.postings import Write
from bot.ledger.record_packing import packed
from bot.ledger.seat_facts import facts_to_json
from engine.facts import SeatFacts
from engine.fairness.transparency_log import Entry, stored_at

_NUMBER: Final = re.compile(r"[a-z-]+:(?:[0-9]+:)?([0-9]{1,19})")

GUESTS: Final = "guests"
"""The group of the names that guests of the local room have given themselves."""

LINKED: Final = "linked"
"""The group of the names that guests by link have given themselves."""


@dataclass(frozen=True, slots=True)
class JournalLine(Write):
    """A replayable journal entry of a table; ``(table, seq)`` is unique."""

    table: str
    seq: int
    hand: int | None
    actor: str
    text: str = field(repr=False)
    key: str = ""
    """The key of the update that brought it, if any; no other line has the same."""

    def store(self, batch: Batch) -> None:
        batch.line = (self.table, self.seq)
        key = digest(self.key) if self.key else None
        batch.add("journal", (self.hand, self.table, self.seq, self.hand, self.actor, self.text, key))


@dataclass(frozen=True, slots=True)
class PacksSealed(Write):
    """The sealed packs of a table's next hand; older ones are refused."""

    table: str
    number: int

    attempt: int

    keys: bytes = field(repr=False)

    def store(self, batch: Batch) -> None:
        batch.add("packs_sealed", (self.table, self.number, self.attempt))
        batch.add("seal_keys", (self.table, True, slot_content(self.keys)))


@dataclass(frozen=True, slots=True)
class SealBroken(Write):
    """The end of a table's seal; a write set stores it before new packs."""

    table: str

    def store(self, batch: Batch) -> None:
        batch.add("seal_broken", (self.table,))
        batch.add("seal_keys_erased", (slot_content(b""), self.table))


@dataclass(frozen=True, slots=True)
class HandOpened(Write):
    """The deal of a hand; its keys stay hidden until its end."""

    hand: int
    table: str
    group: str
    number: int
    """The hand of its table, from 1."""

    game: str
    rules: str

    rules_hash: str
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    dealer: int
    carried: int
    """Chips left in the pot by the hand before."""

    streak: int
    """Hands in a row that the dealer dealt before."""

    sealed: str = field(repr=False)
    """Choice and order of the pack as JSON."""

    keys: bytes = field(repr=False)
    line: int = 0
    """The table's newest journal line before it."""

    def store(self, batch: Batch) -> None:
        batch.add("rule_set", (self.rules_hash, self.rules))
        players, stacks = json.dumps(self.players), json.dumps(self.stacks)
        place = (self.hand, self.table, self.group, self.number, self.game, self.rules_hash)
        batch.add("hand_opened", (*place, players, stacks, self.dealer, self.carried, batch.at, self.streak, self.line))
        batch.add("GroupCounted", (self.group, "hands", 1))
        batch.add("hand_dealt", (self.hand, self.sealed))
        batch.add("hand_keys", (self.hand, bool(self.keys), slot_content(self.keys)))


@dataclass(frozen=True, slots=True)
class HandClosed(Write):
    """The end of a hand; a repetition is refused, so nothing is paid twice."""

    hand: int
    settlement: tuple[int, ...]

    voided: str = ""

    record: str = field(default="", repr=False)
    """The proof of the deal; without it the keys stay."""

    record_hash: str = ""
    """The hash sealed into the packs of the next hand."""

    key: bytes = field(default=b"", repr=False)
    """The picked pack's key, if still kept; the record has the others."""

    wallets: tuple[Account, ...] = ()
    """Wallets by seat whose counts change; none at practice."""

    game: str = ""

    facts: tuple[SeatFacts, ...] = field(default=(), repr=False)
    """Facts of each seat for these counts."""

    def store(self, batch: Batch) -> None:
        facts = facts_to_json(self.facts)
        batch.add("hand_closed", (batch.at, json.dumps(self.settlement), self.voided, facts, self.hand))
        if self.record:
            batch.add("hand_recorded", (packed(self.record), self.record_hash, self.hand))
            batch.add("hand_keys_kept", (bool(self.key), slot_content(self.key), self.hand))
        if self.facts:
            wallets = [batch.accounts[each].id for each in self.wallets]
            for counter in COUNTERS:
                counter.count(batch.accounts.connection, self, wallets)


class HandCounter(Protocol):
    """Keeps statistics of players by the numbers of their wallets."""

    def count(self, connection: Connection, hand: HandClosed, wallets: Sequence[int]) -> None:
        """Count a hand that ends, before it is stored itself."""

    def merge(self, connection: Connection, old: int, new: int) -> None:
        """Count as one what was counted of two wallets."""


COUNTERS: Final[list[HandCounter]] = []
"""The counters that features have added."""


@dataclass(frozen=True, slots=True)
class HandVoided(Write):
    """A closed hand declared void; a repetition is refused."""

    hand: int
    reason: str
    record: str = field(default="", repr=False)
    """The new record, if the hand has one."""

    def store(self, batch: Batch) -> None:
        batch.add("hand_voided", (self.reason, self.hand))
        batch.add("tally_outdated", (self.hand,))
        if self.record:
            batch.add("record_replaced", (packed(self.record), self.hand))


@dataclass(frozen=True, slots=True)
class PackDisclosed(Write):
    """All cards of a finished hand, opened; refused without a key or a second time."""

    hand: int
    record: str = field(repr=False)
    """The new record, which includes the picked pack's key."""

    def store(self, batch: Batch) -> None:
        batch.add("record_replaced", (packed(self.record), self.hand))
        batch.add("pack_disclosed", (slot_content(b""), self.hand))


@dataclass(frozen=True, slots=True)
class DisclosureAgreed(Write):
    """A player's consent to open all cards; a repetition is refused."""

    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class CardShown(Write):
    """A card shown after the hand; a repetition is refused.

    It has a journal of its own, since the table may have moved on.
    """

    hand: int
    place: int
    """The card's place in the deal, from 0."""

    player: str
    opening: str = field(repr=False)
    """The card's proof as JSON, valid without the key."""

    def store(self, batch: Batch) -> None:
        place = (self.hand, shown_of(self.hand), self.place)
        batch.add("journal", (*place, self.hand, self.player, self.opening, None))


@dataclass(frozen=True, slots=True)
class LogAppended(Write):
    """The next entry of the log of fingerprints."""

    entry: Entry

    def store(self, batch: Batch) -> None:
        entry, index = self.entry, batch.log.size
        batch.add("log_entry", (index, int(entry.kind), entry.table, entry.hand, entry.attempt, entry.value))
        batch.log, made = batch.log.appended(entry.leaf)
        for level, node in enumerate(made):
            batch.add("log_node", (stored_at(level, index >> level), node))


@dataclass(frozen=True, slots=True)
class HeadPosted(Write):
    """The last log head posted at a place."""

    group: str
    channel: str
    size: int

    def store(self, batch: Batch) -> None:
        batch.add("head_posted", (self.group, self.channel, self.size, batch.at))
        batch.posted[self.group, self.channel] = batch.at


@dataclass(frozen=True, slots=True)
class HandAnnounced(Write):
    """The announcement of a hand's result."""

    hand: int


@dataclass(frozen=True, slots=True)
class ResultsAnnounced(Write):
    """The end of all announcements due at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class TableSaved(Write):
    """The state of a table between two hands; refused unless the version follows the stored one."""

    table: str
    group: str
    channel: str
    game: str
    state: str

    open: bool
    version: int = 1

    def store(self, batch: Batch) -> None:
        number = table_number(self.table)
        place = (self.table, number, self.group, self.channel)
        batch.add("game_table", (*place, self.game, self.state, self.open, self.version))


@dataclass(frozen=True, slots=True)
class GroupCounted(Write):
    """More occurrences of an event in a group's deals."""

    group: str
    what: str
    times: int


@dataclass(frozen=True, slots=True)
class GroupSaved(Write):
    """A group's settings as JSON; refused unless the version follows the stored one."""

    group: str
    settings: str
    version: int = 1
    book: str = ""
    """The group that keeps its book, if it is another."""


@dataclass(frozen=True, slots=True)
class PersonSaved(Write):
    """A player's name and language in a group."""

    player: str
    group: str
    name: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class LimitsSaved(Write):
    """A player's own limits on a platform, as JSON."""

    player: str
    limits: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LimitsErased(Write):
    """The removal of a player's own limits, if any."""

    player: str


@dataclass(frozen=True, slots=True)
class MessageSaved(Write):
    """The present message of a table's slot, such as lobby or hand."""

    table: str
    slot: str
    message: str


@dataclass(frozen=True, slots=True)
class MessageForgotten(Write):
    """The end of edits to a slot's message."""

    table: str
    slot: str


@dataclass(frozen=True, slots=True)
class Once(Write):
    """A key that is stored once: of a gift, or of an update that adds no line to a journal."""

    key: str


@dataclass(frozen=True, slots=True)
class PostSaved(Write):
    """A message of the local room; it replaces its number."""

    place: str
    number: int
    body: str = field(repr=False)

    picture: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuestSaved(Write):
    """A guest of the local room or by link, with the hash of the browser's token."""

    token_hash: str = field(repr=False)
    player: str
    name: str
    group: str = GUESTS

    def store(self, batch: Batch) -> None:
        batch.add("GuestSaved", (self.token_hash, self.player))
        batch.add("PersonSaved", (self.player, self.group, self.name, ""))


@dataclass(frozen=True, slots=True)
class ErasureAsked(Write):
    """A player's wish to be forgotten."""

    player: str = field(repr=False)

    def store(self, batch: Batch) -> None:
        batch.add("erasure_asked", (self.player, batch.at))


WriteSet: TypeAlias = tuple[Write, ...]


def digest(key: str) -> bytes:
    """Return the bytes that stand for the key of an update in the journal.

    The number that its platform gave it comes first, which grows, so that neighbours in time share a page.
    """
    found = _NUMBER.match(key)
    number = int(found[1]) if found else 0
    return (number >> 32 or number).to_bytes(4, "big") + blake2b(key.encode(), digest_size=8).digest()


def shown_of(hand: int) -> str:
    """Return the stand-in for a table in the journal of shown cards, with lines numbered by card."""
    return f"hand:{hand}"


def table_number(table: str) -> int:
    """Return the number of a table's id in base 36; zero for a foreign id."""
    return int(table, 36) if table.isascii() and table.isalnum() and len(table) <= 11 else 0
