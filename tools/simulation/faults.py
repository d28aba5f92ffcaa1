"""The faults of a plan, each at its moment: what happens to the process, the machine, the platforms and the groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.messages import Place
from tools.simulation.chance import Chance
from tools.simulation.chats import ChatWorld
from tools.simulation.disk import Failure, Kind, Operation, PowerCut
from tools.simulation.loop import SimulatedLoop
from tools.simulation.machine_disk import MachineDisk
from tools.simulation.plan import Fault, FaultKind, Plan
from tools.simulation.platform_faults import NO_FAULTS
from tools.simulation.population import Population
from tools.simulation.process import Process
from tools.simulation.scheduler import Scheduler
from tools.simulation.transcript import Transcript

LATEST_STEP = 400
"""A kill comes after at most so many callbacks of Kiu from its moment on, so that it falls into the midst of things."""

LATEST_START_STEP = 3_000
"""After how many callbacks a life is killed in its start, at most; the platforms are connected by then."""

LATEST_OPERATION = 60
"""A fault of the disk comes with one of so many operations from its moment on."""

DURING: dict[FaultKind, dict[str, float]] = {
    FaultKind.AWAY: {"never_sent": 1.0},
    FaultKind.CUT: {"lost": 1.0},
    FaultKind.LATE: {"late": 0.8},
    FaultKind.TOO_MANY: {"too_many": 0.5},
    FaultKind.SERVER_ERROR: {"server_error": 0.9},
    FaultKind.LOST_ANSWER: {"response_lost": 0.6},
    FaultKind.REPEATED: {"update_twice": 0.5, "update_late": 0.5},
}
"""What shares of its calls and updates go wrong while such a fault lasts."""

BREAKING = (FaultKind.AWAY, FaultKind.CUT)
"""What breaks all connections to a platform."""

CUT_SECONDS = 2.0
"""How long a platform needs after all connections were cut."""


class Faults:
    """Lets the faults of a plan happen.

    Args:
        plan: has them.
        chance: decides what the plan leaves open.
        outside: the loop of the world.
        process: Kiu.
        disk: what it stores on.
        people: the platforms and groups.
        transcript: where it is written down.
    """

    def __init__(
        self,
        plan: Plan,
        chance: Chance,
        outside: SimulatedLoop,
        process: Process,
        disk: MachineDisk,
        people: Population,
        transcript: Transcript,
    ) -> None:
        self._plan = plan
        self._chance = chance
        self._outside = outside
        self._scheduler: Scheduler = outside.scheduler
        self._process = process
        self._disk = disk
        self._people = people
        self._transcript = transcript
        self._ended = False
        self._lasting: Counter[str] = Counter()
        """How many faults concern a platform or a group now; empty stands for the machine."""

        self._well_since: dict[str, float] = {}
        self._usual = {world.platform: world.faults for world in people.worlds}
        """How often something goes wrong on each platform all the time."""

        self._wrong: dict[str, list[FaultKind]] = {world.platform: [] for world in people.worlds}
        """What goes wrong on each platform now besides."""

        self._kill_at: list[tuple[int, Callable[[], None]]] = []
        """After which steps of Kiu something happens to it."""

        self._operations: list[tuple[int, Fault]] = []
        """At which operation of the disk it fails."""

        self._seen_operations = 0
        self._full = 0
        self.disk_was_bad = False
        """Whether it has ever failed."""

    def begin(self) -> None:
        """Let every fault happen when its moment has come."""
        for fault in self._plan.faults:
            self._outside.call_at(fault.at, self._happen, fault)
        self._disk.watch = self._watched

    def end(self) -> None:
        """Nothing goes wrong any more."""
        self._ended = True
        self._scheduler.before_step = None
        self._operations.clear()
        self._full = 0
        for world in self._people.worlds:
            world.faults = NO_FAULTS
        for where in list(self._lasting):
            self._lasting[where] = 0
            self._well_since[where] = self._scheduler.now

    def answering_since(self, place: Place) -> float | None:
        """Since when the platform of a place has answered, and its group had Kiu in it; ``None`` if it does not."""
        life = self._process.life
        if life is None or not life.ready:
            return None
        concerned = ("", place.platform, place.group)
        if any(self._lasting[each] for each in concerned):
            return None
        return max(self._well_since.get(each, 0.0) for each in concerned)

    # --- what happens ------------------------------------------------------------------------------------------

    def _happen(self, fault: Fault) -> None:
        if self._ended:
            return
        self._transcript.add(self._scheduler.now, "fault", fault.name, fault.where, fault.seconds)
        rng = self._chance.stream("fault", fault.name)
        match fault.kind:
            case FaultKind.KILL:
                self._after_steps(rng.randrange(LATEST_STEP), self._process.kill)
            case FaultKind.KILL_IN_START:
                self._process.kill()
                self._after_steps(rng.randrange(LATEST_START_STEP), self._process.kill)
            case FaultKind.STOP:
                self._process.stop()
            case FaultKind.CLOCK:
                self._process.clock.ahead += fault.seconds
            case FaultKind.DELETED | FaultKind.REMOVED | FaultKind.MIGRATED | FaultKind.BLOCKED:
                self._happen_to_group(fault, rng)
            case FaultKind.DISK_FULL:
                self._full += 1
                self._lasts("", fault.seconds, self._disk_has_room)
            case FaultKind.DISK_ERROR | FaultKind.POWER_CUT:
                self._operations.append((self._seen_operations + rng.randrange(LATEST_OPERATION), fault))
            case _:
                self._happen_to_platform(fault)

    def _lasts(self, where: str, seconds: float, over: Callable[[], None]) -> None:
        """Something goes wrong for a while."""
        self._lasting[where] += 1

        def end() -> None:
            if not self._ended:
                self._lasting[where] -= 1
                self._well_since[where] = self._scheduler.now
                over()

        self._outside.call_later(seconds, end)

    def _happen_to_platform(self, fault: Fault) -> None:
        world = self._people.on(fault.where)
        if world is None:
            return
        wrong = self._wrong[world.platform]
        wrong.append(fault.kind)
        self._let_go_wrong(world)
        if fault.kind in BREAKING:
            world.disconnect()

        def over() -> None:
            wrong.remove(fault.kind)
            self._let_go_wrong(world)

        self._lasts(world.platform, fault.seconds or CUT_SECONDS, over)

    def _let_go_wrong(self, world: ChatWorld) -> None:
        """On a platform goes wrong what does so at this moment, several faults at a time too."""
        faults = self._usual[world.platform]
        for kind in self._wrong[world.platform]:
            faults = replace(faults, **DURING[kind])
        world.faults = faults

    def _happen_to_group(self, fault: Fault, rng: Random) -> None:
        here = self._people.groups.get(fault.where)
        if here is None:
            return
        world, place = here.world, here.world.present(here.place)
        if fault.kind is FaultKind.DELETED:
            seen = [each for each in world.messages(here.people[0][0], here.place) if not each.private]
            for message in seen[: rng.randint(1, 3)]:
                world.delete(message.place, message.number)
        elif fault.kind is FaultKind.MIGRATED:
            world.migrate(here.place.group)
        elif fault.kind is FaultKind.BLOCKED:
            person, _ = rng.choice(here.people)
            world.block(person)
            self._outside.call_later(fault.seconds, world.unblock, person)
        else:
            world.remove_bot(place.group)
            self._lasts(place.group, fault.seconds, lambda: world.add_bot(place.group))

    # --- kills between two steps -------------------------------------------------------------------------------

    def _after_steps(self, steps: int, what: Callable[[], None]) -> None:
        self._kill_at.append((self._scheduler.steps + steps, what))
        self._scheduler.before_step = self._step

    def _step(self) -> None:
        due = [what for step, what in self._kill_at if self._scheduler.steps >= step]
        if due and self._process.life is not None:
            self._kill_at = [each for each in self._kill_at if each[1] not in due]
            if not self._kill_at:
                self._scheduler.before_step = None
            for what in due:
                what()

    # --- the disk ----------------------------------------------------------------------------------------------

    def _watched(self, operation: Operation) -> Failure | None:
        self._seen_operations += 1
        if self._ended:
            return None
        if self._full and operation.grows:
            return Failure.FULL
        for each in self._operations:
            number, fault = each
            if self._seen_operations < number:
                continue
            if fault.kind is FaultKind.POWER_CUT:
                self._operations.remove(each)
                self._transcript.add(self._scheduler.now, "power cut", operation.kind.value)
                self._process.cut_power()
                raise PowerCut("the power is off")
            if operation.kind in (Kind.WRITE, Kind.SYNC):
                self._operations.remove(each)
                self._transcript.add(self._scheduler.now, "disk error", operation.kind.value)
                self.disk_was_bad = True
                return Failure.ERROR
        return None

    @property
    def disk_is_full(self) -> bool:
        """Whether there is no space on the disk now."""
        return self._full > 0

    def _disk_has_room(self) -> None:
        self._full -= 1
