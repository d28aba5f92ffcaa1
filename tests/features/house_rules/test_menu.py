"""The menu of the house rules: whatever is pressed leads to a page, and nothing is offered that would be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands import BY_LINE, spec_of
from bot.features.house_rules import pages
from bot.features.house_rules import values as values_of_rules
from bot.features.house_rules.pages import Reader
from bot.features.house_rules.rule_drafts import Draft
from bot.features.house_rules.values import amount_question, offers
from bot.groups import GameSettings, GroupSettings, TableRules
from bot.messages import AmountQuestion, Button, Message, Reply
from bot.presenting import house_words
from bot.wording import in_language, languages
from engine.game import Game
from engine.games import GAMES
from engine.house_rules import BadRule
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario
from tests.engine.laws import house_rules, values
from tests.rows import rows
from tests.seeds import SEED
from tests.thoroughness import examples

ENGLISH = in_language("en")
PRESSES = 60
EVERY_RULE = [(game, name) for game in GAMES for name in (*GAMES[game].rules.kinds(), *TableRules.kinds())]


@st.composite
def any_settings(draw: st.DrawFn, game: Game[Any, Any]) -> GroupSettings:
    """Any house rules of a game and of its tables."""
    preset = draw(st.sampled_from(list(game.presets)))
    found = GroupSettings().with_game(game.name, GameSettings(preset, draw(house_rules(game))))
    for name in draw(st.lists(st.sampled_from(list(TableRules.kinds())), unique=True, max_size=4)):
        with suppress(BadRule):
            found = found.with_rule(game.name, name, draw(values(TableRules.kinds()[name])))
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=examples(12), deadline=None)
def test_everything_that_is_offered_can_be_set(game: Game[Any, Any], data: st.DataObject) -> None:
    now = data.draw(any_settings(game))

    draft = Draft(now, now)

    for name in (*game.rules.kinds(), *TableRules.kinds()):
        for offer in offers(game.name, name, draft, ENGLISH):
            draft.with_rule(game.name, name, offer.value)
        question = amount_question(game.name, name, draft, ENGLISH)
        if question is not None:
            middle = data.draw(st.integers(question.least, question.most))
            for amount in (question.least, middle, question.most):
                draft.with_rule(game.name, name, str(amount))
            for beyond in (question.least - 1, question.most + 1):
                with pytest.raises(BadRule):
                    draft.with_rule(game.name, name, str(beyond))


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_rule_is_offered_and_the_one_it_has_is_marked(game: str) -> None:
    now = GroupSettings()
    for name, kind in GAMES[game].rules.kinds().items():
        offered = offers(game, name, Draft(now, now), ENGLISH)
        if kind.choices and not kind.many:
            assert [each.value for each in offered] == list(kind.choices)
        marked = [each.value for each in offered if each.label.startswith("✓")]
        assert kind.many or marked == [now.rules_of(game, name).texts()[name]], name


def pressable(message: Message) -> dict[str, Button]:
    """Everything on a page, by what it sends."""
    return {button.command: button for button in message.pressable}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "name"), EVERY_RULE)
def test_every_rule_is_changed_by_four_presses_at_most(game: str, name: str, language: str) -> None:
    """From the overview: its group, the rule, its choice or amount, and apply."""
    now = GroupSettings()
    reader = Reader(in_language(language), Draft(now, now))
    section = {**GAMES[game].rules.sections(), **TableRules.sections()}[name]
    first = pressable(pages.overview(game, now, reader))[f"house section {section} {game}"]
    second = pressable(pages.section(game, section, now, reader))[f"house rule {game}.{name}"]
    assert first.label == in_language(language)(f"house-section-{section}")
    assert second.label == values_of_rules.name_of(name, in_language(language))
    page = pages.rule(game, name, now, reader)
    setting = [button for button in page.pressable if button.command.startswith(f"house set {game}.{name}")]
    assert any(button.ask is not None or not button.label.startswith("✓") for button in setting)
    assert pages.draft(game, Draft(now, now), in_language(language)).buttons[0][0].command == "house apply"


@pytest.mark.parametrize("game", GAMES)
def test_who_is_no_admin_sees_the_same_rules_without_the_ways_to_change_them(game: str) -> None:
    now = GroupSettings().with_rule(game, "turn_seconds", "60")
    shown: dict[str, Callable[[Reader], Message]] = {
        "overview": partial(pages.overview, game, now),
        "presets": partial(pages.presets, game, now),
    }
    for section in house_words.sections(game):
        shown[section] = partial(pages.section, game, section, now)
    for rule in (*GAMES[game].rules.kinds(), *TableRules.kinds()):
        shown[rule] = partial(pages.rule, game, rule, now)
    for preset in GAMES[game].presets:
        shown[preset] = partial(pages.comparison, game, preset, now, deletable=False)
    for name, page in shown.items():
        theirs, admins = page(Reader(ENGLISH)), page(Reader(ENGLISH, Draft(now, now)))
        assert (theirs.title, theirs.lines) == (admins.title, admins.lines), name
        assert [each for each in pressable(theirs) if BY_LINE[named(each)].for_admins] == [], name


def named(line: str) -> str:
    """The command of a line."""
    spec = spec_of(line)
    assert spec is not None, line
    return spec.name


# --- pressed, through the dispatcher ---------------------------------------------------------------------------


class Presser:
    """Somebody who presses what is on the pages they are shown."""

    def __init__(self, scenario: Scenario, name: str, rng: Random) -> None:
        self.scenario, self.name, self.rng = scenario, name, rng
        self.pressed: list[str] = []

    async def press(self, button: Button) -> Reply:
        """Press a button, and give the amount that it asks for."""
        line = button.command
        if button.ask is not None:
            question = self.scenario.app.dispatcher.asked(self.scenario.command(self.name, line))
            assert isinstance(question, AmountQuestion), (self.pressed, line)
            assert (question.least, question.most) == (getattr(button.ask, "least", 0), getattr(button.ask, "most", 0))
            line += (
                f" {self.rng.choice((question.least, question.most, self.rng.randint(question.least, question.most)))}"
            )
        self.pressed.append(line)
        return await self.scenario.say(self.name, line)

    async def wander(self, presses: int, weights: Mapping[str, int]) -> None:
        """Press whatever there is."""
        page = await self.scenario.say(self.name, "house")
        for _ in range(presses):
            there = list(page.message.pressable)
            assert there, self.pressed
            chances = [weights.get(named(each.command), 1) for each in there]
            page = await self.press(self.rng.choices(there, chances)[0])
            assert not page.refused, (self.pressed, words(page.message))
            assert page.menu, self.pressed
            if self.pressed[-1] == "menu":
                # The menu of the table, from which the same button leads here again.
                (house,) = [each for each in page.message.pressable if named(each.command) == "house"]
                page = await self.press(house)


@pytest.mark.parametrize("seed", range(3))
async def test_any_presses_of_an_admin_lead_to_a_page_and_are_accepted(scenario: Scenario, seed: int) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "open qiuqiu")
    for name in ("friday", "अआइईउऊऋ"):
        await scenario.do("boss", f"house save {name}")
    boss = Presser(scenario, "boss", Random(f"{SEED}/{seed}"))

    await boss.wander(PRESSES, {"house set": 4, "house apply": 4, "house section": 2, "house rule": 3, "house": 1})

    assert {named(line) for line in boss.pressed} >= {"house section", "house rule", "house set"}
    await scenario.sound()


async def test_any_presses_of_others_lead_to_a_page_and_change_nothing(scenario: Scenario) -> None:
    before = scenario.app.groups.of(GROUP)
    sari = Presser(scenario, "sari", Random(f"{SEED}/others"))

    await sari.wander(PRESSES, {})

    assert scenario.app.groups.of(GROUP) == before
    assert not any(BY_LINE[named(line)].for_admins for line in sari.pressed)


async def test_an_ante_set_by_the_menu_is_played_by_from_the_next_hand(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    boss = Presser(scenario, "boss", Random(1))
    page = await scenario.say("boss", "house")
    for command in ("house section betting qiuqiu", "house rule qiuqiu.ante", "house set qiuqiu.ante 20"):
        assert page.menu
        page = await boss.press(pressable(page.message)[command])
    assert page.message.title == "Apply this change?"
    assert "QiuQiu: ante 10 → 20" in page.message.lines
    page = await boss.press(pressable(page.message)["house apply"])
    assert page.message.lines == ("Done, and announced here. It takes effect with the next hand.",)
    assert "QiuQiu: ante 10 → 20 from the next hand, by Boss." in scenario.chat.text()
    assert scenario.hand().round.staked == (10, 10)

    await scenario.finish_hand()
    await scenario.wait(8)

    assert scenario.hand().round.staked == (20, 20)


async def test_the_special_hands_are_put_in_order_press_by_press(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for label in ("✓ Six Gods", "↑ Pure Big", "✓ Pure Small", "+ Six Gods"):
        page = (await scenario.say("boss", "house rule qiuqiu.specials")).message
        button = next(button for button in page.pressable if button.label == label)
        assert not (await scenario.press("boss", button)).refused
    await scenario.do("boss", "house apply")

    assert scenario.app.groups.of(GROUP).game("qiuqiu").rules.texts()["specials"] == "murni_besar>empat_balak>enam_dewa"
    assert "Special hands: Pure Big from 39, Four Doubles, Six Gods; equal ones tie ✱; " in await scenario.do(
        "sari", "house"
    )


async def test_a_rule_is_named_with_its_game(scenario: Scenario) -> None:
    """What games share is meant for the game that is named, whichever is played at the place."""
    scenario.admins.add("boss")
    await scenario.do("sari", "open koo-kiew")
    shown = await scenario.do("boss", "house set quan-dui.disclosure at-close")
    assert "Quan Dui: cards nobody showed stay closed → are opened after the hand" in shown
    await scenario.do("boss", "house apply")
    now = scenario.app.groups.of(GROUP)
    assert [now.game(game).rules.texts()["disclosure"] for game in GAMES] == ["never", "never", "at-close"]
    reply = await scenario.say("boss", "house set qiuqiu.ante none")
    assert reply.refused
    assert "1 to 1,000,000" in words(reply.message)
    assert await scenario.refused("boss", "house rule koo-kiew.ante") == "no-such-rule"
    assert await scenario.refused("boss", "house rule chess.ante") == "no-such-rule"
    assert await scenario.refused("boss", "house section bluffing") == "no-such-rule"


def test_the_sentences_of_the_usual_rules() -> None:
    now = GroupSettings()

    def told(game: str, section: str, **changes: str) -> str:
        changed = now
        for name, value in changes.items():
            changed = changed.with_rule(game, name, value)
        return house_words.sentence(game, section, changed, ENGLISH)

    hands = "Six Gods, Four Doubles, Pure Big from 39, Pure Small to 9"
    assert told("qiuqiu", "special_hands") == f"• Special hands: {hands}; equal ones tie; seri: off."
    assert told("qiuqiu", "special_hands", specials="none") == "• Special hands: none ✱, seri: off."
    assert told("qiuqiu", "showdown", compare="split_pot", declaration="automatic").startswith(
        "• Showdown: high and low pair share, each hand shown in its best way ✱; odd chips"
    )
    assert told("qiuqiu", "betting").startswith(
        "• Betting: ante: 10, all-in for part of the ante: off, bets 10–100, smallest raise: the smallest bet, "
        "raises a round: no limit, first to act: the dealer"
    )
    assert "bets 10–100, then 20–200 ✱;" in told("qiuqiu", "betting", max_bet="100,200", min_bet="10,20")
    assert "Pure Big from 41, Pure Small to 9; equal ones tie ✱; seri: off" in told(
        "qiuqiu", "special_hands", besar_min="41"
    )
    assert told("koo-kiew", "bank", bank="after_deals", bank_deals="1").startswith("• Bank: passed on after 1 deal ✱,")
    assert told("quan-dui", "stakes") == "• Stakes: 10 from everybody, twice that for quan dui."
    assert "seconds for a turn: 60 ✱" in told("koo-kiew", "clock", turn_seconds="60")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=examples(10), deadline=None)
def test_any_rules_are_told_in_sentences(game: Game[Any, Any], language: str, data: st.DataObject) -> None:
    now, translate = data.draw(any_settings(game)), in_language(language)
    page = pages.overview(game.name, now, Reader(translate))

    sentences = page.lines[: len(house_words.sections(game.name))]
    assert all(each.endswith(".") for each in sentences)
    assert any("✱" in each for each in sentences) == bool(now.differences(game.name))
    usual = replace(now, games={}, tables=TableRules())
    for line in values_of_rules.change_lines(usual, now, translate):
        assert " → " in line


async def test_an_ante_beyond_the_usual_buy_in_is_not_offered(scenario: Scenario) -> None:
    """A rule of the game and one of the tables: what nobody could be dealt in with is no choice."""
    scenario.admins.add("boss")
    page = (await scenario.say("boss", "house rule qiuqiu.ante")).message
    (own,) = [button for button in page.pressable if button.ask is not None]
    assert isinstance(own.ask, AmountQuestion)
    assert (own.ask.least, own.ask.most) == (1, 500)
    assert (await scenario.say("boss", f"{own.command} 501")).refused
    assert not (await scenario.say("boss", f"{own.command} 500")).refused


async def test_only_a_rule_with_amounts_asks_for_one_and_only_an_admin_is_asked(scenario: Scenario) -> None:
    scenario.admins.add("boss")

    def asked(name: str, line: str) -> object:
        return scenario.app.dispatcher.asked(scenario.command(name, line))

    question, no_amount, no_admin = (
        asked("boss", "house set ANTE"),
        asked("boss", "house set hui"),
        asked("sari", "house set ante"),
    )
    assert isinstance(question, AmountQuestion)
    assert question.least == 1
    assert isinstance(no_amount, Reply)
    assert isinstance(no_admin, Reply)
    assert no_amount.refused
    assert "admin" in words(no_admin.message)


@rows(__file__)
async def test_a_rule_means_the_game_named_or_at_the_table_or_the_first_that_has_it(
    scenario: Scenario, table: str, word: str, meant: str
) -> None:
    if table:
        await scenario.do("sari", f"open {table}")
    assert (await scenario.say("budi", f"house rule {word}")).message.title.endswith(f"· {meant}")
