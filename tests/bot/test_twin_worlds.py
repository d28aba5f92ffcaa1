"""Nobody learns of a hidden card from anything the shell says, nor from when or in which order it does.

Evenings of every game are played at random, and again in worlds that differ in cards alone which one of the people
cannot see: hands folded, of others, or never shown, and what is left of the pack. All that everybody is told and all
that reaches this person has to be the same, of the same kind, in the same order and at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pytest

from bot.dispatch.autocomplete import Autocomplete
from bot.dispatch.dispatcher import Dispatcher
from bot.games.quandui.presenter import QuanDuiPresenter
from bot.live.private_messages import PrivateMessages
from bot.messages import Choice, Command, MessageId, PlayerId, Reply
from bot.presenting.presenter import HandText
from bot.presenting.presenters import PRESENTERS
from bot.tables import hands
from bot.tables.dealing import Dealing
from bot.tables.turn_clock import TurnClock
from bot.wording import Translator
from engine.games import GAMES
from engine.play import Action, Round, Seat
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.tiles import SPOTS
from engine.quandui.claims import rightful
from engine.quandui.round import QuanDuiRound, QuanDuiView
from engine.table.changes import Change, Notice
from engine.table.hand import AnyHand, TableHand
from engine.table.state import TableState
from tests.bot.evenings import Evenings
from tests.bot.fake_chat import Connection
from tests.bot.twin_worlds import compared, twins

Plant: TypeAlias = Callable[[pytest.MonkeyPatch, Evenings], None]

SAMPLE = 4
"""How many pairs of worlds of each game are compared whenever the tests run."""

PAIRS = {"qiuqiu": 800, "koo-kiew": 600, "quan-dui": 700}
"""How many are compared in the long run."""

MOMENTS = {
    "qiuqiu": (
        *("street 0", "street 1", "street 2", "declaring", "fold", "all-in", "declare", "computer", "lapse", "leave"),
        *("advance in a hand", "in advance", "hint in a hand", "verify in a hand", "verify between hands"),
        *("rebuy in a hand", "rebuy between hands"),
    ),
    "koo-kiew": (
        *("staking", "bidding", "showing", "bid", "stake", "pass", "show", "pass-bank", "computer", "lapse"),
        *("window closed", "verify between hands", "rebuy in a hand", "rebuy between hands"),
    ),
    "quan-dui": (
        *("window", "turn", "win", "dui", "pass", "pick-up", "draw", "discard", "computer", "lapse", "window closed"),
        *("leave", "hint in a hand", "verify in a hand", "advance in a hand"),
    ),
}
"""What has to be among what is going on in them, game by game."""

ALL_MOMENTS = (
    *("lobby", "pause", "cut", "suggestions", "hand in a hand", "shuffle between hands"),
    *("join in a hand", "leave in a hand", "kick in a hand", "sit in a hand"),
)
"""And what has to be among it in every game."""


@pytest.mark.parametrize("game", GAMES)
async def test_worlds_that_differ_in_hidden_cards_cannot_be_told_apart(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = await compared(Evenings(monkeypatch), game, SAMPLE)
    assert moments["pairs"] >= SAMPLE
    assert moments[f"{game}: {MOMENTS[game][0]}"], "none of these evenings came to a hand"


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
async def test_thousands_of_worlds_cannot_be_told_apart_at_any_moment(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum(PAIRS.values()) >= 2_000
    moments = await compared(Evenings(monkeypatch), game, PAIRS[game])
    assert moments["pairs"] >= PAIRS[game]
    never = [each for each in (*ALL_MOMENTS, *MOMENTS[game]) if not moments[f"{game}: {each}"]]
    assert not never, f"none of the worlds came to this: {never}; they came to {moments}"


# --- planted leaks ---------------------------------------------------------------------------------------------


def bottom_is_high(evenings: Evenings) -> bool:
    """Whether the last card of the pack of the newest hand, which is hardly ever dealt, is one of the higher ones."""
    assert evenings.now is not None
    if not evenings.now.hands:
        return False
    start = evenings.now.hands[-1].start
    return start.deal.pack[-1] * 2 > len(start.game.pack)


def folded_the_best(hand: AnyHand | None) -> bool:
    """Whether somebody has folded the most spots of all."""
    if hand is None or not isinstance(hand.round, QiuQiuRound):
        return False
    spots = {seat: sum(SPOTS[tile] for tile in tiles) for seat, tiles in enumerate(hand.round.hands)}
    return max(spots, key=lambda seat: spots[seat]) in hand.round.betting.folded


def in_the_length_of_a_pause(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """The pause is longer if somebody has folded what would have won."""
    usual: property = vars(Dealing)["_pause_seconds"]

    def longer(dealing: Dealing) -> float:
        seconds: float = usual.__get__(dealing)
        return seconds + folded_the_best(dealing._store.state.hand)

    patch.setattr(Dealing, "_pause_seconds", property(longer))


def in_a_toast(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Whoever does anything is told more if a card comes that they cannot know."""
    handle = Dispatcher.handle

    async def handled(dispatcher: Dispatcher, command: Command) -> Reply:
        reply = await handle(dispatcher, command)
        return Reply(reply.message, reply.refused, toast="Well done!") if bottom_is_high(evenings) else reply

    patch.setattr(Dispatcher, "handle", handled)


def private_hands_late(patch: pytest.MonkeyPatch, sender: type[Any], late: Callable[[], int]) -> None:
    """Private hands come after what everybody is told, if something is so that nobody may know."""
    send = sender.send_private

    async def sent(connection: Any, *args: Any) -> MessageId:
        for _ in range(late() * 100):
            await asyncio.sleep(0)
        found: MessageId = await send(connection, *args)
        return found

    patch.setattr(sender, "send_private", sent)


def in_the_order_of_messages(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Private hands come last if a certain card is out."""
    private_hands_late(patch, Connection, lambda: bottom_is_high(evenings))


def in_the_time_of_private_hands(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Private hands come a second later if a certain card is out."""
    update = PrivateMessages.update

    def updated(messages: PrivateMessages, *args: Any) -> None:
        assert evenings.now is not None
        if bottom_is_high(evenings):
            evenings.now.scenario.clock.call_later(1, lambda: update(messages, *args))
        else:
            update(messages, *args)

    patch.setattr(PrivateMessages, "update", updated)


def in_suggestions(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Something more is suggested if a certain card is out."""
    of = Autocomplete.of

    def longer(autocomplete: Autocomplete, *args: Any) -> list[Choice]:
        found = of(autocomplete, *args)
        return [*found, Choice("Be brave", "all-in")] if bottom_is_high(evenings) else found

    patch.setattr(Autocomplete, "of", longer)


def not_asked(clock: TurnClock, hand: AnyHand) -> bool:
    """Whether a window is open about which somebody need not be asked, by their decision and their cards."""
    chairs = [(seat, clock._store.state.chair_of(hand.players[seat])) for seat in hand.round.awaited]
    return bool(hand.round.window) and any(
        chair is not None and chair.standing and not hand.round.asks(seat, chair.standing) for seat, chair in chairs
    )


def in_the_length_of_a_window(patch: pytest.MonkeyPatch, evenings: Evenings | None = None) -> None:
    """A window is shorter if somebody need not be asked."""
    begin = TurnClock._begin

    def begun(clock: TurnClock, hand: AnyHand) -> None:
        begin(clock, hand)
        if not_asked(clock, hand):
            clock._timers.later(hand.round.window / 2, partial(clock.close_window, hand.turn))

    patch.setattr(TurnClock, "_begin", begun)


def in_a_decision_that_is_no_secret(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Everybody's messages are brought up to date when somebody decides to be asked less."""
    decide = hands.decide

    def told(state: TableState, player: PlayerId, action: str, question: str = "") -> Change:
        change = decide(state, player, action, question)
        quiet = change.silent and "pass-unless" not in action
        return replace(change, silent=quiet, notices=() if quiet else (Notice("closes-after-hand"),))

    patch.setattr(hands, "decide", told)


def claimable(now: Round[Any]) -> bool:
    """Whether anybody can claim the discard in the middle."""
    assert isinstance(now, QuanDuiRound)
    if now.ballot is None:
        return False
    offer = now.discards[-1].card
    return any(rightful(now.rules, now.hands[seat], offer) for seat in now.awaited)


def in_the_question(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """The question to all is put more urgently if somebody can claim."""

    class Urgent(QuanDuiPresenter):
        def public(self, hand: TableHand[QuanDuiView], translate: Translator) -> HandText:
            text = super().public(hand, translate)
            return replace(text, question=text.question + "!") if claimable(hand.round) else text

    patch.setitem(PRESENTERS, "quan-dui", Urgent())


def in_the_buttons_of_a_window(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """A window has buttons only if somebody can claim."""

    class Sparing(QuanDuiPresenter):
        def buttons(self, state: TableState, hand: TableHand[QuanDuiView], translate: Translator) -> Any:
            return super().buttons(state, hand, translate) if not hand.round.window or claimable(hand.round) else ()

    patch.setitem(PRESENTERS, "quan-dui", Sparing())


def in_who_is_written_to(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Nobody is written to when a window opens, unless somebody can claim."""
    update = PrivateMessages.update

    def updated(messages: PrivateMessages, state: TableState) -> None:
        if state.playing is None or not state.playing.round.window or claimable(state.playing.round):
            update(messages, state)

    patch.setattr(PrivateMessages, "update", updated)


def in_a_skipped_window(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Where nobody can claim the window is closed as soon as it opens."""
    played = hands.played

    def skipping(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
        after = played(hand, seat, action, lapsed=lapsed)
        opened = after.round.window and not hand.round.window
        return hands.window_closed(after) if opened and not claimable(after.round) else after

    patch.setattr(hands, "played", skipping)


PLANTS = (
    (in_the_length_of_a_pause, "qiuqiu"),
    (in_a_toast, "qiuqiu"),
    (in_the_order_of_messages, "qiuqiu"),
    (in_the_time_of_private_hands, "qiuqiu"),
    (in_suggestions, "qiuqiu"),
    (in_the_length_of_a_window, "quan-dui"),
    (in_a_decision_that_is_no_secret, "quan-dui"),
    (in_the_question, "quan-dui"),
    (in_the_buttons_of_a_window, "quan-dui"),
    (in_who_is_written_to, "quan-dui"),
    (in_a_skipped_window, "quan-dui"),
)


@pytest.mark.parametrize(("plant", "game"), PLANTS, ids=[plant.__name__ for plant, _ in PLANTS])
async def test_a_planted_leak_is_found(plant: Plant, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await leak_found(Evenings(monkeypatch), plant, game, monkeypatch, Random(plant.__name__), 12)


async def leak_found(
    evenings: Evenings, plant: Plant, game: str, patch: pytest.MonkeyPatch, rng: Random, most: int
) -> None:
    """Tell so many evenings at most until a planted leak shows in one of them."""
    plant(patch, evenings)
    for _ in range(most):
        async for twin in twins(evenings, game, rng):
            if twin.difference is not None:
                return
    pytest.fail("all worlds look alike")
