"""What a round is dealt from, and what of it every game refuses."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from engine.game import BadDeal, Deal, Game
from engine.games import GAMES
from engine.play import Action
from engine.refusal import Refused

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
    sound = deal(game, game.fewest)
    last = len(game.pack) - 1
    with pytest.raises(BadDeal, match="twice"):
        game.deal(replace(sound, pack=(*sound.pack[:-1], 0)))
    for unknown in (-1, last + 1):
        with pytest.raises(BadDeal, match="does not know"):
            game.deal(replace(sound, pack=(*sound.pack[:-1], unknown)))
    game.deal(replace(sound, pack=sound.pack[::-1]))


@games
def test_the_rules_are_those_of_the_game(game: Game[Any, Any]) -> None:
    others = [other for other in GAMES.values() if other is not game]
    for other in others:
        with pytest.raises(BadDeal, match=f"no rules of {game.name}"):
            game.deal(replace(deal(game, game.fewest), rules=other.rules()))


@games
@pytest.mark.parametrize("fields", [{"carried": -1}, {"streak": -1}])
def test_what_is_counted_is_never_below_nothing(game: Game[Any, Any], fields: dict[str, Any]) -> None:
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
