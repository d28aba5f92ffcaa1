"""Evenings at one table, the packs of which are given: what is done at it, and what each person gets to see."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.commands import SPECS
from bot.groups import GroupSettings
from bot.messages import Choice, PlayerId
from engine.fairness import Beacon, BeaconKind
from engine.games import GAMES
from engine.house_rules import BadRule
from engine.table.state import TableState
from tests.bot.evening_player import Done, stage_of
from tests.bot.fake_chat import Connection, Seen
from tests.bot.played_hands import BY_COMPUTER, BY_TIME, GivenPacks, Pack, PlayedHand, PlayedHands
from tests.bot.scenario import Scenario, player_id
from tests.bot.undrawn import undrawn_at_once

REPLY, SUGGESTIONS = "reply", "suggestions"
"""How somebody alone is told what a command came to, and what may stand in one."""

DIE = Beacon(BeaconKind.TELEGRAM, b"\x03")


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
    blind: bool = False
    """Whether computer players choose without a look at their cards, which are then as hidden as anybody's."""

    def settled(self, now: GroupSettings) -> GroupSettings:
        """The settings of the group with these rules, as far as they go together."""
        for name, value in (("computer_chips", "always"), *self.rules):
            try:
                now = now.with_rule(self.game, name, value)
            except BadRule:
                continue
        return now


class Deed(NamedTuple):
    """What happens next: somebody types a line, everybody is suggested what may stand in one, or time passes."""

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


class Evening:
    """What is done at a table, and everything that anybody gets to see."""

    def __init__(self, scenario: Scenario, setting: Setting) -> None:
        self.scenario, self.setting = scenario, setting
        self.heard: list[Heard] = []
        self.deeds: list[Deed] = []
        self.marks: list[Mark] = []
        self.hands: list[PlayedHand] = []
        self.done: Done = Counter()
        """How often what was done besides playing on, by the state of the table."""

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
        return player_id(name)

    async def do(self, deed: Deed) -> None:
        """Let something happen, and wait until all is quiet again."""
        before, accepted = [len(hand.actions) for hand in self.hands], True
        if deed.seconds:
            await self.wait(deed.seconds)
        elif deed.suggested:
            for name in self.setting.people:
                self.say(SUGGESTIONS, self.id_of(name), "", self._suggestions(name, deed.line))
        else:
            accepted = await self.type(deed.who, deed.line)
        ways = [way for hand in self.hands for *_, way in hand.actions][sum(before) :]
        self.deeds.append(deed)
        steps = len(self.hands[-1].actions) if self.hands else 0
        going_on = frozenset(moments(self.setting.game, self.state, deed if accepted else Deed(), ways))
        self.marks.append(Mark(len(self.heard), len(self.hands), steps, going_on))

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.scenario.wait(seconds)

    async def type(self, who: str, line: str) -> bool:
        """Let somebody type a line; tell whether it was carried out."""
        reply = await self.scenario.say(who, line)
        self.say(REPLY, self.id_of(who), "", reply)
        return not reply.refused

    def _suggestions(self, who: str, wanted: str) -> list[Choice]:
        name, _, parameter = wanted.rpartition(" ")
        spec = next(each for each in SPECS if each.name == name)
        typed = next(each for each in spec.parameters if each.name == parameter)
        return self.scenario.app.autocomplete.of(self.scenario.command(who, name), typed, "", {})

    def reaching(self, observer: str, deeds: int, otherwise: Collection[str] = ()) -> list[Heard]:
        """All that one of the people gets to see by the end of so many deeds, in order, messages numbered anew.

        Args:
            observer: the name of that person.
            deeds: how many deeds.
            otherwise: who does something else in the other world, of which only they themselves are told.
        """
        who, numbers = self.id_of(observer), dict[str, str]()
        said = self.heard[: self.marks[deeds - 1].heard if deeds else 0]
        return [
            each._replace(number=numbers.setdefault(each.number, str(len(numbers))) if each.number else "")
            for each in said
            if each.whom in ("", who)
        ]


def moments(game: str, state: TableState | None, deed: Deed, ways: list[str]) -> set[str]:
    """What is going on at a table when a deed is done, and by what ways people acted meanwhile."""
    found = {f"{game}: {way}" for way in ways}
    carried_out = bool(GAMES[game].advance_verbs) and not GAMES[game].standing_verbs
    alone = carried_out and set(ways).isdisjoint((BY_COMPUTER, BY_TIME))
    if alone and deed.line and len(ways) > 1:
        found.add(f"{game}: in advance")
    hand, sealed = (None, None) if state is None else (state.playing, state.sealed)
    if state is None:
        stage = "closed"
    elif hand is not None:
        stage = stage_of(hand)
    elif sealed is not None and sealed.stands:
        stage = "cut"
    else:
        stage = "pause" if state.hands_played else "lobby"
    if deed.suggested:
        found.add(f"{game}: suggestions")
    elif deed.line and not ways:
        found.add(f"{game}: {deed.line.split()[0]} {'between hands' if hand is None else 'in a hand'}")
    return {*found, f"{game}: {stage}"}


Gathering = Callable[[Path, Setting, GivenPacks], AbstractAsyncContextManager[Evening]]
"""How people come together where nobody sits yet."""


class Evenings:
    """Plays evenings; pictures are what they are drawn from, and every hand is written down as it is played.

    Args:
        monkeypatch: undoes all of that.
        gather: brings the people together; in a chat of the tests by default.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, gather: Gathering | None = None) -> None:
        self._gather = self._in_a_chat if gather is None else gather
        self._patch = monkeypatch
        self._played = PlayedHands(monkeypatch)
        self.now: Evening | None = None
        """The evening that is being played, or was played last."""

        undrawn_at_once(monkeypatch)

    @asynccontextmanager
    async def begin(self, setting: Setting, pack: Callable[[int, int], Pack]) -> AsyncIterator[Evening]:
        """People who have come together, and play with these packs: one for each hand, by its number from 0."""
        self._played.blind = setting.blind
        with tempfile.TemporaryDirectory() as folder:
            async with self._gather(Path(folder), setting, GivenPacks(pack)) as evening:
                await evening.scenario.app.groups.change(evening.scenario.name, setting.settled)
                self.now, evening.hands = evening, []
                self._played.hands = evening.hands
                yield evening

    @asynccontextmanager
    async def _in_a_chat(self, folder: Path, setting: Setting, packs: GivenPacks) -> AsyncIterator[Evening]:
        scenario = Scenario(folder)
        scenario.entropy = packs
        scenario.chat.free_edits = setting.free_edits
        scenario.chat.beacon = DIE if setting.beacon else None
        if setting.called_in_private:
            scenario.chat.called_in_private = {player_id(name) for name in setting.people}
        for name, value in (
            ("private_edits_are_free", setting.private_edits_are_free),
            ("sends_every_hand", setting.sends_every_hand),
            ("beacon_seconds", 3.0 if setting.beacon else 0.0),
        ):
            self._patch.setattr(Connection, name, value)
        async with scenario:
            yield Evening(scenario, setting)
