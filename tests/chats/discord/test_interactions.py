"""Interactions against the double: what the dispatcher is told, and what people get as a reply."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.chats.discord_chat import slash_commands
from bot.messages import AmountQuestion, Button, Command, Message, Person, Reply
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.guild_setup import TIMEOUTS, GuildSetup
from tests.chats.discord.sample_messages import record_message
from tests.patience import LONGEST_WAIT


@pytest.fixture
def slow(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """A dispatcher that is slower than Discord's timeout, and replies nothing to most commands."""
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        await asyncio.sleep(2 * TIMEOUTS.defer_after)
        handled.append(command)
        if command.text == "chips":
            return Reply(Message(lines=("Better late.",)))
        return Reply(Message(), toast="You are on top.")

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    return handled


async def test_a_slow_reply_is_deferred_first(setup: GuildSetup, slow: list[Command]) -> None:
    chips = await setup.sari.slash("money chips")
    await setup.discord.until(lambda: "Better late." in chips.text, "the reply")
    assert chips.ephemeral
    top = await setup.sari.slash("money top")
    await setup.discord.until(lambda: "You are on top." in top.text, "the reply")
    assert [each.callback for each in (chips, top)] == [Callback.DEFERRED] * 2
    assert [command.text for command in slow] == ["chips", "top"]


@pytest.mark.parametrize("seconds", [0.0, 2 * TIMEOUTS.defer_after])
async def test_a_document_in_a_reply_is_ephemeral(
    setup: GuildSetup, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def handle(command: Command) -> Reply:
        await asyncio.sleep(seconds)
        return Reply(record_message(b"secret"), secret=True)

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Verify my cards", "verify mine"),),)))

    typed = await setup.sari.slash("proof verify-mine")
    pressed = await setup.sari.press("Verify my cards")
    await setup.discord.until(lambda: typed.messages and pressed.messages, "both responses")

    for answer in (typed, pressed):
        assert answer.ephemeral
        assert [(each.filename, each.data) for each in answer.messages[0].attachments] == [
            ("kiu-hand-12.json", b"secret")
        ]
    assert not setup.budi.reads("Hand 12")
    assert b"secret" not in [data for call in setup.discord.calls if call.public for data in call.files.values()]


async def test_a_slow_button_is_deferred_first(setup: GuildSetup, slow: list[Command]) -> None:
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Chips", "chips"), Button("Go", "go")),)))

    await setup.sari.press("Go")
    pressed = await setup.sari.press("Chips")
    assert pressed.silent
    assert pressed.callback is Callback.DEFERRED_UPDATE
    await setup.sari.sees("Better late.")
    assert not setup.budi.reads("Better late.")
    await setup.discord.until(lambda: len(slow) == 2, "both commands")


async def test_a_reply_that_comes_too_late_is_no_error(setup: GuildSetup, slow: list[Command]) -> None:
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((Button("Chips", "chips"),),)))
    setup.discord.responses.response_seconds = 0
    with capture_logs() as logged:
        pressed = setup.sari.press_only("Chips")
        await setup.discord.until(lambda: slow, "the dispatcher")
        async with asyncio.timeout(LONGEST_WAIT):
            while not logged:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)

    assert pressed.messages == []
    assert {entry["log_level"] for entry in logged} == {"warning"}


async def test_a_command_that_another_version_registered_gets_a_reply(
    setup: GuildSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slash_commands, "_specs", dict)
    with capture_logs() as logged:
        asked = await setup.sari.slash("help")

    assert asked.text.startswith("Something went wrong")
    assert asked.ephemeral
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["interaction failed"]


async def test_a_submitted_modal_completes_the_command_of_its_button(
    setup: GuildSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = AmountQuestion("Raise to how many in all? 40 to 1,000", 40, 1_000)
    handled: list[Command] = []

    async def handle(command: Command) -> Reply:
        handled.append(command)
        return Reply(Message())

    monkeypatch.setattr(setup.app.dispatcher, "asked", lambda command: question)
    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    button = Button("Raise to …", "raise", "T1:7.3", ask=question)
    await setup.chat.post(setup.place, Message("QiuQiu", buttons=((button,),)))

    modal = await setup.sari.press("Raise to …")
    assert handled == []
    assert (await setup.sari.fill(modal, "60")).silent
    (command,) = handled
    assert (command.text, command.turn, command.where) == ("raise 60", "T1:7.3", setup.place)
    assert command.who == Person(setup.sari.player, "Sari", language="en-US")
    assert command.key.startswith("discord-interaction:")


async def test_only_permissions_make_an_admin(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> None:
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
