"""Statistics on Telegram: pages that take each other's place in the private chat, with charts."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person
from tests.chats.telegram.scenario import Scenario


async def test_pages_with_charts_in_the_private_chat(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    for person in (sari, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)
    await scenario.finish_hand(group)

    await sari.types("/stats", in_=sari.private)
    first = await sari.sees("QiuQiu · stats of Sari", in_=sari.private)
    assert "Cards shown at the end: once" in first.text
    assert "In Friday dominoes" in first.text
    await sari.presses("Hand types", in_=sari.private)
    types = await sari.sees("hand types of Sari", in_=sari.private)
    assert types.photo is not None
    await sari.presses("Back", in_=sari.private)
    await sari.sees("QiuQiu · stats of Sari", in_=sari.private)
    await sari.presses("Chips over time", in_=sari.private)
    balance = await sari.sees("Your chips over time", in_=sari.private)
    assert balance.photo is not None
    await sari.types("/stats Budi", in_=sari.private)
    others = await sari.sees("QiuQiu · stats of Budi", in_=sari.private)
    assert "What everybody at the table could see" in others.text
    await sari.types("/records", in_=sari.private)
    await sari.sees("Biggest pot: 20, ", in_=sari.private)
    assert "stats of" not in "".join(group.ever())
    await scenario.sound()
