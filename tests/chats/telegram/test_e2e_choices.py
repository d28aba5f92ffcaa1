"""A choice on Telegram: by buttons of the private hand, or by a reply to the table, which an alert asks for."""

from __future__ import annotations

import json

from engine.quandui.cards import NAMES
from tests.chats.quan_dui import cards_in, held, round_of
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario

EXAMPLE = "3 suo"


async def test_a_card_is_discarded_without_any_private_chat(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi, game="quan-dui")
    await scenario.app.wait_until_idle()
    hand, dealer = scenario.hand(group), scenario.asked(group)
    other = budi if dealer is sari else sari
    cards = held(hand, hand.round.dealer)
    said = await dealer.presses("My hand", in_=group)
    assert cards <= cards_in(said.text)
    assert (await other.presses("Discard …", in_=group)).alert

    calls = len(telegram.server.calls)
    said, board = await dealer.asked_in_alert("Discard …", in_=group)
    assert said.text.startswith("Which card do you discard?")
    assert cards <= cards_in(said.text)
    assert {call.method for call in telegram.server.calls[calls:]} <= {"answerCallbackQuery", "getUpdates"}
    assert cards_in(group.ever()) <= {EXAMPLE}
    await other.types(max(held(hand, 1 - hand.round.dealer)), in_=group, reply_to=board)
    await dealer.types(next(name for name in NAMES if name not in cards), in_=group, reply_to=board)
    await dealer.sees("You can't discard now", in_=group)
    question = await dealer.sees_question(in_=group)
    assert question.text.endswith(f"Which card do you discard? Answer with its name, such as {EXAMPLE}.")
    card = max(cards)
    await dealer.answers(f" {card.upper()} ", in_=group)
    await dealer.sees(f"Who takes {card} from {dealer.name}?", in_=group)

    await scenario.app.wait_until_idle()
    assert round_of(scenario.hand(group)).discards[-1].seat == hand.round.dealer
    await telegram.until("its end", lambda: question.deleted)


async def test_cards_come_in_private_with_a_picture_and_the_dealer_discards_there(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    for person in (sari, dewi, budi):
        await person.starts()
    await scenario.sit(group, sari, dewi, budi, game="quan-dui")
    await scenario.app.wait_until_idle()
    hand, dealer = scenario.hand(group), scenario.asked(group)

    for seat, person in enumerate(map(scenario.person_of, hand.players)):
        (sent,) = [post for post in person.private.by_bots() if post.photo is not None]
        assert sent.protected
        cards = held(hand, seat)
        assert cards <= cards_in(sent.text)
        assert cards & set(sent.labels) == (cards if person is dealer else set())
        said = await person.presses("My hand", in_=group)
        assert said.alert
        assert cards_in(said.text) <= cards
    assert all(cards_in(json.dumps(call.fields)) == set() for call in telegram.calls(chat=group))

    card = min(held(hand, hand.round.dealer))
    await dealer.presses(card, in_=dealer.private)
    await sari.sees(f"Who takes {card} from {dealer.name}? Win, dui or pass", in_=group)
    assert cards_in(group.ever() + json.dumps([post.markup for post in group.posts.values()])) == {card}
