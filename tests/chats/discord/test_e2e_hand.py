"""Whole hands of QiuQiu on Discord."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.double.models import Message
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.served_process import DEFER_AFTER

RELATIVE = re.compile(r"<t:(\d+):R>")

GRANT = 2000
"""The chips that a new player is given."""


def labels_of(message: Message) -> list[str]:
    return [part["label"] for part in message.parts() if part["type"] == ComponentType.BUTTON]


async def test_a_hand_from_opening_the_table_to_the_showdown(scenario: Scenario) -> None:
    sari, budi, wati = scenario.members("Sari", "Budi", "Wati")
    opened = await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    assert opened.silent, "the table says it all"
    assert "Sari opened a table." in sari.live_message.text
    await budi.press("Join")
    await budi.sees("Budi sat down with")
    assert not budi.reads("You sat down with"), "the table says it"
    await wati.press("Join")
    await scenario.app.wait_until_idle()
    await sari.press("Start")
    await scenario.app.wait_until_idle()

    for member in (sari, budi, wati):
        tiles = scenario.tiles(member)
        (hand,) = member.hands
        assert all(tile in hand.text for tile in tiles), "the hand is sent for this person's eyes alone"
        assert hand.only_for is member.user
        assert hand.attachments[0].data.startswith(b"\x89PNG")
        assert hand.text.startswith("### Your dominoes are ready")
        mine = await member.press("My hand")
        assert mine.ephemeral
        assert all(tile in mine.text for tile in tiles), "and under My hand as well"

    first = await scenario.act("Bet 30")
    assert f"{first.name} bet 30" in sari.live_message.text
    await scenario.finish_hand()
    assert budi.live_message.attachments, "the hands are in the picture"
    assert any(outcome in budi.live_message.text for outcome in (" won ", "They share ")), budi.live_message.text
    why = re.compile(r"\d\s/\s\d beats \w+'s \d\s/\s\d: |Equal hands: |a special hand")
    assert why.search(budi.live_message.text), budi.live_message.text
    for member in (sari, budi, wati):
        assert len(member.hands) == 1, "one private message a hand"
        assert member.inbox == [], "and no direct message for somebody who is here"
    assert sum([await scenario.total_chips(member) for member in (sari, budi, wati)]) == 3 * GRANT
    assert scenario.discord.calls.rate_limited() == []


async def test_a_raise_to_an_amount_of_ones_own(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    await scenario.act("Bet 20")
    player = scenario.asked()
    modal = await player.press("Raise to …")
    assert modal.text_input()["placeholder"]
    assert modal.modal is not None
    background = modal.modal["components"][0]["content"]
    assert "Pot 40" in background
    assert all(tile in background for tile in scenario.tiles(player)), "hand and pot are in sight"
    before = scenario.staked(player)
    assert (await player.fill(modal, "sixty")).ephemeral
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
    people = await scenario.seated("Sari", "Budi", "Wati")
    onlooker, asked = scenario.member("Ani"), scenario.asked()
    for member in people:
        if member is not asked:
            answer = await member.press("Check")
            assert answer.ephemeral
            assert answer.text == f"It's {asked.name}'s turn. Wait for yours."
            assert (await member.press("Bet …")).modal is None, "no modal is opened for a command that would be refused"
    assert (await onlooker.press("Check")).ephemeral
    assert (await onlooker.press("My hand")).ephemeral
    assert scenario.asked() is asked
    assert not any(onlooker.reads(tile) for tile in scenario.tiles(asked))


async def test_a_second_copy_takes_the_first_away_and_follows_the_table(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    (first,) = (await player.press("My hand")).messages
    again = await player.press("My hand")
    await scenario.discord.until(lambda: first not in player.visible, "a second copy takes the first away")
    assert (await player.press("Bet 20", again.messages)).silent
    await scenario.discord.until(
        lambda: "Bet 20" not in labels_of(again.messages[0]), "the hand that was pressed has no stale button"
    )
    await scenario.act("Call 20")
    assert scenario.staked(player) == 10 + 20


@pytest.mark.parametrize("token_seconds", [840, 0], ids=["ephemeral", "direct"])
async def test_a_hand_is_played_from_private_messages(discord: Discord, tmp_path: Path, token_seconds: float) -> None:
    patient = Scenario(discord, tmp_path, token_seconds=token_seconds, update_within=DEFER_AFTER)
    async with patient as scenario:
        sari, budi = await scenario.seated("Sari", "Budi")
        player = scenario.asked()
        (hand,) = player.hands
        assert "My move" in labels_of(hand)
        assert (await player.press("My move", [hand])).callback is Callback.UPDATE
        assert {"Check", "Bet 20"} <= set(labels_of(hand)), "the question is put in the same message"
        assert all(tile in hand.text for tile in scenario.tiles(player))

        acted = await player.press("Bet 20", [hand])
        assert (acted.callback, acted.silent) == (Callback.UPDATE, True)
        assert not {"Check", "Bet 20"} & set(labels_of(hand)), "no button of the question is left"
        await scenario.app.wait_until_idle()
        assert scenario.staked(player) == 30

        other = scenario.asked()
        (hand,) = other.hands
        await discord.until(lambda: hand.edits == 1, "the other's hand says what they have in the pot")
        await other.press("My move", [hand])
        raised = await other.fill(await other.press("Raise to …", [hand]), "80")
        assert (raised.callback, raised.silent) == (Callback.UPDATE, True)
        assert "Raise to …" not in labels_of(hand)
        assert scenario.staked(other) == 90
        assert [len(member.hands) for member in (sari, budi)] == [1, 1]
        await scenario.check_books()


async def test_a_refused_press_of_a_private_hand_leaves_it_as_it_is(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    (hand,) = player.hands
    await player.press("My move", [hand])
    opened, edits = await player.press("Bet …", [hand]), hand.edits
    await scenario.act("Bet 20")
    assert hand.edits == edits + 1, "what was answered in public is taken away"
    stale = await player.fill(opened, "10")
    assert stale.ephemeral
    assert "earlier turn" in stale.text
    assert hand.edits == edits + 1


async def test_only_the_player_on_turn_is_pinged_at_half_the_time_and_only_once(scenario: Scenario) -> None:
    await scenario.set_rule("turn_seconds", "180")
    people = await scenario.seated("Sari", "Budi", "Wati")
    asked = scenario.asked()
    await scenario.wait(89)
    assert [member.pings for member in people] == [[], [], []]
    await scenario.wait(1)
    (ping,) = asked.pings
    assert ping.text == f"<@{asked.user.id}> {asked.name}, it's your turn."
    assert ping.replies_to == asked.live_message.id
    await scenario.wait(60)
    assert asked.pings == [ping]
    await scenario.act("Check")
    following = scenario.asked()
    await scenario.wait(90)
    assert len(following.pings) == 1
    await scenario.act("Check")
    assert asked.pings == [ping], "a ping is never deleted"
    assert sum(len(member.pings) for member in people) == 2
    for call in scenario.discord.calls:
        if call.public and call.body is not None:
            allowed = call.body.get("data", call.body)["allowed_mentions"]
            assert allowed["parse"] == [], "no text pings by what it says"
            assert allowed.get("users", []) in ([], [asked.user.id], [following.user.id])


async def test_the_next_hand_begins_by_itself_in_a_new_message(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    before, (hand,) = sari.live_message, sari.hands
    await scenario.act("Fold", "Check")
    while scenario.hand().round.awaited:
        await scenario.act("Fold", "Check", "Call")
    await scenario.wait(10)
    assert sari.live_message is not before
    (following,) = sari.hands
    assert following is not hand, "a new message for a new hand, which takes the last one away"
    assert hand not in sari.visible
    await scenario.app.wait_until_idle()
    assert labels_of(before) == [], "a finished hand has no buttons"
    assert "Next hand" not in before.text, "what counts down would say for ever how long ago that was"


async def test_the_clock_is_discords_own_and_begins_when_the_question_is_shown(scenario: Scenario) -> None:
    people = await scenario.seated("Sari", "Budi")
    shown = scenario.clock.utc()

    (ends,) = RELATIVE.findall(people[0].live_message.text)
    assert int(ends) == int((shown + timedelta(seconds=45)).timestamp())

    # A message that is edited while the question stands keeps its end, and only a clock is no reason to edit it.
    await scenario.wait(10)
    edits = people[0].live_message.edits
    await scenario.wait(5)
    assert people[0].live_message.edits == edits
    await scenario.member("Dewi").slash("table join")
    await scenario.wait(10)
    assert "Dewi" in people[0].live_message.text
    assert RELATIVE.findall(people[0].live_message.text) == [ends]

    await scenario.finish_hand()
    (ends,) = RELATIVE.findall(people[0].live_message.text)
    assert int(ends) == int((scenario.clock.utc() + timedelta(seconds=8)).timestamp())


async def test_an_all_in_asks_once_more_in_private(scenario: Scenario) -> None:
    await scenario.set_rule("max_bet", "none")
    await scenario.seated("Sari", "Budi")
    asked = scenario.asked()
    board, edits = asked.live_message, asked.live_message.edits

    asks = await asked.press("All-in 490")

    assert asks.ephemeral
    assert "All-in with 490?" in asks.text
    assert scenario.staked(asked) == 10, "nothing is done yet"
    await asked.press("Back", asks.messages)
    assert scenario.staked(asked) == 10
    assert board.edits == edits, "nothing of it is public"

    asks = await asked.press("All-in 490")
    (question,) = asks.messages
    assert question in asked.visible
    await asked.press("Yes, all-in", asks.messages)
    await scenario.app.wait_until_idle()
    assert question not in asked.visible
    assert scenario.staked(asked) == 500
    other = scenario.asked()
    asks = await other.press("Call all-in 490")
    assert "All-in with 490?" in asks.text, "a call can take the last chip as well"
    (question,) = asks.messages
    await scenario.act("Fold")
    await scenario.discord.until(lambda: question not in other.visible, "the question goes with its turn")
