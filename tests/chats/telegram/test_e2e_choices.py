"""A choice on Telegram: the question stands in the group, so it names no card, and the answer is typed."""

from __future__ import annotations

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
    hand = scenario.hand(group)
    dealer = sari if hand.players[hand.round.dealer].endswith(str(sari.user.id)) else budi
    other = budi if dealer is sari else sari
    cards = held(hand, hand.round.dealer)
    said = await dealer.presses("My hand", in_=group)
    assert cards <= cards_in(said.text)
    assert (await other.presses("Discard …", in_=group)).alert

    await dealer.presses("Discard …", in_=group)
    question = await dealer.sees_question(in_=group)
    assert question.text.endswith(f"Which card do you discard? Answer with its name, such as {EXAMPLE}.")
    assert cards_in(group.ever()) <= {EXAMPLE}
    missing = next(name for name in NAMES if name not in cards)
    await dealer.answers(missing, in_=group)
    await dealer.sees("You cannot discard now", in_=group)
    assert cards_in(group.ever()) <= {EXAMPLE, missing}

    card = max(cards)
    await dealer.answers(f" {card.upper()} ", in_=group)
    await dealer.sees(f"Who takes the {card} of", in_=group)

    await scenario.app.wait_until_idle()
    assert round_of(scenario.hand(group)).discards[-1].seat == hand.round.dealer
    assert not question.deleted
    assert telegram.calls("deleteMessage") == []
