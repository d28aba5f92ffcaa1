"""Write sets: tuples of writes that become durable together or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.facts import SeatFacts
from engine.fairness.transparency_log import Entry

MOST_CHIPS = 10**12

MINT = "mint"
"""The source of a group's chips; the only kind of account below zero."""

WALLET = "wallet"
"""A player's chips away from tables; the owner is the player."""

STACK = "stack"
"""A player's chips at a table; the owner is ``TABLE/PLAYER`` or ``TABLE/practice/PLAYER``."""

CARRIED = "carried"
"""A table's odd chips for its next hand; the owner is the table."""

KINDS = (MINT, WALLET, STACK, CARRIED)

HANDS_A_COUNT: Final = 10**9

RESULTS: Final = ("hand", "called-off")
"""Reasons of postings that are results of hands."""

WON: Final = "won"
UNRANKED: Final = "unranked"
"""The sum of hands with computer players, which no ranking counts."""

_PRACTICE = "practice/"
"""Precedes the player in the owner of a practice stack."""


class Account(NamedTuple):
    """A holder of chips; its first transfer creates it."""

    kind: str
    group: str
    owner: str

    @property
    def player(self) -> str:
        """The owner of the chips; empty for groups, tables and practice."""
        if self.kind == WALLET:
            return self.owner
        player = self.owner.partition("/")[2] if self.kind == STACK else ""
        return "" if player.startswith(_PRACTICE) else player


def mint(group: str) -> Account:
    return Account(MINT, group, "")


def wallet(group: str, player: str) -> Account:
    return Account(WALLET, group, player)


def stack(group: str, table: str, player: str) -> Account:
    return Account(STACK, group, f"{table}/{player}")


def hand_number(hand: int) -> str:
    """Return the number of a hand that people read and type."""
    return str(hand % HANDS_A_COUNT)


def practice_stack(group: str, table: str, player: str) -> Account:
    """Return an account of practice chips."""
    return Account(STACK, group, f"{table}/{_PRACTICE}{player}")


def stack_player(owner: str) -> str:
    """Return the player of a stack's owner, practice or not."""
    return owner.partition("/")[2].removeprefix(_PRACTICE)


def carried(group: str, table: str) -> Account:
    return Account(CARRIED, group, table)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips from one account to another of the group.

    Raise ``ValueError`` for equal accounts, two groups, or an amount outside 1 to ``MOST_CHIPS``.
    """

    source: Account
    target: Account
    amount: int
    reason: str
    hand: int | None = None
    actor: str = ""

    note: str = ""
    """An admin's reason; statements never sum a transfer with one."""

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 1 <= self.amount <= MOST_CHIPS:
            raise ValueError(f"a transfer moves a whole number of chips from 1 to {MOST_CHIPS}, not {self.amount!r}")
        if self.source == self.target:
            raise ValueError("a transfer needs two different accounts")
        if self.source.group != self.target.group:
            raise ValueError("chips never leave their group")

    @property
    def group(self) -> str:
        return self.source.group

    @property
    def posting(self) -> Posting:
        entries = (self.source, -self.amount), (self.target, self.amount)
        return Posting(self.reason, entries, self.hand, self.actor, self.note)


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that move between several accounts of a group at once.

    Raise ``ValueError`` for a sum other than zero, a repeated account, several groups, or too many chips.
    """

    reason: str
    entries: tuple[tuple[Account, int], ...]
    """Gains by account; zero only says that its player took part."""

    hand: int | None = None
    actor: str = ""

    note: str = ""
    ranked: bool | None = None
    """True if rankings count it; ``None`` unless it is a result."""

    @property
    def sum_name(self) -> str:
        """The sum of each player that includes it."""
        return self.reason if self.ranked is None else WON if self.ranked else UNRANKED

    def __post_init__(self) -> None:
        amounts: list[int] = [amount for _, amount in self.entries]
        whole = all(type(each) is int and abs(each) <= MOST_CHIPS for each in amounts)
        if not whole or sum(amounts) != 0:
            raise ValueError(f"the entries of a posting are whole numbers that sum to zero, not {amounts}")
        if len({account for account, _ in self.entries}) < len(amounts):
            raise ValueError("a posting names each account once")
        if len({account.group for account, _ in self.entries}) > 1:
            raise ValueError("chips never leave their group")


class Movement(NamedTuple):
    """The common reason of several transfers."""

    reason: str
    actor: str

    note: str


def moved(source: Account, target: Account, chips: int, movement: Movement) -> Iterator[Transfer]:
    """Yield transfers of any number of chips; a negative one goes back."""
    if chips < 0:
        source, target, chips = target, source, -chips
    while chips:
        amount = min(chips, MOST_CHIPS)
        yield Transfer(source, target, amount, movement.reason, actor=movement.actor, note=movement.note)
        chips -= amount


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A replayable journal entry of a table; ``(table, seq)`` is unique."""

    table: str
    seq: int
    hand: int | None
    actor: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PacksSealed:
    """The sealed packs of a table's next hand; older ones are refused."""

    table: str
    number: int

    attempt: int

    keys: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SealBroken:
    """The end of a table's seal; a write set stores it before new packs."""

    table: str


@dataclass(frozen=True, slots=True)
class HandOpened:
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


@dataclass(frozen=True, slots=True)
class HandClosed:
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


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A closed hand declared void; a repetition is refused."""

    hand: int
    reason: str
    record: str = field(default="", repr=False)
    """The new record, if the hand has one."""


@dataclass(frozen=True, slots=True)
class PackDisclosed:
    """All cards of a finished hand, opened; refused without a key or a second time."""

    hand: int
    record: str = field(repr=False)
    """The new record, which includes the picked pack's key."""


@dataclass(frozen=True, slots=True)
class DisclosureAgreed:
    """A player's consent to open all cards; a repetition is refused."""

    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card shown after the hand; a repetition is refused.

    It has a journal of its own, since the table may have moved on.
    """

    hand: int
    place: int
    """The card's place in the deal, from 0."""

    player: str
    opening: str = field(repr=False)
    """The card's proof as JSON, valid without the key."""


@dataclass(frozen=True, slots=True)
class LogAppended:
    """The next entry of the log of fingerprints."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class HeadPosted:
    """The last log head posted at a place."""

    group: str
    channel: str
    size: int


@dataclass(frozen=True, slots=True)
class HandAnnounced:
    """The announcement of a hand's result."""

    hand: int


@dataclass(frozen=True, slots=True)
class ResultsAnnounced:
    """The end of all announcements due at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class TableSaved:
    """The state of a table between two hands."""

    table: str
    group: str
    channel: str
    game: str
    state: str

    open: bool


@dataclass(frozen=True, slots=True)
class GroupCounted:
    """More occurrences of an event in a group's deals."""

    group: str
    what: str
    times: int


@dataclass(frozen=True, slots=True)
class GroupSaved:
    """A group's settings as JSON."""

    group: str
    settings: str


@dataclass(frozen=True, slots=True)
class PersonSaved:
    """A player's name and language in a group."""

    player: str
    group: str
    name: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class LimitsSaved:
    """A player's own limits on a platform, as JSON."""

    player: str
    limits: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LimitsErased:
    """The removal of a player's own limits, if any."""

    player: str


@dataclass(frozen=True, slots=True)
class MessageSaved:
    """The present message of a table's slot, such as lobby or hand."""

    table: str
    slot: str
    message: str


@dataclass(frozen=True, slots=True)
class MessageForgotten:
    """The end of edits to a slot's message."""

    table: str
    slot: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command carried out; its repetition gets the same reply."""

    key: str
    """The platform's number of the update."""

    fingerprint: str
    """A hash of the command, which reveals a forgery under its key."""

    reply: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PostSaved:
    """A message of the local room; it replaces its number."""

    place: str
    number: int
    body: str = field(repr=False)

    picture: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuestSaved:
    """A guest of the local room, with the hash of the browser's token."""

    token_hash: str = field(repr=False)
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class ErasureAsked:
    """A player's wish to be forgotten, with id and future pseudonym."""

    player: str = field(repr=False)
    pseudonym: str


Write: TypeAlias = (
    Transfer
    | Posting
    | JournalLine
    | PacksSealed
    | SealBroken
    | HandOpened
    | HandClosed
    | HandVoided
    | PackDisclosed
    | DisclosureAgreed
    | CardShown
    | LogAppended
    | HeadPosted
    | HandAnnounced
    | ResultsAnnounced
    | TableSaved
    | GroupCounted
    | GroupSaved
    | PersonSaved
    | LimitsSaved
    | LimitsErased
    | MessageSaved
    | MessageForgotten
    | Receipt
    | PostSaved
    | GuestSaved
    | ErasureAsked
)

WriteSet: TypeAlias = tuple[Write, ...]
