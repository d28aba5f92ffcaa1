"""Hands, tables, people, messages and posts are read as they were stored, before and after a restart."""

from __future__ import annotations

from pathlib import Path

from bot.ledger import (
    GroupSaved,
    GuestSaved,
    HandAnnounced,
    HandClosed,
    JournalLine,
    Ledger,
    MessageSaved,
    PersonSaved,
    PostSaved,
    TableSaved,
    WriteSet,
    queries,
)

from .conftest import GROUP, RULES, hand_opened, now, url_of

TABLE = TableSaved("1", GROUP, "lounge", "qiuqiu", '{"seats":[]}', True)


async def test_everything_is_found_again(path: Path) -> None:
    lines = [JournalLine("1", seq, 5, "ann", f"raise {seq}0") for seq in (1, 2, 3)]
    first: WriteSet = (
        TABLE,
        hand_opened(5, "1"),
        *lines,
        GroupSaved(GROUP, "{}"),
        PersonSaved("ann", GROUP, "Ann", "id"),
        MessageSaved("1", "hand", "m1"),
        PostSaved("lounge", 1, "{}", b""),
        PostSaved("lounge", 2, "{}", b"\x89PNG"),
        GuestSaved("abc", "local:1", "Ann"),
    )
    second: WriteSet = (
        GroupSaved(GROUP, '{"a":1}', 2),
        PersonSaved("ann", GROUP, "Anna", "en"),
        MessageSaved("1", "hand", "m2"),
        PostSaved("lounge", 1, '{"edited":1}', b"x"),
        TableSaved("2", GROUP, "cellar", "qiuqiu", "{}", False),
        HandClosed(5, (4, -4)),
        HandAnnounced(5),
        GuestSaved("abc", "local:1", "Annie"),
    )
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit(first)
        open_hand = await ledger.read(queries.hand, 5)
        assert open_hand is not None
        assert (open_hand.closed, open_hand.settlement, open_hand.announced) == (None, None, False)
        await ledger.commit(second)
    async with await Ledger.open(url_of(path), now=now) as ledger:
        assert await ledger.read(queries.tables_to_resume) == [TABLE]
        assert await ledger.read(queries.groups) == [GroupSaved(GROUP, '{"a":1}', 2)]
        assert await ledger.read(queries.person, GROUP, "ann") == PersonSaved("ann", GROUP, "Anna", "en")
        assert await ledger.read(queries.person, GROUP, "bo") is None
        assert await ledger.read(queries.people, GROUP) == {"ann": PersonSaved("ann", GROUP, "Anna", "en")}
        assert await ledger.read(queries.messages, "1") == {"hand": "m2"}
        assert [(each.number, each.body, each.picture) for each in await ledger.read(queries.posts, "lounge", 9)] == [
            (1, '{"edited":1}', b"x"),
            (2, "{}", b"\x89PNG"),
        ]
        assert [each.number for each in await ledger.read(queries.posts, "lounge", 1)] == [2]
        assert await ledger.read(queries.guests) == [GuestSaved("abc", "local:1", "Annie")]
        assert await ledger.read(queries.journal, 5) == lines
        assert await ledger.read(queries.last_seq, "1") == 3
        row = await ledger.read(queries.last_hand, "1")
        assert row is not None
        assert row == await ledger.read(queries.hand, 5)
        assert (row.rules, row.players, row.stacks) == (RULES, ("ann", "bo"), (100, 90))
        assert (row.settlement, row.voided, row.announced) == ((4, -4), "", True)
        assert (row.dealer, row.carried, row.streak) == (1, 3, 2)
        assert row.closed is not None
        assert row.opened <= row.closed
        assert await ledger.read(queries.untold_results, "1") == []
        assert await ledger.read(queries.hand, 6) is None
        assert await ledger.read(queries.last_hand, "2") is None
        assert [await ledger.numbers.next_hand(row.group, practice=False) for _ in range(2)] == [6, 7]
        assert await ledger.numbers.next_table() == "3"


async def test_table_ids_are_never_used_again(path: Path) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        ids = [await ledger.numbers.next_table() for _ in range(100)]
        assert (len(set(ids)), max(map(len, ids))) == (100, 2)
        await ledger.commit((TableSaved(ids[-1], GROUP, "c", "qiuqiu", "{}", True),))
    async with await Ledger.open(url_of(path), now=now) as ledger:
        assert await ledger.numbers.next_table() not in ids
