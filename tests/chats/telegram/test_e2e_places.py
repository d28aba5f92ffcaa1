"""Topics and groups that are deleted, or closed to Kiu for a while: no chip is lost, and the table comes back."""

from __future__ import annotations

import asyncio

import pytest

from bot.ledger import carried, queries, stack, wallet
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario, group_of
from tests.patience import LONGEST_WAIT

PAUSE = 8
"""How many seconds lie between two hands."""

TOPIC = 7


@pytest.fixture
def forum(telegram: Telegram, sari: Person, budi: Person) -> Chat:
    return telegram.group("Forum", sari, budi, topics=(TOPIC, 9))


async def assert_all_back(scenario: Scenario, chat: Chat, table: str, people: tuple[Person, ...]) -> None:
    """Wait until a table is closed; every chip has to be in the wallets then."""
    async with asyncio.timeout(LONGEST_WAIT):
        while scenario.app.tables.by_id(table) is not None:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    group, ledger = group_of(chat), scenario.app.ledger
    assert await ledger.read(queries.balance, carried(group, table)) == 0
    for person in people:
        player = f"telegram:{person.user.id}"
        assert await ledger.read(queries.balance, stack(group, table, player)) == 0
        assert await ledger.read(queries.balance, wallet(group, player)) == 2000


@pytest.mark.parametrize("learnt", ["when the turn goes on", "after a kill"])
async def test_a_deleted_topic_returns_every_stack(
    telegram: Telegram, scenario: Scenario, forum: Chat, sari: Person, budi: Person, learnt: str
) -> None:
    await scenario.sit(forum, sari, budi, topic=TOPIC)
    await scenario.press_first(forum, "Bet 10", topic=TOPIC)
    await scenario.app.wait_until_idle()
    table = scenario.state(forum, TOPIC).id
    if learnt == "after a kill":
        await scenario.die()

    telegram.delete_topic(forum, TOPIC)
    if learnt == "after a kill":
        await scenario.begin()
    else:
        await scenario.wait(100)

    await assert_all_back(scenario, forum, table, (sari, budi))
    assert await scenario.all_chips(forum) == 2 * 2000
    await sari.types("/open qiuqiu", in_=forum, topic=9)
    assert scenario.is_open(forum, 9)


@pytest.mark.parametrize("supergroup", [True, False])
async def test_a_deleted_group_returns_every_stack(
    telegram: Telegram, scenario: Scenario, sari: Person, budi: Person, supergroup: bool
) -> None:
    group = telegram.group("Friday dominoes", sari, budi, supergroup=supergroup)
    await scenario.sit(group, sari, budi)
    await scenario.app.wait_until_idle()
    table = scenario.state(group).id

    group.deleted = True
    await scenario.wait(100)

    await assert_all_back(scenario, group, table, (sari, budi))


@pytest.mark.parametrize("sign", ["a command", "a press", "other rights", "a minute"])
async def test_a_table_comes_back_when_it_may_be_shown_again(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, sign: str
) -> None:
    """The rights of all members changed, of which no update tells the bot."""
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    group.forbidden = {"text messages", "photos", "dice"}
    await sari.presses("Start", in_=group)
    await scenario.app.wait_until_idle()
    assert "hand 1" not in group.text()
    assert scenario.state(group).playing is None, "nothing is dealt without the die"

    group.forbidden = set()
    match sign:
        case "a command":
            await budi.types("/chips", in_=group)
        case "a press":
            await budi.presses("Table", in_=group)
        case "other rights":
            await telegram.confirmed(telegram.set_bot_status(group, "administrator", sari))
        case _:
            await scenario.wait(60)
    await telegram.until("the new fingerprint", lambda: "Deals given up here so far" in group.ever())
    await scenario.wait(PAUSE)

    await telegram.until("the hand", lambda: "hand 1" in group.text())
