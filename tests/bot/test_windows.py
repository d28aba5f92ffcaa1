"""Windows: what is asked of several players at once, for a fixed time that the group keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.ledger import queries
from bot.messages import Message, SecretLine
from engine.kookiew import events as happened
from engine.kookiew.round import KooKiewRound
from engine.play import Action
from engine.quandui.claims import DUI, PASS, WIN
from engine.quandui.round import QuanDuiRound
from tests.bot.fake_chat import Seen, words
from tests.bot.scenario import Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived

WINDOW = 30
"""For how many seconds stakes are taken under the usual rules."""

HALF = 22.5
"""Half of a turn's time."""


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Four people at a table: one of them holds the bank, the others are asked for their stakes."""
    await scenario.sit("sari", "budi", "wati", "joko", game="koo-kiew")
    await scenario.do("sari", "start")
    return scenario


def now(scenario: Scenario) -> KooKiewRound:
    present = scenario.hand().round
    assert isinstance(present, KooKiewRound)
    return present


def banker(scenario: Scenario) -> str:
    return scenario.hand().names[now(scenario).dealer].lower()


def players(scenario: Scenario) -> list[str]:
    """Those who are asked for a stake, in the order of their chairs."""
    return [name.lower() for name in scenario.hand().names if name.lower() != banker(scenario)]


async def journal(scenario: Scenario) -> list[tuple[str, str]]:
    lines = await scenario.app.ledger.read(queries.journal, scenario.hand().id)
    return [(line.actor, line.text) for line in lines]


# --- the clock of a window -------------------------------------------------------------------------------------


@stories(Path(__file__).with_name("windows.txt"))
async def test_windows_are_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


# --- a window is no turn ---------------------------------------------------------------------------------------


async def test_nobody_is_reminded_called_or_sat_out_by_a_window(table: Scenario) -> None:
    await table.set_rules("time_bank 0", "lapses 1")
    table.chat.seen.clear()
    for _ in range(3):
        await table.wait(WINDOW + 8)

    assert table.chat.pings() == []
    assert [seen for seen in table.chat.seen if seen.how in ("ping", "private")] == []
    assert [(chair.out, chair.lapses) for chair in table.state().seated] == [(False, 0)] * 4


async def test_the_banker_has_a_turn_like_any_other(table: Scenario) -> None:
    """Nobody holds cards of their own in this game, so the banker is pinged in public, and told nothing privately."""
    bank = player_id(banker(table))
    table.chat.called_in_private = {bank}
    await table.do(players(table)[0], "stake 50")
    await table.wait(WINDOW + HALF - 0.1)
    assert table.chat.pings() == []

    await table.wait(0.1)
    assert table.chat.pings() == [bank]
    await table.do(banker(table), "show")
    assert table.chat.private_messages(bank) == []


async def test_stakes_are_shown_at_half_time_and_at_the_end_where_every_edit_costs_a_call(table: Scenario) -> None:
    table.chat.free_edits = False
    first, *others = players(table)
    before = len(table.chat.public())
    await table.do(first, "stake 50")
    await table.wait(WINDOW / 2 - 0.1)
    assert len(table.chat.public()) == before
    await table.wait(0.1)
    (half,) = table.chat.public()[before:]
    assert "50" in words(half.message)
    for name in others[:-1]:
        await table.do(name, "stake 10")
    assert len(table.chat.public()) == before + 1
    await table.wait(WINDOW / 2)
    assert len(table.chat.public()) == before + 2


async def test_computer_players_stake_after_a_moment_and_once(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await scenario.sit("sari", "budi", game="koo-kiew")
    for _ in range(3):
        await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    asked = [seat for seat in now(scenario).awaited if seat > 1]

    assert len(asked) >= 2
    await scenario.wait(1.9)
    assert set(asked) <= set(now(scenario).awaited)
    await scenario.do(players(scenario)[0], "stake 5")
    await scenario.wait(0.1)

    assert not set(asked) & set(now(scenario).awaited)
    staked = [event.seat for event in scenario.hand().events if isinstance(event, happened.Staked)]
    assert sorted(set(staked)) == sorted(staked)


# --- what is refused -------------------------------------------------------------------------------------------


async def test_who_stakes_first_shuts_nobody_out_and_what_is_not_covered_comes_back(table: Scenario) -> None:
    """KK-12: the bank of 500 covers from its left on, and the rest goes back together with the last stake."""
    seats = [table.hand().names[seat].lower() for seat in now(table).players]
    await table.do(seats[2], "stake 460")
    await table.do(seats[1], "stake 100")
    assert now(table).stage == "staking", "the window stays open for the third"
    assert [table.chair(name).stack for name in seats] == [500, 400, 40]

    reply = await table.say(seats[0], "stake 380")

    assert not reply.refused
    assert now(table).stage == "showing"
    assert [table.chair(name).stack for name in seats] == [120, 400, 480]
    assert table.chair(banker(table)).stack == 0
    assert f"{seats[2].capitalize()}: 20 of 460 covered, 440 back. The bank covers 500, " in table.chat.text()
    await table.die()
    await table.sound()
    assert [table.chair(name).stack for name in seats] == [120, 400, 480]
    await table.do(banker(table), "show")
    assert await table.all_chips() == 4 * 2000


# --- after a restart -------------------------------------------------------------------------------------------


async def test_a_killed_window_goes_on_with_its_stakes_and_its_full_time(table: Scenario) -> None:
    one, two, three = players(table)
    await table.do(one, "stake 50")
    await table.wait(25)
    before, button = now(table), table.chat.button("Stake 1")

    await table.die()

    assert now(table) == before
    await table.sound()
    await table.wait(WINDOW - 1)
    assert not (await table.press(two, button)).refused
    assert now(table).awaited == (table.hand().players.index(player_id(three)),)
    await table.wait(1)
    assert now(table).stage == "showing"
    await table.die()
    assert now(table).stage == "showing", "the closing is part of the story"
    await table.do(banker(table), "show")
    assert table.hand().over
    assert await table.all_chips() == 4 * 2000


# --- who holds the bank ----------------------------------------------------------------------------------------


async def one_deal(scenario: Scenario) -> str:
    """Play a deal with one stake, wait for the next, and return who held the bank."""
    name = banker(scenario)
    await scenario.do(players(scenario)[0], "stake 1")
    await scenario.wait(WINDOW)
    await scenario.do(name, "show")
    await scenario.wait(8)
    return name


async def test_the_bank_passes_after_some_deals_in_a_row_whatever_happens_between_them(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", game="koo-kiew")
    await scenario.set_rules("bank after_deals", "bank_deals 3")
    await scenario.do("sari", "start")
    first = banker(scenario)

    held = [await one_deal(scenario)]
    await scenario.restart()
    held.append(await one_deal(scenario))
    await scenario.die()
    held += [await one_deal(scenario) for _ in range(4)]

    second = held[3]
    assert held == [first] * 3 + [second] * 3
    assert second != first
    row = await scenario.app.ledger.read(queries.hand, scenario.hand().id - 1)
    assert row is not None
    assert row.streak == 2


# --- sealed answers: claims to a discard -----------------------------------------------------------------------

NOTHING_TO_CLAIM = "sari: " + ", ".join(4 * ["8 ben", "8 suo", "9 ben", "9 suo"])
"""All there is of four cards for the dealer: whatever is discarded first, nobody can claim it, and the rest is left."""


class Window:
    """The first window of a hand of Quan Dui, and everything that the chat is told while it is open."""

    def __init__(self, scenario: Scenario) -> None:
        self.group = scenario
        self.calls: list[tuple[float, Seen]] = []
        self.began = 0.0

    async def open(self, *rules: str) -> Window:
        """Sit four people down, and discard the first card there is to discard."""
        scenario = self.group
        await scenario.sit("sari", "budi", "wati", "joko", game="quan-dui")
        if rules:
            await scenario.set_rules(*rules)
        scenario.stack(NOTHING_TO_CLAIM)
        await scenario.do("sari", "start")
        discard = next(
            each for each in scenario.hand().round.options(scenario.hand().round.dealer).ready if each.choice
        )
        await scenario.do(scenario.asked(), f"discard {discard.choice}")
        self.began = scenario.clock.now()
        scenario.chat.watch = lambda seen: self.calls.append((scenario.clock.now() - self.began, seen))
        return self

    @property
    def round(self) -> QuanDuiRound:
        present = self.group.hand().round
        assert isinstance(present, QuanDuiRound)
        return present

    @property
    def asked(self) -> list[str]:
        """Who may claim the discard."""
        return [self.group.hand().names[seat].lower() for seat in self.round.awaited]

    def public(self) -> list[tuple[float, Seen]]:
        """What everybody sees, and when; which numbers the chat gives its messages is its own affair."""
        return [(at, replace(seen, number="")) for at, seen in self.calls if seen.how != "private"]

    def sent_privately(self, name: str) -> list[tuple[float, Seen]]:
        """What one player alone sees, and when."""
        return [(at, seen) for at, seen in self.calls if seen.where == player_id(name)]


def secret_lines(message: Message) -> list[str]:
    """The lines of a private hand that nobody else may see."""
    return [line for line in message.lines if isinstance(line, SecretLine)]


@pytest.mark.parametrize("answers", [(PASS, PASS, PASS), (WIN, DUI, PASS), (DUI, DUI, WIN), ()], ids=str)
async def test_whoever_answers_what_the_same_is_shown_at_the_same_time(
    tmp_path: Path, answers: tuple[Action, ...]
) -> None:
    """Every answer is a claim in vain or a pass, and comes to the same; only who gives it may notice it."""
    async with Scenario(tmp_path / "quiet", seed="still") as scenario:
        quiet = await Window(scenario).open("claim_window full_time")
        assert not any(quiet.round.view(seat).rightful - {PASS} for seat in quiet.round.awaited)
        await scenario.wait(quiet.round.window)
        seated = [name.lower() for name in quiet.group.hand().names]
        held = {name: scenario.chat.private_messages(player_id(name))[-1] for name in seated}
    async with Scenario(tmp_path / "answered", seed="still") as scenario:
        answered = await Window(scenario).open("claim_window full_time")
        names = answered.asked
        for name, answer in zip(names, answers, strict=False):
            await scenario.wait(1)
            await scenario.do(name, answer.verb)
            await scenario.do(name, PASS.verb)
            await scenario.do(name, answer.verb)
        assert answered.asked == names, "whoever has answered may still change it"
        assert answered.public() == [], "nothing is shown while the window is open"
        silent = names[len(answers) :]
        assert [answered.sent_privately(name) for name in silent] == [[] for _ in silent]
        await scenario.wait(answered.began + answered.round.window - scenario.clock.now())
        assert not answered.round.window

    assert answered.public() == quiet.public()
    assert {at for at, _ in quiet.public()} == {8.0}, "everything is shown when the time is up"
    claimers = [name for name, answer in zip(names, answers, strict=False) if answer != PASS]
    last = {name: answered.sent_privately(name)[-1][1].message for name in claimers}
    for name, message in last.items():
        # Whoever is asked next is asked there too; what they hold, and that no claim stands any more, is the same.
        cards = secret_lines(held[name])
        assert secret_lines(message)[: len(cards)] == cards
        assert all("draw, or pick up" in line for line in secret_lines(message)[len(cards) :])


async def test_a_window_may_end_when_everybody_has_answered_if_the_group_says_so(scenario: Scenario) -> None:
    window = await Window(scenario).open()
    for name in window.asked:
        assert window.round.window
        await scenario.do(name, "pass")

    assert not window.round.window
    assert ("", "close") not in await journal(scenario)


async def test_a_sealed_window_is_resumed_after_a_kill(scenario: Scenario) -> None:
    window = await Window(scenario).open("claim_window full_time")
    await scenario.do(window.asked[1], "dui")
    await scenario.do(window.asked[1], "pass")
    await scenario.wait(7)
    before = window.round

    await scenario.die()

    assert window.round == before
    await scenario.wait(7)
    assert window.round.window, "a fresh window has its full time"
    await scenario.wait(1)
    assert not window.round.window
    await scenario.die()
    assert not window.round.window
    await scenario.sound()


async def test_nobody_answers_before_the_end_for_those_who_left(scenario: Scenario) -> None:
    window = await Window(scenario).open()
    turn, (gone, *others) = scenario.hand().turn, window.asked
    await scenario.do(gone, "leave")
    for name in others:
        await scenario.do(name, "pass")
    assert window.round.window
    assert gone in window.asked
    assert scenario.hand().turn == turn

    await scenario.wait(window.round.window)

    assert scenario.hand().turn != turn
    assert window.round.absent <= {scenario.hand().players.index(player_id(gone))}
