"""A choice on Discord: a form that shows it to the presser alone, so that nobody needs private messages."""

from __future__ import annotations

from tests.chats.discord.evening import Evening
from tests.chats.quan_dui import cards_in, held, round_of


async def test_a_card_is_discarded_from_a_form_that_only_the_presser_sees(evening: Evening) -> None:
    people = evening.members("Sari", "Budi", "Wati")
    for member in people:
        member.user.dms_closed = True
    await evening.sit(*people, game="quan-dui")
    dealer, (other, _) = evening.asked(), [member for member in people if member is not evening.asked()]
    cards = held(evening.hand(), evening.hand().round.dealer)
    assert (await other.press("Discard …")).modal is None, "it is not for all to discard"

    form = await dealer.press("Discard …")
    assert {option["label"] for option in form.select()["options"]} == cards
    assert cards_in(evening.discord.public()) == set()
    card = max(cards)
    assert (await dealer.choose(form, card)).silent
    await evening.kiu.settled()

    assert round_of(evening.hand()).window
    assert cards_in(evening.discord.public()) == {card}
    late = await dealer.choose(form, card)
    assert late.private
    assert "earlier turn" in late.text


async def test_who_presses_win_without_the_cards_alone_is_told_so(evening: Evening) -> None:
    people = evening.members("Sari", "Budi")
    await evening.sit(*people, game="quan-dui")
    before = evening.asked().board.edits

    refused = await evening.asked().press("Win")

    assert refused.private
    assert "cannot win" in refused.text
    assert evening.asked().board.edits == before
