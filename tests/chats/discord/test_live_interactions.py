"""Presses that are answered by the new state of their message, and tokens that live on after them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from bot.messages import AmountQuestion, Button, Command, Message, MessageId, Reply
from tests.chats.discord.double import api_errors
from tests.chats.discord.double.interactions import Callback, Interaction
from tests.chats.discord.guild_setup import TIMEOUTS, GuildSetup
from tests.chats.discord.sample_messages import hand_message
from tests.patience import LONGEST_WAIT

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"

RAISE = Button("Raise to …", "raise", "T1:7.3", ask=AmountQuestion("Raise to how many?", 40, 1_000))
BUTTONS = ((Button("Call", "call", "T1:7.3"), Button("Fold", "fold", "T1:7.3"), RAISE),)


def board(*lines: str) -> Message:
    return Message("QiuQiu", lines, buttons=BUTTONS)


@dataclass
class Table:
    """A message of a table, and what is done when its buttons are pressed."""

    setup: GuildSetup
    number: MessageId = ""
    shows: bool = True
    """Whether a command changes what the table shows."""

    reply: Reply = Reply(Message())  # noqa: RUF009 - a value
    pot: int = 0
    edits: list[asyncio.Task[None]] = field(default_factory=list)

    async def handle(self, command: Command) -> Reply:
        """What the dispatcher does with a command."""
        if self.shows:
            self.edits.append(asyncio.create_task(self.edit()))
        return self.reply

    async def edit(self) -> None:
        """Show that there is more in the pot."""
        self.pot += 20
        await self.setup.chat.edit(self.setup.place, self.number, board(f"Pot {self.pot}"))

    async def press(self, label: str = "Call") -> Interaction:
        """Sari presses a button; wait until everything is shown."""
        pressed = await self.setup.sari.press(label)
        await asyncio.gather(*self.edits)
        return pressed

    @property
    def text(self) -> str:
        """What the table shows."""
        return self.setup.sari.channel.messages[int(self.number)].text

    @property
    def is_free(self) -> bool:
        return self.setup.chat.edits_are_free(self.setup.place, self.number)

    async def until_not_free(self) -> None:
        async with asyncio.timeout(LONGEST_WAIT):
            while self.is_free:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)

    def calls(self, name: str) -> int:
        """How many requests there were to a route."""
        return len(self.setup.discord.calls.named(name))


@pytest.fixture
async def table(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> Table:
    made = Table(setup)
    made.number = await setup.chat.post(setup.place, board("Pot 0"))
    monkeypatch.setattr(setup.app.dispatcher, "handle", made.handle)
    monkeypatch.setattr(setup.app.dispatcher, "asked", lambda command: RAISE.ask)
    return made


async def test_a_press_is_answered_by_the_board_and_later_edits_go_through_its_token(table: Table) -> None:
    assert not table.is_free
    assert ((await table.press()).callback, table.text) == (Callback.UPDATE, "### QiuQiu\nPot 20")
    assert table.is_free
    for _ in range(3):
        await table.edit()
    assert table.text == "### QiuQiu\nPot 80"
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (3, 0)


async def test_a_submitted_modal_is_answered_by_the_board(table: Table) -> None:
    opened = await table.press("Raise to …")
    assert not table.is_free, "what a modal answered cannot edit the board"
    submitted = await table.setup.sari.fill(opened, "60")
    await asyncio.gather(*table.edits)
    assert (submitted.callback, table.text) == (Callback.UPDATE, "### QiuQiu\nPot 20")
    await table.edit()
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (1, 0)


async def test_a_press_that_changes_nothing_to_be_seen_is_only_acknowledged(table: Table) -> None:
    table.shows = False
    pressed = await table.press()
    assert (pressed.callback, pressed.silent) == (Callback.DEFERRED_UPDATE, True)
    await table.edit()
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (1, 0), "its token can edit the board all the same"


async def test_a_refused_press_is_answered_privately_and_edits_nothing(table: Table) -> None:
    table.shows, table.reply = False, Reply(Message(lines=("Not your turn.",)), refused=True)
    pressed = await table.press()
    assert (pressed.callback, pressed.ephemeral, pressed.text) == (Callback.MESSAGE, True, "Not your turn.")
    await table.until_not_free()  # @original is the answer, not the board
    await table.edit()
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (0, 1)


async def test_what_there_is_to_say_follows_the_board(table: Table) -> None:
    table.reply = Reply(Message(lines=("You sat down.",)))
    pressed = await table.press()
    await table.setup.sari.sees("You sat down.")
    assert pressed.callback is Callback.UPDATE
    assert pressed.ephemeral
    assert not table.setup.budi.reads("You sat down.")


async def test_two_presses_at_once_are_both_answered_and_each_edit_is_made_once(table: Table) -> None:
    presses = [member.press_only("Call") for member in (table.setup.sari, table.setup.budi)]
    await table.setup.discord.until(lambda: all(each.responded.is_set() for each in presses), "both answers")
    await asyncio.gather(*table.edits)
    assert table.text == "### QiuQiu\nPot 40"
    assert all(each.silent for each in presses)
    assert table.calls(EDIT) == 0
    assert table.setup.sari.channel.messages[int(table.number)].edits == 2


async def test_an_answer_that_comes_too_late_falls_back_to_a_plain_edit(table: Table) -> None:
    table.setup.discord.responses.response_seconds = 0
    table.setup.sari.press_only("Call")
    await table.setup.discord.until(lambda: "Pot 20" in table.text, "the board")
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (0, 1)
    await table.until_not_free()


@pytest.mark.parametrize("how", ["expired", "unknown"])
async def test_a_dead_token_is_used_no_more(table: Table, how: str) -> None:
    await table.press()
    if how == "expired":
        table.setup.discord.expire_tokens()
    else:
        table.setup.discord.fail_next(ORIGINAL, api_errors.unknown_webhook())
    for _ in range(2):
        await table.edit()
    assert table.text == "### QiuQiu\nPot 60"
    assert (table.calls(ORIGINAL), table.calls(EDIT)) == (1, 2)
    assert not table.is_free


async def test_a_token_is_in_no_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with capture_logs() as logged:
        pressed = await table.press()
        table.setup.discord.expire_tokens()
        await table.edit()
    assert logged
    assert pressed.token not in str(logged) + caplog.text + repr(vars(table.setup.chat))


# --- private hands -----------------------------------------------------------------------------------------------


async def test_a_hand_whose_token_is_dead_goes_to_a_newer_one_or_to_a_direct_message(
    setup: GuildSetup, at_table: None
) -> None:
    await setup.sari.slash("money chips")
    first = await setup.chat.send_private(setup.sari.player, hand_message("one"))
    setup.discord.expire_tokens()
    await setup.sari.slash("money chips")
    second = await setup.chat.send_private(setup.sari.player, hand_message("two"), first)
    assert second.startswith("ephemeral/")
    assert second != first
    setup.discord.expire_tokens()
    third = await setup.chat.send_private(setup.sari.player, hand_message("three"), second)
    assert third == f"{setup.sari.inbox[0].channel.id}/{setup.sari.inbox[0].id}"
    assert [message.attachments[0].data for message in setup.sari.hands] == [b"png"] * 3


async def test_what_a_player_does_elsewhere_carries_no_hand(setup: GuildSetup, at_table: None) -> None:
    await setup.sari.at(setup.discord.channel(setup.sari.guild, "elsewhere")).slash("money chips")
    number = await setup.chat.send_private(setup.sari.player, hand_message("one"))
    assert not number.startswith("ephemeral/")
    assert len(setup.sari.inbox) == 1


async def test_a_hand_waits_for_the_answer_to_what_its_player_has_just_done(
    setup: GuildSetup, at_table: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[asyncio.Task[str]] = []

    async def handle(command: Command) -> Reply:
        sent.append(asyncio.create_task(setup.chat.send_private(setup.sari.player, hand_message("one"))))
        await asyncio.sleep(TIMEOUTS.defer_after / 2)
        return Reply(Message(lines=("Done.",)))

    monkeypatch.setattr(setup.app.dispatcher, "handle", handle)
    await setup.sari.slash("money chips")
    assert (await sent[0]).startswith("ephemeral/")


@pytest.fixture
def at_table(setup: GuildSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sits at the table of the channel."""
    monkeypatch.setattr(setup.app.dispatcher, "place_of", lambda player, table="": setup.place)
