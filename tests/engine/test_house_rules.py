"""House rules as data: every one can be set by text, read back, and refuses nonsense with a reason."""

from __future__ import annotations

import ast
import inspect
import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.games import GAMES
from engine.house_rules import BadRule, GameRules, cut_short, words_in_order
from engine.kookiew.rules import USUAL
from engine.qiuqiu.rules import CEBLOK, NINETY_NINE, PARLOUR, PRESETS, SUMATRA, QiuQiuRules
from tests.engine.laws import house_rules, values
from tests.rows import rows
from tests.thoroughness import examples

ROOM = {"min_bet": ("max_bet", "none"), "max_bet": ("min_bet", "1")}
"""What makes room for every value of a rule that is checked against another."""

QIUQIU = GAMES["qiuqiu"]
NONSENSE = ["", "nonsense", "-1", "１２", "1e9", "none none", "5;drop", "9" * 10_000, "on off"]
EVERY_RULE = [(game, name) for game in GAMES.values() for name in game.rules.kinds()]


def rule_id(value: object) -> str:
    return value if isinstance(value, str) else type(value).__name__.lower()


@pytest.mark.parametrize(("game", "name"), EVERY_RULE, ids=rule_id)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_every_rule_is_set_by_text(game: Game[Any, Any], name: str, data: st.DataObject) -> None:
    text, usual = data.draw(values(game.rules.kinds()[name])), game.rules()
    if name in ROOM:
        usual = usual.replace(*ROOM[name])

    rules = usual.replace(name, text)

    assert rules.kinds()[name].read(text) == getattr(rules, name)
    assert rules.texts() == {**usual.texts(), name: rules.kinds()[name].write(getattr(rules, name))}


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: ascii(text)[:20])
def test_every_rule_refuses_nonsense(text: str) -> None:
    for game, name in EVERY_RULE:
        bad = refusal(game, name, text)

        assert bad is not None, f"{name} of {game.name} is set to this"
        assert (bad.reason, bad.fields["rule"]) == ("bad-rule-value", name)
        assert len(str(bad.fields["value"])) <= 40, name


def refusal(game: Game[Any, Any], name: str, text: str) -> BadRule | None:
    """Why a rule cannot be set to a text; ``None`` if it can."""
    try:
        game.rules().replace(name, text)
    except BadRule as bad:
        return bad
    return None


@pytest.mark.parametrize("game", GAMES.values(), ids=rule_id)
@given(data=st.data())
def test_rules_round_trip_through_texts(game: Game[Any, Any], data: st.DataObject) -> None:
    rules = data.draw(house_rules(game))

    assert game.rules.from_texts(rules.texts()) == rules
    assert game.rules_from(game.in_force(rules)) == rules


@pytest.mark.parametrize("game", GAMES.values(), ids=rule_id)
def test_every_rule_has_a_help_text_and_a_section(game: Game[Any, Any]) -> None:
    definitions = [ast.parse(inspect.getsource(each)).body[0] for each in (game.rules, GameRules)]
    documented = {
        before.target.id
        for definition in definitions
        if isinstance(definition, ast.ClassDef)
        for before, after in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }

    assert documented == set(game.rules.kinds())
    assert all(game.rules.sections().values())


@pytest.mark.parametrize("game", GAMES.values(), ids=rule_id)
def test_the_first_preset_is_the_usual_one(game: Game[Any, Any]) -> None:
    assert next(iter(game.presets.values())) == game.rules()


def test_the_presets_are_those_of_the_sources() -> None:
    """The table of presets, and QQ-3, QQ-8, QQ-12, QQ-13, QQ-21, QQ-22."""
    assert list(PRESETS) == ["sumatra", "ninety-nine", "parlour", "ceblok"]
    assert NINETY_NINE.differences(SUMATRA) == {
        "specials": ("murni_besar>murni_kecil>empat_balak", "enam_dewa>empat_balak>murni_besar>murni_kecil"),
        "besar_min": ("38", "39"),
        "seri": ("on", "off"),
        "seri_tie": ("double_first", "spots"),
        "three_doubles": ("optional", "off"),
        "tie": ("highest_double", "split"),
        "checking": ("never", "always"),
        "min_bet": ("10,20", "10"),
        "max_bet": ("100,200", "100"),
    }
    assert PARLOUR.differences(SUMATRA) == {"declaration": ("automatic", "in_turn"), "leaving": ("ends", "goes_on")}
    assert PARLOUR.ends_on_leave
    assert not any(rules.ends_on_leave for rules in (SUMATRA, NINETY_NINE, CEBLOK))
    assert set(CEBLOK.differences(SUMATRA)) == {"specials", "declaration"}


def test_the_presets_of_the_other_games() -> None:
    """The tables of presets, and KK-2, KK-4, KK-10, KK-11, QD-8, QD-11, QD-13 to QD-15."""
    differences = {
        name: {preset: rules.differences(GAMES[name].rules()) for preset, rules in GAMES[name].presets.items()}
        for name in ("koo-kiew", "quan-dui")
    }

    assert differences["koo-kiew"] == {
        "usual": {},
        "bridge": {"colours": ("yellow>green>red>white", "yellow>red>green>white")},
        "in-turn": {"bank": ("every_deal", "kept")},
        "auction": {"bank": ("highest_bidder", "kept")},
        "sharp": {"second_card": ("on", "off"), "pair_payout": ("2", "1")},
    }
    assert differences["quan-dui"] == {
        "amsterdam": {},
        "strict": {
            "claim_window": ("full_time", "all_answered"),
            "pick_up_dui": ("exposed", "quiet"),
            "dealer_wins": ("off", "on"),
            "after_passing": ("quan_dui", "any"),
            "stock_end": ("win_only", "claims"),
        },
    }


def test_two_orders_of_the_colours_have_a_name() -> None:
    """KK-2."""
    bridge = USUAL.replace("colours", "bridge")

    assert bridge.colours == ("yellow", "green", "red", "white")
    assert bridge.replace("colours", "usual") == USUAL
    assert bridge.replace("colours", "w>g>r>y").colours == ("white", "green", "red", "yellow")
    with pytest.raises(BadRule, match="bad-rule-value"):
        USUAL.replace("colours", "yellow>green>red")


@rows(__file__, text=ast.literal_eval, value=ast.literal_eval)
def test_how_values_are_written(name: str, text: str, value: object) -> None:
    assert getattr(SUMATRA.replace(name, text), name) == value


@rows(__file__)
def test_values_out_of_bounds(name: str, text: str) -> None:
    with pytest.raises(BadRule, match="bad-rule-value"):
        SUMATRA.replace(name, text)


SHAPES = ("ring", "rings", "square", "star")


@pytest.mark.parametrize(
    ("text", "words"),
    [("star > ring", ("star", "ring")), ("st,sq", ("star", "square")), (" rings ring ", ("rings", "ring"))],
)
def test_words_in_an_order_may_be_cut_short(text: str, words: tuple[str, ...]) -> None:
    assert words_in_order(text, SHAPES) == words


@pytest.mark.parametrize("text", ["", "s", "ri", "circle", "star>st", "star>", ">star"])
def test_a_word_that_could_be_several_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whoever asks says what is wrong
        words_in_order(text, SHAPES)


def test_words_are_cut_as_short_as_they_are_still_read() -> None:
    assert cut_short(SHAPES, SHAPES) == "ring>rings>sq>st"
    assert cut_short(["wide", "well"], ("wide", "well", "now")) == "wi>we"
    assert cut_short(["now"], ("wide", "well", "now")) == "n"
    assert cut_short(["only"], ("only",)) == "o"
    assert words_in_order(cut_short(SHAPES, SHAPES), SHAPES) == SHAPES


def test_a_value_that_is_refused_is_told_up_to_a_length() -> None:
    with pytest.raises(BadRule) as bad:
        SUMATRA.replace("ante", "x" * 10_000)

    assert bad.value.fields == {"rule": "ante", "value": "x" * 40}


def test_a_rule_that_does_not_exist() -> None:
    with pytest.raises(BadRule) as bad:
        SUMATRA.replace("x" * 10_000, "on")

    assert bad.value.reason == "no-such-rule"
    assert bad.value.fields == {"rule": "x" * 40}


@pytest.mark.parametrize(
    ("rules", "name", "text", "most", "least"),
    [
        (SUMATRA, "max_bet", "9", 9, 10),
        (SUMATRA, "max_bet", "20,9", 9, 10),
        (SUMATRA, "min_bet", "101", 100, 101),
        (SUMATRA, "min_bet", "10,101", 100, 101),
        (SUMATRA, "min_bet", "10,20,101", 100, 101),
        (USUAL.replace("min_stake", "10"), "max_stake", "9", 9, 10),
        (USUAL.replace("max_stake", "100"), "min_stake", "101", 100, 101),
    ],
)
def test_a_maximum_below_its_minimum(rules: GameRules, name: str, text: str, most: int, least: int) -> None:
    with pytest.raises(BadRule, match=r"^max-below-min$") as bad:
        rules.replace(name, text)

    assert bad.value.fields == {"most": most, "least": least}


@pytest.mark.parametrize("wrong", [{"ante": "many"}, {"no_such": "on"}, {"specials": "royal_flush"}])
def test_stored_texts_that_make_no_sense(wrong: dict[str, str]) -> None:
    with pytest.raises(BadRule, match=r"^bad-rules$"):
        QiuQiuRules.from_texts(wrong)


@pytest.mark.parametrize(
    "wrong", [{"ante": -1}, {"seri": "yes"}, {"specials": ("x",)}, {"raise_cap": 0}, {"tie": "x" * 10_000}]
)
def test_rules_check_themselves(wrong: dict[str, Any]) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(BadRule) as bad:
        replace(SUMATRA, **wrong)

    assert (bad.value.reason, bad.value.fields) == ("bad-rule-value", {"rule": name, "value": str(value)[:40]})


def test_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        SUMATRA.ante = 20  # type: ignore[misc]


# What all games share, and what is stored and sealed with a hand.


def test_what_tables_need_to_know_of_any_rules() -> None:
    for game in GAMES.values():
        usual = game.rules()
        assert (usual.beacon_required, usual.bank_is_sold, usual.ends_on_leave) == (True, False, False)
        assert not usual.without_beacon().beacon_required
        assert usual.differences(usual.without_beacon()) == {"beacon": ("required", "if-there-is-one")}
    assert [name for name, rules in GAMES["koo-kiew"].presets.items() if rules.bank_is_sold] == ["auction"]
    assert GameRules().ends_on_leave is GameRules().bank_is_sold is False


def test_the_rules_in_force_are_written_the_same_however_they_were_made() -> None:
    one = SUMATRA.replace("seri", "on").replace("ante", "20")
    other = SUMATRA.replace("ante", "20").replace("seri", "on")

    assert QIUQIU.in_force(one) == QIUQIU.in_force(other)
    assert json.loads(QIUQIU.in_force(one)) == {"game": "qiuqiu", "dealing": str(one.dealing), **one.texts()}
    assert QIUQIU.in_force(one) != QIUQIU.in_force(one.replace("disclosure", "at-close"))


@rows(__file__)
def test_what_was_stored_for_another_game_or_is_no_rules_is_refused(text: str) -> None:
    with pytest.raises(BadRule, match=r"^bad-rules$"):
        QIUQIU.rules_from(text)
