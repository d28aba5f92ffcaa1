"""Messages are cut to what a platform takes: their ends stay, and what is cut says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.fitting import LEFT_OUT, cut, fitted, plain
from bot.environment.host import DEFAULT_HOST
from bot.messages import Fold, Message
from bot.wording import in_language, languages

MESSAGES = st.builds(
    Message,
    title=st.text(max_size=30),
    lines=st.lists(st.text(max_size=60), max_size=30).map(tuple),
    footer=st.text(max_size=40),
    fold=st.none() | st.builds(Fold, st.text(max_size=10), st.lists(st.text(max_size=60), max_size=4).map(tuple)),
)


def test_what_fits_stays_as_it_is() -> None:
    message = Message("Title", ("one", "", "two"), "footer")
    assert plain(message) == "Title\none\n\ntwo\n\nfooter"
    assert fitted(message, len(plain(message))) is message


def test_the_middle_goes_and_the_ends_stay() -> None:
    message = Message("Title", tuple(f"line {number}" for number in range(100)), "footer")

    short = fitted(message, 200)

    assert len(plain(short)) <= 200
    assert short.title == "Title"
    assert short.footer == "footer"
    assert short.lines[0] == "line 0"
    assert short.lines[-1] == "line 99"
    assert LEFT_OUT in short.lines
    assert len(plain(short)) > 180


@given(MESSAGES, st.integers(1, 500))
def test_what_fits_keeps_everything(message: Message, limit: int) -> None:
    assert fitted(message, limit) == message or len(plain(message)) > limit


def test_a_footer_goes_before_the_words_above_it() -> None:
    assert plain(fitted(Message("Title", ("a line", "another"), "a long footer" * 9), 40)) == "Title\na line\nanother"


def test_what_is_folded_outlasts_the_footer() -> None:
    result = Message("Hand 1", ("Sari won.", "", "Next hand:"), "a long footer" * 9, fold=Fold("🔒 c0", ("c0ffee",)))

    assert plain(fitted(result, 60)).endswith("\n🔒 c0ffee")


@given(MESSAGES, st.integers(1, 500))
def test_nothing_is_ever_too_long(message: Message, limit: int) -> None:
    assert len(plain(fitted(message, limit))) <= limit


@given(st.text(), st.integers(1, 50))
def test_a_text_is_cut_as_late_as_possible(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= limit
    assert short == text if len(text) <= limit else short.endswith(LEFT_OUT)


def test_what_counts_is_what_is_measured() -> None:
    assert cut("🁢🁢🁢", 5, lambda text: len(text.encode("utf-16-le")) // 2) == "🁢🁢" + LEFT_OUT


@pytest.mark.parametrize("limit", [4096, 4000, 1024, 200])
@pytest.mark.parametrize("language", languages())
def test_the_longest_answers_fit_in_every_language(language: str, limit: int) -> None:
    from bot.features.help import pages as help_pages

    message = help_pages.help_message(DEFAULT_HOST, in_language(language))
    short = fitted(message, limit)
    assert len(plain(short)) <= limit
    assert plain(short).startswith(message.title)
