"""Messages as Telegram shows them: names stay names, sizes are kept, and buttons bring back what they mean."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import MessageEntity

from bot.chats.fitting import plain
from bot.chats.telegram_chat.formatting import (
    ALERT_MOST,
    CAPTION_MOST,
    LABEL_CHARACTERS,
    TEXT_MOST,
    alert_text,
    fits_a_caption,
    fits_an_alert,
    formatted,
    inline_keyboard,
    utf16_length,
    verbatim_text,
    without_links,
)
from bot.groups import GroupSettings
from bot.messages import AmountQuestion, Button, File, Fold, Message, Picture, Pressed, SecretLine
from bot.messages.names import safe_name
from bot.presenting.sealed_deal import closing_lines
from bot.presenting.table_messages import hand_message
from bot.wording import in_language, languages
from engine.games import GAMES
from tests.bot.wording.dealing import sealed
from tests.bot.wording.test_results import finished
from tests.chats.telegram.double.links import links_in
from tests.removed_features import needs
from tests.rows import rows
from tests.strange_text import strange_texts

NASTY = "🂡 Émile 👩‍👩‍👧‍👦 @all #tag /leave https://evil.example evil.com $USD <b>*_[x](y)"


def part(text: str, entity: MessageEntity) -> str:
    """The part of a text that an entity is about."""
    units = text.encode("utf-16-le")
    return units[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")


def test_a_title_is_bold_and_the_player_on_turn_is_mentioned_by_the_last_line() -> None:
    message = Message("🁢 Hand 7", ("Pot 20", "", "▸ 👩‍🎤 Sari to act", ""), "🁢 footer", mention="telegram:77")

    words = formatted(message, mentioning=True)

    bold, small, mention = words.entities
    assert words.text == "🁢 Hand 7\nPot 20\n\n▸ 👩‍🎤 Sari to act\n\n\n🁢 footer"
    assert (bold.type, part(words.text, bold)) == ("bold", "🁢 Hand 7")
    assert (small.type, part(words.text, small)) == ("expandable_blockquote", "🁢 footer")
    assert (mention.type, part(words.text, mention)) == ("text_mention", "▸ 👩‍🎤 Sari to act")
    assert mention.user is not None
    assert mention.user.id == 77


@pytest.mark.parametrize("mention", [None, "computer:home:2", "discord:77"])
def test_nobody_else_is_ever_mentioned(mention: str | None) -> None:
    message = Message("Title", ("line",), mention=mention)
    assert [each.type for each in formatted(message, mentioning=True).entities] == ["bold"]
    mentioned = Message("Title", ("line",), mention="telegram:77")
    assert [each.type for each in formatted(mentioned).entities] == ["bold"]


def test_a_fingerprint_is_shown_as_it_is_copied_whatever_digits_stand_in_it() -> None:
    """A mark in it would show nothing, and whoever looks for the fingerprint would not find it."""
    fingerprint = "d61598599803145e1f47df555f28b6802f07feca947a079fc2a8a688256e3c7c"
    assert without_links(f"Fingerprint of hand 74:\n{fingerprint}") == f"Fingerprint of hand 74:\n{fingerprint}"
    assert links_in(f"Fingerprint of hand 74:\n{fingerprint}") == []
    assert without_links("4111 1111 1111 1111") != "4111 1111 1111 1111"
    assert without_links(f"{4 * '4111111111111111'}") != 4 * "4111111111111111"


def test_names_become_no_links() -> None:
    safe = without_links(NASTY)
    assert safe.replace("\u2060", "") == NASTY
    for live in ("@all", "#tag", "/leave", "://", "evil.com", "$USD"):
        assert live not in safe
    assert (
        without_links("hand #12 · 6-3 | 4-2 = 9 · 1.500 chips, 10,20")
        == "hand #12 · 6-3 | 4-2 = 9 · 1.500 chips, 10,20"
    )


@rows(__file__)
def test_what_telegram_would_make_a_link_of_is_none(live: str) -> None:
    for text in (live, f"Sari: {live}, said Budi", f"({live})"):
        assert links_in(text), "the double knows it for one"
        safe = without_links(text)
        assert safe.replace("\u2060", "") == text
        assert links_in(safe) == []


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_no_name_becomes_a_link(count: int) -> None:
    safe = map(safe_name, strange_texts(count))
    assert [name for name in safe if links_in(without_links(f"▸ {name} raises to 1,500"))] == []


def test_only_a_few_bare_words_fit_an_alert() -> None:
    few = Message(lines=("x" * ALERT_MOST,))
    assert fits_an_alert(few)
    assert not fits_an_alert(Message(lines=("x" * (ALERT_MOST + 1),)))
    assert not fits_an_alert(replace(few, buttons=((Button("Rules", "rules"),),)))
    assert not fits_an_alert(replace(few, picture=Picture(b"", "a picture")))
    assert not fits_an_alert(replace(few, file=File("record.json", b"{}")))


def test_to_the_letter_nothing_is_changed_and_what_would_be_live_is_code() -> None:
    message = Message(
        "🁢 Hand 7 is closed", ("1. Sari: “rain 🌧”", "2. Émile: “/house set @all tele.gram”", "", "3. Budi")
    )

    words = verbatim_text(message)

    assert words.text == plain(message)
    parts = [(each.type, part(words.text, each)) for each in words.entities]
    assert parts == [("bold", "🁢 Hand 7 is closed"), ("code", "2. Émile: “/house set @all tele.gram”")]


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=20), max_size=5))
def test_to_the_letter_whatever_is_not_code_would_be_no_link(lines: list[str]) -> None:
    words = verbatim_text(Message(lines=tuple(lines)))

    code = [part(words.text, each) for each in words.entities]
    assert words.text == "\n".join(lines).strip("\n")
    assert all(line in code or without_links(line) == line for line in words.text.split("\n"))


def test_commands_are_spelled_as_telegram_spells_them_and_can_be_tapped_in_answers_only() -> None:
    needs("help", "house_rules")
    text = "Type /house set hui on, /all-in or /help; not /weather or me@/help."
    assert without_links(text, clickable_commands=True) == (
        "Type /house_set hui on, /all_in or /help; not /\u2060weather or me@/help."
    )
    assert "/\u2060house_set" in without_links(text)
    assert alert_text(Message(lines=("See /house rule.",))) == "See /house_rule."


@given(st.lists(st.text(max_size=400), max_size=40), st.text(max_size=80), st.text(max_size=80))
def test_entities_lie_within_texts_that_fit(lines: list[str], title: str, footer: str) -> None:
    lines = [line.encode(errors="ignore").decode() for line in lines]
    message = Message(title.encode(errors="ignore").decode(), tuple(lines), footer.encode(errors="ignore").decode())
    for longest in (TEXT_MOST, CAPTION_MOST):
        words = formatted(message, longest, mentioning=True)
        assert utf16_length(words.text) <= longest
        for entity in words.entities:
            assert part(words.text, entity)


def test_an_alert_says_what_is_brief() -> None:
    assert alert_text(Message("Title", ("a long story",) * 50, brief="6-3 · 4-2")) == "6-3 · 4-2"
    assert alert_text(Message("Title", ("words",))) == plain(Message("Title", ("words",)))


def test_buttons_bring_back_what_they_mean() -> None:
    ask = AmountQuestion("How many?", 1, 5)
    row = (Button("Call 20", "call", "a1:3.7", "success"), Button("Raise …", "raise", "a1:3.7", ask=ask))
    markup = inline_keyboard((row, (Button("Rules", "rules qiuqiu"),)))
    assert markup is not None
    (call, raising), (rules,) = markup.inline_keyboard
    assert call.style == "success"
    assert rules.style is None
    assert [Pressed.read(str(each.callback_data)) for each in (call, raising, rules)] == [
        Pressed("call", "a1:3.7", asks=False),
        Pressed("raise", "a1:3.7", asks=True),
        Pressed("rules qiuqiu", "", asks=False),
    ]


# --- lines that are more than text -----------------------------------------------------------------------------


def test_secret_lines_are_spoilers_so_that_no_preview_shows_them() -> None:
    hand = (SecretLine("🁢 6-3 · 4-2"), SecretLine("Best: 9-6"))
    message = Message("Your dominoes are ready", ("8 s left.", *hand, "You have 480 chips."))

    words = formatted(message)

    bold, spoiler = words.entities
    assert words.text == plain(message), "the text stays as it is"
    assert (spoiler.type, part(words.text, spoiler)) == ("spoiler", "🁢 6-3 · 4-2\nBest: 9-6")
    assert part(words.text, bold) == "Your dominoes are ready"
    assert message.hides_cards
    assert not Message("Hand 7", ("6-3",)).hides_cards


def test_what_is_cut_of_a_secret_stays_one() -> None:
    words = formatted(Message("Title", (SecretLine("6-3 " * 100),)), 50)

    (spoiler,) = words.entities
    assert (spoiler.type, part(words.text, spoiler)) == ("spoiler", words.text)


def test_a_message_that_is_never_edited_folds_too_and_links_nothing() -> None:
    fold = Fold("🔒 c0", ("1. Sari “tele.gram”", "c0ffee"))

    words = verbatim_text(Message(lines=("Mixed in: Sari “@all”",), fold=fold))

    quote, *codes = sorted(words.entities, key=lambda each: each.type != "expandable_blockquote")
    assert part(words.text, quote) == "🔒 1. Sari “tele.gram”\nc0ffee"
    assert [(each.type, part(words.text, each)) for each in codes] == [
        ("code", "Mixed in: Sari “@all”"),
        ("code", "🔒 1. Sari “tele.gram”"),
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "players"), [("qiuqiu", 6), ("koo-kiew", 8), ("koo-kiew", 20)])
def test_a_result_has_room_below_its_picture_and_can_be_quoted(game: str, players: int, language: str) -> None:
    translate, rules = in_language(language), GAMES[game].rules()
    state = finished(game, 3, players)
    state = replace(state, sealed=sealed(game, rules, 3, state.hands_played + 1))
    assert state.hand is not None
    message = hand_message(state, state.hand, GroupSettings(), (), translate, quotable=True).message

    words = formatted(message, CAPTION_MOST)

    assert fits_a_caption(message)
    assert words.text == formatted(message).text, "nothing is left out"
    assert message.fold is not None
    assert words.text.endswith(message.fold.lines[-1])
    assert formatted(Message(lines=closing_lines(state, translate))).text in words.text


KINDS = st.sampled_from((str, SecretLine))


@given(
    st.lists(st.tuples(KINDS, st.text("ab\n🁢", max_size=6)), max_size=8),
    st.sampled_from(("", "t")),
    st.sampled_from(("", "f")),
    st.sampled_from((None, Fold("s", ("x", "", "y")))),
)
def test_every_entity_is_about_its_own_lines(
    lines: list[tuple[type[str], str]], title: str, footer: str, fold: Fold | None
) -> None:
    message = Message(title, tuple(kind(text) for kind, text in lines), footer, fold=fold)

    words = formatted(message)

    secret = [text for each, text in lines if each is SecretLine]
    for wanted, entity in ((secret, "spoiler"), (message.small_print, "expandable_blockquote")):
        shown = [part(words.text, each) for each in words.entities if each.type == entity]
        assert "".join(shown).replace("\n", "") == "".join(wanted).replace("\n", "")


# --- rows of buttons -------------------------------------------------------------------------------------------


def rows_of(*labels: str) -> list[list[str]]:
    markup = inline_keyboard((tuple(Button(label, f"bet {number}") for number, label in enumerate(labels)),))
    assert markup is not None
    return [[button.text for button in row] for row in markup.inline_keyboard]


def test_a_row_becomes_as_few_rows_as_show_every_label_whole() -> None:
    assert rows_of("Join", "Start", "Leave") == [["Join", "Start", "Leave"]]
    assert rows_of("My hand", "Join", "Sit out", "Leave") == [["My hand", "Join"], ["Sit out", "Leave"]]
    assert rows_of("Fold", "Call 10", "Bet 20", "Bet 40", "Bet …") == [
        ["Fold", "Call 10", "Bet 20"],
        ["Bet 40", "Bet …"],
    ]
    assert rows_of("Add computer player", "Rules", "Shuffle") == [["Add computer player"], ["Rules", "Shuffle"]]
    assert rows_of("Call all-in 120,000", "All-in 1,000,000", "Fold") == [
        ["Call all-in 120,000"],
        ["All-in 1,000,000", "Fold"],
    ]


@given(st.lists(st.text("ab", min_size=1, max_size=20), min_size=1, max_size=12))
def test_no_button_is_lost_or_moved_by_new_rows(labels: list[str]) -> None:
    rows = rows_of(*labels)

    assert [label for row in rows for label in row] == labels
    assert all(len(row) == 1 or max(map(len, row)) <= LABEL_CHARACTERS[len(row)] for row in rows)
