"""What the announcer asks of Discord, and what people get for an answer: the adapter against the double."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.messages import (
    AmountQuestion,
    Button,
    Command,
    File,
    Message,
    MessageGone,
    Person,
    Picture,
    Place,
    Reply,
    Unreachable,
    Unwelcome,
    Urgency,
)
from tests.chats.discord.double.api_errors import ApiError, opening_too_fast
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.guild_setup import RATE_LIMITS, TIMEOUTS, GuildSetup

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
OPEN = "POST /users/@me/channels"


def hand(*lines: str, picture: bytes = b"png") -> Message:
    return Message("Your hand is ready", lines, picture=Picture(picture, "Your dominoes: 6-3"))


# --- in public -------------------------------------------------------------------------------------------------


async def test_a_message_is_posted_edited_and_taken_away(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, Message("QiuQiu", ("Pot 20",)))
    await setup.chat.edit(setup.place, number, Message("QiuQiu", ("Pot 40",)))
    assert setup.sari.visible[-1].text == "### QiuQiu\nPot 40"

    await setup.chat.remove(setup.place, number)
    await setup.chat.remove(setup.place, number)
    assert setup.sari.visible == []
    with pytest.raises(MessageGone):
        await setup.chat.edit(setup.place, number, Message("QiuQiu"))


async def test_who_is_on_turn_is_pinged_by_a_new_message_and_by_no_other(setup: GuildSetup) -> None:
    message = Message("QiuQiu", ("<@1> @everyone to act",), mention=setup.sari.player)
    number = await setup.chat.post(setup.place, message)
    await setup.chat.edit(setup.place, number, message)
    await setup.chat.ping(setup.place, Message(lines=("It is your turn.",), mention=setup.sari.player))

    assert len(setup.sari.pings) == 2
    assert setup.budi.pings == []
    for call in setup.discord.calls.named(EDIT):
        assert call.body["allowed_mentions"] == {"parse": []}


async def test_a_picture_is_sent_once_for_as_long_as_it_is_the_same(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, hand("one"))
    await setup.chat.edit(setup.place, number, hand("two"))
    await setup.chat.edit(setup.place, number, hand("three", picture=b"other"))
    await setup.chat.edit(setup.place, number, hand("four", picture=b"other"))
    sent = [list(call.files.values()) for call in (*setup.discord.calls.named(POST), *setup.discord.calls.named(EDIT))]
    assert sent == [[b"png"], [], [b"other"], []]
    assert [each.data for each in setup.sari.visible[-1].attachments] == [b"other"]
    assert setup.sari.reads("four")

    await setup.chat.edit(setup.place, number, Message("five"))
    assert setup.sari.visible[-1].attachments == []


def record(content: bytes = b"{}") -> Message:
    return Message("Hand 12", ("It is as it was dealt.",), file=File("kiu-hand-12.json", content))


async def test_a_document_is_sent_with_posts_and_private_messages(setup: GuildSetup) -> None:
    number = await setup.chat.post(setup.place, record())
    await setup.chat.send_private(setup.sari.player, record(b"mine"))

    assert [(each.filename, each.data) for each in setup.budi.visible[-1].attachments] == [("kiu-hand-12.json", b"{}")]
    assert [each.data for each in setup.sari.inbox[0].attachments] == [b"mine"]

    await setup.chat.edit(setup.place, number, record(b"other"))
    assert [each.data for each in setup.budi.visible[-1].attachments] == [b"other"]
    picture = hand("one").picture
    await setup.chat.edit(setup.place, number, replace(record(), picture=picture))
    await setup.chat.edit(setup.place, number, hand("one"))
    assert [each.data for each in setup.budi.visible[-1].attachments] == [b"png"]


async def test_a_call_that_discord_lost_is_made_again_and_shows_once(setup: GuildSetup) -> None:
    setup.discord.fail_next(POST, ApiError(503, 0, "Service Unavailable"))
    setup.discord.fail_next(POST, ApiError(503, 0, "Service Unavailable"))

    await setup.chat.post(setup.place, Message("QiuQiu"))

    calls = setup.discord.calls.named(POST)
    assert len(calls) == 3
    assert len({call.body["nonce"] for call in calls}) == 1
    assert all(call.body["enforce_nonce"] for call in calls)
    assert len(setup.sari.visible) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046), (403, 50005), (400, 50083)])
async def test_what_cannot_be_edited_is_gone(setup: GuildSetup, status: int, code: int) -> None:
    number = await setup.chat.post(setup.place, Message("QiuQiu"))
    setup.discord.fail_next(EDIT, ApiError(status, code, "no"))

    with pytest.raises(MessageGone):
        await setup.chat.edit(setup.place, number, Message("QiuQiu"))


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001), (403, 50013), (403, 160005)])
async def test_where_nothing_can_be_shown_kiu_is_unwelcome(setup: GuildSetup, status: int, code: int) -> None:
    setup.discord.fail_next(POST, ApiError(status, code, "no"))

    with pytest.raises(Unwelcome):
        await setup.chat.post(setup.place, Message("QiuQiu"))


async def test_nothing_is_said_in_public_where_nobody_else_is(setup: GuildSetup) -> None:
    with pytest.raises(Unwelcome):
        await setup.chat.post(Place("discord:@42", "0"), Message("QiuQiu"))
    assert setup.discord.calls.named(POST) == []


async def test_a_channel_is_never_called_too_often_and_another_not_held_up(setup: GuildSetup) -> None:
    started = asyncio.get_running_loop().time()
    for _ in range(2):
        await setup.chat.acquire(setup.place, Urgency.TABLE)
    waiting = asyncio.create_task(setup.chat.acquire(setup.place, Urgency.TABLE))
    await setup.chat.acquire(setup.place._replace(channel="2"), Urgency.TABLE)
    assert not waiting.done()
    await waiting
    assert asyncio.get_running_loop().time() - started >= RATE_LIMITS.channel_seconds / 2 - 0.02


# --- in private ------------------------------------------------------------------------------------------------


async def test_a_private_hand_is_one_message_that_goes_on_after_a_restart(setup: GuildSetup) -> None:
    first = await setup.chat.send_private(setup.sari.player, hand("one"))
    second = await setup.chat.send_private(setup.sari.player, hand("two"), first)
    assert first == second == f"{setup.sari.inbox[0].channel.id}/{setup.sari.inbox[0].id}"
    assert [message.text for message in setup.sari.inbox] == ["### Your hand is ready\ntwo\nYour dominoes: 6-3"]
    assert setup.budi.inbox == []

    del setup.sari.inbox[0].channel.messages[setup.sari.inbox[0].id]
    assert await setup.chat.send_private(setup.sari.player, hand("three"), second) != second
    assert len(setup.sari.inbox) == 1


async def test_private_chats_are_opened_gently(setup: GuildSetup) -> None:
    people = [setup.discord.member(setup.sari.guild, f"Player {number}") for number in range(6)]
    await asyncio.gather(*(setup.chat.send_private(each.player, hand("one")) for each in people))
    times = [call.at for call in setup.discord.calls.named(OPEN)]
    assert len(times) == 6
    assert all(
        later - earlier >= RATE_LIMITS.dm_opening_seconds / 2 for earlier, later in zip(times, times[3:], strict=False)
    )

    await asyncio.gather(*(setup.chat.send_private(each.player, hand("two")) for each in people))
    assert len(setup.discord.calls.named(OPEN)) == 6


async def test_opened_too_fast_is_tried_again_later(setup: GuildSetup) -> None:
    setup.discord.fail_next(OPEN, opening_too_fast())

    await setup.chat.send_private(setup.sari.player, hand("one"))

    first, second = setup.discord.calls.named(OPEN)
    assert second.at - first.at >= RATE_LIMITS.dm_opening_pause
    assert len(setup.sari.inbox) == 1


async def test_who_cannot_be_written_to_is_told_once_and_privately(setup: GuildSetup) -> None:
    sorry = "I could not write to you privately."
    setup.sari.user.dms_closed = True
    await setup.sari.slash("money chips")
    for _ in range(2):
        with pytest.raises(Unreachable):
            await setup.chat.send_private(setup.sari.player, hand("one"))
    await setup.sari.sees(sorry)
    assert not setup.budi.reads(sorry)
    assert sum(sorry in message.text for message in setup.sari.visible) == 1

    setup.sari.user.dms_closed = False
    await setup.chat.send_private(setup.sari.player, hand("one"))
    setup.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await setup.chat.send_private(setup.sari.player, hand("two"))
    await setup.discord.until(
        lambda: sum(sorry in message.text for message in setup.sari.visible) == 2, "a second time"
    )


async def test_who_has_not_been_heard_of_lately_is_told_with_the_next_answer(setup: GuildSetup) -> None:
    setup.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await setup.chat.send_private(setup.sari.player, hand("one"))
    assert setup.sari.visible == []

    await setup.sari.slash("money chips")
    await setup.sari.sees("I could not write to you privately.")
    assert "Wallet" in setup.sari.visible[0].text


async def test_players_of_other_platforms_cannot_be_reached_here(setup: GuildSetup) -> None:
    with pytest.raises(Unreachable):
        await setup.chat.send_private("telegram:42", hand("one"))


# --- answers ---------------------------------------------------------------------------------------------------


@pytest.fixture
def slow(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """A dispatcher that takes longer than Discord waits, and has nothing to say."""
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        await asyncio.sleep(2 * TIMEOUTS.defer_after)
        handled.append(command)
        return Reply(Message(lines=("Better late.",)) if command.text == "chips" else Message())

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    return handled


async def test_a_slow_answer_is_promised_first(setup: GuildSetup, slow: list[Command]) -> None:
    chips = await setup.sari.slash("money chips")
    await setup.discord.until(lambda: "Better late." in chips.text, "the answer")
    assert chips.ephemeral
    top = await setup.sari.slash("money top")
    await setup.discord.until(lambda: "Done." in top.text, "the answer")
    assert [each.callback for each in (chips, top)] == [Callback.DEFERRED] * 2
    assert [command.text for command in slow] == ["chips", "top"]


@pytest.mark.parametrize("seconds", [0.0, 2 * TIMEOUTS.defer_after])
async def test_a_document_in_an_answer_is_for_its_asker_alone(
    setup: GuildSetup, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def handle(command: Command) -> Reply:
        await asyncio.sleep(seconds)
        return Reply(record(b"secret"), secret=True)

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Verify my hand", "verify mine"),),)))

    typed = await setup.sari.slash("proof verify-mine")
    pressed = await setup.sari.press("Verify my hand")
    await setup.discord.until(lambda: typed.messages and pressed.messages, "both answers")

    for answer in (typed, pressed):
        assert answer.ephemeral
        assert [(each.filename, each.data) for each in answer.messages[0].attachments] == [
            ("kiu-hand-12.json", b"secret")
        ]
    assert not setup.budi.reads("Hand 12")
    assert b"secret" not in [data for call in setup.discord.calls if call.public for data in call.files.values()]


async def test_a_slow_press_is_acknowledged_first(setup: GuildSetup, slow: list[Command]) -> None:
    setup.discord.responses.response_seconds = 1.5 * TIMEOUTS.defer_after
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Chips", "chips"), Button("Go", "go")),)))

    await setup.sari.press("Go")
    pressed = await setup.sari.press("Chips")
    assert pressed.silent
    await setup.sari.sees("Better late.")
    assert not setup.budi.reads("Better late.")
    await setup.discord.until(lambda: len(slow) == 2, "both")


async def test_an_answer_that_comes_too_late_is_no_accident(setup: GuildSetup, slow: list[Command]) -> None:
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Chips", "chips"),),)))
    setup.discord.responses.response_seconds = 0
    with capture_logs() as logged:
        pressed = setup.sari.press_only("Chips")
        await setup.discord.until(lambda: slow, "what was to be done")
        async with asyncio.timeout(10):
            while not logged:  # noqa: ASYNC110 - nobody rings a bell
                await asyncio.sleep(0.01)

    assert pressed.messages == []
    assert {entry["log_level"] for entry in logged} == {"info"}


async def test_a_command_that_is_not_known_any_more_is_answered_all_the_same(setup: GuildSetup) -> None:
    setup.chat.connection.client.tree.remove_command("help")
    with capture_logs() as logged:
        asked = await setup.sari.slash("help")

    assert asked.text.startswith("Something went wrong on our side")
    assert asked.ephemeral
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["slash command failed"]


async def test_a_form_comes_back_with_what_it_was_about(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    question = AmountQuestion("Raise to how many in all? 40 to 1,000", 40, 1_000)
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        handled.append(command)
        return Reply(Message())

    monkeypatch.setattr(setup.app.dispatcher, "asked", lambda command: question)
    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    button = Button("Raise to …", "raise", "T1:7.3", ask=question)
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((button,),)))

    form = await setup.sari.press("Raise to …")
    assert handled == []
    assert (await setup.sari.fill(form, "60")).silent
    (command,) = handled
    assert (command.text, command.turn, command.where) == ("raise 60", "T1:7.3", setup.place)
    assert command.who == Person(setup.sari.player, "Sari", language="en-US")
    assert command.key.startswith("discord:")


async def test_suggestions_are_spelled_as_commands_are_here(setup: GuildSetup) -> None:
    assert any(
        each.startswith("/admin house-set ") for each in await setup.sari.autocomplete("help", "command", "house s")
    )
    assert "500" in await setup.sari.autocomplete("table open", "buy_in", "", game="qiuqiu")


async def test_only_the_platform_says_who_is_an_admin(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    people: dict[str, bool] = {}

    async def handle(command: Command) -> Reply:
        people[command.who.name] = command.who.admin
        return Reply(Message(lines=("Fine.",)))

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    boss = setup.discord.member(setup.sari.guild, "Boss", admin=True)
    await boss.slash("admin house-reset")
    await setup.sari.slash("admin house-reset", hidden=True)
    assert people == {"Boss": True, "Sari": False}

    await boss.slash("money chips", in_private=True)
    assert people["Boss"] is False
