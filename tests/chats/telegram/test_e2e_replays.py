"""Replays on Telegram: pages in the private chat, a result and shown cards in the group."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person
from tests.chats.telegram.scenario import Scenario


async def test_a_hand_is_followed_in_private_and_shared_in_the_group(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    for person in (sari, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)
    hand = scenario.hand(group).id
    by_player = {f"telegram:{each.user.id}": each for each in (sari, budi)}
    for label in ("Bet 10", "Fold"):
        now = scenario.hand(group)
        folder = by_player[now.players[now.round.awaited[0]]]
        await folder.presses(label, in_=group)
        await scenario.app.wait_until_idle()
    other = sari if folder is budi else budi
    tiles = scenario.tiles(folder, group)

    await folder.types("/history", in_=group)
    page = await folder.sees(f"{hand} · QiuQiu · ", in_=folder.private)
    await folder.presses(f"▷ {hand}", in_=folder.private)
    await folder.sees("Step 1 of", in_=folder.private)
    assert all(tile in page.text for tile in tiles), "the page took the place of the list"
    await folder.presses("Result", in_=folder.private)
    await folder.sees("took the pot", in_=folder.private)
    await folder.presses("Share", in_=folder.private)
    post = await other.sees(f"Shared by {folder.name}", in_=group)
    assert not any(tile in post.text for tile in tiles)

    await folder.presses("Table", in_=group)
    await folder.presses("Show my last cards", in_=folder.private)
    await folder.presses("Show all", in_=folder.private)
    shown = await other.sees(f"{folder.name} shows what they folded", in_=group)
    assert all(tile in shown.text for tile in tiles)
    await scenario.sound()
