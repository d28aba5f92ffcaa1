"""Rendering: within every limit, and with all markup of players escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.discord_chat.components import (
    AMOUNT_LENGTH_LIMIT,
    BUTTON_PREFIX,
    MODAL_PREFIX,
    attachments,
    layout_view,
    picture_filename,
    question_modal,
)
from bot.chats.discord_chat.notation import escape_markdown, user_id_of
from bot.environment.host import DEFAULT_HOST
from bot.messages import AmountQuestion, Button, Choice, ChoiceQuestion, File, Fold, Message, Picture, Pressed
from bot.messages.names import safe_name
from bot.presenting import newcomers
from bot.wording import in_language, languages
from tests.chats.discord.double.components import Json, walk
from tests.chats.discord.double.message_validation import faults_of_modal
from tests.strange_text import strange_texts

TEXT, ROW, BUTTON, GALLERY, DOCUMENT, CONTAINER = 10, 1, 2, 12, 13, 17

NASTY = "[x](https://evil.example) @everyone <@1> **b** ||s|| `c` ~~d~~ __e__ discord.gg/abc"
PICTURE = Picture(b"\x89PNG", "Your dominoes: 6-3")


def parts(view: Any) -> list[Json]:
    """Return all components of a view, each before its children."""
    return list(walk(view.to_components()))


def texts(view: Any) -> list[str]:
    return [part["content"] for part in parts(view) if part["type"] == TEXT]


def unescaped(text: str) -> str:
    """The text as Discord shows it."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)


# --- escapes ---------------------------------------------------------------------------------------------------


@given(st.text())
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    assert unescaped(escape_markdown(text)) == text


@given(st.text(alphabet=r"\*_~`|[]()<>@#:/.+-1a " + "\n"))
def test_markup_is_escaped(text: str) -> None:
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "x", escape_markdown(text))

    assert not re.search(r"[\\*_~`|\[\]<@]|://", bare)
    assert not re.search(r"^[ \t]*([#>+-]|[0-9]+\.)", bare, re.MULTILINE)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("1. Sari · 900", r"1\. Sari · 900"),
        ("Sari_ 8-4", r"Sari\_ 8-4"),
        ("<@123>", r"\<\@123>"),
        ("https://evil.example", r"https\://evil.example"),
        ("discord.gg/abc", r"discord.gg\/abc"),
        ("Type /house set", "Type /house set"),
        ("- no list\n# no heading", "\\- no list\n\\# no heading"),
    ],
)
def test_examples_of_escaped_text(written: str, sent: str) -> None:
    assert escape_markdown(written) == sent


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_strange_names_read_as_they_are_written_and_mean_nothing(count: int) -> None:
    for name in map(safe_name, strange_texts(count)):
        shown = escape_markdown(name)
        assert unescaped(shown) == name
        bare = re.sub(r"\\[^0-9A-Za-z\s]", "x", shown)
        assert not re.search(r"[\\*_~`|\[\]<@]|://|^[ \t]*([#>+-]|[0-9]+\.)|discord\.gg/\w", bare), ascii(name)


async def test_names_ping_nobody() -> None:
    message = Message(NASTY, (NASTY, NASTY), NASTY)

    (everything,) = ["\n".join(texts(layout_view(message)))]

    assert "<@" not in everything
    assert not re.search(r"(?<!\\)@everyone", everything)


async def test_only_a_person_on_discord_can_be_mentioned() -> None:
    message = Message(lines=("Sari, it's your turn.",), mention="discord:42")

    assert texts(layout_view(message)) == ["<@42> Sari, it's your turn."]
    assert texts(layout_view(replace(message, mention=None))) == ["Sari, it's your turn."]
    computer = Message(lines=("Home 2 thinks.",), mention="computer:home:2")
    assert texts(layout_view(computer)) == ["Home 2 thinks."]


# --- the limits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
async def test_the_longest_messages_fit_in_every_language(language: str) -> None:
    from bot.features.help import pages as help_pages

    translate = in_language(language)
    story = tuple(translate("event-raised", name=f"{NASTY[:20]}{number}", amount=10**12) for number in range(200))
    for message in (
        Message(NASTY, story, translate("play-chips"), mention="discord:42", picture=PICTURE),
        help_pages.help_message(DEFAULT_HOST, translate),
        newcomers.welcome(translate),
        Message("t" * 5_000, ("*" * 9_000,), "_" * 9_000),
    ):
        assert sum(map(len, texts(layout_view(message)))) <= 4_000


async def test_a_message_that_is_too_long_keeps_its_ends() -> None:
    lines = ("first", *("x" * 100 for _ in range(80)), "last")

    (title, body, footer) = texts(layout_view(Message("title", lines, "footer")))

    assert (title, footer) == ("### title", "-# footer")
    assert body.startswith("first")
    assert body.endswith("last")


async def test_buttons_are_within_the_limits_and_each_is_there_once() -> None:
    row = tuple(Button("L" * 200, f"raise {number}", "T:1") for number in range(12))
    shown = parts(layout_view(Message("t", ("l",), "f", (row,) * 8, PICTURE)))
    buttons = [part for part in shown if part["type"] == BUTTON]

    assert len(shown) <= 40
    assert all(1 <= len(part["components"]) <= 5 for part in shown if part["type"] == ROW)
    assert all(len(part["label"]) <= 80 for part in buttons)
    assert [part["custom_id"] for part in buttons] == [f"kiu:T:1:raise {number}" for number in range(12)]


async def test_a_picture_is_attached_with_its_alt_text() -> None:
    message = Message("Your dominoes are ready", ("Pairs so far: 9.",), picture=Picture(b"\x89PNG", "a" * 2_000))
    (gallery,) = [part for part in parts(layout_view(message)) if part["type"] == GALLERY]
    (file,) = attachments(message)

    assert gallery["items"][0]["media"]["url"] == f"attachment://{file.filename}"
    assert len(gallery["items"][0]["description"]) == 1_024
    assert attachments(Message("no picture")) == []


async def test_a_document_is_attached_and_shown_below_the_picture() -> None:
    message = Message("Hand 12", ("It is as it was dealt.",), picture=PICTURE, file=File("kiu-hand-12.json", b"{}"))
    shown = [part for part in parts(layout_view(message)) if part["type"] in (GALLERY, DOCUMENT)]
    picture, document = attachments(message)

    assert [part["type"] for part in shown] == [GALLERY, DOCUMENT]
    assert shown[1]["file"]["url"] == f"attachment://{document.filename}" == "attachment://kiu-hand-12.json"
    assert document.fp.read() == b"{}"
    assert picture.filename == picture_filename(PICTURE)


async def test_what_is_folded_elsewhere_is_one_line_of_small_print_and_hides_nothing() -> None:
    fold = Fold("🔒 c0ffee00", ("Sari cuts", "c0ffee00", "", "1. Sari “||x||”"))

    *_, small = texts(layout_view(Message("Hand 7", ("Sari won.",), "Play chips only", fold=fold)))

    assert "||" not in small
    assert "\n" not in small
    assert unescaped(small) == "-# Play chips only · 🔒 Sari cuts · c0ffee00 · 1. Sari “||x||”"


# --- buttons and modals ----------------------------------------------------------------------------------------


@given(
    table=st.text("abc123", max_size=8),
    command=st.sampled_from(["call", "raise 60", "house set hui on", "declare 8-4", "all-in"]),
    asks=st.booleans(),
)
def test_a_custom_id_carries_the_command(table: str, command: str, asks: bool) -> None:
    turn = f"{table}:7.3" if table else ""
    button = Button("b", command, turn, ask=AmountQuestion("?", 1, 2) if asks else None)
    view: Any = layout_view(Message(buttons=((button,),)))
    (row,) = view.to_components()[0]["components"]
    name = row["components"][0]["custom_id"]

    assert len(name) <= 100
    assert name.startswith(BUTTON_PREFIX)
    assert Pressed.read(name.removeprefix(BUTTON_PREFIX)) == Pressed(command, turn, asks)


@pytest.mark.parametrize("language", languages())
async def test_an_amount_modal_is_within_the_limits_and_names_its_button(language: str) -> None:
    translate = in_language(language)
    data = Button("b", "raise", "T" * 40 + ":7.3", ask=AmountQuestion("?", 1, 2)).data
    for prompt in (translate("ask-raise", least=1_000, most=10**12), "p" * 100):
        modal = question_modal(data, AmountQuestion(prompt, 1_000, 10**12), translate).to_dict()
        (label,) = modal["components"]

        assert modal["custom_id"] == f"{MODAL_PREFIX}{data}"
        assert len(modal["custom_id"]) <= 100
        assert 1 <= len(modal["title"]) <= 45
        assert 1 <= len(label["label"]) <= 45
        assert len(label["component"]["placeholder"]) <= 100
        assert label["component"]["max_length"] == AMOUNT_LENGTH_LIMIT


@pytest.mark.parametrize("language", languages())
async def test_a_choice_modal_is_within_the_limits_and_names_its_button(language: str) -> None:
    translate = in_language(language)
    longest = tuple(Choice(f"{number} {'c' * 90}", f"{number}-{'c' * 90}") for number in range(30))
    for prompt, choices in ((translate("ask-discard"), longest[:1]), ("p" * 100, longest)):
        question = ChoiceQuestion(prompt, "", choices)
        data = Button("b", "discard", "T" * 40 + ":7.3", ask=question).data
        modal = question_modal(data, question, translate).to_dict()
        (label,) = modal["components"]
        component: Any = label["component"]

        assert faults_of_modal(dict(modal)) == []
        assert len(modal["custom_id"]) <= 100
        assert 1 <= len(label["label"]) <= 45
        assert [option["value"] for option in component["options"]] == [each.value for each in choices[:25]]


def test_players_of_other_platforms_have_no_user_id() -> None:
    assert user_id_of("discord:42") == 42
    assert [user_id_of(each) for each in ("telegram:42", "computer:home:2", "discord:x", "discord:²")] == [None] * 4
