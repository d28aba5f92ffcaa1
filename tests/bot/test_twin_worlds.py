"""Nobody learns of a hidden card from anything the shell says: evenings of every game in two worlds each."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from random import Random

import pytest

from engine.games import GAMES
from tests.bot.evening_habits import any_pack, any_setting, play
from tests.bot.evenings import Evenings
from tests.bot.twin_worlds import Twins, elsewhere

OBSERVERS = 3
"""How many look at an evening, each in another world of their own."""


async def twins(evenings: Evenings, game: str, rng: Random) -> AsyncIterator[Twins]:
    """Play an evening, and again in other worlds."""
    setting = any_setting(game, rng)
    async with evenings.begin(setting, lambda number, players: any_pack(game, rng, players)) as here:
        await play(here, rng)
    for observer in rng.sample(setting.people, OBSERVERS):
        other = elsewhere(here, observer, rng)
        if not other.hands:
            continue
        async with evenings.begin(setting, lambda number, players: other.packs[number]) as there:  # noqa: B023
            for deed in other.deeds:
                await there.do(deed)
        told = len(other.deeds)
        reached = frozenset(moment for mark in here.marks[:told] for moment in mark.moments)
        yield Twins(here.reaching(observer, told), there.reaching(observer, told), reached)


@pytest.mark.parametrize("game", GAMES)
async def test_two_worlds_cannot_be_told_apart(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import os, time
    evenings, rng, moments, pairs = Evenings(monkeypatch), Random(f"sample {game}"), Counter[str](), 0
    t=time.process_time()
    n=int(os.environ.get("N","10"))
    while pairs < n:
        async for twin in twins(evenings, game, rng):
            assert twin.difference is None
            pairs += 1
            moments.update(twin.moments)
    print(pairs, time.process_time()-t)
    print(moments)
