"""The inbox: what is confirmed is stored, and handled once, in order, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from structlog.testing import capture_logs
from telegram import Bot, CallbackQuery, Chat, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update, User

from bot.chats.telegram_chat import inbox as inbox_module
from bot.chats.telegram_chat.inbox import IN_MEMORY_MOST, Inbox
from bot.chats.telegram_chat.update_order import OrderedUpdate, UpdateOrder, chat_of
from bot.environment.clock import ManualClock
from bot.ledger import Ledger, NotStored, UpdateReceived, WriteSet, queries
from tests.bot.scenario import empty_database, url_of
from tests.chats.telegram.fast_limits import timeouts
from tests.child_processes import completed
from tests.patience import LONGEST_WAIT

ROOT = Path(__file__).parents[3]
GROUP, OTHER = -5, -6
BOT = cast(Bot, SimpleNamespace(id=7, defaults=None))
FLOOD = 5 * IN_MEMORY_MOST + 7


def typed(number: int, chat: int = GROUP) -> Update:
    """Something that somebody typed; in a group, each line is another person's."""
    sender = User(1000 + number, "Somebody", is_bot=False)
    return Update(
        number, message=Message(number, datetime(2026, 1, 1, tzinfo=UTC), Chat(chat, "group"), sender, text="x")
    )


class Run:
    """One run of the process: what it handles, and how far it may go."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.begun: list[Update] = []
        self.handled: list[int] = []
        self.came: dict[int, float | None] = {}
        """When each update came; ``None`` for what an earlier run has left."""

        self.most_in_memory = 0
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.order = UpdateOrder(self._handle)
        self.inbox = Inbox(ledger, BOT, self.order, timeouts(0.001))

    async def _handle(self, ordered: OrderedUpdate) -> None:
        self.begun.append(ordered.update)
        self.came[ordered.number] = ordered.received
        self.most_in_memory = max(self.most_in_memory, len(self.order._tasks))
        if chat_of(ordered.update) == GROUP:
            await self.may_go_on.wait()
        self.handled.append(ordered.number)

    async def until(self, come: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONGEST_WAIT):
            while not come():  # noqa: ASYNC110 - what comes is told by nobody
                await asyncio.sleep(0.001)

    async def until_handled(self, *numbers: int) -> None:
        await self.until(lambda: set(numbers) <= set(self.handled))

    async def stored(self) -> list[int]:
        return [number for _, number, _ in await self.ledger.read(queries.updates_waiting)]

    async def until_stored(self, *numbers: int) -> None:
        async with asyncio.timeout(LONGEST_WAIT):
            while await self.stored() != list(numbers):  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.001)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Run]:
    """A run that ends like one that is killed: nothing is tidied up, and nothing can be stored any more."""
    ledger = await Ledger.open(url_of(folder), now=ManualClock().utc)
    run = Run(ledger)
    try:
        await run.inbox.restore()
        yield run
    finally:
        await ledger.close()
        await run.inbox.stop()


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    await empty_database(tmp_path)
    return tmp_path


async def test_what_is_handled_is_stored_no_longer(folder: Path) -> None:
    async with running(folder) as run:
        await run.inbox.take([typed(1), typed(2, OTHER)])
        await run.until_handled(1, 2)
        await run.until_stored()


async def test_updates_may_be_confirmed_before_they_are_handled(folder: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(1), typed(2)])
        await run.inbox.take([typed(3, OTHER)])
        await run.until_handled(3)
        assert run.handled == [3]
        await run.until_stored(1, 2)
        run.may_go_on.set()
        await run.until_handled(1, 2)


async def test_what_was_stored_is_handled_by_the_next_run_before_anything_newer(folder: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(2), typed(1)])
        await run.inbox.take([typed(4), typed(3)])
    async with running(folder) as run:
        await run.inbox.take([typed(5), typed(6, OTHER)])
        await run.until_handled(1, 2, 3, 4, 5, 6)
        assert [number for number in run.handled if number != 6] == [2, 1, 4, 3, 5]
        await run.until_stored()


async def test_a_copy_of_the_disk_at_the_moment_of_confirming_has_all(folder: Path, tmp_path: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(1)])
        shutil.copytree(folder, tmp_path / "left")
    async with running(tmp_path / "left") as run:
        await run.until_handled(1)


async def test_a_batch_that_comes_twice_is_handled_once(folder: Path) -> None:
    batch = [typed(1), typed(2), typed(3, OTHER)]
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take(batch)
        await run.inbox.take(batch)
        run.may_go_on.set()
        await run.until_handled(1, 2, 3)
        await run.inbox.take(batch)
        await run.inbox.take([typed(4)])
        await run.until_handled(4)
        assert sorted(run.handled) == [1, 2, 3, 4]
        await run.until_stored()


async def test_what_is_stored_comes_once_more_after_a_restart_and_is_handled_once(folder: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(1), typed(2)])
    async with running(folder) as run:
        await run.inbox.take([typed(1), typed(2), typed(3)])
        await run.until_handled(1, 2, 3)
        assert run.handled == [1, 2, 3]


async def test_a_flood_of_one_chat_is_bounded_in_memory_lost_by_nobody_and_harms_no_other(folder: Path) -> None:
    flood = [typed(number) for number in range(1, FLOOD + 1)]
    async with running(folder) as run:
        run.may_go_on.clear()
        for start in range(0, FLOOD, 100):
            await run.inbox.take(flood[start : start + 100])
        await run.inbox.take([typed(FLOOD + 1, OTHER)])
        await run.until_handled(FLOOD + 1)
        assert run.handled == [FLOOD + 1], "another chat does not wait"
        assert len(await run.stored()) >= FLOOD
        run.may_go_on.set()
        await run.until(lambda: len(run.handled) > 150)
        await run.inbox.take([typed(FLOOD + 2)])
        await run.until_handled(FLOOD + 2)
        assert run.handled == [FLOOD + 1, *range(1, FLOOD + 1), FLOOD + 2]
        assert run.most_in_memory <= IN_MEMORY_MOST + 1
        await run.until_stored()
        assert (run.inbox._chats, run.inbox._waiting) == ({}, {})


async def test_a_flood_outlives_a_kill(folder: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(number) for number in range(1, FLOOD + 1)])
    async with running(folder) as run:
        await run.inbox.take([typed(FLOOD + 1)])
        await run.until_handled(FLOOD + 1)
        assert run.handled == list(range(1, FLOOD + 2))
        assert run.most_in_memory <= IN_MEMORY_MOST


async def test_what_waits_is_known_by_when_it_came_and_what_was_left_by_having_been_left(folder: Path) -> None:
    """So that nobody is taken for a flood who had to wait for others, or for the next run."""
    now = asyncio.get_running_loop().time
    async with running(folder) as run:
        run.may_go_on.clear()
        begun = now()
        await run.inbox.take([typed(number) for number in range(1, IN_MEMORY_MOST + 3)])
        taken = now()
        await asyncio.sleep(0.02)
        run.may_go_on.set()
        await run.until_handled(IN_MEMORY_MOST + 2)
        assert all(came is not None and begun <= came <= taken for came in run.came.values())
        run.may_go_on.clear()
        await run.inbox.take([typed(900)])
    async with running(folder) as run:
        await run.inbox.take([typed(901)])
        await run.until_handled(900, 901)
        assert run.came[900] is None
        assert run.came[901] is not None


async def test_when_too_many_wait_no_more_are_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "WAITING_MOST", 3)
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take([typed(1), typed(2), typed(3)])
        later = asyncio.ensure_future(run.inbox.take([typed(4, OTHER)]))
        await asyncio.sleep(0.02)
        assert not later.done()
        assert await run.stored() == [1, 2, 3]
        run.may_go_on.set()
        await later
        await run.until_handled(4)


async def test_whoever_brings_updates_may_go_away(folder: Path) -> None:
    async with running(folder) as run:
        bringing = asyncio.ensure_future(run.inbox.take([typed(1)]))
        await asyncio.sleep(0)
        bringing.cancel()
        await run.until_handled(1)


async def test_if_nothing_can_be_stored_they_are_handled_before_they_are_confirmed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(writes: WriteSet) -> None:
        raise NotStored("the disk is full")

    flood = [typed(number) for number in range(1, IN_MEMORY_MOST + 10)]
    async with running(folder) as run:
        run.may_go_on.clear()
        with monkeypatch.context() as patch, capture_logs() as logged:
            patch.setattr(run.ledger, "commit", full)
            taking = asyncio.ensure_future(run.inbox.take(flood))
            await run.until(lambda: bool(run.begun))
            assert not taking.done()
            run.may_go_on.set()
            await taking
            assert run.handled == [update.update_id for update in flood]
            assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["updates not stored"]
        await run.inbox.take([typed(9_000)])
        await run.until_handled(9_000)
        await run.until_stored()


async def test_what_another_bot_received_is_dropped_and_that_is_said(folder: Path) -> None:
    async with running(folder) as run:
        others = [UpdateReceived("telegram:8", 1, str(GROUP), "{}"), UpdateReceived("elsewhere:7", 1, "main", "{}")]
        await run.ledger.commit(tuple(others))
    with capture_logs() as logged:
        async with running(folder) as run:
            assert await run.ledger.read(queries.updates_waiting) == [("elsewhere:7", 1, "main")]
            assert run.begun == []
    assert [entry["n"] for entry in logged if "another bot" in entry["event"]] == [1]


async def test_what_cannot_be_parsed_any_more_holds_up_nothing(folder: Path) -> None:
    async with running(folder) as run:
        await run.ledger.commit((UpdateReceived("telegram:7", 1, str(GROUP), '{"update_id": 1, "message": "typed"}'),))
    with capture_logs() as logged:
        async with running(folder) as run:
            await run.inbox.take([typed(2)])
            await run.until_handled(2)
            await run.until_stored()
    assert "typed" not in repr(logged), "what people type is never logged"


def pressed() -> Sequence[Update]:
    who = User(501, "Sari 🂡", is_bot=False, username="sari", language_code="id")
    board = Message(
        12,
        datetime(2026, 1, 1, tzinfo=UTC),
        Chat(GROUP, "supergroup", "Friday", is_forum=True),
        text="QiuQiu",
        message_thread_id=7,
        is_topic_message=True,
        reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("Check", callback_data="1:1.1:check")]]),
    )
    return [Update(1, callback_query=CallbackQuery("99", who, "chat", message=board, data="1:1.1:check")), typed(2)]


async def test_an_update_is_read_from_the_disk_as_it_was_received(folder: Path) -> None:
    async with running(folder) as run:
        run.may_go_on.clear()
        await run.inbox.take(pressed())
    async with running(folder) as run:
        await run.until_handled(1, 2)
        assert [each.to_dict() for each in run.begun] == [each.to_dict() for each in pressed()]


async def test_killed_again_and_again_nothing_confirmed_is_lost_or_handled_out_of_order(folder: Path) -> None:
    kills = 8
    killing = await completed(
        sys.executable, "-m", "tests.chats.telegram.killing", folder, str(kills), "seed", cwd=ROOT
    )
    assert (killing.returncode, killing.stderr) == (0, "")
    report = json.loads(killing.stdout)
    assert (report["lost"], report["out of order"]) == (0, 0), report
    assert report["confirmed"] > 50, report
    assert report["left"] > 0, "no kill came between storing and handling"
