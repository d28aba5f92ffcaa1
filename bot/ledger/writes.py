"""Write sets: what is stored together.

A write set is a tuple of writes; either all of them become durable, or none.
Chips are integers, and every movement of chips is balanced by construction: what leaves one account enters another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.facts import SeatFacts
from engine.fairness.transparency_log import Entry

MOST_CHIPS = 10**12
"""The most chips that one transfer can move."""

MINT = "mint"
"""Where the chips of a group come from and go back to; the only kind of account that may be below zero."""

WALLET = "wallet"
"""What a player owns away from the tables; the owner is the player."""

STACK = "stack"
"""What a player has before them at a table; the owner is ``TABLE/PLAYER``, or ``TABLE/practice/PLAYER`` at practice."""

CARRIED = "carried"
"""The odd chips that wait for the next hand of a table; the owner is the table."""

KINDS = (MINT, WALLET, STACK, CARRIED)

HANDS_A_COUNT: Final = 10**9
"""How many hands one count has room for: the hands of a group, or those of its practice, which are counted apart."""

RESULTS: Final = ("hand", "called-off")
"""The reasons of postings that are the result of a hand."""

WON: Final = "won"
UNRANKED: Final = "unranked"
"""The sums of what players won in hands that count in rankings, and in hands with computer players."""

_PRACTICE = "practice/"
"""In the owner of a stack of practice chips, this stands before the player."""


class Account(NamedTuple):
    """A holder of chips; it is created by its first transfer."""

    kind: str
    group: str
    owner: str

    @property
    def player(self) -> str:
        """Whose chips these are, or nothing for the chips of a group or a table, and for those of practice."""
        if self.kind == WALLET:
            return self.owner
        player = self.owner.partition("/")[2] if self.kind == STACK else ""
        return "" if player.startswith(_PRACTICE) else player


def mint(group: str) -> Account:
    """The source of the chips of a group."""
    return Account(MINT, group, "")


def wallet(group: str, player: str) -> Account:
    """The chips a player has away from the tables of a group."""
    return Account(WALLET, group, player)


def stack(group: str, table: str, player: str) -> Account:
    """The chips a player has before them at a table."""
    return Account(STACK, group, f"{table}/{player}")


def hand_number(hand: int) -> str:
    """The number of a hand in its count, as people read and type it."""
    return str(hand % HANDS_A_COUNT)


def practice_stack(group: str, table: str, player: str) -> Account:
    """The chips a player has before them at a practice table: they belong to nobody and count in no total."""
    return Account(STACK, group, f"{table}/{_PRACTICE}{player}")


def stack_player(owner: str) -> str:
    """The player of a stack, by the owner of its account, whether its chips are for practice or not."""
    return owner.partition("/")[2].removeprefix(_PRACTICE)


def carried(group: str, table: str) -> Account:
    """The odd chips that wait for the next hand of a table."""
    return Account(CARRIED, group, table)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips that move from one account to another of the same group.

    Raise ``ValueError`` if the amount is not a whole number from 1 to ``MOST_CHIPS``, or the two accounts are one, or
    their groups differ.
    """

    source: Account
    target: Account
    amount: int
    reason: str
    hand: int | None = None
    actor: str = ""
    """Who ordered it, where the accounts do not tell: the admin of a grant."""

    note: str = ""
    """The reason that an admin gave; a transfer with a note is never summed with others in a statement."""

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
        """The posting that it is."""
        entries = (self.source, -self.amount), (self.target, self.amount)
        return Posting(self.reason, entries, self.hand, self.actor, self.note)


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that move between any number of accounts of one group at once.

    Raise ``ValueError`` if the entries do not sum to zero, name an account twice or several groups, or are too large.
    """

    reason: str
    entries: tuple[tuple[Account, int], ...]
    """What each account gains, or loses if negative; zero only says that its player had a part in it."""

    hand: int | None = None
    actor: str = ""
    """Who ordered it, if anybody did."""

    note: str = ""
    ranked: bool | None = None
    """True if it counts in rankings; ``None`` for what is no result of a hand."""

    @property
    def sum_name(self) -> str:
        """The sum of each player that it is added to."""
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
    """Why chips move, where one cause moves them for many."""

    reason: str
    actor: str
    """Who ordered it."""

    note: str
    """What it is about, for everybody to read."""


def moved(source: Account, target: Account, chips: int, movement: Movement) -> Iterator[Transfer]:
    """The transfers of any number of chips: back from the target if it is negative, none if it is zero."""
    if chips < 0:
        source, target, chips = target, source, -chips
    while chips:
        amount = min(chips, MOST_CHIPS)
        yield Transfer(source, target, amount, movement.reason, actor=movement.actor, note=movement.note)
        chips -= amount


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One entry of the journal of a table, in the notation that can be played again; ``(table, seq)`` is unique."""

    table: str
    seq: int
    hand: int | None
    actor: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PacksSealed:
    """The packs of a table's next hand are sealed; replaces what was sealed before, and older ones are refused."""

    table: str
    number: int
    """For which hand of the table, from 1."""

    attempt: int
    """How often packs were sealed for that hand before."""

    keys: bytes = field(repr=False)
    """The keys of all packs, joined."""


@dataclass(frozen=True, slots=True)
class SealBroken:
    """Nothing is sealed any more for the next hand of a table: a hand was dealt from its packs, or none will be.

    In a write set that also seals packs for the table, this comes first, whatever the order of the writes.
    """

    table: str


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand begins, with all that is needed to deal it again; its keys must not be shown before it is over."""

    hand: int
    table: str
    group: str
    number: int
    """Which hand of its table it is, from 1."""

    game: str
    rules: str
    """The house rules in force, as canonical JSON."""

    rules_hash: str
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    dealer: int
    carried: int
    """Chips that the hand before left in the pot."""

    streak: int
    """How many hands in a row the dealer has dealt before this one."""

    sealed: str = field(repr=False)
    """How the pack was picked and ordered, as JSON in a form of the table's own."""

    keys: bytes = field(repr=False)
    """The keys of all sealed packs, joined."""


@dataclass(frozen=True, slots=True)
class HandClosed:
    """An open hand is over; closing it twice is refused, so it is never paid twice."""

    hand: int
    settlement: tuple[int, ...]
    """Net chips of each seat."""

    voided: str = ""
    """Why the stakes were given back, if they were."""

    record: str = field(default="", repr=False)
    """The record with which its deal is verified; without one, its keys stay where they are."""

    record_hash: str = ""
    """The hash that the packs of the table's next hand are sealed with."""

    key: bytes = field(default=b"", repr=False)
    """The key of the picked pack if it is still to be kept; the keys of the other packs stand in the record."""

    wallets: tuple[Account, ...] = ()
    """The wallets of the players by seat, whose counts change; none where chips are for practice."""

    game: str = ""
    """The game whose counts of the players change; empty where chips are for practice, or the hand was called off."""

    facts: tuple[SeatFacts, ...] = field(default=(), repr=False)
    """What is remembered of each seat, for these counts."""


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A closed hand is declared void afterwards; doing it twice is refused."""

    hand: int
    reason: str
    record: str = field(default="", repr=False)
    """Replaces the record of a hand that has one; the key of the picked pack is kept as long as it would have been."""


@dataclass(frozen=True, slots=True)
class PackDisclosed:
    """All cards of a finished hand are opened; refused if its key was erased, or disclosed before."""

    hand: int
    record: str = field(repr=False)
    """Replaces the record of the hand, and the key of the picked pack, which stands in it."""


@dataclass(frozen=True, slots=True)
class DisclosureAgreed:
    """A player agrees that all cards of a hand be opened; doing it twice is refused."""

    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """A player shows a card after the hand was over; showing it twice is refused.

    It stands in a journal of the hand itself, apart from that of its table, which may be closed or in another hand.
    """

    hand: int
    place: int
    """When the card was dealt: 0 for the first card of the pack."""

    player: str
    opening: str = field(repr=False)
    """What proves the card, as JSON, so that it stays proved when the key is gone."""


@dataclass(frozen=True, slots=True)
class LogAppended:
    """One more entry of the log of fingerprints, which takes the next place in it."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class HeadPosted:
    """A head of the log of fingerprints is shown at a place; replaces the one that was shown there before."""

    group: str
    channel: str
    size: int
    """How many entries the log had."""


@dataclass(frozen=True, slots=True)
class HandAnnounced:
    """The result of a hand was announced."""

    hand: int


@dataclass(frozen=True, slots=True)
class ResultsAnnounced:
    """Every result of a table that is known so far counts as announced: nobody is told one later."""

    table: str


@dataclass(frozen=True, slots=True)
class TableSaved:
    """A table as it stands between two hands; replaces what was saved of it before."""

    table: str
    group: str
    channel: str
    game: str
    state: str
    """JSON, in a form of the table's own."""

    open: bool


@dataclass(frozen=True, slots=True)
class GroupCounted:
    """Something has happened in the deals of a group so many times more."""

    group: str
    what: str
    times: int


@dataclass(frozen=True, slots=True)
class GroupSaved:
    """The settings of a group, as JSON; replaces the earlier ones."""

    group: str
    settings: str


@dataclass(frozen=True, slots=True)
class PersonSaved:
    """What a player is called in a group, and their language; replaces the earlier row."""

    player: str
    group: str
    name: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class LimitsSaved:
    """What a player has limited for themselves, as JSON, in all groups of their platform; replaces the earlier row."""

    player: str
    limits: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LimitsErased:
    """Nothing is kept any more of what a player has limited for themselves; whoever has set nothing is no error."""

    player: str


@dataclass(frozen=True, slots=True)
class MessageSaved:
    """The id of the message in a slot of a table: its lobby, a hand, a ping; replaces the earlier one of that slot."""

    table: str
    slot: str
    message: str


@dataclass(frozen=True, slots=True)
class MessageForgotten:
    """The message of a slot will not be edited or removed any more."""

    table: str
    slot: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command was carried out; its repetition gets the same reply and changes nothing."""

    key: str
    """The platform's own number of the update."""

    fingerprint: str
    """A hash of the command; the same key with another content is a forgery."""

    reply: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PostSaved:
    """A message in the history of the local room; replaces the one of the same number."""

    place: str
    number: int
    body: str = field(repr=False)
    """JSON."""

    picture: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuestSaved:
    """A guest of the local room; their browser holds the token of which only the hash is stored."""

    token_hash: str = field(repr=False)
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class ErasureAsked:
    """A player wants to be forgotten; until it is done their id stands here, and the pseudonym that takes its place."""

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
