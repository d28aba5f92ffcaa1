"""Quan Dui in every language: it tells nobody what is hidden from them, and fits every message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.quandui.presenter import QuanDuiPresenter
from bot.ledger import MOST_CHIPS
from bot.messages import Button, Message, Place
from bot.wording import Translator, in_language, languages
from engine.game import Deal
from engine.house_rules import GameRules
from engine.play import LEAVE, Action, Card, Seat, Step
from engine.quandui import events as happened
from engine.quandui.cards import CARDS, NAMES, card, card_name
from engine.quandui.claims import DUI, PASS, WIN
from engine.quandui.game import QuanDui
from engine.quandui.melds import HeldCards
from engine.quandui.opponent import choose
from engine.quandui.round import DRAW, QuanDuiRound, QuanDuiView
from engine.quandui.rules import AMSTERDAM, STRICT, QuanDuiRules
from engine.table.hand import Lapsed, TableHand
from engine.table.state import Chair, TableState
from tests.bot.wording.dealing import BEGAN, deal
from tests.bot.wording.sentences import ends, text
from tests.bot.wording.test_messages import ALERT, LONGEST_NAME

QUAN_DUI = QuanDui()
PRESENTER = QuanDuiPresenter()
TABLE = TableState("t1234567", Place("local:home", "general"), "quan-dui", ())

TEXT, CAPTION = 3_900, 1_024
"""The most characters of a message, and of the words that go along with a picture or stand for it."""

AROUND = 350
"""What stands around the words of the game: a title, notices, the next hand, and the footer."""


def dealt(
    players: int, rules: QuanDuiRules = AMSTERDAM, *, seed: int = 1, chips: int = 1_000, names: Sequence[str] = ()
) -> TableHand[QuanDuiView]:
    """A hand that has just been dealt."""
    sealed = deal("quan-dui", rules, players, seed)
    step = QUAN_DUI.deal(Deal(rules, (chips,) * players, seed % players, sealed.pack))
    ids = tuple(f"local:{seat}" for seat in range(players))
    called = tuple(names) or tuple(f"Player {seat}" for seat in range(players))
    stacks = (chips,) * players
    chairs, first = tuple(range(players)), seed % players
    return TableHand(1_234_567, 3, ids, called, chairs, first, stacks, step.round, rules, sealed, BEGAN, step.events)


def after(now: TableHand[QuanDuiView], step: Step[Any]) -> TableHand[QuanDuiView]:
    return replace(now, round=step.round, events=now.events + step.events)


def at(now: TableHand[QuanDuiView]) -> QuanDuiRound:
    """The round of a hand, which is one of Quan Dui."""
    assert isinstance(now.round, QuanDuiRound)
    return now.round


def dealing(now: TableHand[QuanDuiView], **fields: Any) -> TableHand[QuanDuiView]:
    """The same hand with something about its round changed."""
    return replace(now, round=at(now)._replace(**fields))


def moments(now: TableHand[QuanDuiView], rng: Random, *, wild: float = 0.1) -> Iterator[TableHand[QuanDuiView]]:
    """Every moment of a hand; now and then somebody does anything at all, does not answer, or leaves."""
    yield now
    while now.round.settlement is None:
        step = now.round.close() if now.round.window and rng.random() < 0.3 else None
        if step is None:
            seat = rng.choice(now.round.awaited)
            action = choose(at(now).view(seat), rng)
            if rng.random() < wild:
                action = rng.choice((*now.round.options(seat).ready, now.round.lapse(seat)))
            step = now.round.play(seat, LEAVE if rng.random() < wild / 20 else action)
        now = after(now, step)
        yield now


def lapses(now: TableHand[QuanDuiView]) -> Iterator[TableHand[QuanDuiView]]:
    """Every moment of a hand in which nobody acts in time: all draw and discard, and nobody claims."""
    yield now
    while now.round.settlement is None:
        seat = now.round.awaited[0]
        now = after(now, now.round.close() if now.round.window else now.round.play(seat, now.round.lapse(seat)))
        yield now


def in_a_window(seed: int = 1, players: int = 4, rules: QuanDuiRules = AMSTERDAM) -> TableHand[QuanDuiView]:
    """A hand whose dealer has just discarded."""
    now = dealt(players, rules, seed=seed)
    return after(now, now.round.play(now.round.awaited[0], now.round.lapse(now.round.awaited[0])))


def written(now: TableHand[QuanDuiView], translate: Translator, presenter: QuanDuiPresenter = PRESENTER) -> list[str]:
    """The lines of the public message that are the game's own, and what stands beside every name."""
    text = presenter.public(now, translate)
    seats = [f"{now.names[seat]} · {MOST_CHIPS} · {' '.join(marks)}" for seat, marks in enumerate(text.marks)]
    story = presenter.history(now, translate)
    return [*text.pot, *seats, *(story[-36:] if now.over else story[-6:]), text.question]


def labels(rows: Sequence[Sequence[Button]]) -> list[list[str]]:
    return [[button.label for button in row] for row in rows]


def public_labels(now: TableHand[QuanDuiView]) -> list[list[str]]:
    return labels(PRESENTER.buttons(TABLE, now, in_language("en")))


def private_lines(now: TableHand[QuanDuiView], seat: Seat = 0) -> tuple[str, ...]:
    return PRESENTER.private(TABLE, now, f"local:{seat}", in_language("en"), asked=True).message.lines


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(map(card, names))


# --- for everybody ---------------------------------------------------------------------------------------------


def test_after_the_last_draw_strict_groups_ask_only_who_wins() -> None:
    now = dealing(dealt(2, STRICT), next_card=len(QUAN_DUI.pack))
    now = after(now, now.round.play(1, now.round.lapse(1)))

    assert public_labels(now) == [["Win", "Pass"]]
    assert PRESENTER.public(now, in_language("en")).question.endswith("the last discard, from Player 1? Win or pass")
    assert "ui or pass?" not in private_lines(now)[-1]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [2, 6])
def test_the_longest_hands_fit_a_message_at_every_moment(language: str, players: int) -> None:
    """Nobody wins, and whoever can claims or draws, so that as much as possible lies in the open."""
    translate, longest = in_language(language), 0
    for seed in range(4):
        now = dealt(players, STRICT, seed=seed, names=(LONGEST_NAME,) * players)
        while not now.over:
            seat = now.round.awaited[0]
            if now.round.window:
                for other in now.round.awaited:
                    if DUI in at(now).view(other).rightful and len(at(now).hands[other].exposed) < 6:
                        now = after(now, now.round.play(other, DUI))
                now = after(now, now.round.close())
            else:
                draws = DRAW in now.round.options(seat).ready
                now = after(now, now.round.play(seat, DRAW if draws else now.round.options(seat).ready[-1]))
            longest = max(longest, len("\n".join(written(now, translate))))

    assert longest > 900, "this was no hard case"
    assert longest + AROUND <= TEXT


def test_a_hand_goes_on_in_a_new_message_after_two_discards_each() -> None:
    hands = list(lapses(dealt(3)))
    streets = [PRESENTER.street(each) for each in hands]

    assert streets == sorted(streets)
    assert set(streets) == set(range(max(streets) + 1))
    discards = sum(isinstance(event, happened.Discarded) for event in hands[-1].events)
    assert max(streets) == discards // 6 > 1


def test_a_turn_goes_on_with_a_card_that_its_player_took() -> None:
    now = in_a_window(players=3)
    now = after(now, now.round.close())
    drawn = after(now, now.round.play(0, DRAW))
    lapsed = replace(drawn, events=(*now.events, Lapsed(0), *drawn.events[len(now.events) :]))

    assert [PRESENTER.within_a_turn(each) for each in (dealt(3), in_a_window(), now, drawn)] == [False] * 3 + [True]
    assert not PRESENTER.within_a_turn(lapsed), "they do not know yet"
    assert [PRESENTER.asks_in_private(each) for each in (dealt(3), in_a_window(), now, drawn)] == [
        True,
        False,
        False,
        True,
    ]


# --- nothing is told to anybody who may not know ---------------------------------------------------------------


def secrets(now: TableHand[QuanDuiView]) -> list[object]:
    return [PRESENTER.secret(now, player) for player in now.players]


@pytest.mark.parametrize("seed", range(5))
def test_everybody_who_is_asked_is_written_to_when_a_window_opens_and_closes(seed: int) -> None:
    before = dealt(5, seed=seed)
    opened = in_a_window(seed, players=5)
    closed = after(opened, opened.round.close())

    for one, other in ((before, opened), (opened, closed)):
        assert all(secrets(one)[seat] != secrets(other)[seat] for seat in opened.round.awaited)


@pytest.mark.parametrize("language", languages())
def test_who_has_passed_or_need_not_be_asked_has_no_buttons_and_the_message_says_so(language: str) -> None:
    translate, now = in_language(language), in_a_window(players=3)
    offered, seat = at(now).discards[-1].card, now.round.awaited[0]
    hands = list(at(now).hands)

    def shown(standing: str, *hidden: Card, answer: Action | None = None) -> Message:
        hands[seat] = HeldCards((*hidden, *(each for each in CARDS if each != offered))[:15])
        present = dealing(now, hands=tuple(hands))
        if answer is not None:
            present = after(present, present.round.play(seat, answer))
        table = replace(TABLE, chairs=(Chair(now.players[seat], "Sari", 980, standing=standing), None))
        return PRESENTER.private(table, present, now.players[seat], translate, asked=True).message

    assert labels(shown("pass-unless-dui", offered).buttons) == [[translate("button-dui"), translate("button-pass")]]
    for silent in (shown("pass-unless-dui"), shown("pass-unless-win"), shown("pass-unless-win", offered)):
        assert not silent.buttons
        assert silent.lines[-1].endswith(translate("private-not-asked"))
    assert shown("ask-always").buttons == shown("").buttons != ()
    for standing in ("", "ask-always", "pass-unless-dui"):
        passed = shown(standing, offered, answer=PASS)
        assert not passed.buttons, "they pass once for the whole window"
        assert passed.lines[-1] == translate("private-passed", card=card_name(offered))
    assert shown("", offered, answer=DUI).buttons, "a claim may be taken back"


# --- for one player alone --------------------------------------------------------------------------------------


def holding(*hidden: str, exposed: Sequence[str] = (), rules: QuanDuiRules = AMSTERDAM) -> TableHand[QuanDuiView]:
    """A hand in which the first of two players, who has drawn the last of these cards, is to discard one."""
    now = dealt(2, rules)
    mine, other = HeldCards(cards(*hidden), cards(*exposed)), at(now).hands[1]
    now = dealing(now, hands=(mine, other.losing(other.last)), turn=0, opening=False)
    return replace(now, events=(*now.events, happened.Drew(0, 9)))


COMPLETE = (
    "1 ben", "xiao hong", "3 suo", "3 suo", "4 wan", "4 wan", "5 ben", "5 suo",
    "6 ben", "6 ben", "7 wan", "7 wan", "8 ben", "8 suo", "9 ben", "9 suo",
)  # fmt: skip


@pytest.mark.parametrize("language", languages())
def test_a_private_hand_fits_everywhere_and_offers_exactly_what_is_possible(language: str) -> None:
    translate, rng, longest, asked = in_language(language), Random(3), 0, 0
    for seed in range(27):
        start = dealt(rng.randint(2, 6), rng.choice((AMSTERDAM, STRICT)), seed=seed, chips=MOST_CHIPS // 6)
        for now in moments(start, rng):
            for seat, player in enumerate(now.players if not now.over else ()):
                message = PRESENTER.private(TABLE, now, player, translate, asked=True).message
                longest = max(longest, len(message.brief))
                assert len("\n".join((message.title, *message.lines))) <= CAPTION
                assert message.brief.startswith(message.lines[0]), "the cards come first"
                view = at(now).view(seat)
                ready = [] if view.answer == PASS else view.options.ready
                if view.window:
                    ready = [each for each in ready if each == PASS or each in view.rightful]
                possible = {action.text for action in ready}
                buttons = [button for row in message.buttons for button in row]
                assert {button.command for button in buttons} == possible
                assert len(buttons) == len(possible)
                brief = message.brief.splitlines()[-1]
                assert not buttons or message.lines[-1].startswith(brief), "what is asked comes last"
                assert message.lines[-1].endswith(ends(text(language)))
                asked += bool(buttons)
    assert asked > 1_500
    assert 120 < longest <= ALERT


ONES = ("1 ben", "1 suo", "1 wan", "da hong", "xiao hong", "ba shu")
LONGEST = (
    (*ONES, *(f"{number} {suit}" for number in range(4, 8) for suit in ("ben", "suo")), "8 wan", "8 suo"),
    (*ONES, *(f"{number} ben" for number in range(2, 10)), "9 suo", "8 suo"),
    COMPLETE,
)
"""Hands that take many words: ka are told by both their cards."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("hidden", LONGEST)
def test_the_longest_hands_fit_an_alert(language: str, hidden: Sequence[str]) -> None:
    translate = in_language(language)
    discarding = holding(*hidden)
    window = in_a_window(players=2, rules=STRICT)
    offered = at(window).discards[0]._replace(card=card("xiao hong"))
    window = dealing(window, discards=(offered,), hands=(HeldCards(cards(*hidden[:15])), at(window).hands[1]))
    answered = [after(window, window.round.play(0, answer)) for answer in (WIN, DUI, PASS)]

    for now in (discarding, window, *answered):
        brief = PRESENTER.private(TABLE, now, "local:0", translate, asked=True).message.brief
        assert len(brief) <= ALERT
        assert all(name in brief for name in hidden[:15])


@pytest.mark.parametrize("language", languages())
def test_the_answer_to_a_decision_fits_an_alert_so_that_nothing_is_sent_besides(language: str) -> None:
    """In a group of Telegram a longer one is sent elsewhere, and who has no private chat is told so in public."""
    translate = in_language(language)
    for verb in QUAN_DUI.standing_verbs:
        assert len(translate(f"answer-you-advance-{verb.name}")) <= ALERT


@pytest.mark.parametrize("language", languages())
def test_every_button_fits_a_phone_and_every_platform(language: str) -> None:
    translate = in_language(language)
    different = [name for name in NAMES if not name.endswith("suo")][:16]

    rows = PRESENTER.private(TABLE, holding(*different), "local:0", translate, asked=True).message.buttons
    complete = PRESENTER.private(TABLE, holding(*COMPLETE), "local:0", translate, asked=True).message.buttons

    assert sum(map(len, rows)) == 16
    assert max(len(rows), len(complete)) <= 5
    assert all(len(row) <= 4 for row in (*rows, *complete))
    now = in_a_window()
    now = dealing(now, discards=(at(now).discards[0]._replace(card=card("xiao hong")),))
    ((draw, pick_up),) = PRESENTER.buttons(TABLE, after(now, now.round.close()), translate)
    assert "xiao hong" in pick_up.label
    assert len(draw.label) < len(pick_up.label) <= 24


# --- pictures --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_a_private_hand_is_drawn_with_its_words(language: str) -> None:
    now = holding(*COMPLETE[4:], exposed=("xiao hong", "xiao hong"))

    draft = PRESENTER.private(TABLE, now, "local:0", in_language(language), asked=True)

    assert draft.draw is not None
    picture = draft.draw()
    assert picture.png.startswith(b"\x89PNG")
    assert all(line in picture.alt for line in draft.message.lines[:3])
    assert len(picture.alt) <= CAPTION


@pytest.mark.parametrize("language", languages())
def test_the_winner_s_pairs_are_drawn_and_a_drawn_hand_is_not(language: str) -> None:
    translate = in_language(language)
    now = holding(*COMPLETE)
    now = replace(now, names=(LONGEST_NAME, "Budi"))
    assert PRESENTER.public(now, translate).draw is None
    over = after(now, now.round.play(0, WIN))
    drawn = replace(over, events=(happened.HandDrawn("stock"),))

    text = PRESENTER.public(over, translate)

    assert text.draw is not None
    picture = text.draw()
    assert picture.png.startswith(b"\x89PNG")
    assert LONGEST_NAME in picture.alt
    assert "4 dui, 4 ka" in picture.alt
    assert "3 suo, 4 wan, 6 ben, 7 wan" in picture.alt
    assert len(picture.alt) <= CAPTION
    assert (text.pot, text.question) == ((), "")
    assert PRESENTER.public(drawn, translate).draw is None


# --- the rules -------------------------------------------------------------------------------------------------


def explained(language: str = "en", **changes: str) -> str:
    rules = AMSTERDAM
    for name, value in changes.items():
        rules = rules.replace(name, value)
    return "\n".join(line for page in PRESENTER.rules_pages(rules, None, in_language(language)) for line in page.lines)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [name for name in QuanDuiRules.kinds() if name not in GameRules.kinds()])
def test_every_rule_in_force_is_explained(language: str, name: str) -> None:
    kind, usual = QuanDuiRules.kinds()[name], AMSTERDAM.texts()[name]
    other = next((each for each in kind.choices if each != usual), "23")

    assert explained(language) != explained(language, **{name: other})
