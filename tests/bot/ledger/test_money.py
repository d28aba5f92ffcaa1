"""Chips move or they do not; they are never made, lost or owed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.ledger import (
    HandClosed,
    HandVoided,
    JournalLine,
    Ledger,
    LedgerClosed,
    Once,
    Overdrawn,
    PersonSaved,
    Posting,
    RepeatedUpdate,
    Transfer,
    WriteRefused,
    carried,
    mint,
    queries,
    stack,
    statement_queries,
    wallet,
)

from .conftest import GROUP, hand_opened, now, url_of

MINT, ANN, BO = mint(GROUP), wallet(GROUP, "ann"), wallet(GROUP, "bo")


@pytest.mark.parametrize("amount", [0, -1, 10**12 + 1, True, 1.0])
def test_a_transfer_moves_a_sensible_number_of_chips(amount: int) -> None:
    with pytest.raises(ValueError, match="whole number"):
        Transfer(MINT, ANN, amount, "grant")


def test_chips_stay_in_their_group_and_move_somewhere() -> None:
    with pytest.raises(ValueError, match="two different"):
        Transfer(ANN, ANN, 1, "gift")
    with pytest.raises(ValueError, match="group"):
        Transfer(ANN, wallet("discord:1", "ann"), 1, "gift")


async def test_nothing_of_an_overdrawn_write_set_is_stored(ledger: Ledger) -> None:
    await ledger.commit((Transfer(MINT, ANN, 100, "grant"),))
    with pytest.raises(Overdrawn) as refused:
        await ledger.commit((PersonSaved("ann", GROUP, "Ann"), Transfer(ANN, BO, 60, "a"), Transfer(ANN, BO, 60, "b")))
    assert (refused.value.account, refused.value.balance, refused.value.amount) == (ANN, 40, 60)
    assert await ledger.read(queries.balances, GROUP) == {"ann": 100}
    assert await ledger.read(queries.people, GROUP) == {}


async def test_one_bad_write_set_harms_no_other_of_its_batch(ledger: Ledger) -> None:
    await ledger.commit((Transfer(MINT, ANN, 100, "grant"), JournalLine("t", 1, None, "ann", "join")))
    outcomes = await asyncio.gather(
        ledger.commit((Transfer(ANN, BO, 40, "good"),)),
        ledger.commit((Transfer(ANN, BO, 99, "overdrawn"),)),
        ledger.commit((JournalLine("t", 1, None, "bo", "join"), Transfer(ANN, BO, 5, "same journal number"))),
        ledger.commit((PersonSaved("bad", GROUP, "\ud800"), Transfer(ANN, BO, 5, "no text"))),
        ledger.commit((HandClosed(7, (1, -1)), Transfer(ANN, BO, 5, "no such hand"))),
        ledger.commit(("nonsense", Transfer(ANN, BO, 5, "no write"))),  # type: ignore[arg-type]
        ledger.commit((Transfer(ANN, BO, 3, "good"), JournalLine("t", 2, None, "bo", "join"))),
        return_exceptions=True,
    )
    expected = [type(None), Overdrawn, WriteRefused, WriteRefused, WriteRefused, WriteRefused, type(None)]
    assert [type(each) for each in outcomes] == expected
    assert await ledger.read(queries.balances, GROUP) == {"ann": 57, "bo": 43}
    assert await ledger.read(queries.last_seq, "t") == 2
    assert (await ledger.audit()).sound


async def test_a_repeated_update_is_refused_in_the_next_process_too(ledger: Ledger, path: Path) -> None:
    def again() -> asyncio.Future[None]:
        return asyncio.ensure_future(ledger.commit((Once("u1"), Transfer(MINT, ANN, 5, "x"))))

    outcomes = await asyncio.gather(again(), again(), again(), return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), RepeatedUpdate, RepeatedUpdate]
    assert await ledger.read(queries.balance, ANN) == 5
    await ledger.close()
    async with await Ledger.open(url_of(path), now=now) as ledger:
        with pytest.raises(RepeatedUpdate):
            await again()
        assert await ledger.read(queries.balance, ANN) == 5


async def test_a_hand_is_closed_and_voided_once(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), Transfer(MINT, carried(GROUP, "t"), 50, "x", 1)))
    with pytest.raises(WriteRefused):
        await ledger.commit((HandVoided(1, "not over yet"),))
    settle = (HandClosed(1, (40, -40)), Transfer(carried(GROUP, "t"), stack(GROUP, "t", "ann"), 10, "win", 1))
    outcomes = await asyncio.gather(ledger.commit(settle), ledger.commit(settle), return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), WriteRefused]
    assert await ledger.read(queries.balance, carried(GROUP, "t")) == 40
    await ledger.commit((HandVoided(1, "wrong rules"),))
    with pytest.raises(WriteRefused):
        await ledger.commit((HandVoided(1, "again"),))
    row = await ledger.read(queries.hand, 1)
    assert row is not None
    assert (row.settlement, row.voided) == ((40, -40), "wrong rules")


async def test_a_statement_sums_a_hand_and_shows_the_rest(ledger: Ledger) -> None:
    at_table, banker = stack(GROUP, "t", "ann"), stack(GROUP, "t", "bo")
    await ledger.commit((hand_opened(1), hand_opened(2), Transfer(MINT, ANN, 1000, "start", actor="house")))
    await ledger.commit((Transfer(ANN, at_table, 500, "sit"),))
    await ledger.commit((Transfer(MINT, ANN, 7, "grant", actor="boss", note="birthday"),))
    won = Posting("hand", ((at_table, -5), (banker, 5)), 1, ranked=True)
    await ledger.commit((HandClosed(1, (-5, 5), wallets=(ANN, BO)), won))
    await ledger.commit((Transfer(MINT, BO, 9, "start"),))
    shown = await ledger.read(statement_queries.statement, GROUP, "ann", before=None, limit=10)
    assert [(each.amount, each.balance, each.reason, each.hand, each.note) for each in shown] == [
        (-5, 1002, "hand", 1, ""),
        (7, 1007, "grant", None, "birthday"),
        (1000, 1000, "start", None, ""),
    ]
    pages = []
    before = None
    while page := await ledger.read(statement_queries.statement, GROUP, "ann", before=before, limit=2):
        pages += page
        before = page[-1].number
    assert pages == shown
    assert [await ledger.read(queries.balance, each) for each in (ANN, at_table, BO, banker)] == [507, 495, 9, 5]
    assert [(each.amount, each.balance) for each in await ledger.read(statement_queries.statement, GROUP, "bo")] == [
        (9, 14),
        (5, 5),
    ]
    assert (await ledger.audit()).sound


async def test_a_closed_ledger_says_so(ledger: Ledger) -> None:
    waiting = asyncio.ensure_future(ledger.commit((Transfer(MINT, ANN, 5, "x"),)))
    await asyncio.sleep(0)
    await ledger.close()
    await waiting
    with pytest.raises(LedgerClosed):
        await ledger.commit((Transfer(MINT, ANN, 5, "x"),))
    with pytest.raises(LedgerClosed):
        await ledger.read(queries.groups)
    await ledger.close()
