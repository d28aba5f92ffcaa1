"""High Domino keeps the laws of every game, pays the right player, and is played and verified in a chat."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import Deal
from engine.games import GAMES
from engine.play import LEAVE, Action, Card, Event, Round, Seat
from kiu_high_domino.game import HighDomino
from kiu_high_domino.round import FOLD, STAY, HighDominoView, Showed, Won
from kiu_high_domino.rules import NAME_OF, PRESETS
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id
from tests.engine.following import Following
from tests.engine.laws import SECRETS, Secrets, any_hand, check_hand

NUMBERS = {name: card for card, name in NAME_OF.items()}


class FollowingHighDomino(Following):
    """One domino each, clockwise from the dealer's left (HD-1)."""

    def hear(self, event: Event) -> None:
        if isinstance(event, Showed):
            self.named[event.domino] += 1
            self.opened.add(self.pack.index(event.domino))

    def held(self, seat: Seat, view: Any) -> set[int]:
        return {(seat - self.dealer - 1) % self.seats}

    def dealt(self) -> int:
        return self.seats

    def in_hand(self, view: Any) -> Iterable[Card]:
        return view.hand  # type: ignore[no-any-return]


SECRETS["high-domino"] = Secrets(
    shown=lambda now: now.settlement is not None,
    seen=lambda start, path, observer: set(path[-1].round.view(observer).hand),
    following=FollowingHighDomino,
)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as one:
        yield one
        await one.sound()


def test_the_installed_package_is_a_game_of_kiu() -> None:
    assert isinstance(GAMES["high-domino"], HighDomino)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_laws_of_every_game_hold(preset: str) -> None:
    rng = Random(preset)
    for _ in range(40):
        check_hand(any_hand(GAMES["high-domino"], PRESETS[preset], rng), rng)


def played(
    dealt: str, actions: tuple[Action, ...], preset: str = "usual", carried: int = 0
) -> tuple[Round[HighDominoView], list[Event]]:
    """Play a hand of three with these dominoes; the last player deals."""
    pack = tuple(NUMBERS[name] for name in dealt.split())
    step = HighDomino().deal(Deal(PRESETS[preset], (100, 100, 100), 2, pack, carried))
    events = list(step.events)
    for action in actions:
        step = step.round.play(step.round.awaited[0], action)
        events += step.events
    return step.round, events


@pytest.mark.parametrize(
    ("dealt", "preset", "winner"),
    [
        ("6-3 5-5 2-1", "usual", 1),
        ("6-2 5-3 4-4", "usual", 0),
        ("6-2 5-3 4-4", "doubles", 2),
        ("6-5 0-0 5-4", "doubles", 1),
    ],
)
def test_the_highest_domino_takes_the_pot(dealt: str, preset: str, winner: int) -> None:
    """HD-2, HD-3."""
    over, events = played(dealt, (STAY, STAY, STAY), preset)

    assert over.settlement == {seat: 40 if seat == winner else -20 for seat in range(3)}
    assert [event.seat for event in events if isinstance(event, Showed)] == [0, 1, 2]
    assert over.opened == (0, 1, 2)


def test_a_player_who_folds_loses_the_ante_and_never_shows() -> None:
    """HD-1."""
    over, events = played("6-6 5-5 2-1", (FOLD, STAY, STAY), carried=3)

    assert over.settlement == {0: -10, 1: 33, 2: -20}
    assert over.opened == (1, 2)
    assert events[-1] == Won(1, 53, shown=True)


def test_the_last_player_left_takes_the_pot_without_showing() -> None:
    over, events = played("6-6 5-5 2-1", (FOLD, LEAVE))

    assert over.settlement == {0: -10, 1: -10, 2: 20}
    assert (over.opened, over.held(2)) == ((), (2,))
    assert events[-1] == Won(2, 30, shown=False)


def test_silence_is_a_fold() -> None:
    """HD-4."""
    now, _ = played("6-6 5-5 2-1", ())

    assert now.lapse(0) == FOLD


async def test_a_hand_is_played_from_opening_to_settlement(scenario: Scenario) -> None:
    await scenario.do("sari", "open high-domino")
    assert "Ante 10, and as much to stay" in words(scenario.chat.newest())
    await scenario.do("budi", "join")
    await scenario.do("wati", "join")
    scenario.stack("budi: 6-3; wati: 4-4; sari: 5-5", dealer="sari")
    await scenario.do("sari", "start")

    assert scenario.asked() == "budi"
    assert "6-3" in words(scenario.chat.private_messages(player_id("budi"))[-1])
    assert "6-3" not in scenario.chat.text()
    assert await scenario.refused("wati", "stay") == "not-your-turn"
    await scenario.press("budi", scenario.chat.button("Stay 10"))
    await scenario.act("fold", "stay")

    shown = words(scenario.chat.newest())
    assert "Budi: 6-3, 9 spots; Sari: 5-5, 10 spots" in shown, "the words of the picture"
    assert "Sari won the pot: 50." in shown
    assert "4-4" not in shown, "who folds never shows"
    assert [scenario.chair(name).stack for name in ("sari", "budi", "wati")] == [530, 480, 490]


async def test_a_hand_is_verified(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", game="high-domino")
    await scenario.do("sari", "start")
    await scenario.finish_hand(prefer=("stay",))

    told = await scenario.do("budi", f"verify {scenario.hand().id}")
    assert told.startswith("Hand 1: no random number from outside")
    assert "All 24 checks of hand 1 passed." in told
    details = await scenario.do("budi", f"verify details {scenario.hand().id}")
    assert "Cards open with their proofs: 2." in details
