"""A press costs a bounded number of calls; a clock would notice too late that it costs more than it did."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Any

import pytest

from tests.bot.scenario import Scenario

COUNTED = ("bot.commands", "bot.dispatch", "bot.groups", "bot.ledger", "bot.tables", "engine.")
"""The packages from the dispatcher to the database; what is shown afterwards is left out."""

MOST_CALLS = 380
"""How many functions of these packages a call enters that ends nothing."""

MOST_LOGGED = 3 * (1024 + 24)
"""The bytes of three pages in the log of the database."""


async def test_a_call_enters_a_bounded_number_of_functions(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    entered: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(COUNTED):
            entered[f"{module}.{frame.f_code.co_qualname}"] += 1

    await scenario.deal("sari", "budi", "wati", "joko")
    await scenario.act("bet 20")
    monkeypatch.setattr(scenario.app.announcer, "show", lambda *_: None)
    command, before = scenario.command(scenario.asked(), "call"), sys.getprofile()
    sys.setprofile(count)
    try:
        reply = await scenario.app.dispatcher.handle(command)
    finally:
        sys.setprofile(before)
    assert not reply.refused
    assert entered["bot.tables.hands.play"] == 1
    assert entered.total() <= MOST_CALLS, entered.most_common(30)


async def test_an_action_is_one_row_and_one_commit(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    await scenario.deal("sari", "budi", "wati")
    await scenario.act("bet 20")
    monkeypatch.setattr(scenario.app.announcer, "show", lambda *_: None)
    connection: Any = scenario.app.ledger._database._connection
    driver: Any = connection.connection.driver_connection
    ran: list[str] = []
    driver.set_trace_callback(ran.append)
    log = scenario.app.ledger.storage().log
    reply = await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "call"))
    driver.set_trace_callback(None)
    assert not reply.refused
    assert scenario.app.ledger.storage().log - log <= MOST_LOGGED
    assert [each.split("(")[0].split(" VALUES")[0].strip() for each in ran] == [
        "BEGIN IMMEDIATE",
        "INSERT INTO journal",
        "COMMIT",
    ]
