"""The public part of the Chat protocol against the double."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.messages import GivenAway, Message, MessageGone, Place, Unwelcome, sent_while
from tests.chats.discord.double.api_errors import ApiError
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.guild_setup import GuildSetup
from tests.chats.discord.sample_messages import hand_message, record_message

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def turn_of(member: Member) -> Message:
    return Message(lines=("It's your turn.",), mention=member.player)


async def test_a_ping_is_a_reply_to_the_table_and_pings_the_player_on_turn_alone(setup: GuildSetup) -> None:
    message = Message("QiuQiu", (f"<@{setup.budi.user.id}> @everyone to act",))
    number = await setup.chat.post(setup.place, message)
    await setup.chat.edit(setup.place, number, message)
    await setup.chat.ping(setup.place, turn_of(setup.sari), number)

    (ping,) = setup.sari.pings
    assert ping.replies_to == int(number)
    assert setup.budi.pings == []
    *_, call = setup.discord.calls.named(POST)
    assert call.body["message_reference"]["fail_if_not_exists"] is False
    assert call.body["allowed_mentions"] == {"parse": [], "users": [setup.sari.user.id]}
    for call in setup.discord.calls.named(EDIT):
        assert call.body["allowed_mentions"] == {"parse": []}


async def test_a_ping_comes_though_replies_are_forbidden(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, Message("QiuQiu"))
    setup.sari.channel.denied = Permission.READ_HISTORY
    await setup.chat.ping(setup.place, turn_of(setup.sari), number)

    assert [ping.replies_to for ping in setup.sari.pings] == [None]


async def test_a_ping_comes_though_there_is_nothing_to_reply_to(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, Message("QiuQiu"))
    del setup.sari.channel.messages[int(number)]
    await setup.chat.ping(setup.place, turn_of(setup.sari), number)
    await setup.chat.ping(setup.place, turn_of(setup.sari), None)

    assert [ping.replies_to for ping in setup.sari.pings] == [None] * 2


async def test_a_picture_is_uploaded_again_only_if_it_changes(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, hand_message("one"))
    await setup.chat.edit(setup.place, number, hand_message("two"))
    await setup.chat.edit(setup.place, number, hand_message("three", picture=b"other"))
    await setup.chat.edit(setup.place, number, hand_message("four", picture=b"other"))
    sent = [list(call.files.values()) for call in (*setup.discord.calls.named(POST), *setup.discord.calls.named(EDIT))]
    assert sent == [[b"png"], [], [b"other"], []]
    assert [each.data for each in setup.sari.visible[-1].attachments] == [b"other"]
    assert setup.sari.reads("four")

    await setup.chat.edit(setup.place, number, Message("five"))
    assert setup.sari.visible[-1].attachments == []


async def test_public_and_private_messages_have_documents(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, record_message())
    await setup.chat.send_private(setup.sari.player, record_message(b"mine"))

    assert [(each.filename, each.data) for each in setup.budi.visible[-1].attachments] == [("kiu-hand-12.json", b"{}")]
    assert [each.data for each in setup.sari.inbox[0].attachments] == [b"mine"]

    await setup.chat.edit(setup.place, number, record_message(b"other"))
    assert [each.data for each in setup.budi.visible[-1].attachments] == [b"other"]
    picture = hand_message("one").picture
    await setup.chat.edit(setup.place, number, replace(record_message(), picture=picture))
    await setup.chat.edit(setup.place, number, hand_message("one"))
    assert [each.data for each in setup.budi.visible[-1].attachments] == [b"png"]


async def test_a_request_is_repeated_after_a_server_error_and_posts_one_message(setup: GuildSetup) -> None:
    setup.discord.fail_next(POST, ApiError(503, 0, "Service Unavailable"))
    setup.discord.fail_next(POST, ApiError(503, 0, "Service Unavailable"))

    await setup.chat.post(setup.place, Message("QiuQiu"))

    calls = setup.discord.calls.named(POST)
    assert len(calls) == 3
    assert len({call.body["nonce"] for call in calls}) == 1
    assert all(call.body["enforce_nonce"] for call in calls)
    assert len(setup.sari.visible) == 1


async def test_an_edit_that_failed_is_not_repeated_once_another_process_shows_the_table(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, Message("Pot 10"))
    setup.discord.fail_next(EDIT, ApiError(500, 0, "Internal Server Error"))
    with pytest.raises(GivenAway), sent_while(partial(next, iter((True, True, False)))):
        await setup.chat.edit(setup.place, number, Message("Pot 20"))
    assert [message.text for message in setup.sari.visible] == ["### Pot 10"]


async def test_what_an_ended_process_posted_is_edited_rather_than_posted_again(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, Message("Pot 10", once="1 hand:1"))
    assert await setup.chat.post(setup.place, Message("Pot 20", once="1 hand:1")) == number
    assert await setup.chat.post(setup.place, Message("Pot 0", once="1 hand:2")) != number
    assert [message.text for message in setup.sari.visible] == ["### Pot 20", "### Pot 0"]


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (429, 30046), (403, 50005), (400, 50083)])
async def test_a_message_that_cannot_be_edited_is_gone(setup: GuildSetup, status: int, code: int) -> None:
    number = await setup.chat.post(setup.place, Message("QiuQiu"))
    setup.discord.fail_next(EDIT, ApiError(status, code, "no"))

    with pytest.raises(MessageGone):
        await setup.chat.edit(setup.place, number, Message("QiuQiu"))


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001), (403, 50013), (403, 160005)])
async def test_a_channel_that_cannot_be_posted_in_is_unwelcome(setup: GuildSetup, status: int, code: int) -> None:
    setup.discord.fail_next(POST, ApiError(status, code, "no"))

    with pytest.raises(Unwelcome):
        await setup.chat.post(setup.place, Message("QiuQiu"))


async def test_nothing_is_posted_publicly_in_a_direct_message(setup: GuildSetup) -> None:
    with pytest.raises(Unwelcome):
        await setup.chat.post(Place("discord:@42", "0"), Message("QiuQiu"))
    assert setup.discord.calls.named(POST) == []
