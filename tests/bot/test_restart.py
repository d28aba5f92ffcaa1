"""The process dies after every single step: the next one goes on with the same pack, chips, question and buttons."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.app import every_book
from bot.ledger import Account, Ledger, NotStored, OutcomeUnknown, Posting, Transfer, WriteSet, queries, wallet
from bot.ledger.newest_position import file_beside
from bot.wording import in_language
from engine.table.state import TableState
from tests.bot.fake_chat import Seen, words
from tests.bot.scenario import GROUP, Scenario
from tests.rows import cells, rows
from tools.simulation.checks.conserved_chips import posted_at

STORY = cells(__file__, "the story")[1:]
"""``?`` is whoever is asked."""


async def step(scenario: Scenario, name: str, line: str) -> None:
    if name == "wait":
        await scenario.wait(float(line))
    elif scenario.is_open() or line.startswith("open"):
        if name == "?" and scenario.state().playing is None:
            return
        await scenario.say(scenario.asked() if name == "?" else name, line)


def without_lapses(state: TableState) -> TableState:
    """The table as a restart should find it: how often somebody lapsed of late is forgiven."""
    chairs = tuple(None if chair is None else replace(chair, lapses=0) for chair in state.chairs)
    return replace(state, chairs=chairs)


def posts(scenario: Scenario) -> list[str]:
    return [seen.message.title for seen in scenario.chat.seen if seen.how == "post"]


async def calm(scenario: Scenario) -> None:
    # A process draws a key for its computer players when it starts; the packs are to stay the same.
    scenario.entropy.key()


async def given_away(scenario: Scenario) -> None:
    await calm(scenario)
    await scenario.app.give_away(every_book)
    assert scenario.app.tables.all_open() == []
    await scenario.app.take(every_book)
    await scenario.app.wait_until_idle()


async def told(scenario: Scenario, between: Callable[[Scenario], Awaitable[None]]) -> list[str]:
    """Play the story and tell what became of it, line by line."""
    lines = []
    for name, line in STORY:
        await step(scenario, name, line)
        await between(scenario)
        await scenario.sound()
        chips = [await scenario.fortune(each) for each in ("sari", "budi", "wati", "joko")]
        question = ""
        if scenario.is_open() and scenario.state().playing is not None:
            question = f"{scenario.asked()} {scenario.hand().turn} {scenario.hand().names}"
        lines.append(f"{name} {line}: {chips} {question}")
    return lines


async def test_dying_after_every_step_changes_nothing(tmp_path: Path) -> None:
    """Who wins, who is asked and what everybody has is the same as if the process had never died."""
    async with Scenario(tmp_path / "calm", seed="restart") as scenario:
        expected = await told(scenario, calm)
    async with Scenario(tmp_path / "dying", seed="restart") as scenario:
        assert await told(scenario, Scenario.die) == expected
        posted = posts(scenario)
    async with Scenario(tmp_path / "given away", seed="restart") as scenario:
        assert await told(scenario, given_away) == expected
        assert posts(scenario) == posted == ["QiuQiu table", *(f"QiuQiu · hand {number}" for number in (1, 2, 3))]
    assert any("3." in line for line in expected), "three hands were played"


@pytest.mark.parametrize("line", ["call", "all-in"])
async def test_a_short_stack_has_one_button_to_call_and_may_type_either_word(scenario: Scenario, line: str) -> None:
    """It is all-in, whichever way it is said, and is so again when the hand is played anew from the journal."""
    await scenario.set_rules("max_bet none")
    await scenario.do("sari", "open qiuqiu 500")
    await scenario.do("budi", "join 500")
    await scenario.do("wati", "join 100")
    await scenario.do("sari", "start")
    if scenario.asked() == "wati":
        await scenario.act("check")
    await scenario.act("bet 200")
    while scenario.asked() != "wati":
        await scenario.act("call")
    button = scenario.chat.button("Call")
    assert (button.label, button.command) == ("Call all-in 90", "all-in")
    with pytest.raises(LookupError):
        scenario.chat.button("All-in")
    await scenario.act(line)
    assert "Wati called all-in: 90." in scenario.chat.text()
    assert scenario.chair("wati").stack == 0
    before = scenario.hand().round
    await scenario.die()
    assert scenario.hand().round == before
    await scenario.finish_hand()
    await scenario.sound()


async def test_the_whole_state_is_the_same_after_a_death(scenario: Scenario) -> None:
    """Everybody's hand, every stack and bet, the story so far: everything but the lapses of late."""
    for name, line in STORY:
        await step(scenario, name, line)
        if not scenario.is_open():
            continue
        before = scenario.state()
        await scenario.die()
        assert without_lapses(scenario.state()) == without_lapses(before)


async def test_the_live_message_is_edited_on_not_posted_again(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    posts = [seen for seen in scenario.chat.public() if seen.how == "post"]
    await scenario.die()
    await scenario.act("check", "check")
    assert [seen for seen in scenario.chat.public() if seen.how == "post"] == posts


async def test_the_last_hand_of_a_closed_table_is_told_after_a_death(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    await scenario.do("sari", "close")
    await scenario.act("bet 10")
    scenario.chat.gate.clear()
    await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "fold"))
    await scenario.app.tables.wait_until_idle()
    assert "without showing" not in scenario.chat.text()
    await scenario.die()
    told = [seen for seen in scenario.chat.public() if "without showing" in words(seen.message)]
    assert ["Table closed." in words(seen.message) for seen in told] == [True]
    assert not scenario.is_open()
    await scenario.die()
    assert [seen for seen in scenario.chat.public() if "without showing" in words(seen.message)] == told


# --- what cannot be resumed ------------------------------------------------------------------------------------


async def spoil(scenario: Scenario, sql: str, **parameters: str) -> None:
    """Spoil the database behind the back of the ledger."""

    def run(connection: Connection) -> None:
        triggers = text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for trigger in connection.execute(triggers).scalars().all():
            connection.execute(text(f"DROP TRIGGER {trigger}"))  # a test's own file
        assert connection.execute(text(sql), parameters).rowcount

    await scenario.app.ledger.read(run)
    file_beside(scenario.file).unlink()


@rows(__file__)
async def test_a_hand_that_cannot_be_played_again_is_called_off_for_all_to_see(scenario: Scenario, sql: str) -> None:
    await scenario.deal("sari", "budi", "wati")
    await scenario.act("check", "check", "check", "check", "bet 50", "call")
    await spoil(scenario, sql)
    scenario.expected_errors.add("hand cannot be played again")
    await scenario.die()
    assert (scenario.state().playing, scenario.state().voids) == (None, 1)
    assert [scenario.chair(name).stack for name in ("sari", "budi", "wati")] == [500, 500, 500]
    assert "called off" in scenario.chat.text()
    assert [line["hand"] for line in scenario.logged if line["event"] == "hand cannot be played again"] == [1]
    await scenario.sound()
    assert (await scenario.stored(1)).record, "its cards are known"
    await scenario.wait(8)
    assert scenario.hand().number == 2
    await scenario.die()
    assert scenario.hand().number == 2, "it is called off once"


async def over_and_untold(scenario: Scenario) -> int:
    """Play a hand whose result nobody can be shown, and return its number."""
    await scenario.act("bet 10")
    hand = scenario.hand().id
    scenario.chat.gate.clear()
    await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "fold"))
    await scenario.app.tables.wait_until_idle()
    return hand


async def test_a_result_that_cannot_be_told_any_more_stands_all_the_same(scenario: Scenario) -> None:
    """Nobody gets a stake back of a hand that is over."""
    await scenario.deal("sari", "budi")
    hand = await over_and_untold(scenario)
    stacks = [scenario.chair(name).stack for name in ("sari", "budi")]
    assert sorted(stacks) != [500, 500]
    await spoil(scenario, "UPDATE hand SET stacks = '[5,5]'")
    await scenario.die()
    assert [scenario.chair(name).stack for name in ("sari", "budi")] == stacks
    assert scenario.state().hand is None
    assert not (await scenario.stored(hand)).voided
    assert "called off" not in scenario.chat.text()
    (line,) = [line for line in scenario.logged if line["event"] == "result of a hand is not told"]
    assert line["hand"] == hand
    await scenario.sound()
    await scenario.wait(8)
    assert scenario.hand().number == 2


async def test_results_of_earlier_hands_are_told_after_a_death(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    await scenario.act("bet 10", "fold")
    await scenario.wait(8)
    await scenario.act("bet 10")
    told = len(scenario.chat.public())
    await spoil(scenario, "UPDATE hand SET announced = FALSE WHERE closed_at IS NOT NULL")
    await scenario.die()
    assert ["without showing" in words(seen.message) for seen in scenario.chat.public()[told:]].count(True) == 1


async def test_a_voided_hand_is_never_resumed(scenario: Scenario) -> None:
    """Even when everybody happens to have the chips that it left them."""
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", buy_in=200)
    await scenario.do("boss", f"bank void {scenario.hand().id} misdeal")
    for name in ("sari", "budi"):
        await scenario.do("wati", "join") if name == "sari" else None
        await scenario.do(name, "leave")
        await scenario.do(name, "join 190")
    await scenario.die()
    assert scenario.state().playing is None
    await scenario.sound()


# --- store, then tell ------------------------------------------------------------------------------------------


async def test_whatever_is_shown_is_durable_already(scenario: Scenario) -> None:
    """At the very moment when something is posted, the disk has it: a look at the database proves it each time."""
    looked = 0

    def watch(seen: Seen) -> None:
        nonlocal looked
        if seen.how == "private" or not scenario.is_open():
            return
        looked += 1
        state = scenario.state()
        for account, chips in posted_at(state).items():
            assert known[account] == chips

    known = Counter[Account]()
    commit = scenario.app.ledger.commit

    async def spied(writes: WriteSet) -> None:
        await commit(writes)
        for row in writes:
            if isinstance(row, Transfer | Posting):
                for account, change in (row.posting if isinstance(row, Transfer) else row).entries:
                    known[account] += change

    scenario.app.ledger.commit = spied  # type: ignore[method-assign]
    scenario.chat.watch = watch
    await scenario.deal("sari", "budi", "wati")
    for _ in range(3):
        await scenario.finish_hand()
        await scenario.wait(8)
    assert looked > 20


async def failing(scenario: Scenario, do: Callable[[], Awaitable[None]]) -> None:
    """Do something while nothing can be stored."""
    scenario.expected_errors.add("nothing can be stored")
    commit = scenario.app.ledger.commit

    async def broken(writes: WriteSet) -> None:
        raise NotStored("the disk is full")

    scenario.app.ledger.commit = broken  # type: ignore[method-assign]
    try:
        await do()
    finally:
        scenario.app.ledger.commit = commit  # type: ignore[method-assign]


async def test_when_nothing_can_be_stored_nothing_is_announced_and_the_same_command_is_welcome_again(
    scenario: Scenario,
) -> None:
    await scenario.deal("sari", "budi")
    name = scenario.asked()
    command = scenario.command(name, "bet 20", key="the-key")
    seen, state = list(scenario.chat.seen), scenario.state()

    async def act() -> None:
        reply = await scenario.app.dispatcher.handle(command)
        assert reply.refused
        assert reply.transient
        assert scenario.app.metrics.refusals()["storage-trouble"] == 1
        await scenario.app.wait_until_idle()

    await failing(scenario, act)
    assert scenario.chat.seen == seen
    assert scenario.state() == state
    reply = await scenario.app.dispatcher.handle(command)
    assert not reply.refused
    assert scenario.asked() != name
    await scenario.sound()


async def test_after_the_end_everything_is_refused_kindly(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    dispatcher, command = scenario.app.dispatcher, scenario.command(scenario.asked(), "bet 20")
    await scenario.restart()
    for line in (command.text, "chips", "daily", "house", "join"):
        reply = await dispatcher.handle(replace(command, text=line, key=line))
        assert reply.message.lines
        assert reply.transient or not reply.refused
    assert scenario.hand().actions == 0


async def test_many_people_in_the_middle_of_something_lose_nothing(scenario: Scenario) -> None:
    """What was answered before the death is there after it."""
    lines = ["open qiuqiu"] * 60 + ["join"] * 120
    commands = [
        scenario.command(f"p{number}", line, channel=f"room-{number % 60}") for number, line in enumerate(lines)
    ]
    tasks = [asyncio.create_task(scenario.app.dispatcher.handle(command)) for command in commands]
    await asyncio.wait(tasks[:60], return_when=asyncio.FIRST_COMPLETED)
    acknowledged = [
        command for command, task in zip(commands, tasks, strict=True) if task.done() and not task.result().refused
    ]
    assert acknowledged
    await scenario.die()
    await asyncio.gather(*tasks)
    for command in acknowledged:
        assert scenario.sits(command.who.id.removeprefix("test:"), command.where.channel)
        assert await scenario.app.ledger.read(queries.balance, wallet(GROUP, command.who.id)) == 1500
    await scenario.sound()


@pytest.mark.parametrize("language", ["en", "id"])
async def test_when_nobody_knows_whether_something_is_stored_that_is_said_and_the_table_takes_nothing_more(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    await scenario.deal("sari", "budi")
    asked = scenario.asked()
    await scenario.do(asked, f"language {language}")

    async def unknown(ledger: Ledger, record: WriteSet) -> None:
        raise OutcomeUnknown("nobody knows whether this is stored: disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "commit", unknown)
        reply = await scenario.say(asked, "check")
    assert (reply.refused, reply.transient) == (True, True)
    assert words(reply.message).strip() == in_language(language)("refused-outcome-unknown")
    assert await scenario.refused(asked, "check") == "shutting-down", "nothing more is taken"
    assert scenario.asked() == asked
    await scenario.restart()
    await scenario.do(asked, "check")
