"""The Telegram of the tests is as strict as the real one: the real library meets its refusals and limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.error import BadRequest, RetryAfter
from telegram.request import HTTPXRequest

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.flood_control import FloodControl


@pytest.fixture(autouse=True)
def spans_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the library tell how long to wait in its new way, since it warns of the old one."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@asynccontextmanager
async def bot_of(telegram: Telegram, token: str = "") -> AsyncIterator[Bot]:
    """The real library's bot, pointed at the double."""
    requests = (HTTPXRequest(httpx_kwargs={"trust_env": False}) for _ in range(2))
    bot = Bot(
        token or telegram.token,
        base_url=f"{telegram.server.address}/bot",
        request=next(requests),
        get_updates_request=next(requests),
    )
    try:
        yield bot
    finally:
        await bot._request[0].shutdown()
        await bot._request[1].shutdown()


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    """A Telegram whose seconds are real ones."""
    async with Telegram() as one:
        yield one


@pytest.fixture
async def bot(telegram: Telegram) -> AsyncIterator[Bot]:
    async with bot_of(telegram) as one:
        await one.initialize()
        yield one


@pytest.fixture
def group(telegram: Telegram, sari: Person) -> Chat:
    return telegram.group("Dominoes", sari)


def png(width: int = 40, height: int = 24) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), "navy").save(file, "PNG")
    return file.getvalue()


def keyboard(*labels: str, data: str = "::rules") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=data) for label in labels]])


# --- presses ------------------------------------------------------------------------------------------------------


async def test_a_press_that_nobody_answers_fails_the_test() -> None:
    async with Telegram() as telegram, bot_of(telegram) as bot:
        sari = telegram.person("Sari")
        group = telegram.group("Dominoes", sari)
        await bot.send_message(group.id, "Table", reply_markup=keyboard("Rules"))
        press = sari.presses_without_waiting(await sari.sees_button("Rules"))
        with pytest.raises(AssertionError, match=r"(?i)nobody answered the press of ::rules"):
            await telegram.__aexit__(None, None, None)
        press.grow_old()
        telegram.faults.clear()


# --- limits -------------------------------------------------------------------------------------------------------


async def test_a_group_takes_twenty_calls_a_minute_edits_included(telegram: Telegram, bot: Bot, group: Chat) -> None:
    time = [0.0]
    telegram.flood_control = FloodControl(lambda: time[0])
    telegram.flood_control.in_a_chat = telegram.flood_control.overall
    sent = await bot.send_message(group.id, "0")
    for number in range(1, 20):
        await bot.edit_message_text(str(number), group.id, sent.message_id)
    with pytest.raises(RetryAfter) as flood:
        await bot.edit_message_text("20", group.id, sent.message_id)
    assert flood.value.retry_after == timedelta(seconds=60)
    await bot.send_message(telegram.group("Calm", telegram.person("Budi")).id, "unmoved")
    time[0] = 60.1
    await bot.edit_message_text("20", group.id, sent.message_id)


async def test_who_does_not_wait_as_long_as_told_is_noticed() -> None:
    async with Telegram() as telegram, bot_of(telegram) as bot:
        group = telegram.group("Dominoes", telegram.person("Sari"))
        telegram.flood_control.close(group, 30)
        for _ in range(2):
            with pytest.raises(RetryAfter):
                await bot.send_message(group.id, "now")
            await asyncio.sleep(0.3)
        with pytest.raises(AssertionError, match=r"(?i)did not wait"):
            await telegram.__aexit__(None, None, None)
        telegram.flood_control.ignored_waits = 0


# --- what no bot should send --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "text", "extra"),
    [
        ("text of 4097", "x" * 4097, {}),
        ("splits a character", "🁫", {"entities": [MessageEntity("bold", 0, 1)]}),
        ("outside its text", "ab", {"entities": [MessageEntity("bold", 1, 2)]}),
        ("callback data of 65", "a", {"reply_markup": keyboard("Join", data="x" * 65)}),
        ("callback data of 66", "a", {"reply_markup": keyboard("Join", data="四" * 22)}),
        ("9 buttons in a row", "a", {"reply_markup": keyboard(*"123456789")}),
        ("parse_mode", "a", {"parse_mode": "HTML"}),
        ("start link", "a", {"reply_markup": InlineKeyboardMarkup(
            [[InlineKeyboardButton("Go", url="https://t.me/kiu_test_bot?start=a+b")]]
        )}),
    ],
)  # fmt: skip
async def test_what_no_bot_should_send_is_refused_and_noted(
    telegram: Telegram, bot: Bot, group: Chat, fault: str, text: str, extra: dict[str, object]
) -> None:
    with pytest.raises(BadRequest):
        await bot.send_message(group.id, text, **extra)  # type: ignore[arg-type]
    assert fault in telegram.faults[0]
    assert group.visible() == []
    telegram.faults.clear()


async def test_pictures_documents_dice_menus_and_alerts_have_their_measures(
    telegram: Telegram, bot: Bot, group: Chat, sari: Person
) -> None:
    await bot.send_photo(group.id, png(), "x" * 1024)
    for fault, call in (
        ("a text of 1025", bot.send_photo(group.id, png(), "x" * 1025)),
        ("a picture of 900 by 10", bot.send_photo(group.id, png(900, 10))),
        ("a die '🃏'", bot.send_dice(group.id, emoji="🃏")),
        ("a document of 0 bytes", bot.send_document(group.id, b"", filename="record.json")),
        ("a text of 1025", bot.send_document(group.id, b"{}", "x" * 1025, filename="record.json")),
        ("an alert of over 200", bot.answer_callback_query("1", "x" * 201)),
        ("a command named 'sit-out'", bot.set_my_commands([BotCommand("sit-out", "x")])),
        ("a description of 257", bot.set_my_commands([BotCommand("sit_out", "x" * 257)])),
        ("a description of over 512", bot.set_my_description("x" * 513)),
        ("a short_description of over 120", bot.set_my_short_description("x" * 121)),
        ("a description for the language 'zh-cn'", bot.set_my_description("x", language_code="zh-cn")),
        ("a menu for the language 'zh-cn'", bot.set_my_commands([BotCommand("x", "x")], language_code="zh-cn")),
    ):
        with pytest.raises(BadRequest):
            await call
        assert fault in telegram.faults[0]
        telegram.faults.clear()
