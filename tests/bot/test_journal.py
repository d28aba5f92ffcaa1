"""The journal of a table: its lines have the numbers from 1 on without a gap, whatever happens at the table."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.ledger import Ledger, NotStored, WriteSet, schema
from tests.bot.scenario import Scenario, sentence

pytestmark = pytest.mark.usefixtures("no_pictures")


async def lines(scenario: Scenario) -> list[str]:
    """What stands in the journal besides hands that are over."""
    query = select(schema.journal.c.text).order_by(schema.journal.c.seq)
    return list(await scenario.app.ledger.read(lambda connection: connection.execute(query).scalars().all()))


async def test_who_comes_back_by_starting_a_hand_stands_in_the_journal(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "sit out")
    await scenario.do("sari", "start")
    assert scenario.state().playing is not None, "nobody cuts the first hand"
    assert (await lines(scenario))[2:4] == ["sit out", "sit back"]
    assert "Sari is back" in scenario.chat.text()
    await scenario.finish_hand()
    await scenario.sound()


async def test_what_could_not_be_stored_takes_no_number(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario.expected_errors.add("nothing can be stored")
    await scenario.sit("sari", "budi")

    async def full(ledger: Ledger, writes: WriteSet) -> None:
        raise NotStored("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "commit", full)
        await scenario.refused("sari", "sit out")
    await scenario.do("sari", "sit out")
    assert [text.split()[0] for text in await lines(scenario)] == ["join", "join", "sit"]
    await scenario.sound()


async def test_an_update_of_long_ago_is_done_once_and_its_repetition_is_no_failure_of_the_table(
    scenario: Scenario,
) -> None:
    """Only the database remembers that it was carried out, so the table tries, and the ledger refuses."""
    await scenario.sit("sari", "budi")
    await scenario.say("sari", "sit out", key="test:long-ago")
    await scenario.do("sari", "sit back")
    before = scenario.state()
    scenario.app.dispatcher._idempotency.forget()
    again = await scenario.say("sari", "sit out", key="test:long-ago")
    assert sentence(again) == "That was done already."
    assert scenario.state() == before
    assert [entry["event"] for entry in scenario.logged if "failed" in entry["event"]] == []
    await scenario.sound()


@pytest.mark.parametrize("out", ["the first time", "the second time"])
async def test_a_start_is_done_once_though_its_sender_sat_out_once(scenario: Scenario, out: str) -> None:
    await scenario.let_computers_play()
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    if out == "the first time":
        await scenario.do("sari", "sit out")
    await scenario.say("sari", "start", key="test:long-ago")
    await scenario.finish_hand()
    if out == "the second time":
        await scenario.do("sari", "sit out")
    before = scenario.state()
    await scenario.die()
    again = await scenario.say("sari", "start", key="test:long-ago")
    assert sentence(again) == "That was done already."
    assert (scenario.state().hands_played, scenario.chair("sari").out) == (1, out == "the second time")
    assert scenario.state().seq == before.seq
