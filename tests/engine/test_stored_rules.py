"""House rules are stored with groups and sealed with hands as texts: these are the words and numbers they may be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.qiuqiu.rules import SUMATRA

EVERY_GAME = {"disclosure": ("never", "never at-close unanimous"), "beacon": ("required", "required if-there-is-one")}
RULES = {
    "qiuqiu": {
        "specials": ("enam_dewa>empat_balak>murni_besar>murni_kecil", "enam_dewa empat_balak murni_besar murni_kecil"),
        "besar_min": ("39", "36 to 43"),
        "kecil_max": ("9", "5 to 12"),
        "special_tie": ("equal", "equal total"),
        "seri": ("off", "on off"),
        "seri_tie": ("spots", "spots double_first"),
        "hui": ("off", "on off"),
        "three_doubles": ("off", "off optional mandatory"),
        "tie": ("split", "split highest_double"),
        "compare": ("normal", "normal split_pot"),
        "declaration": ("in_turn", "in_turn automatic"),
        "odd_chips": ("dealer_first", "dealer_first left_of_dealer next_pot"),
        "rounds": ("two", "two three one"),
        "batches": ("singly", "singly 1+2 2+1 3"),
        "first_card": ("left_of_dealer", "left_of_dealer dealer"),
        "ante": ("10", "1 to 1000000"),
        "part_ante": ("off", "on off"),
        "min_bet": ("10", "1 to 1000000"),
        "max_bet": ("100", "1 to 1000000000 or none"),
        "min_raise": ("min_bet", "min_bet last_raise"),
        "raise_cap": ("none", "1 to 20 or none"),
        "first_to_act": ("dealer", "dealer left_of_dealer"),
        "checking": ("always", "always never not_in_first"),
        "leaving": ("goes_on", "goes_on ends"),
    },
    "koo-kiew": {
        "colours": ("yellow>red>green>white", "yellow red green white"),
        "second_card": ("off", "on off"),
        "bank": ("kept", "kept every_deal after_deals highest_bidder fixed"),
        "bank_deals": ("5", "1 to 100"),
        "solvency": ("cover", "cover collect unlimited"),
        "min_stake": ("1", "1 to 1000000"),
        "max_stake": ("none", "1 to 1000000000 or none"),
        "pair_payout": ("1", "1 to 10"),
        "stake_seconds": ("30", "5 to 600"),
    },
    "quan-dui": {
        "stake": ("10", "1 to 1000000"),
        "claim_window": ("all_answered", "all_answered full_time"),
        "pick_up_dui": ("quiet", "quiet exposed"),
        "four_alike": ("on", "on off"),
        "dealer_wins": ("on", "on off"),
        "forced_win": ("any_discard", "any_discard claims"),
        "after_passing": ("any", "any quan_dui"),
        "stock_end": ("claims", "claims win_only"),
        "endless": ("10", "1 to 100"),
        "claim_seconds": ("8", "3 to 120"),
    },
}
"""For each rule its usual value, which it has where it was stored without one, and what it may be."""

MENU = {
    "qiuqiu": {
        "special_hands": "specials besar_min kecil_max special_tie seri seri_tie",
        "ranking": "hui three_doubles tie",
        "showdown": "compare declaration odd_chips",
        "deal": "rounds batches first_card",
        "betting": "ante part_ante min_bet max_bet min_raise raise_cap first_to_act checking",
        "table": "leaving",
    },
    "koo-kiew": {
        "ranking": "colours second_card",
        "bank": "bank bank_deals solvency",
        "stakes": "min_stake max_stake pair_payout",
        "clock": "stake_seconds",
    },
    "quan-dui": {
        "stakes": "stake",
        "claims": "claim_window pick_up_dui",
        "winning": "four_alike dealer_wins forced_win after_passing",
        "ending": "stock_end endless",
        "clock": "claim_seconds",
    },
}
"""Which rules stand together in which section of the menu."""

TOLD_WITH = {
    "besar_min": "specials",
    "kecil_max": "specials",
    "special_tie": "specials",
    "seri_tie": "seri",
    "declaration": "compare",
    "max_bet": "min_bet",
    "bank_deals": "bank",
    "max_stake": "min_stake",
}
"""The rules that another one's part of a sentence tells of."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_rule = pytest.mark.parametrize(
    ("game", "name", "allowed"),
    [
        pytest.param(game, name, allowed, id=f"{game.name} {name}")
        for game in GAMES.values()
        for name, (_, allowed) in (RULES[game.name] | EVERY_GAME).items()
    ],
)


@games
def test_what_was_stored_without_a_rule_has_its_usual_value(game: Game[Any, Any]) -> None:
    expected = {name: usual for name, (usual, _) in (RULES[game.name] | EVERY_GAME).items()}

    assert game.rules_from("{}").texts() == game.rules().texts() == expected


@every_rule
def test_what_a_rule_may_be(game: Game[Any, Any], name: str, allowed: str) -> None:
    kind = game.rules.kinds()[name]
    numbers, _, none = allowed.partition(" or ")
    least, _, most = numbers.partition(" to ")

    assert kind.reads("none") == (none == "none" or name == "specials")
    if most:
        assert (kind.least, kind.most, kind.choices) == (int(least), int(most), ())
        assert kind.reads(least)
        assert kind.reads(most)
        assert not kind.reads(str(int(least) - 1))
        assert not kind.reads(str(int(most) + 1))
    else:
        assert (kind.least, kind.most, " ".join(kind.choices)) == (None, None, allowed)
        assert kind.many == (name in ("specials", "colours"))
        assert kind.many or all(map(kind.reads, kind.choices))


@games
def test_rules_stand_in_the_sections_of_the_menu(game: Game[Any, Any]) -> None:
    sections = MENU[game.name] | {"fairness": " ".join(EVERY_GAME)}

    assert list(game.rules.sections().items()) == [
        (name, section) for section, names in sections.items() for name in names.split()
    ]
    assert game.rules.told_with() == {name: TOLD_WITH.get(name, name) for name in game.rules.kinds()}


def test_a_bet_has_a_least_and_a_most_in_each_of_three_betting_rounds() -> None:
    """QQ-22: the last amount that is given holds for the betting rounds after it."""
    rules = SUMATRA.replace("max_bet", "100,200").replace("min_bet", "10,20,40")

    assert [(rules.least_bet(street), rules.most_bet(street)) for street in range(3)] == [
        (10, 100),
        (20, 200),
        (40, 200),
    ]
    assert SUMATRA.replace("max_bet", "none").most_bet(2) is None


@pytest.mark.parametrize(("least", "most"), [("1 / 2,3", "5/ 6"), ("1,2 ,3", "5 ,6")])
def test_amounts_of_betting_rounds_stand_between_commas_or_strokes(least: str, most: str) -> None:
    rules = SUMATRA.replace("min_bet", least).replace("max_bet", most)

    assert (rules.min_bet, rules.max_bet) == ((1, 2, 3), (5, 6))
    assert (rules.texts()["min_bet"], rules.texts()["max_bet"]) == ("1,2,3", "5,6")
