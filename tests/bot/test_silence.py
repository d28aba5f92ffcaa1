"""Nobody learns anything from when, how or how long the shell speaks: hands of Quan Dui in worlds that differ in hidden
cards alone.

Each hand is played at random, with claims, late answers and players who do not answer, and again with other cards
wherever an observer cannot see them. All that reaches the public and this observer must be the same, at the same
moment.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.games.quandui.presenter import QuanDuiPresenter
from bot.groups import GroupSettings
from bot.live.private_messages import PrivateMessages, Side
from bot.messages import Message
from bot.presenting.presenter import HandText
from bot.presenting.presenters import PRESENTERS
from bot.tables import hands
from bot.tables.state import AnyHand, TableHand, TableState
from bot.wording import Translator
from engine import notation
from engine.game import Deal
from engine.house_rules import GameRules
from engine.play import Action, Round, Seat
from engine.quandui.claims import rightful
from engine.quandui.game import QuanDui
from engine.quandui.opponent import choose
from engine.quandui.round import QuanDuiRound, QuanDuiView
from engine.quandui.rules import AMSTERDAM, QuanDuiRules
from tests.bot.fake_chat import Connection
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.bot.undrawn import undrawn_at_once
from tests.engine.laws import CLOSE, Played, Start, another_world
from tests.manual_clock import ManualClock

NAMES = ("sari", "budi", "wati", "joko", "tono", "rini")
QUAN_DUI = QuanDui()
BUY_IN, TURN = 500, 45

PRIVATE, REPLY = "private", "reply"

WINDOWS = 30
"""How many windows are compared, each as the public and one observer see it, with and without free private edits."""

MANY_WINDOWS = 600
"""How many by `make soak`."""

WORLDS = 2
"""In how many other worlds each hand is played again, each for an observer of its own."""


class Deed(NamedTuple):
    """What is done at a table, at what time of the hand."""

    at: float
    seat: Seat
    line: str = ""
    """What the seat types; nothing if the turn is to lapse."""


class Call(NamedTuple):
    """Something that somebody gets to see."""

    at: float
    how: str
    number: int
    """Which of the messages seen so far it puts something else in the place of."""

    message: Message


class Trace:
    """Everything that was said in the course of a hand, to whom and when."""

    def __init__(self, scenario: Scenario) -> None:
        self._clock, self._began = scenario.clock, scenario.clock.now()
        self._said: list[tuple[float, str, str, str, Message]] = []
        self._marks: list[int] = []
        scenario.chat.watch = lambda seen: self.say(seen.how, seen.where, seen.number, seen.message)
        self.end: Round[Any] | None = None
        """How the hand stood when all was done."""

    @property
    def now(self) -> float:
        """Seconds since the hand began."""
        return self._clock.now() - self._began

    def say(self, how: str, where: str, number: str, message: Message) -> None:
        """Write down what was said."""
        self._said.append((self.now, how, where, number, message))

    def mark(self) -> None:
        """One more deed is done."""
        self._marks.append(len(self._said))

    def reaching(self, observer: str, deeds: int) -> tuple[list[Call], list[Call]]:
        """What the public and one player see by the end of so many deeds, each in its order."""
        public: list[Call] = []
        private: list[Call] = []
        numbers: dict[str, int] = {}
        for at, how, where, number, message in self._said[: self._marks[deeds - 1]]:
            if how not in (PRIVATE, REPLY):
                public.append(Call(at, how, numbers.setdefault(number, len(numbers)), message))
            elif where == observer:
                private.append(Call(at, how, 0, message))
        return public, private

    def during(self, deed: int) -> list[tuple[float, str, str]]:
        """What was said when a deed was done: when, how and where."""
        first = self._marks[deed - 1] if deed else 0
        return [(at, how, where) for at, how, where, _, _ in self._said[first : self._marks[deed]]]


# --- playing ---------------------------------------------------------------------------------------------------


def any_rules(rng: Random) -> QuanDuiRules:
    """Some house rules; the window closes when all have answered, or never before its time."""
    rules = AMSTERDAM.replace("claim_seconds", str(rng.randint(3, 12)))
    for name, kind in rules.kinds().items():
        if kind.choices and rng.random() < 0.3:
            rules = rules.replace(name, rng.choice(kind.choices))
    return rules


def any_hand(rng: Random) -> Start:
    """A hand that is about to be dealt, to two to six players."""
    players = rng.randint(2, 6)
    pack = tuple(rng.sample(range(len(QUAN_DUI.pack)), len(QUAN_DUI.pack)))
    return Start(QUAN_DUI, Deal(any_rules(rng).without_beacon(), (BUY_IN,) * players, rng.randrange(players), pack))


def played(start: Start, rng: Random) -> tuple[list[Played], list[Deed]]:
    """Play a hand: every position, and what people do at a table to reach it."""
    step = start.begin()
    path = [Played(step.round, step.events, None, None)]
    deeds: list[Deed] = []
    at, opened = 0.0, 0.0
    while (now := path[-1].round).settlement is None:
        assert isinstance(now, QuanDuiRound)
        seat = rng.choice(now.awaited)
        if now.window and (at + 1 >= opened + now.window or rng.random() < 0.3):
            at = opened + now.window
            path.append(Played(*now.close(), None, CLOSE))
            deeds.append(Deed(at, seat))
            continue
        silent = not now.window and rng.random() < 0.05
        action = now.lapse(seat) if silent else _any_action(now, seat, rng)
        at += TURN if silent else 1 if now.window else rng.choice((0, 1, 5, TURN - 1))
        path.append(Played(*now.play(seat, action), seat, action))
        deeds.append(Deed(at, seat, "" if silent else notation.write(action)))
        if path[-1].round.question != now.question:
            opened = at
    return path, deeds


def _any_action(now: QuanDuiRound, seat: Seat, rng: Random) -> Action:
    """What a computer player does, or anything at all."""
    return choose(now.view(seat), rng) if rng.random() < 0.5 else rng.choice(now.options(seat).ready)


def retold(deeds: list[Deed], path: list[Played]) -> list[Deed]:
    """The same deeds as far as a path goes, with its actions."""
    return [
        deed._replace(line=notation.write(played.action) if deed.line and played.action is not None else "")
        for deed, played in zip(deeds, path[1:], strict=False)
    ]


class World:
    """A table at which hands are dealt as wanted; storing takes no time, and pictures are what they are drawn from."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.private_edits_are_free = False
        """Whether windows are put in private too, as on a platform where every edit is free."""

        self.clock = ManualClock()
        """The clock of the hand being played."""

        undrawn_at_once(monkeypatch)

    async def trace(self, start: Start, deeds: list[Deed]) -> Trace:
        """Play a hand at a table."""
        names = NAMES[: len(start.deal.stacks)]
        with tempfile.TemporaryDirectory() as folder:
            self._patch.setattr(Connection, "private_edits_are_free", self.private_edits_are_free)
            async with Scenario(Path(folder)) as scenario:
                self.clock = scenario.clock
                scenario.entropy.stack(start.deal.pack, start.deal.dealer)
                await scenario.app.groups.change(GROUP, partial(settled, start.deal.rules))
                await scenario.sit(*names, game="quan-dui")
                self._patch.setattr(scenario.app.ledger, "commit", _stored)
                trace = Trace(scenario)
                await scenario.do(names[0], "start")
                for deed in deeds:
                    await scenario.wait(deed.at - trace.now)
                    if deed.line:
                        reply = await scenario.say(names[deed.seat], deed.line)
                        trace.say(REPLY, player_id(names[deed.seat]), "", reply.message)
                    trace.mark()
                trace.end = scenario.hand().round
                return trace


def settled(rules: GameRules, now: GroupSettings) -> GroupSettings:
    """These house rules in force, with turns that always last as long, and nobody who is sat out."""
    wanted = {name: value for name, (value, _) in rules.differences(AMSTERDAM).items()}
    for name, value in {**wanted, "time_bank": "0", "lapses": "10"}.items():
        now = now.with_rule("quan-dui", name, value)
    return now


async def _stored(record: object) -> None:
    """Nothing has to outlive these tests."""


class Twins(NamedTuple):
    """What an observer sees of a hand in two worlds."""

    here: tuple[list[Call], list[Call]]
    there: tuple[list[Call], list[Call]]
    windows: int
    """How many windows there were in both."""


async def twins(world: World, rng: Random) -> AsyncIterator[Twins]:
    """Play a hand at a table, and again in other worlds."""
    start = any_hand(rng)
    path, deeds = played(start, rng)
    observers = rng.sample((None, *range(len(start.deal.stacks))), min(WORLDS, len(start.deal.stacks)))
    others = {observer: another_world(start, path, observer, rng) for observer in observers}
    longest = max(len(again) for _, again in others.values())
    here = await world.trace(start, deeds[:longest])
    for observer, (other, again) in others.items():
        there = await world.trace(other, retold(deeds, again))
        who, done = "" if observer is None else player_id(NAMES[observer]), len(again) - 1
        windows = {each.round.question for each in again if each.round.window}
        yield Twins(here.reaching(who, done), there.reaching(who, done), len(windows))


@pytest.mark.parametrize(
    ("share", "least"),
    [(0, WINDOWS), (1, WINDOWS), *(pytest.param(share, MANY_WINDOWS, marks=pytest.mark.soak) for share in (2, 3))],
)
async def test_the_public_and_an_observer_are_told_the_same_at_the_same_moment(
    share: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, rng, windows = World(monkeypatch), Random(share), 0
    world.private_edits_are_free = share % 2 == 0
    while windows < least:
        async for twin in twins(world, rng):
            assert twin.here == twin.there
            windows += twin.windows


async def test_a_window_calls_nobody_and_writes_to_all_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the table comes to the same end as the game by itself."""
    world, rng, windows = World(monkeypatch), Random("alike"), 0
    while windows < 30:
        world.private_edits_are_free = not world.private_edits_are_free
        start = any_hand(rng)
        path, deeds = played(start, rng)
        trace = await world.trace(start, deeds)
        assert trace.end == path[-1].round
        for number, (before, after) in enumerate(pairwise(path)):
            said = trace.during(number)
            asked = {player_id(NAMES[seat]) for seat in after.round.awaited}
            if not after.round.window:
                continue
            if not before.round.window:
                told = [(at, where) for at, how, where in said if how == PRIVATE and at == deeds[number].at]
                if world.private_edits_are_free:
                    assert asked <= {where for _, where in told}
                elif number:  # with the first discard, the hands have just been dealt
                    # Whose claim was beaten is shown that until the next discard.
                    beaten = {
                        player_id(NAMES[seat]) for seat in before.round.dealt_to if before.round.view(seat).beaten
                    }
                    assert not (asked - beaten) & {where for _, where in told}, "the window stands in public"
                windows += 1
                continue
            assert {how for _, how, _ in said} <= {PRIVATE, REPLY}, "nothing public happens in a window"
            assert {where for _, _, where in said} <= {player_id(NAMES[deeds[number].seat])}, "nor to anybody else"


# --- planted hints ---------------------------------------------------------------------------------------------


def claimable(now: Round[Any]) -> bool:
    """Whether anybody can claim the discard in the middle."""
    assert isinstance(now, QuanDuiRound)
    if now.ballot is None:
        return False
    offer = now.discards[-1].card
    return any(rightful(now.rules, now.hands[seat], offer) for seat in now.awaited)


def in_a_public_edit(patch: pytest.MonkeyPatch, world: World) -> None:
    """The question is put more urgently."""

    class Urgent(QuanDuiPresenter):
        def public(self, hand: TableHand[QuanDuiView], translate: Translator) -> HandText:
            text = super().public(hand, translate)
            return replace(text, question=text.question + "!") if claimable(hand.round) else text

    patch.setitem(PRESENTERS, "quan-dui", Urgent())


def in_private_messages(patch: pytest.MonkeyPatch, world: World) -> None:
    """Nobody is written to when a window opens, unless somebody can claim."""
    update = PrivateMessages.update

    def updated(self: PrivateMessages, state: TableState, side: Side) -> None:
        if state.playing is None or not state.playing.round.window or claimable(state.playing.round):
            update(self, state, side)

    patch.setattr(PrivateMessages, "update", updated)


def in_the_timing_of_private_messages(patch: pytest.MonkeyPatch, world: World) -> None:
    """Everybody is written to a second later if nobody can claim."""
    update = PrivateMessages.update

    def updated(self: PrivateMessages, state: TableState, side: Side) -> None:
        if state.playing is None or not state.playing.round.window or claimable(state.playing.round):
            update(self, state, side)
        else:
            world.clock.call_later(1, lambda: update(self, state, side))

    patch.setattr(PrivateMessages, "update", updated)


def in_a_skipped_window(patch: pytest.MonkeyPatch, world: World) -> None:
    """Where nobody can claim the window is closed as soon as it opens."""
    played = hands._played

    def skipping(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
        after = played(hand, seat, action, lapsed=lapsed)
        opened = after.round.window and not hand.round.window
        return hands._closed(after) if opened and not claimable(after.round) else after

    patch.setattr(hands, "_played", skipping)


def in_an_early_close(patch: pytest.MonkeyPatch, world: World) -> None:
    """A window is shorter if nobody can claim."""

    def window(now: QuanDuiRound) -> int:
        return 0 if now.ballot is None else now.rules.claim_seconds - (not claimable(now))

    patch.setattr(QuanDuiRound, "window", property(window))


PLANTS = (
    in_a_public_edit,
    in_private_messages,
    in_the_timing_of_private_messages,
    in_a_skipped_window,
    in_an_early_close,
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
async def test_a_planted_hint_is_noticed(
    plant: Callable[[pytest.MonkeyPatch, World], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    world, rng = World(monkeypatch), Random("planted")
    world.private_edits_are_free = True
    plant(monkeypatch, world)

    assert [twin async for twin in twins(world, rng) if twin.here != twin.there]
