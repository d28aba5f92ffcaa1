"""No label of a button is cut off on a phone of 360 px, measured with a font as wide as those of phones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.chats.telegram_chat.formatting import inline_keyboard
from bot.groups import GroupSettings
from bot.messages import Button, Message
from bot.pictures.text import Weight, font
from bot.presenting import newcomers, private_hands, table_messages
from bot.tables import hands
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.play import Action
from tests.bot.wording import sentences
from tests.bot.wording.dealing import begun
from tests.bot.wording.test_messages import LONGEST_NAME, table

ROW, GAP, PADDING = 300, 5, 15
"""Pixels of a row in a group on a phone of 360 px, between its buttons, and of a button beside its label."""

MOMENTS = 80
"""How many messages of a hand are measured; one of Quan Dui goes on for hundreds with the same buttons."""

FONT = font(Weight.MEDIUM, 15)
CHIPS = 1_000_000
"""More than anybody takes to a table by the usual rules."""


def cut_off(message: Message) -> Iterator[str]:
    """The labels that a phone cuts off."""
    markup = inline_keyboard(message.buttons)
    for row in () if markup is None else markup.inline_keyboard:
        assert len(row) <= 3
        room = (ROW - GAP * (len(row) - 1)) / len(row) - PADDING
        yield from (button.text for button in row if FONT.getlength(button.text) > room)


def messages(game: str, language: str, seed: int) -> Iterator[Message]:
    """Everything with buttons that a hand shows, in public and in private, and what stands around it."""
    rng, translate, settings = Random(seed), in_language(language), GroupSettings()
    names, rules = (LONGEST_NAME,) * 4, rng.choice([*GAMES[game].presets.values()])
    state = begun(table((CHIPS, 120_000, 5_000, CHIPS), names, game), rules, 7, seed, rng.randrange(4))
    yield table_messages.lobby(state, settings, (), translate).message
    while True:
        assert state.hand is not None
        yield table_messages.hand_message(state, state.hand, settings, (), translate).message
        if state.playing is None:
            return
        seat = rng.choice(state.hand.round.awaited)
        for asked in (True, False):
            yield private_hands.private_hand(state, state.hand.players[seat], translate, asked=asked).message
        options = state.hand.round.options(seat)
        named = [Action(each.verb, rng.randint(each.least, each.most)) for each in options.amounts]
        ready = [action for action in options.ready if action.verb != "fold"] or options.ready
        state = hands.act(state, seat, rng.choice([*ready, *named])).state


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_no_label_of_a_hand_is_cut_off(game: str, language: str) -> None:
    for seed in range(5):
        for message in islice(messages(game, language, seed), MOMENTS):
            assert [*cut_off(message)] == []


@pytest.mark.parametrize("language", languages())
def test_no_label_of_an_answer_is_cut_off(language: str) -> None:
    from bot.features.house_rules import pages as house_pages
    from bot.features.house_rules.rule_drafts import Draft

    translate, now = in_language(language), GroupSettings()

    assert [*cut_off(newcomers.welcome(translate))] == []
    assert [*cut_off(house_pages.draft("qiuqiu", Draft(now, now).with_rule("qiuqiu", "hui", "on"), translate))] == []


@pytest.mark.parametrize("language", languages())
def test_no_label_there_can_be_is_too_long_for_a_row_of_its_own(language: str) -> None:
    """Whatever stands on a button, with the longest values: it may need a row, and no more than that."""
    translate = in_language(language)
    label, name = translate("special-empat_balak"), "Siti Nurhaliza Rahmawati"
    fields: dict[str, str | int] = {"amount": CHIPS, "label": label, "game": "Koo Kiew", "name": name}
    keys = [key for key in sentences.sentences(sentences.text(language)) if key.startswith("button-")]
    keys += ["telegram-hands-in-private", "telegram-open-table", "telegram-add-to-group"]

    labels = [translate(key, **fields) for key in keys]

    assert len(labels) > 40
    assert [*cut_off(Message(buttons=tuple((Button(label, "help"),) for label in labels)))] == []


def test_a_label_that_is_cut_off_is_found() -> None:
    wide = Button("W" * 10, "help")

    assert [*cut_off(Message(buttons=((wide, wide, wide),)))] == ["W" * 10] * 3
    assert [*cut_off(Message(buttons=((Button("W" * 40, "help"),),)))] == ["W" * 40]
