"""The process dies after every single step: the next one goes on with the same pack, chips, question and buttons."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.ledger import Account, NotStored, Record, Transfer, stack, wallet
from bot.tables.state import TableState
from engine.fairness import NO_RECORD
from engine.fairness.verifying import verify
from tests.bot.house import HOUSE, House
from tests.bot.room import Seen, buttons, words

STORY = [
    ("sari", "open qiuqiu"),
    ("budi", "join"),
    ("wati", "join 300"),
    ("sari", "start"),
    ("?", "bet 20"),
    ("?", "call"),
    ("joko", "join"),
    ("?", "raise 60"),
    ("?", "call"),
    ("?", "fold"),
    ("?", "check"),
    ("?", "bet 50"),
    ("?", "call"),
    ("wait", "8"),
    ("?", "check"),
    ("?", "leave"),
    ("?", "bet 30"),
    ("?", "call"),
    ("sari", "sit out"),
    ("?", "fold"),
    ("?", "check"),
    ("?", "bet 10"),
    ("?", "fold"),
    ("wait", "8"),
    ("?", "check"),
    ("budi", "close"),
    ("?", "check"),
    ("?", "all-in"),
    ("?", "call"),
]
"""``?`` is whoever is asked."""


async def step(house: House, name: str, line: str) -> None:
    if name == "wait":
        await house.wait(float(line))
    elif house.is_open() or line.startswith("open"):
        if name == "?" and house.state().playing is None:
            return
        await house.say(house.asked() if name == "?" else name, line)


def without_lapses(state: TableState) -> TableState:
    """The table as a restart should find it: how often somebody lapsed of late is forgiven."""
    chairs = tuple(None if chair is None else replace(chair, lapses=0) for chair in state.chairs)
    return replace(state, chairs=chairs)


async def told(house: House, *, dying: bool) -> list[str]:
    """Play the story and tell what became of it, line by line."""
    lines = []
    for name, line in STORY:
        await step(house, name, line)
        if dying:
            await house.die()
        else:
            # A process draws a key for its computer players when it starts; the packs are to stay the same.
            house.chance.key()
        await house.sound()
        chips = [await house.fortune(each) for each in ("sari", "budi", "wati", "joko")]
        question = ""
        if house.is_open() and house.state().playing is not None:
            question = f"{house.asked()} {house.hand().turn}"
        lines.append(f"{name} {line}: {chips} {question}")
    return lines


async def test_dying_after_every_step_changes_nothing(tmp_path: Path) -> None:
    """Who wins, who is asked and what everybody has is the same as if the process had never died."""
    async with House(tmp_path / "calm", seed="restart") as calm:
        expected = await told(calm, dying=False)
    async with House(tmp_path / "dying", seed="restart") as dying:
        assert await told(dying, dying=True) == expected
    assert any("3." in line for line in expected), "three hands were played"


async def test_the_whole_state_is_the_same_after_a_death(house: House) -> None:
    """Everybody's hand, every stack and bet, the story so far: everything but the lapses of late."""
    for name, line in STORY:
        await step(house, name, line)
        if not house.is_open():
            continue
        before = house.state()
        await house.die()
        after = house.state()
        if before.playing is None and before.hand is not None:
            # A finished hand was told already, so it is not taken up again.
            before = replace(before, hand=None)
        assert without_lapses(after) == without_lapses(before)


async def test_private_hands_are_the_same_after_a_death(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.act("bet 10", "call")
    hands = [words((await house.say(name, "hand")).message) for name in ("sari", "budi")]
    await house.die()
    assert [words((await house.say(name, "hand")).message) for name in ("sari", "budi")] == hands
    assert hands[0] != hands[1]


async def test_buttons_shown_before_a_death_still_work(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    check, join = house.room.button("Check"), house.room.button("Join")
    await house.die()
    reply = await house.press(house.asked(), check)
    assert not reply.refused, words(reply.message)
    assert (await house.press(house.asked(), check)).refused, "and are stale afterwards"
    assert not (await house.press("wati", join)).refused


async def test_the_live_message_is_edited_on_not_posted_again(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    posts = [seen for seen in house.room.public() if seen.how == "post"]
    await house.die()
    await house.act("check", "check")
    assert [seen for seen in house.room.public() if seen.how == "post"] == posts


async def test_the_clock_is_fresh_after_a_death(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    name = house.asked()
    await house.wait(45 + 29)
    await house.die()
    await house.wait(45 + 29)
    assert house.asked() == name, "a whole turn and the time bank again"
    await house.wait(1)
    assert house.asked() != name


async def test_the_next_hand_begins_after_a_death_in_the_pause(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.finish_hand()
    await house.die()
    await house.wait(8)
    assert house.hand().number == 2


async def test_a_full_table_starts_after_a_death_before_its_first_hand(house: House) -> None:
    names = ("sari", "budi", "wati", "joko", "rini", "agus")
    await house.do(names[0], "open qiuqiu")
    for name in names[1:-1]:
        await house.do(name, "join")
    await house.kiu.desk.handle(house.command(names[-1], "join"))
    await house.die()
    await house.wait(8)
    assert len(house.hand().players) == 6


async def test_computers_go_on_thinking_after_a_death(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    while house.asked() == "sari":
        await house.act("check")
    await house.die()
    await house.wait(2)
    assert house.state().playing is None or house.asked() == "sari"


async def test_who_was_leaving_still_leaves(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    last = [name for name in ("sari", "budi", "wati") if name != house.asked()][-1]
    await house.do(last, "leave")
    await house.die()
    assert house.chair(last).leaving
    await house.finish_hand()
    assert not house.sits(last)


async def test_a_finished_hand_that_was_not_told_is_told_once(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.act("bet 10")
    house.room.gate.clear()
    await house.kiu.desk.handle(house.command(house.asked(), "fold"))
    await house.kiu.tables.settled()
    assert "without showing" not in house.room.text()
    await house.die()
    told = [seen for seen in house.room.public() if "without showing" in words(seen.message)]
    assert len(told) == 1
    await house.die()
    assert [seen for seen in house.room.public() if "without showing" in words(seen.message)] == told


async def test_the_last_hand_of_a_closing_table_is_told_before_a_clean_end(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.do("sari", "close")
    await house.act("bet 10")
    await house.kiu.desk.handle(house.command(house.asked(), "fold"))
    await house.restart()
    assert "without showing" in house.room.text()
    assert "table is closed" in house.room.text()
    assert buttons(house.room.newest()) == []


async def test_the_last_hand_of_a_closed_table_is_told_after_a_death(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.do("sari", "close")
    await house.act("bet 10")
    house.room.gate.clear()
    await house.kiu.desk.handle(house.command(house.asked(), "fold"))
    await house.kiu.tables.settled()
    assert "without showing" not in house.room.text()
    await house.die()
    told = [seen for seen in house.room.public() if "without showing" in words(seen.message)]
    assert len(told) == 1
    assert "table is closed" in words(told[0].message)
    assert not house.is_open()
    await house.die()
    assert [seen for seen in house.room.public() if "without showing" in words(seen.message)] == told


# --- what cannot be taken up -----------------------------------------------------------------------------------


async def spoil(house: House, sql: str) -> None:
    """Spoil the books behind the back of the ledger."""

    def run(connection: Connection) -> None:
        for trigger in (
            connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
        ):
            connection.execute(text(f"DROP TRIGGER {trigger}"))  # a test's own file
        assert connection.execute(text(sql)).rowcount

    await house.kiu.ledger._writer.read(run)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE journal SET text = 'raise 999999' WHERE hand IS NOT NULL",
        """UPDATE hand SET players = '["test:wati","test:sari","test:budi"]'""",
        "DELETE FROM journal WHERE hand IS NOT NULL",
        "UPDATE hand SET stacks = '[400,400,400]'",
        "UPDATE hand SET dealer = dealer + 1",
    ],
    ids=["an impossible action", "other seats", "a lost journal", "other stacks", "another dealer"],
)
async def test_a_hand_that_cannot_be_played_again_is_called_off_for_all_to_see(house: House, sql: str) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    await house.act("bet 50", "call")
    await spoil(house, sql)
    house.expected_errors.add("hand cannot be played again")
    await house.die()
    assert house.state().playing is None
    assert [house.chair(name).stack for name in ("sari", "budi", "wati")] == [500, 500, 500]
    assert "called off" in house.room.text()
    await house.sound()
    await house.wait(8)
    assert house.hand().number == 2
    await house.die()
    assert house.hand().number == 2, "it is called off once"


async def test_a_table_whose_last_players_were_leaving_a_spoilt_hand_is_free_again(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.do("sari", "close")
    await house.act("bet 50")
    await spoil(house, "DELETE FROM journal WHERE hand IS NOT NULL")
    house.expected_errors.add("hand cannot be played again")
    await house.die()
    assert not house.is_open()
    assert await house.in_wallet("sari") == await house.in_wallet("budi") == 2000
    await house.do("wati", "open qiuqiu")


async def test_a_voided_hand_is_never_taken_up_again(house: House) -> None:
    """Even when everybody happens to have the chips that it left them."""
    house.admins.add("boss")
    await house.sit("sari", "budi", buy_in=200)
    await house.do("sari", "start")
    await house.do("boss", f"bank void {house.hand().id} misdeal")
    for name in ("sari", "budi"):
        await house.do("wati", "join") if name == "sari" else None
        await house.do(name, "leave")
        await house.do(name, "join 190")
    await house.die()
    assert house.state().playing is None
    await house.sound()


# --- store, then tell ------------------------------------------------------------------------------------------


async def test_whatever_is_shown_is_in_the_books_already(house: House) -> None:
    """At the very moment when something is posted, the disk has it: a look at the books proves it each time."""
    looked = 0

    def watch(seen: Seen) -> None:
        nonlocal looked
        if seen.how == "whisper" or not house.is_open():
            return
        looked += 1
        state = house.state()
        for chair in state.seated:
            if chair.stack:
                assert known[stack(HOUSE, state.id, chair.player)] == chair.stack

    known: dict[Account, int] = {}
    commit = house.kiu.ledger.commit

    async def spied(record: Record) -> None:
        await commit(record)
        for row in record:
            if isinstance(row, Transfer):
                for account, change in ((row.source, -row.amount), (row.target, row.amount)):
                    known[account] = known.get(account, 0) + change

    house.kiu.ledger.commit = spied  # type: ignore[method-assign]
    house.room.watch = watch
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "start")
    for _ in range(3):
        await house.finish_hand()
        await house.wait(8)
    assert looked > 20


async def failing(house: House, do: Callable[[], Awaitable[None]]) -> None:
    """Do something while nothing can be stored."""
    house.expected_errors.add("nothing can be stored")
    commit = house.kiu.ledger.commit

    async def broken(record: Record) -> None:
        raise NotStored("the disk is full")

    house.kiu.ledger.commit = broken  # type: ignore[method-assign]
    try:
        await do()
    finally:
        house.kiu.ledger.commit = commit  # type: ignore[method-assign]


async def test_when_nothing_can_be_stored_nothing_is_announced_and_the_same_command_is_welcome_again(
    house: House,
) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    name = house.asked()
    command = house.command(name, "bet 20", key="the-key")
    seen, state = list(house.room.seen), house.state()

    async def act() -> None:
        reply = await house.kiu.desk.handle(command)
        assert reply.refused
        assert reply.passing
        assert house.kiu.desk.refusals["storage-trouble"] == 1
        await house.kiu.settled()

    await failing(house, act)
    assert house.room.seen == seen
    assert house.state() == state
    reply = await house.kiu.desk.handle(command)
    assert not reply.refused
    assert house.asked() != name
    await house.sound()


async def test_a_lapse_that_cannot_be_stored_happens_later(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    name, seen = house.asked(), len(house.room.public())
    await failing(house, lambda: house.wait(45 + 30 + 1))
    assert house.asked() == name
    assert len(house.room.public()) == seen
    await house.wait(5)
    assert house.asked() != name


async def test_the_next_hand_that_cannot_be_stored_begins_later(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    await house.finish_hand()
    await failing(house, lambda: house.wait(8))
    assert house.hand().over
    await house.wait(10)
    assert house.hand().number > 1
    assert not house.hand().over


async def test_after_the_end_everything_is_refused_kindly(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    desk, command = house.kiu.desk, house.command(house.asked(), "bet 20")
    await house.restart()
    for line in (command.text, "chips", "daily", "house", "join"):
        reply = await desk.handle(replace(command, text=line, key=line))
        assert reply.message.lines
        assert reply.passing or not reply.refused
    assert house.hand().actions == 0


async def test_many_people_in_the_middle_of_something_lose_nothing(house: House) -> None:
    """What was answered before the death is there after it."""
    lines = ["open qiuqiu"] * 60 + ["join"] * 120
    commands = [house.command(f"p{number}", line, channel=f"room-{number % 60}") for number, line in enumerate(lines)]
    tasks = [asyncio.create_task(house.kiu.desk.handle(command)) for command in commands]
    await asyncio.wait(tasks[:60], return_when=asyncio.FIRST_COMPLETED)
    acknowledged = [
        command for command, task in zip(commands, tasks, strict=True) if task.done() and not task.result().refused
    ]
    assert acknowledged
    await house.die()
    await asyncio.gather(*tasks)
    for command in acknowledged:
        assert house.sits(command.who.id.removeprefix("test:"), command.where.channel)
        assert await house.kiu.ledger.balance(wallet(HOUSE, command.who.id)) == 1500
    await house.sound()


# --- books from before deals were sealed -----------------------------------------------------------------------

NEW_IN_A_TABLE = ("voids", "identity", "chain", "sealed", "last_cutter")

BEFORE_SEALED_DEALS = """
    DROP TABLE agreement;
    DROP TABLE slot;
    DROP TABLE seal;
    DROP TABLE deal;
    DROP INDEX ix_hand_house_voided;
    ALTER TABLE hand ADD COLUMN key BLOB NOT NULL DEFAULT x'00';
    UPDATE rule_set SET rules = json_remove(rules, '$.game', '$.disclosure');
    UPDATE alembic_version SET version_num = '0002';
"""


def made_old(file: Path) -> None:
    """Turn books into what the last version before sealed deals would have left."""
    with closing(sqlite3.connect(file)) as books:
        for id_, state in books.execute("SELECT id, state FROM game_table").fetchall():
            stored = json.loads(state)
            for name in NEW_IN_A_TABLE:
                del stored[name]
            books.execute("UPDATE game_table SET state = ? WHERE id = ?", (json.dumps(stored), id_))
        books.executescript(BEFORE_SEALED_DEALS)


async def test_tables_from_before_sealed_deals_are_taken_up(house: House) -> None:
    """One is in its lobby, one between two hands, and one in mid-hand, whose cards are not known any more."""
    await house.sit("sari", "budi", channel="lobby")
    for channel in ("between", "middle"):
        await house.sit("sari", "budi", "wati", channel=channel)
        await house.do("sari", "start", channel=channel)
    await house.finish_hand("between")
    stacks = [chair.stack for chair in house.state("between").seated]
    await house.act("bet 50", "call", channel="middle")
    await house.end()
    made_old(house.file)
    await house.begin()

    assert [chair.stack for chair in house.state("between").seated] == stacks
    assert [chair.stack for chair in house.state("middle").seated] == [500, 500, 500]
    assert "called off" in house.room.text("middle")
    await house.sound()
    for channel in ("lobby", "between", "middle"):
        sealed = house.state(channel).sealed
        assert sealed is not None
        assert sealed.commitment in house.room.text(channel)
    await house.do("budi", "shuffle mine", channel="middle")
    await house.do("sari", "start", channel="lobby")
    await house.wait(8)
    for channel, number in (("lobby", 1), ("between", 2), ("middle", 2)):
        hand = house.hand(channel)
        assert hand.number == number
        await house.finish_hand(channel)
        row = await house.kiu.ledger.hand(hand.id)
        assert row is not None
        assert verify(row.record).valid
        assert json.loads(row.record)["previous"] == NO_RECORD.hex()
    await house.sound()
    await house.die()
    assert house.state("middle").hands_played >= 2
