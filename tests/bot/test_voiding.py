"""Who may declare which hand void: the admins of its own group, any hand of it that is not void yet, and no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.ledger import queries
from bot.messages import Command, Person, Place, Reply
from tests.bot.scenario import GROUP, Scenario, player_id

OTHER: Final = "test:other"
"""A group that has nothing to do with the first."""

OUTCOME: Final = {
    "running here": "called off",
    "running in another channel": "called off",
    "running for practice": "called off",
    "over at an open table": "reversed",
    "over at a closed table": "reversed",
    "over in a channel of its own": "reversed",
    "over for practice": "hand-was-practice",
    "called off before": "hand-voided-already",
    "reversed before": "hand-voided-already",
    "running in another group": "no-such-hand",
    "over in another group": "no-such-hand",
    "never dealt": "no-such-hand",
    "number nought": "no-such-hand",
}
"""What becomes of each hand that an admin of the group declares void."""

MAY_NOT: Final = ("sari", "budi", "wati", "omar")
"""The host, another player, a member who only looks on, and somebody who administers another group."""


class Hands:
    """Hands of every kind in two groups, by what they are."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.numbers: dict[str, int] = {"never dealt": 4711, "number nought": 0}

    async def play(self, kind: str, channel: str, *names: str) -> None:
        """Let a hand be dealt in a channel, and be over if its name says so."""
        scenario = self.scenario
        if not scenario.is_open(channel):
            for name in names[:1]:
                await scenario.do(name, "practice qiuqiu" if "practice" in kind else "open qiuqiu", channel=channel)
            for name in names[1:]:
                await scenario.do(name, "join", channel=channel)
        if scenario.state(channel).playing is None:
            await scenario.do(names[0], "start", channel=channel)
        self.numbers[kind] = scenario.hand(channel).id
        if not kind.startswith("running"):
            await scenario.finish_hand(channel)

    async def say(self, who: str, line: str, *, group: str = GROUP, anonymous: bool = False) -> Reply:
        """Let somebody type a line as what they are: admins are those of the group they type it in."""
        admin = (group, who) in {(GROUP, "boss"), (OTHER, "omar")} or anonymous
        person = Person(player_id(who), who.capitalize(), admin=admin, anonymous=anonymous)
        reply = await self.scenario.app.dispatcher.handle(
            Command(person, Place(group, "main"), line, "", f"v:{who}{line}{group}")
        )
        await self.scenario.app.wait_until_idle()
        return reply

    def running(self) -> Mapping[int, object]:
        """Every hand that is being played, by its number."""
        tables = self.scenario.app.tables.all_open()
        return {hand.id: hand for table in tables if (hand := table.state.playing) is not None}

    async def void(self) -> set[int]:
        """The numbers of all hands that are void."""
        rows = [await self.scenario.app.ledger.read(queries.hand, number) for number in self.numbers.values()]
        return {row.hand for row in rows if row is not None and row.voided}

    async def outcome(self, kind: str, who: str = "boss", **how: object) -> str:
        """What becomes of a hand, if somebody declares it void: what was done, or why not."""
        number, running = self.numbers[kind], self.running()
        reasons = self.scenario.app.metrics.refusals()
        reply = await self.say(who, f"bank void {number} misdeal !", **how)  # type: ignore[arg-type]
        left = {each: hand for each, hand in running.items() if each != number}
        assert {each: self.running().get(each) for each in left} == left, "another hand was touched"
        if reply.refused:
            (reason,) = self.scenario.app.metrics.refusals() - reasons
            return reason
        if number in running:
            assert number not in self.running()
            return "called off"
        return "reversed"


@pytest.fixture
async def hands(tmp_path: Path) -> AsyncIterator[Hands]:
    async with Scenario(tmp_path) as scenario:
        hands = Hands(scenario)
        scenario.admins.add("boss")
        await scenario.do("wati", "chips")
        await hands.play("over for practice", "alone", "ketut")
        await scenario.wait(8)
        await hands.play("running for practice", "alone", "ketut")
        await hands.play("over in a channel of its own", "side", "rini", "dewi")
        await scenario.wait(8)
        await hands.play("running in another channel", "side", "rini", "dewi")
        await hands.play("over at a closed table", "closed", "joko", "tono")
        await scenario.do("joko", "close", channel="closed")
        for kind in ("called off before", "reversed before", "over at an open table", "running here"):
            await hands.play("running" if kind == "called off before" else kind, "main", "sari", "budi")
            if kind == "called off before":
                hands.numbers[kind] = hands.numbers.pop("running")
            if kind.endswith("before"):
                await scenario.do("boss", f"bank void {hands.numbers[kind]} misdeal")
            await scenario.wait(8) if kind != "running here" else None
        scenario.name = OTHER
        await hands.play("over in another group", "main", "omar", "made")
        await scenario.wait(8)
        await hands.play("running in another group", "main", "omar", "made")
        scenario.name = GROUP
        yield hands
        await scenario.sound()


async def test_who_may_declare_which_hand_void(hands: Hands) -> None:
    """Nobody but an admin, whatever hand it is; and an admin every hand of their group, once."""
    assert set(hands.numbers) == set(OUTCOME)
    running, void = hands.running(), await hands.void()
    for kind in OUTCOME:
        for who in MAY_NOT:
            assert (kind, who, await hands.outcome(kind, who)) == (kind, who, "admin-only")
    assert (hands.running(), await hands.void()) == (running, void), "refused, and something has changed"
    for kind, outcome in OUTCOME.items():
        assert (kind, await hands.outcome(kind)) == (kind, outcome)
        void |= {hands.numbers[kind]} if outcome in ("called off", "reversed") else set()
        assert await hands.void() == void
    for kind, outcome in OUTCOME.items():
        again = {"called off": "hand-voided-already", "reversed": "hand-voided-already"}.get(outcome, outcome)
        assert (kind, await hands.outcome(kind, "group", anonymous=True)) == (kind, again), "not even once more"


async def test_a_hand_that_ends_before_it_is_called_off_is_not_called_off_nor_is_the_next(scenario: Scenario) -> None:
    """Whoever declared it void may do so again, and then it is reversed."""
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi")
    number, handle = scenario.hand().id, scenario.app.dispatcher.handle
    await scenario.act("bet 20")
    async with scenario.table().mailbox.held():
        last = scenario.command(scenario.asked(), "fold")
        tasks = [
            asyncio.create_task(handle(each)) for each in (last, scenario.command("boss", f"bank void {number} why !"))
        ]
        for _ in range(20):
            await asyncio.sleep(0)
    folded, declared = await asyncio.gather(*tasks)
    await scenario.app.wait_until_idle()

    assert not folded.refused
    assert declared.refused
    assert not (await scenario.stored(number)).voided
    await scenario.wait(8)
    assert scenario.state().playing is not None
    await scenario.do("boss", f"bank void {number} why")
    assert (await scenario.stored(number)).voided
    assert scenario.state().playing is not None


async def test_a_reversal_is_not_dodged_by_keeping_chips_on_a_table(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", buy_in=1000, dealer="sari")
    await scenario.act("bet 100", "fold")
    await scenario.do("sari", "close")
    await scenario.sit("sari", "wati", buy_in=2000, channel="side")
    await scenario.do("boss", "bank take sari 10 so that the wallet is empty")
    assert await scenario.in_wallet("sari") == 0

    await scenario.do("boss", "bank void 1 misdeal")
    assert not scenario.sits("sari", channel="side")
    assert (await scenario.stored(1)).voided == "misdeal"
    assert await scenario.fortune("budi") == 2000
    await scenario.sound()


async def test_who_plays_with_what_is_to_be_reversed_gets_up_after_the_hand(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", buy_in=1000, dealer="sari")
    await scenario.act("bet 100", "fold")
    await scenario.do("sari", "close")
    await scenario.do("boss", "bank take sari 10 so that the wallet is empty")
    await scenario.deal("sari", "wati", buy_in=2000, channel="side")

    await scenario.say("boss", "bank void 1 misdeal")
    assert await scenario.refused("boss", "bank confirm") == "cannot-reverse-yet"
    assert scenario.chair("sari", channel="side").removed
    await scenario.finish_hand("side")
    await scenario.do("boss", "bank void 1 misdeal")
    assert (await scenario.stored(1)).voided == "misdeal"
    await scenario.sound()
