"""Who may do what: every command, by everybody, at every moment of a table, in every way a command comes.

What is allowed is written out by hand, apart from the declarations, and compared with what the program does.
What is refused must have changed nothing.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.commands import SPECS, CommandSpec
from bot.ledger import Once, PersonSaved, Transfer, Write, WriteSet
from bot.messages import Command, Person, Place, PlayerId, Reply
from engine.table.state import TableState
from tests.bot.fake_chat import words
from tests.bot.leaks import cards_named
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.bot.who_may import ACTIONS, ADMINS, AS_GROUP, EVERYBODY, HOST, PLAYERS, SETTLE, WHILE_AWAY
from tests.command_samples import line

AT_A_TABLE = {"join", "stop now", *PLAYERS, *HOST, *ACTIONS} - {"hand", "hint"}
"""What is about one table: the one at the place, or the one whose button was pressed."""

TELLS_OF_CARDS = {"rules", "help", "commands", "house", "house section", "house rule"}
"""What has examples with cards in them, whoever holds these."""

OTHER = "test:other"
"""A group that has nothing to do with the first."""


def is_change(write: Write) -> bool:
    """Whether something was done; that somebody new was there is stored, with a newcomer's chips, even if refused."""
    newcomer = isinstance(write, Transfer) and write.reason == "newcomer"
    return not newcomer and not isinstance(write, (Once, PersonSaved))


RINI, OMAR = "rini", "omar"
"""Who sits at another table of the group, and who at one of another group."""


class Role(NamedTuple):
    """Somebody, and what they are at the table in the middle."""

    name: str
    player: str
    seated: bool = False
    host: bool = False
    asked: bool = False
    admin: bool = False
    anonymous: bool = False


ROLES = (
    Role("the host", "sari", seated=True, host=True),
    Role("whoever is asked", "budi", seated=True, asked=True),
    Role("somebody who sits", "ketut", seated=True),
    Role("somebody who sits out", "joko", seated=True),
    Role("somebody who is leaving", "tono", seated=True),
    Role("a member", "wati"),
    Role("a stranger", "xena"),
    Role("an admin", "adi", admin=True),
    Role("the group itself", "group", admin=True, anonymous=True),
    Role("somebody who sits at another table", RINI),
    Role("somebody of another group", OMAR),
)


class Way(NamedTuple):
    """How a command comes."""

    name: str
    channel: str = "main"
    turn: str = ""
    """Which button carries it: of the table, of one before, or of a table that is not theirs; none if it is typed."""

    private: bool = False

    @property
    def reaches(self) -> bool:
        """Whether it can be about the table in the middle at all."""
        return self.turn in ("", "now", "table", "earlier") and (
            self.channel == "main" or self.private or self.turn != ""
        )


WAYS = (
    Way("typed"),
    Way("typed in another channel", channel="elsewhere"),
    Way("typed in private", private=True),
    Way("a button", turn="now"),
    Way("a button of the table, whenever", turn="table"),
    Way("a button of an earlier question", turn="earlier"),
    Way("a button of no table", turn="nowhere"),
    Way("a button of a table of another group", turn="foreign"),
    Way("a button pressed in another channel", channel="elsewhere", turn="now"),
)

MOMENTS = ("no table", "a lobby", "a hand", "a pause", "closing", "away")


class Cell(NamedTuple):
    """One thing that somebody tries."""

    moment: str
    spec: CommandSpec
    role: Role
    way: Way

    @property
    def about_their_own_table(self) -> bool:
        """Whether it is not about the table in the middle, but about another at which they sit and may do anything."""
        if self.role.player == OMAR:
            return self.way.turn in ("", "foreign")
        return self.role.player == RINI and self.way.private

    def __str__(self) -> str:
        return f"{self.moment}: {self.role.name}: /{self.spec.name}, {self.way.name}"


def cells(moment: str) -> Iterator[Cell]:
    """Everything that is tried at one moment."""
    for spec, role, way in itertools.product(SPECS, ROLES, WAYS):
        yield Cell(moment, spec, role, way)


def test_every_command_stands_in_exactly_one_list() -> None:
    lists = (EVERYBODY, PLAYERS, ACTIONS, HOST, SETTLE, ADMINS)
    assert sorted(itertools.chain(*lists)) == sorted(spec.name for spec in SPECS)


def test_there_are_enough_cells() -> None:
    assert sum(1 for moment in MOMENTS for _ in cells(moment)) >= 20_000


PLAYED = {"sari", "budi", "ketut", "tono"}
"""The people of the one hand that is over by then."""


def may(cell: Cell) -> bool:
    """Whether somebody has the right to do something; other things may still forbid it."""
    name, role, moment = cell.spec.name, cell.role, cell.moment
    if cell.way.private and cell.spec.opens_table:
        # At a place of their own.
        return True
    if moment == "away" and role.player != OMAR and name not in WHILE_AWAY:
        return False
    if role.anonymous and name not in AS_GROUP:
        return False
    if name in ADMINS:
        return role.admin
    if name in SETTLE:
        return role.admin or (moment == "a pause" and role.player in PLAYED)
    if name not in AT_A_TABLE or cell.about_their_own_table:
        return True
    if moment == "no table" or not cell.way.reaches:
        return False
    if name in ACTIONS:
        return role.asked and cell.way.turn != "earlier" and moment in ("a hand", "closing")
    if name in HOST:
        return role.host or role.admin
    return name == "join" or role.seated


# --- the moments -----------------------------------------------------------------------------------------------


class Stage:
    """A scenario at one moment, made anew whenever something has changed it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.changes: list[str] = []
        """The kinds of everything that was stored since they were last looked at."""

        commit = scenario.app.ledger.commit

        async def noted(writes: WriteSet) -> None:
            self.changes.extend(type(each).__name__ for each in writes if is_change(each))
            await commit(writes)

        scenario.app.ledger.commit = noted  # type: ignore[method-assign]

    def states(self) -> list[TableState]:
        """Every table of both groups."""
        groups = (GROUP, OTHER)
        return [table.state for group in groups for table in self.scenario.app.tables.of_group(group)]

    def turn(self, kind: str) -> str:
        """What a button carries."""
        table = self.scenario.app.tables.at(Place(GROUP, "main"))
        foreign = self.scenario.app.tables.at(Place(OTHER, "main"))
        assert foreign is not None
        state = None if table is None else table.state
        hand = None if state is None else state.playing
        own = "T999" if state is None else state.id
        return {
            "": "",
            "now": f"{own}:{hand.turn if hand is not None else ''}",
            "table": f"{own}:",
            "earlier": f"{own}:1.0",
            "nowhere": "T4711:1.1",
            "foreign": f"{foreign.state.id}:{foreign.state.playing.turn if foreign.state.playing else ''}",
        }[kind]

    async def carry_out(self, cell: Cell) -> Reply | None:
        """Let somebody try something, as a chat hands it on; nothing if the chat finds no place for it."""
        role, way, scenario = cell.role, cell.way, self.scenario
        who = Person(player_id(role.player), role.player.capitalize(), admin=role.admin, anonymous=role.anonymous)
        group = OTHER if role.player == OMAR else GROUP
        text, where, turn = line(cell.spec, optional=False), Place(group, way.channel), self.turn(way.turn)
        if way.private:
            where = scenario.app.dispatcher.place_in_private(
                who.id, text, Place(f"test:@{role.player}", "private"), "-"
            )
            # In a private chat nobody administers a group.
            who = replace(who, admin=False)
        command = Command(who, where, text, turn, f"matrix:{next(KEYS)}", in_private=way.private)
        reply = await scenario.app.dispatcher.handle(command)
        await scenario.app.wait_until_idle()
        return reply


KEYS = itertools.count()


async def _lobby(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "ketut", "joko", "tono")
    await scenario.do("joko", "sit out")


async def _hand(scenario: Scenario) -> None:
    await _lobby(scenario)
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    while scenario.asked() != "budi":
        await scenario.act("check")
    await scenario.do("tono", "leave")


async def _pause(scenario: Scenario) -> None:
    await _lobby(scenario)
    await scenario.do("sari", "start")
    await scenario.finish_hand()


async def _closing(scenario: Scenario) -> None:
    await _hand(scenario)
    await scenario.do("sari", "close")


async def _away(scenario: Scenario) -> None:
    await _hand(scenario)
    await scenario.app.membership.removed(GROUP)


async def _nothing(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")


BEGIN: Mapping[str, Callable[[Scenario], Awaitable[None]]] = {
    "no table": _nothing,
    "a lobby": _lobby,
    "a hand": _hand,
    "a pause": _pause,
    "closing": _closing,
    "away": _away,
}


@asynccontextmanager
async def stage_of(moment: str) -> AsyncIterator[Stage]:
    """Kiu with its people at one moment: a table in the middle, one elsewhere in the group, one in another group."""
    with tempfile.TemporaryDirectory() as folder:
        async with Scenario(Path(folder) / "matrix", seed="matrix") as scenario:
            scenario.name = OTHER
            await scenario.deal("omar", "made")
            scenario.name = GROUP
            await scenario.do("wati", "chips")
            await scenario.sit("rini", "dewi", channel="side")
            await BEGIN[moment](scenario)
            yield Stage(scenario)
            await scenario.sound()


# --- the matrix ------------------------------------------------------------------------------------------------


def held_by_others(states: list[TableState], player: PlayerId) -> set[str]:
    """The cards that others hold in the hand of the table in the middle, by their names.

    Whoever plays at another table may hold a card of the same name there, and is left out.
    """
    state = next((each for each in states if each.place == Place(GROUP, "main")), None)
    hand = None if state is None else state.playing
    if state is None or hand is None or player in (player_id(RINI), player_id(OMAR)):
        return set()
    others = [seat for seat in range(len(hand.players)) if seat != hand.seat(player)]
    return {state.game.pack_names[hand.deal.pack[place]] for seat in others for place in hand.round.held(seat)}


async def tried(moment: str, chosen: list[Cell]) -> list[str]:
    """Try things one after the other; return what went otherwise than it should."""
    wrong: list[str] = []
    left = iter(chosen)
    over = False
    while not over:
        async with stage_of(moment) as stage:
            over = True
            for cell in left:
                before, stage.changes[:] = stage.states(), []
                reply = await stage.carry_out(cell)
                changed = bool(stage.changes) or any(
                    old is not new for old, new in itertools.zip_longest(before, stage.states())
                )
                if reply is not None and (fault := fault_in(cell, reply, before, changed)):
                    wrong.append(f"{cell}: {fault}")
                if changed:
                    over = False
                    break
    return wrong


def fault_in(cell: Cell, reply: Reply, before: list[TableState], changed: bool) -> str:
    """What is wrong with an answer, if anything is."""
    if not may(cell) and (not reply.refused or changed):
        return f"must be refused, and is not: {words(reply.message)[:80]!r}"
    if reply.refused and changed:
        return "is refused, and changes something"
    hidden = held_by_others(before, player_id(cell.role.player))
    if hidden and cell.spec.name not in TELLS_OF_CARDS:
        leaked = cards_named(words(reply.message), hidden)
        return f"shows cards of others: {sorted(leaked)}" if leaked else ""
    return ""


SAMPLE = 131
"""One cell in so many is tried with every run of the tests; all of them where time does not matter."""


@pytest.mark.parametrize("moment", MOMENTS)
async def test_some_of_everything_that_anybody_could_try(moment: str) -> None:
    assert await tried(moment, list(cells(moment))[MOMENTS.index(moment) :: SAMPLE]) == []


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_everything_that_anybody_could_try(moment: str) -> None:
    assert await tried(moment, list(cells(moment))) == []
