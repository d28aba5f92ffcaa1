"""Telegram's updates, which one process reads, at tables of another."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator

import pytest

from bot.chats.telegram_chat import foreign_updates
from bot.cluster.routing import ACROSS_GROUPS
from bot.cluster.slots import slot_of
from bot.games.qiuqiu.hand_words import domino_text
from bot.groups import GroupSettings
from bot.ledger import queries
from bot.messages import Place
from bot.tables.table import Table
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import SECOND, group_of
from tests.cluster.chat_process import EVERY_SLOT, ChatProcess, telegram_chat
from tests.patience import until
from tools.postgresql import Server


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    async with Telegram(second=SECOND) as one:
        yield one


@pytest.fixture
def sari(telegram: Telegram) -> Person:
    return telegram.person("Sari")


@pytest.fixture
def budi(telegram: Telegram) -> Person:
    return telegram.person("Budi")


@pytest.fixture
def group(telegram: Telegram, sari: Person, budi: Person) -> Chat:
    return telegram.group("Friday dominoes", sari, budi)


async def wealth(process: ChatProcess, group: Chat, person: Person) -> int:
    return (await process.app.ledger.read(queries.wealth, group_of(group), f"telegram:{person.user.id}")).total


def tiles(table: Table, person: Person) -> list[str]:
    hand = table.state.playing
    assert hand is not None
    view = hand.round.view(hand.seat(f"telegram:{person.user.id}"))
    assert isinstance(view, QiuQiuView)
    return list(map(domino_text, hand_names(view.hand)))


async def test_a_table_is_played_in_another_process_than_the_one_that_reads(
    postgresql: Server, telegram: Telegram, sari: Person, budi: Person, group: Chat
) -> None:
    url, slot = postgresql.new_database(), slot_of(group_of(group))
    async with (
        ChatProcess(telegram_chat(telegram), url, *EVERY_SLOT - {slot}, receives=(0,)) as reader,
        ChatProcess(telegram_chat(telegram), url, slot) as owner,
    ):
        await sari.starts()
        await sari.types("/open qiuqiu", in_=group)
        await budi.presses("Join", in_=group)
        await sari.presses("Start", in_=group)
        await owner.app.wait_until_idle()
        assert [bool(each.app.tables.of_group(group_of(group))) for each in (reader, owner)] == [False, True]
        assert await wealth(owner, group, sari) == await wealth(reader, group, budi)
        (table,) = owner.app.tables.of_group(group_of(group))
        assert table.state.playing is not None
        # The chat with her alone has another owner, but she means the table where she sits.
        assert slot_of(group_of(sari.private)) != slot
        await sari.types("/hand", in_=sari.private)
        await until(lambda: all(tile in sari.private.ever() for tile in tiles(table, sari)))


async def test_an_update_that_nobody_takes_is_answered_and_then_done_once(
    postgresql: Server, telegram: Telegram, sari: Person, budi: Person, group: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_updates, "ANSWER_SECONDS", 0.2)
    url = postgresql.new_database()
    async with ChatProcess(telegram_chat(telegram), url, receives=(0,)) as reader:
        await sari.types("/open qiuqiu", in_=group)
        await sari.sees("your answer follows", in_=group)
        async with ChatProcess(telegram_chat(telegram), url) as owner:
            await owner.take(slot_of(group_of(group)))
            await until(lambda: bool(owner.app.tables.of_group(group_of(group))))
            await until(lambda: owner.app.tables.of_group(group_of(group))[0].state.chairs)
        await reader.take(slot_of(group_of(group)))
        assert len(reader.app.tables.of_group(group_of(group))) == 1


@pytest.mark.parametrize("done", [True, False], ids=["done", "cut off"])
async def test_another_process_goes_on_with_what_was_not_answered_and_does_nothing_twice(
    postgresql: Server, telegram: Telegram, sari: Person, budi: Person, group: Chat, done: bool
) -> None:
    url = postgresql.new_database()
    async with ChatProcess(telegram_chat(telegram), url) as second:
        with telegram.server.held("answerCallbackQuery" if done else ""):
            async with ChatProcess(telegram_chat(telegram), url, *EVERY_SLOT, receives=(0,)) as ended:
                await sari.types("/open qiuqiu", in_=group)
                await sari.types("/give Budi 1", in_=group)
                if not done:
                    vars(ended.app.dispatcher).update(handle=lambda _: asyncio.sleep(300))
                press = budi.presses_without_waiting(await budi.sees_button("Join", in_=group))
                await until(lambda: len(ended.app.tables.all_open()[0].state.seated) == 1 + done)
                await asyncio.sleep(0.2)
        assert not press.answered
        await second.take(*EVERY_SLOT)
        await second.chat.receive(frozenset({0}))
        await budi.hears(press)
        assert [len(table.state.seated) for table in second.app.tables.all_open()] == [2]


async def test_groups_of_different_processes_become_a_circle(
    postgresql: Server, telegram: Telegram, sari: Person, budi: Person, group: Chat
) -> None:
    url, here = postgresql.new_database(), slot_of(group_of(group))
    others = (telegram.group(f"Group {number}", sari, budi) for number in itertools.count())
    other = next(each for each in others if slot_of(group_of(each)) not in (here, slot_of(ACROSS_GROUPS)))
    async with (
        ChatProcess(telegram_chat(telegram), url, here) as owner,
        ChatProcess(telegram_chat(telegram), url, *EVERY_SLOT - {here}, receives=(0,)) as reader,
    ):
        await sari.starts()
        await sari.types("/link", in_=group)
        await sari.presses("Get a code", in_=group)
        code = re.search(r"^(\w{8})$", (await sari.sees("other group types")).text, re.MULTILINE)
        assert code is not None
        await sari.types(f"/link {code[1]}", in_=other)
        await sari.presses("Agree", in_=sari.private)
        await sari.presses("Agree", in_=group)
        await sari.sees("is in a circle now", in_=group)
        await sari.types("/open qiuqiu", in_=group)
        await budi.presses("Join", in_=other)
        (table,) = [*owner.app.tables.all_open(), *reader.app.tables.all_open()]
        await until(lambda: len(table.state.seated) == 2)


async def test_a_table_goes_on_where_the_new_id_of_its_group_is_served(
    postgresql: Server, telegram: Telegram, sari: Person, group: Chat
) -> None:
    url, here = postgresql.new_database(), slot_of(group_of(group))
    moved = next(new for new in map("telegram:-100{}".format, itertools.count()) if slot_of(new) != here)
    async with (
        ChatProcess(telegram_chat(telegram), url, here, receives=(0,)) as owner,
        ChatProcess(telegram_chat(telegram), url, *EVERY_SLOT - {here}) as other,
    ):
        await sari.types("/open qiuqiu", in_=group)
        await until(lambda: bool(owner.app.tables.all_open()))
        # Telegram says so when something is sent, before any update does.
        await owner.app.membership.moved(group_of(group), moved)
        await owner.chat.forwarding.pass_on()  # type: ignore[union-attr]
        await until(lambda: bool(other.app.tables.of_group(moved)))
        assert not owner.app.tables.all_open()


async def test_a_group_that_has_just_joined_a_circle_is_known_where_its_tables_are(
    postgresql: Server, telegram: Telegram, sari: Person, group: Chat
) -> None:
    url, home, slot = postgresql.new_database(), group_of(group), slot_of("circle:1")
    async with (
        ChatProcess(telegram_chat(telegram), url, *EVERY_SLOT - {slot}, receives=(0,)) as reader,
        ChatProcess(telegram_chat(telegram), url, slot) as owner,
    ):
        await sari.starts()
        await sari.types("/chips", in_=group)
        joined = {home: GroupSettings(circle="circle:1"), "circle:1": GroupSettings(places=(Place(home, "0"),))}
        await reader.app.groups.change_together(lambda: joined, (), reader.app.ledger.commit)
        await sari.types("/open qiuqiu", in_=group)
        await until(lambda: owner.app.tables.of_group("circle:1"))
