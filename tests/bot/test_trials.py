"""Trials of a place for the host: what they try, what they leave, and what their report says of failures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from bot.chats.findings import Kind
from bot.environment.clock import ManualClock
from bot.hosting.report import Section
from bot.hosting.trial_report import trial_section
from bot.live.self_tests import SelfTests
from bot.live.trials import PRESS_SECONDS
from bot.messages import (
    Diagnosis,
    DrawnBeacon,
    Message,
    MessageGone,
    MessageId,
    Place,
    PlatformCall,
    PlayerId,
    TrialCalls,
    Urgency,
)
from bot.presenting.trial import PRESS
from bot.wording import in_language
from engine.fairness import Beacon, BeaconKind
from tests.bot.fake_chat import FakeChat, Seen
from tests.patience import LONGEST_WAIT

TRANSLATE = in_language("en")
HERE = Place("test:home", "main")
BOSS = "test:boss"
AT = datetime(2026, 1, 1, 20, tzinfo=UTC)
BEACON = Beacon(BeaconKind.DISCORD, b"1234567890")


class TriedChat(FakeChat):
    """A chat with servers, which takes part in trials; somebody presses the button, unless nobody does."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock = clock
        self.tests = SelfTests({"test": self}, clock)
        self.calls = [PlatformCall("POST message", 0.1, 200, left=2, limit=5)]
        self.answer: PlatformCall | None = PlatformCall("answer", 0.25, 200)
        self.beacon: Beacon | None = BEACON
        self.presser: PlayerId | None = BOSS
        self.removes: Callable[[], Awaitable[None]] = _nothing
        self.removed: list[MessageId] = []
        self.missing: tuple[str, ...] = ()
        self.drawn_with: list[Message] = []
        self.was_waiting = False

    @asynccontextmanager
    async def diagnosis(self, place: Place) -> AsyncIterator[Diagnosis]:
        trial = TrialCalls(self._draw, self._remove)
        yield Diagnosis(self.calls, self.missing, "answer", trial=trial)

    async def _draw(self, message: Message) -> DrawnBeacon:
        self.drawn_with.append(message)
        await self.post_closing(HERE, message, again=False)
        return DrawnBeacon(self.beacon, (self.seen[-1].number,))

    async def _remove(self, number: MessageId) -> None:
        await self.removes()
        self.removed.append(number)

    def waiting(self, seconds: float) -> None:
        """The host is told that the button can be pressed."""
        self.was_waiting = True
        if self.presser is None:
            self.clock.move_to(self.clock.now() + seconds)
        else:
            assert self.tests.pressed(HERE, self.presser)
            if self.answer is not None:
                self.calls.append(self.answer)

    async def report(self) -> Section:
        """The report of a trial."""
        results = await self.tests.try_place(HERE, TRANSLATE, self.waiting)
        assert results is not None
        return trial_section("discord", results, AT)


async def _nothing() -> None:
    """What a removal does that works."""


@pytest.fixture
def chat() -> TriedChat:
    return TriedChat(ManualClock())


def words(section: Section, kind: Kind) -> list[str]:
    return [each.text for each in section.findings if each.kind is kind]


async def test_everything_is_tried_and_all_of_it_is_removed(chat: TriedChat) -> None:
    section = await chat.report()

    assert words(section, Kind.GOOD) == [
        "The test table was posted, in 0 ms.",
        "It was edited 3 times, in 0 ms as a rule and 0 ms at most.",
        "A picture was shown on it, in 0 ms.",
        "A press was answered for whoever pressed alone, in 250 ms.",
        "A private message arrived, in 0 ms.",
        "It was removed again, in 0 ms.",
        "A beacon was drawn, in 0 ms.",
        "All was removed again, 0 ms at most for each message.",
        "2 calls, none told to wait; at least 2 of 5 were left.",
        "No permission is missing there.",
    ]
    assert len(words(section, Kind.GOOD)) == len(section.findings)
    assert [each.how for each in chat.seen] == ["post", *["edit"] * 4, "private", "closing"]
    assert chat.removed == [chat.seen[0].number, chat.seen[-1].number]
    assert chat.removed_private == [(BOSS, chat.seen[5].number)]
    assert {urgency for _, urgency in chat.acquired} == {max(Urgency)}, "tables go first"


async def test_what_is_shown_can_be_pressed_and_quoted_and_the_closing_is_never_the_same(chat: TriedChat) -> None:
    await chat.report()
    chat.clock.move_to(5)
    await chat.report()

    table = chat.seen[0].message
    assert [button.command for row in table.buttons for button in row] == [PRESS]
    first, second = chat.drawn_with
    assert first.lines != second.lines
    assert first.said_already is not None
    assert (first.said_already.number, first.said_already.lines) == (chat.seen[0].number, table.lines[:1])


async def test_a_press_may_come_before_the_host_is_told_to_press(chat: TriedChat) -> None:
    chat.calls.append(PlatformCall("answer", 0.75, 200))
    before = PlatformCall("answer", 0.5, 200)

    def press(seen: Seen) -> None:
        if len(chat.seen) == 1:
            assert chat.tests.pressed(HERE, BOSS)
            chat.calls.append(before)

    chat.watch = press
    assert "A press was answered for whoever pressed alone, in 500 ms." in words(await chat.report(), Kind.GOOD)


async def test_if_nobody_presses_the_rest_is_tried(chat: TriedChat) -> None:
    chat.presser = None

    section = await chat.report()

    assert words(section, Kind.NOTE) == [
        "No admin pressed the button in time, so no private answer and no private message was tried."
    ]
    assert words(section, Kind.FAULT) == []
    assert chat.clock.now() == PRESS_SECONDS
    assert len(chat.removed) == 2


async def test_a_place_where_nothing_may_be_shown_ends_it(chat: TriedChat) -> None:
    chat.closed.add("main")
    chat.missing = ("discord-permission-send-messages",)

    section = await chat.report()

    assert words(section, Kind.FAULT) == [
        "The test table could not be posted: Kiu is not allowed to do that there.",
    ]
    assert words(section, Kind.NOTE) == ["Missing there: Send Messages."]
    assert chat.removed == []


async def test_a_closed_private_chat_is_said(chat: TriedChat) -> None:
    chat.deaf.add(BOSS)

    assert words(await chat.report(), Kind.FAULT) == ["A private message did not arrive: the private chat is closed."]
    assert chat.removed_private == []


async def test_a_press_that_the_platform_took_no_answer_to_is_said(
    chat: TriedChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.live.trials.ANSWER_SECONDS", 0.1)
    chat.answer = PlatformCall("answer", 0.25, 400)

    assert words(await chat.report(), Kind.FAULT) == ["The platform took no answer to the press."]


async def test_a_beacon_that_is_not_drawn_and_what_cannot_be_removed_are_said(chat: TriedChat) -> None:
    async def fails() -> None:
        raise MessageGone("1")

    chat.beacon, chat.removes = None, fails

    assert words(await chat.report(), Kind.FAULT) == [
        "No beacon was drawn; Kiu waited 0 ms for it.",
        "2 of its messages could not be removed again.",
    ]


async def test_the_limits_that_were_met_are_named_with_the_calls(chat: TriedChat) -> None:
    chat.calls += [PlatformCall("PATCH message", 0.1, 429, retry_after=1.5), PlatformCall("PATCH message", 0.1, 200)]

    section = await chat.report()

    assert words(section, Kind.NOTE) == ["4 calls, 1 of them told to wait, 1,500 ms at most: PATCH message."]
    assert "   429     100       -          1.5  PATCH message" in section.table


@pytest.mark.parametrize("after", [2, 4])
async def test_a_test_table_that_is_deleted_meanwhile_is_said(chat: TriedChat, after: int) -> None:
    deleted: list[str] = []

    def disturb(seen: Seen) -> None:
        if len(chat.seen) == after and not deleted:
            deleted.append(seen.number)
            chat.delete(seen.number)
            raise MessageGone(seen.number)

    chat.watch = disturb
    section = await chat.report()

    expected = {
        2: "Edit 2 of it failed: the message was deleted meanwhile.",
        4: "A picture could not be shown on it: the message was deleted meanwhile.",
    }
    assert expected[after] in words(section, Kind.FAULT)
    assert not chat.was_waiting, "there is no button to be pressed"


async def test_a_place_has_one_test_at_a_time_and_a_press_elsewhere_is_no_answer(chat: TriedChat) -> None:
    chat.gate.clear()
    first = asyncio.create_task(chat.tests.try_place(HERE, TRANSLATE, chat.waiting))
    await asyncio.sleep(0)

    assert await chat.tests.try_place(HERE, TRANSLATE, chat.waiting) is None
    assert not chat.tests.pressed(Place("test:home", "side"), BOSS)
    chat.gate.set()
    assert await first is not None
    assert not chat.tests.pressed(HERE, BOSS), "it is over"


async def test_it_ends_with_the_program(chat: TriedChat) -> None:
    chat.gate.clear()
    trial = asyncio.create_task(chat.tests.try_place(HERE, TRANSLATE, chat.waiting))
    await asyncio.sleep(0)

    await asyncio.wait_for(chat.tests.stop(), LONGEST_WAIT)

    with pytest.raises(asyncio.CancelledError):
        await trial


async def test_a_chat_without_servers_is_not_tried() -> None:
    tests = SelfTests({"test": FakeChat()}, ManualClock())

    assert await tests.try_place(HERE, TRANSLATE, lambda _: None) is None
