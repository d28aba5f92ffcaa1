"""A group reads less while its players look at the table page, and nobody is forgotten for it."""

from __future__ import annotations

from bot.messages import Message
from tests.bot.fake_chat import Seen
from tests.bot.scenario import Scenario, player_id
from tests.features.table_page.opened_pages import OpenedPage, viewers_of

ON_PAGE = "Played on the table page. The result follows here."


def listening(scenario: Scenario) -> list[Message]:
    """Everything about hands that the group is shown from now on."""
    public = list[Message]()

    def seen(each: Seen) -> None:
        if each.how != "private" and "hand" in each.message.title:
            public.append(each.message)

    scenario.chat.watch = seen
    return public


def open_pages(scenario: Scenario, *names: str) -> list[OpenedPage]:
    pages = [OpenedPage(player_id(name), name.title(), scenario.state().place) for name in names]
    for page in pages:
        viewers_of(scenario.app).enter(page, "")
    return pages


async def costly(scenario: Scenario, *names: str) -> list[Message]:
    """A lobby in a chat whose edits cost a call."""
    scenario.chat.free_edits = False
    await scenario.sit(*names)
    await scenario.wait(30)
    return listening(scenario)


async def test_a_hand_on_the_page_is_two_messages_in_the_group(scenario: Scenario) -> None:
    public = await costly(scenario, "sari", "budi", "wati")
    open_pages(scenario, "sari", "budi", "wati")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    assert [message.lines for message in public[-1:]] == [(ON_PAGE,)]
    begun = len(public)
    await scenario.finish_hand()
    await scenario.app.wait_until_idle()
    assert len(public) == begun + 1
    assert "won" in public[-1].brief or "takes" in public[-1].brief


async def test_a_player_without_the_page_is_asked_in_the_group(scenario: Scenario) -> None:
    public = await costly(scenario, "sari", "budi", "wati")
    open_pages(scenario, "sari", "wati")
    await scenario.do("sari", "start")
    for _ in range(3):
        await scenario.app.wait_until_idle()
        asked = scenario.asked()
        if asked == "budi":
            assert public[-1].asked == (player_id("budi"),)
        else:
            assert public[-1].lines == (ON_PAGE,)
        await scenario.act("check")


async def test_the_clock_of_a_question_on_the_page_runs_at_once(scenario: Scenario) -> None:
    await costly(scenario, "sari", "budi")
    (sari, _) = open_pages(scenario, "sari", "budi")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    await scenario.act("check")
    await scenario.app.wait_until_idle()
    assert sari.shown["clock"]["ends"] == scenario.clock.utc().timestamp() + 45


async def test_with_few_pages_open_the_group_reads_everything(scenario: Scenario) -> None:
    public = await costly(scenario, "sari", "budi", "wati")
    open_pages(scenario, "sari")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    assert all(message.lines != (ON_PAGE,) for message in public)
