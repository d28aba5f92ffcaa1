"""What is remembered of a hand agrees with what its round has told, and the odds of types with every hand there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.facts import MadeHand, Move, SeatFacts, counted, final_moves, rarities
from engine.games import GAMES
from engine.kookiew import events as kookiew
from engine.kookiew import facts as kookiew_facts
from engine.kookiew.cards import PACK, card_name
from engine.kookiew.ranking import label
from engine.play import LEAVE, Event, Round
from engine.qiuqiu import events as qiuqiu
from engine.qiuqiu.facts import TYPES, type_odds, type_of
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import NINETY_NINE, PRESETS, SPECIALS, SUMATRA
from engine.qiuqiu.tiles import TILES
from engine.quandui import events as quandui
from tests.engine.laws import any_hand, every_option

HANDS = {"qiuqiu": 60, "koo-kiew": 60, "quan-dui": 15}


def played(name: str, rng: Random) -> tuple[Round[Any], list[Event], list[Move], list[Move]]:
    """A hand that was played at random: its end, what was told, all moves, and those that nobody's time ran out for."""
    game = GAMES[name]
    step = any_hand(game, rng.choice(list(game.presets.values())), rng).begin()
    now, story, moves = step.round, list(step.events), list[Move]()
    while now.settlement is None:
        if now.window and rng.random() < 0.3:
            moves += [Move(seat, now.lapse(seat).verb, now.question, by_clock=True) for seat in now.awaited]
            step = now.close()
        else:
            seat = rng.choice(now.awaited)
            action = LEAVE if rng.random() < 0.02 else rng.choice(every_option(now.options(seat), rng))
            moves.append(Move(seat, action.verb, now.question))
            step = now.play(seat, action)
        now = step.round
        story += step.events
    return now, story, moves, [move for move in moves if not move.by_clock]


def facts_of(name: str, rng: Random) -> tuple[Round[Any], list[Event], list[Move], tuple[SeatFacts, ...]]:
    over, story, moves, chosen = played(name, rng)
    facts = GAMES[name].facts(over, story, moves)
    for each in facts:
        assert each.made is None or GAMES[name].hand_name(each.made.worth) == each.made.name
        assert each.made is None or each.made.hand_type in GAMES[name].hand_types
    return over, story, chosen, facts


def test_facts_of_qiuqiu_are_what_was_told() -> None:
    rng, shown = Random("facts of QiuQiu"), 0
    for _ in range(HANDS["qiuqiu"]):
        over, story, _, facts = facts_of("qiuqiu", rng)
        acts = (qiuqiu.Checked, qiuqiu.Bet, qiuqiu.Called, qiuqiu.Raised)
        told = Counter(each.seat for each in story if isinstance(each, acts))
        told.update(each.seat for each in story if isinstance(each, qiuqiu.Folded) and not each.left)
        hands = {each.seat: each for each in story if isinstance(each, qiuqiu.Showed)}
        assert over.settlement is not None
        for seat, each in enumerate(facts):
            assert each.taken == over.staked[seat] + over.settlement[seat]
            assert sum(each.moves.values()) - each.moves.get("declare", 0) == told[seat]
            assert each.showdown == (seat in hands)
            if seat in hands:
                best = ranking(over.view(None).rules).label(hands[seat].tiles)
                assert isinstance(each.made, MadeHand)
                assert (each.made.name, each.made.hand_type, each.made.shown) == (best, type_of(best), True)
                shown += 1
            elif each.made is not None:
                assert not each.made.shown
    assert shown > HANDS["qiuqiu"]


def test_chips_are_remembered_by_pot_and_moves_of_the_clock_as_such() -> None:
    over, story, moves, _ = played("qiuqiu", Random("pots"))
    awards = [each for each in story if isinstance(each, qiuqiu.Uncontested | qiuqiu.Awarded)]
    rest = [each for each in story if each not in awards]
    shared = [
        qiuqiu.Awarded(1, "whole", 7, ((1, 7),), 0, 0),
        qiuqiu.Awarded(0, "high", 1, ((0, 1), (1, 0)), 1, 0),
        qiuqiu.Awarded(1, "low", 3, ((0, 3),), 0, 0),
        qiuqiu.Awarded(0, "low", 4, ((0, 4),), 0, 0),
    ]
    by_clock = [move._replace(by_clock=True) for move in moves]

    facts = GAMES["qiuqiu"].facts(over, [*rest, *shared], by_clock)

    assert [each.pots for each in facts[:2]] == [(5, 3), (7,)], "the main pot first, and none that gave nothing"
    assert all(each.by_clock == each.moves for each in facts)
    assert sum(sum(each.moves.values()) for each in facts) == sum(
        move.verb != LEAVE.verb for move in final_moves(moves)
    )


def test_every_hand_of_qiuqiu_has_a_name_and_a_type() -> None:
    game = GAMES["qiuqiu"]
    names = [game.hand_name(worth) for worth in range(60, 0, -1)]

    assert names[:7] == [*SPECIALS, "9-9", "seri", "9-8"]
    assert [name for name in names if name != "seri"] == list(ranking(SUMATRA).labels)
    assert game.hand_types == (*SPECIALS, "9-9", "seri", *"9876543210")
    assert {type_of(name) for name in names} == set(game.hand_types)


def test_facts_of_koo_kiew_are_what_was_told() -> None:
    rng = Random("facts of Koo Kiew")
    for _ in range(HANDS["koo-kiew"]):
        over, story, _, facts = facts_of("koo-kiew", rng)
        staked = Counter(each.seat for each in story if isinstance(each, kookiew.Staked))
        settled = {each.seat: each for each in story if isinstance(each, kookiew.Settled)}
        banks = [each for each in story if isinstance(each, kookiew.BankCounted)]
        assert over.settlement is not None
        for seat, each in enumerate(facts):
            assert each.moves.get("stake", 0) == staked[seat]
            assert each.pots == ((over.settlement[seat],) if over.settlement[seat] > 0 else ())
            in_deal = seat == banks[0].seat or settled[seat].covered > 0 if banks else False
            assert each.showdown == in_deal
            if seat in settled:
                assert each.made is not None
                name, shown = settled[seat].label, card_name(settled[seat].hand[0])
                assert (each.made.hand_type, each.made.shown) == (name, True)
                assert each.made.name == (f"pair-{shown}" if name == "pair" else name)


def test_hands_of_koo_kiew_stay_worth_what_they_were_stored_with() -> None:
    names = {worth: GAMES["koo-kiew"].hand_name(worth) for worth in (8_624, 86)}

    assert names == {8_624: "pair-yellow-general", 86: "0"}


def test_facts_of_quan_dui_are_what_was_told() -> None:
    rng = Random("facts of Quan Dui")
    won = hidden = 0
    for _ in range(HANDS["quan-dui"]):
        over, story, chosen, facts = facts_of("quan-dui", rng)
        claimed = Counter(each.seat for each in story if isinstance(each, quandui.Claimed))
        drew = Counter(each.seat for each in story if isinstance(each, quandui.Drew))
        wins = [each for each in story if isinstance(each, quandui.Won)]
        left = {move.seat for move in chosen if move.verb == LEAVE.verb}
        for seat, each in enumerate(facts):
            assert each.moves.get("dui", 0) == claimed[seat]
            assert seat in left or each.moves.get("draw", 0) == drew[seat]
            assert "pass" not in {*each.moves, *each.by_clock, *each.hidden_moves}
            assert each.moves.get("win", 0) <= sum(event.seat == seat for event in wins)
            claims = Counter(move.verb for move in final_moves(chosen) if move.seat == seat)
            assert each.hidden_moves == {
                verb: claims[verb] - each.moves.get(verb, 0)
                for verb in ("dui", "win")
                if claims[verb] > each.moves.get(verb, 0)
            }
            hidden += sum(each.hidden_moves.values())
            assert (each.made is not None) == any(event.seat == seat for event in wins)
            assert over.settlement is not None
            assert each.pots == ((over.settlement[seat],) if over.settlement[seat] > 0 else ())
            if each.made is not None:
                dui = sum(one == other for one, other in wins[0].pairs)
                assert (each.made.worth, each.made.shown) == (dui + 1, True)
                assert each.made.name == each.made.hand_type == ("quan-dui" if dui == 8 else f"dui-{dui}")
        won += len(wins)
    assert won
    assert hidden


def test_every_hand_of_quan_dui_that_wins_has_a_name() -> None:
    game = GAMES["quan-dui"]

    assert [game.hand_name(worth) for worth in range(9, 0, -1)] == [
        "quan-dui",
        *(f"dui-{dui}" for dui in range(7, -1, -1)),
    ]
    assert game.hand_types == tuple(game.hand_name(worth) for worth in range(9, 0, -1))


def test_the_last_answer_to_a_question_counts_and_the_clock_answers_for_nobody_who_has() -> None:
    moves = (
        Move(0, "dui", 3),
        Move(0, "pass", 3),
        Move(0, "pass", 3, by_clock=True),
        Move(1, "pass", 3, by_clock=True),
        Move(1, LEAVE.verb, 4),
    )
    assert final_moves(moves) == (Move(0, "pass", 3), Move(1, "pass", 3, by_clock=True))


def test_moves_are_counted_for_each_seat_and_those_of_the_clock_once_more() -> None:
    moves = [
        Move(0, "fold", 1),
        Move(1, "check", 2, by_clock=True),
        Move(1, "check", 3, by_clock=True),
        Move(1, "check", 4),
    ]

    assert counted(moves, 3) == (({"fold": 1}, {}), ({"check": 3}, {"check": 2}), ({}, {}))


def test_what_is_not_said_of_a_hand_is_not_so() -> None:
    assert SeatFacts() == SeatFacts(showdown=False, pots=(), made=None, moves={}, by_clock={}, hidden_moves={})
    assert MadeHand("9", "9-8", 55) == MadeHand("9", "9-8", 55, rarity=0, shown=False)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_odds_of_types_of_qiuqiu_are_those_of_every_hand(rules: Any) -> None:
    order = ranking(rules)
    every = Counter(type_of(order.label(tiles)) for tiles in combinations(TILES, 4))
    assert dict(type_odds(rules)) == dict(every)
    assert sum(every.values()) == 20_475
    assert list(type_odds(rules)) == [each for each in TYPES if each in every]


def test_odds_of_types_as_they_are_known() -> None:
    odds = type_odds(SUMATRA)
    assert (odds["enam_dewa"], odds["empat_balak"]) == (1, 35)
    assert "seri" not in odds
    assert "seri" in type_odds(NINETY_NINE)


def test_a_hand_is_as_rare_as_those_that_are_as_good_or_better() -> None:
    assert rarities({"best": 1, "never": 0, "good": 3, "any": 4}) == {"best": 8_000, "good": 2_000, "any": 1_000}
    assert rarities({"good": 9, "any": 5}) == {"good": 1_556, "any": 1_000}, "to the nearest thousandth"
    rng, seen = Random("rarity"), dict[int, int]()
    for _ in range(HANDS["koo-kiew"]):
        for each in facts_of("koo-kiew", rng)[-1]:
            if each.made is not None:
                seen[each.made.worth] = each.made.rarity
    rare = [seen[worth] for worth in sorted(seen)]
    assert len(rare) > 20
    assert rare == sorted(rare), "the better, the rarer"


def test_odds_of_types_of_koo_kiew_are_those_of_every_hand() -> None:
    every = Counter(label(hand) for hand in combinations(PACK, 2))
    assert dict(kookiew_facts.type_odds()) == dict(every)
    assert every["pair"] == 168
