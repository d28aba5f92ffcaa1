"""The laws hold for every game, by random play under random house rules; and every law notices when it is broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import LEAVE, NOTHING, Action, AmountRange, Options, Round, Seat, Step, View
from engine.qiuqiu.game import QiuQiu
from engine.qiuqiu.round import QiuQiuRound, QiuQiuView
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE
from engine.refusal import Refused
from tests.engine import laws
from tests.engine.laws import SECRETS, Played, Start, any_hand, any_start, check_hand, house_rules
from tests.thoroughness import examples

HANDS = 4
"""How many hands are played under each set of house rules."""

HANDS_OF = {"qiuqiu": 6, "quan-dui": 2}
"""How many are played of a game in which much depends on the cards, and of one whose hands are long."""


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_laws_hold_under_random_play(name: str, data: st.DataObject, seed: int) -> None:
    laws_hold(GAMES[name], data, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(2_000))
def test_laws_hold_under_much_random_play(name: str, data: st.DataObject, seed: int) -> None:
    laws_hold(GAMES[name], data, seed)


def laws_hold(game: Game[Any, Any], data: st.DataObject, seed: int) -> None:
    """Play some hands of a game under house rules drawn at random."""
    rules = data.draw(house_rules(game))
    rng = Random(seed)
    for _ in range(HANDS_OF.get(game.name, HANDS)):
        check_hand(any_hand(game, rules, rng), rng)


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in GAMES for preset in GAMES[name].presets])
def test_laws_hold_for_every_preset(name: str, preset: str) -> None:
    game = GAMES[name]
    rng = Random(preset)
    for _ in range(7 * HANDS_OF.get(name, HANDS)):
        check_hand(any_hand(game, game.presets[preset], rng), rng)


def test_no_game_is_left_out() -> None:
    assert set(GAMES) - set(SECRETS) == set(), "say in tests/engine/laws.py what these games keep secret"


# Planted faults: rounds of QiuQiu, each with one thing wrong.


class Wrong(Round[Any]):
    """A round that does everything right, for others to do one thing wrong."""

    def __init__(self, right: Round[Any]) -> None:
        assert isinstance(right, QiuQiuRound)
        self.right = right

    def __getattr__(self, name: str) -> Any:
        return getattr(self.right, name)

    @property
    def seats(self) -> int:
        return self.right.seats

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.right.awaited

    @property
    def staked(self) -> tuple[int, ...]:
        return self.right.staked

    def options(self, seat: Seat) -> Options:
        return self.right.options(seat)

    def lapse(self, seat: Seat) -> Action:
        return self.right.lapse(seat)

    def view(self, seat: Seat | None) -> View:
        return self.right.view(seat)

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return self.right.dealt_to

    @property
    def order_of_play(self) -> tuple[tuple[Seat, str], ...]:
        return self.right.order_of_play

    @property
    def opened(self) -> tuple[int, ...]:
        return self.right.opened

    def held(self, seat: Seat) -> tuple[int, ...]:
        return self.right.held(seat)

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = self.right.play(seat, action)
        return Step(type(self)(step.round), step.events)


class ChipTooMany(Wrong):
    """The first seat gets a chip out of nowhere."""

    @property
    def settlement(self) -> Mapping[Seat, int] | None:  # type: ignore[override]
        right = self.right.settlement
        return right and {**right, 0: right[0] + 1}


class ChipTransferred(Wrong):
    """The first seat pays the second, beyond what was staked."""

    @property
    def settlement(self) -> Mapping[Seat, int] | None:  # type: ignore[override]
        right = self.right.settlement
        return right and {**right, 0: right[0] - 100_000, 1: right[1] + 100_000}


class ChipForgotten(Wrong):
    """The odd chips that wait for the next round are not mentioned."""

    @property
    def carried_in(self) -> int:  # type: ignore[override]
        return 0


class StakeMislaid(Wrong):
    """One chip too few is said to be staked."""

    @property
    def staked(self) -> tuple[int, ...]:
        return (self.right.staked[0] - 1, *self.right.staked[1:])


class NobodyAsked(Wrong):
    """The third question is put to nobody."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return () if self.right.question == 3 else self.right.awaited


class NothingOffered(Wrong):
    """The third question has no answers."""

    def options(self, seat: Seat) -> Options:
        return NOTHING if self.right.question == 3 else self.right.options(seat)


class StillAsked(Wrong):
    """The first seat is asked on when all is over."""

    def options(self, seat: Seat) -> Options:
        return self.right.options(seat) if self.right.settlement is None or seat else Options((LEAVE,))


class SleepsOn(Wrong):
    """What is done for an absent player is not an option."""

    def lapse(self, seat: Seat) -> Action:
        return Action("sleep")


class LockedDoor(Wrong):
    """Nobody may leave."""

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        if action == LEAVE and self.right.settlement is None:
            raise Refused("not-an-option")
        return super().play(seat, action)


class CountsRefusals(Wrong):
    """A refusal leaves a trace."""

    refusals = 0

    @property
    def question(self) -> int:  # type: ignore[override]
        return self.right.question + 1000 * self.refusals

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        try:
            return super().play(seat, action)
        except Refused:
            self.refusals += 1
            raise


class EmptyPromise(Wrong):
    """An option is offered that is refused."""

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        return right and Options((*right.ready, Action("somersault")), right.amounts)


class SaysTooLittle(Wrong):
    """More is accepted than is offered."""

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        fewer = [AmountRange(verb, least, most - 1) for verb, least, most in right.amounts if least < most]
        return right._replace(amounts=tuple(fewer))

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        return self._after(seat, action)


class OffersTwice(Wrong):
    """A player who has to go all-in to call is offered both."""

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        return right._replace(ready=right.ready + right.synonyms)


class MeansSomethingElse(Wrong):
    """What is taken for a synonym of an option gets a player up from the table."""

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        return right and right._replace(synonyms=(LEAVE,))


class ShrugsOff(Wrong):
    """A refusal does not say why."""

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        try:
            return super().play(seat, action)
        except Refused:
            raise Refused("") from None


class SameNumber(Wrong):
    """All questions have the same number."""

    question = 0


class ChangesItsMind(Wrong):
    """The question is another one each time somebody looks."""

    looks = count()

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        return right and Options((*right.ready, right.ready[0]) if next(self.looks) % 2 else right.ready, right.amounts)


class TakesAnyNumber(Wrong):
    """Whatever can be read as a number passes for chips."""

    def play(self, seat: Seat, action: Action) -> Step[Any]:
        return super().play(seat, action._replace(amount=int(action.amount)))


class SaysItTwice(Wrong):
    """The first ready action has another name as well."""

    def options(self, seat: Seat) -> Options:
        options = self.right.options(seat)
        return options._replace(ready=(*options.ready, Action("likewise"))) if options.ready else options

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        first, *_ = self.right.options(seat).ready
        return super()._after(seat, first if action.verb == "likewise" else action)


class RunsInCircles(Wrong):
    """Folding and calling never count: the question is put again, with a new number."""

    def __init__(self, right: Round[Any], question: int = 0) -> None:
        super().__init__(right)
        self.question = question

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        return Step(RunsInCircles(self.right, self.question + 1), self.right.play(seat, action).events)


class ShowsNextTile(Wrong):
    """A view shows the tile that is dealt next, on top of the stack of chips."""

    def view(self, seat: Seat | None) -> View:
        view = self.right.view(seat)
        assert isinstance(view, QiuQiuView)
        object.__setattr__(view, "carried_in", self.right.pack[self.right.next_tile])
        return view


class ShowsNeighbour(Wrong):
    """A view hints at the hand of the first seat."""

    def view(self, seat: Seat | None) -> View:
        view = self.right.view(seat)
        assert isinstance(view, QiuQiuView)
        object.__setattr__(view, "tiles", (sum(self.right.hands[0]) % 5, *view.tiles[1:]))
        return view


class Whispers(Wrong):
    """An event tells more than everybody may know."""

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = super()._after(seat, action)
        return Step(step.round, (*step.events, ("Folded", self.right.hands[seat][0])))


class DecidesByTiles(Wrong):
    """Who was dealt a double first may not choose an amount."""

    def options(self, seat: Seat) -> Options:
        right = self.right.options(seat)
        return Options((right.ready[0], right.ready[-1])) if right and self.right.hands[seat][0] in DOUBLE else right


class TalksInItsSleep(Wrong):
    """The repr of a round shows its pack."""

    def __repr__(self) -> str:
        return f"<Wrong pack={self.right.pack}>"


class Shuffles(Wrong):
    """Chance enters after the deal."""

    tosses = count()

    def _after(self, seat: Seat, action: Action) -> Step[Any]:
        step = super()._after(seat, action)
        return Step(step.round, (*step.events, ("tossed", next(self.tosses))))


class BurnsATile(Wrong):
    """Before the fourth tiles one goes away that nobody has heard of."""

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return (*self.right.dealt_to, *[0] * (self.right.street > 0))


class TakesThemBack(Wrong):
    """When all is over, the tiles count as not dealt."""

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return () if self.right.settlement is not None else self.right.dealt_to


class DealsTheOtherWay(Wrong):
    """The tiles are said to have gone round anticlockwise."""

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return self.right.dealt_to[::-1]


class ChangesWhose(Wrong):
    """When all is over, the first tile is said to have gone to another."""

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        first, *others = self.right.dealt_to
        return ((first + (self.right.settlement is not None)) % self.seats, *others)


class ForgetsWhoFolded(Wrong):
    """Nobody learns from the order of play why a player got no fourth tile."""

    @property
    def order_of_play(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(move for move in self.right.order_of_play if move[1] != "fold")


class HoldsTheNextTile(Wrong):
    """The first seat can prove the top tile of the stock as well."""

    def held(self, seat: Seat) -> tuple[int, ...]:
        right = self.right
        return (*right.held(seat), right.next_tile) if seat == 0 else right.held(seat)


class OpensAFoldedHand(Wrong):
    """At the end, the tiles of those who folded lie open too."""

    @property
    def opened(self) -> tuple[int, ...]:
        right = self.right
        folded = right.betting.folded if right.settlement is not None else ()
        return tuple(sorted({*right.opened, *(place for seat in folded for place in right.held(seat))}))


class OpensTheUncontestedHand(Wrong):
    """Who takes the pot without a contest shows their hand."""

    @property
    def opened(self) -> tuple[int, ...]:
        right = self.right
        uncontested = right.settlement is not None and not right.declared
        return right.held(right.betting.live[0]) if uncontested else right.opened


class OpensTheNextTile(Wrong):
    """With the hands shown, the top tile of the stock lies open."""

    @property
    def opened(self) -> tuple[int, ...]:
        right = self.right
        return right.opened and (*right.opened, right.next_tile)


class OnePlaceOff(Wrong):
    """Of the cards shown, one is taken for its neighbour."""

    @property
    def opened(self) -> tuple[int, ...]:
        first, *others = self.right.opened or (0,)
        closer = {first + 1, *others} if first + 1 not in others else {first, *others}
        return self.right.opened and tuple(sorted(closer))


class TurnsThemBack(Wrong):
    """When all is over, the hands shown are turned face down again."""

    @property
    def opened(self) -> tuple[int, ...]:
        return self.right.opened if self.right.settlement is None else ()


class ForgetsTheLastShown(Wrong):
    """Of the cards shown one stays closed."""

    @property
    def opened(self) -> tuple[int, ...]:
        return self.right.opened[:-1]


class TellsInDisorder(Wrong):
    """What lies open is told from the last to the first."""

    @property
    def opened(self) -> tuple[int, ...]:
        return self.right.opened[::-1]


class HoldsTheNeighbours(Wrong):
    """Everybody can prove the hand of the next player instead of their own."""

    def held(self, seat: Seat) -> tuple[int, ...]:
        return self.right.held((seat + 1) % self.seats)


class LosesWhatWasFolded(Wrong):
    """Who has folded can prove nothing any more."""

    def held(self, seat: Seat) -> tuple[int, ...]:
        return () if seat in self.right.betting.folded else self.right.held(seat)


class WrongGame(QiuQiu):
    """QiuQiu, its rounds being wrong."""

    def __init__(self, wrong: type[Wrong]) -> None:
        self.wrong = wrong

    def deal(self, deal: Deal[QiuQiuRules]) -> Step[Any]:
        step = super().deal(deal)
        return Step(self.wrong(step.round), step.events)


_right = SECRETS["qiuqiu"]


def _seen_through(start: Start, path: Sequence[Played], observer: Seat | None) -> set[int]:
    wrong = path[-1].round
    assert isinstance(wrong, Wrong)
    return _right.seen(start, [path[-1]._replace(round=wrong.right)], observer)


SEEN_THROUGH = _right._replace(shown=lambda now: _right.shown(now.right), seen=_seen_through)
"""The secrets of QiuQiu, its rounds being wrong."""

BROKEN: dict[type[Wrong], str] = {
    ChipTooMany: "the settlement sums to what was carried",
    ChipForgotten: "the settlement sums to what was carried",
    ChipTransferred: "nobody loses more than their stake",
    StakeMislaid: "chips are conserved",
    NobodyAsked: "somebody is awaited until the round is over",
    NothingOffered: "somebody is awaited until the round is over",
    StillAsked: "nobody is asked when the round is over",
    SleepsOn: "a lapse is always an option",
    LockedDoor: "leaving is always accepted",
    CountsRefusals: "a refusal changes nothing",
    EmptyPromise: "every option can be played",
    OffersTwice: "a synonym is never offered",
    MeansSomethingElse: "a synonym does the same as an offered action",
    SaysTooLittle: "what is not an option is refused",
    TakesAnyNumber: "what is not an option is refused",
    SaysItTwice: "options say everything once",
    ShrugsOff: "a refusal says why",
    SameNumber: "different questions have different numbers",
    ChangesItsMind: "a question stands until it is answered",
    RunsInCircles: "every round ends",
    ShowsNextTile: "a view does not depend on what others hide",
    ShowsNeighbour: "a view does not depend on what others hide",
    Whispers: "a view does not depend on what others hide",
    DecidesByTiles: "a view does not depend on what others hide",
    TalksInItsSleep: "no repr tells a card",
    Shuffles: "same pack, same actions, same story",
    BurnsATile: "so many cards are dealt as everybody has seen",
    TakesThemBack: "so many cards are dealt as everybody has seen",
    DealsTheOtherWay: "cards are dealt to whom the rules say",
    ChangesWhose: "to whom a card was dealt stays so",
    ForgetsWhoFolded: "cards are dealt to whom the rules say",
    HoldsTheNextTile: "nobody holds what was not dealt",
    OpensAFoldedHand: "what lies open is what was shown",
    OpensTheUncontestedHand: "what lies open is what was shown",
    OpensTheNextTile: "what was not dealt stays closed",
    OnePlaceOff: "what lies open is what was shown",
    TurnsThemBack: "what lies open is what was shown",
    ForgetsTheLastShown: "what lies open is what was shown",
    TellsInDisorder: "what lies open is told in order",
    HoldsTheNeighbours: "everybody can prove the cards in their view",
    LosesWhatWasFolded: "everybody can prove the cards in their view",
}
"""Every fault, and the law that notices it."""


def _play_some(game: Game[Any, Any], rules: GameRules, hands: int) -> None:
    rng = Random(20)
    for _ in range(hands):
        check_hand(any_start(game, rules, rng), rng)


@pytest.mark.parametrize(("wrong", "law"), BROKEN.items(), ids=lambda value: getattr(value, "__name__", None))
def test_a_broken_law_is_noticed(wrong: type[Wrong], law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECRETS, "qiuqiu", SEEN_THROUGH)

    with pytest.raises(AssertionError, match=f"^{law}"):
        _play_some(WrongGame(wrong), QiuQiu.presets["sumatra"], 60)


def test_a_verifier_that_does_not_see_who_took_a_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "taken", lambda play: {})

    with pytest.raises(AssertionError, match=r"^everybody holds what they were dealt or took"):
        _play_some(GAMES["quan-dui"], GAMES["quan-dui"].rules(), 20)


def test_a_round_that_is_not_wrong_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECRETS, "qiuqiu", SEEN_THROUGH)

    _play_some(WrongGame(Wrong), QiuQiu.presets["sumatra"], 60)


def test_a_fault_is_planted_for_every_law() -> None:
    assert set(Wrong.__subclasses__()) == set(BROKEN)
