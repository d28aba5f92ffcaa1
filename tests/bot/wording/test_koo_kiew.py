"""Koo Kiew in every language: it tells nothing that lies face down, and fits a message with 56 players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.kookiew.history import label_text, long_cards
from bot.games.kookiew.presenter import STEPS, KooKiewPresenter, steps
from bot.games.kookiew.roster import ALT_HANDS
from bot.ledger import MOST_CHIPS
from bot.messages import AmountQuestion, Button, Place
from bot.presenting.line_filling import FEW_PLAYERS, LINE_CHARACTERS, fill_lines
from bot.presenting.private_side import private_side
from bot.wording import Translator, in_language, languages
from engine.game import Deal
from engine.kookiew import events as happened
from engine.kookiew.game import KooKiew
from engine.kookiew.round import KooKiewView
from engine.kookiew.rules import PRESETS, USUAL, KooKiewRules
from engine.play import Action, Step
from engine.refusal import Refused
from engine.table.hand import TableHand
from engine.table.state import TableState
from tests.bot.wording.dealing import BEGAN, deal
from tests.bot.wording.sentences import ends, text
from tests.bot.wording.test_messages import ALERT, LONGEST_NAME

KOO_KIEW = KooKiew()
PRESENTER = KooKiewPresenter()
TABLE = TableState("t1", Place("local:home", "general"), "koo-kiew", ())

TEXT, CAPTION = 4_000, 1_024
"""The most characters of a message, and of the words for a picture."""

AROUND = 350
"""What stands around the words of the game: a title, notices, the next hand, and the footer."""


def dealt(
    players: int, rules: KooKiewRules = USUAL, *, seed: int = 1, chips: int = 1_000, names: Sequence[str] = ()
) -> TableHand[KooKiewView]:
    """A deal that has just begun, the first player holding the bank."""
    sealed = deal("koo-kiew", rules, players, seed)
    now, events = KOO_KIEW.deal(Deal(rules, (chips,) * players, 0, sealed.pack))
    ids = tuple(f"local:{seat}" for seat in range(players))
    called = tuple(names) or tuple(f"Player {seat}" for seat in range(players))
    return TableHand(
        1_234_567, 3, ids, called, tuple(range(players)), 0, (chips,) * players, now, rules, sealed, BEGAN, events
    )


def after(now: TableHand[KooKiewView], step: Step[Any]) -> TableHand[KooKiewView]:
    return replace(now, round=step.round, events=now.events + step.events)


def stages(now: TableHand[KooKiewView], seed: int = 5, *, lapsing: int = 2) -> Iterator[TableHand[KooKiewView]]:
    """Every moment of a deal in which some stake, some do not, and the last do not answer in time."""
    rng = Random(seed)
    yield now
    while now.round.settlement is None:
        if now.round.window and len(now.round.awaited) <= lapsing:
            now = after(now, now.round.close())
        else:
            seat = rng.choice(now.round.awaited)
            options = now.round.options(seat)
            named = [
                Action(verb, rng.choice([least, (least + most) // 50 or least]))
                for verb, least, most in options.amounts
            ]
            named = [each for each in named if options.allow(each)]
            now = after(now, now.round.play(seat, rng.choice([*named, *named, *options.ready])))
        yield now


def written(now: TableHand[KooKiewView], translate: Translator) -> list[str]:
    """The lines of the public message that are the game's own."""
    text = PRESENTER.public(now, translate)
    seats = text.roster or [f"{now.names[seat]} {' '.join(marks)}" for seat, marks in enumerate(text.marks)]
    if now.round.settlement is not None:
        return list(text.result)
    return [*text.pot, *seats, *PRESENTER.history(now, translate)[-3:], text.question]


def pressed(now: TableHand[KooKiewView], translate: Translator) -> list[Button]:
    return [button for row in PRESENTER.buttons(TABLE, now, translate) for button in row]


# --- what happens has words ------------------------------------------------------------------------------------


def test_of_many_bids_the_highest_are_told_and_the_others_counted() -> None:
    bids = tuple((seat, 900 - seat) for seat in range(7))
    now = replace(dealt(7), events=(happened.BidsOpened(bids),))

    (line,) = PRESENTER.history(now, in_language("en"))

    assert line.startswith("Bids for the bank: Player 0 900, Player 1 899, ")
    assert line.endswith(", Player 4 896 and 2 lower.")


# --- 56 players fit --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rules", [USUAL, PRESETS["auction"], replace(USUAL, solvency="unlimited", pair_payout=10)])
def test_56_players_with_the_longest_names_fit_a_message_at_every_moment(language: str, rules: KooKiewRules) -> None:
    translate = in_language(language)
    now = dealt(56, rules, chips=MOST_CHIPS // 56, names=(LONGEST_NAME,) * 56)

    lengths = [len("\n".join(written(each, translate))) for each in stages(now)]

    assert max(lengths) > 2_000, "this was no hard case"
    assert max(lengths) + AROUND <= TEXT


@pytest.mark.parametrize("language", languages())
def test_a_roster_for_a_phone_has_everybody_once(language: str) -> None:
    translate = in_language(language)
    *_, showing, _ = stages(dealt(56), lapsing=20)

    roster = PRESENTER.public(showing, translate).roster
    entries = [entry for line in roster for entry in line.split(" · ")]
    for seat in range(1, 56):
        assert sum(entry.partition(":")[0] == f"{seat + 1} Player {seat}" for entry in entries) == 1
    assert max(map(len, roster)) <= LINE_CHARACTERS
    assert len(roster) < 40


@pytest.mark.parametrize("language", languages())
def test_of_56_everybody_reads_their_own_hand_first(language: str) -> None:
    translate = in_language(language)
    *_, showing, over = stages(dealt(56), lapsing=20)
    banker = next(event for event in over.events if isinstance(event, happened.BankerShowed))
    settled = {event.seat: event for event in over.events if isinstance(event, happened.Settled)}

    for seat, player in enumerate(over.players):
        result, first, *_ = private_side(replace(TABLE, hand=over), player, 1, translate).message.lines
        settlement = over.round.settlement
        assert settlement is not None
        assert not settlement[seat] or f" {abs(settlement[seat])}" in result, "what they won or lost comes first"
        held = settled.get(seat, banker)
        assert long_cards(held.hand, translate) in first
        assert label_text(held.label, translate) in first
        assert (seat == banker.seat) or first.endswith(f"{label_text(banker.label, translate)}.")
        assert first == PRESENTER.own_result(over, seat, translate)
        assert PRESENTER.own_result(showing, seat, translate) == "", "all cards still lie face down"


def test_what_the_bank_still_owes_stands_in_the_result() -> None:
    translate = in_language("en")
    now = dealt(10, replace(USUAL, solvency="unlimited"), seed=3, chips=100)
    while now.round.window:
        now = after(now, now.round.play(now.round.awaited[0], Action("stake", 100)))
    now = after(now, now.round.play(0, Action("show")))
    owed = {event.seat: event.owed for event in now.events if isinstance(event, happened.Settled) and event.owed}

    assert owed
    assert f"The bank still owes {sum(owed.values())} in all." in PRESENTER.public(now, translate).result
    story = " ".join(PRESENTER.history(now, translate))
    assert all(str(chips) in story for chips in owed.values())


def test_few_players_have_a_line_each_and_more_a_roster() -> None:
    translate = in_language("en")

    assert [PRESENTER.public(dealt(count), translate).roster == () for count in (2, FEW_PLAYERS, FEW_PLAYERS + 1)] == [
        True,
        True,
        False,
    ]


def test_those_who_have_still_to_stake_are_named_when_they_are_few() -> None:
    translate = in_language("en")
    now = dealt(20)

    assert "19 players" in PRESENTER.public(now, translate).question
    while len(now.round.awaited) > 3:
        now = after(now, now.round.play(now.round.awaited[0], Action("stake", 5)))
    text = PRESENTER.public(now, translate)
    assert text.question == "Place your stakes. Waiting for Player 17, Player 18, Player 19"
    assert text.pot == ("Bank of Player 0: 1,000", "Staked: 80 by 16 players", "The bank covers 920 more")
    assert text.roster[-3:] == ("Waiting for (3):", "18 Player 17 · 19 Player 18", "20 Player 19")


@given(st.lists(st.text("abc", min_size=1, max_size=50)))
def test_entries_are_packed_without_breaking_or_losing_one(entries: list[str]) -> None:
    lines = fill_lines(entries)

    assert [entry for line in lines for entry in line.split(" · ")] == entries
    assert all(len(line) <= LINE_CHARACTERS or " · " not in line for line in lines)
    assert all(len(line) + len(following.split(" · ")[0]) + 3 > LINE_CHARACTERS for line, following in pairwise(lines))


@pytest.mark.parametrize("players", [2, ALT_HANDS, ALT_HANDS + 1, 56])
@pytest.mark.parametrize("language", languages())
def test_a_picture_has_words_that_fit(language: str, players: int) -> None:
    now = dealt(players, names=(LONGEST_NAME,) * players, chips=999_999)
    now = after(now, now.round.play(1, Action("stake", 5_000)))
    now = after(now, now.round.close()) if now.round.window else now
    assert PRESENTER.public(now, in_language(language)).draw is None, "nothing lies open yet"
    now = after(now, now.round.play(0, Action("show")))

    draw = PRESENTER.public(now, in_language(language)).draw

    assert draw is not None
    picture = draw()
    assert picture.png.startswith(b"\x89PNG")
    assert LONGEST_NAME in picture.alt
    assert len(picture.alt) <= CAPTION


# --- nothing is told too early ---------------------------------------------------------------------------------


def test_what_lies_face_down_changes_no_word_and_no_button() -> None:
    translate = in_language("en")
    worlds = [list(stages(dealt(12, seed=seed))) for seed in (1, 2)]

    same = 0
    for one, other in zip(*worlds, strict=True):
        if one.round.settlement is None:
            assert written(one, translate) == written(other, translate)
            assert PRESENTER.buttons(TABLE, one, translate) == PRESENTER.buttons(TABLE, other, translate)
            for player in one.players:
                assert PRESENTER.private(TABLE, one, player, translate, asked=True) == PRESENTER.private(
                    TABLE, other, player, translate, asked=True
                )
            same += 1
        else:
            assert written(one, translate) != written(other, translate)
    assert same > 10


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_player_is_told_privately_fits_an_alert(language: str, preset: str) -> None:
    translate, longest = in_language(language), 0
    for now in stages(dealt(7, PRESETS[preset], chips=MOST_CHIPS)):
        for seat, player in enumerate(now.players):
            draft = PRESENTER.private(TABLE, now, player, translate, asked=True)
            assert draft.draw is None, "there is no hand to be drawn"
            longest = max(longest, len(draft.message.brief))
            assert all(line.endswith(ends(text(language))) for line in draft.message.lines)
            asked = seat in now.round.awaited
            assert asked == bool(draft.message.buttons)
            assert not asked or draft.message.brief.endswith(draft.message.lines[-1]), "what is asked comes last"
            assert PRESENTER.secret(now, player) is None
    assert 60 < longest <= ALERT


# --- buttons ---------------------------------------------------------------------------------------------------


@given(st.integers(1, 1_000_000), st.integers(0, MOST_CHIPS))
def test_amounts_on_buttons_are_possible_few_and_rise(least: int, more: int) -> None:
    amounts = steps(least, least + more)

    assert amounts[0] == least
    assert amounts[-1] <= least + more
    assert amounts == sorted(set(amounts))
    assert len(amounts) <= STEPS
    assert all(str(amount).rstrip("0") in ("1", "2", "5") for amount in amounts[1:])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_button_can_be_pressed_by_somebody_who_is_asked(language: str, preset: str) -> None:
    translate = in_language(language)
    for now in stages(dealt(12, PRESETS[preset], chips=MOST_CHIPS // 56)):
        asked = now.round.awaited
        assert bool(asked) == bool(PRESENTER.buttons(TABLE, now, translate))
        for button in pressed(now, translate):
            if isinstance(button.ask, AmountQuestion):
                assert len(button.ask.prompt) <= 45
                text = f"{button.command} {button.ask.most}"
            else:
                text = button.command
            action = Action.read(text, KOO_KIEW.verbs)
            assert any(now.round.options(seat).allow(action) for seat in asked), text
            assert len(button.label) <= 24
            assert button.turn == f"t1:{now.turn}"
        assert all(len(row) <= 5 for row in PRESENTER.buttons(TABLE, now, translate))


def test_a_player_s_own_buttons_name_only_what_that_player_can_stake() -> None:
    translate = in_language("en")
    now = dealt(3)
    poor = KOO_KIEW.deal(Deal(USUAL, (1_000, 30, 400), 0, tuple(range(len(KOO_KIEW.pack)))))
    now = replace(now, round=poor.round, stacks=(1_000, 30, 400))

    public = [button.label for button in pressed(now, translate)]
    private = [
        button.label
        for row in PRESENTER.private(TABLE, now, "local:1", translate, asked=True).message.buttons
        for button in row
    ]

    assert public == ["Stake 1", "Stake 5", "Stake 50", "Stake 200", "Stake …", "Sit out this deal"]
    assert private == ["Stake 1", "Stake 2", "Stake 10", "Stake 20", "Stake …", "Sit out this deal"]
    with pytest.raises(Refused, match="amount-out-of-range"):
        now.round.play(1, Action("stake", 200))


def test_the_buttons_of_a_window_keep_their_places_and_only_go_when_nobody_can_press_them_any_more() -> None:
    translate = in_language("en")
    unequal = KOO_KIEW.deal(Deal(USUAL, (1_000, 30, 1_000), 0, tuple(range(len(KOO_KIEW.pack)))))
    now = replace(dealt(3), round=unequal.round, stacks=(1_000, 30, 1_000))
    first = [button.label for button in pressed(now, translate)]
    assert first == ["Stake 1", "Stake 10", "Stake 100", "Stake 1,000", "Stake …", "Sit out this deal"]

    left = replace(now, round=now.round.play(2, Action("stake", 1)).round)

    assert [button.label for button in pressed(left, translate)] == ["Stake 1", "Stake 10", *first[4:]]


# --- what the bank covers --------------------------------------------------------------------------------------


def small_bank(players: int, stakes: Mapping[int, int], bank: int = 50) -> TableHand[KooKiewView]:
    """A deal whose bank is too small for all stakes, which are made in the order given."""
    chips = (bank, *(1_000,) * (players - 1))
    step = KOO_KIEW.deal(Deal(USUAL, chips, 0, tuple(range(len(KOO_KIEW.pack)))))
    now = replace(dealt(players), round=step.round, events=step.events, stacks=chips)
    for seat, stake in stakes.items():
        now = after(now, now.round.play(seat, Action("stake", stake)))
    return now


def test_a_roster_tells_whom_the_bank_covers() -> None:
    translate = in_language("en")
    now = small_bank(12, {9: 30, 8: 30, 7: 10, 1: 15})

    assert PRESENTER.public(now, translate).roster[:4] == (
        "Covered (3):",
        "2 Player 1: 15 · 8 Player 7: 10",
        "9 Player 8: 25 of 30",
        "Not covered (1):",
    )
    now = after(now, now.round.close())
    assert PRESENTER.history(now, translate)[-1:] == ("Stakes are closed: 85 by 4 players.",)
    over = after(now, now.round.play(0, Action("show")))
    assert PRESENTER.public(over, translate).result[-1] == (
        "Stakes not covered in full: 2; 35 back. The bank covers 50, from its left."
    )


# --- the rules -------------------------------------------------------------------------------------------------


def explained(language: str = "en", **changes: str) -> str:
    rules = USUAL
    for name, value in changes.items():
        rules = rules.replace(name, value)
    return "\n".join(line for page in PRESENTER.rules_pages(rules, None, in_language(language)) for line in page.lines)


def test_the_rules_tell_the_exact_odds_in_force() -> None:
    assert "A player beats the bank in 49.8 % of all deals." in explained()
    assert "In the long run the banker keeps 0.48 % of all stakes." in explained()
    assert "In the long run the banker keeps 0.15 % of all stakes." in explained(second_card="on")
    assert "the players gain 2." in explained(pair_payout="2")
    assert "dalam 49,8% dari semua ronde" in explained("id")
    assert "bandar menyimpan 0,48% dari semua yang dipasang." in explained("id")


def test_the_rules_tell_what_is_in_force() -> None:
    assert "yellow > red > green > white" in explained()
    assert "yellow > green > red > white" in explained(colours="bridge")
    assert "other card decides" in explained(second_card="on")
    assert "other card decides" not in explained()
    assert "with a pair 3 times as much" in explained(pair_payout="3")
    assert "5 or more" in explained(min_stake="5")
    assert "1 to 50" in explained(max_stake="50")
    assert "after 4 deals" in explained(bank="after_deals", bank_deals="4")
    ways = {explained(bank=bank, solvency=how) for bank in KooKiewRules.kinds()["bank"].choices
            for how in KooKiewRules.kinds()["solvency"].choices}  # fmt: skip
    assert len(ways) == 15


def test_the_rules_tell_how_to_make_the_cards_at_home() -> None:
    """KK-8."""
    lines = explained().splitlines()

    assert "four ordinary packs" in lines[-3]
    assert "K = 將 general, Q = 士 advisor, J = 象 minister, 4 = 車 chariot, " in lines[-2]
    assert lines[-2].endswith("3 = 馬 horse, 2 = 炮 cannon, A = 卒 soldier.")
    assert lines[-1] == "♠ = yellow, ♦ = red, ♥ = green, ♣ = white."
    assert explained("id").splitlines()[-1] == "♠ = kuning, ♦ = merah, ♥ = hijau, ♣ = putih."
