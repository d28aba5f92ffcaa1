"""The process ends, is killed, or gets updates twice during a hand, and no player loses anything by it."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_a_restart_in_mid_hand_goes_on_in_the_same_messages(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await scenario.press_first(group, "Check")
    hand = await sari.sees("Your dominoes are ready", in_=sari.private)
    table = await sari.sees("checked", in_=group)
    tiles = scenario.tiles(sari, group)

    await scenario.restart()

    assert scenario.tiles(sari, group) == tiles
    await scenario.press_first(group, "Check")
    await telegram.until("the table to be edited", lambda: table.text.count("checked") > 1)
    await telegram.until("the hand to be edited", lambda: all(t in hand.text for t in scenario.tiles(sari, group)))
    await scenario.finish_hand(group)
    assert [post for post in sari.private.by_bots() if post.photo is not None] == [hand]


async def test_an_amount_asked_for_before_the_restart_is_taken_after_it(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    first = scenario.asked(group)
    await first.presses("Bet …", in_=group)
    await first.presses("Type …", in_=group)
    await first.sees_question(in_=group)

    await scenario.restart()
    await first.answers("70", in_=group)

    assert scenario.staked(first, group) == 10 + 70


async def test_what_was_done_but_not_confirmed_is_not_done_twice(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    first = scenario.asked(group)
    bet = await first.sees_button("Bet 10", in_=group)
    turn = scenario.hand(group).turn

    with telegram.server.held("getUpdates"):
        press = first.presses_without_waiting(bet)
        await telegram.until("the bet", lambda: scenario.hand(group).turn != turn)
        assert telegram.updates.waiting == [press.update]
        await scenario.restart("killed")
    await telegram.handled(press.update)

    assert telegram.updates.deliveries[press.update] >= 2
    assert scenario.staked(first, group) == 10 + 10
    assert scenario.asked(group) is not first
    await scenario.finish_hand(group)


async def test_an_update_is_confirmed_only_when_what_it_did_is_durable(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    first = scenario.asked(group)
    bet = await first.sees_button("Bet 10", in_=group)

    press = first.presses_without_waiting(bet)
    await telegram.confirmed(press.update)
    await first.hears(press)
    deliveries = telegram.updates.deliveries[press.update]
    await scenario.restart("killed")

    assert scenario.staked(first, group) == 10 + 10
    assert telegram.updates.deliveries[press.update] == deliveries


async def test_updates_that_come_twice_have_one_effect(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.types("/join 300", in_=group)
    telegram.updates.repeat(max(telegram.updates.deliveries))
    await sari.presses("Start", in_=group)
    first = scenario.asked(group)
    press = first.presses_without_waiting(await first.sees_button("Bet 10", in_=group))
    await telegram.handled(press.update)

    telegram.updates.repeat(press.update)
    await telegram.until("the second delivery", lambda: telegram.updates.deliveries[press.update] == 2)
    await telegram.until("it to be taken", lambda: press.update not in telegram.updates.waiting)

    assert scenario.staked(first, group) == 10 + 10
    assert scenario.stack(budi, group) + scenario.staked(budi, group) == 300
    assert await scenario.total_chips(budi, group) == 2000


async def test_a_broken_connection_neither_loses_nor_repeats_a_message(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    telegram.server.cut("editMessageText", after=False)
    telegram.server.cut("getUpdates", after=False)
    telegram.server.cut("answerCallbackQuery", after=False)

    await scenario.press_first(group, "Check")
    await sari.sees("checked", in_=group)
    await scenario.finish_hand(group)
    await sari.sees("Next hand:", in_=group)

    assert len([post for post in group.by_bots() if "· hand 1" in post.text]) <= 3
