"""The message that closes a deal: its id is the beacon, and it is posted once, verbatim."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.messages import Message, Place, Unwelcome
from engine.fairness import Beacon, BeaconKind
from tests.chats.discord.double.api_errors import ApiError
from tests.chats.discord.double.models import Message as Shown
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.guild_setup import GuildSetup

POST = "POST /channels/{channel_id}/messages"
HISTORY = "GET /channels/{channel_id}/messages"

CLOSING = Message(
    "The deal is closed", ("Sari: “/join  *us* <@42>”", "Budi: “:// @everyone”", "1. Sari, 2. Budi"), "5fa3" * 16
)


def beacon_of(message: Shown) -> Beacon:
    return Beacon(BeaconKind.DISCORD, str(message.id).encode())


def unescaped(message: Shown) -> str:
    """The text of a message without its escapes."""
    return message.text.replace("\\", "")


async def test_the_id_of_the_message_is_the_beacon(setup: GuildSetup) -> None:
    beacon = await setup.chat.post_closing(setup.place, CLOSING, again=False)

    (message,) = setup.sari.public
    assert beacon == beacon_of(message)
    assert setup.sari.pings == setup.budi.pings == []
    for line in CLOSING.lines:
        assert line in unescaped(message), "every word as it was written, even one that looks like a command"
    (call,) = setup.discord.calls.named(POST)
    assert len(call.body["nonce"]) <= 25
    assert discord.MessageFlags._from_value(call.body["flags"]).suppress_notifications, "it makes no sound"


async def test_a_closing_message_is_posted_once_though_the_response_is_lost(setup: GuildSetup) -> None:
    setup.discord.lose_next_answer(POST)

    beacon = await setup.chat.post_closing(setup.place, CLOSING, again=False)

    (message,) = setup.sari.public
    assert beacon == beacon_of(message)
    assert len(setup.discord.calls.named(POST)) == 2


async def test_a_closing_message_from_before_a_restart_is_found_and_not_posted_again(setup: GuildSetup) -> None:
    before = await setup.chat.post_closing(setup.place, CLOSING, again=False)
    for line in ("Something else", "And more"):
        await setup.chat.post(setup.place, Message(lines=(line,)))
    setup.discord.forget_nonces()

    assert await setup.chat.post_closing(setup.place, CLOSING, again=True) == before
    assert len(setup.sari.public) == 3
    assert len(setup.discord.calls.named(HISTORY)) == 1


async def test_of_two_closing_messages_the_first_one_counts(setup: GuildSetup) -> None:
    first = await setup.chat.post_closing(setup.place, CLOSING, again=False)
    setup.discord.forget_nonces()
    await setup.chat.post_closing(setup.place, CLOSING, again=False)

    assert await setup.chat.post_closing(setup.place, CLOSING, again=True) == first


async def test_a_message_of_another_user_is_no_closing_message(setup: GuildSetup) -> None:
    await setup.chat.post_closing(setup.place, CLOSING, again=False)
    (forged,) = setup.sari.public
    forged.author = setup.budi.user
    setup.discord.forget_nonces()

    assert await setup.chat.post_closing(setup.place, CLOSING, again=True) is None
    assert len(setup.sari.public) == 2


async def test_a_closing_message_not_found_after_a_restart_is_posted_without_a_beacon(setup: GuildSetup) -> None:
    await setup.chat.post(setup.place, replace(CLOSING, footer="another deal"))

    assert await setup.chat.post_closing(setup.place, CLOSING, again=True) is None
    assert len(setup.sari.public) == 2


@pytest.mark.parametrize("refused", [False, True])
async def test_without_the_permission_to_read_the_history_the_nonce_prevents_a_second_post(
    setup: GuildSetup, *, refused: bool
) -> None:
    setup.sari.channel.denied = Permission.READ_HISTORY
    await setup.chat.post_closing(setup.place, CLOSING, again=False)
    if refused:
        setup.discord.fail_next(HISTORY, ApiError(403, 50013, "Missing Permissions"))

    assert await setup.chat.post_closing(setup.place, CLOSING, again=True) is None
    assert len(setup.sari.public) == 1


async def test_no_deal_is_closed_in_a_channel_that_cannot_be_posted_in(setup: GuildSetup) -> None:
    setup.sari.channel.denied = Permission.SEND_MESSAGES
    for again in (False, True):
        with pytest.raises(Unwelcome):
            await setup.chat.post_closing(setup.place, CLOSING, again=again)
    with pytest.raises(Unwelcome):
        await setup.chat.post_closing(Place("discord:@42", "0"), CLOSING, again=False)


async def test_a_closing_message_too_long_for_discord_has_a_document_with_its_full_text(setup: GuildSetup) -> None:
    lines = tuple(f"{number}. Player {number}: “{'*' * 64}”" for number in range(56))
    long = Message(CLOSING.title, lines, CLOSING.footer)

    beacon = await setup.chat.post_closing(setup.place, long, again=False)

    (message,) = setup.sari.public
    (document,) = message.attachments
    assert document.filename == "closing.txt"
    assert document.data.decode() == "\n".join([CLOSING.title, *lines, "", CLOSING.footer, ""])
    assert CLOSING.footer in message.text
    setup.discord.forget_nonces()
    assert await setup.chat.post_closing(setup.place, long, again=True) == beacon
