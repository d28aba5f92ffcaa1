"""Actions as text: everything that can be done can be written and read back, and junk gets one clear reason."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from engine.kookiew.game import KooKiew
from engine.play import LEAVE, Action, Verb
from engine.qiuqiu.game import QiuQiu
from engine.quandui.game import QuanDui
from engine.refusal import Refused
from tests.cases import for_every
from tests.rows import rows
from tests.thoroughness import examples

VERBS = [(verb, game.verbs) for game in GAMES.values() for verb in game.verbs]


@pytest.mark.parametrize(("verb", "verbs"), VERBS)
@given(amount=st.integers(1, 10**12), choice=st.sampled_from(["9-5", "seri", "murni_besar"]))
@settings(max_examples=examples(25))
def test_every_action_is_read_back(verb: Verb, verbs: tuple[Verb, ...], amount: int, choice: str) -> None:
    action = Action(
        verb.name, amount=amount if verb.takes == "amount" else 0, choice=choice if verb.takes == "choice" else ""
    )

    assert Action.read(action.text, verbs) == action


def test_leaving_is_read_in_every_game() -> None:
    assert {Action.read(LEAVE.text, game.verbs) for game in GAMES.values()} == {LEAVE}


def written(cell: str) -> Action:
    verb, _, rest = cell.partition(" ")
    return Action(verb, int(rest)) if rest.isdigit() else Action(verb, choice=rest)


@rows(__file__, text=lambda cell: cell.encode().decode("unicode_escape"), action=written)
def test_the_ways_people_write(text: str, action: Action) -> None:
    assert Action.read(text, QiuQiu.verbs) == action


JUNK_AMOUNTS = [
    "", "１２", "٣", "1e9", "-5", "+5", "1_000", "1,000", "1.5", "0x10", "²", "½", "ten", "5 5", "9" * 14, "9" * 10_000,
    "60 fold", "nan", "inf", "7\N{ZERO WIDTH SPACE}", "\N{RIGHT-TO-LEFT OVERRIDE}7",
]  # fmt: skip


@for_every([(verb, amount) for verb in ("bet", "raise") for amount in JUNK_AMOUNTS])
def test_only_plain_digits_are_an_amount(case: tuple[str, str]) -> None:
    verb, amount = case
    with pytest.raises(Refused) as refused:
        Action.read(f"{verb} {amount}", QiuQiu.verbs)

    assert (refused.value.reason, refused.value.fields) == ("not-an-amount", {"verb": verb})


@rows(__file__)
def test_what_is_wrong_is_said(text: str, reason: str, fields: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        Action.read(text, QiuQiu.verbs)

    assert (refused.value.reason, refused.value.fields) == (reason, fields)


def test_an_unknown_word_is_repeated_up_to_forty_characters() -> None:
    for text in ("", "x" * 10_000):
        with pytest.raises(Refused, match=r"^unknown-action$") as refused:
            Action.read(text, QiuQiu.verbs)
        assert refused.value.fields == {"word": text[:40]}


def test_an_action_is_made_of_a_verb_and_what_followed_it() -> None:
    assert Action.of("check", QiuQiu.verbs) == Action("check")
    assert Action.of("raise", QiuQiu.verbs, 60) == Action("raise", 60)
    assert Action.of("raise", QiuQiu.verbs, 0) == Action("raise")
    assert Action.of("declare", QiuQiu.verbs, choice=" 8 / 4 ") == Action("declare", choice="8-4")
    assert Action.of("discard", QuanDui.verbs, choice=" Da   Hong\t") == Action("discard", choice="da-hong")
    assert Action.of("declare", QiuQiu.verbs, choice="x" * 10_000).choice == "x" * 40, "none is that long"
    with pytest.raises(Refused, match=r"^unknown-action$") as refused:
        Action.of("x" * 10_000, QiuQiu.verbs)
    assert refused.value.fields == {"word": "x" * 40}


@given(st.text())
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    with suppress(Refused):
        action = Action.read(text, QiuQiu.verbs)
        assert Action.read(action.text, QiuQiu.verbs) == action


def test_an_action_is_typed_as_it_is_said() -> None:
    assert Action.read("Pass the bank", KooKiew.verbs) == Action.read("pass-bank", KooKiew.verbs)
    assert Action.read("discard 3 suo", QuanDui.verbs) == Action("discard", choice="3-suo")
    assert Action.read("Discard  Da Hong", QuanDui.verbs) == Action("discard", choice="da-hong")
