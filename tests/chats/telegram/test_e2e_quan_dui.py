"""Quan Dui on Telegram: cards in private or under My hand, sealed claims, and whole hands within the limits."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.chats.quan_dui import cards_in, decent, held, label, round_of, seen_by_all, view_of
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario

GRANT = 2000
"""What a newcomer is given."""


def seat_of(scenario: Scenario, group: Chat, person: Person) -> int:
    seat = scenario.hand(group).seat(f"telegram:{person.user.id}")
    assert seat is not None
    return seat


def cards_of(scenario: Scenario, group: Chat, person: Person) -> set[str]:
    """The cards that only this player sees."""
    return held(scenario.hand(group), seat_of(scenario, group, person))


def on_turn(scenario: Scenario, group: Chat) -> Person:
    """Who has to draw or discard, or has just discarded."""
    hand = scenario.hand(group)
    return scenario.telegram.people[int(hand.players[round_of(hand).turn].partition(":")[2])]


async def opened(scenario: Scenario, group: Chat, *people: Person) -> None:
    """Let people who have opened their private chats sit down to a hand."""
    for person in people:
        await person.starts()
    await scenario.sit(group, *people, game="quan-dui")
    await scenario.app.wait_until_idle()


async def act(scenario: Scenario, group: Chat, person: Person) -> None:
    """Let somebody press what a decent player would: what all are asked in the group, a discard in private."""
    hand, seat = scenario.hand(group), seat_of(scenario, group, person)
    where = person.private if view_of(hand, seat).offered is None else group
    said = await person.presses(label(decent(hand, seat)), in_=where)
    assert not said.alert, said.text


async def discard(scenario: Scenario, group: Chat) -> Person:
    """Let the dealer discard, and tell who that is."""
    dealer = on_turn(scenario, group)
    while not round_of(scenario.hand(group)).window:
        await act(scenario, group, dealer)
    await scenario.app.wait_until_idle()
    return dealer


def public_words(group: Chat) -> str:
    """Every word and every button that the group has ever seen."""
    return group.ever() + json.dumps([post.markup for post in group.posts.values()])


async def test_cards_come_in_private_with_a_picture_and_the_dealer_discards_there(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    people = (sari, dewi, budi)
    await opened(scenario, group, *people)
    dealer = on_turn(scenario, group)

    for person in people:
        (hand,) = [post for post in person.private.by_bots() if post.photo is not None]
        assert hand.protected
        cards = cards_of(scenario, group, person)
        assert cards <= cards_in(hand.text)
        assert cards & set(hand.labels) == (cards if person is dealer else set())
        said = await person.presses("My hand", in_=group)
        assert said.alert
        assert cards_in(said.text) <= cards
    assert all(cards_in(json.dumps(call.fields)) == set() for call in telegram.calls(chat=group))

    card = min(cards_of(scenario, group, dealer))
    await dealer.presses(card, in_=dealer.private)
    await sari.sees(f"Who takes {card} from {dealer.name}? Win, dui or pass", in_=group)
    assert cards_in(public_words(group)) == {card}


async def test_a_whole_hand_stays_within_twenty_calls_a_minute(tmp_path: Path) -> None:
    second = 0.02
    async with Telegram(second=second) as telegram:
        people = [telegram.person(name) for name in ("Sari", "Budi", "Dewi", "Eka")]
        group = telegram.group("Four people", *people)
        async with Scenario(telegram, tmp_path, second=second) as scenario:
            await opened(scenario, group, *people)
            began, turns = len(telegram.server.calls), 0
            while (present := round_of(scenario.hand(group))).awaited:
                for person in [each for each in people if seat_of(scenario, group, each) in present.awaited]:
                    await act(scenario, group, person)
                turns += present.discarding
                await scenario.app.wait_until_idle()
                if round_of(scenario.hand(group)).awaited:
                    assert cards_in(public_words(group)) <= seen_by_all(scenario.hand(group))
            result = await people[0].sees("Next hand:", in_=group)

            assert "won" in result.text
            assert [call.failure for call in telegram.server.calls if call.failure] == []
            calls = telegram.server.calls[began:]
            times = [call.at for call in calls if call.counts and call.chat == group.id]
            assert max(sum(at <= each < at + 60 * second for each in times) for at in times) <= 20
            counted = Counter(call.method for call in calls if call.chat == group.id)
            assert sum(counted.values()) <= 4 * turns, counted
            assert [sum(post.photo is not None for post in person.private.by_bots()) for person in people] == [1] * 4
            assert await scenario.all_chips(group) == 4 * GRANT
            assert sum([await scenario.total_chips(person, group) for person in people]) == 4 * GRANT
            await scenario.sound()
