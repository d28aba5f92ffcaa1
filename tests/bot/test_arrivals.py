"""The bot is sent away and let in again, and groups go by other names: no chip, no card and no turn is lost by it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.chance import SeededChance
from bot.clock import ManualClock
from bot.kiu import Kiu, assembled
from bot.ledger import HouseSaved, NotStored, Record, mint
from bot.messages import Command, Person, Place, Reply
from bot.refusal import Refusal
from bot.wording import in_language
from tests.bot.house import HOUSE, House, player_id, url_of
from tests.bot.room import Seen, words

SUPER = "test:super"
PLAYERS = ("sari", "budi", "wati")


@pytest.fixture
async def table(house: House) -> House:
    """Sari, Budi and Wati in mid-hand, with a bet on the table."""
    await house.sit(*PLAYERS)
    await house.do("sari", "start")
    await house.act("bet 20")
    return house


async def send_away(house: House) -> None:
    await house.kiu.arrivals.removed(house.name)
    await house.kiu.settled()


async def let_in(house: House) -> None:
    await house.kiu.arrivals.arrived(house.name)
    await house.kiu.settled()


async def rename(house: House, new: str = SUPER) -> None:
    await house.kiu.arrivals.moved(house.name, new)
    house.name = new
    await house.kiu.settled()


def posts(house: House) -> list[Seen]:
    return [seen for seen in house.room.public() if seen.how == "post"]


# --- sent away -------------------------------------------------------------------------------------------------


async def test_while_the_bot_is_away_no_clock_runs_and_nothing_is_sent(table: House) -> None:
    state = table.state()
    await send_away(table)
    seen = list(table.room.seen)
    await table.wait(100_000)
    assert table.state() == state
    assert table.room.seen == seen
    await table.sound()


@pytest.mark.parametrize("how", ["restart", "die"])
async def test_the_pause_survives_a_restart(table: House, how: str) -> None:
    asked, turn = table.asked(), table.hand().turn
    chips = [await table.fortune(name) for name in PLAYERS]
    await send_away(table)
    seen = list(table.room.seen)
    await (table.restart() if how == "restart" else table.die())
    await table.wait(100_000)
    assert table.room.seen == seen
    assert (table.asked(), table.hand().turn) == (asked, turn)
    assert [await table.fortune(name) for name in PLAYERS] == chips
    await let_in(table)
    assert len(posts(table)) == len([each for each in seen if each.how == "post"]) + 1
    await table.wait(45 + 29)
    assert table.asked() == asked, "a fresh turn"
    await table.wait(1)
    assert table.asked() != asked


async def test_let_in_again_the_table_is_shown_anew_with_a_fresh_turn(table: House) -> None:
    name = table.asked()
    await table.wait(40)
    before = len(posts(table))
    await send_away(table)
    await table.wait(1000)
    await let_in(table)
    assert len(posts(table)) == before + 1
    assert table.room.newest() == posts(table)[-1].message
    await table.wait(45 + 29)
    assert table.asked() == name, "a whole turn, and the time bank"
    await table.wait(1)
    assert table.asked() != name
    assert table.chair(name).lapses == 1, "what lapsed while the bot was away does not count"


async def test_the_buttons_shown_before_still_work_afterwards(table: House) -> None:
    call = table.room.button("Call")
    await send_away(table)
    await let_in(table)
    assert not (await table.press(table.asked(), call)).refused


async def test_the_next_hand_waits_for_the_bot(table: House) -> None:
    await table.finish_hand()
    await send_away(table)
    await table.wait(1000)
    assert table.hand().number == 1
    await let_in(table)
    await table.wait(8)
    assert table.hand().number == 2


async def test_computer_players_wait_too(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    while house.asked() == "sari":
        await house.act("check")
    hand = house.hand()
    await send_away(house)
    await house.wait(1000)
    assert house.hand() == hand
    await let_in(house)
    await house.wait(2)
    assert house.hand() != hand


async def test_a_letter_of_the_clock_that_was_on_its_way_is_not_carried_out(house: House) -> None:
    """The turn lapses in the very moment in which the bot is sent away."""
    await house.set_rules("time_bank 0")
    await house.sit("sari", "budi")
    await house.do("sari", "start")
    name = house.asked()
    async with house.table().held():
        house.clock.move_to(house.clock.now() + 45)
        await house.kiu.arrivals.removed(HOUSE)
    await house.kiu.settled()
    assert house.asked() == name
    await let_in(house)
    await house.wait(44)
    assert house.asked() == name
    await house.wait(1)
    assert house.asked() != name


async def test_what_would_change_something_is_refused_and_looking_is_not(table: House) -> None:
    table.admins.add("sari")
    await send_away(table)
    state, seen = table.state(), list(table.room.seen)
    for text in ("call", "fold", "leave", "sit out", "close", "start", "join", "rebuy", "add computer", "kick budi",
                 "open qiuqiu", "daily", "bank grant budi 5 gift", "house set hui on", "house apply"):  # fmt: skip
        assert await table.refused(table.asked(), text) in ("house-away", "admin-only"), text
        assert await table.refused("sari", text) == "house-away", text
    for text in ("hand", "status", "chips", "ledger", "top", "house", "rules", "help", "language id"):
        await table.do(table.asked(), text)
    assert (table.state(), table.room.seen) == (state, seen)


async def test_reported_again_nothing_happens(table: House) -> None:
    seen = list(table.room.seen)
    await let_in(table)
    assert table.room.seen == seen, "it was never away"
    await asyncio.gather(*(table.kiu.arrivals.removed(HOUSE) for _ in range(3)))
    await asyncio.gather(*(table.kiu.arrivals.arrived(HOUSE) for _ in range(3)))
    await table.kiu.settled()
    assert len(posts(table)) == len([each for each in seen if each.how == "post"]) + 1


async def test_other_houses_play_on(table: House) -> None:
    await table.kiu.arrivals.removed("test:elsewhere")
    await table.act("call")
    assert not table.kiu.houses.of(HOUSE).away
    assert table.kiu.houses.of("test:elsewhere").away


async def test_house_rules_are_the_same_afterwards(house: House) -> None:
    await house.set_rules("ante 20", "turn_seconds 60")
    before = house.kiu.houses.of(HOUSE)
    await send_away(house)
    await house.restart()
    await let_in(house)
    assert house.kiu.houses.of(HOUSE) == before


async def test_a_pause_that_cannot_be_stored_does_not_happen(table: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(record: Record) -> None:
        raise NotStored("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(table.kiu.ledger, "commit", full)
        with pytest.raises(NotStored):
            await table.kiu.arrivals.removed(HOUSE)
    assert not table.kiu.houses.of(HOUSE).away
    await table.act("call")


async def test_after_connecting_the_bot_tells_where_it_is(house: House) -> None:
    await house.sit("sari", "budi")
    arrivals, houses = house.kiu.arrivals, house.kiu.houses
    await arrivals.present("other", [])
    assert not houses.of(HOUSE).away, "that is another platform"
    await arrivals.present("test", ["test:elsewhere"])
    assert houses.of(HOUSE).away
    await arrivals.present("test", [HOUSE])
    assert not houses.of(HOUSE).away


async def test_what_it_left_while_it_was_not_connected_is_paused_before_it_is_taken_up(
    table: House, tmp_path: Path
) -> None:
    left = tmp_path / "left"
    shutil.copytree(table._folder, left)
    running = assembled(url_of(left), chats={"test": table.room}, clock=ManualClock(), chance=SeededChance("again"))
    seen = list(table.room.seen)
    async with running as kiu:
        await kiu.arrivals.present("test", [])
        await kiu.resume("test")
        await kiu.settled()
        assert kiu.houses.of(HOUSE).away
        (paused,) = kiu.tables.of_house(HOUSE)
        assert paused.state.hand == table.hand()
    assert table.room.seen == seen


# --- another name ----------------------------------------------------------------------------------------------


async def test_a_running_hand_goes_on_under_the_new_name(table: House) -> None:
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


@pytest.mark.parametrize("how", ["restart", "die"])
async def test_it_goes_on_after_a_restart_too(table: House, how: str) -> None:
    await rename(table)
    state = table.state()
    await (table.restart() if how == "restart" else table.die())
    assert table.state() == state
    assert table.kiu.tables.of_house(HOUSE) == []
    await table.act("call")
    await table.finish_hand()
    await table.wait(8)
    assert table.hand().number == 2
    await table.sound()


async def test_the_table_is_shown_anew_because_the_old_messages_are_out_of_sight(table: House) -> None:
    before = [*table.room.seen]
    await rename(table)
    after = table.room.seen[len(before) :]
    assert [seen.how for seen in after if seen.where == "main"] == ["post"]
    number = posts(table)[-1].number
    await table.act("call")
    await table.die()
    await table.act("call")
    edited = {seen.number for seen in table.room.seen[len(before) :] if seen.how == "edit"}
    assert edited == {number}, "no number of the old group is ever used in the new one"


async def test_what_is_said_or_pressed_under_the_old_name_counts(table: House) -> None:
    name, call = table.asked(), table.room.button("Call")
    await rename(table)
    table.name = HOUSE
    assert not (await table.press(name, call)).refused
    assert not (await table.say("joko", "join")).refused
    assert await table.kiu.ledger.balances(HOUSE) == {}, "nobody is a newcomer under a name of old"
    table.name = SUPER
    assert table.sits("joko")


async def test_people_keep_names_languages_rules_and_gifts(house: House) -> None:
    await house.set_rules("ante 20", "grant 700", "daily 600")
    await house.do("sari", "language id")
    house.admins.add("boss")
    await house.do("boss", "bank take sari 650 to make room")
    await house.do("sari", "daily")
    await house.do("boss", "bank take sari 100 again")
    settings = house.kiu.houses.of(HOUSE)
    await rename(house)
    for _ in range(2):
        assert house.kiu.houses.of(SUPER) == settings
        assert await house.do("sari", "daily") == in_language("id")("answer-daily-taken")
        assert await house.in_wallet("sari") == 500
        await house.restart()


async def test_reported_again_from_either_side_nothing_happens(table: House) -> None:
    arrivals = table.kiu.arrivals
    await asyncio.gather(arrivals.moved(HOUSE, SUPER), arrivals.moved(HOUSE, SUPER))
    table.name = SUPER
    await table.kiu.settled()
    state, seen = table.state(), list(table.room.seen)
    await arrivals.moved(HOUSE, SUPER)
    await arrivals.moved(SUPER, HOUSE)
    await arrivals.moved(SUPER, SUPER)
    await table.restart()
    await table.kiu.arrivals.moved(HOUSE, SUPER)
    await table.kiu.settled()
    assert table.state() == state
    assert [each.how for each in table.room.seen[len(seen) :] if each.where == "main"] in ([], ["edit"])


async def test_to_be_sent_away_from_the_name_of_old_means_nothing(table: House) -> None:
    await rename(table)
    await table.kiu.arrivals.removed(HOUSE)
    assert not table.kiu.houses.of(SUPER).away
    await table.act("call")


async def test_a_bot_that_was_away_is_there_again_after_the_move(table: House) -> None:
    await send_away(table)
    await rename(table)
    name = table.asked()
    await table.wait(45 + 30)
    assert table.asked() != name


async def test_computer_players_come_along_and_get_other_companions(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await rename(house)
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    await house.finish_hand()
    assert [chair.name for chair in house.state().seated if chair.computer] == ["Anoman", "Bima"]


async def test_a_house_can_move_twice(table: House) -> None:
    await rename(table)
    await rename(table, "test:third")
    assert table.kiu.houses.present(HOUSE) == "test:third"
    await table.restart()
    assert table.kiu.houses.present(HOUSE) == "test:third"
    await table.act("call")


async def test_where_people_have_come_to_the_new_name_already_both_become_one(table: House) -> None:
    """Somebody used the new group before the bot heard that it is the old one."""
    before = await table.all_chips()
    table.name = SUPER
    await table.sit("sari", "joko")
    await table.do("sari", "start")
    both = before + await table.all_chips()
    table.name = HOUSE
    younger = table.kiu.tables.of_house(SUPER)[0]
    await rename(table)
    assert await table.all_chips() == both == 2000 * 5
    assert await table.in_wallet("sari") == 2000 - 500 + 2000 - 500
    assert "renamed" in await table.do("sari", "ledger")
    await table.sound()
    older = table.table()
    assert older is not younger
    assert {each.state.id for each in table.kiu.tables.of_house(SUPER)} == {older.state.id, younger.state.id}
    await table.restart()
    assert table.state().id == older.state.id, "what is typed is for the older table"
    await table.do("sari", "close")
    await table.finish_hand()
    assert table.state().id == younger.state.id, "and then for the other"
    await table.finish_hand()
    await table.sound()


class SlowDisk:
    """Books that take their time over a move."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        real = house.kiu.ledger.move_house

        async def slowly(old: str, new: str, settings: Sequence[HouseSaved]) -> None:
            self.begun.set()
            await self.go_on.wait()
            await real(old, new, settings)

        monkeypatch.setattr(house.kiu.ledger, "move_house", slowly)


async def test_commands_and_clocks_wait_while_the_house_moves(table: House, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(table, monkeypatch)
    name = table.asked()
    early = asyncio.create_task(table.kiu.desk.handle(table.command("joko", "join")))
    await asyncio.sleep(0)
    moving = asyncio.create_task(table.kiu.arrivals.moved(HOUSE, SUPER))
    await disk.begun.wait()
    assert early.done(), "what was under way is finished first"
    late = asyncio.create_task(table.kiu.desk.handle(table.command(name, "call")))
    newcomer = asyncio.create_task(table.kiu.desk.handle(table.command("rini", "chips")))
    table.clock.move_to(table.clock.now() + 45)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not late.done()
    assert not newcomer.done()
    assert not table.table().quiet
    assert table.hand().actions == 1
    disk.go_on.set()
    await moving
    replies = [await early, await late, await newcomer]
    table.name = SUPER
    await table.kiu.settled()
    assert not any(reply.refused for reply in replies)
    assert table.sits("joko")
    assert table.hand().actions == 2
    assert await table.kiu.ledger.balances(HOUSE) == {}
    assert await table.in_wallet("rini") == 2000
    await table.sound()


async def test_who_stops_waiting_for_the_move_does_not_stop_it(table: House, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(table, monkeypatch)
    moving = asyncio.create_task(table.kiu.arrivals.moved(HOUSE, SUPER))
    await disk.begun.wait()
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    disk.go_on.set()
    table.name = SUPER
    await table.do("sari", "chips")
    assert table.kiu.houses.present(HOUSE) == SUPER
    await table.act("call")
    await table.sound()


async def test_a_move_that_cannot_be_stored_does_not_happen(table: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise NotStored("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(table.kiu.ledger, "move_house", full)
        with pytest.raises(NotStored):
            await table.kiu.arrivals.moved(HOUSE, SUPER)
    await table.act("call")
    await rename(table)
    await table.act("call")


async def test_a_table_that_is_shutting_down_is_not_moved(table: House) -> None:
    table.table().stop()
    with pytest.raises(Refusal):
        await table.kiu.arrivals.moved(HOUSE, SUPER)
    assert table.kiu.houses.present(HOUSE) == HOUSE


@asynccontextmanager
async def taken_up(folder: Path) -> AsyncIterator[Kiu]:
    """What another process makes of the books that were left."""
    running = assembled(url_of(folder), chats={}, clock=ManualClock(), chance=SeededChance("again"))
    async with running as kiu:
        await kiu.resume()
        yield kiu


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_dying_in_the_middle_of_the_move_is_harmless(
    table: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    real, left = table.kiu.ledger.move_house, tmp_path / "left"

    async def observed(old: str, new: str, settings: Sequence[HouseSaved]) -> None:
        if moment == "before":
            shutil.copytree(table._folder, left)
        await real(old, new, settings)
        if moment == "after":
            shutil.copytree(table._folder, left)

    monkeypatch.setattr(table.kiu.ledger, "move_house", observed)
    state, given = table.state(), await table.all_chips()
    await rename(table)
    async with taken_up(left) as kiu:
        await kiu.arrivals.moved(HOUSE, SUPER)
        (again,) = kiu.tables.of_house(SUPER)
        assert again.state.hand == state.hand
        assert -await kiu.ledger.balance(mint(SUPER)) == given
        assert (await kiu.ledger.audit()).sound


# --- whatever people do meanwhile ------------------------------------------------------------------------------

LINES = ("call", "fold", "check", "bet 20", "raise 60", "leave", "join", "rebuy", "sit out", "daily", "chips", "close")
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from((*PLAYERS, "joko")), st.sampled_from(LINES), st.sampled_from((HOUSE, SUPER))),
        st.sampled_from(("move", "away", "back", "die", "wait")),
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=steps)
def test_chips_are_conserved_whatever_happens_around_a_move(
    tmp_path_factory: pytest.TempPathFactory, story: list[str | tuple[str, str, str]]
) -> None:
    async def tell(folder: Path) -> None:
        async with House(folder, chat=False) as house:
            await house.sit(*PLAYERS)
            await house.do("sari", "start")
            replies: list[asyncio.Task[Reply]] = []
            reports: list[asyncio.Task[None]] = []
            for step in (*story, "move", "back"):
                arrivals = house.kiu.arrivals
                match step:
                    case (name, text, where):
                        person = Person(player_id(name), name.capitalize())
                        command = Command(person, Place(where, "main"), text)
                        replies.append(asyncio.create_task(house.kiu.desk.handle(command)))
                    case "move":
                        reports.append(asyncio.create_task(arrivals.moved(HOUSE, SUPER)))
                    case "away":
                        reports.append(asyncio.create_task(arrivals.removed(HOUSE)))
                    case "back":
                        reports.append(asyncio.create_task(arrivals.arrived(SUPER)))
                    case "die" | "wait":
                        await asyncio.gather(*replies, *reports)
                        await (house.die() if step == "die" else house.wait(10))
            await asyncio.gather(*reports)
            for reply in await asyncio.gather(*replies):
                assert not reply.passing, words(reply.message)
            await house.kiu.settled()
            house.name = SUPER
            await house.sound()
            ledger = house.kiu.ledger
            assert all(chips == 0 for chips in (await ledger.balances(HOUSE)).values())
            given = await house.all_chips()
            people = await ledger.people(SUPER)
            assert set(people) >= {player_id(name) for name in PLAYERS}
            assert given == sum([await house.fortune(each.removeprefix("test:")) for each in people]) + sum(
                table.state.carried for table in house.kiu.tables.of_house(SUPER)
            )

    asyncio.run(tell(tmp_path_factory.mktemp("moving") / "house"))
