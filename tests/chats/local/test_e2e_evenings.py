"""Evenings in the local room: the card of a table, who owes whom, and corrections that are shown before."""

from __future__ import annotations

from pathlib import Path

from tests.chats.local.test_e2e_hands import scenario, words


async def test_a_closed_table_shows_its_card_and_its_evening_is_settled(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await served.sits("qiuqiu")
        while served.hand.round.awaited:
            seat = served.hand.round.awaited[0]
            tab = next(each for each in served.tabs if each.player == served.hand.players[seat])
            bet = any(served.hand.round.staked[each] > 10 for each in (0, 1))
            await tab.presses("Fold" if bet else "Bet 10")
            await served.app.wait_until_idle()
        await ani.does("/close", kind="say")
        await served.app.wait_until_idle()
        closed = await ani.sees()
        assert "Settle up, in play chips:" in closed["lines"]
        assert closed["picture"]
        page = (await budi.presses("Evening"))["message"]
        assert page["picture"]
        assert "One hand was played. Chips at the end:" in page["lines"]
        # The first guest is the host of the room, who may mark.
        await served.passes(1)
        asked = (await ani.does("settle mark"))["message"]
        assert any(" owes " in line for line in asked["lines"])
        await ani.does(asked["buttons"][0][0]["command"])
        await served.app.wait_until_idle()
        assert "Ani marked all play chips as settled up to now." in words(await budi.sees())
        assert "Nobody owes anybody anything." in (await budi.does("settle"))["message"]["lines"]


async def test_a_correction_is_shown_first_and_made_by_the_second_press(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await ani.does("/chips", kind="say")
        await budi.does("/chips", kind="say")
        asked = (await ani.does("/bank grant Budi 500 prize", kind="say"))["message"]
        assert "Budi: +500 (wallet 2,000 → 2,500)" in asked["lines"]
        assert await budi.ever_saw() == []
        await ani.does(asked["buttons"][0][0]["command"])
        await served.app.wait_until_idle()
        assert "Ani gave Budi 500 chips. Reason: prize" in words(await budi.sees())
