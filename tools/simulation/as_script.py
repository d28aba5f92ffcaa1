"""What has happened in one group of a world, as a script that ``python -m tests.script_chat`` shows.

The script is played while it is written, and follows the story of the tables and not the clock: before every line so
much time passes that the tables have come as far as they were in the world, whose chats take time that paper does not.
So the hands, the moves and the lapses are those of the world, in their order, and everybody ends with the same chips.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.ledger import queries
from bot.messages import PlayerId
from bot.tables.dealing import CUT_SECONDS
from bot.tables.table import Table
from tests.script_chat.play import PLACE, Played
from tests.script_chat.stacking import BadScript, told
from tools.simulation.plan import Fault, FaultKind
from tools.simulation.recording import Ended, Reached, Recording, Sent

MOST_STEPS = 400
LONGEST_WAIT = 900.0
"""After how many timers or seconds it is given up that a table of the script comes as far as that of the world."""

LEAST_WAIT = 0.001
"""The shortest time that is told, in seconds; longer ones are told as exactly."""

JUST_BEFORE = 0.1
"""How many seconds before something would happen by itself people do what they did before it happened."""

SAME_MOMENT = 1.0
"""Shorter times between two lines are not told."""


@dataclass(frozen=True, slots=True)
class Told:
    """A script of what happened in a group."""

    lines: tuple[str, ...]
    chips: Mapping[PlayerId, int]
    """What everybody has when it was played, by their id in the world."""

    strayed: str = ""
    """From where on the script goes another way than the world did; empty if it does not."""

    @property
    def text(self) -> str:
        """The script."""
        return "\n".join(self.lines) + "\n"


async def as_script(recording: Recording, group: str, title: str, faults: Iterable[Fault] = ()) -> Told:
    """Write the script of a group.

    Args:
        recording: of the world.
        group: the id of the group; only what was sent there, or by somebody there, is told.
        title: what the script is about, in one line.
        faults: those of the world, with the moment of each.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with Played(lambda line: None, Path(folder), "kiu") as played:
            writing = _Writing(recording, group, played)
            await writing.write(title, faults)
            return Told(tuple(writing.lines), await writing.chips(), writing.strayed)


class _Writing:
    """A script that is played while it is written."""

    def __init__(self, recording: Recording, group: str, played: Played) -> None:
        self.lines: list[str] = []
        self.strayed = ""
        self._recording = recording
        self._group = group
        self._played = played
        self._people: dict[PlayerId, str] = {}
        """The names of those who have sent anything, by their id."""

        sent = (each.command for each in recording.events if isinstance(each, Sent))
        self._members = {each.who.id for each in sent if each.where.group == group}
        """Who has sent anything in the group; what they send in private is about it as well."""

        self._keys: list[str] = []
        """The keys of what was sent, in order."""

        self._tables: list[str] = []
        """The tables of the script, in the order in which they were opened."""

        self._stacked: set[tuple[str, int]] = set()
        self._now = 0.0
        """How long the world was there when the last line was written."""

    async def write(self, title: str, faults: Iterable[Fault]) -> None:
        """Write everything, each thing at its moment."""
        await self._do(f"# {title}")
        if self._recording.with_computers:
            await self._do(
                "# Computer players choose anew in a script, so it may go another way from their first move on."
            )
        events = [each for each in self._recording.events if self._concerns(each)]
        happened: list[tuple[float, int, Sent | Ended | Fault]] = [(each.at, 1, each) for each in events]
        happened += [(fault.at, 0, fault) for fault in faults]
        for at, _, event in sorted(happened, key=lambda each: each[:2]):
            match event:
                case Sent():
                    await self._follow(at, {each: now for each, now in event.tables.items() if self._ours(each)})
                    await self._send(event)
                case Ended():
                    await self._follow(at, {each: now for each, now in event.tables.items() if self._ours(each)})
                    await self._do("! kill")
                case Fault():
                    await self._suffer(event)
            self._now = at
        await self._reach({each: reached for each, reached in self._recording.reached.items() if self._ours(each)})
        chips = await self.chips()
        known = self._recording.chips
        differ = [name for player, name in self._people.items() if known and known.get(player) != chips[player]]
        if differ and not self.strayed:
            self.strayed = f"in the end {', '.join(differ)} have other chips"

    def _ours(self, table: str) -> bool:
        return self._recording.groups[table] == self._group

    async def chips(self) -> dict[PlayerId, int]:
        """What everybody has now."""
        ledger = self._played.app.ledger
        return {
            player: (await ledger.read(queries.wealth, PLACE.group, f"{PLACE.platform}:{name}")).total
            for player, name in self._people.items()
        }

    def _concerns(self, event: Sent | Ended) -> bool:
        return isinstance(event, Ended) or self._group in (
            event.command.where.group,
            self._group_of(event.command.who.id),
        )

    def _group_of(self, person: PlayerId) -> str:
        """The group in which somebody has sent anything."""
        sent = (each.command for each in self._recording.events if isinstance(each, Sent))
        here = {each.where.group for each in sent if each.who.id == person}
        return self._group if self._group in here else ""

    async def _do(self, line: str) -> None:
        self.lines.append(line)
        await self._played.do(line)
        known = set(self._tables)
        self._tables += [
            table.state.id for table in self._played.app.tables.all_at(PLACE) if table.state.id not in known
        ]

    # --- what happens ------------------------------------------------------------------------------------------

    async def _send(self, sent: Sent) -> None:
        """Let somebody send a line or a press."""
        command = sent.command
        name = command.who.name.lower()
        text = command.text.replace("\n", " ")
        if not sent.stored:
            await self._do(f"# {name}: {text} (not carried out: the process was killed, or could not store it)")
            return
        self._people[command.who.id] = name
        if command.who.admin and name not in self._played.chat.admins:
            await self._do(f"! admin {name}")
        if command.key in self._keys:
            back = len(self._keys) - self._keys.index(command.key)
            await self._do("! again" if back == 1 else f"! again {back}")
            return
        if text == "start" and not sent.refused:
            await self._stack_next(sent)
        self._keys.append(command.key)
        if not command.turn:
            await self._do(f"{name}: /{text}")
            return
        turn = self._turn(command.turn)
        if text == "shuffle" and not sent.refused and (here := self._table(command.turn.partition(":")[0])) is not None:
            # How often packs were sealed anew for the hand may differ.
            turn = f"{here.state.id}:{'' if here.state.sealed is None else here.state.sealed.turn}"
        label = self._label(text, turn)
        await self._do(f"{name}> {label}" if label else f"! press {name} {turn} {text}")

    def _turn(self, turn: str) -> str:
        """The turn of a button as the script has it, whose tables have other ids."""
        table, _, question = turn.partition(":")
        return f"{self._here(table) or table}:{question}"

    def _label(self, text: str, turn: str) -> str:
        """What stands on the button, if the newest that is called so is this one; or nothing."""
        chat = self._played.chat
        for button in reversed(chat.seen):
            if (button.command, button.turn) == (text, turn):
                return button.label if chat.newest_button(button.label) is button else ""
        return ""

    async def _suffer(self, fault: Fault) -> None:
        """Tell of a fault; what happens to chats and disks does not happen on paper, and is only said."""
        if fault.kind is FaultKind.CLOCK:
            await self._do(f"! clock {round(fault.seconds):+}s")
        elif fault.kind not in (FaultKind.KILL, FaultKind.KILL_IN_START, FaultKind.STOP):
            where = f" ({fault.where})" if fault.where else ""
            lasts = f", for {fault.seconds:g} s" if fault.seconds else ""
            await self._do(f"# After {fault.at:g} s: {fault.kind}{where}{lasts}.")

    # --- coming as far as the world ----------------------------------------------------------------------------

    def _here(self, table: str) -> str:
        """The id in the script of a table of the world; empty if it was not opened there."""
        tables = [each for each, group in self._recording.groups.items() if group == self._group]
        number = tables.index(table) if table in tables else len(tables)
        return self._tables[number] if number < len(self._tables) else ""

    def _table(self, table: str) -> Table | None:
        return self._played.app.tables.by_id(self._here(table))

    async def _follow(self, at: float, tables: Mapping[str, Reached]) -> None:
        """Let the tables come as far as they were, and as much time pass as did, as far as that goes together."""
        begun = self._played.clock.now()
        await self._reach(tables)
        left = at - self._now - (self._played.clock.now() - begun)
        spare = min([left, *(self._spare(table) for table in self._played.app.tables.all_open())])
        if spare >= SAME_MOMENT:
            await self._wait(float(math.floor(spare)))

    def _spare(self, table: Table) -> float:
        """How much time may pass before anything happens at a table by itself."""
        state = table.state
        if table.waits_for_computers:
            return 0.0
        turn = "" if state.playing is None else state.playing.turn
        left = table.time_left(turn)
        cut = 0.0 if turn or (state.sealed is not None and state.sealed.stands) else CUT_SECONDS
        return math.inf if left is None else left.seconds - cut - JUST_BEFORE

    async def _reach(self, tables: Mapping[str, Reached]) -> None:
        """Let time pass until the tables have come as far as they were, unless the script has strayed already."""
        most = self._played.clock.now() + (0 if self.strayed else LONGEST_WAIT)
        for _ in range(MOST_STEPS):
            behind = [
                (world, here, reached)
                for world, reached in tables.items()
                if (here := self._table(world)) is not None and _behind(here, reached)
            ]
            due = self._played.clock.next_due()
            if not behind or due is None or due > most:
                break
            for world, here, reached in behind:
                if here.state.hands_played < reached.deals // 2:
                    await self._stack(world, here)
            await self._wait(due - self._played.clock.now())
        for world, reached in tables.items():
            here = self._table(world)
            # What was under way in the world is done in the script, so that may be ahead, and must not be behind.
            if not self.strayed and (here is None or _behind(here, reached)):
                self.strayed = f"table {world} does not come as far as it did, before line {len(self.lines) + 1}"

    async def _wait(self, seconds: float) -> None:
        thousandths = math.ceil(max(seconds, LEAST_WAIT) / LEAST_WAIT)
        await self._do(f"! wait {thousandths / 1000:g}")

    # --- cards -------------------------------------------------------------------------------------------------

    async def _stack_next(self, sent: Sent) -> None:
        """Stack the hand that a command begins."""
        for world in sent.tables:
            here = self._table(world)
            if here is not None and here.state.playing is None:
                await self._stack(world, here)

    async def _stack(self, world: str, here: Table) -> None:
        """Stack the next hand of a table right before it is dealt."""
        number = here.state.hands_played + 1
        dealt = self._recording.dealt.get((world, number))
        if dealt is None or (world, number) in self._stacked or here.state.playing is not None:
            return
        if here.state.seq + 1 < dealt.lines:
            # Somebody sits down or gets up before it is dealt.
            return
        first = None
        if here.state.dealer_chair is None:
            name = self._people.get(dealt.dealer, "")
            chair = here.state.chair_of(f"{PLACE.platform}:{name}")
            if chair is None:
                return
            first = here.state.number_of(chair.player)
        try:
            cards = told(here, dealt.pack[: dealt.used], first)
        except BadScript:
            # Not everybody sits there yet who was dealt in.
            return
        self._stacked.add((world, number))
        if first is not None:
            await self._do(f"! dealer {self._people[dealt.dealer]}")
        await self._do(f"! deal {cards}")


def _behind(here: Table, reached: Reached) -> bool:
    now = Reached.by(here.state)
    return now.lines < reached.lines or now.deals < reached.deals
