"""Forgetting people, step by step and in time, told with a ledger and tables that only take it down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.environment.clock import Timer
from bot.features.privacy.forgetting import Forgetting
from bot.groups import GroupSettings
from bot.ledger import Account, ErasureAsked, ErasureRow, NotStored, Transfer, WriteSet, mint, stack, wallet
from bot.messages import Place
from tests.engine.table.tables import COMPUTER
from tests.manual_clock import ManualClock

HOME, AWAY = "test:home", "test:away"
SARI, BUDI, WATI = "test:sari", "test:budi", "test:wati"
MONTHS = timedelta(days=90)


class Clock(ManualClock):
    """A clock that remembers in how many seconds it was asked to call."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        self.asked.append(seconds)
        return super().call_later(seconds, callback)


class Table:
    """A table that takes down what it is told."""

    def __init__(self, world: World, group: str, *players: str, playing: bool = False) -> None:
        self._world, self.players = world, list(players)
        self.settled = False
        """Whether those who sit there cannot get up now."""

        self.state = SimpleNamespace(place=Place(group, "main"), chair_of=self._chair_of, playing=None)
        self.plays(playing)

    def plays(self, playing: bool) -> None:
        """A hand of its players begins, or is over."""
        seats = dict(zip(self.players, range(9), strict=False))
        self.state.playing = SimpleNamespace(seat=seats.get) if playing else None

    def _chair_of(self, player: str) -> object | None:
        return player if player in self.players else None

    async def leave_for_good(self, player: str) -> None:
        if player in self.players and self.state.playing is None and not self.settled:
            self.players.remove(player)
            self._world.happened.append(f"{player} gets up")

    async def keep_out_as(self, removed: str, player: str, name: str) -> None:
        assert player == f"anon:of {removed}"

    def forget(self, player: str, pseudonym: str) -> None:
        self._world.happened.append(f"the table in {self.state.place.group} knows {player} as {pseudonym}")


class World:
    """What is stored and kept in memory around one erasure, and all that it does to them, in order."""

    def __init__(self, groups_after: timedelta | None = MONTHS) -> None:
        self.happened: list[str] = []
        self.clock = Clock()
        self.rows: list[ErasureRow] = []
        self.rounds = 0
        self.chips: dict[Account, int] = {wallet(HOME, SARI): 70}
        self.stored: list[WriteSet] = []
        self.full: Exception | None = None
        self.slow: asyncio.Event | None = None
        """Emptying the row is not over until it is set."""

        self.reached = asyncio.Event()
        """The row is being emptied."""

        self.open: list[Table] = []
        self.people = {HOME: [SARI, BUDI]}
        self.settings: dict[str, GroupSettings] = {}
        self.erasing: set[str] = set()
        self.until: list[datetime] = []
        self.chats: dict[str, Any] = {"test": SimpleNamespace(forget=self._chat_forgets)}
        self._keys = iter(range(1, 100))
        services = SimpleNamespace(
            ledger=self,
            gate=SimpleNamespace(closed=self._gate),
            groups=SimpleNamespace(
                load=self._load, all=lambda: self.settings, change=self._change, of=lambda _: GroupSettings()
            ),
            members=self,
            outlasting=[],
            outlasting_settings={"bans"},
            tables=self,
            membership=self,
            announcer=SimpleNamespace(forget=self._not_shown),
            on_forget=[self._keeps("drafts").forget, self._keeps("corrections").forget],
            chats=self.chats,
            clock=self.clock,
            entropy=SimpleNamespace(key=lambda: bytes([next(self._keys)]) * 32),
            host=SimpleNamespace(forget_groups_after=groups_after),
        )
        self.of = Forgetting(cast(Any, services))

    def _keeps(self, what: str, **more: object) -> Any:
        """Something that is kept in memory, of one player or of all."""
        return SimpleNamespace(forget=lambda *player: self.happened.append(" ".join((f"no {what}", *player))), **more)

    def _not_shown(self, player: str, tables: Sequence[Any]) -> None:
        self.happened.append(" ".join(("no messages", player, *(each.place.group for each in tables))))

    async def ask(self, player: str) -> None:
        await self.of.ask(cast(Any, SimpleNamespace(who=SimpleNamespace(id=player), receipt=())))

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due meanwhile."""
        until = self.clock.now() + seconds
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.move_to(due)
            await self.of.wait_until_idle()
        self.clock.move_to(until)

    # --- the ledger ------------------------------------------------------------------------------------------------

    async def read(self, query: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await getattr(self, query.__name__)(*args, **kwargs)

    rewrite = change = read

    async def erasures(self) -> list[ErasureRow]:
        self.rounds += 1
        return list(self.rows)

    async def commit(self, writes: WriteSet) -> None:
        self.stored.append(writes)
        for each in writes:
            if isinstance(each, ErasureAsked):
                self.rows.append(ErasureRow(each.player, self.clock.utc()))
            elif isinstance(each, Transfer):
                del self.chips[each.source]

    async def chips_left(self, player: str, group: str) -> list[tuple[Account, int]]:
        return [
            (account, chips)
            for account, chips in self.chips.items()
            if account.owner.endswith(player) and group in ("", account.group)
        ]

    async def note_forgotten(self, player: str) -> None:
        self.happened.append(f"listed: {player}")

    async def lasting_id(self, player: str, new_key: bytes) -> str:
        assert new_key
        return f"anon:of {player}"

    async def erase_person(self, player: str, names: Mapping[str, str], outlasting: Mapping[str, datetime]) -> str:
        assert names == {group: f"name of {player}" for group, people in self.people.items() if player in people}
        self.happened.append(f"all of {player}")
        self.reached.set()
        if self.slow is not None:
            await self.slow.wait()
        self.until += outlasting.values()
        self.rows = [each for each in self.rows if each.player != player]
        self.rows.append(ErasureRow("", self.clock.utc()))
        for people in self.people.values():
            people[:] = [pseudonym(player) if each == player else each for each in people]
        return pseudonym(player)

    async def leave_group(self, player: str, group: str) -> None:
        self.happened.append(f"no name of {player} in {group}")
        self.people[group].remove(player)

    async def clean_free_space(self) -> None:
        if self.full is not None:
            raise self.full
        self.happened.append("cleaned")
        self.rows = [each for each in self.rows if each.player]

    async def drop_newcomers(self, now: datetime) -> None:
        assert now == self.clock.utc()

    # --- groups, members and tables --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _gate(self) -> AsyncIterator[None]:
        self.happened.append("gate closed")
        yield
        self.happened.append("gate open")

    @asynccontextmanager
    async def held(self, group: str) -> AsyncIterator[None]:
        self.happened.append(f"held: {group}")
        yield
        self.happened.append(f"goes on: {group}")

    def all_open(self) -> list[Table]:
        return list(self.open)

    async def place_gone(self, group: str) -> None:
        self.happened.append(f"closed: {group}")
        self.open = [each for each in self.open if each.state.place.group != group or each.settled]

    async def _load(self) -> None:
        self.happened.append("groups read")

    async def _change(self, group: str, how: Callable[[GroupSettings], GroupSettings]) -> None:
        self.settings[group] = how(self.settings[group])

    async def groups_of(self, player: str) -> Collection[str]:
        return [group for group, people in self.people.items() if player in people]

    async def recall(self, player: str, *groups: str) -> None:
        assert not player
        self.happened.append(f"who is in {' '.join(groups)}")

    async def read_again(self) -> None:
        self.happened.append("people read")

    def of_group(self, group: str) -> list[SimpleNamespace]:
        return [SimpleNamespace(player=player) for player in self.people[group]]

    def name(self, group: str, player: str) -> str:
        return f"name of {player}"

    def forget(self, player: str) -> None:
        self.happened.append(f"no last group {player}")

    async def _chat_forgets(self, player: str) -> None:
        self.happened.append(f"the chat forgets {player} {sorted(self.erasing)}")


def pseudonym(player: str) -> str:
    return f"anon:{player.removeprefix('test:')}"


def gone(player: str, *at_tables: str) -> list[str]:
    """What happens when somebody is forgotten, besides what happens at the open tables."""
    held, goes_on = [["held: test:home"], ["goes on: test:home"]] if at_tables else [[], []]
    messages = " ".join(("no messages", player, *[HOME] * len(at_tables)))
    return [
        f"listed: {player}", "gate closed", *held, f"all of {player}", *at_tables, messages,
        "groups read", "people read", f"no last group {player}", f"no drafts {player}",
        f"no corrections {player}", *goes_on, "gate open", f"the chat forgets {player} ['{player}']",
    ]  # fmt: skip


@pytest.fixture
def world() -> World:
    return World()


# --- those who asked -------------------------------------------------------------------------------------------


async def test_who_is_forgotten_is_dropped_everywhere_and_the_pages_are_cleaned(world: World) -> None:
    await world.ask(SARI)
    with capture_logs() as logged:
        await world.wait(2)

    assert world.happened == [*gone(SARI), "cleaned"]
    assert [each["event"] for each in logged] == ["a person was forgotten", "free pages cleaned"]
    assert world.until == [world.clock.utc() + timedelta(days=30)]
    back = Transfer(wallet(HOME, SARI), mint(HOME), 70, "forgotten")
    assert world.stored == [(ErasureAsked(SARI),), (back,)]
    assert world.erasing == set()
    assert world.clock.asked == [2.0], "nothing is left to do"


async def test_two_who_ask_at_once_are_forgotten_in_one_go(world: World) -> None:
    await world.ask(SARI)
    await world.wait(1)
    await world.ask(BUDI)
    world.rounds = 0
    await world.wait(1.9)
    assert (world.happened, world.rounds) == ([], 0)
    await world.wait(0.1)

    assert world.happened == [*gone(SARI), *gone(BUDI), "cleaned"]
    assert world.rounds == 2, "once before, and once after"


async def test_whoever_sits_at_the_next_hand_keeps_every_chip_until_they_have_got_up(world: World) -> None:
    table = Table(world, HOME, SARI, BUDI)
    table.settled, world.open = True, [table]
    await world.ask(SARI)
    await world.wait(10)
    assert (world.happened, world.stored[1:]) == ([], [])

    table.settled = False
    await world.wait(2)
    known = f"the table in {HOME} knows {SARI} as {pseudonym(SARI)}"
    assert world.happened == [f"{SARI} gets up", *gone(SARI, known), "cleaned"]


async def test_pages_are_cleaned_between_hands_or_a_day_after_the_first_was_forgotten(world: World) -> None:
    idle, busy = Table(world, HOME, WATI), Table(world, HOME, BUDI, playing=True)
    world.open = [idle, busy]
    await world.ask(SARI)
    await world.wait(2)
    here = f"the table in {HOME} knows {SARI} as {pseudonym(SARI)}"
    forgotten = gone(SARI, here, here)
    assert world.happened == forgotten
    await world.ask("test:joko")
    await world.wait(62)
    happened = list(world.happened)
    assert len(happened) == 2 * len(forgotten), "each of them is forgotten once"

    world.clock.ahead = timedelta(days=1, seconds=-66)
    await world.wait(2)
    assert world.happened == happened, "it is two seconds too early"
    await world.wait(2)
    assert world.happened == [*happened, "cleaned"]
    assert world.clock.next_due() is None


async def test_chips_at_a_table_that_is_not_open_keep_only_their_player(world: World) -> None:
    """The pages are cleaned once, when nobody is left."""
    stuck = stack(HOME, "T9", SARI)
    world.chips[stuck] = 5
    await world.ask(SARI)
    await world.ask(BUDI)
    with capture_logs() as logged:
        await world.wait(4)
    assert world.happened == gone(BUDI)
    assert [each["tables"] for each in logged if each["event"].startswith("chips lie")] == [1, 1]
    assert world.stored[2:] == [(Transfer(wallet(HOME, SARI), mint(HOME), 70, "forgotten"),)]
    assert world.erasing == set()

    del world.chips[stuck]
    await world.wait(2)
    assert world.happened == [*gone(BUDI), *gone(SARI), "cleaned"]


async def test_what_is_under_way_is_finished_before_the_end_and_nothing_is_begun_any_more(world: World) -> None:
    world.slow, world.full = asyncio.Event(), NotStored("the disk is full")
    await world.of.begin()
    await world.ask(SARI)
    world.clock.move_to(2)
    ending = asyncio.create_task(world.of.stop())
    await world.reached.wait()
    assert (world.happened, ending.done()) == ([f"listed: {SARI}", "gate closed", f"all of {SARI}"], False)

    world.slow.set()
    await ending
    assert world.happened == gone(SARI)
    assert world.clock.next_due() is None, "the pages are cleaned by the next process"


# --- groups that Kiu was removed from --------------------------------------------------------------------------


async def test_people_of_a_group_left_long_ago_are_forgotten(world: World) -> None:
    world.open = [Table(world, HOME, SARI)]
    world.settings = {AWAY: GroupSettings(away=True)}
    world.people[AWAY] = [SARI, COMPUTER, "anon:older", WATI]
    world.chips[wallet(AWAY, SARI)] = 5
    await world.of.begin()
    assert world.clock.asked == [2.0, 3600.0]
    await world.wait(3599)
    assert not world.settings[AWAY].away_since
    await world.wait(1)
    assert world.settings[AWAY].away_since == world.clock.utc().timestamp()
    world.clock.ahead = MONTHS - timedelta(seconds=3601)
    await world.wait(3600)
    assert world.happened == [], "it is a second too early"
    world.clock.ahead = MONTHS - timedelta(seconds=7200)
    await world.wait(3600)

    here = [f"who is in {AWAY}", f"closed: {AWAY}", f"no name of {SARI} in {AWAY}", "people read"]
    assert world.happened == here
    assert world.stored == [(Transfer(wallet(AWAY, SARI), mint(AWAY), 5, "forgotten"),), (ErasureAsked(WATI),)]
    await world.wait(2)
    assert "the table in test:home knows test:wati as anon:wati" in world.happened
    assert world.happened[-1] == "cleaned"
    done = len(world.happened)
    await world.wait(3600)
    assert world.happened[done:] == [f"who is in {AWAY}"], "there is nobody left"


async def test_nobody_is_forgotten_while_a_table_of_the_group_cannot_be_closed(world: World) -> None:
    table = Table(world, AWAY, SARI)
    table.settled, world.open = True, [Table(world, HOME, BUDI), table]
    world.settings = {AWAY: GroupSettings(away=True, away_since=1)}
    world.people[AWAY], world.chips = [SARI], {wallet(AWAY, SARI): 5}
    await world.of.begin()
    await world.wait(3600)
    assert world.happened == [f"who is in {AWAY}", f"closed: {AWAY}"]
    assert world.chips == {wallet(AWAY, SARI): 5}


async def test_groups_are_remembered_for_ever_where_that_is_wanted() -> None:
    world = World(groups_after=None)
    world.settings = {AWAY: GroupSettings(away=True, away_since=1)}
    world.people[AWAY] = [SARI]
    await world.of.begin()
    with capture_logs() as logged:
        await world.wait(3600)
    assert (world.happened, logged) == ([], [])
