"""Koo Kiew on Telegram: stakes by buttons and answers, one settlement with its picture, and 56 people at one table."""

from __future__ import annotations

from collections import Counter

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def opened(scenario: Scenario, group: Chat, *people: Person) -> tuple[Person, list[Person]]:
    """Open a table for these people, and tell who holds the bank and who is asked for a stake."""
    await scenario.sit(group, *people, game="koo-kiew")
    hand = scenario.hand(group)
    banker = scenario.person_of(hand.players[hand.round.dealer])
    await banker.sees("Place your stakes", in_=group)
    return banker, [person for person in people if person is not banker]


async def test_a_deal_from_the_first_stake_to_the_settlement(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await sari.starts()
    banker, (one, two) = await opened(scenario, group, sari, budi, dewi)
    table = await one.sees("The bank covers 500 more", in_=group)
    await scenario.app.wait_until_idle()
    began = len(telegram.server.calls)

    said = await one.presses("Stake 10", in_=group)
    assert not said.alert
    assert said.text == "You staked 10."
    await scenario.app.wait_until_idle()
    assert "The bank covers 500 more" in table.text, "the roster is not edited for each stake"
    await two.types("/stake 20", in_=group)
    await one.sees(f"{banker.name} to show the bank's cards", in_=group)
    await banker.presses("Show", in_=group)

    result = await sari.sees("Next hand:", in_=group)
    await scenario.app.wait_until_idle()
    assert result is table, "the whole deal is one message"
    assert f"The bank of {banker.name} " in result.text
    pictures = [post for post in group.by_bots() if post.photo is not None]
    assert [post for post in pictures if post is result or post.reply_to is result] == pictures
    assert len(pictures) == 1
    assert [post for post in sari.private.by_bots() if post.photo is not None] == [], "there is nothing private"
    assert await scenario.all_chips(group) == 3 * 2000
    counted = Counter(call.method for call in telegram.server.calls[began:] if call.chat == group.id)
    assert sum(counted.values()) <= 4, counted


async def test_a_stake_of_ones_own_amount_is_asked_for(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    banker, (one, two) = await opened(scenario, group, sari, budi, dewi)

    posted = len(group.by_bots())
    said, board = await one.asked_in_alert("Stake …", in_=group)
    assert said.text.startswith("Stake how many chips?")
    await two.asked_in_alert("Stake …", in_=group)
    assert len(group.by_bots()) == posted, "nothing is posted to ask them"
    await one.types("a lot", in_=group, reply_to=board)
    assert scenario.staked(one, group) == 0
    question = await one.sees_question(in_=group)
    assert question.pinged == [one.user.id]
    await one.answers("123", in_=group)
    await two.types("45", in_=group, reply_to=board)

    assert (scenario.staked(one, group), scenario.staked(two, group)) == (123, 45), "two were asked at once"
    await telegram.until("the question to go with the stakes", lambda: question.deleted)
    said = await one.presses("My hand", in_=group)
    assert "You have staked 123." in said.text
    said = await banker.presses("My hand", in_=group)
    assert "Staked against it: 168." in said.text
