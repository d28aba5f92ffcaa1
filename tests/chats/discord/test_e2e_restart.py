"""The process ends in mid-hand, cleanly or not, and the next one goes on."""

from __future__ import annotations

import pytest

from tests.chats.discord.evening import Evening

SYNC = "PUT /applications/{application_id}/commands"


@pytest.mark.parametrize("how", ["cleanly", "killed"])
async def test_a_hand_goes_on_after_a_restart(evening: Evening, how: str) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    await evening.act("Bet 20")
    board, private, tiles = sari.board, player.inbox[0], evening.tiles(player)
    other = evening.asked()
    call = other.button("Call 20")
    if how == "cleanly":
        await evening.restart()
    else:
        await evening.die()
        await evening.begin()
        await evening.kiu.settled()
    assert evening.tiles(player) == tiles
    assert evening.asked().name == other.name
    assert (await other.press(call)).silent, "a button from before the restart works"
    await evening.kiu.settled()
    assert sari.board is board, "the same message is edited"
    assert evening.staked(other) == 10 + 20
    assert player.inbox == [private], "and so is the private hand"
    await evening.finish_hand()
    assert "showed" in sari.board.text


async def test_a_form_that_was_open_during_a_restart_still_counts(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    form = await player.press("Bet …")
    await evening.restart()
    assert (await player.fill(form, "20")).silent
    assert evening.staked(player) == 10 + 20


async def test_what_is_pressed_while_nobody_listens_is_lost_and_can_be_pressed_again(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    player = evening.asked()
    await evening.die()
    lost = player.tap("Bet 20")
    await evening.begin()
    await evening.kiu.settled()
    assert not lost.heard.is_set(), "Discord tells nobody of it afterwards"
    assert evening.staked(player) == 10
    await evening.act("Bet 20")
    assert evening.staked(player) == 10 + 20


async def test_commands_are_registered_once(evening: Evening) -> None:
    assert len(evening.discord.calls.named(SYNC)) == 1
    await evening.restart()
    assert len(evening.discord.calls.named(SYNC)) == 1
    sari = evening.member("Sari")
    assert "2,000" in (await sari.slash("money chips")).text


async def test_nothing_private_is_sent_again_after_a_restart(evening: Evening) -> None:
    sari, budi = evening.members("Sari", "Budi")
    await evening.sit(sari, budi)
    before = [(member, member.inbox[0], member.inbox[0].edits) for member in (sari, budi)]
    await evening.restart()
    for member, message, edits in before:
        assert member.inbox == [message]
        assert message.edits <= edits + 1
