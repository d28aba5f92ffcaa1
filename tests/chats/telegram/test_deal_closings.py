"""The closing of a deal: a closing message or a quote of the result, and a die that nobody could foresee."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from telegram import Bot

from bot.chats.fitting import plain
from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.closing_dice import DealClosings
from bot.chats.telegram_chat.context import BackgroundTasks
from bot.chats.telegram_chat.network import new_bot
from bot.chats.telegram_chat.sender import Sender
from bot.messages import Message, Quote, Urgency
from engine.fairness import Beacon, BeaconKind
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.chats.telegram.scenario import SECOND

CLOSING = Message(
    "Hand 12 is shuffled",
    ("1. Sari: “the rain in Medan”", "2. Budi: “@kiu_test_bot /fold #lucky tele.gram”", "", "Seal " + 8 * "0badc0de"),
)

STANDING = ("0badc0de" * 8, "Nobody has added a word.", "Dealt in: 1. Sari · 2. @budi", "@budi deals.")
RESULT = Message("Hand 11", ("Sari won 40.", "", "Sealed for the next hand:", *STANDING, "Mix in a word of your own."))


class Dealing:
    """A group with a deal that comes to its end."""

    def __init__(self, telegram: Telegram, bot: Bot, group: Chat) -> None:
        self.telegram = telegram
        self.group = group
        self._bot = bot
        self.background_tasks = BackgroundTasks()
        self.set_beacon_timeout(3.0)

    def set_beacon_timeout(self, seconds: float) -> None:
        """Begin anew with another timeout for the beacon."""
        limits, patience = rate_limits(SECOND), timeouts(SECOND, beacon=seconds)
        self.calls = ApiCalls(limits, patience, self._migrated)
        self.sender = Sender(self._bot, self.calls)
        self.closings = DealClosings(self._bot, self.calls, self.sender, patience, self.background_tasks)

    async def _migrated(self, old: int, new: int) -> None:
        self.group = self.telegram.chats[new]

    async def closed(
        self, message: Message = CLOSING, *, topic: int = 0, throwing: bool = True, patience: float = 1.0
    ) -> Beacon | None:
        return await self.closings.post_closing(
            self.group.id, message, topic=topic, throwing=throwing, patience=patience
        )

    async def shows_result(self) -> Post:
        """A result that says who is dealt in next, and that nobody has added a word."""
        await self.calls.acquire(self.group.id, Urgency.RESULT)
        number = await self.sender.post(self.group.id, RESULT, Urgency.RESULT)
        return self.group.posts[number]

    @property
    def dice(self) -> list[Post]:
        """The dice that fell, oldest first."""
        return [post for post in self.group.by_bots() if post.die is not None]

    @property
    def shown(self) -> list[Post]:
        """The closing messages that are shown."""
        return [post for post in self.group.by_bots() if post.text.startswith("Hand 12")]

    @property
    def refused(self) -> list[str]:
        return [call.failure for call in self.telegram.server.calls if call.failure]


@pytest.fixture
async def dealing(telegram: Telegram, group: Chat) -> AsyncIterator[Dealing]:
    bot = new_bot(telegram.token, telegram.server.address)
    await bot.initialize()
    one = Dealing(telegram, bot, group)
    yield one
    await one.background_tasks.stop()
    await bot.shutdown()


def said_already(result: Post, lines: tuple[str, ...] = STANDING) -> Message:
    return replace(CLOSING, said_already=Quote(str(result.number), lines))


def shows(dice: list[Post]) -> Beacon:
    """The beacon that dice are."""
    return Beacon(BeaconKind.TELEGRAM, bytes(post.die.value for post in dice if post.die is not None))


# --- as it should be ----------------------------------------------------------------------------------------------


async def test_the_beacon_is_what_the_die_below_the_closing_message_shows(dealing: Dealing) -> None:
    beacon = await dealing.closed()

    (closing,), (post,) = dealing.shown, dealing.dice
    assert beacon == shows([post])
    assert post.die is not None
    assert post.die.emoji == "🎰"
    assert dealing.group.visible() == [closing, post]
    assert post.reply_to is closing
    assert post.silent
    assert closing.silent
    assert not closing.edited


async def test_where_the_result_says_it_all_the_die_quotes_it_and_no_message_is_sent(dealing: Dealing) -> None:
    result = await dealing.shows_result()

    beacon = await dealing.closed(said_already(result))

    (post,) = dealing.dice
    assert beacon == shows([post])
    assert dealing.group.visible() == [result, post]
    assert post.reply_to is result
    for line in STANDING:
        assert line.replace("@", "@\u2060") in post.quote
    await dealing.sender.edit(dealing.group.id, result.number, Message("Hand 11", ("Nothing.",)), Urgency.TABLE)
    assert STANDING[1] in post.quote, "the quote outlives the edit"


async def test_lines_that_are_not_shown_just_so_are_sent_in_a_closing_message(dealing: Dealing) -> None:
    result = await dealing.shows_result()

    beacon = await dealing.closed(said_already(result, (*STANDING[:3], "Sari deals.")))

    (closing,), (post,) = dealing.shown, dealing.dice
    assert dealing.refused == ["Bad Request: QUOTE_TEXT_INVALID"]
    assert beacon == shows([post])
    assert (post.reply_to, post.quote) == (closing, "")


async def test_after_a_kill_what_is_closed_is_said_in_a_message_and_no_die_is_thrown(dealing: Dealing) -> None:
    result = await dealing.shows_result()

    assert await dealing.closed(said_already(result), throwing=False) is None

    assert len(dealing.shown) == 1
    assert dealing.dice == []


async def test_words_too_many_for_a_message_are_all_in_a_document(dealing: Dealing) -> None:
    seats = tuple(f"{number}. Player of seat {number}: “{'x' * 64}”" for number in range(1, 57))
    message = Message("Hand 12 is shuffled", seats)

    beacon = await dealing.closings.post_closing(dealing.group.id, message)

    (closing,) = dealing.shown
    assert closing.document is not None
    assert closing.document.content.decode() == plain(message) + "\n"
    assert beacon == shows(dealing.dice)
    assert dealing.dice[0].reply_to is closing


async def test_in_a_topic_everything_stands_in_that_topic(telegram: Telegram, dealing: Dealing, sari: Person) -> None:
    dealing.group = telegram.group("Forum", sari, topics=(7,))

    beacon = await dealing.closed(topic=7)

    assert beacon == shows(dealing.dice)
    assert [post.topic for post in dealing.group.visible()] == [7, 7]


# --- when something is in the way ---------------------------------------------------------------------------------


@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize("fell", [True, False])
async def test_a_throw_that_is_not_heard_of_is_not_made_again(
    telegram: Telegram, dealing: Dealing, *, fell: bool, quoted: bool
) -> None:
    result = await dealing.shows_result()
    telegram.server.cut("sendDice", after=fell)

    assert await dealing.closed(said_already(result) if quoted else CLOSING) is None

    assert len(dealing.dice) == fell
    assert len(dealing.shown) == (not quoted)


async def test_a_throw_that_takes_too_long_does_not_count(telegram: Telegram, dealing: Dealing) -> None:
    dealing.set_beacon_timeout(0.3)
    with telegram.server.held("sendDice"):
        assert await dealing.closed() is None
    await telegram.until("the late die", lambda: dealing.dice)
    await asyncio.sleep(0.1)
    assert len(dealing.dice) == 1


@pytest.mark.parametrize("patience", [1.0, 3.0])
async def test_after_a_long_flood_the_deal_goes_on_and_nothing_follows(dealing: Dealing, patience: float) -> None:
    dealing.set_beacon_timeout(0.1)
    dealing.telegram.flood_control.close(dealing.group, 0.9)

    assert await dealing.closed(patience=patience) is None
    await dealing.shows_result()

    assert dealing.shown == [], "it would have come before the result"
    assert dealing.dice == []


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_closing_message_that_may_be_lost_is_shown_again_before_anything_is_thrown(
    telegram: Telegram, dealing: Dealing, *, arrived: bool
) -> None:
    telegram.server.cut("sendMessage", after=arrived)

    beacon = await dealing.closed()

    assert len(dealing.shown) == (2 if arrived else 1)
    assert beacon is not None
    assert len(beacon.value) == 1
    assert beacon == shows(dealing.dice)
    assert dealing.dice[0].reply_to is dealing.shown[-1]


async def test_where_dice_are_not_allowed_words_have_to_do(dealing: Dealing) -> None:
    dealing.group.forbidden = {"dice"}

    assert await dealing.closed() is None

    assert len(dealing.shown) == 1


# --- limits -------------------------------------------------------------------------------------------------------
