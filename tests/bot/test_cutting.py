"""The cut: who sits at a hand is settled before it and stays so until the deal, and only the cutter ends the pause.

Each test is an attempt by somebody who knows the sealed packs, to choose the deal once the cutter has had the last word
or to leave them without it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot.ledger import NotStored, TableSaved, WriteSet
from bot.tables.table import TROUBLE_SECONDS
from engine.fairness.sealed import Sealed
from engine.games import GAMES
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id

pytestmark = pytest.mark.usefixtures("no_pictures")

PEOPLE = ("sari", "budi", "wati")
BEFORE_THE_CUT, THE_CUT = 5.9, 6.1
"""Seconds after a hand: right before the next one is cut, and right after that has begun."""


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as scenario:
        scenario.admins.add("boss")
        yield scenario


def cutter(scenario: Scenario) -> str:
    return scenario.sealed().cutter.removeprefix("test:")


def others(scenario: Scenario, *names: str) -> list[str]:
    return [name for name in names or PEOPLE if name != cutter(scenario)]


async def after_a_hand(scenario: Scenario, *names: str) -> None:
    """Let these people play a hand, so that the pause before the next one runs."""
    people = names or PEOPLE
    await scenario.sit(*people)
    await scenario.do(people[0], "start")
    await scenario.finish_hand()


# --- who ends a pause ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, BEFORE_THE_CUT])
async def test_only_the_cutter_ends_a_pause_though_nobody_has_added_a_word(scenario: Scenario, seconds: float) -> None:
    await after_a_hand(scenario)
    await scenario.wait(seconds)
    for name in others(scenario):
        assert await scenario.refused(name, "start") == "cutter-first"
    assert scenario.state().playing is None
    await scenario.do(cutter(scenario), "start")
    assert scenario.hand().number == 2


async def test_the_cutter_may_begin_the_hand_while_they_cut(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    await scenario.wait(THE_CUT)
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.do(cutter(scenario), "start")
    assert scenario.hand().number == 2
    assert set(scenario.hand().deal.closing.words.values()) == {b"cut"}


async def test_who_comes_back_does_not_begin_a_hand_that_another_cuts(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    cuts, (one, other) = cutter(scenario), others(scenario)
    await scenario.do(other, "sit out")
    await scenario.do(other, "start")
    assert scenario.state().playing is None, "they are back, and no more"
    assert not scenario.chair(other).out
    await scenario.wait(7.9)
    assert scenario.state().playing is None
    await scenario.wait(0.2)
    assert sorted(scenario.hand().players) == sorted(map(player_id, (cuts, one, other)))


async def test_who_comes_back_to_a_table_that_rests_begins_a_pause_and_no_hand(scenario: Scenario) -> None:
    """Between two, the one who waits could otherwise be dealt in at a moment that the other has chosen."""
    await after_a_hand(scenario, "sari", "budi")
    await scenario.do("budi", "sit out")
    await scenario.wait(60)
    assert scenario.state().playing is None
    await scenario.do("budi", "start")
    assert scenario.state().playing is None
    await scenario.wait(THE_CUT)
    assert await scenario.refused(others(scenario, "sari", "budi")[0], "shuffle late") == "only-cutter-now"
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.wait(1.9)
    assert scenario.hand().number == 2


async def test_a_table_that_fills_up_does_not_end_the_pause(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    for number in range(len(scenario.state().chairs) - len(PEOPLE)):
        await scenario.do(f"guest{number}", "join")
    assert None not in scenario.state().chairs
    await scenario.wait(BEFORE_THE_CUT)
    assert scenario.state().playing is None
    assert await scenario.refused(others(scenario)[0], "start") == "cutter-first"


async def test_who_cuts_has_their_seconds_though_they_came_at_the_last_moment(scenario: Scenario) -> None:
    """A dealer among computer players has no cutter, until somebody joins who can be one."""
    await scenario.let_computers_play()
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    while True:
        await scenario.finish_hand()
        if not cutter(scenario):
            break
        await scenario.do("sari", "start")
    await scenario.wait(7.5)
    await scenario.do("budi", "join")
    assert cutter(scenario)
    await scenario.wait(1)
    assert scenario.state().playing is None
    assert await scenario.refused(others(scenario, "sari", "budi")[0], "start") == "being-cut"
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.wait(1.6)
    assert set(scenario.hand().deal.closing.words.values()) == {b"cut"}


async def test_a_busy_table_takes_no_second_from_the_cutter(scenario: Scenario) -> None:
    """What is due while a table is held up happens in its order, but the cut lasts as long as ever."""
    await after_a_hand(scenario)
    async with scenario.table().mailbox.held():
        scenario.clock.move_to(scenario.clock.now() + 20)
    await scenario.app.wait_until_idle()
    assert scenario.state().playing is None
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.wait(2)
    assert set(scenario.hand().deal.closing.words.values()) == {b"cut"}


@pytest.mark.parametrize("after", [BEFORE_THE_CUT, THE_CUT])
@pytest.mark.parametrize("pause", [1, 600])
async def test_another_length_of_the_pause_neither_ends_nor_undoes_a_cut(
    scenario: Scenario, pause: int, after: float
) -> None:
    await after_a_hand(scenario)
    await scenario.wait(after)
    await scenario.set_rules(f"pause_seconds {pause}")
    assert scenario.state().playing is None
    assert await scenario.refused(others(scenario)[0], "start") in ("cutter-first", "being-cut")
    await scenario.wait(THE_CUT - after)
    assert scenario.state().playing is None
    await scenario.held_back(others(scenario)[0], "leave")


# --- who sits, between the cut and the deal --------------------------------------------------------------------

LINES = (
    *("join", "sit back", "sit out", "rebuy 10", "leave", "add computer", "remove computer", "kick sari"),
    *("close", "start"),
)


@pytest.mark.parametrize("word", [True, False])
async def test_nothing_that_changes_seats_follows_the_cut(scenario: Scenario, word: bool) -> None:
    """Those who are dealt in try, one who sits out, the host, an admin, a guest, and the cutter too."""
    await scenario.let_computers_play()
    await scenario.sit(*PEOPLE, "joko")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("joko", "sit out")
    await scenario.wait(THE_CUT)
    cuts = cutter(scenario)
    if word:
        await scenario.do(cuts, "shuffle cut")
    before = scenario.state()
    handle = scenario.app.dispatcher.handle
    replies = [
        asyncio.create_task(handle(scenario.command(name, line)))
        for line in LINES
        for name in (*PEOPLE, "joko", "boss", "guest")
        if (name, line) != (cuts, "start")
    ]
    await scenario.app.ledger.answers()
    await scenario.app.tables.wait_until_idle()
    assert all(reply.result().refused for reply in replies if reply.done())
    assert scenario.state() == before
    settled = scenario.pairwise(sealed_seats(before.sealed))
    await asyncio.gather(scenario.wait(1.9), *replies)
    # All of them leave, so the deal is in the record alone.
    await scenario.finish_hand()
    record = await scenario.record(2)
    assert record["seats"] == {str(chair): player for chair, player in settled.items()}
    assert record["attempt"] == 0


def sealed_seats(packs: Sealed | None) -> Mapping[int, str]:
    assert packs is not None
    assert packs.settled is not None
    return packs.settled


async def with_a_short_computer(scenario: Scenario) -> str:
    """A pause in which everybody can be dealt in but a computer player, which buys in before the next hand."""
    await scenario.let_computers_play()
    await scenario.sit(*PEOPLE)
    await scenario.set_rules("min_buy_in 20", "buy_in 20")
    await scenario.do("sari", "add computer")
    (computer,) = [chair.player for chair in scenario.state().seated if chair.computer]
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.set_rules("buy_in 200", "min_buy_in 100", "ante 40")
    await scenario.do("boss", "bank grant Anoman 500 a purse")
    least = GAMES["qiuqiu"].least_stack(scenario.table().rules)
    assert computer not in [chair.player for chair in scenario.state().ready(least)]
    return computer


async def test_a_computer_player_buys_in_before_the_cut_and_an_admin_changes_nothing_after_it(
    scenario: Scenario,
) -> None:
    computer = await with_a_short_computer(scenario)
    await scenario.wait(THE_CUT)
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.do("boss", f"bank take Anoman {await scenario.in_wallet(computer)} mine")
    await scenario.wait(1.9)
    assert computer in scenario.hand().players
    assert scenario.hand().deal.closing.words
    await scenario.sound()


async def test_what_an_admin_takes_from_a_computer_player_counts_before_the_cut(scenario: Scenario) -> None:
    computer = await with_a_short_computer(scenario)
    await scenario.wait(5)
    await scenario.do("boss", f"bank take Anoman {await scenario.in_wallet(computer)} mine")
    await scenario.wait(THE_CUT - 5)
    assert scenario.state().chair_of(computer) is None, "it is gone before anybody cuts"
    await scenario.wait(1.9)
    assert computer not in scenario.hand().players


@pytest.mark.parametrize("line", ["daily", "chips", "bank grant sari 5 x !", "bank take sari 5 x !", "bank void 1 x !"])
async def test_what_moves_chips_between_wallets_changes_nothing_that_is_cut(scenario: Scenario, line: str) -> None:
    await after_a_hand(scenario)
    await scenario.wait(THE_CUT)
    before = scenario.sealed()
    await scenario.say("boss" if line.startswith("bank") else "sari", line)
    assert scenario.sealed() == before
    await scenario.wait(1.9)
    assert scenario.hand().deal.seal.commitment.hex() == before.commitment
    assert scenario.hand().deal.closing.seats == scenario.pairwise(sealed_seats(before))


async def test_rules_that_change_during_the_cut_hold_for_the_hand_after_it(scenario: Scenario) -> None:
    """Otherwise an admin who dislikes what the cut has made of the deal could have other packs sealed."""
    await after_a_hand(scenario)
    await scenario.wait(THE_CUT)
    await scenario.do(cutter(scenario), "shuffle cut")
    before = scenario.sealed()
    await scenario.set_rules("ante 400")
    assert scenario.sealed() == before
    await scenario.wait(1.9)
    assert scenario.hand().deal.seal.commitment.hex() == before.commitment
    assert scenario.hand().round.staked == (10, 10, 10)
    await scenario.finish_hand()
    assert json.loads(scenario.sealed().rules)["ante"] == "400"


async def test_a_ban_in_mid_cut_takes_the_last_word_from_nobody(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    await scenario.wait(THE_CUT)
    cuts, before = cutter(scenario), scenario.sealed()
    await scenario.do("boss", f"ban {cuts} 2h x")
    await scenario.do(cuts, "shuffle cut")
    await scenario.wait(1.9)
    deal = scenario.hand().deal
    assert set(deal.closing.words.values()) == {b"cut"}
    assert deal.closing.seats == scenario.pairwise(sealed_seats(before))


@pytest.mark.parametrize("how", ["kick", "ban", "gone"])
async def test_removing_the_cutter_before_the_cut_is_counted_in_public(scenario: Scenario, how: str) -> None:
    """Otherwise a host could send cutters away, unseen, until it is the turn of an accomplice."""
    await after_a_hand(scenario)
    cuts, before = cutter(scenario), scenario.sealed()
    await scenario.wait(3)
    if how == "gone":
        await scenario.app.membership.member_gone(scenario.name, player_id(cuts))
        await scenario.app.wait_until_idle()
    else:
        await scenario.do("boss", f"{how} {cuts}" + " 2h x" * (how == "ban"))
    after = scenario.sealed()
    assert (after.attempt, after.superseded) == (1, (before.commitment,))
    assert scenario.state().given_up == 1
    assert "Deals given up here so far: 1" in words(scenario.chat.public()[-1].message)
    await scenario.wait(BEFORE_THE_CUT)
    assert scenario.state().playing is None, "and the pause begins anew"


async def test_a_cutter_who_is_gone_in_mid_cut_has_the_hand_sealed_anew(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    await scenario.wait(THE_CUT)
    cuts = cutter(scenario)
    await scenario.app.membership.member_gone(scenario.name, player_id(cuts))
    await scenario.app.wait_until_idle()
    assert not scenario.sits(cuts)
    assert (scenario.sealed().attempt, scenario.state().given_up) == (1, 1)


async def test_a_cutter_who_leaves_by_themselves_changes_no_packs(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    await scenario.do(cutter(scenario), "leave")
    assert (scenario.sealed().attempt, scenario.state().given_up) == (0, 0)


# --- what is no command ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["restart", "die", "removed and added", "moved"])
async def test_an_interruption_undoes_no_cut(scenario: Scenario, how: str) -> None:
    """Otherwise whoever runs the program could choose, knowing the last word, who sits there."""
    await after_a_hand(scenario)
    await scenario.do(others(scenario)[0], "shuffle early")
    await scenario.wait(THE_CUT)
    await scenario.do(cutter(scenario), "shuffle cut")
    before = scenario.sealed()
    match how:
        case "restart":
            await scenario.restart()
        case "die":
            await scenario.die()
        case "moved":
            await scenario.app.membership.moved(scenario.name, "test:super")
            scenario.name = "test:super"
        case _:
            await scenario.app.membership.removed(scenario.name)
            await scenario.wait(60)
            await scenario.app.membership.arrived(scenario.name)
            await scenario.app.wait_until_idle()
    assert scenario.sealed() == before
    replies = [await scenario.held_back("joko", "join")]
    replies += [await scenario.held_back(name, "sit out") for name in PEOPLE]
    await scenario.wait(2)
    assert not any(reply.refused for reply in await asyncio.gather(*replies))
    deal = scenario.hand().deal
    assert deal.seal.commitment.hex() == before.commitment
    assert sorted(deal.closing.words.values()) == [b"cut", b"early"]
    assert deal.closing.seats == scenario.pairwise(sealed_seats(before))


async def test_a_cut_that_cannot_be_stored_has_not_begun(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario.expected_errors.add("nothing can be stored")
    await after_a_hand(scenario)
    commit, full = scenario.app.ledger.commit, [True]

    async def no_room_for_cuts(rows: WriteSet) -> None:
        if full and any(isinstance(row, TableSaved) and '"settled":{' in row.state for row in rows):
            raise NotStored("disk full")
        await commit(rows)

    monkeypatch.setattr(scenario.app.ledger, "commit", no_room_for_cuts)
    await scenario.wait(THE_CUT + 2 * TROUBLE_SECONDS)
    assert scenario.state().playing is None
    assert scenario.sealed().settled is None
    full.clear()
    await scenario.wait(TROUBLE_SECONDS)
    assert scenario.sealed().settled is not None
    await scenario.do(cutter(scenario), "shuffle cut")
    await scenario.wait(2)
    assert set(scenario.hand().deal.closing.words.values()) == {b"cut"}


async def test_a_table_closed_during_the_cut_closes_after_that_hand(scenario: Scenario) -> None:
    await after_a_hand(scenario)
    scenario.admins.add("boss")
    await scenario.wait(THE_CUT)
    closing = await scenario.held_back("boss", "close")
    await scenario.wait(1.9)
    assert scenario.state().playing is not None
    assert not (await closing).refused
    assert scenario.state().closing
    await scenario.finish_hand()
    assert not scenario.is_open()
