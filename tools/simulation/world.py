"""A whole world: a plan carried out in virtual time, with people, chats, a disk, faults, Kiu, and all checks."""

from __future__ import annotations

import asyncio
import gc
import ssl
from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import pytest
import structlog

from bot.chats.fitting import plain
from bot.messages import Command, Reply
from tests.bot.evening_player import Done
from tests.bot.fast_database import compiled_once
from tests.bot.undrawn import undrawn, undrawn_ladders
from tools.simulation.chance import Chance
from tools.simulation.chats import ChatWorld, Told
from tools.simulation.checks import EVERYBODY, Checks, LogWithoutErrors, Said, Violation, every_check
from tools.simulation.checks.observed import Life as ObservedLife
from tools.simulation.faults import Faults
from tools.simulation.loop import SimulatedLoop
from tools.simulation.machine_disk import MachineDisk
from tools.simulation.network import Network
from tools.simulation.plan import HOUR, ChatKind, Plan
from tools.simulation.population import Population
from tools.simulation.process import Life, Process, is_of_the_disk
from tools.simulation.scheduler import Scheduler, Stalled
from tools.simulation.surroundings import surroundings
from tools.simulation.transcript import Transcript

LOOKED_AFTER = 20.0
"""After how many seconds of virtual time it is looked whether all promises are kept."""

RESTING = 6
"""How often it is looked once more after everything that goes wrong is over."""

TROUBLES = ("message not sent", "picture not drawn", "nothing can be stored", "the disk has failed")
"""What may be logged as an error because of what goes wrong in a world."""


@dataclass
class Outcome:
    """What became of a world."""

    plan: Plan
    hash: str
    """That of the transcript."""

    violation: Violation | None
    seconds: float
    """How long it lasted, in virtual time."""

    steps: int
    """How many callbacks were run."""

    lives: int
    """How often Kiu was started."""

    hands: int
    """How many hands were begun."""

    counts: Mapping[str, int] = field(default_factory=dict)
    """How many lines of each kind the transcript has."""

    done: Done = field(default_factory=Counter)
    """How often people have done what besides playing, by what they saw of their table."""

    latest: tuple[str, ...] = ()
    """The last lines of the transcript."""


class World:
    """Carries a plan out.

    Args:
        plan: what happens.
        checks: what watches; all checks there are if nothing is said.
    """

    def __init__(self, plan: Plan, checks: Checks | None = None) -> None:
        self.plan = plan
        self.transcript = Transcript()
        self.log = LogWithoutErrors(TROUBLES)
        self.checks = checks or Checks(
            [*(each for each in every_check() if not isinstance(each, LogWithoutErrors)), self.log]
        )
        self._chance = Chance(plan.seed)
        self._scheduler = Scheduler()
        self._network = Network(self._chance)
        self._outside = SimulatedLoop(self._scheduler, "world", self._network)
        self._unchecked: Life | None = None
        """A life that is served now, and of which it was not looked yet whether it is as the last one was."""

        self._broken: Violation | None = None
        self._unsure = 0
        self._hands: set[tuple[str, int]] = set()

    def run(self) -> Outcome:
        """Carry it out, and say what became of it; whatever promise is broken, nothing is raised."""
        with ExitStack() as stack:
            # What was there before is none of the world's garbage, and takes longer to look through than that.
            gc.freeze()
            stack.callback(gc.unfreeze)
            stack.callback(self._network.close)
            stack.enter_context(surroundings(self._chance, lambda: self._scheduler.now, self._utc))
            stack.enter_context(self._listening())
            if any(group.chat is ChatKind.DISCORD for group in self.plan.groups):
                from tools.simulation.discord_heartbeat import heartbeat_without_thread

                stack.enter_context(heartbeat_without_thread())
            # Nobody looks at a picture here, and statements need not be compiled anew for each life.
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            undrawn(patch)
            undrawn_ladders(patch)
            stack.enter_context(compiled_once())
            # Every life would read the certificates of all authorities, though nothing is encrypted in memory.
            patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
            try:
                self._live()
            except Violation as violation:
                self._broken = violation
            if (room := self._people.room) is not None:
                with suppress(Stalled):
                    self._scheduler.run_alone(self._outside, room.close())
        return Outcome(
            self.plan,
            self.transcript.hash,
            self._broken,
            self._scheduler.now,
            self._scheduler.steps,
            self._process.lives,
            len(self._hands),
            dict(self.transcript.counts),
            self._people.done,
            tuple(self.transcript.latest),
        )

    def _live(self) -> None:
        """Let everything happen, and look again and again.

        Raises:
            Violation: a promise was broken.
        """
        scheduler = self._scheduler
        opening = Population.open(self.plan, self._chance, self.checks.called)
        self._people = scheduler.run_until_complete(self._outside, opening)
        for world in self._people.worlds:
            world.tellers.append(partial(self._told, world))
        self._disk = MachineDisk(self._chance, lambda: self._utc().timestamp())
        self._process = Process(
            scheduler,
            self._network,
            self._chance,
            self._people.platforms,
            self._disk,
            self._outside,
            self,
            self._people.room,
        )
        self._faults = Faults(
            self.plan, self._chance, self._outside, self._process, self._disk, self._people, self.transcript
        )
        self._process.begin()
        self._outside.create_task(self._people.live())
        self._faults.begin()
        end = self.plan.hours * HOUR
        while scheduler.now < end:
            scheduler.run(min(scheduler.now + LOOKED_AFTER, end))
            self._look()
        self._come_to_rest()

    def _come_to_rest(self) -> None:
        """Nothing goes wrong any more: everything that is due happens, and then the process is asked to stop."""
        self._faults.end()
        for _ in range(RESTING):
            self._scheduler.run(self._scheduler.now + LOOKED_AFTER)
            self._look()
        if (life := self._process.life) is not None and life.ready:
            self._in_kiu(life, self.checks.ended())
        self._process.goes_on = False
        self._process.stop()
        self._scheduler.run(self._scheduler.now + LOOKED_AFTER)
        if life is not None and life.killed:
            raise Violation("the process stops", "it has not stopped in time after it was asked to")
        self.checks.raise_if_broken()

    # --- looking -----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """See whether all promises are kept, while nothing is under way."""
        self._raise_what_was_raised()
        life = self._process.life
        if life is not None and life.ready and not life.stopping.is_set():
            if self._unchecked is life:
                self._unchecked = None
                self._in_kiu(life, self.checks.started())
            self._in_kiu(life, self.checks.quiet())
        self._raise_what_was_raised()

    def _in_kiu(self, life: Life, work: Any) -> None:
        try:
            self._scheduler.run_alone(life.loop, work)
        except Stalled:
            # The database is busy, or the disk has failed: it is looked again later.
            self._add("look", "in vain")
        except Violation:
            raise
        except Exception as error:
            # Once the disk has failed, the ledger takes nothing more, and the process is about to end.
            disk = self._faults.disk_was_bad or self._faults.disk_is_full
            if life.alive and not (disk and is_of_the_disk(error)):
                raise
            self._add("look", "failed", type(error).__name__)

    def _raise_what_was_raised(self) -> None:
        self.checks.raise_if_broken()
        if self._broken is not None:
            raise self._broken
        life = self._process.life
        for loop in (self._outside, *([life.loop] if life is not None else ())):
            if loop.errors:
                raised = loop.errors[0]
                error = raised.get("exception")
                raise Violation(
                    "nothing is raised where nobody waits", f"{loop.name}: {raised['message']}: {error!r}"
                ) from error

    # --- what becomes of the process ---------------------------------------------------------------------------

    def begun(self, life: Life) -> None:
        """The parts are put together on what is stored, and nothing is resumed yet; called in the life's loop."""
        assert life.app is not None
        self._add("life", life.number, "begun")
        self._watch_dispatcher(life)
        self.checks.begun(ObservedLife(life.app, life.clock, life.entropy, self._faults.answering_since))

    def served(self, life: Life) -> None:
        """Every platform is served, and its tables are resumed; called in the life's loop."""
        self._add("life", life.number, "served")
        self._unchecked = life

    def over(self, life: Life) -> None:
        """The life has ended, by a kill or by itself."""
        how = "killed" if life.killed else "ended" if life.error is None else type(life.error).__name__
        self._add("life", life.number, how)
        self.checks.crashed()
        # A running process waits until a full disk has room again; one that starts cannot even open its database.
        disk = self._faults.disk_was_bad or (life.app is None and self._faults.disk_is_full)
        if life.error is not None and not (disk and is_of_the_disk(life.error)):
            self._broken = self._broken or Violation("the process goes on", f"it has ended by itself: {life.error!r}")

    # --- what is observed --------------------------------------------------------------------------------------

    def _watch_dispatcher(self, life: Life) -> None:
        """Be told of every command and of its answer."""
        assert life.app is not None
        dispatcher = life.app.dispatcher
        handle = dispatcher.handle

        async def watched(command: Command) -> Reply:
            self._add("asked", command.key, command.who.id, *command.where, command.turn, repr(command.text))
            self.checks.asked(command)
            reply = await handle(command)
            if life.alive:
                self._add("answered", command.key, "refused" if reply.refused else "", repr(plain(reply.message)))
                self.checks.answered(command, reply)
                if not reply.ignored:
                    self.checks.shown(Said.in_reply(reply, command, at=self._scheduler.now))
            return reply

        dispatcher.handle = watched  # type: ignore[method-assign]

    def _told(self, world: ChatWorld, told: Told) -> None:
        """Something has reached people."""
        self._tell_what_is_unsure()
        self._add("shown", world.platform, told.how, *told.place, told.receiver, told.number, repr(told.text))
        if told.how in ("answer", "question"):
            return
        place, receiver = None if told.receiver else told.place, told.receiver or EVERYBODY
        if told.message is None:
            buttons = tuple((each.pressed.command, each.pressed.turn) for each in told.buttons)
            said = Said(told.at, told.how, place, receiver, told.number, told.text, buttons)
        else:
            said = Said.of(told.message, at=told.at, how=told.how, place=place, receiver=receiver, number=told.number)
        for table, position in said.positions.items():
            self._hands.add((table, position.hand))
        self.checks.shown(said)

    def _tell_what_is_unsure(self) -> None:
        """Say of each message of which Kiu cannot know whether it stands that there is one more."""
        unsure = sum(world.unsure for world in self._people.worlds)
        for _ in range(unsure - self._unsure):
            self.checks.unsure()
        self._unsure = unsure

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Hear what Kiu writes to its log meanwhile."""
        before = structlog.get_config()["processors"]
        structlog.configure(processors=[self._logged])
        try:
            yield
        finally:
            structlog.configure(processors=before)

    def _logged(self, _: object, level: str, entry: MutableMapping[str, Any]) -> str:
        loop = asyncio.events._get_running_loop()
        if isinstance(loop, SimulatedLoop) and not loop.dead and loop is not self._outside:
            entry["log_level"] = "error" if level == "exception" else level
            self._add("log", level, entry.get("event"))
            self.checks.logged(entry)
        raise structlog.DropEvent

    def _add(self, kind: str, *words: object) -> None:
        self.transcript.add(self._scheduler.now, kind, *words)

    def _utc(self) -> Any:
        process = getattr(self, "_process", None)
        return self._scheduler.utc() if process is None else process.clock.utc()
