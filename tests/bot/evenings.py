"""Evenings at one table, whose packs are given: what is done at it, what becomes of it, and who gets to see what."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.commands import COMMANDS
from bot.environment.entropy import StackedEntropy
from bot.groups import GroupSettings
from bot.messages import Message, Place, PlayerId, Reply
from bot.presenting.drafts import Draft, DraftRenderer
from bot.tables import hands
from bot.tables.state import AnyHand, TableState
from engine.fairness import Beacon, BeaconKind, Chance, Closing, Seal, SealedDeal
from engine.game import Deal
from engine.house_rules import BadRule
from engine.play import Action, Seat
from tests.bot.fake_chat import Connection, Seen
from tests.bot.scenario import Scenario
from tests.bot.undrawn import undrawn
from tests.engine.laws import CLOSE, Played, Start, played_again

REPLY, SUGGESTIONS = "reply", "suggestions"
"""How somebody alone is told what a command came to, and what may stand in one."""

DIE = Beacon(BeaconKind.TELEGRAM, b"\x03")

Pack = tuple[int, ...]


@dataclass(frozen=True)
class Setting:
    """What an evening is like before anybody has done anything."""

    game: str
    people: tuple[str, ...]
    """Everybody in the group, the one who opens the table first; not all of them sit down."""

    rules: tuple[tuple[str, str], ...] = ()
    """House rules that are put in force, by name."""

    practice: bool = False
    beacon: bool = False
    """Whether the platform adds a beacon to every deal."""

    private_edits_are_free: bool = False
    sends_every_hand: bool = True
    free_edits: bool = True
    called_in_private: bool = False

    def settled(self, now: GroupSettings) -> GroupSettings:
        """The settings of the group with these rules, as far as they go together."""
        for name, value in self.rules:
            try:
                now = now.with_rule(self.game, name, value)
            except BadRule:
                continue
        return now


class Deed(NamedTuple):
    """What happens next: somebody types a line, is suggested what may stand in one, or time passes."""

    who: str = ""
    line: str = ""
    """The line; or the name of a command and of one of its parameters, for which something is suggested."""

    seconds: float = 0.0
    suggested: bool = False


class Heard(NamedTuple):
    """Something that one person alone, or everybody, gets to see."""

    at: float
    """Seconds since the evening began."""

    how: str
    whom: PlayerId
    """Who alone sees it; empty if everybody does."""

    number: str
    """Which message is sent, or gets something else in its place."""

    what: Any


class Mark(NamedTuple):
    """How far an evening has come when a deed is done and everything is quiet again."""

    heard: int
    """How much was heard so far."""

    hands: int
    steps: int
    """How many actions the last of these hands has taken."""

    moments: frozenset[str]
    """What was going on."""


@dataclass
class PlayedHand:
    """A hand of an evening, as far as it went."""

    start: Start
    players: tuple[PlayerId, ...]
    computers: tuple[Seat, ...]
    actions: list[tuple[Seat | None, Action, str]] = field(default_factory=list)
    """Who did what, and by what way: nobody closes a window."""

    @property
    def path(self) -> list[Played]:
        """Every position of it."""
        return played_again(self.start, [(seat, action) for seat, action, _ in self.actions])

    def seat(self, player: PlayerId) -> Seat | None:
        return self.players.index(player) if player in self.players else None


class GivenPacks(StackedEntropy):
    """Deals each hand from a pack that is given.

    Args:
        seed: what the keys follow from.
        pack: the pack for a hand, by its number from 0 and how many play it.
    """

    def __init__(self, seed: str, pack: Callable[[int, int], Pack]) -> None:
        super().__init__(seed)
        self._given = pack

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        if seal.commitment not in self._dealt:
            self.stack(self._given(len(self._dealt), len(closing.seats)))
        return super().deal(seal, closing, chance)


class Evening:
    """What is done at a table, and everything that anybody gets to see."""

    def __init__(self, scenario: Scenario, setting: Setting) -> None:
        self.scenario, self.setting = scenario, setting
        self.heard: list[Heard] = []
        self.deeds: list[Deed] = []
        self.marks: list[Mark] = []
        self.hands: list[PlayedHand] = []
        self._began = scenario.clock.now()
        scenario.chat.watch = self._seen

    def say(self, how: str, whom: PlayerId, number: str, what: Any) -> None:
        """Write down what somebody gets to see."""
        self.heard.append(Heard(self.scenario.clock.now() - self._began, how, whom, number, what))

    def _seen(self, seen: Seen) -> None:
        self.say(seen.how, seen.where if seen.how == "private" else "", seen.number, seen.message)

    @property
    def state(self) -> TableState | None:
        """The table, as long as it is open."""
        return self.scenario.state() if self.scenario.is_open() else None

    def id_of(self, name: str) -> PlayerId:
        """The id of one of the people."""
        return f"test:{name}"

    async def do(self, deed: Deed) -> None:
        """Let something happen, and wait until all is quiet again."""
        steps = sum(len(hand.actions) for hand in self.hands)
        if deed.seconds:
            await self.scenario.wait(deed.seconds)
        elif deed.suggested:
            self.say(SUGGESTIONS, self.id_of(deed.who), "", self._suggestions(deed))
        else:
            await self._typed(deed)
        ways = [way for hand in self.hands for *_, way in hand.actions][steps:]
        self.deeds.append(deed)
        last = len(self.hands[-1].actions) if self.hands else 0
        going_on = frozenset(moments(self.setting.game, self.state, deed, ways))
        self.marks.append(Mark(len(self.heard), len(self.hands), last, going_on))

    async def _typed(self, deed: Deed) -> None:
        reply: Reply = await self.scenario.say(deed.who, deed.line)
        self.say(REPLY, self.id_of(deed.who), "", reply)

    def _suggestions(self, deed: Deed) -> Any:
        name, _, parameter = deed.line.rpartition(" ")
        spec = next(each for each in COMMANDS if each.name == name)
        wanted = next(each for each in spec.parameters if each.name == parameter)
        where = Place(self.scenario.name, "main")
        return self.scenario.app.autocomplete.of(spec, wanted, "", {}, self.id_of(deed.who), where)

    def reaching(self, observer: str, deeds: int) -> list[Heard]:
        """All that one of the people gets to see by the end of so many deeds, in order, messages numbered anew."""
        who, numbers = self.id_of(observer), dict[str, str]()
        said = self.heard[: self.marks[deeds - 1].heard if deeds else 0]
        return [
            each._replace(number=numbers.setdefault(each.number, str(len(numbers))) if each.number else "")
            for each in said
            if each.whom in ("", who)
        ]


def moments(game: str, state: TableState | None, deed: Deed, ways: list[str]) -> set[str]:
    """What is going on at a table when a deed is done, and what was done by others meanwhile."""
    if state is None:
        return {"no table"}
    hand, sealed = state.playing, state.sealed
    if hand is not None:
        stage = _stage(hand)
    elif sealed is not None and sealed.stands:
        stage = "cut"
    else:
        stage = "pause" if state.hands_played else "lobby"
    what = f"{deed.line.split()[0]} for suggestions" if deed.suggested else " ".join(deed.line.split()[:1])
    found = {f"{game}: {stage}", *(f"{game}: {way}" for way in ways)}
    if what:
        found.add(f"{what} {'in a hand' if hand is not None else 'between hands'}")
    return found


def _stage(hand: AnyHand) -> str:
    now: Any = hand.round
    if hasattr(now, "stage"):
        return str(now.stage)
    if hasattr(now, "declaring"):
        return "declaring" if now.declaring or now.declared else f"street {now.street}"
    return "window" if now.window else "turn"


class Evenings:
    """Plays evenings; pictures are what they are drawn from, and every hand is written down as it is played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self._hands: list[PlayedHand] = []
        """The hands of the evening that is being played."""

        undrawn(monkeypatch)
        monkeypatch.setattr(DraftRenderer, "finished", _drawn)
        self._write_down()

    def _write_down(self) -> None:
        begin, played, closed = hands.begin, hands._played, hands._closed

        def begun(state: TableState, *args: Any) -> Any:
            change = begin(state, *args)
            self._hands.append(_dealt(state, change.state))
            return change

        def acted(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
            after = played(hand, seat, action, lapsed=lapsed)
            computer = hand.players[seat].startswith("computer:")
            way = "computer" if computer else "lapse" if lapsed else action.verb
            self._hands[-1].actions.append((seat, action, way))
            return after

        def shut(hand: AnyHand) -> AnyHand:
            after = closed(hand)
            self._hands[-1].actions.append((None, CLOSE, "window closed"))
            return after

        for name, function in (("begin", begun), ("_played", acted), ("_closed", shut)):
            self._patch.setattr(hands, name, function)

    @asynccontextmanager
    async def begin(self, setting: Setting, pack: Callable[[int, int], Pack]) -> AsyncIterator[Evening]:
        """A group in which nobody sits yet."""
        with tempfile.TemporaryDirectory() as folder:
            scenario = Scenario(Path(folder))
            scenario.entropy = GivenPacks("evening", pack)
            scenario.chat.free_edits = setting.free_edits
            scenario.chat.beacon = DIE if setting.beacon else None
            if setting.called_in_private:
                scenario.chat.called_in_private = {f"test:{name}" for name in setting.people}
            for name, value in (
                ("private_edits_are_free", setting.private_edits_are_free),
                ("sends_every_hand", setting.sends_every_hand),
                ("beacon_seconds", 3.0 if setting.beacon else 0.0),
            ):
                self._patch.setattr(Connection, name, value)
            async with scenario:
                await scenario.app.groups.change(scenario.name, setting.settled)
                evening = Evening(scenario, setting)
                evening.hands = self._hands = []
                yield evening


def _dealt(before: TableState, after: TableState) -> PlayedHand:
    hand = after.hand
    assert hand is not None
    dealer = hand.chairs.index(hand.dealer)
    streak = before.streak if hand.players[dealer] == before.last_dealer else 0
    deal = Deal(hand.rules, hand.stacks, dealer, hand.deal.pack, before.carried, streak)
    computers = tuple(seat for seat, player in enumerate(hand.players) if player.startswith("computer:"))
    return PlayedHand(Start(after.game, deal), hand.players, computers)


async def _drawn(renderer: DraftRenderer, draft: Draft) -> Message:
    """What takes no time need not be done elsewhere."""
    return draft.finished()
