"""Keeping the rate limits of a platform: calls wait for their turn, the most urgent first, then the oldest."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, Protocol, TypeVar

from bot.chats.answer_queue import AnswerLimits, AnswerQueue, until_set
from bot.messages import Urgency

TABLE_SECONDS = 300.0
"""For how many seconds after a table was edited it counts as being played: longer than most people think."""

LEAST_WAIT = 0.001
"""The shortest time that is waited for, in seconds: what is left of a longer one may be too short for any clock."""

LANES_KEPT = 500
"""From how many lanes on the idle ones are dropped."""

_Key = TypeVar("_Key", bound=Hashable)


class Limiter(Protocol):
    """Says when the next call may be made; :class:`aiolimiter.AsyncLimiter`, a leaky bucket, is one."""

    max_rate: float
    """How many calls may be made at once after a rest."""

    def has_capacity(self, amount: float = 1) -> bool:
        """Whether that many calls may be made now."""

    async def acquire(self) -> None:
        """Wait until one call may be made, and count it."""


class SlidingWindow:
    """Counts the calls of the last seconds exactly, where a leaky bucket would hold back calls without need.

    Args:
        seconds: how far the window reaches back.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.made: deque[float] = deque()

    def up_to(self, most: int) -> WindowLimiter:
        """A limit on the calls of the window; several limiters may share one window."""
        return WindowLimiter(self, most)


class WindowLimiter:
    """Lets calls pass as long as fewer than ``most`` were made in the window, through this limiter or another."""

    def __init__(self, window: SlidingWindow, most: int) -> None:
        self._window = window
        self.max_rate: float = most

    def has_capacity(self, amount: float = 1) -> bool:
        """Whether that many calls may be made now."""
        made, begin = self._window.made, asyncio.get_running_loop().time() - self._window.seconds
        while made and made[0] <= begin:
            made.popleft()
        return len(made) + amount <= self.max_rate

    def seconds_until(self, calls: int) -> float:
        """In how many seconds so many calls may be made, one right after the other; 0 if they may be made now."""
        if self.has_capacity(calls):
            return 0.0
        made = self._window.made
        last = made[min(len(made) - int(self.max_rate) + calls, len(made)) - 1]
        return max(last + self._window.seconds - asyncio.get_running_loop().time(), LEAST_WAIT)

    def seconds_until_each(self, interval: float) -> float:
        """How long to wait until calls may follow each other every ``interval`` seconds, and none need wait again."""
        left = int(self.max_rate) - len(self._window.made) if self.has_capacity() else 0
        ends = list(self._window.made)[-int(self.max_rate) :]
        now = asyncio.get_running_loop().time() - self._window.seconds
        return max((end - now - (left + number) * interval for number, end in enumerate(ends)), default=0.0)

    def count(self) -> None:
        """A call is made now."""
        self._window.made.append(asyncio.get_running_loop().time())


FULL_MINUTE = 1.25
"""How many times as long as usual the pause between two edits of a table is at most, where a minute fills too fast."""


class EditPacing:
    """Spreads the edits of a table over the minute, so that it is not used up at its beginning.

    At the pace of people each edit is made at once. Where moves come faster, a few edits are made at once and then one
    every ``seconds``; what happens in between is merged into the next. Where a minute fills so fast that a later edit
    would have to wait for a free one, each waits a little longer, a quarter at most.

    Args:
        at_once: how many edits may be made at once after a rest.
        seconds: how long after an edit the next one is made, once those are used up.
        minute: how many of a minute's calls, of any kind, leave room for another edit.
    """

    def __init__(self, at_once: int, seconds: float, minute: WindowLimiter) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._minute = minute
        self._latest = -math.inf
        self._rested_at = 0.0
        """When ``at_once`` edits may be made again."""

    def seconds_left(self, spare: int = 0) -> float:
        """In how many seconds an edit may be made, and so many more right after it; 0 if it may be made now."""
        now = asyncio.get_running_loop().time()
        tired = self._rested_at - now - (self._at_once - 1 - spare) * self._seconds
        slowest = FULL_MINUTE * self._seconds
        full = self._minute.seconds_until_each(slowest)
        if not spare:
            # One edit that waits as long as this is not late yet.
            full = min(full - slowest, self._latest + slowest - now)
        return max(tired, full, 0.0)

    def seconds_until(self, calls: int) -> float:
        """In how many seconds the minute has room for so many calls; 0 if it has now."""
        return self._minute.seconds_until(calls)

    @property
    def table_is_played(self) -> bool:
        """Whether an edit was made lately."""
        return asyncio.get_running_loop().time() < self._latest + TABLE_SECONDS

    def count(self, *, shows_table: bool = True) -> None:
        """An edit is made now, which may change no more than buttons."""
        now = asyncio.get_running_loop().time()
        self._latest = now if shows_table else self._latest
        self._rested_at = max(self._rested_at, now) + self._seconds


class _Waiting(NamedTuple):
    """A caller that waits; the smallest is the next."""

    urgency: Urgency
    number: int
    turn: asyncio.Future[None]
    since: float


class Lane:
    """The queue of calls to one place, such as a channel or a group.

    Args:
        limiters: all of them must agree to a call.
        window: must agree as well; a call is counted in it when its turn has come, and not while it waits for the rest.
        pacing: must agree as well to the edits of a table and to all that is less urgent.
        ordinary: must agree as well to whatever is less urgent than a result.
        patience: how many seconds a call waits for ``ordinary``; then it does without.
        shared: the queue for what all lanes may do together; the most urgent call of any lane goes first.
        reserve: takes the place of ``window`` for calls that cannot wait, for which alone it keeps room.
        answers: how many answers are given while a table is played.
    """

    def __init__(
        self,
        *limiters: Limiter,
        window: WindowLimiter | None = None,
        pacing: EditPacing | None = None,
        ordinary: WindowLimiter | None = None,
        patience: float = math.inf,
        shared: Lane | None = None,
        reserve: WindowLimiter | None = None,
        answers: AnswerLimits | None = None,
    ) -> None:
        self._limiters = limiters
        self._window = window
        self._pacing = pacing
        self._ordinary = ordinary
        self._patience = patience
        self._shared = shared
        self._reserve = reserve
        self._waiting: list[_Waiting] = []
        self._sequence = itertools.count()
        self._paused_until = 0.0
        self._worker: asyncio.Task[None] | None = None
        self._come = asyncio.Event()
        """Set when somebody begins to wait."""

        self._sharing: tuple[Urgency, asyncio.Future[None]] | None = None
        """For whom the worker waits in the shared queue."""

        self.answers = AnswerQueue(
            lambda: self.acquire(Urgency.ANSWER), answers, lambda: pacing is not None and pacing.table_is_played
        )
        """Whatever answers a person goes through this queue."""

    async def acquire(self, urgency: Urgency, waited: float = 0.0) -> None:
        """Wait until one more call may be made; the more urgent overtake the others, equals keep their order.

        Args:
            urgency: how urgent it is.
            waited: for how many seconds it has waited already.
        """
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        heapq.heappush(self._waiting, _Waiting(urgency, next(self._sequence), turn, loop.time() - waited))
        self._come.set()
        if self._sharing is not None and urgency < self._sharing[0]:
            self._sharing[1].cancel()
        if self._worker is None:
            self._worker = asyncio.create_task(self._serve())
        await turn

    async def acquire_first(self) -> None:
        """Wait until a call may be made that cannot wait: by the reserve, or before all others if that is used up."""
        while True:
            await self._until_resumed()
            if self._reserve is None or not self._reserve.has_capacity():
                await self.acquire(min(Urgency))
                return
            for limiter in self._limiters:
                await limiter.acquire()
            if self._shared is not None:
                await self._shared.acquire(min(Urgency))
            if self._paused_seconds <= 0 and self._reserve.has_capacity():
                self._reserve.count()
                return

    def pause(self, seconds: float) -> None:
        """Make no call for a while, because the platform asked for that; other lanes are not held up."""
        self._paused_until = max(self._paused_until, asyncio.get_running_loop().time() + seconds)

    def seconds_until(self, calls: int) -> float:
        """In how many seconds a table can be shown so many times, as it changes; 0 if it can be now."""
        return 0.0 if self._pacing is None else self._pacing.seconds_until(calls)

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return sum(not each.turn.done() for each in self._waiting) + self.answers.waiting

    @property
    def idle(self) -> bool:
        """Whether this lane could be replaced by a new one: nobody waits, and no limiter has calls to remember."""
        windows = [each for each in (self._window, self._reserve) if each is not None]
        rested = all(each.has_capacity(each.max_rate) for each in windows)
        rested = rested and all(each.has_capacity(each.max_rate) for each in self._limiters)
        paced = self._pacing is not None and self._pacing.seconds_left() > 0
        return self._worker is None and self.answers.idle and self._paused_seconds <= 0 and not paced and rested

    async def _serve(self) -> None:
        try:
            while self._drop_cancelled():
                # The next caller is chosen only when a call may be made: an urgent one may come at the last moment.
                await self._until_resumed()
                if (held := self._held_seconds) > 0:
                    await until_set(self._come, max(held, LEAST_WAIT))
                    continue
                for limiter in self._limiters:
                    await limiter.acquire()
                await self._until_shared()
                # Counted before a pause and made after it, a call would come on top of a whole window.
                if self._drop_cancelled() and self._paused_seconds <= 0 and self._held_seconds <= 0:
                    first = heapq.heappop(self._waiting)
                    if self._window is not None:
                        self._window.count()
                    if self._pacing is not None and first.urgency >= Urgency.TABLE:
                        self._pacing.count(shows_table=first.urgency is not Urgency.CHOICE)
                    first.turn.set_result(None)
        finally:
            self._worker = None

    @property
    def _held_seconds(self) -> float:
        """For how many seconds the first that waits is held back, because the minute is or would be used up."""
        urgency = self._waiting[0].urgency
        window = 0.0 if self._window is None else self._window.seconds_until(1)
        full = 0.0 if self._ordinary is None or urgency <= Urgency.RESULT else self._ordinary.seconds_until(1)
        # What has waited for long may stand behind something more urgent, which goes first.
        patient = [each.since for each in self._waiting if each.urgency < Urgency.PING and not each.turn.done()]
        oldest = min(patient, default=math.inf)
        full = min(full, oldest + self._patience - asyncio.get_running_loop().time())
        # Whoever chooses will have chosen soon, and everybody waits for what: that edit must not wait for this one.
        spare = int(urgency is Urgency.CHOICE)
        paced = 0.0 if self._pacing is None or urgency < Urgency.TABLE else self._pacing.seconds_left(spare)
        return max(window, full, paced)

    async def _until_shared(self) -> None:
        """Wait in the shared queue, as urgently as whatever is the most urgent here by then."""
        while self._shared is not None:
            urgency = self._waiting[0].urgency
            waiting = asyncio.ensure_future(self._shared.acquire(urgency))
            self._sharing = urgency, waiting
            try:
                await waiting
            except asyncio.CancelledError:
                worker = asyncio.current_task()
                if not waiting.cancelled() or (worker is not None and worker.cancelling()):
                    waiting.cancel()
                    raise
            else:
                return
            finally:
                self._sharing = None

    @property
    def _paused_seconds(self) -> float:
        """What is left of the pause that the platform asked for; not above 0 if none is."""
        return self._paused_until - asyncio.get_running_loop().time()

    async def _until_resumed(self) -> None:
        while (left := self._paused_seconds) > 0:  # noqa: ASYNC110 - the pause may be prolonged meanwhile
            await asyncio.sleep(max(left, LEAST_WAIT))

    def _drop_cancelled(self) -> bool:
        """Drop the callers that stopped waiting; return whether any are left."""
        while self._waiting and self._waiting[0].turn.done():
            heapq.heappop(self._waiting)
        return bool(self._waiting)


class Lanes(Generic[_Key]):
    """The lanes to all places of a platform; once there are many, the idle ones are dropped.

    Args:
        new: makes the lane to a place.
        kept: from how many lanes on the idle ones are dropped.
    """

    def __init__(self, new: Callable[[_Key], Lane], kept: int = LANES_KEPT) -> None:
        self._new = new
        self._kept = kept
        self._lanes: dict[_Key, Lane] = {}

    def __len__(self) -> int:
        return len(self._lanes)

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn in all lanes."""
        return sum(lane.waiting for lane in self._lanes.values())

    def __getitem__(self, place: _Key) -> Lane:
        """The lane to a place, made if there is none."""
        if place not in self._lanes:
            if len(self._lanes) >= self._kept:
                self._lanes = {key: lane for key, lane in self._lanes.items() if not lane.idle}
            self._lanes[place] = self._new(place)
        return self._lanes[place]
