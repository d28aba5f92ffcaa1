"""The page on the sealed deal tells truly which numbers of a deal are whose: hands are dealt, and compared with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from bot.presenting.presenters import TITLES
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action, Round, Seat
from tests.docs.reference import DOCS

SECTION = (DOCS / "fairness.md").read_text(encoding="utf-8").split("### Whose a card was\n")[1].split("\n### ")[0]
TABLE = SECTION.split("`dealt_to` names")[0]
ROWS = [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\| \w.*$", TABLE, re.M)[1:]]
"""Game, house rules and numbers, without the head of the table."""

NAMES = {title: game for game, title in TITLES.items()}
BATCHES = ("singly", "1+2", "2+1", "3")
PLENTY = 100_000


def value(term: str, players: int, turn: int) -> int:
    """What ``2n+i`` or the like is."""
    letters, parts = {"n": players, "i": turn, "": 1}, re.findall(r"([+-]?)(\d*)([ni]?)", term)
    return sum(int(sign + (many or "1")) * letters[letter] for sign, many, letter in parts if many or letter)


def numbers(told: str, players: int, turn: int) -> list[int]:
    """The numbers of the cards that the player who has this turn is dealt first, as the page tells them."""
    told, dealer, _ = told.partition("; the dealer ") if "; the dealer " in told else (told, "", "")
    found = [1] if dealer and turn == 1 else []
    for part in told.split(", "):
        first, *last = [value(term, players, turn) for term in re.findall(r"`([^`]+)`", part)]
        found += range(first, (last or [first])[0] + 1)
    return found


def in_force(game: Game[Any, Any], told: str) -> Iterator[GameRules]:
    """Every set of house rules that a row is about."""
    usual: GameRules = game.rules()
    if game.name != "qiuqiu":
        yield from game.presets.values()
        return
    rules = dict(re.findall(r"`(\w+) ([\w+]+)`", told))
    batches = BATCHES[1:] if "any other" in told else (rules["batches"],)
    rounds = (rules["rounds"],) if "rounds" in rules else ("two", "one")
    for batch, betting, first in product(batches, rounds, ("left_of_dealer", "dealer")):
        yield usual.replace("batches", batch).replace("rounds", betting).replace("first_card", first)


def dealt(game: Game[Any, Any], rules: GameRules, players: int, dealer: Seat) -> Round[Any]:
    """A hand as far as everybody has seen their first cards."""
    now = game.deal(Deal(rules, (PLENTY,) * players, dealer, tuple(range(len(game.pack))))).round
    while game.name == "koo-kiew" and now.settlement is None:
        seat = now.awaited[-1]
        options = now.options(seat)
        named = [Action(each.verb, min(each.least + seat, each.most)) for each in options.amounts]
        now = now.play(seat, (named or [options.ready[0]])[0]).round
    return now


def turns(game: Game[Any, Any], rules: Any, now: Round[Any]) -> Sequence[Seat]:
    """The seats as the page counts them."""
    around = now.seats
    if game.name == "quan-dui":
        return [(now.dealer - distance) % around for distance in range(around)]
    first = now.dealer if getattr(rules, "first_card", "") == "dealer" else now.dealer + 1
    return [(first + distance) % around for distance in range(around)]


def seen(now: Round[Any]) -> Mapping[Seat, list[int]]:
    return {seat: [place + 1 for place in now.held(seat)] for seat in range(now.seats)}


@pytest.mark.parametrize(("name", "told_rules", "told"), ROWS, ids=[" ".join(row[:2]) for row in ROWS])
def test_first_cards_have_the_numbers_that_are_told(name: str, told_rules: str, told: str) -> None:
    game = GAMES[NAMES[name]]
    for rules in in_force(game, told_rules):
        for players in {game.fewest, 3, 5, game.most}:
            for dealer in {0, 1, players - 1}:
                now = dealt(game, rules, players, dealer)
                order = turns(game, rules, now)
                expected = {seat: numbers(told, players, turn) for turn, seat in enumerate(order, start=1)}
                assert seen(now) == expected, (rules, players, dealer)
                assert now.dealt == sum(map(len, expected.values()))


def test_every_game_and_every_way_to_deal_is_told() -> None:
    assert set(GAMES) - {NAMES[name] for name, *_ in ROWS} == set(), "add a row to the table in docs/fairness.md"
    qiuqiu = GAMES["qiuqiu"]
    sets = [rules.texts() for name, told, _ in ROWS if name == "QiuQiu" for rules in in_force(qiuqiu, told)]
    for rule in ("batches", "rounds", "first_card"):
        assert {rules[rule] for rules in sets} == set(qiuqiu.rules.kinds()[rule].choices)


@pytest.mark.parametrize("rounds", ["two", "three"])
def test_later_tiles_go_to_those_who_have_not_folded_in_the_same_order(rounds: str) -> None:
    game = GAMES["qiuqiu"]
    now = dealt(game, game.rules().replace("rounds", rounds).replace("checking", "always"), 5, 1)
    before, now = now.dealt, now.play(now.awaited[0], Action("bet", 10)).round
    folded = now.awaited[0]
    now = now.play(folded, Action("fold")).round
    while now.dealt == before:
        now = now.play(now.awaited[0], Action("call")).round

    still_in = [seat for seat in turns(game, now.view(None), now) if seat != folded]

    assert [seen(now)[seat][-1] for seat in still_in] == [*range(before + 1, before + 5)]
    assert max(seen(now)[folded]) <= before


@pytest.mark.parametrize("players", [2, 6])
def test_the_stock_is_drawn_from_the_number_that_is_told(players: int) -> None:
    game = GAMES["quan-dui"]
    now = dealt(game, game.rules(), players, 0)
    now = now.play(0, now.lapse(0)).round.close().round
    (seat,) = now.awaited
    now = now.play(seat, Action("draw")).round

    assert "`15n+2`" in SECTION
    assert seen(now)[seat][-1] == value("15n+2", players, 0) == now.dealt
