"""Where computer players play for chips that count: the house's mint is not a way to farm."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.groups import TableRules
from bot.ledger import stack, wallet
from bot.messages import Person, PlayerId
from bot.tables import computers as of_table
from engine.fairness.sealed import Sealed
from engine.table.changes import Change, Notice
from engine.table.state import Chair
from tests.bot.fake_chat import buttons, words
from tests.bot.plain_tables import told, transfers
from tests.bot.scenario import GROUP, Scenario, sentence
from tests.engine.table.tables import COMPUTER, chair, chairs_told, facts, lines, running, table_of
from tests.rows import Readers, rows
from tests.seeded_entropy import SeededEntropy

pytestmark = pytest.mark.usefixtures("no_pictures")

ROOM = "The computer players make room for the people here."


def computers(scenario: Scenario) -> list[PlayerId]:
    return [chair.player for chair in scenario.state().seated if chair.computer]


def labels_shown(scenario: Scenario) -> set[str]:
    return {each.label for each in buttons(scenario.chat.newest())}


async def offered(scenario: Scenario, name: str) -> bool:
    return "Add computer player" in {each.label for each in await scenario.menu(name)}


async def test_they_play_for_chips_with_one_person_and_make_room_for_a_second(scenario: Scenario) -> None:
    await scenario.sit("sari")
    assert "Add computer player" in labels_shown(scenario)
    assert await offered(scenario, "sari")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "add computer")

    await scenario.do("budi", "join")

    assert computers(scenario) == []
    assert ROOM in scenario.chat.text()
    assert [await scenario.in_wallet(f"computer:{GROUP}:{number}") for number in (1, 2)] == [500, 500]
    assert "Add computer player" not in labels_shown(scenario)
    assert not await offered(scenario, "sari")
    refused = await scenario.say("sari", "add computer")
    assert refused.refused
    assert "/practice" in sentence(refused)
    assert "/house set computer_chips always" in sentence(refused)
    await scenario.sound()

    await scenario.do("budi", "leave")
    assert await offered(scenario, "sari")
    await scenario.do("sari", "add computer")
    assert len(computers(scenario)) == 1


async def test_a_group_may_allow_them_always_or_never(scenario: Scenario) -> None:
    await scenario.set_rules("computer_chips always")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "add computer")
    await scenario.do("wati", "join")
    assert len(computers(scenario)) == 1

    await scenario.set_rules("computer_chips never")

    assert computers(scenario) == [], "a change of the rules holds from the next hand on"
    assert any("they play at practice tables only" in words(seen.message) for seen in scenario.chat.public())
    for name in ("budi", "wati"):
        await scenario.do(name, "leave")
    assert await scenario.refused("sari", "add computer") == "computers-never"
    assert not await offered(scenario, "sari")


async def test_a_restart_finds_the_rules_that_hold_now(scenario: Scenario) -> None:
    """As after an update of the program: the tables were stored under other rules."""
    await scenario.let_computers_play()
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "add computer")
    await scenario.app.groups.change(scenario.name, lambda now: now.with_rule("", "computer_chips", "alone"))

    await scenario.restart()

    assert computers(scenario) == []
    await scenario.sound()


# --- decided from a table alone --------------------------------------------------------------------------------

ALONE, ALWAYS, NEVER = (replace(TableRules(), computer_chips=each) for each in ("alone", "always", "never"))
STANDS, LIES = (cast(Sealed, SimpleNamespace(stands=stands)) for stands in (True, False))
SARI, BUDI, BIMA = chair("Sari"), chair("Budi"), Chair("computer:test:home:2", "Bima", 0, computer=True)


NAMED: dict[str, dict[str, Any]] = {
    "playing": {"hand": running(SARI.player, BIMA.player)},
    "played": {"hand": running(SARI.player, BIMA.player, over=True)},
    "sealed for good": {"sealed": STANDS},
    "sealed": {"sealed": LIES},
}
EVERY_ONE = tuple(
    Chair(f"computer:{GROUP}:{number}", name, 100, computer=True) for number, name in enumerate(of_table.NAMES, start=1)
)


def seated(told: str) -> tuple[Chair, ...]:
    """Read who sits there; Bima is a computer player as well, and ``everyone`` every one of them."""
    if told.endswith("everyone"):
        return (SARI, *EVERY_ONE)
    return tuple(BIMA if each.name == "Bima" else each for each in chairs_told(told))


TOLD: Readers = {
    "chairs": seated,
    "fields": partial(facts, named=NAMED),
    "rules": {"alone": ALONE, "always": ALWAYS, "never": NEVER}.__getitem__,
    "purses": lambda cell: Purses(*map(int, cell.split(", "))),
}


@rows(__file__, **TOLD)
def test_when_computer_players_make_room(
    chairs: tuple[Chair, ...], fields: dict[str, Any], rules: TableRules, must: bool
) -> None:
    """Before a hand that they may not play, and never one that they are settled for."""
    assert of_table.must_make_room(table_of(*chairs, **fields), rules) is must


def test_those_who_make_room_take_their_chips_and_whatever_happened_before_is_kept() -> None:
    joined = Notice("joined", {"name": "Budi", "amount": 100})
    before = Change(table_of(SARI, chair("Anoman", 70), BUDI, BIMA), notices=(joined,))
    change = of_table.with_room_made(before, ALONE)

    assert [each.name for each in change.state.seated] == ["Sari", "Budi"]
    assert transfers(change) == [(stack(GROUP, "T1", COMPUTER), wallet(GROUP, COMPUTER), 70)]
    assert lines(change) == [(COMPUTER, "get-up"), (BIMA.player, "get-up")]
    assert change.notices == (joined, Notice("computers-make-room", {"count": 2}))
    assert told(of_table.with_room_made(before, NEVER)) == ["joined", "computers-play-for-practice"]
    assert of_table.with_room_made(before, ALWAYS) is before


@rows(__file__)
async def test_a_computer_player_without_chips_buys_in_again_or_gets_up(
    before: int, in_wallet: int, after: int | None
) -> None:
    async def available(player: PlayerId) -> int:
        assert player == COMPUTER, "nobody else is asked"
        return in_wallet

    table = table_of(chair("Sari", 0), chair("Anoman", before), chair("Budi", 5))
    change = await of_table.bought_in(table, TableRules(), 20, available)
    sits = change.state.chair_of(COMPUTER)

    assert (None if sits is None else sits.stack) == after
    moved = -before if after is None else after - before
    assert (
        sum(amount if into == stack(GROUP, "T1", COMPUTER) else -amount for _, into, amount in transfers(change))
        == moved
    )
    assert [each.stack for each in change.state.seated if not each.computer] == [0, 5]
    assert bool(change.writes) is (before < 20)


class Purses:
    """What each computer player would have if it were filled up, by its number; those that were asked to be filled."""

    def __init__(self, *chips: int) -> None:
        self.chips = dict(enumerate(chips, start=1))
        self.filled: list[int] = []
        self.introduced: list[int] = []

    async def introduce(self, person: Person, group: str) -> None:
        self.introduced.append(int(person.id.rpartition(":")[2]))

    async def fill_purse(self, group: str, computer: PlayerId) -> int:
        self.filled.append(int(computer.rpartition(":")[2]))
        return await self.purse(group, computer)

    async def purse(self, group: str, computer: PlayerId) -> int:
        return self.chips.get(int(computer.rpartition(":")[2]), 0)


@rows(__file__, **TOLD)
async def test_which_computer_player_comes(
    chairs: tuple[Chair, ...], fields: dict[str, Any], rules: TableRules, purses: Purses, comes: int | str
) -> None:
    """The first that is not there and can sit down; to look whether one may come gives none of them chips."""
    group = of_table.Computers(cast(Any, purses), cast(Any, purses), SeededEntropy("computers"))
    table = table_of(*chairs, **fields)

    if isinstance(comes, str):
        with pytest.raises(Refusal, match=comes):
            await group.newcomer(table, rules)
        return
    computer, chips = await group.newcomer(table, rules)
    assert computer.id == f"computer:{GROUP}:{comes}"
    assert chips == (rules.max_buy_in if table.practice else purses.chips[comes])
    assert (purses.filled, purses.introduced) == ([], [])
    await group.bring(table, computer.id)
    assert purses.introduced == [comes]
    assert purses.filled == ([] if table.practice else [comes]), "for practice nobody needs chips of the group"
