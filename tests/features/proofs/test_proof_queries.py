"""What is read of the log of fingerprints, of voids, and of who agreed that all cards are opened."""

from __future__ import annotations

import asyncio

import pytest

from bot.features.proofs.queries import agreed_to, deal_counts, last_posted, log_proof
from bot.ledger import DisclosureAgreed, HandVoided, HeadPosted, Ledger, LogAppended, WriteRefused
from bot.ledger.group_renaming import move_group
from engine.fairness import merkle
from engine.fairness.transparency_log import EntryKind, Head, is_consistent
from tests.bot.ledger.conftest import GROUP, hand_opened
from tests.bot.ledger.test_fingerprint_log import TABLE, appended, entry, root_of
from tests.bot.ledger.test_sealed_packs import closed


async def test_every_entry_and_every_earlier_head_is_proved(ledger: Ledger) -> None:
    await ledger.commit(appended(*range(1, 21)))
    await ledger.commit((LogAppended(entry(7, EntryKind.CLOSED)),))

    proof = await ledger.read(log_proof, TABLE, 7, [3, 16, 21])

    assert proof.head == ledger.log_head == Head(21, proof.earlier[-1].head.root)
    assert [(each.index, each.entry) for each in proof.entries] == [
        (6, entry(7)), (20, entry(7, EntryKind.CLOSED)),
    ]  # fmt: skip
    for each in proof.entries:
        assert merkle.root_of(each.entry.leaf, each.index, 21, each.path) == proof.head.root
    assert [each.head for each in proof.earlier[:2]] == [Head(3, root_of(1, 2, 3)), Head(16, root_of(*range(1, 17)))]
    assert all(is_consistent(each.head, proof.head, each.path) for each in proof.earlier)
    assert (await ledger.read(log_proof, TABLE, 99)).entries == ()
    with pytest.raises(ValueError, match="never had that size"):
        await ledger.read(log_proof, TABLE, 7, [22])


async def test_the_newest_head_that_was_posted_in_a_group_is_known(ledger: Ledger) -> None:
    await ledger.commit(appended(1, 2, 3))
    assert await ledger.read(last_posted, GROUP) == 0
    await ledger.commit((HeadPosted(GROUP, "d", 3), HeadPosted(GROUP, "c", 2), HeadPosted("local:other", "c", 1)))
    assert await ledger.read(last_posted, GROUP) == 3
    await ledger.change(move_group, "local:other", GROUP, ())
    assert [await ledger.read(last_posted, group) for group in ("local:other", GROUP)] == [0, 3]


async def deals(ledger: Ledger, group: str = GROUP) -> tuple[int, int]:
    """How many hands of a group were declared void, and how many there were at all."""
    counted = await ledger.read(deal_counts, group)
    return counted.voids, counted.hands


async def test_voids_are_counted_for_each_group(ledger: Ledger) -> None:
    assert await deals(ledger) == (0, 0)
    await ledger.commit((hand_opened(1), hand_opened(2), hand_opened(3), closed(1), closed(2)))
    assert await deals(ledger) == (0, 3)
    await ledger.commit((HandVoided(2, "wrong rules", "{}"),))
    assert await deals(ledger) == (1, 3)
    assert await deals(ledger, "local:other") == (0, 0)
    await ledger.change(move_group, GROUP, "local:other", ())
    assert await deals(ledger, "local:other") == (1, 3)


async def test_everybody_agrees_once(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), hand_opened(2), DisclosureAgreed(1, "ann"), DisclosureAgreed(2, "ann")))
    again = [ledger.commit((DisclosureAgreed(1, player),)) for player in ("bo", "ann", "bo")]
    outcomes = await asyncio.gather(*again, return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), WriteRefused, WriteRefused]
    assert await ledger.read(agreed_to, 1) == {"ann", "bo"}
    assert await ledger.read(agreed_to, 2) == {"ann"}
    assert await ledger.read(agreed_to, 3) == set()
    with pytest.raises(WriteRefused):
        await ledger.commit((DisclosureAgreed(3, "ann"),))
