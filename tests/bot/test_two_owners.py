"""Two processes believe to own the same tables: what is stored decides, and both tell what is true."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from bot.app import App
from bot.ledger import ErasureAsked, Ledger, TableSaved, WriteRefused, queries, wallet
from bot.ledger.statements import STATEMENTS
from bot.messages import Command, Person, Place
from bot.tables.resume import played_again
from engine.fairness.records import read
from engine.fairness.verifying import verify
from engine.games import GAMES
from engine.refusal import Refused
from tests.bot.killing import PLACE
from tests.bot.scenario import url_of
from tests.bot.two_owners import TwoOwners, two_owners
from tests.manual_clock import ManualClock
from tests.seeds import SEED
from tools.postgresql import Server

COMMANDS: Final = 80
MOST_ROUNDS: Final = 5


async def check(both: TwoOwners) -> int:
    """Look at all that is stored; return the number of hands that were played to their end."""
    ledger, entropy = both.ledger, both.first.tables._services.entropy
    audit = await ledger.audit()
    assert audit.sound, audit.faults
    people = await ledger.read(queries.people, PLACE.group)
    held = [(await ledger.read(queries.wealth, PLACE.group, each)).total for each in people]
    assert sum(held) == 2000 * len(people)
    for key, text in both.done.items():
        assert await ledger.read(queries.is_done, key), text
    over = 0
    for number in range(1, await ledger.numbers.next_hand(PLACE.group, practice=False)):
        row = await ledger.read(queries.hand, number)
        if row is None or row.voided or row.settlement is None:
            assert row is None or not row.voided, row.voided
            continue
        hand = await played_again(ledger, entropy, row)
        assert tuple((hand.round.settlement or {}).values()) == row.settlement
        assert verify(row.record).valid
        assert row.announced
        over += 1
    return over


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "SQLite":
        return url_of(tmp_path)
    started: Server = request.getfixturevalue("postgresql")
    return started.new_database()


async def evening(url: str, game: str) -> None:
    """Play on until a hand is over: which process is first on PostgreSQL differs each time."""
    hands = 0
    with capture_logs() as logged:
        async with two_owners(url, f"{SEED}/{game}") as both:
            for _ in range(MOST_ROUNDS):
                await both.play(game, COMMANDS)
                if hands := await check(both):
                    break
    assert hands
    assert [each for each in logged if each["log_level"] in ("warning", "error")] == []
    assert any(each["event"] == "table read anew" for each in logged)


@pytest.mark.parametrize("game", GAMES)
async def test_an_evening_of_two_owners_is_that_of_one(url: str, game: str) -> None:
    await evening(url, game)


INSERT: Final = "INSERT INTO journal SELECT coalesce((SELECT opened_at / 1000 FROM hand WHERE id = ?1), 0), ?2,"
NEXT: Final = "(SELECT coalesce(max(seq), 0) + 1 FROM journal WHERE table_id = ?2)"
FAULTS: Final = {
    "a line takes any number": {"journal": f"{INSERT} max(?3, {NEXT}), ?4, ?5, ?6, ?7"},
    "an update has no key": {"journal": f"{INSERT} ?3, ?4, ?5, ?6, substr(?7, 1, 0)"},
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_planted_fault_is_noticed(tmp_path: Path, fault: str) -> None:
    with patch.dict(STATEMENTS, FAULTS[fault]), pytest.raises((AssertionError, Refused)):
        await evening(url_of(tmp_path), "qiuqiu")


async def test_a_table_follows_the_version_before(tmp_path: Path) -> None:
    async with await Ledger.open(url_of(tmp_path), now=ManualClock().utc) as ledger:
        for version in (1, 2):
            await ledger.commit((TableSaved("1", *PLACE, "qiuqiu", "{}", True, version),))
        for version in (1, 2, 4):
            with pytest.raises(WriteRefused):
                await ledger.commit((TableSaved("1", *PLACE, "qiuqiu", "[]", False, version),))


async def test_settings_of_both_owners_are_kept(url: str) -> None:
    async with two_owners(url, f"{SEED}") as both:
        for number, app in enumerate(both.apps * 2):
            await app.groups.change(PLACE.group, lambda now, key=str(number): now.with_feature(key, True))  # type: ignore[misc]
        await both.first.follow()
        assert [set(app.groups.of(PLACE.group).of_features) for app in both.apps] == [set("0123")] * 2


async def test_groups_of_two_processes_join_and_keep_one_book(postgresql: Server) -> None:
    boss, chief = (Person(f"test:{name}", name.capitalize(), admin=True) for name in ("boss", "chief"))
    async with two_owners(postgresql.new_database(), f"{SEED}") as both:
        first, second = both.apps
        for number, app in enumerate(both.apps):
            club, wati = Place(f"test:club{number}", "main"), Person(f"test:wati{number}", f"Wati {number}")
            await second.dispatcher.handle(Command(wati, club, "chips", "", f"test:{number}"))
            offered = await first.dispatcher.handle(Command(boss, PLACE, "link group", "", f"test:1{number}"))
            code = offered.message.lines[-1]
            for agreeing, who, place in ((second, chief, club), (app, boss, PLACE)):
                key = f"test:2{number}{who.id}"
                reply = await agreeing.dispatcher.handle(Command(who, place, f"link agree {code}", "", key))
                assert not reply.refused, reply.message.lines
            shown = await first.dispatcher.handle(Command(chief, club, "link end", "", f"test:3{number}"))
            assert not shown.refused, shown.message.lines
            circle = await first.groups.book_now(club.group)
            assert circle == await second.groups.book_now(PLACE.group) != club.group
            await first.members.recall("", circle)
            assert wati.id in {each.player for each in first.members.of_group(circle)}
            assert sum((await both.ledger.read(queries.balances, club.group)).values()) == 0
            assert await both.ledger.read(queries.balance, wallet(circle, wati.id)) == 2000


@pytest.mark.parametrize("storing", ["commit", "write"])
async def test_a_hand_is_reversed_and_opened_by_two_processes_at_once(postgresql: Server, storing: str) -> None:
    boss, sari, budi = (Person(f"test:{name}", name, admin=name == "boss") for name in ("boss", "sari", "budi"))
    async with two_owners(postgresql.new_database(), f"{SEED}") as both:
        keys = map(str, count())

        async def say(app: App, who: Person, text: str) -> None:
            await app.dispatcher.handle(Command(who, PLACE, text, "", f"test:{next(keys)}"))

        for who, text in (
            *((boss, "house set disclosure unanimous"), (boss, "house apply"), (sari, "open qiuqiu"), (budi, "join")),
            *((sari, "start"), (sari, "bet 10"), (budi, "fold"), (sari, "disclose 1")),
        ):
            await say(both.first, who, text)
        both_lines = (boss, "bank void 1 misdeal !"), (budi, "disclose 1")
        mine, theirs = both_lines if storing == "commit" else reversed(both_lines)
        stored = getattr(both.first.ledger, storing)

        async def late(*asked: object) -> object:
            """Let the other process store its own in between."""
            setattr(both.first.ledger, storing, stored)
            await say(both.second, *theirs)
            return await stored(*asked)

        await both.quiet()
        setattr(both.first.ledger, storing, late)
        await say(both.first, *mine)
        row = await both.ledger.read(queries.hand, 1 + await both.ledger.numbers.count_of(PLACE.group))
        record = read(row.record if row else "")
        assert (bool(record["disclosed"]), record["reversed"]) == (True, "misdeal")


async def test_tables_that_somebody_hosts_count_in_every_process(postgresql: Server) -> None:
    async with two_owners(postgresql.new_database(), f"{SEED}") as both:
        places = [Place(f"test:{number}", "main") for number in range(4)]
        opening = [Command(Person("test:sari", "Sari"), each, "open qiuqiu", "", each.group) for each in places]
        replies = [await app.dispatcher.handle(each) for app, each in zip(both.apps * 2, opening, strict=True)]
        assert [each.refused for each in replies] == [False, False, False, True]


async def test_somebody_forgotten_elsewhere_gets_up_and_leaves_memory(postgresql: Server) -> None:
    async with two_owners(postgresql.new_database(), f"{SEED}") as both:
        for number, (name, text) in enumerate(
            (("sari", "open qiuqiu"), ("budi", "join"), ("wati", "join"), ("sari", "kick Budi"))
        ):
            who = Person(f"test:{name}", name.capitalize())
            await both.second.dispatcher.handle(Command(who, PLACE, text, "", f"test:{number}"))
        await both.first.ledger.commit((ErasureAsked("test:budi"),))
        for seconds in (3, 3):
            both.clock.move_to(both.clock.now() + seconds)
            await both.first.wait_until_idle()
            await both.second.follow()
        await both.second.dispatcher.handle(Command(Person("test:wati", "Wati"), PLACE, "leave", "", "test:9"))
        (table,) = both.second.tables.all_open()
        assert [chair.name for chair in table.state.seated] == ["Sari"]
        assert [each.player for each in table.state.kept_out] == [await both.ledger.lasting_id("test:budi")]
        assert not {"test:budi", "Budi"} & set(re.findall(r"[\w:]+", str(table.state)))
        assert "test:budi" not in await both.ledger.read(known)


def known(connection: Connection) -> list[str]:
    return list(connection.exec_driver_sql("SELECT known_as FROM person").scalars())
