"""Quan Dui keeps its secrets when computer players play to win, and every leak is noticed.

The laws deal each hand again with other cards wherever an observer cannot see them, and compare all that reaches them:
what happens, who is asked, how long, and what they may answer. Random play under random house rules is tried with that
of the other games (``tests/engine/test_laws.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Deal
from engine.play import NOTHING, Action, Card, Options, Seat, Step
from engine.quandui.claims import DUI, WIN, rightful
from engine.quandui.copies import Copies
from engine.quandui.game import QuanDui
from engine.quandui.opponent import choose
from engine.quandui.round import DISCARD, DRAW, QuanDuiRound, QuanDuiView
from engine.quandui.rules import STRICT, QuanDuiRules
from engine.refusal import Refused
from tests.engine import laws
from tests.engine.laws import CLOSE, Played, Start, any_start, check_hand, check_secrets, house_rules
from tests.thoroughness import examples

QUAN_DUI = QuanDui()


@given(rules=house_rules(QUAN_DUI), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_no_secret_is_told_when_computer_players_play_to_win(rules: QuanDuiRules, seed: int) -> None:
    """Their claims are rightful, and their hands get complete, which those of random players seldom do."""
    rng = Random(seed)
    start = any_start(QUAN_DUI, rules, rng)
    path = computers_play(start, rng)

    for _ in range(3):
        check_secrets(start, path, rng)


def computers_play(start: Start, rng: Random) -> list[Played]:
    """A hand of computer players; now and then one of them is too slow for a window."""
    step = start.begin()
    path = [Played(step.round, step.events, None, None)]
    while (now := path[-1].round).settlement is None:
        if now.window and rng.random() < 0.2:
            step = now.close()
            path.append(Played(step.round, step.events, None, CLOSE))
            continue
        seat = rng.choice(now.awaited)
        assert isinstance(now, QuanDuiRound)
        action = choose(now.view(seat), rng)
        step = now.play(seat, action)
        path.append(Played(step.round, step.events, seat, action))
    return path


# Planted faults: rounds of Quan Dui, each with one thing wrong.


class Wrong(QuanDuiRound):
    """A round that does everything right, for others to do one thing wrong."""

    __slots__ = ()

    @property
    def able(self) -> tuple[Seat, ...]:
        """Who can claim the discard in the middle."""
        if self.ballot is None:
            return ()
        offered = self.discards[-1].card
        return tuple([seat for seat in self.ballot.awaited if rightful(self.rules, self.hands[seat], offered)])


class AsksWhoCanClaim(Wrong):
    """Those who cannot claim the discard are not asked."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.able or super().awaited

    def options(self, seat: Seat) -> Options:
        return super().options(seat) if seat in self.awaited else NOTHING


class SkipsTheWindow(Wrong):
    """The window closes at once when nobody can claim the discard."""

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = super()._after(seat, action)
        now = step.round
        assert isinstance(now, Wrong)
        if now.able or not now.window:
            return step
        closed = now.close()
        return Step(closed.round, (*step.events, *closed.events))


class LastsLongerForTheAble(Wrong):
    """The window stays open longer when somebody can claim the discard."""

    @property
    def window(self) -> int:
        return super().window + len(self.able)


class HintsAtClaims(Wrong):
    """A view tells how many can claim the discard, on top of the seconds of the window."""

    def view(self, seat: Seat | None) -> QuanDuiView:
        view = super().view(seat)
        return replace(view, window=view.window + len(self.able))


class ShowsTheCardDrawn(Wrong):
    """Everybody sees what is drawn."""

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = super()._after(seat, action)
        return Step(step.round, (*step.events, ("Saw", self.pack[self.next_card]))) if action == DRAW else step


class DiscardsTheHighest(Wrong):
    """For a player who left, the highest card is discarded, so that all others are known to be lower."""

    def lapse(self, seat: Seat) -> Action:
        if self.ballot is None and self.discarding and seat in self.absent:
            return DISCARD[max(self.hands[seat].hidden)]
        return super().lapse(seat)


class RefusesInVain(Wrong):
    """A claim without the cards is refused."""

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        if self.window and action in (WIN, DUI) and seat not in self.able:
            raise Refused("not-an-option")
        return super().play(seat, action)


class TellsWhoAnswers(Wrong):
    """An event tells that somebody has answered."""

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = super()._after(seat, action)
        return Step(step.round, (*step.events, ("Answered", seat))) if self.window else step


class ShowsWhoAnswers(Wrong):
    """Whoever has answered is awaited no more."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return super().awaited if self.ballot is None else replace(self.ballot, sealed=False).awaited

    def options(self, seat: Seat) -> Options:
        return super().options(seat) if seat in self.awaited else NOTHING


class CountsAnswers(Wrong):
    """A view tells how many have answered, on top of the stock."""

    def view(self, seat: Seat | None) -> QuanDuiView:
        view = super().view(seat)
        return view if self.ballot is None else replace(view, stock=view.stock + len(self.ballot.answers))


class NeverCloses(Wrong):
    """A window stays open for ever."""

    def close(self) -> Step[Any]:
        raise Refused("no-window")


class ClosesAnything(Wrong):
    """Where no window is open, closing does nothing."""

    def close(self) -> Step[Any]:
        return super().close() if self.window else Step(self, ())


class SkipsTheNeighbour(Wrong):
    """The neighbour who has not answered in time loses the turn."""

    def close(self) -> Step[Any]:
        step = super().close()
        now = step.round
        assert isinstance(now, Wrong)
        after = (now.turn - 1) % now.seats
        in_turn = now.settlement is None and not now.window and not now.discarding and after not in now.absent
        skipped = in_turn and self.ballot is not None and now.turn not in self.ballot.answers
        return Step(now._replace(turn=after), step.events) if skipped else step


class SameQuestion(Wrong):
    """After a window the next question has the same number."""

    def close(self) -> Step[Any]:
        step = super().close()
        assert isinstance(step.round, Wrong)
        return Step(step.round._replace(question=self.question), step.events)


class OpensAnotherCopy(Wrong):
    """Of two copies that nobody has seen, another one lies open than the one that was discarded."""

    @property
    def opened(self) -> tuple[int, ...]:
        return tuple(sorted(map(self._mistaken, super().opened)))

    def _mistaken(self, place: int) -> int:
        closed = [each for each in range(self.next_card) if each not in self.copies.opened]
        return next((each for each in closed if self.pack[each] == self.pack[place]), place)


class OpensTheCardDrawn(Wrong):
    """The card drawn last lies open."""

    @property
    def opened(self) -> tuple[int, ...]:
        return tuple(sorted({*super().opened, self.next_card - 1}))


class OpensWhatIsHidden(Wrong):
    """The copy that came last goes, be it hidden, so that a card drawn to an open one comes to light with it."""

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        if action.verb != "discard":
            return super()._after(seat, action)
        step, copies = super()._after(seat, action), self.copies
        one, hidden = DISCARD.index(action), copies.hidden[seat]
        last = [place for place in hidden if self.pack[place] == one][-1]
        assert isinstance(step.round, Wrong)
        after = step.round.copies
        return Step(step.round._replace(copies=after._replace(opened=after.opened | {last})), step.events)


class ClosesWhatIsPickedUp(Wrong):
    """A discard that somebody picks up is closed again."""

    @property
    def opened(self) -> tuple[int, ...]:
        taken = set() if self.settlement is not None else {place for hand in self.copies.hidden for place in hand}
        return tuple([place for place in super().opened if place not in taken])


class KeepsWhatIsDiscarded(Wrong):
    """Whoever discards a card can still prove it as their own."""

    def held(self, seat: Seat) -> tuple[int, ...]:
        discarded = {self.copies.discard} if seat == self.turn and self.window else set()
        return tuple(sorted({*super().held(seat), *discarded}))


class MislaysACard(Wrong):
    """The last card of the stock is not counted."""

    def view(self, seat: Seat | None) -> QuanDuiView:
        view = super().view(seat)
        return replace(view, stock=view.stock - 1)


class WrongGame(QuanDui):
    """Quan Dui, its rounds being wrong."""

    def __init__(self, wrong: type[Wrong]) -> None:
        self.wrong = wrong

    def deal(self, deal: Deal[QuanDuiRules]) -> Step[Any]:
        step = super().deal(deal)
        assert isinstance(step.round, QuanDuiRound)
        return Step(self.wrong(*step.round), step.events)


BROKEN: dict[type[Wrong], str] = {
    AsksWhoCanClaim: "a view does not depend on what others hide",
    SkipsTheWindow: "a view does not depend on what others hide",
    LastsLongerForTheAble: "a view does not depend on what others hide: somebody else is asked",
    HintsAtClaims: "a view does not depend on what others hide: the views differ",
    ShowsTheCardDrawn: "a view does not depend on what others hide: the events differ",
    DiscardsTheHighest: "a view does not depend on what others hide",
    RefusesInVain: "every option can be played",
    TellsWhoAnswers: "answers are sealed until the window closes: an event",
    ShowsWhoAnswers: "answers are sealed until the window closes: it shows",
    CountsAnswers: "answers are sealed until the window closes: somebody else's view",
    NeverCloses: "a window can be closed, and nothing else: it cannot",
    ClosesAnything: "a window can be closed, and nothing else: there was none",
    SkipsTheNeighbour: "closing a window counts lapses",
    SameQuestion: "different questions have different numbers: a closed one",
    OpensAnotherCopy: "what lies open is what was shown: these are other copies",
    OpensTheCardDrawn: "what lies open is what was shown: these are other cards",
    OpensWhatIsHidden: "what lies open is what was shown",
    ClosesWhatIsPickedUp: "what has lain open stays open",
    KeepsWhatIsDiscarded: "everybody can prove the cards in their view",
    MislaysACard: "what was not dealt is left to draw",
}
"""Every fault, and the law that notices it."""


def play_some(wrong: type[Wrong], hands: int = 60) -> None:
    """Play whole hands by the rules under which every window runs its full time."""
    rng, game = Random(20), WrongGame(wrong)
    for _ in range(hands):
        check_hand(any_start(game, STRICT, rng), rng)


@pytest.mark.parametrize(("wrong", "law"), BROKEN.items(), ids=lambda value: getattr(value, "__name__", None))
def test_a_leak_is_noticed(wrong: type[Wrong], law: str) -> None:
    with pytest.raises(AssertionError, match=f"^{law}"):
        play_some(wrong)


def test_a_round_that_is_not_wrong_is_not_blamed() -> None:
    play_some(Wrong, hands=20)


def test_every_fault_is_tried() -> None:
    assert set(Wrong.__subclasses__()) == set(BROKEN)


def test_parting_with_the_last_copy_would_tell_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever discards what they have picked up would open the copy they drew since.

    What follows the cards is left out, because it keeps the rule that is in question."""

    def last_copy(self: Copies, seat: Seat, cards: Sequence[Card], card: Card, *, absent: bool = False) -> int:
        return max(at for at, each in enumerate(cards) if each == card)

    monkeypatch.setattr(Copies, "chosen", last_copy)
    monkeypatch.setattr(laws, "check_cards", lambda *of_a_hand: None)

    with pytest.raises(AssertionError, match=r"^how many cards lie open does not depend on what is hidden"):
        play_some(Wrong)
