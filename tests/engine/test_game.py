"""What a round is dealt from, and what of it every game refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.facts import Move
from engine.game import BadDeal, Deal, Game
from engine.games import GAMES
from engine.play import Action
from engine.refusal import Refused
from tests.engine.laws import any_start, house_rules
from tests.rows import rows
from tests.thoroughness import examples

PLENTY = 1_000


def deal(game: Game[Any, Any], players: int) -> Deal[Any]:
    """A sound deal under the usual rules, the first player dealing."""
    return Deal(game.rules(), (PLENTY,) * players, 0, tuple(range(len(game.pack))))


games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_as_many_are_dealt_in_as_the_game_is_for(game: Game[Any, Any]) -> None:
    for players in (game.fewest, game.most):
        assert game.deal(deal(game, players)).round.seats == players
    for players in (0, game.fewest - 1, game.most + 1):
        with pytest.raises(BadDeal, match=f"There are {players} seats"):
            game.deal(deal(game, players))


@games
def test_only_a_seat_of_the_round_can_deal(game: Game[Any, Any]) -> None:
    sound = deal(game, game.fewest)
    for dealer in (-1, game.fewest):
        with pytest.raises(BadDeal, match=f"Seat {dealer} deals"):
            game.deal(replace(sound, dealer=dealer))
    assert game.deal(replace(sound, dealer=game.fewest - 1)).round.dealer == game.fewest - 1


@games
def test_nobody_is_dealt_in_with_less_than_the_least_stack(game: Game[Any, Any]) -> None:
    sound = deal(game, game.fewest)
    least = game.least_stack(sound.rules)
    game.deal(replace(sound, stacks=(PLENTY, least)))

    with pytest.raises(BadDeal, match=f"A stack has {least - 1} chips"):
        game.deal(replace(sound, stacks=(PLENTY, least - 1)))


@games
def test_every_card_is_known_and_there_once(game: Game[Any, Any]) -> None:
    sound, last = deal(game, game.fewest), len(game.pack) - 1
    with pytest.raises(BadDeal, match="twice"):
        game.deal(replace(sound, pack=(*sound.pack[:-1], 0)))
    for unknown in (-1, last + 1):
        with pytest.raises(BadDeal, match="does not know"):
            game.deal(replace(sound, pack=(*sound.pack[:-1], unknown)))
    game.deal(replace(sound, pack=sound.pack[::-1]))


@games
def test_a_hand_is_replayed_in_public_with_cards_that_nobody_knows_where_the_game_needs_them(
    game: Game[Any, Any],
) -> None:
    sound = deal(game, game.fewest)
    numbers = len(game.pack) * (2 if game.name == "quan-dui" else 1)
    game.deal_in_public(replace(sound, pack=(*sound.pack[:-1], numbers - 1)))

    with pytest.raises(BadDeal, match="does not know"):
        game.deal_in_public(replace(sound, pack=(*sound.pack[:-1], numbers)))


@games
def test_the_rules_are_those_of_the_game(game: Game[Any, Any]) -> None:
    others = [other for other in GAMES.values() if other is not game]
    for other in others:
        with pytest.raises(BadDeal, match=f"no rules of {game.name}"):
            game.deal(replace(deal(game, game.fewest), rules=other.rules()))


@games
@pytest.mark.parametrize("fields", [{"carried": -1}, {"streak": -1}])
def test_what_is_counted_is_never_below_nothing(game: Game[Any, Any], fields: dict[str, Any]) -> None:
    assert (deal(game, game.fewest).carried, deal(game, game.fewest).streak) == (0, 0)
    with pytest.raises(BadDeal, match="fewer than none"):
        game.deal(replace(deal(game, game.fewest), **fields))


@games
def test_a_deal_does_not_tell_its_cards(game: Game[Any, Any]) -> None:
    sound = deal(game, game.fewest)

    assert "pack" not in repr(sound)


@pytest.mark.parametrize("amount", [20.0, "20", True, None])
def test_chips_are_true_integers(amount: Any) -> None:
    now = GAMES["qiuqiu"].deal(deal(GAMES["qiuqiu"], 2)).round
    (seat,) = now.awaited
    (bet,) = now.options(seat).amounts
    assert bet.least <= 20 <= bet.most

    with pytest.raises(Refused, match="not-an-amount"):
        now.play(seat, Action(bet.verb, amount))
    with pytest.raises(Refused, match="not-an-amount"):
        now.play(seat, now.options(seat).ready[0]._replace(amount=False))
    now.play(seat, Action(bet.verb, 20))


@games
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(25))
def test_a_computer_player_picks_one_of_its_options_and_never_folds_what_is_free(
    game: Game[Any, Any], data: st.DataObject, seed: int
) -> None:
    rng = Random(seed)
    now = any_start(game, data.draw(house_rules(game)), rng).begin().round
    with pytest.raises(ValueError, match="not asked"):
        game.choose(now.view(None), rng)
    while now.settlement is None:
        seat = rng.choice(now.awaited)
        action = game.choose(now.view(seat), rng)
        assert now.options(seat).allow(action)
        assert action.verb != "fold" or Action("check") not in now.options(seat).ready
        now = now.close().round if now.window and rng.random() < 0.2 else now.play(seat, action).round


SEALED = {
    "qiuqiu": "4dd280aa43ece880a9159c2808bd3b61a9a4c5ff76de60501b37540fbb8f2cc2",
    "koo-kiew": "e81cbbc145ddaff907ed724ab590321aa1606f8927739ffa0c4b553410f4d622",
    "quan-dui": "3f0f6f16893b92edf48bbfc31a0097aeaae6f9bec981dddef8adfe4182ada12c",
}
"""The hash of the names of each pack, a line each: were one to change, no pack sealed before could be dealt again."""


@games
def test_packs_are_sealed_under_the_names_they_always_had(game: Game[Any, Any]) -> None:
    named = sha256("\n".join(game.pack_names).encode()).hexdigest()
    assert named == SEALED.get(game.name), f"{game.name} seals its cards under other names than those in SEALED"


@games
def test_every_card_of_the_pack_has_one_name_of_its_own(game: Game[Any, Any]) -> None:
    assert set(game.pack) == set(game.card_names)
    assert len(set(game.card_names.values())) == len(game.card_names)
    assert [game.card_names[card] for card in game.pack] == list(game.pack_names)


# What a game is, where it does not say so itself.


def names_where(told: Callable[[Game[Any, Any]], object]) -> list[str]:
    return [name for name, game in GAMES.items() if told(game)]


def test_how_the_games_differ() -> None:
    assert names_where(lambda game: not game.clockwise) == ["quan-dui"]
    assert names_where(lambda game: game.plays_for_pot) == ["qiuqiu"]
    assert names_where(lambda game: game.type_odds(game.rules())) == ["qiuqiu", "koo-kiew"]
    assert GAMES["quan-dui"].type_odds(GAMES["quan-dui"].rules()) == {}


@pytest.mark.parametrize(
    ("name", "people", "typed"),
    [
        ("qiuqiu", (2, 6), ["check", "bet amount", "call", "raise amount", "fold", "all-in", "declare choice"]),
        ("koo-kiew", (2, 56), ["stake amount", "bid amount", "pass", "show", "pass-bank"]),
        ("quan-dui", (2, 6), ["draw", "pick-up", "dui", "win", "discard choice", "pass"]),
    ],
)
def test_how_many_play_and_what_they_type(name: str, people: tuple[int, int], typed: list[str]) -> None:
    game = GAMES[name]
    assert (game.name, game.fewest, game.most) == (name, *people)
    assert [f"{verb.name} {verb.takes}".strip() for verb in game.verbs] == typed


@rows(__file__)
def test_with_how_many_chips_a_player_is_dealt_in(name: str, changes: dict[str, str], least: int) -> None:
    """QQ-25, KK-10, QD-17: a full ante, a bank that pays one smallest stake, and quan dui."""
    rules = GAMES[name].rules()
    for rule, text in changes.items():
        rules = rules.replace(rule, text)

    assert GAMES[name].least_stack(rules) == least


def test_in_which_verbs_chips_are_risked_that_could_stay_at_home() -> None:
    risky = [(name, verb.name) for name, game in GAMES.items() for verb in game.verbs if verb.stakes_anew]

    assert risky == [("koo-kiew", "stake"), ("koo-kiew", "bid")]


def test_what_stands_hand_after_hand_is_some_of_what_is_decided_in_advance() -> None:
    assert names_where(lambda game: game.advance_verbs) == ["qiuqiu", "quan-dui"]
    assert names_where(lambda game: game.standing_verbs) == ["quan-dui"]
    for game in GAMES.values():
        standing = game.standing_verbs
        assert [verb for verb in game.advance_verbs if verb in standing] == list(standing)
        assert all(verb.standing for verb in standing)


def test_of_a_game_that_says_no_more_what_was_won_and_the_moves_are_remembered() -> None:
    game = GAMES["qiuqiu"]
    over: Any = SimpleNamespace(settlement={0: 1, 1: 0, 2: -1}, seats=3)
    moves = [Move(0, "draw", 1), Move(2, "draw", 2, by_clock=True), Move(0, "draw", 3)]

    facts = Game.facts(game, over, (), moves)

    assert [each.pots for each in facts] == [(1,), (), ()]
    assert [dict(each.moves) for each in facts] == [{"draw": 2}, {}, {"draw": 1}]
    assert [dict(each.by_clock) for each in facts] == [{}, {}, {"draw": 1}]
    with pytest.raises(NotImplementedError):
        Game.hand_name(game, 1)
