"""What an evening is on any platform: people who play until enough hands are over, or enough time has passed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from bot.app import App, open_app
from bot.chats.platforms import PlatformChat
from bot.dispatch.admission import FloodLimit
from bot.environment.entropy import Entropy
from tests.bot.fast_database import fast_database
from tests.bot.scenario import empty_database, url_of
from tests.chats.virtual_time import VirtualClock
from tests.seeded_entropy import SeededEntropy
from tests.seeds import SEED
from tools.pace.observing import Observed, now
from tools.pace.people import QUICK, SLOW, Habits, PersonAtTable

Prepare: TypeAlias = Callable[[Any, str], Awaitable[object]]
"""What is done in a group, of this id, before a table is opened there."""

NAMES = ("Sari", "Budi", "Wati", "Ani", "Made", "Tono", "Dewi", "Joko", "Rina", "Agus", "Lina", "Hadi")

SETTLING = 12.0
"""Seconds after the last press in which everything still comes to its end."""

LONGEST_HAND = 1_800.0
"""Seconds after which a hand that is not over has got stuck."""


@dataclass(eq=False, kw_only=True)
class Evening:
    """The tables of one token."""

    app: App
    seed: str
    observed: Observed = field(default_factory=Observed)
    ended: float = 0.0
    """When people stopped."""

    seated: list[PersonAtTable] = field(default_factory=list)
    """Everybody who has sat down, table by table."""

    _playing: list[asyncio.Task[None]] = field(default_factory=list)

    @staticmethod
    def manner(number: int, slow: int, habits: Habits) -> tuple[tuple[float, float], Habits]:
        """How long somebody at a table thinks, and their habits; the slow ones decide nothing in advance."""
        return (SLOW, replace(habits, ahead=0.0)) if number < slow else (QUICK, habits)

    @staticmethod
    def name_of(number: int) -> str:
        """The name of a person at a table; no two are alike."""
        return NAMES[number] if number < len(NAMES) else f"{NAMES[number % len(NAMES)]}{number}"

    def begin(self, people: Sequence[PersonAtTable]) -> None:
        """Let people begin to play, now and until the evening is over."""
        self.seated += people
        self._playing += [asyncio.create_task(person.play()) for person in people]

    async def play(self, *, hands: int = 0, seconds: float = 0.0) -> None:
        """Let everybody play on until a number of hands are over at each table, or for some seconds."""
        began = now()
        tidying = asyncio.create_task(self._tidy())
        try:
            await asyncio.sleep(seconds)
            for watch in self.observed.watches.values():
                while watch.hands_over < hands:
                    assert now() < began + hands * LONGEST_HAND, f"{watch.name} got stuck: {watch.standing}"
                    await watch.change(60)
                    for each in self._playing:
                        if each.done():
                            each.result()
        finally:
            self.ended = now()
            for each in (*self._playing, tidying):
                each.cancel()
            ended = await asyncio.gather(*self._playing, tidying, return_exceptions=True)
        failed = [each for each in ended if isinstance(each, Exception)]
        if failed:
            raise failed[0]
        await asyncio.sleep(SETTLING)

    async def _tidy(self) -> None:
        """Drop what nobody can use any more, so that a long evening stays small; nothing unless a platform says so."""


def latency_of_calls(seed: str, least: float, most: float) -> Callable[[str], float]:
    """Return the seconds of each call, told by its name; they do not follow the order of calls at the same moment."""
    numbers = Counter[str]()

    def latency(call: str) -> float:
        numbers[call] += 1
        return Random(f"{seed}/{call}/{numbers[call]}").uniform(least, most)

    return latency


@asynccontextmanager
async def served(folder: Path, chat: PlatformChat, seed: str, entropy: Entropy | None) -> AsyncIterator[App]:
    """Serve a chat over an empty database; nobody may be slowed who plays like a person."""
    async with AsyncExitStack() as stack:
        stack.enter_context(fast_database())
        await empty_database(folder)
        stack.push_async_callback(chat.stop)
        running = open_app(
            url_of(folder),
            chats={chat.platform: chat},
            clock=VirtualClock(),
            entropy=entropy or SeededEntropy(f"{seed}/{SEED}"),
            flood_limit=FloodLimit(),
        )
        app = await stack.enter_async_context(running)
        await chat.start(app)
        await app.resume(chat.platform)
        serving = asyncio.create_task(chat.serve())
        try:
            yield app
            assert app.metrics.refusals()["flood"] == 0, "somebody was slowed who plays like a person"
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
