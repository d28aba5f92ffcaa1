"""Quan Dui on Discord: cards in private, sealed claims in public, and whole hands within the limits."""

from __future__ import annotations

from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message
from tests.chats.discord.scenario import Scenario
from tests.chats.quan_dui import WINDOW, as_drawn, cards_in, decent, held, label, round_of, seen_by_all, view_of

GRANT = 2000
"""The chips that a new player is given."""

THOUGHT = 2.0
"""Seconds that quick players think."""

ANSWERS = ("Win", "Dui", "Pass")


def seat_of(scenario: Scenario, member: Member) -> int:
    seat = scenario.hand().seat(member.player)
    assert seat is not None
    return seat


def cards_of(scenario: Scenario, member: Member) -> set[str]:
    """The cards that only this member sees."""
    return held(scenario.hand(), seat_of(scenario, member))


def on_turn(scenario: Scenario, people: list[Member]) -> Member:
    """The member who has to draw or discard, or has just discarded."""
    hand = scenario.hand()
    return next(member for member in people if member.player == hand.players[round_of(hand).turn])


async def act(scenario: Scenario, member: Member) -> None:
    """Let a member press what a computer player would: a claim in public, a discard in the private hand."""
    action = decent(scenario.hand(), seat_of(scenario, member))
    where = member.hands if view_of(scenario.hand(), seat_of(scenario, member)).offered is None else member.public
    answer = await member.press(member.button(label(action), where))
    assert answer.silent, answer.text


def labels_among(message: Message, wanted: list[str]) -> list[str]:
    return [part["label"] for part in message.parts() if part.get("label") in wanted]


async def test_cards_come_in_private_with_a_picture_and_the_dealer_discards_there(scenario: Scenario) -> None:
    people = await scenario.seated("Sari", "Budi", "Wati", game="quan-dui")
    dealer = on_turn(scenario, people)

    for member in people:
        (message,) = member.hands
        assert message.attachments[0].data.startswith(b"\x89PNG")
        assert cards_of(scenario, member) <= cards_in(message.text)
        mine = await member.press("My hand")
        assert mine.ephemeral
        assert cards_of(scenario, member) <= cards_in(mine.text)
        offered = {part["label"] for part in mine.messages[0].parts() if "label" in part}
        assert offered & cards_of(scenario, member) == (cards_of(scenario, member) if member is dealer else set())
    assert cards_in(scenario.discord.public()) == set()

    card = min(cards_of(scenario, dealer))
    assert (await dealer.press(dealer.button(card, dealer.hands))).silent
    await scenario.app.wait_until_idle()
    assert f"Who takes {card} from {dealer.name}? Win, dui or pass" in people[0].live_message.text
    assert cards_in(scenario.discord.public()) == {card}


async def test_a_card_is_chosen_in_a_modal_that_only_the_presser_sees(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    for member in people:
        member.user.dms_closed = True
    await scenario.sit(*people, game="quan-dui")
    dealer = on_turn(scenario, people)
    other = next(member for member in people if member is not dealer)
    assert (await other.press("Discard …")).modal is None, "only the dealer discards"
    refused = await dealer.press("Win")
    assert refused.ephemeral
    assert "You can't win now" in refused.text

    drawn = as_drawn(scenario.hand(), seat_of(scenario, dealer))
    modal = await dealer.press("Discard …")
    assert [option["label"] for option in modal.select()["options"]] == drawn, "in the order of the picture"
    assert labels_among(dealer.hands[-1], drawn) == drawn
    assert cards_in(scenario.discord.public()) == set()
    assert (await dealer.choose(modal, drawn[-1])).silent
    await scenario.app.wait_until_idle()

    assert round_of(scenario.hand()).window
    assert cards_in(scenario.discord.public()) == {drawn[-1]}
    late = await dealer.choose(modal, drawn[-1])
    assert late.ephemeral
    assert "earlier turn" in late.text


async def test_claims_are_sealed_until_the_window_closes(scenario: Scenario) -> None:
    people = await scenario.seated("Sari", "Budi", "Wati", game="quan-dui")
    discarder = on_turn(scenario, people)
    while not round_of(scenario.hand()).window:
        await act(scenario, discarder)
        await scenario.app.wait_until_idle()
    one, two = (member for member in people if member is not discarder)
    live_message = one.live_message
    before, edits = live_message.text, live_message.edits
    assert labels_among(live_message, [*ANSWERS]) == [*ANSWERS], "the same for everybody, whatever anybody holds"
    scenario.discord.calls.clear()

    for answer in ("Win", "Dui", "Pass", "Win"):
        assert (await one.press(answer)).silent
        await scenario.app.wait_until_idle()
    await one.sees("“Win” doesn't fit your cards: that's a pass.")
    await scenario.wait(WINDOW - 1)
    assert (one.live_message, live_message.text, live_message.edits) == (live_message, before, edits), (
        "nobody sees that there was an answer"
    )
    assert [call for call in scenario.discord.calls if call.public] == []
    assert "not in your cards" not in two.hands[0].text

    await scenario.wait(1)
    assert not round_of(scenario.hand()).window
    assert f"{on_turn(scenario, people).name} to draw or pick up" in live_message.text
    assert cards_in(scenario.discord.public()) <= seen_by_all(scenario.hand())


async def test_a_whole_hand_within_the_limits(scenario: Scenario) -> None:
    people = await scenario.seated("Sari", "Budi", "Wati", "Ani", game="quan-dui")
    scenario.discord.calls.clear()
    turns, hands = 0, set[int]()
    while (present := round_of(scenario.hand())).awaited:
        for member in [member for member in people if seat_of(scenario, member) in present.awaited]:
            await act(scenario, member)
        await scenario.wait_in_real_time(THOUGHT)
        await scenario.app.wait_until_idle()
        if round_of(scenario.hand()).awaited:
            assert cards_in(scenario.discord.public()) <= seen_by_all(scenario.hand())
            hands |= {message.id for member in people for message in member.hands}
        turns += present.discarding
    await scenario.app.wait_until_idle()

    calls, limits, channel = scenario.discord.calls, scenario.discord.rate_limiter.limits, people[0].channel.id
    assert "won" in people[0].live_message.text
    assert len(calls.messages(channel)) <= turns + 2, "the rest is edited by the presses"
    assert [member.inbox for member in people] == [[]] * 4
    assert calls.invalid() == [], "no 429, and nothing else that counts towards a ban"
    assert calls.busiest(channel, limits.channel_seconds) <= limits.channel_requests
    assert sum([await scenario.total_chips(member) for member in people]) == 4 * GRANT
    assert len(hands) == 4, "one private message a hand"
    for member in people:
        (over,) = [each.text for each in member.visible if each.id in hands]
        assert "Hand 1 is over: you" in over, "everybody is shown what it came to"
