"""Whoever acts is told in passing what they did, with the amount that really moved."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.commands import Request, parse
from bot.messages import Person
from bot.presenting.answers import toast
from bot.tables import hands
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.play import Action, Options
from engine.table.changes import Outcome, Played
from engine.table.state import TableState
from tests.bot.scenario import Scenario
from tests.bot.wording.dealing import begun
from tests.bot.wording.test_messages import ALERT, LONGEST_NAME, table
from tests.rows import cells

SEALED = {"en": "Your answer is in.", "id": "Jawabanmu sudah masuk."}


def choices(options: Options, rng: Random) -> list[Action]:
    return [*options.ready, *(Action(each.verb, rng.randint(each.least, each.most)) for each in options.amounts)]


def toasts(game: str, language: str, seed: int) -> Iterator[tuple[Played, TableState, str]]:
    """A hand of four players who do whatever they may, and what each is told of it."""
    rng, rules, translate = Random(seed), GAMES[game].rules(), in_language(language)
    stacks = tuple(rng.choice((150, 2_000, 999_999)) for _ in range(4))
    state = begun(table(stacks, (LONGEST_NAME,) * 4, game), rules, 1, seed, rng.randrange(4))
    while (hand := state.playing) is not None:
        if hand.round.window and rng.random() < 0.2:
            state = hands.close_window(state).state
            continue
        seat = rng.choice(hand.round.awaited)
        action = rng.choice(choices(hand.round.options(seat), rng))
        who = Person(hand.players[seat], LONGEST_NAME)
        change = hands.play(state, Request(parse(action.text), who, state.place, translate))
        assert isinstance(change.done, Played)
        assert change.done.hand == hand, "the hand before the action"
        yield change.done, change.state, toast(Outcome(change.answer, change.done), translate)
        state = change.state


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_every_game_is_told_in_a_few_words(game: str, language: str) -> None:
    told: dict[str, set[str]] = {}
    for seed in range(30 if game != "quan-dui" else 4):
        for played, _, words in toasts(game, language, seed):
            assert 0 < len(words) <= ALERT / 2
            assert LONGEST_NAME not in words, "it speaks to the player"
            told.setdefault(played.action.verb, set()).add(words)

    rare = {"qiuqiu": {"declare"}, "koo-kiew": {"bid"}, "quan-dui": {"win", "dui"}}[game]
    assert {verb.name for verb in GAMES[game].verbs} - rare <= set(told)


def test_the_amount_is_what_has_moved_and_all_in_is_said() -> None:
    seen = set()
    for seed in range(60):
        for played, after, words in toasts("qiuqiu", "en", seed):
            before, seat = played.hand.round, played.seat
            assert after.hand is not None
            events: Any = played.events
            done = events[0]
            kind = type(done).__name__
            seen.add((kind, "all-in" in words))
            if kind in ("Called", "Bet"):
                # Chips that nobody can match come back in the same step.
                returned = sum(each.amount for each in events if type(each).__name__ == "Returned")
                moved = after.hand.round.staked[seat] - before.staked[seat] + (returned if kind == "Bet" else 0)
                assert f" {moved:,}." in words
            if kind in ("Called", "Bet", "Raised"):
                assert ("all-in" in words) == done.all_in

    assert {(kind, all_in) for kind in ("Called", "Bet", "Raised") for all_in in (True, False)} <= seen


@pytest.mark.parametrize("language", languages())
def test_a_sealed_answer_is_told_with_the_same_words_whatever_it_was(language: str) -> None:
    answers = {
        (played.action.verb, words)
        for seed in range(6)
        for played, _, words in toasts("quan-dui", language, seed)
        if played.hand.round.window
    }

    assert {verb for verb, _ in answers} == {"win", "dui", "pass"}
    assert {words for _, words in answers} == {SEALED[language]}


async def test_a_reply_carries_it(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    joined = await scenario.say("sari", "open qiuqiu")
    assert joined.toast == "", "opening a table is answered at length"

    for who, line, said in cells(__file__, "a reply carries it")[1:]:
        assert (await scenario.say(scenario.asked() if who == "?" else who, line)).toast == said
    assert (await scenario.say("budi", "leave")).toast == "You'll leave after this hand."
    refused = await scenario.say("sari", "bet 10000")
    assert refused.refused
    assert refused.toast == ""
