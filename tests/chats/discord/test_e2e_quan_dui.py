"""Quan Dui on Discord: cards in private, sealed claims in public, and whole hands within the limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.discord.double.server import Discord
from tests.chats.discord.quan_dui_table import (
    ANSWERS,
    act,
    answer_buttons,
    cards_of,
    discard,
    on_turn,
    seat_of,
)
from tests.chats.discord.scenario import Scenario
from tests.chats.quan_dui import WINDOW, as_drawn, cards_in, passes, round_of, seen_by_all

GRANT = 2000
"""The chips that a new player is given."""

THOUGHT = 2.0
"""Seconds that quick players think."""


async def test_cards_come_in_private_with_a_picture_and_the_dealer_discards_there(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="quan-dui")
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


async def test_a_player_who_takes_no_direct_messages_discards_under_my_hand(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    for member in people:
        member.user.dms_closed = True
    await scenario.sit(*people, game="quan-dui")
    dealer = on_turn(scenario, people)
    mine = await dealer.press("My hand")
    card = min(cards_of(scenario, dealer))

    assert (await dealer.press(dealer.button(card, mine.messages))).silent

    await scenario.app.wait_until_idle()
    assert cards_in(dealer.live_message.text) == {card}
    assert (await dealer.press("Pass")).ephemeral, "the discarder has nothing to claim"


async def test_a_card_is_chosen_by_the_name_and_in_the_order_in_which_it_is_drawn(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="quan-dui")
    dealer = on_turn(scenario, people)
    drawn = as_drawn(scenario.hand(), seat_of(scenario, dealer))

    opened = await dealer.press("Discard …")

    assert [option["label"] for option in opened.select()["options"]] == drawn
    offered = [part["label"] for part in dealer.hands[-1].parts() if part.get("label") in drawn]
    assert offered == drawn
    await dealer.choose(opened, drawn[-1])
    await scenario.app.wait_until_idle()
    assert cards_in(dealer.live_message.text) == {drawn[-1]}


async def test_who_is_asked_less_is_answered_alone_and_not_asked_what_makes_nothing(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="quan-dui")
    _, (one, two) = await discard(scenario, people)
    before, edits = one.live_message.text, one.live_message.edits
    scenario.discord.calls.clear()

    answer = await one.press(one.button("Ask me if win", one.hands))

    await scenario.app.wait_until_idle()
    await scenario.discord.until(lambda: "only ask you about a discard that wins" in answer.text, "an answer")
    assert answer.ephemeral
    assert one.find("Ask me always", one.hands), "their hand, in which they pressed, says so as well"
    assert (one.live_message.text, one.live_message.edits) == (before, edits)
    assert scenario.discord.calls.messages(one.channel.id) == []
    mine = await one.press("My hand")
    not_asked = passes(scenario.hand(), seat_of(scenario, one))
    assert ("It passes by itself, as you chose" in mine.text) == not_asked
    assert bool(answer_buttons(mine.messages[0])) != not_asked
    await two.press("Pass")
    await scenario.wait(WINDOW - 1)
    assert round_of(scenario.hand()).window, "nobody passes for them before the time is up"
    await scenario.wait(1)
    assert not round_of(scenario.hand()).window


async def test_claims_are_sealed_until_the_window_closes(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="quan-dui")
    _, (one, two) = await discard(scenario, people)
    live_message = one.live_message
    before, edits = live_message.text, live_message.edits
    assert answer_buttons(live_message) == list(ANSWERS), "the same for everybody, whatever anybody holds"
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


@pytest.mark.parametrize("how", ["cleanly", "killed"])
async def test_a_window_goes_on_after_a_restart(scenario: Scenario, how: str) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="quan-dui")
    _, (one, two) = await discard(scenario, people)
    await one.press("Win")
    await scenario.app.wait_until_idle()
    live_message, button, before = one.live_message, two.button("Pass", two.public), round_of(scenario.hand())
    hands = [list(member.hands) for member in people]

    await scenario.restart(how)

    assert round_of(scenario.hand()) == before, "an answer stays, and stays sealed"
    assert (await two.press(button)).silent, "a button from before the restart works"
    await scenario.app.wait_until_idle()
    assert not round_of(scenario.hand()).window, "everybody has answered"
    assert one.live_message is live_message, "the same message is edited"
    assert [member.hands for member in people] == [
        [*before, *member.inbox] for before, member in zip(hands, people, strict=True)
    ]
    assert [len(member.inbox) for member in people] == [1] * 3, "an ephemeral hand is sent once more"
    await act(scenario, on_turn(scenario, people))


async def test_a_whole_hand_within_the_limits(discord: Discord, tmp_path: Path) -> None:
    async with Scenario(discord, tmp_path) as scenario:
        people = scenario.members("Sari", "Budi", "Wati", "Ani")
        await scenario.sit(*people, game="quan-dui")
        discord.calls.clear()
        turns, hands = 0, set[int]()
        while (present := round_of(scenario.hand())).awaited:
            for member in [member for member in people if seat_of(scenario, member) in present.awaited]:
                await act(scenario, member)
            await scenario.wait_in_real_time(THOUGHT)
            await scenario.app.wait_until_idle()
            if round_of(scenario.hand()).awaited:
                assert cards_in(discord.public()) <= seen_by_all(scenario.hand())
                hands |= {message.id for member in people for message in member.hands}
            turns += present.discarding
        await scenario.app.wait_until_idle()

        calls, limits, channel = discord.calls, discord.rate_limiter.limits, people[0].channel.id
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
        await scenario.check_books()
