"""The log of an evening: tables, hands and their figures, and nothing that anybody is called or has typed."""

from __future__ import annotations

import json
from datetime import datetime
from io import StringIO
from typing import Any

import pytest

from bot.environment import logs
from bot.ledger import Ledger, NotStored, WriteSet, queries
from tests.bot.scenario import GROUP, Scenario, player_id

NAMES = ("Zebedeus", "Xantippe", "Quasimodo")
TYPED = "rhododendron"


@pytest.fixture
def log(scenario: Scenario) -> StringIO:
    """All that Kiu writes, as where nobody looks."""
    written = StringIO()
    # After the group, which else would keep its log to itself.
    logs.set_up("info", written)
    return written


def lines(log: StringIO, event: str = "") -> list[dict[str, Any]]:
    """The lines so far, or those of one kind."""
    told = [json.loads(each) for each in log.getvalue().splitlines()]
    return [each for each in told if event in ("", each["event"])]


async def play(scenario: Scenario) -> None:
    """Let a hand that has begun take a while, and finish it."""
    await scenario.wait(5)
    await scenario.finish_hand()


async def test_an_evening_has_a_line_for_each_table_and_hand(scenario: Scenario, log: StringIO) -> None:
    await scenario.deal("sari", "budi")
    first = scenario.hand()
    await play(scenario)
    await scenario.wait(60)
    second = scenario.hand()
    await play(scenario)
    await scenario.do("sari", "close")

    (opened,) = lines(log, "table opened")
    table = opened["table"]
    where = {"group": GROUP, "channel": "main"}
    assert opened.items() >= {"game": "qiuqiu", **where, "host": player_id("sari"), "practice": False}.items()
    over = lines(log, "hand over")
    assert [(each["hand"], each["number"]) for each in over] == [(first.id, 1), (second.id, 2)]
    for each, hand in zip(over, (first, second), strict=True):
        rows = await scenario.app.ledger.read(queries.hand, hand.id)
        assert rows is not None
        assert rows.settlement is not None
        assert each["net"] == dict(zip(rows.players, rows.settlement, strict=True))
        assert sum(each["net"].values()) == 0
        assert each["ms"] >= 5000
    (closed,) = lines(log, "table closed")
    assert (closed["table"], closed["hands"]) == (table, 2)
    moments = [datetime.fromisoformat(each["timestamp"]) for each in lines(log)]
    assert moments == sorted(moments)


async def test_nothing_that_anybody_is_called_or_types_is_logged(
    scenario: Scenario, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while everything goes wrong: sending, storing, and handling what was typed."""
    scenario.admins.add(NAMES[0])
    await scenario.sit(*NAMES[:2])
    await scenario.do(NAMES[0], f"shuffle {TYPED}")
    for nonsense in (TYPED, f"raise {TYPED}", f"house set {TYPED} 5", f"open {TYPED}", f"ban {NAMES[1]} {TYPED}"):
        await scenario.say(NAMES[2], nonsense)
    with monkeypatch.context() as patch:

        async def fail(ledger: Ledger, record: WriteSet) -> None:
            raise NotStored("the disk is full")

        patch.setattr(Ledger, "commit", fail)
        await scenario.say(NAMES[0], "start")

        async def fall(ledger: Ledger, record: WriteSet) -> None:
            raise ValueError(f"cannot store {NAMES[0]!r} with {TYPED!r}")

        patch.setattr(Ledger, "commit", fall)
        await scenario.say(NAMES[0], "start")
    await scenario.do(NAMES[0], "start")
    scenario.chat.broken = ConnectionError("away")
    await play(scenario)
    written = log.getvalue()
    assert {"nothing can be stored", "table failed", "hand over"} <= {each["event"] for each in lines(log)}
    for word in (*NAMES, TYPED):
        others = written.replace(player_id(word), "")
        assert word.casefold() not in others.casefold(), word
