"""Every happening of every game has words, and the messages built of them fit the platforms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.chats.fitting import plain
from bot.commands import SECTIONS
from bot.environment.host import DEFAULT_HOST
from bot.groups import GroupSettings, TableRules
from bot.ledger import MOST_CHIPS
from bot.messages import Message, Place
from bot.presenting import private_hands, table_messages
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.tables import hands
from bot.wording import has, in_language, languages
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.kookiew import events as kookiew
from engine.play import Action
from engine.qiuqiu import events as happened
from engine.quandui import events as quandui
from engine.quandui.cards import card_name
from engine.table.hand import AnyHand
from engine.table.state import Chair, TableState
from tests.bot.wording.dealing import begun
from tests.bot.wording.samples import SAMPLES
from tests.bot.wording.sentences import ends, text

LONGEST_NAME = "Wwwwwwwwwwwwwwwwwwwwwwww"
PUBLIC, SHOWDOWN = 2_000, 4_000
"""The most characters of a message on the strictest platforms: plain text, and what an embed takes."""

UNSAID = (happened.Anted, happened.Dealt, kookiew.Dealt, quandui.Staked, quandui.Dealt)

ALERT = 200
"""The most characters of what can be shown to one person in the midst of a group."""


def table(stacks: tuple[int, ...], names: tuple[str, ...], game: str = "qiuqiu") -> TableState:
    """A table with these players."""
    chairs = tuple(
        Chair(f"local:{number}", name, stack)
        for number, (name, stack) in enumerate(zip(names, stacks, strict=True))
    )  # fmt: skip
    free = (None,) * (GAMES[game].most - len(chairs))
    return TableState("t1", Place("local:home", "general"), game, (*chairs, *free), host="local:0")


def played(
    seed: int, rules: GameRules, chips: Sequence[int] = (400, 1500, 120_000, 999_999)
) -> Iterator[tuple[TableState, AnyHand]]:
    """Every state of a hand between six players with the longest names, who do whatever they may."""
    rng = Random(seed)
    stacks = tuple(rng.choice(chips) for _ in range(6))
    state = begun(table(stacks, (LONGEST_NAME,) * 6), rules, 1_234_567, rng.random(), rng.randrange(6))
    while state.playing is not None:
        assert state.hand is not None
        yield state, state.hand
        seat = state.hand.round.awaited[0]
        options = state.hand.round.options(seat)
        ready = [action for action in options.ready if action.verb != "fold" or rng.random() < 0.2] or options.ready
        named = [Action(each.verb, rng.randint(each.least, each.most)) for each in options.amounts]
        state = hands.act(state, seat, rng.choice([*ready, *named])).state
    assert state.hand is not None
    yield state, state.hand


def length(message: Message) -> int:
    """The characters of a message, with its line ends."""
    return len(plain(message))


def test_every_game_has_a_presenter() -> None:
    assert list(PRESENTERS) == list(GAMES), "add the game to bot/presenting/presenters.py, in the order of GAMES"
    assert len(set(TITLES.values())) == len(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_game_has_a_sample_here(game: str) -> None:
    assert set(SAMPLES.get(game, ())) == set(GAMES[game].events), "add the events to tests/bot/wording/samples.py"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_words_that_name_who_and_how_much(game: str, language: str) -> None:
    state = begun(table((500, 500), ("Sari", "Budi"), game), GAMES[game].rules(), 1)
    assert state.hand is not None
    translate = in_language(language)

    for sample in [sample for samples in SAMPLES[game].values() for sample in samples]:
        # What everybody puts in and is dealt is told by their chips and cards, unless it was all that a player had.
        unsaid = isinstance(sample, UNSAID) and not getattr(sample, "all_in", False) and getattr(sample, "tiles", 3) > 1
        story = " ".join(PRESENTERS[game].history(replace(state.hand, events=(sample,)), translate))
        assert unsaid or story.endswith(ends(text(language))), f"{sample} in {language}: {story!r}"
        fields = {} if unsaid or isinstance(sample, happened.Awarded) else sample._asdict()
        whose = ("seat", "dealer", "discarder", *(["to"] if isinstance(sample, kookiew.BankPassed) else []))
        seats = [fields[who] for who in whose if fields.get(who) is not None]
        assert all(("Sari", "Budi")[seat] in story for seat in seats)
        assert fields.get("card") is None or card_name(fields["card"]) in story
        for chips in ("amount", "chips", "total", "net", "owed", "before", "after"):
            assert str(abs(fields.get(chips, 0)) or "") in story


@pytest.mark.parametrize("game", GAMES)
def test_every_presenter_finds_what_has_no_words_and_who_is_not_in_the_hand(game: str) -> None:
    translate, state = in_language("en"), begun(table((500, 500), ("Sari", "Budi"), game), GAMES[game].rules(), 1)
    assert state.hand is not None

    with pytest.raises(TypeError, match="no words"):
        PRESENTERS[game].history(replace(state.hand, events=(("nobody knows",),)), translate)
    absent = PRESENTERS[game].private(state, state.hand, "local:99", translate, asked=True)
    assert absent.message.lines == (translate("private-no-hand"),)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_rule_has_words(game: str, language: str) -> None:
    from bot.features.house_rules.values import choice_of

    for name, kind in GAMES[game].rules.kinds().items():
        words = {choice_of(name, kind, choice, in_language(language)) for choice in kind.choices}
        assert len(words) == len(kind.choices), name


@pytest.mark.parametrize("language", languages())
def test_a_hand_of_six_fits_a_message_at_every_moment(language: str) -> None:
    translate, settings = in_language(language), GroupSettings()
    showdowns = 0
    longest = {False: 0, True: 0}
    for seed in range(40):
        rules = GAMES["qiuqiu"].rules(max_bet=None, compare="split_pot" if seed % 2 else "normal")
        for state, hand in played(seed, rules):
            message = table_messages.hand_message(state, hand, settings, (), translate).message
            longest[hand.over] = max(longest[hand.over], length(message))
            showdowns += any(isinstance(event, happened.Showed) for event in hand.events) and hand.over

    assert showdowns > 20
    assert longest[False] <= PUBLIC
    assert longest[True] <= SHOWDOWN


@pytest.mark.parametrize("language", languages())
def test_the_longest_war_of_raises_fits_too(language: str) -> None:
    state = begun(table((2_000,) * 6, (LONGEST_NAME,) * 6), GAMES["qiuqiu"].rules(), 1)
    while state.playing is not None:
        seat = state.playing.round.awaited[0]
        options = state.playing.round.options(seat)
        least = [Action(each.verb, each.least) for each in options.amounts]
        state = hands.act(state, seat, (least or options.ready)[0]).state
    assert state.hand is not None

    message = table_messages.hand_message(state, state.hand, GroupSettings(), (), in_language(language)).message

    assert state.hand.actions > 150
    assert sum(isinstance(event, happened.Showed) for event in state.hand.events) == 6
    assert length(message) <= SHOWDOWN


@pytest.mark.parametrize("language", languages())
def test_private_hands_fit_a_message(language: str) -> None:
    translate = in_language(language)
    for state, hand in played(3, GAMES["qiuqiu"].rules(compare="split_pot")):
        if not hand.over:
            for player in hand.players:
                assert length(private_hands.private_hand(state, player, translate).message) <= PUBLIC


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_answers_about_a_game_fit_a_message(game: str, language: str) -> None:
    from bot.features.help import pages as help_pages
    from bot.features.house_rules import pages as house_pages
    from bot.features.house_rules.rule_drafts import Draft
    from bot.features.house_rules.values import line

    translate, settings = in_language(language), GroupSettings()

    assert length(help_pages.help_message(DEFAULT_HOST, translate)) <= PUBLIC
    assert all(length(help_pages.section_page(section, translate)) <= SHOWDOWN for section in SECTIONS)
    reader = house_pages.Reader(translate, Draft(settings, settings))
    assert length(house_pages.overview(game, settings, reader)) <= PUBLIC
    for name in (*GAMES[game].rules.kinds(), *TableRules.kinds()):
        message = house_pages.rule(game, name, settings, reader)
        assert length(message) <= PUBLIC
        assert not has(f"rule-{name}") or message.lines[0] == translate(f"rule-{name}")
        kind = {**GAMES[game].rules.kinds(), **TableRules.kinds()}[name]
        explained = [line for line in message.lines if line.startswith("• ")]
        assert len(set(explained)) == len(kind.choices), "choices are always explained"
        assert line(game, name, settings, translate) in message.lines


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_fits_its_lobby_and_an_empty_one_is_short(game: str, language: str) -> None:
    translate, most = in_language(language), GAMES[game].most

    def lobby(count: int) -> Message:
        waiting = table((MOST_CHIPS // most,) * count, (LONGEST_NAME,) * count, game)
        return table_messages.lobby(waiting, GroupSettings(), (), translate).message

    assert 100 < length(lobby(most)) <= SHOWDOWN
    assert "\n".join(lobby(most).lines).count(LONGEST_NAME) == most
    assert len(lobby(1).lines) <= 7


@pytest.mark.parametrize("language", languages())
def test_a_hand_at_the_largest_table_fits_a_message_with_everything_around_it(language: str) -> None:
    """56 chairs with the longest names, of which some or all are dealt in, and notices of what happened around it."""
    translate, notices = in_language(language), ("n" * 80,) * 4
    waiting = table((MOST_CHIPS // 56,) * 56, (LONGEST_NAME,) * 56, "koo-kiew")
    longest = 0
    for dealt_in in (2, 28, 56):
        few = replace(waiting, chairs=(*waiting.chairs[:dealt_in], *(None,) * (56 - dealt_in)))
        dealt = begun(few, GAMES["koo-kiew"].rules(), 1_234_567)
        state = replace(dealt, chairs=(*dealt.chairs[:dealt_in], *waiting.chairs[dealt_in:]))
        while state.hand is not None:
            message = table_messages.hand_message(state, state.hand, GroupSettings(), notices, translate).message
            longest = max(longest, length(message))
            if state.playing is None:
                break
            seat = state.playing.round.awaited[0]
            options = state.playing.round.options(seat)
            state = hands.act(state, seat, Action("stake", 1_000) if options.amounts else options.ready[0]).state

    assert 2_000 < longest <= SHOWDOWN


@pytest.mark.parametrize("language", languages())
def test_a_private_hand_fits_an_alert_in_brief(language: str) -> None:
    translate, longest = in_language(language), 0
    for seed in range(20):
        rules = GAMES["qiuqiu"].rules(max_bet=None, compare="split_pot", rounds="three" if seed % 2 else "two")
        for state, hand in played(seed, rules, (MOST_CHIPS // 6,)):
            for player in hand.players if not hand.over else ():
                message = private_hands.private_hand(state, player, translate).message
                longest = max(longest, len(message.brief))
                assert message.brief.startswith(message.lines[0]), "the dominoes come first"
                asked = any(button.turn == f"t1:{hand.turn}" for row in message.buttons for button in row)
                assert not asked or message.brief.endswith(message.lines[-1]), "what is asked comes last"

    assert 120 < longest <= ALERT
