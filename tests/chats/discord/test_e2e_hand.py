"""Whole hands on Discord, over the real library and a real socket."""

from __future__ import annotations

import asyncio

from tests.chats.discord.double.world import Flag
from tests.chats.discord.evening import Evening

GRANT = 2000
"""What a newcomer is given."""


async def test_a_hand_from_opening_the_table_to_the_showdown(evening: Evening) -> None:
    sari, budi, wati = evening.members("Sari", "Budi", "Wati")
    opened = await sari.slash("table open", game="qiuqiu")
    assert (opened.text, opened.private) == ("Your table is open. Others can press Join.", True)
    await budi.is_offered("Join")
    assert (await budi.press("Join")).text.startswith("You sat down with")
    await wati.press("Join")
    await evening.kiu.settled()
    await sari.press("Start")
    await evening.kiu.settled()

    for member in (sari, budi, wati):
        tiles = evening.tiles(member)
        assert all(tile in member.inbox[0].text for tile in tiles), "the private hand comes by private message"
        assert member.inbox[0].attachments[0].data.startswith(b"\x89PNG")
        assert member.inbox[0].text.startswith("### Your hand is ready"), "a preview shows no tile"
        mine = await member.press("My hand")
        assert mine.private
        assert all(tile in mine.text for tile in tiles), "and under My hand as well"

    first = await evening.act("Bet 30")
    assert f"{first.name} bet 30" in sari.board.text
    await evening.finish_hand()
    assert "showed" in budi.board.text
    assert any(outcome in budi.board.text for outcome in (" wins ", " won ", " shared ")), budi.board.text
    for member in (sari, budi, wati):
        assert [message.id for message in member.inbox] == [member.inbox[0].id], "one private message a hand"
    assert sum([await evening.fortune(member) for member in (sari, budi, wati)]) == 3 * GRANT
    assert evening.discord.calls.limited() == []


async def test_the_table_is_one_message_edited_in_place(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    board = sari.board
    await evening.act("Check")
    await evening.act("Check")
    assert sari.board is board
    assert board.edits >= 2
    assert board.flags & Flag.COMPONENTS_V2


async def test_a_raise_to_an_amount_of_ones_own(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    await evening.act("Bet 20")
    player = evening.asked()
    form = await player.press("Raise to …")
    assert form.form()["placeholder"]
    before = evening.staked(player)
    refused = await player.fill(form, "sixty")
    assert refused.private
    assert evening.staked(player) == before
    assert (await player.fill(form, "1")).private, "too little"
    assert evening.staked(player) == before
    raised = await player.fill(form, "60")
    assert raised.silent, raised.text
    await evening.kiu.settled()
    assert evening.staked(player) == before + 60
    other = evening.asked()
    assert other is not player
    assert (await other.press("Call 40")).silent
    late = await player.fill(form, "100")
    assert "earlier turn" in late.text, "the form was opened for a question that is answered"


async def test_the_wrong_one_presses(evening: Evening) -> None:
    people = evening.members("Sari", "Budi", "Wati")
    await evening.sit(*people)
    onlooker = evening.member("Ani")
    asked = evening.asked()
    for member in people:
        if member is not asked:
            answer = await member.press("Check")
            assert answer.private
            assert answer.text == f"It is {asked.name}'s turn. Please wait for yours."
            assert (await member.press("Bet …")).modal is None, "no form is opened in vain"
    assert (await onlooker.press("Check")).private
    assert (await onlooker.press("My hand")).private
    assert evening.asked() is asked
    assert not any(onlooker.reads(tile) for tile in evening.tiles(asked))


async def test_a_double_tap_counts_once(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    bet = player.button("Bet 20")
    taps = [player.tap(bet), player.tap(bet)]
    await evening.discord.until(lambda: all(tap.heard.is_set() for tap in taps), "two answers")
    assert evening.staked(player) == 10 + 20, "the ante and the bet, once"
    assert sorted(tap.silent for tap in taps) == [False, True]


async def test_a_stale_button_changes_nothing(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    mine = await player.press("My hand")
    bet = player.button("Bet 20", mine.messages)
    assert (await player.press(bet)).silent
    await evening.act("Call 20")
    stale = await player.press(bet)
    assert stale.private
    assert "earlier turn" in stale.text
    assert evening.staked(player) == 10 + 20


async def test_typed_commands_do_what_buttons_do(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    assert (await player.slash("play bet", amount=40)).text == "Done."
    await evening.kiu.settled()
    other = evening.asked()
    assert (await other.slash("hand")).private
    hand = await other.slash("hand", in_private=True)
    assert all(tile in hand.text for tile in evening.tiles(other))
    await other.slash("play call")
    assert evening.staked(other) == evening.staked(player) == 50


async def test_a_hand_is_played_from_the_private_chat(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    await player.press(player.button("Bet 20", player.inbox))
    await evening.kiu.settled()
    assert evening.staked(player) == 30
    other = evening.asked()
    form = await other.press(other.button("Raise to …", other.inbox))
    assert (await other.fill(form, "80")).silent
    assert evening.staked(other) == 90
    await evening.kiu.settled()
    assert "Check" not in [part.get("label") for part in other.inbox[0].parts()], "the private buttons follow the turn"


async def test_a_showdown_with_side_pots(evening: Evening) -> None:
    admin = evening.member("Ani", admin=True)
    summary = await admin.slash("admin house-set", rule="max_bet", value="none")
    assert (await admin.press("Apply", summary.messages)).text.startswith("Done.")
    people = evening.members("Sari", "Budi", "Wati")
    await evening.sit(*people, buy_ins=(200, 400, 500))
    while evening.hand().round.awaited:
        await evening.act("All-in", "Call", "Check")
    text = people[0].board.text
    assert text.count("showed") == 3
    assert "the main pot" in text
    assert "side pot" in text
    assert sum([await evening.fortune(member) for member in people]) == 3 * GRANT


async def test_only_the_player_on_turn_is_pinged_and_only_once(evening: Evening) -> None:
    people = evening.members("Sari", "Budi", "Wati")
    await evening.sit(*people)
    asked = evening.asked()
    assert [len(member.pings) for member in people if member is not asked] == [0, 0]
    assert len(asked.pings) == 1, "the hand's own message named the first player"
    await evening.wait(30)
    assert len(asked.pings) == 1
    await evening.act("Check")
    following = evening.asked()
    assert following.pings == []
    await evening.wait(5)
    assert [message.text for message in following.pings] == [
        f"<@{following.user.id}> {following.name}, it is your turn."
    ]
    await evening.wait(10)
    assert len(following.pings) == 1
    await evening.act("Check")
    assert following.pings == [], "the summons is taken away when it was followed"
    for call in evening.discord.calls:
        if call.public and call.body is not None:
            allowed = call.body.get("data", call.body)["allowed_mentions"]
            assert allowed["parse"] == [], "nothing in any text can ping of itself"
            assert allowed.get("users", []) in ([], [asked.user.id], [following.user.id])


async def test_a_thread_is_a_place_of_its_own(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    wati, ani = evening.members("Wati", "Ani")
    thread = evening.discord.thread(evening.guild.channels[0], "cards")
    await evening.sit(sari, budi)
    await evening.sit(wati.at(thread), ani.at(thread))
    await evening.act("Bet 20")
    assert evening.staked(evening.asked(thread), thread) == 10
    await evening.act("Check", at=thread)
    assert "checked" in wati.at(thread).board.text
    assert "checked" not in sari.board.text
    assert "Sari" not in wati.at(thread).board.text


async def test_the_next_hand_comes_by_itself_in_a_message_of_its_own(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    before = sari.board
    await evening.act("Fold", "Check")
    while evening.hand().round.awaited:
        await evening.act("Fold", "Check", "Call")
    await evening.wait(10)
    assert sari.board is not before
    assert len(sari.inbox) == 2
    assert sari.find("Fold", [before]) is None, "what is over cannot be pressed"


async def test_two_people_press_at_the_same_time(evening: Evening) -> None:
    sari, budi, wati = evening.members("Sari", "Budi", "Wati")
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    await asyncio.gather(budi.press("Join"), wati.press("Join"))
    await evening.kiu.settled()
    assert len(evening.state().seated) == 3
