"""The message that closes a deal: its number is the beacon, and it is shown once, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages import Message, Place, Unwelcome
from engine.fairness import NO_BEACON, Beacon, BeaconKind
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.trouble import ApiTrouble
from tests.chats.discord.double.world import Message as Shown
from tests.chats.discord.parlour import Parlour

POST = "POST /channels/{channel_id}/messages"
HISTORY = "GET /channels/{channel_id}/messages"

CLOSING = Message(
    "The deal is closed",
    ("Sari: “/join  *us* <@42>”", "Budi: “:// @everyone”", "1. Sari, 2. Budi"),
    "5fa3" * 16,
)


def beacon_of(message: Shown) -> Beacon:
    return Beacon(BeaconKind.DISCORD, str(message.id).encode())


def read(message: Shown) -> str:
    """What a reader sees: the words without the marks that keep them from being markup."""
    return message.text.replace("\\", "")


async def test_the_number_of_the_message_is_the_beacon(parlour: Parlour) -> None:
    beacon = await parlour.chat.post_closing(parlour.place, CLOSING, again=False)

    (message,) = parlour.sari.public
    assert beacon == beacon_of(message)
    assert parlour.sari.pings == parlour.budi.pings == []
    for line in CLOSING.lines:
        assert line in read(message), "every word as it was written, even one that looks like a command"
    (call,) = parlour.discord.calls.named(POST)
    assert len(call.body["nonce"]) <= 25


async def test_a_closing_message_whose_answer_is_lost_is_shown_once(parlour: Parlour) -> None:
    parlour.discord.lose_answer_to_next(POST)

    beacon = await parlour.chat.post_closing(parlour.place, CLOSING, again=False)

    (message,) = parlour.sari.public
    assert beacon == beacon_of(message)
    assert len(parlour.discord.calls.named(POST)) == 2


async def test_each_closing_message_has_a_number_of_its_own(parlour: Parlour) -> None:
    first = await parlour.chat.post_closing(parlour.place, CLOSING, again=False)
    second = await parlour.chat.post_closing(parlour.place, replace(CLOSING, footer="77b0" * 16), again=False)

    assert [first, second] == [beacon_of(message) for message in parlour.sari.public]


async def test_a_closing_message_from_before_a_restart_is_found_and_not_shown_again(parlour: Parlour) -> None:
    before = await parlour.chat.post_closing(parlour.place, CLOSING, again=False)
    for line in ("Something else", "And more"):
        await parlour.chat.post(parlour.place, Message(lines=(line,)))
    parlour.discord.forget_nonces()

    assert await parlour.chat.post_closing(parlour.place, CLOSING, again=True) == before
    assert len(parlour.sari.public) == 3
    assert len(parlour.discord.calls.named(HISTORY)) == 1


async def test_of_two_closing_messages_the_first_one_counts(parlour: Parlour) -> None:
    first = await parlour.chat.post_closing(parlour.place, CLOSING, again=False)
    parlour.discord.forget_nonces()
    await parlour.chat.post_closing(parlour.place, CLOSING, again=False)

    assert await parlour.chat.post_closing(parlour.place, CLOSING, again=True) == first


async def test_what_somebody_else_writes_is_no_closing_message(parlour: Parlour) -> None:
    await parlour.chat.post_closing(parlour.place, CLOSING, again=False)
    (forged,) = parlour.sari.public
    forged.author = parlour.budi.user
    parlour.discord.forget_nonces()

    assert await parlour.chat.post_closing(parlour.place, CLOSING, again=True) == NO_BEACON
    assert len(parlour.sari.public) == 2


async def test_what_is_not_found_after_a_restart_is_shown_and_draws_nothing(parlour: Parlour) -> None:
    await parlour.chat.post(parlour.place, replace(CLOSING, footer="another deal"))

    assert await parlour.chat.post_closing(parlour.place, CLOSING, again=True) == NO_BEACON
    assert len(parlour.sari.public) == 2


@pytest.mark.parametrize("refused", [False, True])
async def test_who_may_not_look_back_shows_it_once_for_as_long_as_discord_remembers(
    parlour: Parlour, *, refused: bool
) -> None:
    parlour.sari.channel.denied = Permission.READ_HISTORY
    await parlour.chat.post_closing(parlour.place, CLOSING, again=False)
    if refused:
        parlour.discord.refuse_next(HISTORY, ApiTrouble(403, 50013, "Missing Permissions"))

    assert await parlour.chat.post_closing(parlour.place, CLOSING, again=True) == NO_BEACON
    assert len(parlour.sari.public) == 1


async def test_where_nothing_can_be_shown_no_deal_is_closed(parlour: Parlour) -> None:
    parlour.sari.channel.denied = Permission.SEND_MESSAGES
    for again in (False, True):
        with pytest.raises(Unwelcome):
            await parlour.chat.post_closing(parlour.place, CLOSING, again=again)
    with pytest.raises(Unwelcome):
        await parlour.chat.post_closing(Place("discord:@42", "0"), CLOSING, again=False)


async def test_a_closing_message_too_long_for_discord_has_every_word_in_a_document(parlour: Parlour) -> None:
    lines = tuple(f"{number}. Player {number}: “{'*' * 64}”" for number in range(56))
    long = Message(CLOSING.title, lines, CLOSING.footer)

    beacon = await parlour.chat.post_closing(parlour.place, long, again=False)

    (message,) = parlour.sari.public
    (document,) = message.attachments
    assert document.filename == "closing.txt"
    assert document.data.decode() == "\n".join([CLOSING.title, *lines, "", CLOSING.footer, ""])
    assert CLOSING.footer in message.text
    parlour.discord.forget_nonces()
    assert await parlour.chat.post_closing(parlour.place, long, again=True) == beacon
