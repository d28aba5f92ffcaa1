"""Names written from right to left stand alone in a sentence, and are themselves everywhere else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.chats.fitting import plain
from bot.chats.telegram_chat.formatting import formatted
from bot.commands import parse
from bot.groups import GroupSettings
from bot.messages import Message
from bot.messages.names import safe_name
from bot.pictures.text import chair_name
from bot.presenting import private_hands, table_messages
from bot.presenting.line_filling import LINE_CHARACTERS, fill_lines
from bot.presenting.sealed_deal import added_words, closing_message
from bot.tables import hands
from bot.tables.next_deal import close_deal
from bot.wording import in_language, languages
from bot.wording.isolation import END, ISOLATE, isolated, without_isolates
from engine.fairness.sealed import with_word
from engine.games import GAMES
from engine.play import Action
from tests.bot.wording.dealing import begun, sealed
from tests.bot.wording.test_messages import table

NAMES = ("דן כהן", "سارة ٧", "Budi", "שרה 5")
ALONE = re.compile(f"{ISOLATE}[^{ISOLATE}{END}]*{END}")


def turned_around(message: Message) -> list[str]:
    """The lines in which something from right to left is not isolated, or an isolate is not closed."""
    return [
        line
        for line in plain(message).split("\n")
        if any(
            character in (ISOLATE, END) or unicodedata.bidirectional(character) in ("R", "AL")
            for character in ALONE.sub("", line)
        )
    ]


def messages(game: str, language: str, players: int = 4) -> Iterator[Message]:
    """What a table and one of its hands show to all and to each."""
    translate, settings, rng = in_language(language), GroupSettings(), Random(1)
    names = tuple(NAMES[number % 4] for number in range(players))
    waiting = table((500,) * players, names, game)
    yield table_messages.lobby(waiting, settings, (), translate).message
    yield table_messages.ping("local:0", names[0], translate)
    state = begun(waiting, GAMES[game].rules(), 7, 1)
    for _ in range(40):
        assert state.hand is not None
        yield table_messages.hand_message(state, state.hand, settings, (), translate).message
        if state.playing is None:
            return
        seat = rng.choice(state.hand.round.awaited)
        yield private_hands.private_hand(state, state.hand.players[seat], translate).message
        options = state.hand.round.options(seat)
        named = [Action(each.verb, each.least) for each in options.amounts]
        ready = [each for each in options.ready if each.verb not in ("fold", "pass")] or options.ready
        state = hands.act(state, seat, rng.choice([*named, *ready])).state


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "players"), [("qiuqiu", 4), ("koo-kiew", 4), ("koo-kiew", 30), ("quan-dui", 4)])
def test_no_name_turns_a_line_around(game: str, players: int, language: str) -> None:
    shown = list(messages(game, language, players))

    assert [line for message in shown for line in turned_around(message)] == []
    assert any(f"{ISOLATE}{NAMES[0]}{END}" in line for message in shown for line in message.lines)
    labels = [button.label + button.command for message in shown for row in message.buttons for button in row]
    assert not any(ISOLATE in label for label in labels)


def test_a_line_that_would_be_turned_around_is_found() -> None:
    assert turned_around(Message("", (f"{NAMES[0]} won 5", f"{ISOLATE}{NAMES[0]} won 5", "Budi won 5"))) == [
        f"{NAMES[0]} won 5",
        f"{ISOLATE}{NAMES[0]} won 5",
    ]


def test_only_what_needs_it_is_isolated_and_once() -> None:
    assert [isolated(each) for each in ("Budi", "Émile 🁢", "陈", "10")] == ["Budi", "Émile 🁢", "陈", "10"]
    assert isolated("دن") == f"{ISOLATE}دن{END}"
    assert isolated(isolated("دن")) == isolated("دن")
    assert without_isolates(isolated("دن")) == "دن"


def test_neither_a_stored_name_nor_a_drawn_one_has_isolates() -> None:
    assert safe_name(isolated(NAMES[0])) == NAMES[0]
    assert chair_name(3, isolated(NAMES[0])) == f"3 {NAMES[0]}"


def test_a_name_copied_from_a_message_is_understood() -> None:
    assert parse(f"kick {isolated(NAMES[0])}").words == parse(f"kick {NAMES[0]}").words


def test_isolates_take_no_room() -> None:
    entries = [f"{number} {isolated('דן')}: 10000" for number in range(10)]

    lines = fill_lines(entries)

    assert [without_isolates(line) for line in lines] == fill_lines([without_isolates(entry) for entry in entries])
    assert max(map(len, lines)) > LINE_CHARACTERS
    assert without_isolates(formatted(Message(lines=tuple(lines))).text) == "\n".join(map(without_isolates, lines))


def test_a_closing_turns_nothing_around() -> None:
    translate, rules = in_language("en"), GAMES["qiuqiu"].rules()
    waiting = replace(table((500,) * 4, NAMES), sealed=sealed("qiuqiu", rules, 1))
    assert waiting.sealed is not None
    word = "שלום"
    closed = close_deal(replace(waiting, sealed=with_word(waiting.sealed, "local:2", word)), 10)

    message = closing_message(closed, translate)

    assert turned_around(message) == []
    assert word.encode().hex() in plain(message), "a word with isolates is given in hex too"
    assert turned_around(Message(lines=(added_words([(NAMES[0], word)], translate),))) == []
