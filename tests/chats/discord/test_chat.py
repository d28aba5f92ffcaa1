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
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.double.trouble import ApiTrouble, opening_too_fast
from tests.chats.discord.parlour import PACE, Parlour

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
OPEN = "POST /users/@me/channels"


def hand(*lines: str, picture: bytes = b"png") -> Message:
    return Message("Your hand is ready", lines, picture=Picture(picture, "Your dominoes: 6-3"))


# --- in public -------------------------------------------------------------------------------------------------


async def test_a_message_is_posted_edited_and_taken_away(parlour: Parlour) -> None:
    number = await parlour.chat.post(parlour.place, Message("QiuQiu", ("Pot 20",)))
    await parlour.chat.edit(parlour.place, number, Message("QiuQiu", ("Pot 40",)))
    assert parlour.sari.visible[-1].text == "### QiuQiu\nPot 40"

    await parlour.chat.remove(parlour.place, number)
    await parlour.chat.remove(parlour.place, number)
    assert parlour.sari.visible == []
    with pytest.raises(MessageGone):
        await parlour.chat.edit(parlour.place, number, Message("QiuQiu"))


async def test_who_is_on_turn_is_pinged_by_a_new_message_and_by_no_other(parlour: Parlour) -> None:
    message = Message("QiuQiu", ("<@1> @everyone to act",), mention=parlour.sari.player)
    number = await parlour.chat.post(parlour.place, message)
    await parlour.chat.edit(parlour.place, number, message)
    await parlour.chat.ping(parlour.place, Message(lines=("It is your turn.",), mention=parlour.sari.player))

    assert len(parlour.sari.pings) == 2
    assert parlour.budi.pings == []
    for call in parlour.discord.calls.named(EDIT):
        assert call.body["allowed_mentions"] == {"parse": []}


async def test_a_picture_is_sent_once_for_as_long_as_it_is_the_same(parlour: Parlour) -> None:
    number = await parlour.chat.post(parlour.place, hand("one"))
    await parlour.chat.edit(parlour.place, number, hand("two"))
    await parlour.chat.edit(parlour.place, number, hand("three", picture=b"other"))
    await parlour.chat.edit(parlour.place, number, hand("four", picture=b"other"))
    sent = [
        list(call.files.values()) for call in (*parlour.discord.calls.named(POST), *parlour.discord.calls.named(EDIT))
    ]
    assert sent == [[b"png"], [], [b"other"], []]
    assert [each.data for each in parlour.sari.visible[-1].attachments] == [b"other"]
    assert parlour.sari.reads("four")

    await parlour.chat.edit(parlour.place, number, Message("five"))
    assert parlour.sari.visible[-1].attachments == []


def record(content: bytes = b"{}") -> Message:
    return Message("Hand 12", ("It is as it was dealt.",), file=File("kiu-hand-12.json", content))


async def test_a_document_is_sent_with_posts_and_private_messages(parlour: Parlour) -> None:
    number = await parlour.chat.post(parlour.place, record())
    await parlour.chat.send_private(parlour.sari.player, record(b"mine"))

    assert [(each.filename, each.data) for each in parlour.budi.visible[-1].attachments] == [
        ("kiu-hand-12.json", b"{}")
    ]
    assert [each.data for each in parlour.sari.inbox[0].attachments] == [b"mine"]

    await parlour.chat.edit(parlour.place, number, record(b"other"))
    assert [each.data for each in parlour.budi.visible[-1].attachments] == [b"other"]
    picture = hand("one").picture
    await parlour.chat.edit(parlour.place, number, replace(record(), picture=picture))
    await parlour.chat.edit(parlour.place, number, hand("one"))
    assert [each.data for each in parlour.budi.visible[-1].attachments] == [b"png"]


async def test_a_call_that_discord_lost_is_made_again_and_shows_once(parlour: Parlour) -> None:
    parlour.discord.refuse_next(POST, ApiTrouble(503, 0, "Service Unavailable"))
    parlour.discord.refuse_next(POST, ApiTrouble(503, 0, "Service Unavailable"))

    await parlour.chat.post(parlour.place, Message("QiuQiu"))

    calls = parlour.discord.calls.named(POST)
    assert len(calls) == 3
    assert len({call.body["nonce"] for call in calls}) == 1
    assert all(call.body["enforce_nonce"] for call in calls)
    assert len(parlour.sari.visible) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046), (403, 50005), (400, 50083)])
async def test_what_cannot_be_edited_is_gone(parlour: Parlour, status: int, code: int) -> None:
    number = await parlour.chat.post(parlour.place, Message("QiuQiu"))
    parlour.discord.refuse_next(EDIT, ApiTrouble(status, code, "no"))

    with pytest.raises(MessageGone):
        await parlour.chat.edit(parlour.place, number, Message("QiuQiu"))


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001), (403, 50013), (403, 160005)])
async def test_where_nothing_can_be_shown_kiu_is_unwelcome(parlour: Parlour, status: int, code: int) -> None:
    parlour.discord.refuse_next(POST, ApiTrouble(status, code, "no"))

    with pytest.raises(Unwelcome):
        await parlour.chat.post(parlour.place, Message("QiuQiu"))


async def test_nothing_is_said_in_public_where_nobody_else_is(parlour: Parlour) -> None:
    with pytest.raises(Unwelcome):
        await parlour.chat.post(Place("discord:@42", "0"), Message("QiuQiu"))
    assert parlour.discord.calls.named(POST) == []


async def test_a_channel_is_never_called_too_often_and_another_not_held_up(parlour: Parlour) -> None:
    started = asyncio.get_running_loop().time()
    for _ in range(2):
        await parlour.chat.acquire(parlour.place, Urgency.TABLE)
    waiting = asyncio.create_task(parlour.chat.acquire(parlour.place, Urgency.TABLE))
    await parlour.chat.acquire(parlour.place._replace(channel="2"), Urgency.TABLE)
    assert not waiting.done()
    await waiting
    assert asyncio.get_running_loop().time() - started >= PACE.channel_seconds / 2 - 0.02


# --- in private ------------------------------------------------------------------------------------------------


async def test_a_private_hand_is_one_message_that_goes_on_after_a_restart(parlour: Parlour) -> None:
    first = await parlour.chat.send_private(parlour.sari.player, hand("one"))
    second = await parlour.chat.send_private(parlour.sari.player, hand("two"), first)
    assert first == second == f"{parlour.sari.inbox[0].channel.id}/{parlour.sari.inbox[0].id}"
    assert [message.text for message in parlour.sari.inbox] == ["### Your hand is ready\ntwo\nYour dominoes: 6-3"]
    assert parlour.budi.inbox == []

    del parlour.sari.inbox[0].channel.messages[parlour.sari.inbox[0].id]
    assert await parlour.chat.send_private(parlour.sari.player, hand("three"), second) != second
    assert len(parlour.sari.inbox) == 1


async def test_private_chats_are_opened_gently(parlour: Parlour) -> None:
    people = [parlour.discord.member(parlour.sari.guild, f"Player {number}") for number in range(6)]
    await asyncio.gather(*(parlour.chat.send_private(each.player, hand("one")) for each in people))
    times = [call.at for call in parlour.discord.calls.named(OPEN)]
    assert len(times) == 6
    assert all(later - earlier >= PACE.doors_seconds / 2 for earlier, later in zip(times, times[3:], strict=False))

    await asyncio.gather(*(parlour.chat.send_private(each.player, hand("two")) for each in people))
    assert len(parlour.discord.calls.named(OPEN)) == 6


async def test_opened_too_fast_is_tried_again_later(parlour: Parlour) -> None:
    parlour.discord.refuse_next(OPEN, opening_too_fast())

    await parlour.chat.send_private(parlour.sari.player, hand("one"))

    first, second = parlour.discord.calls.named(OPEN)
    assert second.at - first.at >= PACE.doors_closed
    assert len(parlour.sari.inbox) == 1


async def test_who_cannot_be_written_to_is_told_once_and_privately(parlour: Parlour) -> None:
    sorry = "I could not write to you privately."
    parlour.sari.user.dms_closed = True
    await parlour.sari.slash("money chips")
    for _ in range(2):
        with pytest.raises(Unreachable):
            await parlour.chat.send_private(parlour.sari.player, hand("one"))
    await parlour.sari.sees(sorry)
    assert not parlour.budi.reads(sorry)
    assert sum(sorry in message.text for message in parlour.sari.visible) == 1

    parlour.sari.user.dms_closed = False
    await parlour.chat.send_private(parlour.sari.player, hand("one"))
    parlour.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await parlour.chat.send_private(parlour.sari.player, hand("two"))
    await parlour.discord.until(
        lambda: sum(sorry in message.text for message in parlour.sari.visible) == 2, "a second time"
    )


async def test_who_has_not_been_heard_of_lately_is_told_with_the_next_answer(parlour: Parlour) -> None:
    parlour.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await parlour.chat.send_private(parlour.sari.player, hand("one"))
    assert parlour.sari.visible == []

    await parlour.sari.slash("money chips")
    await parlour.sari.sees("I could not write to you privately.")
    assert "Wallet" in parlour.sari.visible[0].text


async def test_players_of_other_platforms_cannot_be_reached_here(parlour: Parlour) -> None:
    with pytest.raises(Unreachable):
        await parlour.chat.send_private("telegram:42", hand("one"))


# --- answers ---------------------------------------------------------------------------------------------------


@pytest.fixture
def slow(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """A dispatcher that takes longer than Discord waits, and has nothing to say."""
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        await asyncio.sleep(2 * PACE.answer_within)
        handled.append(command)
        return Reply(Message(lines=("Better late.",)) if command.text == "chips" else Message())

    monkeypatch.setattr(parlour.app.dispatcher, "handle", handle)
    return handled


async def test_a_slow_answer_is_promised_first(parlour: Parlour, slow: list[Command]) -> None:
    chips = await parlour.sari.slash("money chips")
    await parlour.discord.until(lambda: "Better late." in chips.text, "the answer")
    assert chips.private
    top = await parlour.sari.slash("money top")
    await parlour.discord.until(lambda: "Done." in top.text, "the answer")
    assert [each.callback for each in (chips, top)] == [Callback.LATER] * 2
    assert [command.text for command in slow] == ["chips", "top"]


@pytest.mark.parametrize("seconds", [0.0, 2 * PACE.answer_within])
async def test_a_document_in_an_answer_is_for_its_asker_alone(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def handle(command: Command) -> Reply:
        await asyncio.sleep(seconds)
        return Reply(record(b"secret"), secret=True)

    monkeypatch.setattr(parlour.app.dispatcher, "handle", handle)
    await parlour.chat.post(parlour.place, Message("QiuQiu", buttons=((Button("Verify my hand", "verify mine"),),)))

    typed = await parlour.sari.slash("proof verify-mine")
    pressed = await parlour.sari.press("Verify my hand")
    await parlour.discord.until(lambda: typed.messages and pressed.messages, "both answers")

    for answer in (typed, pressed):
        assert answer.private
        assert [(each.filename, each.data) for each in answer.messages[0].attachments] == [
            ("kiu-hand-12.json", b"secret")
        ]
    assert not parlour.budi.reads("Hand 12")
    assert b"secret" not in [data for call in parlour.discord.calls if call.public for data in call.files.values()]


async def test_a_slow_press_is_acknowledged_first(parlour: Parlour, slow: list[Command]) -> None:
    parlour.discord.responding.patience = 1.5 * PACE.answer_within
    await parlour.chat.post(parlour.place, Message("QiuQiu", buttons=((Button("Chips", "chips"), Button("Go", "go")),)))

    await parlour.sari.press("Go")
    pressed = await parlour.sari.press("Chips")
    assert pressed.silent
    await parlour.sari.sees("Better late.")
    assert not parlour.budi.reads("Better late.")
    await parlour.discord.until(lambda: len(slow) == 2, "both")


async def test_an_answer_that_comes_too_late_is_no_accident(parlour: Parlour, slow: list[Command]) -> None:
    await parlour.chat.post(parlour.place, Message("QiuQiu", buttons=((Button("Chips", "chips"),),)))
    parlour.discord.responding.patience = 0
    with capture_logs() as logged:
        pressed = parlour.sari.tap("Chips")
        await parlour.discord.until(lambda: slow, "what was to be done")
        async with asyncio.timeout(10):
            while not logged:  # noqa: ASYNC110 - nobody rings a bell
                await asyncio.sleep(0.01)

    assert pressed.messages == []
    assert {entry["log_level"] for entry in logged} == {"info"}


async def test_a_command_that_is_not_known_any_more_is_answered_all_the_same(parlour: Parlour) -> None:
    parlour.chat.connection.client.tree.remove_command("help")
    with capture_logs() as logged:
        asked = await parlour.sari.slash("help")

    assert asked.text.startswith("Something went wrong on our side")
    assert asked.private
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["slash-command failed"]


async def test_a_form_comes_back_with_what_it_was_about(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    question = AmountQuestion("Raise to how many in all? 40 to 1,000", 40, 1_000)
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        handled.append(command)
        return Reply(Message())

    monkeypatch.setattr(parlour.app.dispatcher, "asked", lambda command: question)
    monkeypatch.setattr(parlour.app.dispatcher, "handle", handle)
    button = Button("Raise to …", "raise", "T1:7.3", ask=question)
    await parlour.chat.post(parlour.place, Message("QiuQiu", buttons=((button,),)))

    form = await parlour.sari.press("Raise to …")
    assert handled == []
    assert (await parlour.sari.fill(form, "60")).silent
    (command,) = handled
    assert (command.text, command.turn, command.where) == ("raise 60", "T1:7.3", parlour.place)
    assert command.who == Person(parlour.sari.player, "Sari", language="en-US")
    assert command.key.startswith("discord:")


async def test_suggestions_are_spelled_as_commands_are_here(parlour: Parlour) -> None:
    assert any(
        each.startswith("/admin house-set ") for each in await parlour.sari.autocomplete("help", "command", "house s")
    )
    assert "500" in await parlour.sari.autocomplete("table open", "buy_in", "", game="qiuqiu")


async def test_only_the_platform_says_who_is_an_admin(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    people: dict[str, bool] = {}

    async def handle(command: Command) -> Reply:
        people[command.who.name] = command.who.admin
        return Reply(Message(lines=("Fine.",)))

    monkeypatch.setattr(parlour.app.dispatcher, "handle", handle)
    boss = parlour.discord.member(parlour.sari.guild, "Boss", admin=True)
    await boss.slash("admin house-reset")
    await parlour.sari.slash("admin house-reset", hidden=True)
    assert people == {"Boss": True, "Sari": False}

    await boss.slash("money chips", in_private=True)
    assert people["Boss"] is False
