"""Updates through the inbox: each once, in order, to the owner of its slot, whatever is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import psycopg

from bot.cluster.inbox import Arrival, Inbox, Taken
from bot.ledger import NotStored
from tests.patience import until
from tools.postgresql import Server


class Owner:
    """A process that serves some slots and notes what it was given."""

    def __init__(self, url: str, *slots: int) -> None:
        self.inbox, self.got, self.told = Inbox(url), list[str](), list[str]()
        self.hold: asyncio.Event | None = None
        self.refuse = 0
        self.inbox.handlers["script"] = self._handle
        for each in slots:
            self.inbox.serve(each)

    async def _handle(self, taken: Taken) -> None:
        self.got.append(taken.key)
        self.told += [taken.key] * taken.told
        if self.hold is not None:
            await self.hold.wait()
        if self.refuse:
            self.refuse -= 1
            raise NotStored("no room")

    async def put(self, *keys: str, slot: int = 1) -> None:
        for key in keys:
            await self.inbox.put(Arrival(slot, "script", key, "{}"))


@asynccontextmanager
async def running(*owners: Owner) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for each in owners:
            await each.inbox.begin()
            task = asyncio.create_task(each.inbox.run())
            stack.push_async_callback(each.inbox.stop)
            stack.push_async_callback(asyncio.wait, [task])
            stack.callback(task.cancel)
        yield


async def test_only_the_owner_of_a_slot_is_given_its_updates_in_order(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann, ben = Owner(url, 1, 2), Owner(url, 3)
    async with running(ann, ben):
        await ben.put("a", "b", slot=1)
        await ann.put("c", "d", slot=3)
        await ben.put("e", slot=2)
        await until(lambda: len(ann.got) == 3 and len(ben.got) == 2)
        assert (ann.got, ben.got) == (["a", "b", "e"], ["c", "d"])
        await ann.put("f", slot=9)
        ben.inbox.serve(9)
        await until(lambda: ben.got == ["c", "d", "f"])


async def test_an_update_that_comes_again_is_handled_once_even_later(postgresql: Server) -> None:
    ann = Owner(postgresql.new_database(), 1)
    async with running(ann):
        await asyncio.gather(*(ann.put("a") for _ in range(20)))
        await until(lambda: bool(ann.got))
        await ann.put("a", "b")
        await until(lambda: "b" in ann.got)
    assert ann.got == ["a", "b"]


async def test_what_a_killed_owner_had_under_way_goes_to_the_next(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann, ben = Owner(url, 1), Owner(url)
    async with running(ben):
        async with running(ann):
            ann.hold = asyncio.Event()
            await ben.put("a", "b")
            await until(lambda: ann.got == ["a", "b"])
        ben.inbox.serve(1)
        await until(lambda: ben.got == ["a", "b"])


async def test_an_update_that_could_not_be_stored_is_tried_again(postgresql: Server) -> None:
    ann = Owner(postgresql.new_database(), 1)
    ann.refuse = 2
    async with running(ann):
        await ann.put("a")
        await until(lambda: ann.got == ["a", "a", "a"])


async def test_with_a_full_queue_of_notifications_updates_are_found_all_the_same(postgresql: Server) -> None:
    url = postgresql.new_database()
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE 'too many notifications in the NOTIFY queue' USING ERRCODE = '54000'; END $$"
        )
        connection.execute(f"ALTER DATABASE {connection.info.dbname} SET search_path = public, pg_catalog")
    ann = Owner(url, 1)
    async with running(ann):
        await ann.put("a", "b")
        await until(lambda: ann.got == ["a", "b"])


async def test_cut_connections_lose_nothing(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann = Owner(url, 1)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
    async with running(ann), await psycopg.AsyncConnection.connect(
        url.replace("+psycopg", ""), autocommit=True
    ) as other:  # fmt: skip
        for number in range(5):
            await other.execute(cut, (other.info.backend_pid,))
            await ann.put(str(number))
        await until(lambda: len(ann.got) == 5)
    assert ann.got == ["0", "1", "2", "3", "4"]


async def test_the_taker_knows_that_a_sender_was_told_to_wait(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann, ben = Owner(url), Owner(url)
    async with running(ann, ben):
        await ann.put("a", "b")
        assert await ann.inbox.tell("a"), "nobody has answered it"
        ben.inbox.serve(1)
        await until(lambda: ben.got == ["a", "b"])
        assert not await ann.inbox.tell("b")
    assert ben.told == ["a"]


async def test_a_slot_is_given_away_after_its_last_update(postgresql: Server) -> None:
    ann = Owner(postgresql.new_database(), 1)
    async with running(ann):
        ann.hold = asyncio.Event()
        await ann.put("a")
        await until(lambda: ann.got == ["a"])
        async with ann.inbox._takes._turn:
            # A look is under way.
            ann.inbox._woken.set()
            await asyncio.sleep(0.05)
            giving = asyncio.create_task(ann.inbox.give_away(1))
            await ann.put("b")
        ann.hold.set()
        await giving
        await asyncio.sleep(0.1)
    assert ann.got == ["a"]


async def test_the_first_note_of_a_key_is_the_one_that_all_know(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann, ben = Owner(url), Owner(url)
    async with running(ann, ben):
        assert await ben.inbox.noted("page") is None
        made = await asyncio.gather(ann.inbox.note("page", "hers"), ben.inbox.note("page", "his"))
        assert set(made) == {await ann.inbox.noted("page")}


async def test_processes_identify_themselves_one_after_the_other(postgresql: Server) -> None:
    url = postgresql.new_database()
    ann, ben = Owner(url), Owner(url)
    async with running(ann, ben):
        await ann.inbox.in_turn(60.0)
        waiting = asyncio.create_task(ben.inbox.in_turn(0.0))
        done, _ = await asyncio.wait([waiting], timeout=0.3)
        assert not done
        # A process that ends leaves its turn to the next.
        await ann.inbox.stop()
        await waiting
