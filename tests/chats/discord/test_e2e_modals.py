"""Choices on Discord: a modal shows them to the presser alone, so that no direct message is needed."""

from __future__ import annotations

from tests.chats.discord.scenario import Scenario
from tests.chats.quan_dui import cards_in, held, round_of


async def test_a_card_is_discarded_from_a_modal_that_only_the_presser_sees(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    for member in people:
        member.user.dms_closed = True
    await scenario.sit(*people, game="quan-dui")
    dealer, (other, _) = scenario.asked(), [member for member in people if member is not scenario.asked()]
    cards = held(scenario.hand(), scenario.hand().round.dealer)
    assert (await other.press("Discard …")).modal is None, "only the dealer discards"

    modal = await dealer.press("Discard …")
    assert {option["label"] for option in modal.select()["options"]} == cards
    assert cards_in(scenario.discord.public()) == set()
    card = max(cards)
    assert (await dealer.choose(modal, card)).silent
    await scenario.app.wait_until_idle()

    assert round_of(scenario.hand()).window
    assert cards_in(scenario.discord.public()) == {card}
    late = await dealer.choose(modal, card)
    assert late.ephemeral
    assert "earlier turn" in late.text


async def test_a_false_win_is_refused_privately(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi")
    await scenario.sit(*people, game="quan-dui")
    before = scenario.asked().live_message.edits

    refused = await scenario.asked().press("Win")

    assert refused.ephemeral
    assert "You can't win now" in refused.text
    assert scenario.asked().live_message.edits == before
