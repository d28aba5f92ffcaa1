"""The laws hold for every game, by random play under random house rules; and every law notices when it is broken."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import LEAVE, NOTHING, Action, AmountRange, Event, Options, Round, Seat, Step, View
from engine.qiuqiu.game import QiuQiu
from engine.qiuqiu.round import QiuQiuView
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
    rules, rng = data.draw(house_rules(game)), Random(seed)
    for _ in range(HANDS_OF.get(game.name, HANDS)):
        check_hand(any_hand(game, rules, rng), rng)


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in GAMES for preset in GAMES[name].presets])
def test_laws_hold_for_every_preset(name: str, preset: str) -> None:
    game, rng = GAMES[name], Random(preset)
    for _ in range(7 * HANDS_OF.get(name, HANDS)):
        check_hand(any_hand(game, game.presets[preset], rng), rng)


def test_no_game_is_left_out() -> None:
    assert set(GAMES) - set(SECRETS) == set(), "say in tests/engine/laws.py what these games keep secret"


# Planted faults: rounds of QiuQiu, each with one thing wrong.

SEEN = ("seats", "awaited", "staked", "dealt_to", "order_of_play", "opened", "settlement", "carried_in", "question")
ASKED = ("options", "lapse", "view", "held")


def wrong(**instead: Callable[..., Any]) -> type[Round[Any]]:
    """Make rounds that do everything as the right one does, but for what is done instead: by functions of the round."""

    def begin(now: Any, right: Round[Any]) -> None:
        now.right = right

    def after(now: Any, seat: Seat, action: Action) -> Step[Any]:
        step = now.right.play(seat, action)
        return Step(type(now)(step.round), step.events)

    def told(name: str) -> Callable[[Any], Any]:
        return lambda now: getattr(now.right, name)

    def answered(name: str) -> Callable[..., Any]:
        return lambda now, *asked: getattr(now.right, name)(*asked)

    body: dict[str, Any] = {"__init__": begin, "_after": after}
    body["__getattr__"] = lambda now, name: getattr(now.right, name)
    body |= {name: property(instead.pop(name, told(name))) for name in SEEN}
    body |= {name: answered(name) for name in ASKED} | instead
    return types.new_class("Wrong", (Round[Any],), exec_body=lambda names: names.update(body))


def step_of(now: Any, seat: Seat, action: Action, *more: Event) -> Step[Any]:
    """What the right round does, and some more events."""
    step = now.right.play(seat, action)
    return Step(type(now)(step.round), (*step.events, *more))


def locked_door(now: Any, seat: Seat, action: Action) -> Step[Any]:
    if action == LEAVE and now.right.settlement is None:
        raise Refused("not-an-option")
    return Round.play(now, seat, action)


def counts_refusals(now: Any, seat: Seat, action: Action) -> Step[Any]:
    try:
        return Round.play(now, seat, action)
    except Refused:
        now.refusals = now.__dict__.get("refusals", 0) + 1
        raise


def shrugs_off(now: Any, seat: Seat, action: Action) -> Step[Any]:
    try:
        return Round.play(now, seat, action)
    except Refused:
        raise Refused("") from None


def less_than_accepted(now: Any, seat: Seat) -> Options:
    right = now.right.options(seat)
    fewer = [AmountRange(verb, least, most - 1) for verb, least, most in right.amounts if least < most]
    return right._replace(amounts=tuple(fewer))  # type: ignore[no-any-return]


def with_ready(change: Callable[[Any, Options], Sequence[Action]]) -> Callable[[Any, Seat], Options]:
    """Offer other ready actions wherever anything is offered."""

    def options(now: Any, seat: Seat) -> Options:
        right: Options = now.right.options(seat)
        return right and right._replace(ready=tuple(change(now, right)))

    return options


def likewise(now: Any, seat: Seat, action: Action) -> Step[Any]:
    first, *_ = now.right.options(seat).ready
    return step_of(now, seat, first if action.verb == "likewise" else action)


def never_counts(now: Any, seat: Seat, action: Action) -> Step[Any]:
    again = type(now)(now.right)
    vars(again)["asked"] = vars(now).get("asked", 0) + 1
    return Step(again, now.right.play(seat, action).events)


def in_view(**fields: Callable[[Any, QiuQiuView], Any]) -> Callable[[Any, Seat | None], View]:
    """Show something else in a view."""

    def view(now: Any, seat: Seat | None) -> View:
        seen = now.right.view(seat)
        for name, shown in fields.items():
            object.__setattr__(seen, name, shown(now.right, seen))
        return seen  # type: ignore[no-any-return]

    return view


def no_amount_with_a_double(now: Any, seat: Seat) -> Options:
    right: Options = now.right.options(seat)
    return Options((right.ready[0], right.ready[-1])) if right and now.right.hands[seat][0] in DOUBLE else right


def folded_hands_open(now: Any) -> tuple[int, ...]:
    folded = now.right.betting.folded if now.right.settlement is not None else ()
    return tuple(sorted({*now.right.opened, *(place for seat in folded for place in now.right.held(seat))}))


def uncontested_hand_open(now: Any) -> tuple[int, ...]:
    uncontested = now.right.settlement is not None and not now.right.declared
    return now.right.held(now.right.betting.live[0]) if uncontested else now.right.opened  # type: ignore[no-any-return]


def one_place_off(now: Any) -> tuple[int, ...]:
    first, *others = now.right.opened or (0,)
    closer = {first + 1, *others} if first + 1 not in others else {first, *others}
    return now.right.opened and tuple(sorted(closer))


def first_tile_of_another(now: Any) -> tuple[Seat, ...]:
    first, *others = now.right.dealt_to
    return ((first + (now.right.settlement is not None)) % now.seats, *others)


def paid(**chips: int) -> Callable[[Any], Mapping[Seat, int] | None]:
    """Pay some seats more or less at the end."""
    more = {int(seat[1:]): amount for seat, amount in chips.items()}
    return lambda now: now.right.settlement and {s: net + more.get(s, 0) for s, net in now.right.settlement.items()}


LOOKS, TOSSES = count(), count()
SUMS = "the settlement sums to what was carried"
SHOWN = "what lies open is what was shown"
HIDDEN = "a view does not depend on what others hide"
OWN = "everybody can prove the cards in their view"

BROKEN: dict[str, tuple[str, type[Round[Any]]]] = {
    "a chip out of nowhere": (SUMS, wrong(settlement=paid(s0=1))),
    "chips of the last round are not mentioned": (SUMS, wrong(carried_in=lambda now: 0)),
    "one pays another": ("nobody loses more than their stake", wrong(settlement=paid(s0=-100_000, s1=100_000))),
    "a chip too few is staked": (
        "chips are conserved", wrong(staked=lambda now: (now.right.staked[0] - 1, *now.right.staked[1:])),
    ),
    "the third question is put to nobody": (
        "somebody is awaited until the round is over",
        wrong(awaited=lambda now: () if now.right.question == 3 else now.right.awaited),
    ),
    "the third question has no answers": (
        "somebody is awaited until the round is over",
        wrong(options=lambda now, seat: NOTHING if now.right.question == 3 else now.right.options(seat)),
    ),
    "the first seat is asked when all is over": (
        "nobody is asked when the round is over",
        wrong(options=lambda now, seat: Options((LEAVE,)) if not (now.awaited or seat) else now.right.options(seat)),
    ),
    "what is done for the absent is no option": (
        "a lapse is always an option", wrong(lapse=lambda now, seat: Action("sleep")),
    ),
    "nobody may leave": ("leaving is always accepted", wrong(play=locked_door)),
    "a refusal leaves a trace": (
        "a refusal changes nothing",
        wrong(play=counts_refusals, question=lambda now: now.right.question + 1000 * now.__dict__.get("refusals", 0)),
    ),
    "an option is refused": (
        "every option can be played",
        wrong(options=with_ready(lambda now, right: (*right.ready, Action("somersault")))),
    ),
    "a synonym is offered": (
        "a synonym is never offered", wrong(options=with_ready(lambda now, right: right.ready + right.synonyms)),
    ),
    "a synonym means something else": (
        "a synonym does the same as an offered action",
        wrong(options=lambda now, seat: (right := now.right.options(seat)) and right._replace(synonyms=(LEAVE,))),
    ),
    "more is accepted than offered": (
        "what is not an option is refused", wrong(options=less_than_accepted, play=step_of),
    ),
    "any number passes for chips": (
        "what is not an option is refused",
        wrong(play=lambda now, seat, action: Round.play(now, seat, action._replace(amount=int(action.amount)))),
    ),
    "an action has two names": (
        "options say everything once",
        wrong(options=lambda now, seat: (right := now.right.options(seat))._replace(
            ready=(*right.ready, Action("likewise")) if right.ready else ()), _after=likewise),
    ),
    "a refusal does not say why": ("a refusal says why", wrong(play=shrugs_off)),
    "all questions have the same number": ("different questions have different numbers", wrong(question=lambda now: 0)),
    "a question changes while one looks": (
        "a question stands until it is answered",
        wrong(options=with_ready(lambda now, right: right.ready + right.ready[:1] * (next(LOOKS) % 2))),
    ),
    "a question is put for ever": (
        "every round ends", wrong(_after=never_counts, question=lambda now: vars(now).get("asked", 0)),
    ),
    "a view shows the next tile": (
        HIDDEN, wrong(view=in_view(carried_in=lambda right, seen: right.pack[right.next_tile])),
    ),
    "a view hints at a hand": (
        HIDDEN, wrong(view=in_view(tiles=lambda right, seen: (sum(right.hands[0]) % 5, *seen.tiles[1:]))),
    ),
    "an event tells a tile": (
        HIDDEN,
        wrong(_after=lambda now, seat, action: step_of(now, seat, action, ("Folded", now.right.hands[seat][0]))),
    ),
    "a double takes amounts away": (HIDDEN, wrong(options=no_amount_with_a_double)),
    "the repr shows the pack": ("no repr tells a card", wrong(__repr__=lambda now: f"<Wrong pack={now.right.pack}>")),
    "chance enters after the deal": (
        "same pack, same actions, same story",
        wrong(_after=lambda now, seat, action: step_of(now, seat, action, ("tossed", next(TOSSES)))),
    ),
    "a tile is burnt in secret": (
        "so many cards are dealt as everybody has seen",
        wrong(dealt_to=lambda now: (*now.right.dealt_to, *[0] * (now.right.street > 0))),
    ),
    "the tiles count as not dealt in the end": (
        "so many cards are dealt as everybody has seen",
        wrong(dealt_to=lambda now: () if now.right.settlement is not None else now.right.dealt_to),
    ),
    "tiles go round anticlockwise": (
        "cards are dealt to whom the rules say", wrong(dealt_to=lambda now: now.right.dealt_to[::-1]),
    ),
    "the first tile went to another": ("to whom a card was dealt stays so", wrong(dealt_to=first_tile_of_another)),
    "folding is forgotten": (
        "cards are dealt to whom the rules say",
        wrong(order_of_play=lambda now: tuple(move for move in now.right.order_of_play if move[1] != "fold")),
    ),
    "the next tile is held": (
        "nobody holds what was not dealt",
        wrong(held=lambda now, seat: now.right.held(seat) + (now.right.next_tile,) * (seat == 0)),
    ),
    "folded hands lie open": (SHOWN, wrong(opened=folded_hands_open)),
    "an uncontested hand lies open": (SHOWN, wrong(opened=uncontested_hand_open)),
    "the next tile lies open": (
        "what was not dealt stays closed",
        wrong(opened=lambda now: now.right.opened and (*now.right.opened, now.right.next_tile)),
    ),
    "a card is taken for its neighbour": (SHOWN, wrong(opened=one_place_off)),
    "hands are turned face down again": (
        SHOWN, wrong(opened=lambda now: now.right.opened if now.right.settlement is None else ()),
    ),
    "one of those shown stays closed": (SHOWN, wrong(opened=lambda now: now.right.opened[:-1])),
    "what lies open is told backwards": (
        "what lies open is told in order", wrong(opened=lambda now: now.right.opened[::-1]),
    ),
    "the next player's hand is proved": (OWN, wrong(held=lambda now, seat: now.right.held((seat + 1) % now.seats))),
    "what was folded proves nothing": (
        OWN, wrong(held=lambda now, seat: () if seat in now.right.betting.folded else now.right.held(seat)),
    ),
}  # fmt: skip
"""Every fault, the law that notices it, and the rounds that have it."""


class WrongGame(QiuQiu):
    """QiuQiu, its rounds being wrong."""

    def __init__(self, wrong: type[Round[Any]]) -> None:
        self.wrong: Any = wrong

    def deal(self, deal: Deal[QiuQiuRules]) -> Step[Any]:
        step = super().deal(deal)
        return Step(self.wrong(step.round), step.events)


_right = SECRETS["qiuqiu"]


def _seen_through(start: Start, path: Sequence[Played], observer: Seat | None) -> set[int]:
    seen: Any = path[-1].round
    return _right.seen(start, [path[-1]._replace(round=seen.right)], observer)


SEEN_THROUGH = _right._replace(shown=lambda now: _right.shown(now.right), seen=_seen_through)
"""The secrets of QiuQiu, its rounds being wrong."""


def _play_some(game: Game[Any, Any], rules: GameRules, hands: int) -> None:
    rng = Random(20)
    for _ in range(hands):
        check_hand(any_start(game, rules, rng), rng)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_law_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECRETS, "qiuqiu", SEEN_THROUGH)
    law, rounds = BROKEN[fault]

    with pytest.raises(AssertionError, match=f"^{law}"):
        _play_some(WrongGame(rounds), QiuQiu.presets["sumatra"], 60)


def test_a_verifier_that_does_not_see_who_took_a_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "taken", lambda play: {})

    with pytest.raises(AssertionError, match=r"^everybody holds what they were dealt or took"):
        _play_some(GAMES["quan-dui"], GAMES["quan-dui"].rules(), 20)


def test_a_round_that_is_not_wrong_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECRETS, "qiuqiu", SEEN_THROUGH)

    _play_some(WrongGame(wrong()), QiuQiu.presets["sumatra"], 60)
