"""The bot is removed from groups and added again, and groups get other ids: no chip, card or turn is lost by it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app import App, open_app
from bot.commands import Refusal
from bot.ledger import NotStored, mint, queries, statement_queries
from bot.messages import Command, Person, Place, Reply, Urgency
from bot.wording import in_language
from tests.bot.fake_chat import Connection, Seen, buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id, url_of
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy
from tests.thoroughness import examples

SUPER = "test:super"
PLAYERS = ("sari", "budi", "wati")


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Sari, Budi and Wati in mid-hand, with a bet on the table."""
    await scenario.sit(*PLAYERS)
    await scenario.do("sari", "start")
    await scenario.act("bet 20")
    return scenario


async def send_away(scenario: Scenario) -> None:
    await scenario.app.membership.removed(scenario.name)
    await scenario.app.wait_until_idle()


async def let_in(scenario: Scenario) -> None:
    await scenario.app.membership.arrived(scenario.name)
    await scenario.app.wait_until_idle()


async def rename(scenario: Scenario, new: str = SUPER) -> None:
    await scenario.app.membership.moved(scenario.name, new)
    scenario.name = new
    await scenario.app.wait_until_idle()


def posts(scenario: Scenario) -> list[Seen]:
    return [seen for seen in scenario.chat.public() if seen.how == "post"]


# --- removed ---------------------------------------------------------------------------------------------------


async def test_while_the_bot_is_away_no_clock_runs_and_nothing_is_sent(table: Scenario) -> None:
    state = table.state()
    await send_away(table)
    seen = list(table.chat.seen)
    await table.wait(100_000)
    assert table.state() == state
    assert table.chat.seen == seen
    await table.sound()


@pytest.mark.parametrize("how", ["restart", "die"])
async def test_the_pause_survives_a_restart(table: Scenario, how: str) -> None:
    asked, turn = table.asked(), table.hand().turn
    chips = [await table.fortune(name) for name in PLAYERS]
    await send_away(table)
    seen = list(table.chat.seen)
    await (table.restart() if how == "restart" else table.die())
    await table.wait(100_000)
    assert table.chat.seen == seen
    assert (table.asked(), table.hand().turn) == (asked, turn)
    assert [await table.fortune(name) for name in PLAYERS] == chips
    await let_in(table)
    assert len(posts(table)) == len([each for each in seen if each.how == "post"]) + 1
    await table.wait(45 + 29)
    assert table.asked() == asked, "a fresh turn"
    await table.wait(1)
    assert table.asked() != asked


async def test_added_again_the_table_is_shown_anew_with_a_fresh_turn(table: Scenario) -> None:
    name = table.asked()
    await table.wait(40)
    before = len(posts(table))
    await send_away(table)
    await table.wait(1000)
    await let_in(table)
    assert len(posts(table)) == before + 1
    assert table.chat.newest() == posts(table)[-1].message
    await table.wait(45 + 29)
    assert table.asked() == name, "a whole turn, and the time bank"
    await table.wait(1)
    assert table.asked() != name
    assert table.chair(name).lapses == 1, "what lapsed while the bot was away does not count"


async def test_the_buttons_shown_before_still_work_afterwards(table: Scenario) -> None:
    call = table.chat.button("Call")
    await send_away(table)
    await let_in(table)
    assert not (await table.press(table.asked(), call)).refused


async def test_the_next_hand_waits_for_the_bot(table: Scenario) -> None:
    await table.finish_hand()
    await send_away(table)
    await table.wait(1000)
    assert table.hand().number == 1
    await let_in(table)
    await table.wait(8)
    assert table.hand().number == 2


async def test_a_job_of_a_timer_that_was_on_its_way_is_not_carried_out(scenario: Scenario) -> None:
    """The turn lapses in the very moment in which the bot is removed."""
    await scenario.set_rules("time_bank 0")
    await scenario.deal("sari", "budi")
    name = scenario.asked()
    async with scenario.table().mailbox.held():
        scenario.clock.move_to(scenario.clock.now() + 45)
        await scenario.app.membership.removed(GROUP)
    await scenario.app.wait_until_idle()
    assert scenario.asked() == name
    await let_in(scenario)
    await scenario.wait(44)
    assert scenario.asked() == name
    await scenario.wait(1)
    assert scenario.asked() != name


async def test_what_would_change_something_is_refused_and_looking_is_not(table: Scenario) -> None:
    table.admins.add("sari")
    await send_away(table)
    state, seen = table.state(), list(table.chat.seen)
    for text in ("call", "fold", "leave", "sit out", "close", "start", "join", "rebuy", "add computer", "kick budi",
                 "open qiuqiu", "daily", "bank grant budi 5 gift", "house set hui on", "house apply"):  # fmt: skip
        assert await table.refused(table.asked(), text) in ("group-away", "admin-only"), text
        assert await table.refused("sari", text) == "group-away", text
    for text in ("hand", "status", "chips", "ledger", "top", "house", "rules", "help", "language id"):
        await table.do(table.asked(), text)
    assert (table.state(), table.chat.seen) == (state, seen)


async def refused_by_the_disk(*_: object) -> None:
    raise NotStored("nothing was stored: database or disk is full")


@contextmanager
def full_disk(scenario: Scenario) -> Iterator[None]:
    """Nothing can be stored meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for write in ("commit", "change"):
            patch.setattr(scenario.app.ledger, write, refused_by_the_disk)
        yield


async def test_a_return_that_cannot_be_stored_is_noted_when_it_is_reported_again(table: Scenario) -> None:
    await send_away(table)
    before = len(posts(table))
    with full_disk(table):
        with pytest.raises(NotStored):
            await let_in(table)
        assert table.app.groups.of(GROUP).away
    await let_in(table)
    assert not table.app.groups.of(GROUP).away
    assert len(posts(table)) == before + 1
    await table.act("call")


async def test_what_it_left_while_it_was_not_connected_is_paused_before_it_is_resumed(
    table: Scenario, tmp_path: Path
) -> None:
    left = tmp_path / "left"
    shutil.copytree(table._folder, left)
    running = open_app(
        url_of(left), chats={"test": Connection(table.chat)}, clock=ManualClock(), entropy=SeededEntropy("again")
    )
    seen = list(table.chat.seen)
    async with running as app:
        await app.membership.present("test", [])
        await app.resume("test")
        await app.wait_until_idle()
        assert app.groups.of(GROUP).away
        (paused,) = app.tables.of_group(GROUP)
        assert paused.state.hand == table.hand()
    assert table.chat.seen == seen


async def test_whoever_connects_knows_of_the_groups_of_one_platform(table: Scenario) -> None:
    await table.app.membership.present("other", [])
    await table.app.membership.present("test", [GROUP])
    assert not table.app.groups.of(GROUP).away
    await table.act("call")


# --- another name ----------------------------------------------------------------------------------------------


async def test_a_running_hand_goes_on_under_the_new_name(table: Scenario) -> None:
    state, clock = table.state(), table.clock.now()
    chips = [await table.fortune(name) for name in PLAYERS]
    await table.wait(30)
    await rename(table)
    after = table.state()
    assert after.place == Place(SUPER, "main")
    assert (after.hand, after.chairs, after.seq) == (state.hand, state.chairs, state.seq)
    assert [await table.fortune(name) for name in PLAYERS] == chips
    name = table.asked()
    await table.wait(clock + 45 + 29 - table.clock.now())
    assert table.asked() == name
    await table.wait(1)
    assert table.asked() != name, "its clock went on too"
    await table.finish_hand()
    await table.sound()
    assert sum([await table.fortune(name) for name in PLAYERS]) == sum(chips)


async def test_the_table_is_shown_anew_because_the_old_messages_are_out_of_sight(table: Scenario) -> None:
    before = [*table.chat.seen]
    await rename(table)
    after = table.chat.seen[len(before) :]
    assert [seen.how for seen in after if seen.where == "main"] == ["post"]
    number = posts(table)[-1].number
    await table.act("call")
    await table.die()
    await table.act("call")
    edited = {seen.number for seen in table.chat.seen[len(before) :] if seen.how == "edit"}
    assert edited == {number}, "no number of the old group is ever used in the new one"


async def test_what_is_said_or_pressed_under_the_old_name_counts(table: Scenario) -> None:
    name, call = table.asked(), table.chat.button("Call")
    await rename(table)
    table.name = GROUP
    assert not (await table.press(name, call)).refused
    assert not (await table.say("joko", "join")).refused
    assert await table.app.ledger.read(queries.balances, GROUP) == {}, "nobody is a newcomer under the old id"
    table.name = SUPER
    assert table.sits("joko")


async def test_people_keep_names_languages_rules_and_gifts(scenario: Scenario) -> None:
    await scenario.set_rules("ante 20", "grant 700", "daily 600")
    await scenario.do("sari", "language id")
    scenario.admins.add("boss")
    await scenario.do("boss", "bank take sari 650 to make room")
    await scenario.do("sari", "daily")
    await scenario.do("boss", "bank take sari 100 again")
    settings = scenario.app.groups.of(GROUP)
    await rename(scenario)
    for _ in range(2):
        assert scenario.app.groups.of(SUPER) == settings
        assert await scenario.do("sari", "daily") == in_language("id")("answer-daily-taken")
        assert await scenario.in_wallet("sari") == 500
        await scenario.restart()


async def test_reported_again_from_either_side_nothing_happens(table: Scenario) -> None:
    membership = table.app.membership
    await asyncio.gather(membership.moved(GROUP, SUPER), membership.moved(GROUP, SUPER))
    table.name = SUPER
    await table.app.wait_until_idle()
    state, seen = table.state(), list(table.chat.seen)
    await membership.moved(GROUP, SUPER)
    await membership.moved(SUPER, GROUP)
    await membership.moved(SUPER, SUPER)
    await table.restart()
    await table.app.membership.moved(GROUP, SUPER)
    await table.app.wait_until_idle()
    assert table.state() == state
    assert [each.how for each in table.chat.seen[len(seen) :] if each.where == "main"] in ([], ["edit"])


async def test_being_removed_under_the_old_id_changes_nothing(table: Scenario) -> None:
    await rename(table)
    await table.app.membership.removed(GROUP)
    assert not table.app.groups.of(SUPER).away
    await table.act("call")


async def test_computer_players_come_along_and_get_other_companions(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await rename(scenario)
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    assert [chair.name for chair in scenario.state().seated if chair.computer] == ["Anoman", "Bima"]


async def test_a_group_can_move_twice(table: Scenario) -> None:
    await rename(table)
    await rename(table, "test:third")
    assert table.app.groups.present(GROUP) == "test:third"
    await table.restart()
    assert table.app.groups.present(GROUP) == "test:third"
    await table.act("call")


async def test_what_waits_for_its_turn_while_the_group_moves_waits_for_one_in_the_new_group(
    table: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, acquire = list[str](), table.chat.acquire

    async def noted(place: Place, urgency: Urgency) -> None:
        asked.append(place.group)
        await acquire(place, urgency)

    await table.act("fold")
    monkeypatch.setattr(table.chat, "acquire", noted)
    table.chat.watch = lambda seen: asked.append(seen.how) if seen.how != "private" else None
    table.chat.admission.clear()
    await table.carry_out(table.asked(), "fold")
    await asyncio.sleep(0)
    assert table.hand().over, "what waits is a result, which is as urgent as that the group has moved"
    await table.app.membership.moved(GROUP, SUPER)
    assert asked == [GROUP]
    table.chat.admission.set()
    table.name = SUPER
    await table.app.wait_until_idle()
    assert asked[:2] == [GROUP, SUPER], "nothing is sent before"
    assert len(asked) > 2


async def test_where_people_have_used_the_new_id_already_both_become_one(table: Scenario) -> None:
    """Somebody used the new group before the bot heard that it is the old one."""
    before = await table.all_chips()
    table.name = SUPER
    await table.deal("sari", "joko")
    both = before + await table.all_chips()
    table.name = GROUP
    younger = table.app.tables.of_group(SUPER)[0]
    await rename(table)
    assert await table.all_chips() == both == 2000 * 5
    assert await table.in_wallet("sari") == 2000 - 500 + 2000 - 500
    # The two statements become one, in which what moved between the groups is no line.
    statement = await table.app.ledger.read(statement_queries.statement, SUPER, player_id("sari"), limit=10)
    assert [(line.amount, line.balance, line.reason) for line in statement] == [
        (2000, 4000, "newcomer"),
        (2000, 2000, "newcomer"),
    ]
    told = (await table.do("sari", "ledger")).replace("\N{NO-BREAK SPACE}", " ")
    assert [line.partition(" · ")[2] for line in told.splitlines() if " · " in line] == [
        "+2,000 → 4,000 · chips for newcomers",
        "+2,000 → 2,000 · chips for newcomers",
    ]
    await table.sound()
    older = table.table()
    assert older is not younger
    assert {each.state.id for each in table.app.tables.of_group(SUPER)} == {older.state.id, younger.state.id}
    await table.restart()
    assert table.state().id == older.state.id, "the place shows the older table"
    assert await table.refused("sari", "close") == "which-table", "who sits at both has to say which"
    asked = await table.say("sari", "shuffle " + "z" * 99)
    assert (asked.refused, buttons(asked.message)) == (True, []), "no button carries so much"
    choice = buttons((await table.say("sari", "close")).message)
    assert [(each.command, each.turn) for each in choice] == [
        ("close", f"{each.state.id}:") for each in (older, younger)
    ]
    assert not (await table.press("sari", choice[0])).refused
    assert {each.state.id: each.state.closing for each in table.app.tables.of_group(SUPER)} == {
        older.state.id: True, younger.state.id: False,
    }  # fmt: skip
    while table.state().id == older.state.id:
        assert not (await table.say(table.asked(), "fold", turn=f"{older.state.id}:")).refused
    assert table.state().id == younger.state.id, "and then for the other"
    await table.finish_hand()
    await table.sound()


async def test_a_table_that_is_shutting_down_is_not_moved(table: Scenario) -> None:
    table.table().stop()
    with pytest.raises(Refusal):
        await table.app.membership.moved(GROUP, SUPER)
    assert table.app.groups.present(GROUP) == GROUP


async def test_of_a_move_that_cannot_be_stored_nothing_has_happened(table: Scenario) -> None:
    state = table.state()
    with full_disk(table), pytest.raises(NotStored):
        await table.app.membership.moved(GROUP, SUPER)
    assert (table.state(), table.app.groups.present(GROUP)) == (state, GROUP)
    await table.act("call")


async def test_tables_of_a_group_that_has_moved_go_on_whatever_the_chat_does(
    table: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: str) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(table.app.announcer, "reset_group", broken)
        with pytest.raises(ConnectionError):
            await table.app.membership.moved(GROUP, SUPER)
    table.name = SUPER
    asked = table.hand().turn
    await table.app.membership.member_gone(GROUP, player_id("sari"))
    assert table.chair("sari").removed, "reported under the old id"
    await table.wait(110)
    assert table.hand().turn > asked, "their clocks run"


@asynccontextmanager
async def resumed(folder: Path) -> AsyncIterator[App]:
    """What another process makes of the database that was left."""
    running = open_app(url_of(folder), chats={}, clock=ManualClock(), entropy=SeededEntropy("again"))
    async with running as app:
        await app.resume()
        yield app


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_dying_in_the_middle_of_the_move_is_harmless(
    table: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    real, left = table.app.ledger.change, tmp_path / "left"

    async def observed(*change: Any) -> None:
        if moment == "before":
            shutil.copytree(table._folder, left)
        await real(*change)
        if moment == "after":
            shutil.copytree(table._folder, left)

    monkeypatch.setattr(table.app.ledger, "change", observed)
    state, given = table.state(), await table.all_chips()
    await rename(table)
    async with resumed(left) as app:
        await app.membership.moved(GROUP, SUPER)
        (again,) = app.tables.of_group(SUPER)
        assert again.state.hand == state.hand
        assert -await app.ledger.read(queries.balance, mint(SUPER)) == given
        assert (await app.ledger.audit()).sound


# --- whatever people do meanwhile ------------------------------------------------------------------------------

LINES = ("call", "fold", "check", "bet 20", "raise 60", "leave", "join", "rebuy", "sit out", "daily", "chips", "close")
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from((*PLAYERS, "joko")), st.sampled_from(LINES), st.sampled_from((GROUP, SUPER))),
        st.sampled_from(("move", "away", "back", "die", "wait")),
    ),
    max_size=14,
)


@settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(story=steps)
def test_chips_are_conserved_whatever_happens_around_a_move(
    tmp_path_factory: pytest.TempPathFactory, story: list[str | tuple[str, str, str]]
) -> None:
    async def tell(folder: Path) -> None:
        async with Scenario(folder, connected=False) as scenario:
            await scenario.sit(*PLAYERS)
            await scenario.do("sari", "start")
            replies: list[asyncio.Task[Reply]] = []
            reports: list[asyncio.Task[None]] = []
            for step in (*story, "move", "back"):
                membership = scenario.app.membership
                match step:
                    case (name, text, where):
                        person = Person(player_id(name), name.capitalize())
                        command = Command(person, Place(where, "main"), text)
                        replies.append(asyncio.create_task(scenario.app.dispatcher.handle(command)))
                    case "move":
                        reports.append(asyncio.create_task(membership.moved(GROUP, SUPER)))
                    case "away":
                        reports.append(asyncio.create_task(membership.removed(GROUP)))
                    case "back":
                        reports.append(asyncio.create_task(membership.arrived(SUPER)))
                    case "die" | "wait":
                        await asyncio.gather(*replies, *reports)
                        await (scenario.die() if step == "die" else scenario.wait(10))
            await asyncio.gather(*reports)
            for reply in await asyncio.gather(*replies):
                assert not reply.transient, words(reply.message)
            await scenario.app.wait_until_idle()
            scenario.name = SUPER
            await scenario.sound()
            ledger = scenario.app.ledger
            assert all(chips == 0 for chips in (await ledger.read(queries.balances, GROUP)).values())
            given = await scenario.all_chips()
            people = await ledger.read(queries.people, SUPER)
            assert set(people) >= {player_id(name) for name in PLAYERS}
            assert given == sum([await scenario.fortune(each.removeprefix("test:")) for each in people]) + sum(
                table.state.carried for table in scenario.app.tables.of_group(SUPER)
            )

    asyncio.run(tell(tmp_path_factory.mktemp("moving") / "house"))
