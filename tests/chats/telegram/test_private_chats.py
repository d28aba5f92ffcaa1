"""Private chats: how they are opened, and the hands and long answers that are sent there."""

from __future__ import annotations

from tests.bot.leaks import dominoes_in
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import Scenario


def hands(person: Person) -> list[Post]:
    """The private hands that a person was sent, oldest first."""
    return [post for post in person.private.by_bots() if post.photo is not None and not post.deleted]


async def test_a_hand_asked_for_again_comes_once_more_and_is_the_one_that_goes_on(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    first = await sari.sees("Your dominoes are ready", in_=sari.private)

    await sari.types("/hand", in_=group)
    await telegram.until("a second alone", lambda: first.deleted and len(hands(sari)) == 1)
    (second,) = hands(sari)
    await sari.types("/hand", in_=sari.private)
    await telegram.until("a third alone", lambda: second.deleted and len(hands(sari)) == 1)

    assert dominoes_in(group.ever()) == []
    (hand,) = hands(sari)
    assert hand.protected
    await scenario.finish_hand(group)
    await telegram.until("its end", lambda: "Hand 1 is over" in hand.text)


async def test_who_pressed_in_the_group_last_is_asked_there_and_not_in_private(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    for person in (sari, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)
    first, second = scenario.asked(group), sari if scenario.asked(group) is budi else budi
    await second.presses("Rules", in_=second.private)
    await first.presses("Check", in_=group)
    await second.sees("It's your turn", in_=second.private)
    await second.sees(f"{second.name} to act", in_=group)
    await second.presses("Check", in_=group)
    both = (hands(first)[0], hands(second)[0])
    await telegram.until("the fourth domino", lambda: all("Best:" in each.text for each in both))
    await scenario.app.wait_until_idle()
    assert not any("It's your turn" in each.text for each in both), "nobody has pressed in private last"


async def test_who_has_not_opened_the_private_chat_is_told_how_and_only_once(
    scenario: Scenario, group: Chat, sari: Person, dewi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await sari.sees("Cards in private", in_=group)
    assert (await dewi.presses("Join", in_=group)).alert
    await dewi.types("/leave", in_=group)

    said = await dewi.presses("Join", in_=group)

    assert not said.alert
    assert said.text == "You sat down with 500 chips."
    await dewi.types("/hand", in_=group)
    assert (await dewi.sees("for your eyes only", in_=group)).labels == ["Cards in private"]
    await dewi.starts("hands")
    await dewi.sees("From now on your cards come here.", in_=dewi.private)
