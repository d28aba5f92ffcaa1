"""Self-tests: what they try, what they report, what they leave behind, and that tables go first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from bot.features.self_test.pages import REPORT_FILE
from bot.features.self_test.probes import SelfTest
from bot.messages import AmountQuestion, Diagnosis, Message, MessageGone, Place, PlatformCall, Urgency
from bot.wording import in_language
from tests.bot.fake_chat import FakeChat, Seen, buttons, words
from tests.bot.scenario import Scenario
from tests.manual_clock import ManualClock
from tests.patience import LONGEST_WAIT

TRANSLATE = in_language("en")
HERE = Place("test:home", "main")


class WatchedChat(FakeChat):
    """A chat with servers, which tells of its calls and throws dice."""

    def __init__(self, *calls: PlatformCall) -> None:
        super().__init__()
        self.calls = calls
        self.missing: tuple[str, ...] = ()
        self.dice_thrown = 0
        self.watched = False

    @asynccontextmanager
    async def diagnosis(self, place: Place) -> AsyncIterator[Diagnosis]:
        self.watched = True
        yield Diagnosis(self.calls, self.missing, "answer", self.throw)
        self.watched = False

    async def throw(self) -> None:
        assert self.watched
        self.dice_thrown += 1


async def run(chat: FakeChat, clock: ManualClock | None = None) -> None:
    """Run a self-test in a chat."""
    await SelfTest(chat, HERE, "test:boss", clock or ManualClock(), TRANSLATE, TRANSLATE).run()


async def report_of(chat: FakeChat, clock: ManualClock | None = None) -> list[str]:
    """The lines of the report of a self-test in a chat."""
    await run(chat, clock)
    return list(chat.newest().lines)


# --- the command -------------------------------------------------------------------------------------------------


async def test_it_posts_one_message_edits_it_six_times_and_ends_with_its_report(scenario: Scenario) -> None:
    scenario.admins.add("boss")

    reply = await scenario.say("boss", "selftest")

    assert reply.message == Message(), "where an answer is public, the report is enough"
    assert "has begun" in reply.toast
    seen = scenario.chat.public()
    assert [each.how for each in seen] == ["post"] + ["edit"] * 8
    assert len({each.number for each in seen}) == 1
    assert [each.message.picture is not None for each in seen] == [False] * 7 + [True] * 2
    assert scenario.chat.newest().lines == (
        "A message: 0 ms",
        "6 edits: 0 ms in the middle, 0 ms at most",
        "A picture: 0 ms",
        "An amount: press the button below",
        "A private message with a file: 0 ms",
        "Waited 0 s so that tables go first.",
    )
    assert scenario.chat.newest().file is None
    private = scenario.chat.private_messages("test:boss")[-1]
    assert private.file is not None
    assert private.file.name == REPORT_FILE
    assert b"6 edits: 0 ms in the middle" in private.file.content


async def test_the_amount_that_it_asks_for_comes_back(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.say("boss", "selftest")
    button = scenario.chat.button("Amount")
    asked = scenario.app.dispatcher.asked(scenario.command("boss", button.command, turn=button.turn))

    assert isinstance(asked, AmountQuestion)
    assert (asked.least, asked.most) == (1, 1000)
    before = len(scenario.chat.seen)
    assert "25 arrived" in await scenario.do("boss", f"{button.command} 25")
    assert (await scenario.say("boss", f"{button.command} 1001")).refused
    assert (await scenario.say("boss", f"{button.command} many")).refused
    assert len(scenario.chat.seen) == before, "nobody else is shown anything"


async def test_a_place_has_one_at_a_time(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    scenario.chat.gate.clear()
    first = await scenario.app.dispatcher.handle(scenario.command("boss", "selftest"))
    second = await scenario.app.dispatcher.handle(scenario.command("boss", "selftest"))
    elsewhere = await scenario.app.dispatcher.handle(scenario.command("boss", "selftest", channel="side"))
    scenario.chat.gate.set()
    await scenario.app.wait_until_idle()

    assert (first.refused, second.refused, elsewhere.refused) == (False, True, False)
    assert "is running here" in words(second.message)
    assert len(scenario.chat.public()) == 9


async def test_the_report_is_in_the_language_of_the_group_and_the_file_in_that_of_the_admin(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("boss", "house language id")
    await scenario.do("boss", "language en")

    await scenario.say("boss", "selftest")

    assert scenario.chat.newest().title == "Tes mandiri"
    assert scenario.chat.private_messages("test:boss")[-1].title == "Self-test"


async def test_it_ends_with_the_program(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    scenario.chat.gate.clear()
    await scenario.app.dispatcher.handle(scenario.command("boss", "selftest"))

    await asyncio.wait_for(scenario.restart(), LONGEST_WAIT)
    scenario.chat.gate.set()
    await scenario.app.wait_until_idle()

    assert scenario.chat.public() == []


# --- beside a table ----------------------------------------------------------------------------------------------


async def test_whatever_a_table_has_to_show_goes_first(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "open qiuqiu")
    scenario.chat.acquired.clear()

    await scenario.say("boss", "selftest")

    assert {urgency for channel, urgency in scenario.chat.acquired} == {max(Urgency)}
    assert len(scenario.chat.acquired) == 9, "all but the private message waits in the lane of the place"


async def test_the_table_of_the_place_keeps_its_message(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "open qiuqiu")
    table = scenario.chat.public()[-1].number

    await scenario.say("boss", "selftest")
    await scenario.do("budi", "join")

    assert "Budi" in words(scenario.chat.shown[table])


# --- what is measured --------------------------------------------------------------------------------------------


async def test_latencies_are_those_of_the_calls_and_the_lane_is_counted_apart() -> None:
    chat, clock = FakeChat(), ManualClock()
    took = iter([0.2, 0.1, 0.3, 0.2, 0.5, 0.4, 0.9, 0.7, 0.6, 0.1])

    def passes(_: Seen) -> None:
        clock.move_to(clock.now() + next(took))

    async def waits(place: Place, urgency: Urgency) -> None:
        clock.move_to(clock.now() + 2)

    chat.watch = passes
    chat.acquire = waits  # type: ignore[method-assign]

    assert await report_of(chat, clock) == [
        "A message: 200 ms",
        "6 edits: 350 ms in the middle, 900 ms at most",
        "A picture: 700 ms",
        "An amount: press the button below",
        "A private message with a file: 600 ms",
        "Waited 16 s so that tables go first.",
    ]


async def test_a_platform_tells_of_its_limits_and_of_what_is_missing() -> None:
    chat = WatchedChat(
        PlatformCall("PATCH message", 0.1, 200, left=4, limit=5),
        PlatformCall("PATCH message", 0.1, 200, left=1, limit=5),
        PlatformCall("answer", 0.25, 200),
    )
    chat.missing = ("discord-permission-attach-files", "discord-permission-embed-links")

    lines = await report_of(chat)

    assert chat.dice_thrown == 1
    assert "A die: 0 ms" in lines
    assert "A private answer: 250 ms" in lines
    assert "3 calls, never told to wait; at least 1 of 5 were left" in lines
    assert "Missing here: Attach Files, Embed Links" in lines
    assert len(lines) == 10


async def test_a_platform_that_asked_to_wait_is_quoted() -> None:
    chat = WatchedChat(PlatformCall("sendMessage", 0.1, 429, retry_after=3), PlatformCall("sendMessage", 0.1, 200))

    lines = await report_of(chat)

    assert "2 calls, told to wait: 1, 3,000 ms at most" in lines
    assert "A private answer: press the button below" in lines
    assert "Nothing is missing here." in lines
    file = chat.private_messages("test:boss")[-1].file
    assert file is not None
    assert "   429     100       -            3  sendMessage" in file.content.decode().splitlines()


# --- what fails --------------------------------------------------------------------------------------------------


async def test_a_closed_private_chat_is_said_and_the_file_comes_with_the_report() -> None:
    chat = FakeChat()
    chat.deaf.add("test:boss")

    assert "A private message with a file: the private chat is closed" in await report_of(chat)
    file = chat.newest().file
    assert file is not None
    assert file.name == REPORT_FILE
    assert [each.label for each in buttons(chat.newest())] == ["Amount …"]


async def test_where_nothing_can_be_shown_the_report_comes_in_private() -> None:
    chat = FakeChat()
    chat.closed.add("main")
    await run(chat)

    assert chat.public() == []
    assert "A message: not allowed here" in words(chat.private_messages("test:boss")[-1])


@pytest.mark.parametrize("after", [2, 7])
async def test_a_message_that_is_deleted_meanwhile_is_said_and_the_report_is_posted(after: int) -> None:
    chat = FakeChat()

    deleted: list[str] = []

    def disturb(seen: Seen) -> None:
        if len(chat.seen) == after and not deleted:
            deleted.append(seen.number)
            chat.delete(seen.number)
            raise MessageGone(seen.number)

    chat.watch = disturb
    lines = await report_of(chat)

    expected = "Edits: 1 worked, then: the message was deleted" if after == 2 else "A picture: the message was deleted"
    assert expected in lines
    assert chat.public()[-1].how == "post"


async def test_what_breaks_is_logged_and_the_rest_is_tried() -> None:
    chat = WatchedChat()

    async def breaks() -> None:
        raise ValueError("no dice")

    chat.throw = breaks  # type: ignore[method-assign]
    with capture_logs() as logged:
        lines = await report_of(chat)

    assert "A die: failed; see the log" in lines
    assert "A picture: 0 ms" in lines
    assert [(each["event"], each["error"]) for each in logged] == [("step of a self-test failed", "ValueError")]
