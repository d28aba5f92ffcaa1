"""The log of fingerprints as people meet it: all that is sealed stands in it, and a false past is found out."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.chats.fitting import plain
from bot.ledger import LogAppended, WriteSet
from bot.ledger.newest_position import file_beside
from bot.messages import Place, Reply
from bot.tables.store import HEADS_EVERY
from engine.fairness import pairwise_id
from engine.fairness.transparency_log import Entry, EntryKind, LogTail, stored_at
from engine.fairness.verifying import Logged, verify
from tests.bot.fake_chat import words
from tests.bot.proof_pages import record_in
from tests.bot.scenario import Scenario, player_id
from verify import kiu_verify

OTHER_GROUP = "test:elsewhere"


def text_of(reply: Reply) -> str:
    """The record that came with an answer."""
    assert not reply.refused, words(reply.message)
    assert reply.message.file is not None
    return record_in(reply.message.file.content).decode()


def logged(text: str) -> Logged:
    """What a record says of the log; it must verify."""
    verdict = verify(text)
    assert [check.name for check in verdict.checks if not check.passed] == []
    assert verdict.facts is not None
    assert verdict.facts.log is not None
    return verdict.facts.log


def wrong(text: str) -> list[str]:
    """The checks that a record does not pass."""
    return [check.name for check in verify(text).checks if not check.passed]


def kinds(text: str) -> list[tuple[EntryKind, int]]:
    """What the log has of the hand of a record: each entry with its attempt."""
    return [(EntryKind(each["kind"]), each["attempt"]) for each in json.loads(text)["log"]["entries"]]


async def record(scenario: Scenario, hand: int, size: int | None = None) -> str:
    return text_of(await scenario.say("sari", f"verify {hand}" if size is None else f"verify {hand} {size}"))


async def played(scenario: Scenario, name: str = "main", group: str = "") -> None:
    """Somebody opens a table, and its first hand is played."""
    before, scenario.name = scenario.name, group or scenario.name
    await scenario.deal("sari", "budi", channel=name)
    await scenario.finish_hand(name)
    scenario.name = before


# --- what is logged --------------------------------------------------------------------------------------------


async def test_all_that_becomes_of_packs_stands_in_the_log(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", "wati")
    await scenario.finish_hand()
    await scenario.set_rules("ante 20", "ante 30")
    await scenario.wait(8)
    await scenario.do("boss", "bank void 2 spilled coffee")
    await scenario.wait(8)
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    await scenario.do("boss", "bank void 3 wrong rules")

    sealed, anew, closed = EntryKind.SEALED, EntryKind.SEALED_ANEW, EntryKind.CLOSED
    texts = [await record(scenario, hand) for hand in (1, 2, 3)]
    assert [kinds(text) for text in texts] == [
        [(sealed, 0), (closed, 0)],
        [(sealed, 0), (anew, 1), (anew, 2), (closed, 2), (EntryKind.CALLED_OFF, 2)],
        [(sealed, 0), (closed, 0), (EntryKind.REVERSED, 0)],
    ]
    heads = [logged(text).head for text in texts]
    # The packs of the hand that was not played any more stand there, too.
    assert heads == [scenario.app.ledger.log_head] * 3
    assert heads[0].size == sum(len(kinds(text)) for text in texts) + 1


async def test_entries_become_durable_with_what_they_tell_of(scenario: Scenario) -> None:
    """Whenever the power goes, the log has what the tables have, and no more."""
    await scenario.deal("sari", "budi")
    await scenario.die()
    await scenario.finish_hand()
    await scenario.die()
    await scenario.set_rules("ante 20")
    await scenario.die()
    sealed = scenario.state().sealed
    assert sealed is not None
    assert sealed.attempt == 1
    await scenario.wait(8)
    await scenario.finish_hand()

    assert kinds(await record(scenario, 1)) == [(EntryKind.SEALED, 0), (EntryKind.CLOSED, 0)]
    assert kinds(await record(scenario, 2)) == [
        (EntryKind.SEALED, 0), (EntryKind.SEALED_ANEW, 1), (EntryKind.CLOSED, 1),
    ]  # fmt: skip
    assert wrong(await record(scenario, 2)) == []


async def test_an_entry_tells_a_stranger_nothing_of_the_people(scenario: Scenario) -> None:
    """The same people, words and reason at two tables: whoever guessed them right could not see it in the log."""
    scenario.admins.add("boss")
    for hand, channel in ((1, "one"), (2, "two")):
        await scenario.sit("sari", "budi", channel=channel)
        await scenario.do("budi", "shuffle kopi", channel=channel)
        await scenario.do("sari", "start", channel=channel)
        await scenario.do("boss", f"bank void {hand} misdeal", channel=channel)
    one, two = [json.loads(await record(scenario, hand)) for hand in (1, 2)]
    with stored(scenario) as database:
        rows = database.execute("SELECT * FROM log_entry").fetchall()

    for fields in (one, two):
        assert fields["seats"] == {
            str(seat): pairwise_id(bytes.fromhex(fields["table"]), player_id(name))
            for seat, name in enumerate(("sari", "budi"))
        }
    assert not set(one["seats"].values()) & set(two["seats"].values()), "nor are they the same in two records"
    assert one["contributions"] == two["contributions"]
    assert one["outcome"]["voided"] == two["outcome"]["voided"] == "misdeal"
    values = [row[-1] for row in rows]
    assert len(set(values)) == len(values) == 8
    assert {len(value) for value in values} == {32}
    # What keeps the contents from being guessed stands in the records alone.
    for fields in (one, two):
        assert not {bytes.fromhex(root) for root in fields["roots"] + fields["place_roots"]} & set(values)
    assert {row[2].hex() for row in rows} == {one["table"], two["table"]}


@contextmanager
def stored(scenario: Scenario) -> Iterator[sqlite3.Connection]:
    """A copy of the database as it is stored at this moment."""
    with TemporaryDirectory() as folder:
        for file in scenario.file.parent.iterdir():
            shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder) / scenario.file.name)) as database:
            yield database


# --- heads that are posted -------------------------------------------------------------------------------------


def heads(scenario: Scenario, channel: str = "main") -> list[str]:
    """The lines with a head of the log in all that was shown in a channel, each once, in order."""
    shown = [
        line
        for seen in scenario.chat.public(channel)
        for line in plain(seen.message).split("\n")
        if line.startswith("log ")
    ]
    return list(dict.fromkeys(shown))


async def test_a_head_is_posted_with_a_result_once_an_hour_at_most(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    before = scenario.app.ledger.log_head
    assert heads(scenario) == [], "there is no result yet"
    await scenario.finish_hand()
    first = f"log {before.size}: {before.root.hex()}"
    assert heads(scenario) == [first]
    assert first in scenario.chat.text()
    await scenario.wait(8)
    await scenario.finish_hand()
    assert heads(scenario) == [first]

    await scenario.do("budi", "sit out")
    await scenario.wait(HEADS_EVERY.total_seconds() - 5)
    await scenario.restart()
    await scenario.do("budi", "sit back")
    await scenario.wait(8)
    now = scenario.app.ledger.log_head
    await scenario.finish_hand()
    assert heads(scenario) == [first, f"log {now.size}: {now.root.hex()}"]


async def test_a_record_goes_on_from_the_head_that_was_posted_last_in_its_group(scenario: Scenario) -> None:
    await played(scenario, "one", OTHER_GROUP)
    await played(scenario)
    posted = scenario.state().sealed
    assert posted is not None
    assert logged(await record(scenario, 1)).earlier == (posted.head,)


async def test_a_head_that_was_noted_elsewhere_is_shown_to_be_kept_to(scenario: Scenario) -> None:
    await played(scenario, "one", OTHER_GROUP)
    noted = scenario.app.ledger.log_head
    await played(scenario)
    reply = await scenario.say("sari", f"verify 1 {noted.size}")
    assert noted in logged(text_of(reply)).earlier
    assert f"The log continues the one with {noted.size} entries, fingerprint {noted.root.hex()}" in reply.message.lines
    now = scenario.app.ledger.log_head
    assert f"log {now.size}: {now.root.hex()}" in reply.message.lines
    assert await scenario.refused("sari", f"verify 1 {now.size + 1}") == "no-such-log-size"
    assert await scenario.refused("sari", "verify 1 0") in ("no-such-log-size", "not-a-number")


# --- a bot that cheats -----------------------------------------------------------------------------------------


def logging(scenario: Scenario, monkeypatch: pytest.MonkeyPatch, change: Callable[[Entry], Entry | None]) -> None:
    """Change the bot: entries of the log are exchanged, or left out, before they are stored."""
    commit = scenario.app.ledger.commit

    def cheated(writes: WriteSet) -> WriteSet:
        made: list[Any] = []
        for write in writes:
            entry = change(write.entry) if isinstance(write, LogAppended) else None
            if not isinstance(write, LogAppended):
                made.append(write)
            elif entry is not None:
                made.append(LogAppended(entry))
        return tuple(made)

    async def committed(writes: WriteSet) -> None:
        await commit(cheated(writes))

    monkeypatch.setattr(scenario.app.ledger, "commit", committed)


async def test_a_bot_that_logs_another_fingerprint_than_it_shows_is_found(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another(entry: Entry) -> Entry:
        return entry._replace(value=bytes(32)) if entry.kind == EntryKind.SEALED else entry

    logging(scenario, monkeypatch, another)
    await played(scenario)

    reply = await scenario.say("sari", "verify 1")
    assert wrong(text_of(reply)) == ["log"]
    assert "NOT in order" in words(reply.message)
    assert "✗ The log of all deals says the same." in words(reply.message)


@pytest.mark.parametrize("kind", [EntryKind.SEALED_ANEW, EntryKind.CLOSED, EntryKind.CALLED_OFF, EntryKind.REVERSED])
async def test_a_bot_that_keeps_something_out_of_the_log_is_found(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, kind: EntryKind
) -> None:
    """Most of all packs that were sealed anew, which is how somebody would look for better ones."""
    scenario.admins.add("boss")
    logging(scenario, monkeypatch, lambda entry: None if entry.kind == kind else entry)
    await scenario.sit("sari", "budi")
    await scenario.set_rules("ante 20")
    await scenario.do("sari", "start")
    if kind != EntryKind.CALLED_OFF:
        await scenario.finish_hand()
        await scenario.do("sari", "close")
    if kind in (EntryKind.CALLED_OFF, EntryKind.REVERSED):
        await scenario.do("boss", "bank void 1 misdeal")

    assert wrong(await record(scenario, 1)) == ["log"]


def rewritten(scenario: Scenario, change: Callable[[list[Entry]], list[Entry]]) -> None:
    """Write the log in the database anew, as somebody would who may do anything on the machine."""
    with closing(sqlite3.connect(scenario.file)) as database:
        rows = database.execute("SELECT kind, identity, number, attempt, value FROM log_entry ORDER BY id").fetchall()
        entries = change([Entry(EntryKind(kind), *rest) for kind, *rest in rows])
        for table in ("log_entry", "log_node"):
            for verb in ("update", "delete"):
                database.execute(f"DROP TRIGGER {table}_no_{verb}")
        database.execute("DELETE FROM log_entry")
        database.execute("DELETE FROM log_node")
        log = LogTail()
        for index, entry in enumerate(entries):
            database.execute("INSERT INTO log_entry VALUES (?, ?, ?, ?, ?, ?)", (index, *entry))
            log, made = log.appended(entry.leaf)
            for level, node in enumerate(made):
                database.execute("INSERT INTO log_node VALUES (?, ?)", (stored_at(level, index >> level), node))
        database.commit()
    file_beside(scenario.file).unlink()


def are_one_log(texts: Sequence[str]) -> bool:
    """Return false for records that must not pass together, though each does alone."""
    files = [(f"group-{at}", text.encode()) for at, text in enumerate(texts)]
    *alone, together = [checks for _, checks, _ in kiu_verify.verdicts(files)]
    assert all(all(checks.values()) for checks in alone)
    return together["one log"]


async def test_two_groups_that_are_shown_two_histories_find_out(scenario: Scenario) -> None:
    """Group A has noted what it was shown; group B is served from a log in which A's packs are others."""
    await played(scenario)
    shown_to_a = await record(scenario, 1)
    noted = logged(shown_to_a).head
    await scenario.end()
    rewritten(scenario, lambda entries: [entries[0]._replace(value=bytes(32)), *entries[1:]])
    await scenario.begin()
    await played(scenario, "one", OTHER_GROUP)

    in_b = replace(scenario.command("sari", "verify 1"), where=Place(OTHER_GROUP, "one"))
    shown_to_b = text_of(await scenario.app.dispatcher.handle(in_b))
    asked = replace(scenario.command("sari", f"verify 1 {noted.size}"), where=Place(OTHER_GROUP, "one"))
    reply = await scenario.app.dispatcher.handle(asked)

    assert not are_one_log([shown_to_a, shown_to_b])
    # And by eye: the head of that size is another than A has noted.
    (other,) = [head for head in logged(text_of(reply)).earlier if head.size == noted.size]
    assert other.root != noted.root
    assert noted.root.hex() not in words(reply.message)
    assert not are_one_log([shown_to_a, text_of(reply)])


async def test_packs_sealed_anew_that_are_dropped_from_the_log_afterwards_are_found(scenario: Scenario) -> None:
    """Whoever drops them has to drop them before a head is posted: from the posted one the log cannot go on."""
    await scenario.deal("sari", "budi")
    await scenario.finish_hand()
    await scenario.set_rules("ante 20")
    await scenario.wait(8)
    await scenario.finish_hand()
    before = await record(scenario, 2)
    assert (EntryKind.SEALED_ANEW, 1) in kinds(before)
    await scenario.do("sari", "close")
    await scenario.end()
    rewritten(scenario, lambda entries: [each for each in entries if each.kind != EntryKind.SEALED_ANEW])
    await scenario.begin()

    assert wrong(await record(scenario, 2)) == ["log"], "the hand itself cannot be shown any more"
    assert not are_one_log([before, await record(scenario, 1)]), "and the hands before it do not fit what was shown"
