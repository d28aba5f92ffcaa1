"""Rankings and seasons on Telegram: one edited message in the private chat, and the final table for everybody."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_a_season_is_opened_played_and_closed_by_buttons(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    ani = telegram.person("Ani")
    group.members[ani.user.id] = type(group.members[sari.user.id])(ani.user, "administrator")
    for person in (ani, sari):
        await person.starts()
    await ani.types("/season_open Spring", in_=group)
    await sari.sees("Season Spring has begun, opened by Ani.", in_=group)
    await scenario.wait(60)

    await scenario.sit(group, sari, budi)
    await scenario.finish_hand(group)
    won = await scenario.total_chips(sari, group) - 2000
    winner = "Sari" if won > 0 else "Budi"
    await sari.types("/top", in_=group)
    await sari.sees(f"1. {winner} · {2000 + abs(won):,}", in_=group)
    await sari.presses("Season", in_=group)
    page = await sari.sees(f"1. {winner} · +{abs(won)}", in_=sari.private)
    await sari.presses("Week", in_=sari.private)
    await sari.sees("Ranking this week", in_=sari.private)
    assert "Ranking this week" in page.text, "one page takes the place of another"

    await ani.types("/season_close", in_=group)
    await ani.sees("Close this season?", in_=group)
    assert "is over" not in "".join(post.text for post in group.posts.values())
    await ani.presses("Close it", in_=group)
    await budi.sees(f"First: {winner} +{abs(won)}", in_=group)
    await ani.types("/audit", in_=group)
    await ani.sees("It adds up: the sum is zero.", in_=group)
    await scenario.sound()
