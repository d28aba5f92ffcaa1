"""What is sealed for a table, how a hand was dealt, and its record: each is found again, and none goes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.ledger import (
    DisclosureAgreed,
    GroupSaved,
    HandClosed,
    HandOpened,
    HandVoided,
    Ledger,
    PackDisclosed,
    PacksSealed,
    SealBroken,
    Write,
    WriteRefused,
    queries,
)
from tests.thoroughness import examples

from .conftest import GROUP, KEYS, SEALED, hand_opened, now, url_of

PICKED = KEYS[32:64]
LATER = datetime(2100, 1, 1, tzinfo=UTC)


def closed(hand: int, key: bytes = PICKED) -> HandClosed:
    return HandClosed(hand, (4, -4), record='{"commit":"c0"}', record_hash="4a5b", key=key)


async def kept(ledger: Ledger, hand: int) -> bytes:
    row = await ledger.read(queries.hand, hand)
    assert row is not None
    return row.keys


async def test_packs_stay_sealed_over_a_restart_until_they_are_dealt_from(path: Path) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((PacksSealed("t", 1, 0, KEYS), PacksSealed("u", 9, 2, PICKED)))
    async with await Ledger.open(url_of(path), now=now) as ledger:
        assert await ledger.read(queries.seal, "t") == PacksSealed("t", 1, 0, KEYS)
        assert await ledger.read(queries.seal, "u") == PacksSealed("u", 9, 2, PICKED)
        assert await ledger.read(queries.seal, "v") is None
        await ledger.commit((hand_opened(1), SealBroken("t")))
        assert await ledger.read(queries.seal, "t") is None
        await ledger.commit((closed(1), PacksSealed("t", 2, 0, KEYS[::-1])))
        assert await ledger.read(queries.seal, "t") == PacksSealed("t", 2, 0, KEYS[::-1])
        assert await ledger.read(queries.seal, "u") == PacksSealed("u", 9, 2, PICKED)


async def test_a_hand_that_is_over_at_once_leaves_the_next_packs_sealed(ledger: Ledger) -> None:
    await ledger.commit((PacksSealed("t", 1, 0, KEYS),))
    await ledger.commit((PacksSealed("t", 2, 0, KEYS[::-1]), hand_opened(1), SealBroken("t"), closed(1)))
    assert await ledger.read(queries.seal, "t") == PacksSealed("t", 2, 0, KEYS[::-1])


@pytest.mark.parametrize(("number", "attempt"), [(3, 1), (3, 0), (2, 9)])
async def test_only_newer_packs_replace_what_is_sealed(ledger: Ledger, number: int, attempt: int) -> None:
    await ledger.commit((PacksSealed("t", 3, 1, KEYS),))
    outcomes = await asyncio.gather(
        ledger.commit((PacksSealed("u", 1, 0, KEYS),)),
        ledger.commit((GroupSaved(GROUP, "{}"), PacksSealed("t", number, attempt, KEYS[::-1]))),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [type(None), WriteRefused]
    assert await ledger.read(queries.seal, "t") == PacksSealed("t", 3, 1, KEYS)
    assert await ledger.read(queries.groups) == []
    for newer in (PacksSealed("t", 3, 2, KEYS[::-1]), PacksSealed("t", 4, 0, PICKED)):
        await ledger.commit((newer,))
        assert await ledger.read(queries.seal, "t") == PacksSealed(newer.table, newer.number, newer.attempt, newer.keys)


async def test_breaking_no_seal_is_harmless(ledger: Ledger) -> None:
    await ledger.commit((SealBroken("t"), GroupSaved(GROUP, "{}")))
    assert await ledger.read(queries.groups) == [GroupSaved(GROUP, "{}")]


async def test_more_keys_than_a_slot_holds_are_refused(ledger: Ledger) -> None:
    with pytest.raises(WriteRefused, match="holds 128"):
        await ledger.commit((PacksSealed("t", 1, 0, KEYS + b"x"),))
    assert await ledger.read(queries.seal, "t") is None


async def test_a_hand_keeps_its_keys_then_one_then_none(path: Path) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((hand_opened(1),))
    async with await Ledger.open(url_of(path), now=now) as ledger:
        running = await ledger.read(queries.hand, 1)
        assert running is not None
        assert (running.sealed, running.keys, running.record, running.record_hash) == (SEALED, KEYS, "", "")
        await ledger.commit((closed(1),))
        over = await ledger.read(queries.last_hand, "t")
        assert over is not None
        assert (over.sealed, over.keys, over.record, over.record_hash) == ("", PICKED, '{"commit":"c0"}', "4a5b")
        await ledger.commit((PackDisclosed(1, '{"disclosed":"6c"}'),))
        open_to_all = await ledger.read(queries.hand, 1)
        assert open_to_all is not None
        assert (open_to_all.keys, open_to_all.record) == (b"", '{"disclosed":"6c"}')
        assert open_to_all.record_hash == "4a5b", "the chain binds what it bound before"


async def test_a_key_that_is_not_kept_is_gone_with_the_hand(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), closed(1, key=b"")))
    assert await kept(ledger, 1) == b""
    with pytest.raises(WriteRefused):
        await ledger.commit((PackDisclosed(1, "{}"),))


async def test_a_hand_is_recorded_once_and_only_if_it_was_dealt(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), closed(1)))
    for refused in (closed(1), closed(2)):
        with pytest.raises(WriteRefused):
            await ledger.commit((refused,))
    assert await kept(ledger, 1) == PICKED


async def test_a_pack_is_disclosed_once_and_not_while_it_is_played_with(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1),))
    with pytest.raises(WriteRefused):
        await ledger.commit((PackDisclosed(1, '{"too":"soon"}'),))
    assert await kept(ledger, 1) == KEYS
    await ledger.commit((closed(1),))
    disclose = [ledger.commit((PackDisclosed(1, f'{{"by":{number}}}'),)) for number in (1, 2)]
    outcomes = await asyncio.gather(*disclose, return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), WriteRefused]
    row = await ledger.read(queries.hand, 1)
    assert row is not None
    assert row.record == '{"by":1}'


async def test_a_void_hand_has_its_record_replaced_and_its_key_kept(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), hand_opened(2)))
    await ledger.commit((closed(1), HandClosed(2, (0, 0), voided="called off", record="{}", record_hash="77")))
    await ledger.commit((HandVoided(1, "wrong rules", '{"reversed":"wrong rules"}'),))
    row = await ledger.read(queries.hand, 1)
    assert row is not None
    assert (row.record, row.record_hash, row.keys) == ('{"reversed":"wrong rules"}', "4a5b", PICKED)
    assert await kept(ledger, 2) == b""
    await ledger.commit((PackDisclosed(1, '{"disclosed":"by all"}'),))
    assert await kept(ledger, 1) == b""


async def test_keys_are_erased_of_hands_that_were_over_before(path: Path) -> None:
    clock = [datetime(2026, 11, 1, tzinfo=UTC)]
    async with await Ledger.open(url_of(path), now=lambda: clock[0]) as ledger:
        await ledger.commit(
            (hand_opened(1), hand_opened(2), hand_opened(3), hand_opened(4), PacksSealed("t", 5, 0, KEYS))
        )
        await ledger.commit((closed(1), closed(2, key=b"")))
        clock[0] += timedelta(days=7)
        await ledger.commit((closed(3),))
        assert await ledger.erase_keys(clock[0]) == 1
        assert [await kept(ledger, hand) for hand in (1, 2, 3, 4)] == [b"", b"", PICKED, KEYS]
        assert await ledger.read(queries.seal, "t") == PacksSealed("t", 5, 0, KEYS)
        assert await ledger.erase_keys(clock[0]) == 0
        assert await ledger.erase_keys(clock[0] + timedelta(microseconds=1)) == 1
        assert await kept(ledger, 3) == b""
        with pytest.raises(WriteRefused):
            await ledger.commit((PackDisclosed(3, "{}"),))


# --- whatever happens ------------------------------------------------------------------------------------------

TABLES = ("t", "u")
HANDS = (1, 2)


@dataclass
class Dealt:
    """A hand as it must be found."""

    keys: bytes = KEYS
    record: str = ""
    closed: bool = False
    voided: bool = False


class Model:
    """What the ledger must return, in a few dictionaries."""

    def __init__(self) -> None:
        self.seals: dict[str, tuple[int, int]] = {}
        self.hands: dict[int, Dealt] = {}
        self.agreed: set[tuple[int, str]] = set()

    def takes(self, write: Write) -> bool:
        """Whether the ledger stores a write; if it does, so does the model."""
        match write:
            case PacksSealed(table, number, attempt):
                if self.seals.get(table, (0, 0)) >= (number, attempt):
                    return False
                self.seals[table] = (number, attempt)
            case SealBroken(table):
                self.seals.pop(table, None)
            case DisclosureAgreed(hand, player):
                if hand not in self.hands or (hand, player) in self.agreed:
                    return False
                self.agreed.add((hand, player))
            case HandClosed(hand) | HandVoided(hand) | PackDisclosed(hand):
                return hand in self.hands and self._goes_on(self.hands[hand], write)
            case HandOpened(hand):
                if hand in self.hands:
                    return False
                self.hands[hand] = Dealt()
        return True

    def _goes_on(self, hand: Dealt, write: Write) -> bool:
        match write:
            case HandClosed(record=record, key=key):
                if hand.closed:
                    return False
                hand.closed = True
                if record:
                    hand.record, hand.keys = record, key
            case HandVoided(record=record):
                if not hand.closed or hand.voided or (record and not hand.record):
                    return False
                hand.voided = True
                if record:
                    hand.record = record
            case PackDisclosed(record=record):
                if not hand.record or not hand.keys:
                    return False
                hand.record, hand.keys = record, b""
        return True

    def erase(self) -> int:
        over = [hand for hand in self.hands.values() if hand.closed and hand.keys]
        for hand in over:
            hand.keys = b""
        return len(over)


def hand_closed(hand: int, record: str, key: bytes) -> HandClosed:
    """A hand that is over; a record always comes with its hash."""
    return HandClosed(hand, (1, -1), record=record, record_hash="hash" if record else "", key=key)


texts = st.sampled_from(["", '{"a":1}', '{"b":2}'])
of_a_table = st.one_of(
    st.builds(PacksSealed, st.sampled_from(TABLES), st.integers(1, 3), st.integers(0, 2), st.just(KEYS)),
    st.builds(SealBroken, st.sampled_from(TABLES)),
)
of_a_hand = st.one_of(
    st.builds(hand_opened, st.sampled_from(HANDS)),
    st.builds(hand_closed, st.sampled_from(HANDS), texts, st.sampled_from([b"", PICKED])),
    st.builds(HandVoided, st.sampled_from(HANDS), st.just("wrong"), texts),
    st.builds(PackDisclosed, st.sampled_from(HANDS), texts.filter(bool)),
    st.builds(DisclosureAgreed, st.sampled_from(HANDS), st.sampled_from(["ann", "bo"])),
)


def whose(write: Any) -> object:
    """The hand or table that a write is about."""
    return getattr(write, "hand", None) or write.table


# Those that share a transaction are of different tables, since each table waits for one write set before the next.
batches = st.lists(st.one_of(of_a_table, of_a_hand, of_a_hand), min_size=1, max_size=4, unique_by=whose)
steps = st.lists(st.one_of(batches, batches, batches, st.none()), max_size=16)
"""Writes that are stored at once, or nothing: then all keys are erased."""


def renamed(write: Any, hands: dict[int, int], tables: dict[str, str]) -> Write:
    """The same of a hand or a table that the ledger does not know yet."""
    changed: dict[str, Any] = {}
    if hasattr(write, "hand"):
        changed["hand"] = hands[write.hand]
    if hasattr(write, "table"):
        changed["table"] = tables[write.table]
    if isinstance(write, HandOpened):
        changed["number"] = hands[write.hand]
    new: Write = replace(write, **changed)
    return new


async def _play(ledger: Ledger, sequence: list[list[Write] | None]) -> None:
    from bot.features.proofs.queries import agreed_to

    model = Model()
    hands = {hand: await ledger.numbers.next_hand("g", practice=False) for hand in HANDS}
    tables = {table: await ledger.numbers.next_table() for table in TABLES}
    for step in sequence:
        if step is None:
            assert await ledger.erase_keys(LATER) == model.erase()
            continue
        expected = [None if model.takes(write) else WriteRefused for write in step]
        stored = [ledger.commit((renamed(write, hands, tables),)) for write in step]
        outcomes = await asyncio.gather(*stored, return_exceptions=True)
        assert [None if each is None else type(each) for each in outcomes] == expected
    for name, table in tables.items():
        sealed = model.seals.get(name)
        assert await ledger.read(queries.seal, table) == (None if sealed is None else PacksSealed(table, *sealed, KEYS))
    for which, hand in hands.items():
        row, dealt = await ledger.read(queries.hand, hand), model.hands.get(which)
        found = None if row is None else Dealt(row.keys, row.record, row.closed is not None, bool(row.voided))
        assert found == dealt
        assert await ledger.read(agreed_to, hand) == {player for of, player in model.agreed if of == which}
    assert await ledger.erase_keys(LATER) == model.erase()


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for all sequences."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def shared_ledger(loop: asyncio.Runner) -> Iterator[Ledger]:
    """One ledger in memory for all sequences: creating one takes longer than a sequence."""
    ledger = loop.run(Ledger.open("sqlite+aiosqlite://", now=now))
    yield ledger
    loop.run(ledger.close())


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sequence=steps)
def test_hands_go_on_as_a_few_dictionaries_say(
    loop: asyncio.Runner, shared_ledger: Ledger, sequence: list[list[Write] | None]
) -> None:
    loop.run(_play(shared_ledger, sequence))
