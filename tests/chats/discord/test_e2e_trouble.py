"""What goes wrong between Kiu and Discord, and that the game goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.messages import Urgency
from tests.chats.discord.double import trouble
from tests.chats.discord.double.interactions import PATIENCE, Interaction
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.server import Discord
from tests.chats.discord.evening import Evening

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
OPEN_CHAT = "POST /users/@me/channels"
NOT_REACHABLE = "I could not write to you privately."


async def test_somebody_takes_no_private_messages(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    budi.user.dms_closed = True
    await evening.sit(sari, budi)
    await budi.sees(NOT_REACHABLE)
    assert not sari.reads(NOT_REACHABLE), "nobody else hears of it"
    mine = await budi.press("My hand")
    assert all(tile in mine.text for tile in evening.tiles(budi)), "and the hand can be seen all the same"
    await evening.finish_hand()
    await evening.wait(10)
    told = [message for message in budi.visible if NOT_REACHABLE in message.text]
    assert len(told) == 1, "it is said once"


async def test_who_cannot_be_told_at_once_is_told_with_the_next_answer(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    budi.user.dms_closed = True
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    await budi.press("Join")
    await evening.kiu.settled()
    evening.discord.let_tokens_expire()
    await sari.press("Start")
    await evening.kiu.settled()
    assert not budi.reads(NOT_REACHABLE)
    await budi.press("My hand")
    await budi.sees(NOT_REACHABLE)


async def test_private_chats_that_are_opened_too_fast_are_opened_later(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    evening.discord.refuse_next(OPEN_CHAT, trouble.opening_too_fast())
    await evening.sit(sari, budi)
    for member in (sari, budi):
        await member.receives("Your hand is ready")
    assert len(evening.discord.calls.named(OPEN_CHAT)) == 3
    assert not any(member.reads(NOT_REACHABLE) for member in (sari, budi))


async def test_a_flooded_channel_holds_up_no_other(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    wati, ani = evening.members("Wati", "Ani")
    quiet = evening.discord.channel(evening.guild, "quiet")
    await evening.sit(sari, budi)
    wati, ani = wati.at(quiet), ani.at(quiet)
    await evening.sit(wati, ani)
    evening.discord.flood(evening.guild.channels[0], 1.5)
    first = evening.asked()
    assert (await first.press("Check")).silent, "answers to a press are in no limit"
    before = first.board.text
    for _ in range(2):
        other = evening.asked(quiet)
        assert (await other.press("Check", other.public)).silent
        await other.sees(f"{other.name} checked")
    assert first.board.text == before, "the flooded channel is still as it was"
    await evening.kiu.settled()
    assert f"{first.name} checked" in first.board.text, "and has caught up now"
    assert evening.discord.calls.limited() != []


async def test_a_session_is_resumed_in_mid_hand(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    await evening.discord.gateway.drop()
    assert (await evening.asked().press("Bet 20")).silent, "what was pressed meanwhile is told on resuming"
    await evening.kiu.settled()
    evening.discord.gateway.ask_to_reconnect()
    await evening.act("Call 20")
    assert evening.discord.gateway.resumed == 2
    assert len(evening.discord.gateway.identified) == 1
    await evening.finish_hand()


async def test_a_session_is_lost_in_mid_hand(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    board = sari.board
    await evening.act("Bet 20")
    evening.discord.gateway.invalidate(resumable=False)
    await evening.discord.until(lambda: len(evening.discord.gateway.identified) == 2, "a new session")
    await evening.act("Call 20")
    assert sari.board is board, "the table is where it was"
    assert [guild.away for guild in [evening.kiu.houses.of(evening.place().house)]] == [False]
    assert len(sari.inbox) == 1


async def twice(evening: Evening, answer: Interaction) -> Interaction:
    """Wait until both copies of an event were answered; Discord takes only the first answer."""
    calls, number = evening.discord.calls, str(answer.id)
    await evening.discord.until(
        lambda: [call.status for call in calls if call.path.get("interaction_id") == number].count(400) == 1,
        "the answer to the second copy",
    )
    await evening.kiu.settled()
    return answer


async def test_events_that_come_twice_have_no_double_effect(evening: Evening) -> None:
    evening.discord.gateway.duplicating = True
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    assert (await twice(evening, await player.press("Bet 20"))).silent
    assert evening.staked(player) == 10 + 20
    other = evening.asked()
    form = await twice(evening, await other.press("Raise to …"))
    assert (await twice(evening, await other.fill(form, "60"))).silent
    assert evening.staked(other) == 10 + 60
    ani = evening.member("Ani", admin=True)
    given = await ani.slash("admin bank-grant", player=other.player, amount=100, reason="for waiting")
    assert "Done." in (await twice(evening, given)).text
    assert await evening.fortune(other) == 2000 + 100


async def test_events_that_come_in_the_wrong_order(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    bet, check = player.button("Bet 20"), player.button("Check")
    evening.discord.gateway.hold()
    first, second = player.tap(bet), player.tap(check)
    evening.discord.gateway.release_backwards()
    await evening.discord.until(lambda: first.heard.is_set() and second.heard.is_set(), "both answers")
    assert second.silent, "what arrived first counts"
    assert not first.silent
    assert evening.staked(player) == 10


async def test_a_permission_that_is_missing_is_named_in_one_sentence(evening: Evening) -> None:
    sari = evening.member("Sari")
    sari.channel.denied = Permission.ATTACH_FILES | Permission.SEND_MESSAGES
    answer = await sari.slash("table open", game="qiuqiu")
    assert answer.private
    assert answer.text == (
        "I cannot hold a table in this channel yet. An admin has to allow me: Send Messages, Attach Files."
    )
    assert not evening.is_open()
    thread = evening.discord.thread(evening.guild.channels[0], "cards")
    sari.channel.denied = Permission.SEND_IN_THREADS
    assert "Send Messages in Threads" in (await sari.at(thread).slash("table open", game="qiuqiu")).text
    sari.channel.denied = Permission.NONE
    assert "open" in (await sari.slash("table open", game="qiuqiu")).text


async def test_a_permission_that_is_taken_away_in_mid_hand_costs_nobody_a_chip(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    sari.channel.denied = Permission.VIEW_CHANNEL
    player = evening.asked()
    await player.press("Bet 20")
    await evening.kiu.settled()
    refused = len(evening.discord.calls.unwelcome())
    assert refused <= 2
    other = evening.asked()
    await other.press(other.button("Call 20", other.inbox))
    await evening.kiu.settled()
    assert len(evening.discord.calls.unwelcome()) == refused, "a closed door is not knocked at again and again"
    sari.channel.denied = Permission.NONE
    await evening.wait(61)
    await evening.asked().slash("play check")
    await evening.kiu.settled()
    assert "Bet" in str([part.get("label") for part in sari.board.parts()])


async def test_a_message_that_was_deleted_is_posted_anew(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    gone = sari.board
    player = evening.asked()
    bet = player.tap("Bet 20")
    del sari.channel.messages[gone.id]
    await evening.discord.until(bet.heard.is_set, "an answer")
    await evening.kiu.settled()
    assert sari.board is not gone
    assert "bet 20" in sari.board.text


async def test_a_channel_that_was_deleted_keeps_no_chips(evening: Evening) -> None:
    cards = evening.discord.channel(evening.guild, "cards")
    sari, budi = (member.at(cards) for member in evening.members("Sari", "Budi"))
    await evening.sit(sari, budi)
    evening.discord.delete(cards)
    player = evening.asked(cards)
    assert (await player.press("Bet 20", player.inbox)).silent
    await evening.kiu.settled()
    assert evening.staked(player, cards) == 10 + 20
    assert await evening.fortune(player) == 2000


async def test_an_answer_that_takes_long_is_announced_in_time(discord: Discord, tmp_path: Path) -> None:
    async with Evening(discord, tmp_path, answer_within=0.1) as evening:
        discord.responding.patience = PATIENCE
        sari = evening.member("Sari")
        async with evening.kiu.desk.closed():
            answering = asyncio.create_task(sari.slash("money chips"))
            await discord.until(
                lambda: any(each.waiting for each in discord.responding.interactions.values()),
                "the word that an answer will come",
            )
            assert not answering.done()
        answer = await answering
        assert answer.private
        assert "2,000" in answer.text


async def test_nothing_is_sent_faster_than_it_is_let_in(evening: Evening) -> None:
    chat, place = evening.chat, evening.place()
    order: list[Urgency] = []

    async def come(urgency: Urgency) -> None:
        await chat.admit(place, urgency)
        order.append(urgency)

    for _ in range(3):
        await chat.admit(place, Urgency.BOARD)
    await asyncio.gather(*(come(urgency) for urgency in (Urgency.TIDYING, Urgency.BOARD, Urgency.SUMMONS)))
    assert order == sorted(order)
