"""The light chat keeps what it promises Kiu and people: budgets, fates of calls and updates, kills."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, cast

import pytest
from telegram.error import NetworkError, TimedOut

from bot.app import App
from bot.groups.settings import GroupSettings
from bot.messages import Command, Message, MessageGone, MessageId, Place, Reply, Unreachable, Unwelcome, Urgency
from engine.fairness import BeaconKind
from tests.chats.fast_time import fast_forward
from tools.simulation.chance import Chance
from tools.simulation.chats import Told
from tools.simulation.checks import NO_ANSWER, Call
from tools.simulation.light_chat import LightChat
from tools.simulation.light_style import PANED, POLLED, PUSHED, LightStyle
from tools.simulation.light_world import LightWorld
from tools.simulation.platform_faults import NO_FAULTS, PlatformFaults

GROUP_NUMBER, PERSON_NUMBER = 7, 12


class EchoingApp:
    """What a chat needs of Kiu, which answers every line with itself after a second."""

    def __init__(self) -> None:
        self.membership = self
        self.announcer = self
        self.dispatcher = self
        self.groups = self
        self.handled: list[Command] = []
        self.told: list[tuple[str, ...]] = []

    def try_again(self, group: str, channel: str) -> None:
        """Nothing waits to be shown."""

    async def recall(self, player: str, group: str) -> None:
        """Nobody is stored."""

    def of(self, group: str) -> GroupSettings:
        """No group has any of its own."""
        return GroupSettings()

    async def handle(self, command: Command) -> Reply:
        await asyncio.sleep(1)
        self.handled.append(command)
        return Reply(Message(lines=(command.text,)))

    async def present(self, platform: str, groups: list[str]) -> None:
        self.told.append(("present", *groups))

    async def removed(self, group: str) -> None:
        self.told.append(("removed", group))

    async def moved(self, old: str, new: str) -> None:
        self.told.append(("moved", old, new))


class Scene:
    """A group with one person, and a life of Kiu."""

    def __init__(self, style: LightStyle, faults: PlatformFaults) -> None:
        self.unanswered: list[Call] = []
        self.world = LightWorld(style, Chance(1), faults, self.unanswered.append)
        self.group = self.world.add_group(GROUP_NUMBER, ["main"])
        self.place = Place(self.group, "main")
        self.person = self.world.add_person(PERSON_NUMBER, "Sari", [self.group])
        self.told: list[Told] = []
        self.world.tellers.append(self.told.append)
        self.app = EchoingApp()
        self.chat: LightChat

    async def begin(self) -> None:
        """A new life begins, and serves."""
        self.chat = self.world.new_chat()
        await self.chat.start(cast(App, self.app))
        self.serving = asyncio.create_task(self.chat.serve())
        await asyncio.sleep(0)

    def how_often(self, how: str) -> int:
        """How many things were told in this way."""
        return sum(told.how == how for told in self.told)


Story = Callable[[Scene], Coroutine[Any, Any, None]]


def scene(story: Story, style: LightStyle = POLLED, **faults: float) -> Scene:
    """Play a story."""

    async def played() -> Scene:
        there = Scene(style, replace(NO_FAULTS, **faults))
        await there.begin()
        await story(there)
        await there.chat.stop()
        await there.serving
        return there

    return fast_forward(played())


async def posted(there: Scene) -> MessageId:
    """Post a message as the announcer does."""
    await there.chat.acquire(there.place, Urgency.TABLE)
    return await there.chat.post(there.place, Message(lines=("there",)))


def test_a_post_whose_response_is_lost_is_not_sent_again() -> None:
    async def story(there: Scene) -> None:
        with pytest.raises(TimedOut):
            await posted(there)

    there = scene(story, response_lost=1.0)
    assert there.how_often("post") == 1
    assert [(call.buckets, call.status) for call in there.unanswered] == [((f"polled {there.group}",), NO_ANSWER)]


def test_a_post_that_was_never_sent_is_tried_again() -> None:
    async def story(there: Scene) -> None:
        with pytest.raises(NetworkError):
            await posted(there)

    there = scene(story, never_sent=1.0)
    assert there.how_often("post") == 0
    assert there.world.happened["never sent"] > 1


def test_an_edit_whose_response_is_lost_is_made_again() -> None:
    async def story(there: Scene) -> None:
        number = await posted(there)
        there.world.faults = replace(NO_FAULTS, response_lost=1.0)
        await there.chat.acquire(there.place, Urgency.TABLE)
        with pytest.raises(TimedOut):
            await there.chat.edit(there.place, number, Message(lines=("new",)))

    assert scene(story).how_often("edit") > 1


def test_a_deleted_message_is_gone_and_a_removed_bot_is_unwelcome() -> None:
    async def story(there: Scene) -> None:
        number = await posted(there)
        there.world.delete(there.place, number)
        await there.chat.acquire(there.place, Urgency.TABLE)
        with pytest.raises(MessageGone):
            await there.chat.edit(there.place, number, Message(lines=("new",)))
        there.world.remove_bot(there.group)
        with pytest.raises(Unwelcome):
            await posted(there)
        await asyncio.sleep(1)
        # The update tells of it, and so does the refusal.
        assert there.app.told == [("removed", there.group)] * 2
        there.world.block(there.person)
        with pytest.raises(Unreachable):
            await there.chat.send_private(there.person, Message(lines=("alone",)))

    scene(story)


def test_a_group_with_a_new_id_is_written_to_there() -> None:
    async def story(there: Scene) -> None:
        there.world.migrate(there.group)
        await posted(there)
        await asyncio.sleep(1)

    there = scene(story)
    moved = there.world.present(there.place)
    assert ("moved", there.group, moved.group) in there.app.told
    assert [told.place for told in there.told if told.how == "post"] == [moved]


@pytest.mark.parametrize("style", [POLLED, PUSHED], ids=lambda style: style.platform)
def test_kiu_keeps_the_budgets_and_waits_when_it_is_told_to(style: LightStyle) -> None:
    async def story(there: Scene) -> None:
        for _ in range(45):
            await posted(there)

    there = scene(story, style, too_many=0.1)
    assert there.how_often("post") == 45
    assert there.world.happened["too many requests"] > 2
    assert there.world.breaches == []


def test_calls_beyond_the_budget_are_noticed_and_refused() -> None:
    async def story(there: Scene) -> None:
        connection = there.chat._connection
        calls = [connection.call(there.place, lambda: None) for _ in range(30)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(each, Exception) for each in answers) == 24

    assert len(scene(story).world.breaches) == 24


def test_what_was_under_way_arrives_after_a_kill_and_nothing_else() -> None:
    async def story(there: Scene) -> None:
        posting = asyncio.create_task(posted(there))
        await asyncio.sleep(0.01)
        there.world.cut_off()
        with pytest.raises(NetworkError):
            await posted(there)
        with pytest.raises(TimedOut):
            await posting

    assert scene(story).how_often("post") == 1


@pytest.mark.parametrize(("style", "again"), [(POLLED, True), (PUSHED, False), (PANED, False)])
def test_an_update_that_was_not_confirmed_comes_again_or_is_lost(style: LightStyle, again: bool) -> None:
    async def story(there: Scene) -> None:
        typing = asyncio.create_task(there.world.type(there.person, there.place, "status"))
        await asyncio.sleep(0.5)
        killed = there.chat
        there.world.cut_off()
        for task in killed._tasks:
            task.cancel()
        await there.begin()
        assert (await typing).answered is again

    there = scene(story, style)
    assert len(there.app.handled) == again


def test_an_update_comes_twice_with_the_same_key() -> None:
    async def story(there: Scene) -> None:
        assert (await there.world.type(there.person, there.place, "status")).words == "status"
        await asyncio.sleep(60)

    for style in (PUSHED, PANED):
        there = scene(story, style, update_twice=1.0)
        assert len({command.key for command in there.app.handled}) == 1
        assert len(there.app.handled) == 2


def test_the_beacon_of_a_deal_is_drawn_once() -> None:
    closing = Message(lines=("closed",))

    async def story(there: Scene) -> None:
        first = await there.chat.post_closing(there.place, closing, again=False)
        assert first is not None
        again = await there.chat.post_closing(there.place, closing, again=True)
        match there.chat.platform:
            case PUSHED.platform:
                assert again == first
            case _:
                assert again is None
                assert first.kind is BeaconKind.TELEGRAM

    assert scene(story, PUSHED, twice=1.0).how_often("closing") == 1
    assert scene(story, POLLED).how_often("closing") == 2
