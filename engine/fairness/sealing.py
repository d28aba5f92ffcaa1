"""Sealing: four packs, each shuffled from a key of its own, and one fingerprint of them all.

A pack is sealed card by card, so that any card can be opened later without a hint at the others.
The fingerprint, or *commitment*, is posted before anybody can know what the pack will be picked and re-ordered by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256

from engine.fairness import merkle
from engine.fairness.encoding import Keyed, canonical, digest, lp, tag, u8, u16, u32
from engine.fairness.streams import KEY_BYTES, Stream, shuffle

PACKS = 4
"""Packs sealed for a hand; all but the picked one are turned face up."""

TABLE_BYTES = 16

MOST_ATTEMPTS = 256
"""The most sealings of one hand."""

NO_RECORD = bytes(32)
"""Stands for the record before the first hand of a table."""

_SALT, _PLACE_SALT = tag("salt"), tag("place-salt")


@lru_cache(maxsize=16)
def deck_hash(cards: tuple[str, ...]) -> bytes:
    """The hash of a pack: the names of its physical cards in the order of their numbers, every copy listed."""
    return digest(tag("deck-list"), u16(len(cards)), *[lp(card.encode()) for card in cards])


def rules_hash(rules: str) -> bytes:
    """The hash of the rules in force, written as canonical JSON, the disclosure rule among them."""
    return digest(tag("rules"), rules.encode())


@dataclass(frozen=True, slots=True)
class Context:
    """The one hand, table and set of rules that packs are sealed for."""

    table: bytes
    """Sixteen bytes that are this table's alone."""

    hand: int

    attempt: int
    """Earlier sealings for this hand; packs are sealed anew only when its rules change."""

    rules: str
    """The rules in force, as canonical JSON."""

    cards: tuple[str, ...]
    """The name of every physical card by number."""

    previous: bytes = NO_RECORD
    """Of the table's last hand."""

    def digest(self) -> bytes:
        """The hash that binds every leaf to this context.

        Raise ``ValueError`` if the table's own bytes, or the hash of the last record, have another length. Raise
        ``OverflowError`` if a number is too large.
        """
        if len(self.table) != TABLE_BYTES or len(self.previous) != len(NO_RECORD):
            raise ValueError("the context of a deal has fields of fixed length")
        return digest(
            tag("context"),
            self.table,
            u32(self.hand),
            u8(self.attempt),
            rules_hash(self.rules),
            deck_hash(self.cards),
            self.previous,
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """One card of a sealed pack with its proofs, which say nothing of another card.

    One proof says which card lies at the position, the other at which position the card lies. A card that lies twice
    has a proof of the second kind for one position only, so the holder of the other finds it.
    """

    position: int
    """Its position in the sealed pack, from 0."""

    card: int = field(repr=False)
    """The number of the physical card."""

    salt: bytes = field(repr=False)
    path: tuple[bytes, ...] = field(repr=False)
    """The path from its leaf to the root of the pack."""

    place_salt: bytes = field(repr=False)
    place_path: tuple[bytes, ...] = field(repr=False)
    """The path from the leaf of its place to the root of the places."""

    def root(self, context: bytes, pack: int, count: int) -> bytes:
        """The root of the pack that this card lay in.

        Raise ``ValueError`` if no pack can have such a card, or such a path.
        """
        self._check(count)
        return merkle.root_of(leaf(context, pack, self.position, self.card, self.salt), self.position, count, self.path)

    def place_root(self, context: bytes, pack: int, count: int) -> bytes:
        """The root of the places of the pack in which this card lay at its position and at no other.

        Args and errors are those of :meth:`root`.
        """
        self._check(count)
        place = place_leaf(context, pack, self.card, self.position, self.place_salt)
        return merkle.root_of(place, self.card, count, self.place_path)

    def _check(self, count: int) -> None:
        if not (0 <= self.card < count and 0 <= self.position < count):
            raise ValueError("there is no such card")


def leaf(context: bytes, pack: int, position: int, card: int, salt: bytes) -> bytes:
    """The seal of the card at a position: nobody can tell the card from it without the salt."""
    return _leaf(_leaves("leaf", context, pack), position, card, salt)


def place_leaf(context: bytes, pack: int, card: int, position: int, salt: bytes) -> bytes:
    """The seal of the position of a card: nobody can tell the position from it without the salt."""
    return _leaf(_leaves("place", context, pack), card, position, salt)


def _leaves(name: str, context: bytes, pack: int) -> bytes:
    return b"\x00" + tag(name) + context + u8(pack)


def _leaf(leaves: bytes, at: int, content: int, salt: bytes) -> bytes:
    return sha256(leaves + u16(at) + u16(content) + salt).digest()


@dataclass(frozen=True)
class SealedPack:
    """One sealed pack, made from its key."""

    context: bytes = field(repr=False)

    number: int

    count: int

    key: bytes = field(repr=False)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The number of the card at every position."""
        return shuffle(Stream(self.key, "deck"), self.count)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The position of every card, by its number."""
        return tuple(sorted(range(self.count), key=self.order.__getitem__))

    @property
    def root(self) -> bytes:
        return self._tree[-1][0]

    @property
    def place_root(self) -> bytes:
        """The hash of the positions of all its cards."""
        return self._place_tree[-1][0]

    def opening(self, position: int) -> Opening:
        card = self.order[position]
        return Opening(
            position,
            card,
            self._salt(_SALT, position),
            merkle.path(self._tree, position),
            self._salt(_PLACE_SALT, card),
            merkle.path(self._place_tree, card),
        )

    @cached_property
    def _tree(self) -> merkle.Tree:
        return self._sealed("leaf", _SALT, self.order)

    @cached_property
    def _place_tree(self) -> merkle.Tree:
        return self._sealed("place", _PLACE_SALT, self.places)

    def _sealed(self, name: str, salts: bytes, contents: tuple[int, ...]) -> merkle.Tree:
        leaves = _leaves(name, self.context, self.number)
        return merkle.levels([_leaf(leaves, at, content, self._salt(salts, at)) for at, content in enumerate(contents)])

    def _salt(self, salts: bytes, at: int) -> bytes:
        return self._keyed.digest(salts + u16(at))

    @cached_property
    def _keyed(self) -> Keyed:
        return Keyed(self.key)


@dataclass(frozen=True)
class Seal:
    """All the packs sealed for a hand; the keys are the only secret.

    Raise ``ValueError`` if there are no keys, or one has another length, or two are the same.
    """

    context: Context
    keys: tuple[bytes, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if not self.keys or any(len(key) != KEY_BYTES for key in self.keys) or len(set(self.keys)) < len(self.keys):
            raise ValueError("every pack is sealed with a key of its own")

    @cached_property
    def packs(self) -> tuple[SealedPack, ...]:
        context, count = self.context.digest(), len(self.context.cards)
        return tuple(SealedPack(context, number, count, key) for number, key in enumerate(self.keys))

    @cached_property
    def roots(self) -> tuple[bytes, ...]:
        return tuple(pack.root for pack in self.packs)

    @cached_property
    def place_roots(self) -> tuple[bytes, ...]:
        """The hash of the positions of all cards in each pack."""
        return tuple(pack.place_root for pack in self.packs)

    @cached_property
    def commitment(self) -> bytes:
        """The one fingerprint of all packs, which can be shown to everybody."""
        return commitment(self.context.digest(), len(self.context.cards), self.roots, self.place_roots)

    def at_rest(self) -> Seal:
        """The same, with its fingerprint but without the packs themselves, which are large and can be made again."""
        rest = Seal(self.context, self.keys)
        # Where cached properties keep what they have found.
        rest.__dict__.update(roots=self.roots, place_roots=self.place_roots, commitment=self.commitment)
        return rest


def commitment(context: bytes, count: int, roots: Sequence[bytes], place_roots: Sequence[bytes]) -> bytes:
    return digest(tag("commit"), context, u16(count), u8(len(roots)), *roots, *place_roots)


def rules_in_force(game: str, rules: dict[str, str]) -> str:
    """The rules of a hand as canonical JSON: every rule by name as its text, and the game they are of."""
    return canonical({"game": game, **rules})
