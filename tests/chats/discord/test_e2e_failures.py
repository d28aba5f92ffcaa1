"""Failures between Kiu and Discord, and that the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.gateway import Close
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
NOT_REACHABLE = "I could not write to you privately."


async def test_a_player_who_takes_no_direct_messages_is_told_when_one_is_needed(
    discord: Discord, tmp_path: Path
) -> None:
    async with Scenario(discord, tmp_path, token_seconds=0) as scenario:
        sari, budi = scenario.members("Sari", "Budi")
        budi.user.dms_closed = True
        await scenario.sit(sari, budi)
        mine = await budi.press("My hand")
        assert all(tile in mine.text for tile in scenario.tiles(budi)), "the hand can be seen all the same"
        await budi.sees(NOT_REACHABLE)
        assert not sari.reads(NOT_REACHABLE), "nobody else is told"
        await scenario.finish_hand()
        await scenario.wait(10)
        told = [message for message in budi.visible if NOT_REACHABLE in message.text]
        assert len(told) == 1, "they are told once"


async def test_a_rate_limited_channel_delays_no_other(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    wati, ani = scenario.members("Wati", "Ani")
    quiet = scenario.discord.channel(scenario.guild, "quiet")
    await scenario.sit(sari, budi)
    wati, ani = wati.at(quiet), ani.at(quiet)
    await scenario.sit(wati, ani)
    scenario.discord.flood(scenario.guild.channels[0], 1.5)
    first = scenario.asked()
    before = first.live_message.text
    assert (await first.slash("play check")).silent
    for _ in range(2):
        other = scenario.asked(quiet)
        assert (await other.press("Check", other.public)).silent
        await other.sees(f"{other.name} checked")
    assert first.live_message.text == before, "the rate limited channel has not been edited"
    await scenario.app.wait_until_idle()
    assert f"{first.name} checked" in first.live_message.text, "and has caught up now"
    assert scenario.discord.calls.rate_limited() != []


async def test_a_session_is_resumed_in_mid_hand(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    await scenario.discord.gateway.drop()
    assert (await scenario.asked().press("Bet 20")).silent, "the event comes when the session is resumed"
    await scenario.app.wait_until_idle()
    scenario.discord.gateway.request_reconnect()
    await scenario.act("Call 20")
    assert scenario.discord.gateway.resumed == 2
    assert len(scenario.discord.gateway.identified) == 1
    await scenario.finish_hand()


@pytest.mark.parametrize(
    "code",
    [
        1000,
        4000,
        4009,
        *(pytest.param(code, marks=pytest.mark.soak) for code in (1001, 4001, 4002, 4003, 4005, 4007, 4008)),
    ],
)
async def test_whatever_code_the_gateway_closes_with_the_hand_goes_on(scenario: Scenario, code: int) -> None:
    gateway = scenario.discord.gateway
    sari, _ = await scenario.seated("Sari", "Budi")
    live_message = sari.live_message
    await scenario.act("Bet 20")
    await gateway.drop(code)
    await scenario.discord.until(lambda: gateway.resumed + len(gateway.identified) == 2, "the session, or a new one")
    await scenario.act("Call 20")
    assert gateway.resumed == (0 if code in Close.SESSION_OVER else 1)
    assert sari.live_message is live_message, "the same message is edited"
    assert not scenario.app.groups.of(scenario.place().group).away
    await scenario.finish_hand()


async def answered_twice(scenario: Scenario, answer: Interaction) -> Interaction:
    """Wait until both copies of an event got a response; Discord accepts only the first."""
    calls, interaction_id = scenario.discord.calls, str(answer.id)
    await scenario.discord.until(
        lambda: [call.status for call in calls if call.path.get("interaction_id") == interaction_id].count(400) == 1,
        "the response to the second copy",
    )
    await scenario.app.wait_until_idle()
    return answer


async def test_events_that_come_twice_have_no_double_effect(scenario: Scenario) -> None:
    scenario.discord.gateway.duplicating = True
    await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    assert (await answered_twice(scenario, await player.press("Bet 20"))).silent
    assert scenario.staked(player) == 10 + 20
    other = scenario.asked()
    modal = await answered_twice(scenario, await other.press("Raise to …"))
    assert (await answered_twice(scenario, await other.fill(modal, "60"))).silent
    assert scenario.staked(other) == 10 + 60
    ani = scenario.member("Ani", admin=True)
    given = await ani.slash("admin bank-grant", player=other, amount=100, reason="for waiting !")
    assert (await answered_twice(scenario, given)).silent
    assert await scenario.total_chips(other) == 2000 + 100


async def test_events_that_come_in_the_wrong_order(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    bet, check = player.button("Bet 20"), player.button("Check")
    scenario.discord.gateway.hold()
    first, second = player.press_only(bet), player.press_only(check)
    scenario.discord.gateway.release_reversed()
    await scenario.discord.until(lambda: first.responded.is_set() and second.responded.is_set(), "both responses")
    assert second.silent, "what arrived first counts"
    assert not first.silent
    assert scenario.staked(player) == 10


async def test_missing_permissions_are_named_in_one_sentence(scenario: Scenario) -> None:
    sari = scenario.member("Sari")
    sari.channel.denied = Permission.ATTACH_FILES | Permission.SEND_MESSAGES
    answer = await sari.slash("table open", game="qiuqiu")
    assert answer.ephemeral
    assert answer.text == (
        "I can't hold a table in this channel. Ask an admin to allow me: Send Messages, Attach Files."
    )
    assert not scenario.is_open()
    thread = scenario.discord.thread(scenario.guild.channels[0], "cards")
    sari.channel.denied = Permission.SEND_IN_THREADS
    assert "Send Messages in Threads" in (await sari.at(thread).slash("table open", game="qiuqiu")).text
    sari.channel.denied = Permission.NONE
    assert (await sari.slash("table open", game="qiuqiu")).silent
    assert scenario.is_open()


async def test_a_permission_withdrawn_in_mid_hand_costs_nobody_a_chip(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    sari.channel.denied = Permission.VIEW_CHANNEL
    await scenario.asked().press("Bet 20")
    await scenario.app.wait_until_idle()
    refused = len(scenario.discord.calls.invalid())
    assert refused <= 2
    other = scenario.asked()
    await other.press(other.button("Call 20", (await other.slash("hand")).messages))
    await scenario.app.wait_until_idle()
    assert len(scenario.discord.calls.invalid()) == refused, "no request is repeated that was refused"
    sari.channel.denied = Permission.NONE
    await scenario.wait(61)
    await scenario.asked().slash("play check")
    await scenario.app.wait_until_idle()
    assert "Bet" in str([part.get("label") for part in sari.live_message.parts()])


async def test_a_message_that_was_deleted_is_posted_anew(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    gone, bet = sari.live_message, scenario.asked().press_only("Bet 20")
    del sari.channel.messages[gone.id]
    await scenario.discord.until(bet.responded.is_set, "a response")
    await scenario.app.wait_until_idle()
    assert sari.live_message is not gone
    assert "bet 20" in sari.live_message.text


async def test_a_deleted_hand_comes_back_before_anybody_acts(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    gone = sari.live_message
    del sari.channel.messages[gone.id]

    await scenario.wait(25)

    assert sari.live_message is not gone
    assert "to act" in sari.live_message.text
    await scenario.act("Check")


async def test_a_message_too_old_to_edit_gives_way_to_another(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    old = sari.live_message
    for call in (EDIT, "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"):
        scenario.discord.fail_next(call, api_errors.old_message_edited_too_often())

    await scenario.asked().slash("play check")
    await scenario.app.wait_until_idle()

    assert sari.live_message is not old
    assert "checked" in sari.live_message.text


async def test_many_who_sit_down_are_told_by_the_table(scenario: Scenario) -> None:
    host, *others = scenario.members("Sari", *(f"Member {number}" for number in range(12)))
    await host.slash("table open", game="koo-kiew")
    button = await others[0].is_offered("Join")

    presses = [other.press_only(button) for other in others]
    for press in presses:
        await scenario.discord.until(press.responded.is_set, "a response")
    await scenario.app.wait_until_idle()

    assert [press.followups for press in presses if press.followups] == []
    assert all(other.name in host.live_message.text for other in others)
