"""Sealed packs: what their fingerprint binds, what proves a card, and what a proof does not tell."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import KEY_BYTES, MOST_ATTEMPTS, Context, Opening, Seal, SealedPack, rules_in_force
from engine.fairness.sealing import leaf
from tests.engine.fairness.example_deals import CONTEXTS, KEY, KEYS, SEALS, TABLE, context, sealed

BOUND = bytes(range(32))
"""The hash of some context."""


def h(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


# The bytes, as the specification writes them down.


def test_what_packs_are_sealed_for() -> None:
    rules = '{"disclosure":"never","game":"test"}'
    deck = h(b"\0\x17sealed-deck/2/deck-list", b"\0\2", b"\0\x031-0", b"\0\x031-0")
    in_force, previous = h(b"\0\x13sealed-deck/2/rules", rules.encode()), bytes(range(32))
    sealed_for = Context(TABLE, 258, 3, rules, ("1-0", "1-0"), previous)

    assert rules == rules_in_force("test", {"disclosure": "never"})
    assert sealed_for.digest() == h(b"\0\x15sealed-deck/2/context", TABLE, b"\0\0\1\2", b"\3", in_force, deck, previous)


def test_a_pack_of_three_cards() -> None:
    key, bound = KEYS[1], context(3).digest()
    pack = SealedPack(bound, 1, 3, key)
    salts = [hmac.digest(key, b"\0\x12sealed-deck/2/salt" + bytes([0, at]), "sha256") for at in range(3)]
    leaves = [
        h(b"\0", b"\0\x12sealed-deck/2/leaf", bound, b"\1", bytes([0, at]), bytes([0, card]), salts[at])
        for at, card in enumerate(pack.order)
    ]
    root = h(b"\1", h(b"\1", leaves[0], leaves[1]), leaves[2])

    place_salts = [hmac.digest(key, b"\0\x18sealed-deck/2/place-salt" + bytes([0, at]), "sha256") for at in range(3)]
    places = [
        h(b"\0", b"\0\x13sealed-deck/2/place", bound, b"\1", bytes([0, card]), bytes([0, at]), place_salts[card])
        for card in range(3)
        for at in [pack.order.index(card)]
    ]
    place_paths = [(places[1], places[2]), (places[0], places[2]), (h(b"\1", places[0], places[1]),)]

    assert pack.root == root
    assert pack.place_root == h(b"\1", h(b"\1", places[0], places[1]), places[2])
    for at, path in enumerate([(leaves[1], leaves[2]), (leaves[0], leaves[2]), (h(b"\1", leaves[0], leaves[1]),)]):
        card = pack.order[at]
        assert pack.opening(at) == Opening(at, card, salts[at], path, place_salts[card], place_paths[card])


def test_the_commitment() -> None:
    seal = sealed(5)

    assert seal.commitment == h(
        b"\0\x14sealed-deck/2/commit",
        context(5).digest(),
        b"\0\5",
        b"\4",
        *[pack.root for pack in seal.packs],
        *[pack.place_root for pack in seal.packs],
    )


# What the fingerprint binds.


def test_nothing_of_the_context_can_be_changed() -> None:
    """Not the table, the hand, the attempt, the rules, any card or copy of one, or the hand before."""
    sealed_for = context(4)
    changes: list[dict[str, Any]] = [
        {"table": bytes(16)},
        {"hand": 8},
        {"attempt": 1},
        {"rules": rules_in_force("test", {"disclosure": "at-close"})},
        {"rules": rules_in_force("other", {"disclosure": "never"})},
        {"cards": ("c0", "c1", "c2")},
        {"cards": ("c0", "c1", "c3", "c2")},
        {"cards": ("c0", "c1", "c2", "c2")},
        {"cards": ("c0", "c1", "c2c", "3")},
        {"previous": b"\1" * 32},
    ]
    digests = {replace(sealed_for, **change).digest() for change in changes} | {sealed_for.digest()}

    assert len(digests) == len(changes) + 1


@pytest.mark.parametrize(
    "fields", [{"table": bytes(15)}, {"table": bytes(17)}, {"previous": b""}, {"previous": bytes(33)}]
)
def test_fields_of_another_length_are_refused(fields: dict[str, Any]) -> None:
    """Or bytes of one could be taken for those of its neighbour."""
    with pytest.raises(ValueError, match="fixed length"):
        replace(context(), **fields).digest()


@pytest.mark.parametrize("fields", [{"hand": 2**32}, {"hand": -1}, {"attempt": 256}])
def test_numbers_without_room_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(OverflowError):
        replace(context(), **fields).digest()


@pytest.mark.parametrize(
    "keys", [(), (b"short",), (KEYS[0], b"short"), (bytes(KEY_BYTES), bytes(KEY_BYTES)), (*KEYS, KEYS[0])]
)
def test_every_pack_has_a_key_of_its_own(keys: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="a key of its own"):
        Seal(context(), keys)


def test_the_last_attempt_is_the_last_with_a_number() -> None:
    replace(context(), attempt=MOST_ATTEMPTS - 1).digest()
    with pytest.raises(OverflowError):
        replace(context(), attempt=MOST_ATTEMPTS).digest()


def test_a_seal_at_rest_has_its_fingerprint_and_no_packs() -> None:
    seal = sealed(keys=KEYS)
    rest = seal.at_rest()

    assert (rest, rest.roots, rest.place_roots) == (seal, seal.roots, seal.place_roots)
    assert rest.commitment == seal.commitment
    assert "packs" not in vars(rest), "nothing of it had to be made again"
    assert [pack.root for pack in rest.packs] == list(seal.roots)


def test_each_pack_counts_for_the_commitment() -> None:
    """In its place, and down to a single bit of its key."""
    commitments = {sealed(keys=KEYS).commitment, sealed(keys=KEYS[::-1]).commitment, sealed(keys=KEYS[:3]).commitment}
    for number, key in enumerate(KEYS):
        changed = key[:-1] + bytes([key[-1] ^ 1])
        commitments.add(sealed(keys=(*KEYS[:number], changed, *KEYS[number + 1 :])).commitment)

    assert len(commitments) == 7


# What proves a card.


def proves(opening: Opening, bound: bytes, pack: int, count: int, root: bytes) -> bool:
    """Whether an opening shows its card to lie in the pack with this root."""
    try:
        return opening.root(bound, pack, count) == root
    except ValueError:
        return False


def places(opening: Opening, bound: bytes, pack: int, count: int, root: bytes) -> bool:
    """Whether an opening shows its card to lie at its position only, in the pack whose places have this root."""
    try:
        return opening.place_root(bound, pack, count) == root
    except ValueError:
        return False


@given(SEALS, st.data())
def test_every_card_of_every_pack_can_be_proved(seal: Seal, data: st.DataObject) -> None:
    count, pack = len(seal.context.cards), data.draw(st.sampled_from(seal.packs))
    position = data.draw(st.integers(0, count - 1))
    opening = pack.opening(position)

    assert sorted(pack.order) == list(range(count))
    assert (opening.position, opening.card) == (position, pack.order[position])
    assert proves(opening, seal.context.digest(), pack.number, count, seal.roots[pack.number])
    assert places(opening, seal.context.digest(), pack.number, count, seal.place_roots[pack.number])


@given(SEALS, CONTEXTS, st.data())
def test_nothing_else_proves_a_card(seal: Seal, other: Context, data: st.DataObject) -> None:
    """No other card, position, salt, path, pack or context."""
    count, bound = len(seal.context.cards), seal.context.digest()
    pack = data.draw(st.sampled_from(seal.packs))
    opening = pack.opening(data.draw(st.integers(0, count - 1)))

    def refused(changed: Opening, bound: bytes = bound, number: int = pack.number) -> bool:
        return not proves(changed, bound, number, count, pack.root)

    assert refused(replace(opening, card=data.draw(st.integers(-1, count).filter(lambda card: card != opening.card))))
    assert refused(
        replace(opening, position=data.draw(st.integers(-1, count).filter(lambda at: at != opening.position)))
    )
    assert refused(replace(opening, salt=data.draw(KEY.filter(lambda salt: salt != opening.salt))))
    assert refused(replace(opening, salt=opening.salt + b"\0"))
    assert refused(replace(opening, path=(*opening.path, opening.salt)))
    if opening.path:
        step = data.draw(st.integers(0, len(opening.path) - 1))
        bent = data.draw(KEY.filter(lambda found: found != opening.path[step]))
        assert refused(replace(opening, path=(*opening.path[:step], bent, *opening.path[step + 1 :])))
        assert refused(replace(opening, path=opening.path[1:]))
    assert refused(opening, number=data.draw(st.integers(0, 255).filter(lambda number: number != pack.number)))
    if other.digest() != bound:
        assert refused(opening, bound=other.digest())


@given(SEALS, CONTEXTS, st.data())
def test_nothing_else_proves_the_place_of_a_card(seal: Seal, other: Context, data: st.DataObject) -> None:
    """No other card, position, salt, path, pack or context; the proof of a card is none of its place either."""
    count, bound = len(seal.context.cards), seal.context.digest()
    pack = data.draw(st.sampled_from(seal.packs))
    opening = pack.opening(data.draw(st.integers(0, count - 1)))

    def refused(changed: Opening, bound: bytes = bound, number: int = pack.number) -> bool:
        return not places(changed, bound, number, count, pack.place_root)

    assert refused(replace(opening, card=data.draw(st.integers(-1, count).filter(lambda card: card != opening.card))))
    assert refused(
        replace(opening, position=data.draw(st.integers(-1, count).filter(lambda at: at != opening.position)))
    )
    assert refused(replace(opening, place_salt=data.draw(KEY.filter(lambda salt: salt != opening.place_salt))))
    assert refused(replace(opening, place_salt=opening.salt, place_path=opening.path))
    assert refused(replace(opening, place_path=(*opening.place_path, opening.salt)))
    if opening.place_path:
        step = data.draw(st.integers(0, len(opening.place_path) - 1))
        bent = data.draw(KEY.filter(lambda found: found != opening.place_path[step]))
        path = opening.place_path
        assert refused(replace(opening, place_path=(*path[:step], bent, *path[step + 1 :])))
        assert refused(replace(opening, place_path=path[1:]))
    assert refused(opening, number=data.draw(st.integers(0, 255).filter(lambda number: number != pack.number)))
    if other.digest() != bound:
        assert refused(opening, bound=other.digest())


@given(KEY, st.integers(2, 130), st.data())
def test_a_card_that_lies_twice_is_proved_at_one_place_at_most(key: bytes, count: int, data: st.DataObject) -> None:
    """So whoever holds it at the other place finds the pack to be false, whatever order of places is sealed with it."""
    pack = SealedPack(BOUND, 0, count, key)
    one, other = data.draw(st.permutations(range(count)))[:2]
    order = list(pack.order)
    order[other] = order[one]
    vars(pack)["order"] = tuple(order)
    vars(pack)["places"] = tuple(data.draw(st.permutations(range(count))))
    found = [places(pack.opening(at), BOUND, 0, count, pack.place_root) for at in (one, other)]

    assert pack.opening(one).card == pack.opening(other).card
    assert sum(found) <= 1
    assert all(proves(pack.opening(at), BOUND, 0, count, pack.root) for at in (one, other)), "the first tree is blind"


@pytest.mark.parametrize(("card", "position"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_card_that_the_pack_cannot_have_proves_nothing(card: int, position: int) -> None:
    """Even if whoever sealed the pack sealed it: here, in a pack of one."""
    with pytest.raises(ValueError, match="no such card"):
        Opening(position, card, bytes(32), (), bytes(32), ()).root(BOUND, 0, 1)
    with pytest.raises(ValueError, match="no such card"):
        Opening(position, card, bytes(32), (), bytes(32), ()).place_root(BOUND, 0, 1)


# What a proof does not tell.


@given(KEY, st.integers(3, 130), st.data())
def test_a_proof_says_nothing_of_another_card(key: bytes, count: int, data: st.DataObject) -> None:
    """Were two hidden cards exchanged, card, salt and seal of the one that is shown would be the same."""
    pack, twin = SealedPack(BOUND, 0, count, key), SealedPack(BOUND, 0, count, key)
    shown, one, other = data.draw(st.permutations(range(count)))[:3]
    exchanged = list(pack.order)
    exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
    vars(twin)["order"] = tuple(exchanged)
    before, after = pack.opening(shown), twin.opening(shown)

    assert pack.root != twin.root
    assert replace(after, path=before.path, place_path=before.place_path) == before
    assert leaf(BOUND, 0, shown, after.card, after.salt) == leaf(BOUND, 0, shown, before.card, before.salt)


@given(KEY, st.integers(2, 130))
def test_every_position_has_a_salt_of_its_own(key: bytes, count: int) -> None:
    """Without it, nobody finds a hidden card by sealing all of them and comparing with what a path shows."""
    pack = SealedPack(BOUND, 0, count, key)
    openings = [pack.opening(position) for position in range(count)]
    salts = {salt for opening in openings for salt in (opening.salt, opening.place_salt)}
    shown, neighbour = openings[0], openings[1]

    assert len(salts) == 2 * count
    assert salts.isdisjoint(step for opening in openings for step in (*opening.path, *opening.place_path))
    assert shown.path[0] == leaf(BOUND, 0, 1, neighbour.card, neighbour.salt)
    assert shown.path[0] not in {leaf(BOUND, 0, 1, card, shown.salt) for card in range(count)}


def test_no_text_shows_a_card_a_key_or_a_salt() -> None:
    seal = sealed(keys=[b"canary %d of thirty-two bytes ..." % number for number in range(4)])
    pack = seal.packs[0]
    shown = [repr(each) for each in (seal, pack, pack.opening(0))]

    assert shown == [f"Seal(context={seal.context!r})", "SealedPack(number=0, count=28)", "Opening(position=0)"]
