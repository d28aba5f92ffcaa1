"""Reading messages: whether one has a command for this bot, and which players it mentions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from telegram import Chat, Message, MessageEntity, User

from bot.chats.telegram_chat.bot_commands import command_in, people_in, topic_in
from bot.commands import parse
from bot.messages import Person
from tests.removed_features import needs
from tests.rows import rows

PRIVATE, GROUP = 5, -5
USER_IDS = {"@budi_99": 502}


def said(
    text: str,
    *mentions: tuple[str, User | None],
    chat: int = GROUP,
    topic: int | None = None,
    in_topic: bool | None = None,
) -> Message:
    """A message as Telegram tells of it, with its command and its mentions marked."""
    word = text.split(" ")[0]
    entities = [MessageEntity("bot_command", 0, len(word))] if word.startswith("/") else []
    for words, user in mentions:
        offset = len(text.partition(words)[0].encode("utf-16-le")) // 2
        length = len(words.encode("utf-16-le")) // 2
        entities.append(MessageEntity("text_mention" if user else "mention", offset, length, user=user))
    kind = "private" if chat > 0 else "supergroup"
    return Message(
        1,
        datetime(2026, 1, 1, tzinfo=UTC),
        Chat(chat, kind),
        text=text,
        entities=entities,
        message_thread_id=topic,
        is_topic_message=in_topic,
    )


def line(message: Message, user_ids: Mapping[str, int] | None = None) -> str:
    return command_in(message, "kiu_test_bot", lambda name: (user_ids or {}).get(name.lower()))


@rows(__file__, text=lambda cell: cell.replace(r"\x20", " "))
def test_a_command_is_read_if_it_is_for_this_bot(text: str, meant: str) -> None:
    needs("house_rules")
    assert line(said(text)) == meant


def test_in_a_private_chat_every_command_is_for_the_bot() -> None:
    assert line(said("/weather today", chat=PRIVATE)) == "weather today"


def test_a_mentioned_user_is_named_by_id() -> None:
    needs("bank", "removing")
    sari = User(501, "Sari 🂡", is_bot=False)

    assert line(said("/kick @budi_99", ("@budi_99", None)), USER_IDS) == "kick telegram:502"
    assert line(said("/kick @nobody", ("@nobody", None)), USER_IDS) == "kick @nobody"
    given = said("/bank_grant Sari 🂡 50 for 🎲 her", ("Sari 🂡", sari))
    assert line(given, USER_IDS) == "bank grant telegram:501 50 for 🎲 her"


def test_who_is_mentioned_without_a_username_is_told_by_telegram_itself() -> None:
    wati = User(503, "Wati", is_bot=False, last_name="Sutrisno")
    other_bot = User(504, "Other", is_bot=True)
    message = said("/bank_grant Wati 50 and @budi_99, Other", ("Wati", wati), ("@budi_99", None), ("Other", other_bot))

    assert people_in(message) == (Person("telegram:503", "Wati Sutrisno"),)


@pytest.mark.parametrize("words", ["rain  in\tMedan", "@Budi_99 and /fold", "雨\n🌧️ ‍x", "#1 ９ ﷺ"])
def test_shuffled_in_words_are_read_verbatim(words: str) -> None:
    needs("shuffling")
    mentions = [("@Budi_99", None)] if "@" in words else []

    message = said(f"/shuffle {words} ", *mentions)

    assert line(message, USER_IDS) == f"shuffle {words}"
    assert parse(line(message, USER_IDS)).word("words") == words


def test_only_forums_have_topics() -> None:
    assert topic_in(said("/help", topic=7, in_topic=True)) == 7
    assert topic_in(said("/help", topic=7)) == 0
    assert topic_in(said("/help")) == 0
