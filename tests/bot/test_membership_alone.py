"""What becomes of tables when the bot or a member comes and goes, told with tables that only take it down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.dispatch.membership import Membership
from bot.groups import GroupSettings
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Place
from bot.wording import in_language
from engine.table import seating

HOME, AWAY = "test:home", "test:away"
BUDI, WATI = "test:budi", "test:wati"


class Table:
    """A table that takes down what it is told."""

    def __init__(self, world: World, name: str, group: str, channel: str, players: Iterable[str]) -> None:
        self.name, self._world, self._players = name, world, set(players)
        self.state = SimpleNamespace(id=name, place=Place(group, channel), chair_of=self._chair_of)
        self.refuses = False

    def _chair_of(self, player: str) -> object | None:
        return player if player in self._players else None

    def pause(self) -> None:
        self._world.happened.append(f"{self.name} waits")

    def resume(self, notices: tuple[object, ...]) -> None:
        assert notices == ()
        self._world.happened.append(f"{self.name} goes on")

    async def place_gone(self, reason: str) -> None:
        self._happens(f"{self.name} closes: {reason}")

    async def send_away(self, player: str, told: object) -> None:
        assert told is seating.told_gone
        self._happens(f"{player} leaves {self.name}")

    def _happens(self, what: str) -> None:
        if self.refuses:
            raise Refusal("shutting-down")
        self._world.happened.append(what)


class World:
    """Groups, tables and chats around one membership, and all that it does to them, in order."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.settings = {HOME: GroupSettings(), AWAY: GroupSettings(away=True, away_since=7)}
        self.new_ids: dict[str, str] = {}
        self.full: Exception | None = None
        self.one = Table(self, "one", HOME, "main", [BUDI, WATI])
        self.two = Table(self, "two", HOME, "topic", [BUDI])
        self.far = Table(self, "far", AWAY, "main", [BUDI])
        self.tables = [self.one, self.two, self.far]
        self.open_groups = [HOME]
        own = cast(Any, self)
        self.of = Membership(own, self._gate, cast(Any, self._Groups(self)), own, own, own)

    class _Groups:
        def __init__(self, world: World) -> None:
            self._world = world

        def of(self, group: str) -> GroupSettings:
            return self._world.settings[self.present(group)]

        def present(self, group: str) -> str:
            return self._world.new_ids.get(group, group)

        async def change(self, group: str, how: Callable[[GroupSettings], GroupSettings]) -> None:
            if self._world.full is not None:
                raise self._world.full
            self._world.settings[group] = how(self._world.settings[group])
            self._world.happened.append(f"settings of {group}")

        async def speak(self, group: str, language: str) -> None:
            self._world.happened.append(f"{group} speaks {language}")

        async def move(self, old: str, new: str) -> None:
            if self._world.full is not None:
                raise self._world.full
            self._world.new_ids[old] = new
            self._world.happened.append(f"stored: {old} is {new}")

    @asynccontextmanager
    async def _gate(self) -> AsyncIterator[None]:
        self.happened.append("gate closed")
        try:
            yield
        finally:
            self.happened.append("gate open")

    # --- tables ----------------------------------------------------------------------------------------------------

    def of_group(self, group: str) -> list[Table]:
        return [each for each in self.tables if each.state.place.group == group]

    @asynccontextmanager
    async def held(self, group: str) -> AsyncIterator[list[Table]]:
        self.happened.append(f"held: {group}")
        yield self.of_group(group)

    def move(self, tables: list[Table], new: str) -> None:
        self.happened.append(f"{' '.join(each.name for each in tables)} moves to {new}")

    async def read(self, query: Callable[..., Any], *args: Any) -> Any:
        return await getattr(self, query.__name__)(*args)

    async def tables_to_resume(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(group=group) for group in self.open_groups]

    # --- members and chats -----------------------------------------------------------------------------------------

    async def read_again(self, group: str) -> None:
        self.happened.append(f"read again with {group}")

    async def reset_group(self, group: str, *channel: str) -> None:
        self.happened.append(" ".join((f"nothing shown in {group}", *channel)))

    def rename_group(self, old: str, new: str) -> None:
        self.happened.append(f"shown in {new}, not in {old}")


@pytest.fixture
def world() -> World:
    return World()


# --- the bot itself --------------------------------------------------------------------------------------------


async def test_a_bot_that_comes_back_lets_the_tables_go_on(world: World) -> None:
    await world.of.arrived(AWAY, "id")

    assert world.happened == [f"settings of {AWAY}", "far goes on", f"{AWAY} speaks id"]
    assert (world.settings[AWAY].away, world.settings[AWAY].away_since) == (False, 0)


async def test_a_bot_that_was_there_all_the_time_changes_nothing(world: World) -> None:
    await world.of.arrived(HOME)

    assert world.happened == [f"{HOME} speaks "]


async def test_a_bot_that_is_removed_lets_tables_wait(world: World) -> None:
    await world.of.removed(HOME)

    assert world.happened == [f"settings of {HOME}", "one waits", "two waits", f"nothing shown in {HOME}"]
    assert world.settings[HOME].away
    await world.of.removed(HOME)
    assert len(world.happened) == 4


@pytest.mark.parametrize(
    ("platform", "present", "happens"),
    [
        ("test", (AWAY,), [f"settings of {AWAY}", "far goes on", f"{AWAY} speaks ", f"settings of {HOME}", "one waits",
                           "two waits", f"nothing shown in {HOME}"]),
        ("test", (HOME, AWAY), [f"{HOME} speaks ", f"settings of {AWAY}", "far goes on", f"{AWAY} speaks "]),
        ("other", (), []),
    ],
)  # fmt: skip
async def test_whoever_connects_knows_where_the_bot_is(
    world: World, platform: str, present: tuple[str, ...], happens: list[str]
) -> None:
    await world.of.present(platform, present)

    assert world.happened == happens


# --- places ----------------------------------------------------------------------------------------------------


GONE = in_language("id")("void-place-gone")


async def test_a_place_that_is_gone_closes_its_table_and_is_no_place_for_tables_any_more(world: World) -> None:
    world.settings[HOME] = GroupSettings(language="id", channels=frozenset({"topic", "main"}))
    await world.of.place_gone(HOME, "topic")

    assert world.happened == [f"settings of {HOME}", f"two closes: {GONE}"]
    assert world.settings[HOME].channels == {"main"}


async def test_a_group_that_is_gone_closes_all_its_tables(world: World) -> None:
    world.settings[HOME] = GroupSettings(language="id", channels=frozenset({"topic"}))
    await world.of.place_gone(HOME)

    assert world.happened == [f"one closes: {GONE}", f"two closes: {GONE}"]


@pytest.mark.parametrize("trouble", [NotStored("full"), LedgerClosed()])
async def test_tables_of_a_place_that_is_gone_close_though_its_settings_cannot_be_stored(
    world: World, trouble: Exception
) -> None:
    settings = GroupSettings(language="id", channels=frozenset({"topic"}))
    world.settings[HOME], world.full, world.one.refuses = settings, trouble, True
    await world.of.place_gone(HOME, "topic")
    await world.of.member_gone(HOME, BUDI)
    await world.of.place_gone(HOME)

    assert world.happened == [f"two closes: {GONE}", f"{BUDI} leaves two", f"two closes: {GONE}"]
    assert world.settings[HOME] is settings


# --- members ---------------------------------------------------------------------------------------------------


async def test_a_member_who_is_gone_gets_up(world: World) -> None:
    world.new_ids["test:old"] = HOME
    await world.of.member_gone(HOME, BUDI)
    await world.of.member_gone("test:old", WATI)

    assert world.happened == [f"{BUDI} leaves one", f"{BUDI} leaves two", f"{WATI} leaves one"]


# --- moving ----------------------------------------------------------------------------------------------------


async def test_a_group_that_moves_takes_its_tables_with_it_while_everything_waits(world: World) -> None:
    await world.of.moved(HOME, AWAY)

    assert world.happened == [
        "gate closed", f"held: {AWAY}", f"held: {HOME}", f"stored: {HOME} is {AWAY}", f"read again with {AWAY}",
        f"one two moves to {AWAY}", f"shown in {AWAY}, not in {HOME}",
        f"nothing shown in {AWAY}", "far goes on", "one goes on", "two goes on", "gate open",
    ]  # fmt: skip
    world.happened.clear()
    await world.of.moved(HOME, AWAY)
    await world.of.moved(AWAY, HOME)
    assert world.happened == [], "reported again from either side"


async def test_of_a_move_that_cannot_be_stored_nothing_has_happened(world: World) -> None:
    world.full = NotStored("full")
    with pytest.raises(NotStored):
        await world.of.moved(HOME, AWAY)

    assert world.happened == ["gate closed", f"held: {AWAY}", f"held: {HOME}", "gate open"]


async def test_tables_of_a_group_that_has_moved_go_on_whatever_the_chat_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: str) -> None:
        raise ConnectionError

    monkeypatch.setattr(world, "reset_group", broken)
    with pytest.raises(ConnectionError):
        await world.of.moved(HOME, AWAY)

    assert world.happened[-4:] == ["far goes on", "one goes on", "two goes on", "gate open"]
