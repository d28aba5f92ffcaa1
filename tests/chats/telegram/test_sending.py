"""Sending and editing: pictures that come later, words too many for a caption, and what is done when it goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from io import BytesIO

import pytest
from PIL import Image
from telegram import Bot
from telegram.error import NetworkError

from bot.chats.fitting import plain
from bot.chats.telegram_chat.api_calls import ApiCalls, BotRemoved
from bot.chats.telegram_chat.network import new_bot
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.messages import File, GivenAway, Message, MessageGone, Picture, Unwelcome, Urgency, sent_while
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.chats.telegram.scenario import SECOND


def picture(colour: str = "navy") -> Picture:
    file = BytesIO()
    Image.new("RGB", (40, 24), colour).save(file, "PNG")
    return Picture(file.getvalue(), "a picture")


SHORT = Message("Hand 1", ("Sari to act",))
LONG = Message("Hand 1", tuple(f"line {number} of a long story" for number in range(60)))


class Sending:
    """A sender and the group it sends to."""

    def __init__(self, telegram: Telegram, bot: Bot, group: Chat) -> None:
        self.telegram = telegram
        self.group = group
        self._bot = bot
        self.restart()

    def restart(self) -> None:
        """Forget everything, as another run does."""
        self.sender = Sender(self._bot, ApiCalls(rate_limits(SECOND), timeouts(SECOND), self._migrated))

    async def _migrated(self, old: int, new: int) -> None:
        self.telegram.faults.append("nothing migrates here")

    async def post(self, message: Message) -> Post:
        return self.group.posts[await self.sender.post(self.group.id, message, Urgency.TABLE)]

    async def edit(self, post: Post, message: Message) -> None:
        await self.sender.edit(self.group.id, post.number, message, Urgency.TABLE)

    @property
    def methods(self) -> list[str]:
        """What was called, in order."""
        return [call.method for call in self.telegram.server.calls]


@pytest.fixture
async def sending(telegram: Telegram, group: Chat) -> AsyncIterator[Sending]:
    bot = new_bot(telegram.token, telegram.server.address)
    await bot.initialize()
    yield Sending(telegram, bot, group)
    await bot.shutdown()


def with_picture(message: Message, colour: str = "navy") -> Message:
    return Message(message.title, message.lines, picture=picture(colour))


async def test_a_message_of_words_can_get_a_picture_later(sending: Sending) -> None:
    post = await sending.post(SHORT)

    await sending.edit(post, with_picture(SHORT))

    assert post.photo is not None
    assert post.text == "Hand 1\nSari to act"


async def test_an_edit_that_was_cut_off_is_not_repeated_once_another_process_shows_the_table(sending: Sending) -> None:
    post = await sending.post(SHORT)
    sending.telegram.server.cut("editMessageText", after=False)
    with pytest.raises(GivenAway), sent_while(partial(next, iter((True, True, False)))):
        await sending.edit(post, LONG)
    assert post.text == plain(SHORT)


async def test_a_picture_that_stays_is_not_sent_again(sending: Sending) -> None:
    post = await sending.post(with_picture(SHORT))
    await sending.edit(post, with_picture(Message("Hand 1", ("over",))))
    await sending.edit(post, Message("Hand 1", ("all over",)))
    await sending.edit(post, with_picture(SHORT, "maroon"))

    assert sending.methods[-4:] == ["sendPhoto", "editMessageCaption", "editMessageCaption", "editMessageMedia"]


async def test_words_too_many_for_a_caption_come_without_a_picture(sending: Sending) -> None:
    post = await sending.post(SHORT)

    await sending.edit(post, with_picture(LONG))
    new = await sending.post(with_picture(LONG))

    assert sending.methods[-2:] == ["editMessageText", "sendMessage"]
    for shown in (post, new):
        assert shown.photo is None
        assert shown.text == plain(LONG)


async def test_a_picture_that_is_there_stays_with_as_many_words_as_fit(sending: Sending) -> None:
    post = await sending.post(with_picture(SHORT))

    await sending.edit(post, with_picture(LONG, "maroon"))

    assert post.photo is not None
    assert post.text.startswith("Hand 1\nline 0 of")
    assert post.text.endswith("line 59 of a long story")
    assert len(sending.group.by_bots()) == 1


async def test_a_document_comes_with_as_many_of_its_words_as_fit(sending: Sending) -> None:
    file = File("record.json", b'{"hand":12}')
    many = Message(LONG.title, LONG.lines, file=file)

    post = await sending.post(many)

    assert post.document == ("record.json", b'{"hand":12}')
    assert post.text.startswith("Hand 1\nline 0 of")
    assert post.text.endswith("line 59 of a long story")
    assert "line 30" not in post.text
    assert len(sending.group.by_bots()) == 1


async def test_a_document_can_be_taken_elsewhere_even_out_of_a_protected_chat(sending: Sending) -> None:
    message = Message(lines=("Yours",), file=File("record.json", b"{}"))

    number = await sending.sender.post(sending.group.id, message, Urgency.ANSWER, Extras(protected=True))

    assert not sending.group.posts[number].protected


async def test_where_only_words_are_taken_words_come(sending: Sending) -> None:
    sending.group.forbidden = {"documents", "photos"}

    file = await sending.post(Message("Hand 1", file=File("record.json", b"{}")))
    seen = await sending.post(with_picture(SHORT))

    assert (file.text, file.document) == ("Hand 1", None)
    assert (seen.text, seen.photo) == ("Hand 1\nSari to act", None)


async def test_an_edit_that_changes_nothing_is_no_trouble(sending: Sending) -> None:
    await sending.edit(await sending.post(SHORT), SHORT)
    assert "not modified" in sending.telegram.server.calls[-1].failure


async def test_a_picture_of_an_earlier_run_keeps_its_words_up_to_date(sending: Sending) -> None:
    post = await sending.post(with_picture(SHORT))
    sending.restart()

    await sending.edit(post, Message("Hand 1", ("over",)))

    assert post.text == "Hand 1\nover"
    assert post.photo is not None


async def test_what_is_gone_and_where_nobody_is_welcome(sending: Sending, telegram: Telegram, sari: Person) -> None:
    post = await sending.post(SHORT)
    post.deleted = True
    with pytest.raises(MessageGone):
        await sending.edit(post, LONG)
    await sending.sender.remove(sending.group.id, post.number)
    with pytest.raises(Unwelcome):
        await sending.sender.post(sari.private.id, SHORT, Urgency.TABLE)
    with pytest.raises(Unwelcome):
        await sending.sender.post(-99, SHORT, Urgency.TABLE)
    telegram.bot_member_of(sending.group).status = "kicked"
    with pytest.raises(BotRemoved):
        await sending.post(SHORT)


async def test_what_may_have_arrived_is_not_sent_again_but_edited_again(sending: Sending, telegram: Telegram) -> None:
    telegram.server.cut("sendMessage", after=True)
    with pytest.raises(NetworkError):
        await sending.post(SHORT)
    (post,) = sending.group.by_bots()

    telegram.server.cut("editMessageText", after=False)
    telegram.server.cut("editMessageText", after=True)
    await sending.edit(post, LONG)

    assert post.text.startswith("Hand 1\nline 0")
    assert len(sending.group.by_bots()) == 1


async def test_a_pause_that_telegram_asks_for_is_kept(sending: Sending, telegram: Telegram) -> None:
    post = await sending.post(SHORT)
    telegram.flood_control.close(sending.group, 0.6)

    await sending.edit(post, LONG)

    assert post.text.startswith("Hand 1\nline 0")
    refused = [call.at for call in telegram.server.calls if "retry after" in call.failure]
    assert len(refused) == 1
    assert telegram.server.calls[-1].at >= refused[0] + 0.6
