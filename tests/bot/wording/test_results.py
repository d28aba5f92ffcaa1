"""A finished hand says who won what and why, in few words; its picture, and its replay, say the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chats.fitting import plain
from bot.groups import GroupSettings
from bot.presenting import table_messages
from bot.tables import hands
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action
from engine.quandui import events as quandui
from engine.table.state import TableState
from tests.bot.wording.dealing import begun, sealed
from tests.bot.wording.samples import QUAN_DUI
from tests.bot.wording.test_messages import table

NAMES = ("Sari", "Budi", "Dewi", "Joko")
FIRST_SCREEN = 12
"""How many lines a phone shows beside a picture."""


def finished(game: str, seed: int, players: int = 4, rules: GameRules | None = None) -> TableState:
    """A table at which everybody checked, called or staked to the end, and declared the least they could."""
    names = NAMES if players == 4 else tuple(f"Player {number}" for number in range(players))
    state = begun(table((500,) * players, names, game), rules or GAMES[game].rules(), 12, seed)
    while (hand := state.playing) is not None:
        seat = hand.round.awaited[0]
        options = hand.round.options(seat)
        if options.amounts and options.amounts[0].verb == "stake":
            action = Action("stake", 10 * (seat % 20 + 1))
        else:
            action = next((each for each in options.ready if each.verb in ("check", "call", "show")), options.ready[-1])
        state = hands.act(state, seat, action).state
    return state


def lines_of(state: TableState, language: str = "en") -> tuple[str, ...]:
    assert state.hand is not None
    return table_messages.hand_message(state, state.hand, GroupSettings(), (), in_language(language)).message.lines


def first_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    return lines[: lines.index("")] if "" in lines else lines


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "players"), [("qiuqiu", 4), ("koo-kiew", 4), ("koo-kiew", 56)])
def test_who_won_most_stands_first_and_is_told_once(game: str, players: int, language: str) -> None:
    for seed in range(10):
        state = finished(game, seed, players)
        assert state.hand is not None
        settlement = state.hand.round.settlement
        assert settlement is not None
        lines = lines_of(state, language)
        first = first_lines(lines)

        most = max(settlement, key=lambda seat: settlement[seat])
        tied = [seat for seat in settlement if settlement[seat] == settlement[most]]
        assert any(state.hand.names[seat] in " ".join(first) for seat in tied)
        assert len(first) < FIRST_SCREEN
        assert not set(first) & set(lines[len(first) :]), "told twice"


@pytest.mark.parametrize("won", QUAN_DUI[quandui.Won])
def test_who_is_out_with_which_eight_pairs_stands_first(won: quandui.Won) -> None:
    state = begun(table((500, 500), ("Sari", "Budi"), "quan-dui"), GAMES["quan-dui"].rules(), 12)
    assert state.hand is not None
    over = state.hand.round._replace(settlement={won.seat: 10, 1 - won.seat: -10}, question=99)  # type: ignore[attr-defined]
    done = replace(state, hand=replace(state.hand, round=over, events=(*state.hand.events, won)))

    told = first_lines(lines_of(done))
    whole = all(one == other for one, other in won.pairs)
    celebrated, (who, *why, paid) = list(told[:whole]), told[whole:]

    assert celebrated == [f"★ {NAMES[won.seat]}: Quan Dui! Eight dui, and not a single ka."] * whole
    assert who.startswith(f"{NAMES[won.seat]} won")
    assert len(why) == (won.card is not None) + len(won.later)
    assert all(line.startswith(("It completed the ", f"{NAMES[won.seat]}'s ")) for line in why)
    assert paid.startswith(f"{NAMES[1 - won.seat]} pays {won.amount}")


def words_of(state: TableState, language: str) -> list[str]:
    """The words of a result, its title and the line of its seal among them."""
    state = replace(state, sealed=sealed("qiuqiu", GAMES["qiuqiu"].rules(), "next", 2))
    assert state.hand is not None
    message = table_messages.hand_message(state, state.hand, GroupSettings(), (), in_language(language)).message
    return [word for word in plain(message).split() if word not in ("·", "/")]


@pytest.mark.parametrize("language", languages())
def test_a_showdown_of_qiuqiu_takes_about_twenty_words(language: str) -> None:
    counts = [len(words_of(finished("qiuqiu", seed), language)) for seed in range(30)]

    assert sorted(counts)[15] <= 26
    assert max(counts) <= 44, "with a special hand, a pot that is shared, or pairs that tie to the last spot"


def test_a_result_has_no_log_and_no_chips_that_the_picture_shows() -> None:
    for game in ("qiuqiu", "koo-kiew"):
        lines = [line for line in lines_of(finished(game, 1)) if line]

        assert len(lines) <= 3 + 1, lines
        assert not any("500" in line or "checked" in line or "ante" in line or "showed" in line for line in lines)


def test_of_who_is_not_in_the_picture_a_result_says_what_they_lost() -> None:
    state = begun(table((500,) * 3, NAMES[:3]), GAMES["qiuqiu"].rules(), 12)
    bet = False
    while state.playing is not None:
        seat = state.playing.round.awaited[0]
        ready = {action.verb: action for action in state.playing.round.options(seat).ready}
        verb = (
            "bet"
            if not bet and seat != 2 and "bet" in ready
            else "fold"
            if bet and seat == 2 and "fold" in ready
            else "check"
        )
        bet = bet or verb == "bet"
        state = hands.act(state, seat, ready.get(verb) or ready.get("call") or next(iter(ready.values()))).state
    assert state.hand is not None
    assert state.hand.round.settlement is not None
    lost = state.hand.round.settlement[2]

    lines = lines_of(state)

    assert lost < 0
    assert [line for line in lines if line.startswith("Dewi")] == [f"Dewi −{-lost}"]
    assert not any(line.startswith(("Sari −", "Budi −")) for line in lines)


def test_where_no_hand_follows_everybody_s_chips_stand_in_the_result() -> None:
    lines = lines_of(replace(finished("qiuqiu", 1), running=False))

    assert [line[:2] for line in lines if line[1:2] == "."] == ["1.", "2.", "3.", "4."]
