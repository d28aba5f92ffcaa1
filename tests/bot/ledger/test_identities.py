"""Platform ids stand in one table, and every other row has their numbers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, NullPool, create_engine, inspect

from bot.ledger import (
    GroupSaved,
    Ledger,
    LedgerError,
    MessageSaved,
    NotStored,
    Once,
    PersonSaved,
    Transfer,
    mint,
    queries,
    wallet,
)
from bot.ledger.identities import identities_of
from tests.bot.databases import url_of
from tests.manual_clock import ManualClock

GROUP, ANN = "telegram:-100", "telegram:55"
KNOWN = (
    PersonSaved(ANN, GROUP, "Ann"),
    GroupSaved(GROUP, '{"bans":{"telegram:55":1,"telegram:555":2}}'),
    MessageSaved("1", "hand@discord:@7", "m"),
    Transfer(mint(GROUP), wallet(GROUP, ANN), 10, "grant", note="for telegram:55, not \x021\x03 or anon:1"),
)


async def opened(file: Path) -> Ledger:
    return await Ledger.open(url_of(file), now=ManualClock().utc)


def rows(file: Path, *, besides: str = "") -> str:
    """All that is stored, but for a table."""
    engine = create_engine(url_of(file).replace("+aiosqlite", ""), poolclass=NullPool)
    with closing(engine.connect()) as connection:
        tables = set(inspect(connection).get_table_names()) - {besides}
        return str([connection.exec_driver_sql(f"SELECT * FROM {name}").all() for name in tables])  # noqa: S608


async def test_ids_are_read_as_written_and_stored_once(tmp_path: Path) -> None:
    file = tmp_path / "kiu.sqlite3"
    async with await opened(file) as ledger:
        await ledger.commit(KNOWN)
    for _ in range(2):
        async with await opened(file) as ledger:
            assert await ledger.read(queries.balance, wallet(GROUP, ANN)) == 10
            assert await ledger.read(queries.people, GROUP) == {ANN: KNOWN[0]}
            assert await ledger.read(queries.groups) == [
                GroupSaved(GROUP, '{"bans":{"telegram:55":1,"telegram:555":2}}')
            ]
            assert await ledger.read(queries.messages, "1") == {"hand@discord:@7": "m"}
    assert not [platform for platform in ("telegram:", "discord:") if platform in rows(file, besides="person")]
    assert rows(file).count("telegram:55'") == 1


async def test_what_is_only_asked_for_is_not_stored(tmp_path: Path) -> None:
    file = tmp_path / "kiu.sqlite3"
    async with await opened(file) as ledger:
        assert await ledger.read(queries.balance, wallet(GROUP, ANN)) == 0
        assert await ledger.read(queries.person_everywhere, ANN) == []
    assert "telegram" not in rows(file)


async def test_a_refused_write_leaves_no_number(tmp_path: Path) -> None:
    async with await opened(tmp_path / "kiu.sqlite3") as ledger:
        await ledger.commit((Once("a"),))
        with pytest.raises(Exception, match="carried out before"):
            await ledger.commit((PersonSaved(ANN, GROUP, "Ann"), Once("a")))
        await ledger.commit((PersonSaved("telegram:66", GROUP, "Bo"),))
        await ledger.commit((PersonSaved(ANN, GROUP, "Ann"),))
        assert set(await ledger.read(queries.people, GROUP)) == {"telegram:66", ANN}
        assert await ledger.read(queries.person_everywhere, ANN) == [PersonSaved(ANN, GROUP, "Ann")]


async def test_a_forgotten_id_is_read_as_a_pseudonym_and_never_found_again(tmp_path: Path) -> None:
    file = tmp_path / "kiu.sqlite3"

    def forget(connection: Connection, _: int) -> str:
        return identities_of(connection).forget(connection, ANN)

    async with await opened(file) as ledger:
        await ledger.commit(KNOWN)
        pseudonym = await ledger.change(forget)
        assert pseudonym.startswith("anon:")
        (forgotten,) = (await ledger.read(queries.people, GROUP)).values()
        assert (forgotten.player, forgotten.name) == (pseudonym, pseudonym.replace(":", "-"))
        assert await ledger.read(queries.balance, wallet(GROUP, pseudonym)) == 10
        assert await ledger.read(queries.balance, wallet(GROUP, ANN)) == 0
        await ledger.commit((PersonSaved(ANN, GROUP, "Ann again"),))
    async with await opened(file) as ledger:
        assert set(await ledger.read(queries.people, GROUP)) == {pseudonym, ANN}
        assert await ledger.read(queries.balance, wallet(GROUP, pseudonym)) == 10


async def test_an_id_that_cannot_be_changed_stays(tmp_path: Path) -> None:
    def forget(connection: Connection, _: int) -> None:
        identities_of(connection).forget(connection, ANN)
        raise LedgerError("no")

    async with await opened(tmp_path / "kiu.sqlite3") as ledger:
        await ledger.commit(KNOWN)
        with pytest.raises(NotStored):
            await ledger.change(forget)
        assert await ledger.read(queries.people, GROUP) == {ANN: KNOWN[0]}
