"""A hint at a practice table: one sentence that says what to do and why, in all games, and says only what is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.hints.commands import Steady
from bot.features.hints.commands import hint_for as hint
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.kookiew.rules import USUAL as KOO_KIEW
from engine.play import Card, Seat
from engine.qiuqiu.equity import equity_of
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import hand as tiles
from engine.quandui.cards import CARDS, COPIES, NUMBER, card_name
from engine.quandui.claims import DUI, PASS, WIN
from engine.quandui.melds import HeldCards, complete
from engine.quandui.round import PICK_UP
from engine.table.state import TableState
from tests.bot.wording import test_koo_kiew as koo_kiew
from tests.bot.wording import test_quan_dui as quan_dui
from tests.engine.qiuqiu.storytelling import ScriptedHand
from tests.engine.table.tables import chair, in_play

STRONG, WEAK = "6-3 5-4 0-0 6-5", "3-2 4-1 5-0 1-0"
SPLIT = QiuQiuRules(compare="split_pot")


def said(state: TableState, player: str, language: str = "en") -> str:
    """The one line of a hint."""
    (line,) = hint(state, player, in_language(language)).lines
    return line.replace("\N{NO-BREAK SPACE}", " ")


def qiuqiu(sari: str, budi: str, script: str = "", rules: QiuQiuRules | None = None) -> TableState:
    """A table at which Sari, who deals, and Budi hold these dominoes, and have played on a bit."""
    rules = rules or QiuQiuRules()
    hand = ScriptedHand({"Sari": (500, sari), "Budi": (500, budi)}, rules=rules)
    if script:
        hand.play(script)
    table = in_play(chair("Sari"), chair("Budi"), rules=rules)
    assert table.hand is not None
    return replace(table, hand=replace(table.hand, round=hand.now))


def of(game: str, now: Any) -> TableState:
    """A table at which a hand of another game is played."""
    return replace(quan_dui.TABLE, game_name=game, hand=now)


def evening() -> Iterator[TableState]:
    """Every moment of a few hands of each game."""
    for seed in range(3):
        for now in quan_dui.moments(quan_dui.dealt(3, seed=seed), Random(seed)):
            yield of("quan-dui", now)
        for deal in koo_kiew.stages(koo_kiew.dealt(4, seed=seed)):
            yield of("koo-kiew", deal)
    yield qiuqiu(STRONG, WEAK, "Sari check · Budi bet 20 · Sari call · Sari check")


@pytest.mark.parametrize("language", languages())
def test_a_hint_is_one_sentence_and_what_it_says_can_be_done(language: str) -> None:
    translate = in_language(language)
    for state in evening():
        hand = state.playing
        if hand is None:
            continue
        for seat, player in enumerate(hand.players):
            line, options = said(state, player, language), hand.round.options(seat)
            assert line.endswith(".")
            assert ". " not in line
            assert line.startswith(f"{translate('practice-wait')}: ") == (not options), line
            if options:
                assert options.allow(state.game.choose(hand.round.view(seat), Steady()))


def test_a_hint_of_qiuqiu_weighs_the_chance_against_the_price() -> None:
    free = qiuqiu(STRONG, WEAK)
    chance = round(100 * equity_of(QiuQiuRules()).against_one(tiles("6-3", "5-4", "0-0")).share)
    assert said(free, "test:sari").startswith("Bet ")
    assert said(free, "test:sari").endswith(f"with these dominoes you have the best hand about {chance} % of the time.")
    assert said(free, "test:budi").startswith("Wait: with these dominoes you have the best hand about ")

    dear = qiuqiu(STRONG, WEAK, "Sari bet 100")
    assert said(dear, "test:budi").startswith("Fold: with these dominoes you have the best hand about ")
    assert said(dear, "test:budi").endswith(" % of the time, and this call needs 45 %.")
    assert said(qiuqiu(WEAK, STRONG, "Sari bet 10 · Budi raise 20"), "test:sari").endswith("and this call needs 17 %.")
    assert said(qiuqiu(WEAK, STRONG), "test:sari").endswith("and checking is free.")


def test_a_hint_of_qiuqiu_names_what_four_dominoes_make_and_what_to_declare() -> None:
    four = qiuqiu(STRONG, WEAK, "Sari check · Budi check", SPLIT)
    assert ": with 9 / 0 you have the best hand about " in said(four, "test:sari")
    declaring = qiuqiu(STRONG, WEAK, "Sari check · Budi check · Sari check · Budi check", SPLIT)
    assert said(declaring, "test:sari").startswith("Declare 9 / 0: ")


@pytest.mark.parametrize(("pays", "why"), [(1, "the bank keeps 0.48 % of all"), (2, "the bank loses ")])
def test_a_hint_of_koo_kiew_says_whom_the_rules_favour(pays: int, why: str) -> None:
    state = of("koo-kiew", koo_kiew.dealt(4, KOO_KIEW.replace("pair_payout", str(pays))))
    asked, banker = said(state, "local:1"), said(state, "local:0")
    assert asked.startswith("Stake ")
    assert why in asked
    assert banker.startswith(f"Wait: in the long run {why}")


def completing(held: HeldCards) -> str:
    """Every card that makes a hand complete, each of the thirty tried, as long as there is one more of it."""
    has = Counter(held.hidden) + Counter({each: 2 * count for each, count in Counter(held.exposed).items()})
    return ", ".join(card_name(each) for each in CARDS if has[each] < COPIES and complete(held.taking(each)))


def test_a_hint_of_quan_dui_says_what_is_so() -> None:
    for seed in range(6):
        for now in quan_dui.moments(quan_dui.dealt(3, seed=seed), Random(seed), wild=0):
            for seat in range(3 if now.round.settlement is None else 0):
                holds_to(of("quan-dui", now), now.round.view(seat), seat)


def holds_to(state: TableState, view: Any, seat: Seat) -> None:
    """Look at what a hint says, by counting the cards anew."""
    do, _, why = said(state, f"local:{seat}").partition(": ")
    best = GAMES["quan-dui"].choose(view, Steady()) if view.options else None
    offered = "" if view.offered is None else card_name(view.offered)
    if do == "Wait":
        assert best is None
        needs(view, view.hand, why)
    elif do.startswith("Discard "):
        assert best is not None
        dropped = next(each for each in view.hand.hidden if card_name(each) == do.removeprefix("Discard "))
        assert dropped in view.layout.singles or view.layout.complete
        if not view.layout.complete and why != "it is your hardest single to pair.":
            needs(view, view.hand.losing(dropped), why)
    elif best == WIN:
        held = view.hand if view.offered is None else view.hand.taking(view.offered)
        assert complete(held)
        assert "eight pairs" in why
    else:
        paired = [each for each in view.layout.singles if NUMBER[each] == NUMBER[view.offered]]
        assert bool(paired) == (best in (DUI, PICK_UP)) or best == PASS
        if complete(view.hand.taking(view.offered)):
            assert why.startswith(f"{offered} completes your eight pairs: ")
        elif best in (DUI, PICK_UP):
            makes = "dui" if view.offered in view.hand.hidden else "ka"
            assert why.startswith(f"{offered} would make a {makes} with your ")
        elif paired:
            assert why in (f"{offered} gives you neither a dui nor a win.", *could_pick_up(offered, paired))
            assert view.picks_up == (" if you pick it up" in why)
        else:
            nothing = "makes no pair with your cards." if view.picks_up else "gives you neither a dui nor a win."
            fits_a_pair = view.offered in view.hand.hidden
            assert why == f"{offered} {'pairs none of your singles.' if fits_a_pair else nothing}"


def could_pick_up(offered: str, paired: list[Card]) -> list[str]:
    return [f"{offered} would make a ka with your {card_name(each)}, if you pick it up." for each in paired]


def needs(view: Any, held: HeldCards, why: str) -> None:
    if wanted := completing(held):
        assert why == f"any one of these completes your eight pairs: {wanted}."
    else:
        assert why == f"these still need a partner: {', '.join(map(card_name, view.layout.singles))}."


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "Win: your eight pairs are complete: "),
        ({"9 suo": "2 ben", "9 ben": "1 ben"}, "Discard 2 ben: any one of these completes your eight pairs: "),
        ({"9 suo": "2 ben", "8 suo": "1 wan", "7 wan": "5 wan"}, "Discard "),
    ],
)
def test_a_hint_of_quan_dui_names_the_card_to_discard(changed: dict[str, str], line: str) -> None:
    held = list(quan_dui.COMPLETE)
    for gone, come in changed.items():
        held[held.index(gone)] = come
    assert said(of("quan-dui", quan_dui.holding(*held)), "local:0").startswith(line)
