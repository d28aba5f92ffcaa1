"""House rules by menu on Telegram: one edited message in the private chat, and the next hand by them."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_an_admin_changes_rules_by_menu_and_the_next_hand_is_played_by_them(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    ani = telegram.person("Ani")
    group.members[ani.user.id] = type(group.members[sari.user.id])(ani.user, "administrator")
    await ani.starts()
    await scenario.sit(group, sari, budi)
    await ani.types("/house", in_=group)
    shown = await sari.sees("Betting: ante 10, no hand without the whole ante, bets 10–100", in_=group)
    assert "Undo last change" not in shown.labels

    await ani.presses("Betting", in_=group)
    page = await ani.sees("Betting · QiuQiu", in_=ani.private)
    assert "Friday dominoes" in page.text, "it says which group it is about"
    await ani.presses("Ante", in_=ani.private)
    await ani.sees("Ante · QiuQiu", in_=ani.private)
    await ani.presses("20", in_=ani.private)
    await ani.sees("QiuQiu: ante 10 → 20", in_=ani.private)
    await ani.presses("Ante", in_=ani.private)
    await ani.presses("Another amount", in_=ani.private)
    await ani.answers("30", in_=ani.private)
    await ani.sees("QiuQiu: ante 10 → 30", in_=ani.private)
    await ani.presses("Apply", in_=ani.private)

    await ani.sees("Done, and announced here.", in_=ani.private)
    await sari.sees("QiuQiu: ante 10 → 30 from the next hand, by Ani.", in_=group)
    assert scenario.hand(group).round.staked == (10, 10)
    await scenario.finish_hand(group)
    await scenario.wait(9)
    await telegram.until("the next hand", lambda: scenario.hand(group).round.staked == (30, 30))
    await scenario.sound()


async def test_who_is_no_admin_reads_the_same_pages_and_is_offered_no_change(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await scenario.sit(group, sari, budi)
    await budi.types("/house", in_=group)
    await budi.presses("Betting", in_=group)
    await budi.sees("Betting · QiuQiu", in_=budi.private)
    await budi.presses("Ante", in_=budi.private)
    page = await budi.sees("Ante · QiuQiu", in_=budi.private)

    assert page.labels == ["Betting", "House rules"]
    await budi.types("/house_set ante 20", in_=group)
    await budi.sees("Only an admin can do that.", in_=group)
