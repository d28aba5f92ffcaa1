"""Whole hands of QiuQiu on Discord."""

from __future__ import annotations

import asyncio

from tests.chats.discord.double.models import MessageFlag
from tests.chats.discord.scenario import Scenario

GRANT = 2000
"""The chips that a new player is given."""


async def test_a_hand_from_opening_the_table_to_the_showdown(scenario: Scenario) -> None:
    sari, budi, wati = scenario.members("Sari", "Budi", "Wati")
    opened = await sari.slash("table open", game="qiuqiu")
    assert (opened.text, opened.ephemeral) == ("Your table is open. Others can press Join.", True)
    await budi.is_offered("Join")
    assert (await budi.press("Join")).text.startswith("You sat down with")
    await wati.press("Join")
    await scenario.app.wait_until_idle()
    await sari.press("Start")
    await scenario.app.wait_until_idle()

    for member in (sari, budi, wati):
        tiles = scenario.tiles(member)
        assert all(tile in member.inbox[0].text for tile in tiles), "the hand is sent as a direct message"
        assert member.inbox[0].attachments[0].data.startswith(b"\x89PNG")
        assert member.inbox[0].text.startswith("### Your dominoes are ready"), "a notification shows no tile"
        mine = await member.press("My hand")
        assert mine.ephemeral
        assert all(tile in mine.text for tile in tiles), "and under My hand as well"

    first = await scenario.act("Bet 30")
    assert f"{first.name} bet 30" in sari.live_message.text
    await scenario.finish_hand()
    assert "showed" in budi.live_message.text
    assert any(outcome in budi.live_message.text for outcome in (" wins ", " won ", " shared ")), budi.live_message.text
    for member in (sari, budi, wati):
        assert [message.id for message in member.inbox] == [member.inbox[0].id], "one private message a hand"
    assert sum([await scenario.total_chips(member) for member in (sari, budi, wati)]) == 3 * GRANT
    assert scenario.discord.calls.rate_limited() == []


async def test_the_live_message_is_edited_in_place(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    live_message = sari.live_message
    await scenario.act("Check")
    await scenario.act("Check")
    assert sari.live_message is live_message
    assert live_message.edits >= 2
    assert live_message.flags & MessageFlag.COMPONENTS_V2


async def test_a_raise_to_an_amount_of_ones_own(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    await scenario.act("Bet 20")
    player = scenario.asked()
    modal = await player.press("Raise to …")
    assert modal.text_input()["placeholder"]
    before = scenario.staked(player)
    refused = await player.fill(modal, "sixty")
    assert refused.ephemeral
    assert scenario.staked(player) == before
    assert (await player.fill(modal, "1")).ephemeral, "too little"
    assert scenario.staked(player) == before
    raised = await player.fill(modal, "60")
    assert raised.silent, raised.text
    await scenario.app.wait_until_idle()
    assert scenario.staked(player) == before + 60
    other = scenario.asked()
    assert other is not player
    assert (await other.press("Call 40")).silent
    late = await player.fill(modal, "100")
    assert "earlier turn" in late.text, "the modal belongs to a question that is answered"


async def test_a_player_out_of_turn_presses(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people)
    onlooker = scenario.member("Ani")
    asked = scenario.asked()
    for member in people:
        if member is not asked:
            answer = await member.press("Check")
            assert answer.ephemeral
            assert answer.text == f"It is {asked.name}'s turn. Please wait for yours."
            assert (await member.press("Bet …")).modal is None, "no modal is opened for a command that would be refused"
    assert (await onlooker.press("Check")).ephemeral
    assert (await onlooker.press("My hand")).ephemeral
    assert scenario.asked() is asked
    assert not any(onlooker.reads(tile) for tile in scenario.tiles(asked))


async def test_a_double_press_counts_once(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    player = scenario.asked()
    bet = player.button("Bet 20")
    presses = [player.press_only(bet), player.press_only(bet)]
    await scenario.discord.until(lambda: all(press.responded.is_set() for press in presses), "two responses")
    assert scenario.staked(player) == 10 + 20, "the ante and the bet, once"
    assert sorted(press.silent for press in presses) == [False, True]


async def test_a_stale_button_changes_nothing(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    player = scenario.asked()
    mine = await player.press("My hand")
    bet = player.button("Bet 20", mine.messages)
    assert (await player.press(bet)).silent
    await scenario.act("Call 20")
    stale = await player.press(bet)
    assert stale.ephemeral
    assert "earlier turn" in stale.text
    assert scenario.staked(player) == 10 + 20


async def test_slash_commands_do_what_buttons_do(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    player = scenario.asked()
    assert (await player.slash("play bet", amount=40)).text == "You bet 40."
    await scenario.app.wait_until_idle()
    other = scenario.asked()
    assert (await other.slash("hand")).ephemeral
    hand = await other.slash("hand", in_private=True)
    assert all(tile in hand.text for tile in scenario.tiles(other))
    await other.slash("play call")
    assert scenario.staked(other) == scenario.staked(player) == 50


async def test_a_hand_is_played_from_direct_messages(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    player = scenario.asked()
    await player.press(player.button("Bet 20", player.inbox))
    await scenario.app.wait_until_idle()
    assert scenario.staked(player) == 30
    other = scenario.asked()
    modal = await other.press(other.button("Raise to …", other.inbox))
    assert (await other.fill(modal, "80")).silent
    assert scenario.staked(other) == 90
    await scenario.app.wait_until_idle()
    assert "Check" not in [part.get("label") for part in other.inbox[0].parts()], "the private buttons follow the turn"


async def test_a_showdown_with_side_pots(scenario: Scenario) -> None:
    admin = scenario.member("Ani", admin=True)
    summary = await admin.slash("admin house-set", rule="max_bet", value="none")
    assert (await admin.press("Apply", summary.messages)).text.startswith("Done.")
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, buy_ins=(200, 400, 500))
    while scenario.hand().round.awaited:
        await scenario.act("All-in", "Call", "Check")
    text = people[0].live_message.text
    assert text.count("showed") == 3
    assert "the main pot" in text
    assert "side pot" in text
    assert sum([await scenario.total_chips(member) for member in people]) == 3 * GRANT


async def test_only_the_player_on_turn_is_pinged_and_only_once(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people)
    asked = scenario.asked()
    assert [len(member.pings) for member in people if member is not asked] == [0, 0]
    assert len(asked.pings) == 1, "the first message of the hand has pinged the first player"
    await scenario.wait(30)
    assert len(asked.pings) == 1
    await scenario.act("Check")
    following = scenario.asked()
    assert following.pings == []
    await scenario.wait(5)
    assert [message.text for message in following.pings] == [
        f"<@{following.user.id}> {following.name}, it is your turn."
    ]
    await scenario.wait(10)
    assert len(following.pings) == 1
    await scenario.act("Check")
    assert following.pings == [], "the ping is deleted when the player has acted"
    for call in scenario.discord.calls:
        if call.public and call.body is not None:
            allowed = call.body.get("data", call.body)["allowed_mentions"]
            assert allowed["parse"] == [], "no text pings by what it says"
            assert allowed.get("users", []) in ([], [asked.user.id], [following.user.id])


async def test_a_thread_is_a_place_of_its_own(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    wati, ani = scenario.members("Wati", "Ani")
    thread = scenario.discord.thread(scenario.guild.channels[0], "cards")
    await scenario.sit(sari, budi)
    await scenario.sit(wati.at(thread), ani.at(thread))
    await scenario.act("Bet 20")
    assert scenario.staked(scenario.asked(thread), thread) == 10
    await scenario.act("Check", at=thread)
    assert "checked" in wati.at(thread).live_message.text
    assert "checked" not in sari.live_message.text
    assert "Sari" not in wati.at(thread).live_message.text


async def test_the_next_hand_begins_by_itself_in_a_new_message(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    before = sari.live_message
    await scenario.act("Fold", "Check")
    while scenario.hand().round.awaited:
        await scenario.act("Fold", "Check", "Call")
    await scenario.wait(10)
    assert sari.live_message is not before
    assert len(sari.inbox) == 2
    assert sari.find("Fold", [before]) is None, "a finished hand has no buttons"


async def test_two_people_press_at_the_same_time(scenario: Scenario) -> None:
    sari, budi, wati = scenario.members("Sari", "Budi", "Wati")
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    await asyncio.gather(budi.press("Join"), wati.press("Join"))
    await scenario.app.wait_until_idle()
    assert len(scenario.state().seated) == 3
