"""How many bytes a hand takes for good, game by game, and what makes them so few."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.ledger import HandClosed, JournalLine, Ledger, queries
from engine.games import GAMES
from tests.bot.ledger.conftest import hand_opened
from tests.bot.scenario import Scenario
from tests.rows import rows

TABLES: Final = {"qiuqiu": (3, 1, 4_100), "koo-kiew": (2, 2, 6_000), "quan-dui": (1, 2, 8_450)}
"""How many people and computer players sit there, and the most bytes that a hand of the game may take.

In Quan Dui thirty cards are shown, each with two salts and what others lack of two paths in hash trees.
"""

PAGE: Final = 1024
"""How many bytes a page of Kiu's databases has."""

HANDS_AN_EVENING: Final = 20
"""After how many hands there is a new table; at one that goes on for long, somebody has lost everything."""

# --- growth ------------------------------------------------------------------------------------------------------


async def play(scenario: Scenario, channel: str, hands: int, rng: Random) -> None:
    """Let people and computer players play some more hands as computer players would."""
    until, waited = scenario.state(channel).hands_played + hands, 0
    while scenario.state(channel).hands_played < until:
        hand = scenario.state(channel).playing
        waited = waited + 1 if hand is None else 0
        if waited > 5:
            await bought_in_again(scenario, channel)
        people = [] if hand is None else [s for s in hand.round.awaited if hand.players[s].startswith("test:")]
        window = hand is not None and hand.round.window
        for seat in people if window else people[:1]:
            assert hand is not None
            action = GAMES[scenario.state(channel).game_name].choose(hand.round.view(seat), rng)
            await scenario.do(hand.players[seat].removeprefix("test:"), action.text, channel=channel)
        if window or not people:
            await scenario.wait(8 if hand is None or window else 2)


async def bought_in_again(scenario: Scenario, channel: str) -> None:
    """Somebody has lost everything: let them have chips for another buy-in."""
    scenario.admins.add("boss")
    for chair in scenario.state(channel).seated:
        if not chair.computer and chair.stack < 100:
            name = chair.player.removeprefix("test:")
            await scenario.do("boss", f"bank grant {name} 2000 to go on", channel=channel)
            await scenario.do(name, "rebuy 1000", channel=channel)
    await scenario.say(scenario.state(channel).host.removeprefix("test:"), "start", channel=channel)


def bytes_kept(file: Path) -> int:
    """Return the bytes of the used pages of a database that nobody has open."""
    copy = file.with_suffix(".counted")
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        page, pages, free = [
            int(connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_size", "page_count", "freelist_count")
        ]
    copy.unlink()
    assert page == PAGE
    return (pages - free) * page


async def started(scenario: Scenario, game: str, evening: int) -> str:
    """Let people who were never there before start a table with computer players; return its channel."""
    people, computers, _ = TABLES[game]
    names = [f"{name}{evening}" for name in ("sari", "budi", "wati")[:people]]
    await scenario.sit(*names, channel=f"c{evening}", game=game, buy_in=2000)
    for _ in range(computers):
        await scenario.do(names[0], "add computer", channel=f"c{evening}")
    await scenario.do(names[0], "start", channel=f"c{evening}")
    return f"c{evening}"


async def bytes_a_hand(folder: Path, game: str, evenings: int, hands: int = HANDS_AN_EVENING) -> float:
    """How many bytes a hand takes at tables of a game, of which the first one's people are known before."""
    rng, grown = Random(game), []
    async with Scenario(folder / game, seed=game) as scenario:
        await scenario.let_computers_play()
        channel = await started(scenario, game, 0)
        await play(scenario, channel, 4, rng)
        for evening in range(evenings + 1):
            if evening > 1:
                await scenario.do(f"sari{evening - 2}", "close", channel=channel)
                await scenario.wait(600)
                channel = await started(scenario, game, evening - 1)
            if evening:
                await play(scenario, channel, hands, rng)
            if evening in {0, evenings}:
                await scenario.end()
                grown.append(bytes_kept(scenario.file))
                await scenario.begin()
    before, after = grown
    return (after - before) / (evenings * hands)


async def test_a_hand_takes_few_bytes(tmp_path: Path) -> None:
    took = {game: await bytes_a_hand(tmp_path, game, 1, 8) for game in TABLES}
    assert all(took[game] <= most for game, (_, _, most) in TABLES.items()), took


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", TABLES)
async def test_a_long_evening_takes_few_bytes(tmp_path: Path, game: str) -> None:
    assert await bytes_a_hand(tmp_path, game, 15) <= TABLES[game][2]


# --- journals ----------------------------------------------------------------------------------------------------


@rows(__file__)
async def test_a_line_stays_until_its_hand_is_pruned(ledger: Ledger, attack: str) -> None:
    await ledger.commit((hand_opened(1), JournalLine("t", 1, 1, "ann", "bet 10"), HandClosed(1, (4, -4))))
    await ledger.commit((hand_opened(2), JournalLine("t", 2, 2, "ann", "bet 10"), JournalLine("t", 3, None, "a", "x")))
    recorded = HandClosed(3, (4, -4), record='{"outcome":{"voided":""}}', record_hash="x")
    await ledger.commit((hand_opened(3), JournalLine("t", 4, 3, "ann", "fold"), recorded))

    with pytest.raises(Exception, match="append-only"):
        await ledger.read(lambda connection: connection.exec_driver_sql(attack).close())
    assert len(await ledger.read(queries.journal, 1)) == 1
