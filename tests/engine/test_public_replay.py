"""A hand replayed from nothing but what lies open shows in public, at every step, what it showed then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.kookiew.round import KooKiewRound
from engine.play import Round
from engine.quandui.events import Won
from engine.quandui.round import QuanDuiRound
from engine.refusal import Refused
from tests.engine.laws import CLOSE, Played, Start, any_start, every_option

HANDS = {"qiuqiu": 40, "koo-kiew": 40, "quan-dui": 25}
"""How many hands are played under each preset; those of Quan Dui are long."""


def _played(start: Start, rng: Random) -> list[Played]:
    """A hand in which most do what a computer player would, since who plays at random never wins in Quan Dui."""
    step = start.begin()
    path = [Played(step.round, step.events, None, None)]
    while (now := path[-1].round).settlement is None:
        seat = rng.choice(now.awaited)
        if now.window and all(_answered(now, each) for each in now.awaited):
            step, action = now.close(), CLOSE
            path.append(Played(step.round, step.events, None, action))
            continue
        if rng.random() < 0.85:
            action = start.game.choose(now.view(seat), rng)
        else:
            action = rng.choice(every_option(now.options(seat), rng))
        step = now.play(seat, action)
        path.append(Played(step.round, step.events, seat, action))
    return path


def _answered(now: Round[Any], seat: int) -> bool:
    """Whether a seat has answered in a window in which everybody stays awaited."""
    return isinstance(now, QuanDuiRound) and now.ballot is not None and seat in now.ballot.answers


def _again(start: Start, path: list[Played]) -> tuple[list[Played], tuple[Any, ...]]:
    """The hand replayed from what lies open at its end, and its events with what was told then."""
    game, over = start.game, path[-1].round
    public = start.with_pack(game.public_pack({place: start.deal.pack[place] for place in over.opened}))
    step = game.deal_in_public(public.deal)
    again = [Played(step.round, step.events, None, None)]
    for _, _, seat, action in path[1:]:
        assert action is not None
        step = again[-1].round.close() if seat is None else again[-1].round.play(seat, action)
        again.append(Played(step.round, step.events, seat, action))
    return again, game.retold(tuple(event for each in again for event in each.events), over.told)


def _check(game: Game[Any, Any], preset: str, hands: int) -> int:
    """Play hands and replay them; return in how many of them claims that came later were told of."""
    rng, later = Random(f"{game.name} {preset}"), 0
    for _ in range(hands):
        start = any_start(game, game.presets[preset], rng)
        path = _played(start, rng)
        again, events = _again(start, path)
        assert events == tuple(event for each in path for event in each.events)
        for was, now in zip(path, again, strict=True):
            assert was.round.view(None) == now.round.view(None)
            assert (was.round.question, was.round.window) == (now.round.question, now.round.window)
        later += any(isinstance(event, Won) and event.later for event in events)
        assert again[-1].round.opened == path[-1].round.opened, "the same copies lie open"
        if isinstance(path[-1].round, KooKiewRound):
            assert not path[-1].round.told
    return later


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in GAMES for preset in GAMES[name].presets])
def test_a_replay_from_what_lies_open_is_the_same_in_public(name: str, preset: str) -> None:
    _check(GAMES[name], preset, HANDS.get(name, 20))


def test_unknown_cards_are_none_of_the_pack() -> None:
    game = GAMES["quan-dui"]
    pack = game.public_pack({3: 12, 5: 13})
    assert (pack[3], pack[5]) == (12, 13)
    assert all(card >= len(game.pack) for place, card in enumerate(pack) if place not in (3, 5))
    assert len(set(pack)) == len(game.pack)


def test_claims_that_came_later_are_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _check(GAMES["quan-dui"], "amsterdam", 60), "no hand in which a claim came later"
    monkeypatch.setattr(QuanDuiRound, "told", "")
    with pytest.raises(AssertionError):
        _check(GAMES["quan-dui"], "amsterdam", 60)


def test_unknown_cards_that_make_pairs_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["quan-dui"]), "unknown_cards", False)
    with pytest.raises((AssertionError, Refused)):
        _check(GAMES["quan-dui"], "strict", HANDS["quan-dui"])
