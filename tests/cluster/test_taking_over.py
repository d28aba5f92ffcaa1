"""Tables go on in another process when theirs is killed, drained or rid of its sessions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import psycopg

from bot.app import App, open_app
from bot.cluster.member import Member
from bot.cluster.slots import slot_of
from bot.environment.settings import Settings
from bot.messages import Command, Person, Place, Reply
from bot.tables.table import Table
from tests import patience
from tests.bot.fake_chat import Connection, FakeChat, Seen, words
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy
from tools.postgresql import Server

GROUPS = list({slot_of(group): group for group in (f"test:group-{number}" for number in range(50))}.values())
"""Groups with a table each, in more slots than any of two processes has."""


@dataclass
class Several:
    """Processes on one database that show their tables in one chat."""

    url: str
    chat: FakeChat = field(default_factory=FakeChat)
    running: dict[str, App] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    connections: dict[str, Connection] = field(default_factory=dict)
    _ends: dict[str, AsyncExitStack] = field(default_factory=dict)
    _keys: Iterator[int] = field(default_factory=count)

    async def begin(self, name: str) -> None:
        member, ends = Member(Settings(KIU_DATABASE=self.url, process=name)), AsyncExitStack()
        connection = self.connections[name] = Connection(self.chat)
        app = await ends.enter_async_context(
            open_app(
                member.database,
                chats={"test": connection},
                clock=ManualClock(),
                entropy=SeededEntropy(name),
                serves=member.serves,
                maintains=False,
            )
        )
        await app.resume("test")
        member.connect(app, ())
        await ends.enter_async_context(member.serving(f"http://{name}.example:80", lambda: True))
        self.running[name], self.members[name], self._ends[name] = app, member, ends

    async def end(self, name: str) -> None:
        await self._ends.pop(name).aclose()
        del self.running[name], self.members[name]

    def end_sessions(self, name: str) -> None:
        """End all sessions of a process, as the server does when it is killed."""
        sessions = self.members[name].database.partition("application_name=")[2]
        with psycopg.connect(self.url.replace("+psycopg", "")) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
                " AND datname = current_database()",
                (sessions,),
            )

    def tables(self, name: str) -> dict[str, Table]:
        return {table.state.place.group: table for table in self.running[name].tables.all_open()}

    def owners(self) -> dict[str, list[str]]:
        """Return the processes in which the table of each group is."""
        return {group: [name for name in self.running if group in self.tables(name)] for group in GROUPS}

    async def so(self, *names: str) -> None:
        """Wait until each table is in one process, and each process has some."""

        def spread() -> bool:
            owners = list(self.owners().values())
            return all(len(each) == 1 for each in owners) and {each[0] for each in owners} == set(names)

        await patience.until(spread)

    async def say(self, group: str, who: str, text: str) -> None:
        """Say something until no table refuses it because it moves, as the inbox does."""
        who += group.rpartition("-")[2]
        command = Command(Person(f"test:{who}", who), Place(group, "main"), text, "", f"test:{next(self._keys)}")
        reply: Reply | None = None
        async with asyncio.timeout(patience.LONGEST_WAIT):
            while reply is None or reply.transient:
                await asyncio.sleep(0.01)
                for name, member in self.members.items():
                    if member._router.serves_slot(slot_of(group)):
                        reply = await self.running[name].dispatcher.handle(command)
        assert not reply.refused, (group, text, reply.message)

    async def deal_everywhere(self) -> None:
        for group in GROUPS:
            await self.say(group, "sari", "open qiuqiu")
            await self.say(group, "budi", "join")
            await self.say(group, "sari", "start")
        for app in self.running.values():
            await app.wait_until_idle()

    def hands(self) -> dict[str, str]:
        """Return the hand and the question of each table."""
        tables = {group: table for name in self.running for group, table in self.tables(name).items()}
        return {group: tables[group].state.playing.turn for group in GROUPS}  # type: ignore[union-attr]

    def posts(self) -> list[Seen]:
        return [seen for seen in self.chat.seen if seen.how == "post"]


@asynccontextmanager
async def several(url: str, *names: str) -> AsyncIterator[Several]:
    processes = Several(url)
    for name in names:
        await processes.begin(name)
    try:
        await patience.until(
            lambda: all(any(app.serves(group) for app in processes.running.values()) for group in GROUPS)
        )
        yield processes
    finally:
        for name in tuple(processes.running):
            await processes.end(name)


async def test_hands_go_on_elsewhere_when_sessions_end(postgresql: Server) -> None:
    async with several(postgresql.new_database(), "ann", "ben") as processes:
        await processes.deal_everywhere()
        await processes.so("ann", "ben")
        hands, posts, lost = processes.hands(), processes.posts(), set(processes.tables("ben"))
        processes.end_sessions("ben")
        await patience.until(lambda: lost <= set(processes.tables("ann")))
        await processes.so("ann", "ben")
        assert processes.hands() == hands
        assert processes.posts() == posts, "the same messages are edited"


async def test_an_edit_on_its_way_out_of_a_process_that_loses_its_table_is_not_made(postgresql: Server) -> None:
    async with several(postgresql.new_database(), "ann", "ben") as processes:
        await processes.deal_everywhere()
        await processes.so("ann", "ben")
        ann, ben = (processes.running[name].announcer for name in ("ann", "ben"))
        group, table = next(iter(processes.tables("ben").items()))
        _, number = ben.stands_at(table.state, group)
        processes.connections["ben"].gate.clear()
        await processes.say(group, "wati", "join")
        stuck = ben._tasks
        processes.end_sessions("ben")
        await patience.until(lambda: group in processes.tables("ann"))
        await processes.say(group, "tono", "join")
        await ann.wait_until_idle()
        processes.connections["ben"].gate.set()
        await asyncio.wait(stuck)
        assert "tono" in words(processes.chat.shown[number or ""])


async def test_a_drained_process_leaves_all_hands_to_others(postgresql: Server) -> None:
    async with several(postgresql.new_database(), "ann", "ben", "cai") as processes:
        await processes.deal_everywhere()
        await processes.so("ann", "ben", "cai")
        hands, posts = processes.hands(), processes.posts()
        await processes.members["ben"].answers["drain"]({})
        await processes.so("ann", "cai")
        await processes.end("ben")
        await processes.end("cai")
        await processes.so("ann")
        assert processes.hands() == hands
        assert processes.posts() == posts
        for group in GROUPS:
            await processes.say(group, "sari", "close")
