"""Being forgotten: who asks for it is gone from every byte of the database, and nothing else is."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.environment.host import DEFAULT_HOST
from bot.features.privacy.forgetting import GROUPS_EVERY, Forgetting
from bot.ledger import NotStored, queries
from bot.messages import Button, Reply
from engine.fairness.verifying import verify
from tests.bot.fake_chat import buttons, words
from tests.bot.memories import remembered
from tests.bot.scenario import GROUP, Scenario
from tests.bot.traces import traces

SARI = ("test:sari", "Sari")
DAY = 24 * 3600.0


async def told(scenario: Scenario, name: str) -> Reply:
    """The page that says what happens, with its buttons."""
    reply = await scenario.say(name, "forget me")
    assert not reply.refused
    assert reply.menu
    return reply


async def later(scenario: Scenario, days: float) -> None:
    """The process stands still for some days, and is begun again."""
    await scenario.end()
    scenario.clock.move_to(scenario.clock.now() + days * DAY)
    await scenario.begin()
    await scenario.wait(GROUPS_EVERY + 1)


async def forget(scenario: Scenario, name: str) -> None:
    """Press what the page offers, and what asks once more."""
    reply = await scenario.press(name, await surely(scenario, name))
    assert not reply.refused, reply.message.lines


async def surely(scenario: Scenario, name: str) -> Button:
    """The button that forgets somebody, after another that has asked once more."""
    asked = await scenario.press(name, (await told(scenario, name)).message.buttons[-1][0])
    assert not asked.refused, asked.message.lines
    return buttons(asked.message)[-1]


async def played(scenario: Scenario, *names: str) -> None:
    """A hand with words, a void, a grant, and messages of many kinds."""
    await scenario.sit(*names)
    await scenario.do(names[0], "shuffle kocok")
    await scenario.do(names[0], "notify me")
    await scenario.do(names[0], "start")
    await scenario.finish_hand()
    scenario.admins.add("boss")
    await scenario.do("boss", f"bank grant {names[0]} 50 for some help")
    await scenario.do("boss", "bank void 1 somebody spilled coffee")
    await scenario.do("sari", "language id")


async def test_whoever_is_forgotten_is_in_no_byte_of_the_database(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    await scenario.do("sari", "leave")
    before = {name: await scenario.fortune(name) for name in ("sari", "budi", "wati", "boss")}
    given, row = await scenario.all_chips(), await scenario.stored(1)
    assert traces(scenario.file, SARI), "the search finds what is there"

    await forget(scenario, "sari")
    await scenario.wait(3)
    await scenario.finish_hand()
    await scenario.wait(30)

    assert traces(scenario.file, SARI) == []
    assert scenario.chat.forgotten == ["test:sari"]
    assert await scenario.all_chips() == given - before["sari"], "their chips went back to the bank"
    for name in ("budi", "wati", "boss"):
        assert await scenario.fortune(name) == before[name]
    await scenario.sound()
    after = await scenario.stored(1)
    assert (after.record, after.record_hash, after.settlement) == (row.record, row.record_hash, row.settlement)
    assert verify(after.record).valid
    (pseudonym,) = set(after.players) - {"test:budi", "test:wati"}
    assert pseudonym.startswith("anon:")
    assert scenario.app.members.name(GROUP, pseudonym).startswith("anon-")
    # The hand can still be played again, and told of.
    assert not (await scenario.say("budi", "verify mine 1")).refused
    assert "anon-" in str((await scenario.say("budi", "verify details 1")).message.lines)
    await scenario.restart()
    await scenario.sound()
    assert traces(scenario.file, SARI) == []


def gaps(content: bytes, page: int = 1024) -> Iterator[int]:
    """Where pages have room that belongs to no row."""
    for start in range(page, len(content), page):
        at = content.find(bytes(200), start + 200, start + page - 200)
        if at >= 0 and content[start] in (10, 13):
            yield at + 20


async def test_what_older_versions_of_pages_left_behind_goes_as_well(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search is not blind: it finds what lies planted where no row is, until the database is written anew."""
    await played(scenario, "sari", "budi")
    await scenario.do("sari", "leave")
    await scenario.end()
    content = bytearray(scenario.file.read_bytes())
    planted = list(gaps(bytes(content)))[:3]
    assert planted
    for at in planted:
        content[at : at + 16] = b"Sari / test:sari"
    scenario.file.write_bytes(bytes(content))
    await scenario.begin()

    await forget(scenario, "sari")
    ledger = scenario.app.ledger

    async def full() -> None:
        raise NotStored("the disk is full")

    monkeypatch.setattr(ledger, "clean_free_space", full)
    await scenario.wait(5)
    assert traces(scenario.file, SARI), "no row has them any more, but the pages have"
    assert not await rows_with(scenario, "test:sari")

    monkeypatch.undo()
    await scenario.wait(5)
    assert traces(scenario.file, SARI) == []
    assert await ledger.read(queries.erasures) == []


async def rows_with(scenario: Scenario, text: str) -> dict[str, int]:
    """How many rows of each table have a text in any column, as a plain reader of the file finds them."""
    copy = scenario.file.with_name("copy.sqlite3")
    for ending in ("", "-wal"):
        source = scenario.file.with_name(scenario.file.name + ending)
        if source.exists():
            copy.with_name(copy.name + ending).write_bytes(source.read_bytes())
    found: dict[str, int] = {}
    with closing(sqlite3.connect(copy)) as reader:
        tables = [name for (name,) in reader.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            rows = reader.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            if count := sum(any(text.casefold() in str(cell).casefold() for cell in row) for row in rows):
                found[table] = count
    for ending in ("", "-wal", "-shm"):
        copy.with_name(copy.name + ending).unlink(missing_ok=True)
    return found


async def test_a_hand_that_is_played_is_finished_first_whatever_happens_meanwhile(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await forget(scenario, "sari")
    (forgetting,) = [each for each in scenario.app.background if isinstance(each, Forgetting)]
    code = forgetting.code("test:sari", sure=True)
    assert await scenario.refused("sari", f"forget now {code}") == "being-forgotten"
    await scenario.wait(3)
    assert scenario.state().playing is not None
    assert scenario.hand().seat("test:sari") is not None, "nothing is done while their chips are in a hand"
    await scenario.die()
    await scenario.wait(3)
    assert scenario.hand().seat("test:sari") is not None
    assert traces(scenario.file, SARI)

    await scenario.finish_hand()
    await scenario.wait(20)
    assert not scenario.sits("sari")
    if scenario.is_open():
        await scenario.finish_hand()
    await scenario.wait(20)
    assert await scenario.in_wallet("sari") == 0
    assert await rows_with(scenario, "test:sari") == {}
    await scenario.sound()


async def test_nobody_presses_it_for_another_or_by_accident(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    button = (await told(scenario, "sari")).message.buttons[-1][0]
    assert button.style == "danger"
    assert re.fullmatch("forget now [0-9a-f]{12}", button.command)

    await scenario.do("budi", "chips")
    assert (await scenario.press("budi", button)).refused
    assert await scenario.refused("sari", "forget now yes") == "not-your-code"
    again = await surely(scenario, "sari")
    assert again.command != button.command
    assert (await scenario.press("sari", button)).refused, "only the latest button counts"
    await scenario.wait(3600)
    assert (await scenario.press("sari", again)).refused, "and only for an hour"
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert await scenario.in_wallet("sari") == 2000


async def test_the_second_question_says_again_what_goes(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    first = (await told(scenario, "sari")).message
    (line,) = (await scenario.press("sari", first.buttons[-1][0])).message.lines
    assert "your chips (2,000), your seats (0) and your name in all groups (1) go" in str(line)
    assert await scenario.app.ledger.read(queries.erasures) == []


async def test_no_code_can_be_computed(scenario: Scenario) -> None:
    assert len({(await surely(scenario, "sari")).command for _ in range(5)}) == 5
    today = hashlib.sha256(f"forget test:sari {scenario.clock.utc().date().isoformat()}".encode()).hexdigest()[:12]
    assert await scenario.refused("sari", f"forget now {today}") == "not-your-code"


async def test_whoever_comes_back_is_somebody_new_without_new_chips(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    await scenario.do("budi", "chips")
    await forget(scenario, "sari")
    await scenario.wait(5)
    assert await scenario.all_chips() == 2000

    assert "0" in await scenario.do("sari", "chips")
    assert await scenario.in_wallet("sari") == 0
    assert "already" in await scenario.do("sari", "daily")
    assert await scenario.all_chips() == 2000
    assert await scenario.do("wati", "chips"), "others are newcomers as ever"
    assert await scenario.in_wallet("wati") == 2000

    await forget(scenario, "sari")
    await scenario.wait(5)
    await later(scenario, 31)
    await scenario.do("sari", "chips")
    assert await scenario.in_wallet("sari") == 2000, "after a month nothing is known of them"


async def test_the_export_has_everything_that_a_search_finds(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    reply = await scenario.say("sari", "export me")
    assert reply.secret
    assert reply.message.file is not None
    exported = json.loads(reply.message.file.content)
    assert exported["player"] == "test:sari"
    number = scenario.app.ledger._database.identities.number("test:sari")
    found = await rows_with(scenario, f"\x02{number}\x03")
    assert set(found) >= {"account", "hand", "posting", "journal", "game_table", "chat_group", "person", "once"}
    for table, count in found.items():
        rows = exported["tables"][table]
        assert len([row for row in rows if "test:sari" in json.dumps(row)]) == count, table
    assert exported["tables"]["postings of your accounts"]
    assert exported["tables"]["entry"]
    assert "for some help" in reply.message.file.content.decode()
    assert "test:wati" not in json.dumps(exported["tables"]["chat_group"])


async def test_the_people_of_a_group_that_was_left_long_ago_are_forgotten(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi")
    await scenario.do("sari", "leave")
    await scenario.app.membership.removed(GROUP)
    assert DEFAULT_HOST.forget_groups_after is not None
    days = DEFAULT_HOST.forget_groups_after.days
    await scenario.wait(GROUPS_EVERY + 1)
    await later(scenario, 40)
    await scenario.app.membership.arrived(GROUP)
    await later(scenario, days - 30)
    assert scenario.app.members.knows(GROUP, "test:sari"), "coming back cancels it"

    await scenario.app.membership.removed(GROUP)
    await scenario.wait(GROUPS_EVERY + 1)
    await later(scenario, days - 1)
    assert traces(scenario.file, SARI)
    await later(scenario, 1)
    await scenario.wait(5)
    assert not scenario.app.members.knows(GROUP, "test:sari")
    assert traces(scenario.file, (*SARI, "test:budi", "Budi")) == []
    assert await scenario.all_chips() == 0
    await scenario.sound()
    (line,) = [line for line in scenario.logged if "left long ago" in line["event"]]
    assert line["people"] == 3
    assert not {"Sari", "test:"} & set(str(line).split())


async def test_nothing_in_memory_holds_who_was_forgotten(scenario: Scenario) -> None:
    """Nothing that they drafted, were shown or were told, nor where they sat earlier."""
    scenario.admins.add("sari")
    scenario.chat.deaf.add("test:sari")
    await scenario.sit("sari", "budi", channel="earlier")
    await scenario.do("sari", "leave", channel="earlier")
    for line in ("join", "leave") * 3:
        await scenario.do("wati", line, channel="earlier")
    assert "Sari" not in scenario.chat.text("earlier")
    await scenario.do("sari", "notify me")
    await scenario.sit("joko", channel="waiting")
    await scenario.wait(10)
    assert "test:sari" in scenario.chat.tried
    await played(scenario, "sari", "budi")
    await scenario.do("sari", "limit hands 50")
    await scenario.do("sari", "house set ante 20")
    await scenario.say("boss", "bank grant sari 50 for Sari")
    await scenario.do("sari", "top")
    await scenario.do("sari", "leave")
    assert remembered(scenario.app, SARI, scenario.chat)

    await forget(scenario, "sari")
    await scenario.wait(30)
    assert remembered(scenario.app, SARI, scenario.chat) == []


@pytest.mark.parametrize("begun", [False, True], ids=["in the lobby", "after a hand"])
async def test_what_a_table_shows_later_does_not_name_who_was_forgotten(scenario: Scenario, begun: bool) -> None:
    await scenario.sit("rini", "agus", channel="second")
    await scenario.wait(5)
    await scenario.sit("sari", "budi", "wati")
    if begun:
        await scenario.do("sari", "start")
        await scenario.finish_hand()
    await scenario.do("sari", "leave")
    assert "Sari left" in scenario.chat.text()
    elsewhere = scenario.chat.public("second")
    await forget(scenario, "sari")
    await scenario.wait(2)
    shown = len(scenario.chat.seen)
    assert "Sari" not in scenario.chat.text()
    assert begun or "Wati sat down with 500 chips." in scenario.chat.text(), "what does not name them stays"
    assert scenario.chat.public("second") == elsewhere, "as does every other table"

    await scenario.do("joko", "join")
    await scenario.wait(8)
    if not begun:
        await scenario.do("budi", "start")
    await scenario.finish_hand()
    await scenario.wait(30)
    later = [words(seen.message) for seen in scenario.chat.seen[shown:]]
    assert any("Joko" in each for each in later)
    assert [each for each in later if "Sari" in each] == []


async def test_a_message_further_up_is_not_edited_any_more_with_the_name_of_who_was_forgotten(
    scenario: Scenario,
) -> None:
    """Where edits cost calls, that of an earlier street loses its buttons when there is time for that."""
    scenario.chat.free_edits = False
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.act("bet 10", *[f"raise {chips}" for chips in range(20, 100, 10)], "call", "call")
    assert len([seen for seen in scenario.chat.public() if seen.how == "post"]) == 3, "lobby, hand, and its next street"
    await scenario.act("bet 10", "fold", "fold")
    await scenario.do("sari", "leave")
    await forget(scenario, "sari")
    await scenario.wait(2)
    assert remembered(scenario.app, SARI, scenario.chat) == []
    shown = len(scenario.chat.seen)
    await scenario.do("budi", "close")
    await scenario.wait(10)
    later = [words(seen.message) for seen in scenario.chat.seen[shown:]]
    assert any("Table closed" in each for each in later)
    assert [each for each in later if "Sari" in each] == []


async def test_a_result_that_was_not_shown_yet_is_told_though_somebody_in_it_was_forgotten(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    scenario.expected_errors.add("message not sent")
    scenario.chat.broken = ConnectionError("no network")
    await scenario.act("bet 10", "fold", "fold")
    await scenario.do("sari", "leave")
    await scenario.wait(8)
    assert scenario.hand().number == 2
    await forget(scenario, "sari")
    await scenario.wait(2)
    scenario.chat.broken = None
    await scenario.wait(10)
    (told,) = [words(seen.message) for seen in scenario.chat.public() if "without showing" in words(seen.message)]
    assert "hand 1" in told
    assert "hand 2" in scenario.chat.text()


async def test_others_are_told_of_no_table_twice_because_somebody_is_forgotten(scenario: Scenario) -> None:
    await scenario.do("budi", "notify me")
    await scenario.do("sari", "chips")
    await scenario.sit("wati")
    await scenario.wait(10)
    assert len(scenario.chat.private_messages("test:budi")) == 1
    await forget(scenario, "sari")
    await scenario.wait(2)
    await scenario.sit("joko", channel="second")
    await scenario.wait(10)
    assert len(scenario.chat.private_messages("test:budi")) == 1


async def test_whoever_sat_where_nothing_can_be_shown_is_forgotten_all_the_same(tmp_path: Path) -> None:
    async with Scenario(tmp_path, connected=False) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "leave")
        await forget(scenario, "sari")
        await scenario.wait(10)
        assert await scenario.app.ledger.read(queries.erasures) == []
        assert traces(scenario.file, SARI) == []


async def test_whoever_comes_back_is_told_of_the_table_that_they_had_left(scenario: Scenario) -> None:
    """Only who has just got up knows of it, and nobody remembers that it was they."""
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("sari", "leave")
    await forget(scenario, "sari")
    await scenario.wait(2)
    await scenario.do("sari", "notify me")
    before = len(scenario.chat.private_messages("test:sari"))
    await scenario.wait(10)
    (told_of,) = scenario.chat.private_messages("test:sari")[before:]
    assert "notify off" in [button.command for button in buttons(told_of)]


async def test_a_press_that_comes_twice_asks_once(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    button = await surely(scenario, "sari")
    first = await scenario.press("sari", button, key="once")
    again = await scenario.press("sari", button, key="once")
    assert first == again
    assert not again.refused
    await scenario.restart()
    assert not (await scenario.press("sari", button, key="once")).refused
    assert len(await scenario.app.ledger.read(queries.erasures)) == 1
